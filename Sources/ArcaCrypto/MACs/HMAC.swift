public import ArcaCore
internal import ArcaPlatform

/// HMAC, a MAC based on a hash function.
///
/// ```swift
/// let key = SymmetricKey(size: .bits256)
/// let code = HMAC<SHA256>.authenticationCode(for: message, using: key)
/// guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key) else { … }
/// ```
///
/// The calls do not throw; see ``StaticHashFunction``. Copies are independent.
///
/// Source: RFC 2104, FIPS 198-1.
public struct HMAC<Function: HashFunction>: Sendable {
    /// The MAC type.
    public typealias MAC = HashedAuthenticationCode<Function>

    /// The two digests; nil if a provider computes the code.
    private var streams: (inner: HashStream, outer: HashStream)?
    private var provider: ProvidedHMAC?

    /// Starts an incremental computation.
    ///
    /// - Parameter key: The secret key, ideally as long as the digest; a key longer than the hash's block is hashed
    ///   first.
    public init(key: SymmetricKey) {
        let function = Function.function
        guard !Libcrypto.usesProvidersOnly else {
            self.init(provider: provided { () throws(CryptoError) in try ProvidedHMAC(function, key) })
            return
        }
        let streams = (inner: HashStream(provided: function), outer: HashStream(provided: function))
        if key.byteCount > function.blockByteCount {
            self.init(streams, Self.secret(Function.hash(key)))
        } else {
            self.init(streams, key)
        }
    }

    private init(provider: ProvidedHMAC) { self.provider = provider }

    private init(_ streams: (inner: HashStream, outer: HashStream), _ key: borrowing some Bytes) {
        var (inner, outer) = streams
        let count = Function.function.blockByteCount
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { block in
            block.initialize(repeating: 0x36)
            key.withBytes { key in
                for index in key.indices { block[index] ^= key[index] }
            }
            inner.update(block.span)
            for index in 0..<count { block[index] ^= 0x36 ^ 0x5c }
            outer.update(block.span)
            wipe(block.baseAddress, count)
        }
        self.streams = (inner, outer)
    }

    /// Moves the digest of a long key into secret memory and wipes the array.
    private static func secret(_ digest: consuming [UInt8]) -> SecretBytes {
        let secret = SecretBytes(copying: digest)
        digest.withUnsafeMutableBytes { wipe($0.baseAddress, $0.count) }
        return secret
    }

    /// Updates the MAC with the next bytes; the split into parts does not affect it.
    public mutating func update(data: borrowing some Bytes) {
        streams?.inner.update(data)
        guard provider != nil else { return }
        if !isKnownUniquelyReferenced(&provider) { provider = provider.map { ProvidedHMAC(copying: $0) } }
        data.withBytes { provider?.update($0) }
    }

    /// The MAC of the message so far; the computation can continue.
    public func finalize() -> MAC {
        if let provider { return MAC(provided { () throws(CryptoError) in try provider.finished() }) }
        guard let streams else { preconditionFailure("an HMAC has one of two states") }
        var outer = streams.outer
        outer.update(streams.inner.providedDigest())
        return MAC(outer.providedDigest())
    }

    /// Computes a MAC.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - key: The secret key, ideally as long as the digest; a key longer than the hash's block is hashed first.
    /// - Returns: The MAC, as long as the digest.
    public static func authenticationCode(for message: borrowing some Bytes, using key: SymmetricKey) -> MAC {
        MAC(message.withBytes { message in Function.function.providedCode(message, key) })
    }

    /// Verifies a full-length MAC in constant time; a truncated one is invalid.
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey
    ) -> Bool {
        constantTimeEqual(authenticationCode(for: message, using: key), code)
    }
}
