public import ArcaCodecs

/// What an RSAES-OAEP ciphertext is made with: hash, mask generation and label.
///
/// Source: RFC 8017, section 7.1.
public struct RSAOAEPParameters: Sendable, Hashable {
    /// The hash function of the label.
    public var hash: HashFunction
    /// The hash function of the mask generation function MGF1.
    public var maskHash: HashFunction
    /// What the ciphertext is bound to; not secret, and the same for decrypting.
    public var label: [UInt8]

    /// Makes parameters; the defaults are SHA-256 for both, and no label.
    ///
    /// Many libraries take SHA-1 for the mask even where the hash is another: then `maskHash` has to be named.
    ///
    /// - Parameters:
    ///   - hash: The hash function of the label.
    ///   - maskHash: The hash function of the mask; nil for the same.
    ///   - label: Any bytes; may be empty.
    public init(
        hash: HashFunction = .sha256, maskHash: HashFunction? = nil, label: borrowing some Bytes = [UInt8]()
    ) {
        self.hash = hash
        self.maskHash = maskHash ?? hash
        self.label = [UInt8](bytes: label)
    }
}
