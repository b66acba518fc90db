public import ArcaCore
internal import ArcaPlatform

/// HMAC, the keyed use of a hash function.
///
/// ```swift
/// let key = SymmetricKey(size: .bits256)
/// let code = HMAC<SHA256>.authenticationCode(for: message, using: key)
/// guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key) else { … }
/// ```
///
/// With MD5, SHA-1 and SHA-2 nothing can fail; with other functions the calls throw. Copies are independent.
///
/// Source: RFC 2104, FIPS 198-1.
public struct HMAC<Function: StaticHashFunction>: Sendable {
    /// An authentication code.
    public typealias MAC = HashedAuthenticationCode<Function>

    private var inner: HashStream
    private let outer: HashStream

    /// Starts a computation that takes the message piece by piece.
    ///
    /// - Parameter key: Secret, best as long as the digest; longer than a block it is hashed first.
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

    /// Starts both digests with the key, which is no longer than a block.
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

    /// A long key's digest, which is a key as well; the array is wiped.
    private static func secret(_ digest: consuming [UInt8]) -> SecretBytes {
        let secret = SecretBytes(copying: digest)
        digest.withUnsafeMutableBytes { wipe($0.baseAddress, $0.count) }
        return secret
    }

    /// Takes in the next piece of the message.
    ///
    /// - Parameter data: Any number of bytes; where the message is cut does not matter.
    public mutating func update(data: borrowing some Bytes) { inner.update(data) }

    /// The code of everything taken in; the computation can continue afterwards.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    public func finalize() throws(CryptoError) -> MAC {
        var outer = outer
        outer.update(try inner.finalize())
        return MAC(try outer.finalize())
    }

    /// Computes a code.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: Secret, best as long as the digest; longer than a block it is hashed first.
    /// - Returns: The code, as long as the digest; not secret.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    public static func authenticationCode(
        for message: borrowing some Bytes, using key: SymmetricKey
    ) throws(CryptoError) -> MAC {
        MAC(try MACFunction.hmac(Function.function).code(for: message, using: key))
    }

    /// Whether a code is that of a message, in a time that does not depend on how much of it is right.
    ///
    /// - Parameters:
    ///   - code: The whole code; a shorter one is wrong.
    ///   - message: Any length.
    ///   - key: Secret.
    /// - Returns: Whether it is valid.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey
    ) throws(CryptoError) -> Bool {
        constantTimeEqual(try authenticationCode(for: message, using: key), code)
    }
}

extension HMAC where Function: PlainHashFunction {
    /// Starts a computation that takes the message piece by piece.
    ///
    /// - Parameter key: Secret, best as long as the digest; longer than a block it is hashed first.
    public init(key: SymmetricKey) {
        let function = Function.function
        let streams = (inner: HashStream(plain: function), outer: HashStream(plain: function))
        if key.byteCount > function.blockByteCount {
            self.init(streams, Self.secret(Function.hash(key)))
        } else {
            self.init(streams, key)
        }
    }

    /// The code of everything taken in; the computation can continue afterwards.
    public func finalize() -> MAC {
        var outer = outer
        outer.update(inner.plainDigest())
        return MAC(outer.plainDigest())
    }

    /// Computes a code.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: Secret, best as long as the digest; longer than a block it is hashed first.
    /// - Returns: The code, as long as the digest; not secret.
    public static func authenticationCode(for message: borrowing some Bytes, using key: SymmetricKey) -> MAC {
        MAC(message.withBytes { message in Function.function.plainCode(message, key) })
    }

    /// Whether a code is that of a message, in a time that does not depend on how much of it is right.
    ///
    /// - Parameters:
    ///   - code: The whole code; a shorter one is wrong.
    ///   - message: Any length.
    ///   - key: Secret.
    /// - Returns: Whether it is valid.
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey
    ) -> Bool {
        constantTimeEqual(authenticationCode(for: message, using: key), code)
    }
}
