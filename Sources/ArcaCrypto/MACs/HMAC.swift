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
/// With MD5, SHA-1 and SHA-2 the calls cannot fail; with other functions they throw. Copies are independent.
///
/// Source: RFC 2104, FIPS 198-1.
public struct HMAC<Function: StaticHashFunction>: Sendable {
    /// The MAC type.
    public typealias MAC = HashedAuthenticationCode<Function>

    private var inner: HashStream
    private let outer: HashStream

    /// Starts an incremental computation.
    ///
    /// - Parameter key: The secret key, ideally as long as the digest; a key longer than the hash's block is hashed
    ///   first.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    public init(key: SymmetricKey) throws(CryptoError) {
        let function = Function.function
        _ = try MACFunction.hmac(function)
        let streams = (inner: try HashStream(function), outer: try HashStream(function))
        if key.byteCount > function.blockByteCount {
            self.init(streams, Self.secret(try function.hash(key)))
        } else {
            self.init(streams, key)
        }
    }

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
        (self.inner, self.outer) = (inner, outer)
    }

    /// Moves the digest of a long key into secret memory and wipes the array.
    private static func secret(_ digest: consuming [UInt8]) -> SecretBytes {
        let secret = SecretBytes(copying: digest)
        digest.withUnsafeMutableBytes { wipe($0.baseAddress, $0.count) }
        return secret
    }

    /// Updates the MAC with the next bytes; the split into parts does not affect it.
    public mutating func update(data: borrowing some Bytes) { inner.update(data) }

    /// The MAC of the message so far; the computation can continue.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    public func finalize() throws(CryptoError) -> MAC {
        var outer = outer
        outer.update(try inner.finalize())
        return MAC(try outer.finalize())
    }

    /// Computes a MAC.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - key: The secret key, ideally as long as the digest; a key longer than the hash's block is hashed first.
    /// - Returns: The MAC, as long as the digest.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    public static func authenticationCode(
        for message: borrowing some Bytes, using key: SymmetricKey
    ) throws(CryptoError) -> MAC {
        MAC(try MACFunction.hmac(Function.function).code(for: message, using: key))
    }

    /// Verifies a full-length MAC in constant time; a truncated one is invalid.
    ///
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey
    ) throws(CryptoError) -> Bool {
        constantTimeEqual(try authenticationCode(for: message, using: key), code)
    }
}

extension HMAC where Function: HashFunction {
    /// Starts an incremental computation.
    ///
    /// - Parameter key: The secret key, ideally as long as the digest; a key longer than the hash's block is hashed
    ///   first.
    public init(key: SymmetricKey) {
        let function = Function.function
        let streams = (inner: HashStream(plain: function), outer: HashStream(plain: function))
        if key.byteCount > function.blockByteCount {
            self.init(streams, Self.secret(Function.hash(key)))
        } else {
            self.init(streams, key)
        }
    }

    /// The MAC of the message so far; the computation can continue.
    public func finalize() -> MAC {
        var outer = outer
        outer.update(inner.plainDigest())
        return MAC(outer.plainDigest())
    }

    /// Computes a MAC.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - key: The secret key, ideally as long as the digest; a key longer than the hash's block is hashed first.
    /// - Returns: The MAC, as long as the digest.
    public static func authenticationCode(for message: borrowing some Bytes, using key: SymmetricKey) -> MAC {
        MAC(message.withBytes { message in Function.function.plainCode(message, key) })
    }

    /// Verifies a full-length MAC in constant time; a truncated one is invalid.
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey
    ) -> Bool {
        constantTimeEqual(authenticationCode(for: message, using: key), code)
    }
}
