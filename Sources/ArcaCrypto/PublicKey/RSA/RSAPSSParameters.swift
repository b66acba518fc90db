/// What an RSASSA-PSS signature is made with: hash, mask generation and salt length.
///
/// Source: RFC 8017, section 9.1; RFC 8702 for SHAKE.
public struct RSAPSSParameters: Sendable, Hashable {
    /// The hash function of message and encoding.
    public var hash: HashFunction
    /// The hash function of the mask generation function MGF1; with SHAKE, that function itself makes the mask.
    public var maskHash: HashFunction
    /// Length of the random salt in bytes; 0 makes signatures deterministic.
    public var saltByteCount: Int

    /// Makes parameters; the defaults are SHA-256 for both, and a salt as long as the digest.
    ///
    /// - Parameters:
    ///   - hash: The hash function of the message.
    ///   - maskHash: The hash function of the mask; nil for the same.
    ///   - saltByteCount: The salt's length; nil for the digest's.
    public init(hash: HashFunction = .sha256, maskHash: HashFunction? = nil, saltByteCount: Int? = nil) {
        self.hash = hash
        self.maskHash = maskHash ?? hash
        self.saltByteCount = saltByteCount ?? hash.digestByteCount
    }
}
