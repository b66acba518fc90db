public import ArcaCore

// Overloads of the CryptoKit calls for any collection of bytes, for code that is generic over `DataProtocol`.
// Contiguous storage is read in place; other collections are copied once.

extension Collection where Element == UInt8 {
    /// Adapts the collection to `Bytes`.
    fileprivate var whole: Slice<Self> { Slice(base: self, bounds: startIndex..<endIndex) }
}

extension StaticHashFunction {
    /// Computes the digest of a collection of bytes.
    ///
    /// - Throws: ``CryptoError`` with code `.unsupported` if libcrypto's configuration does not provide the hash
    ///   function.
    @_disfavoredOverload
    public static func hash(data: some Collection<UInt8>) throws(CryptoError) -> Digest { try hash(data: data.whole) }

    /// Updates the hash with the next bytes; the split into parts does not affect the digest.
    @_disfavoredOverload
    public mutating func update(data: some Collection<UInt8>) { update(data: data.whole) }

    /// Updates the hash with the next bytes; the CryptoKit spelling.
    @inlinable
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { update(data: bufferPointer) }
}

extension PlainHashFunction {
    /// Computes the digest of a collection of bytes.
    @_disfavoredOverload
    public static func hash(data: some Collection<UInt8>) -> Digest { hash(data: data.whole) }
}

extension HMAC {
    /// Updates the MAC with the next bytes; the split into parts does not affect it.
    @_disfavoredOverload
    public mutating func update(data: some Collection<UInt8>) { update(data: data.whole) }

    /// Computes the MAC of a collection of bytes.
    ///
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    @_disfavoredOverload
    public static func authenticationCode(
        for message: some Collection<UInt8>, using key: SymmetricKey
    ) throws(CryptoError) -> MAC { try authenticationCode(for: message.whole, using: key) }

    /// Verifies the MAC of a collection of bytes in constant time; a truncated MAC is invalid.
    ///
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    @_disfavoredOverload
    public static func isValidAuthenticationCode(
        _ code: some Collection<UInt8>, authenticating message: some Collection<UInt8>, using key: SymmetricKey
    ) throws(CryptoError) -> Bool {
        try isValidAuthenticationCode(code.whole, authenticating: message.whole, using: key)
    }
}

extension HMAC where Function: PlainHashFunction {
    /// Computes the MAC of a collection of bytes.
    @_disfavoredOverload
    public static func authenticationCode(for message: some Collection<UInt8>, using key: SymmetricKey) -> MAC {
        authenticationCode(for: message.whole, using: key)
    }

    /// Verifies the MAC of a collection of bytes in constant time; a truncated MAC is invalid.
    @_disfavoredOverload
    public static func isValidAuthenticationCode(
        _ code: some Collection<UInt8>, authenticating message: some Collection<UInt8>, using key: SymmetricKey
    ) -> Bool { isValidAuthenticationCode(code.whole, authenticating: message.whole, using: key) }
}

extension SymmetricKey {
    /// Creates a key from a copy of a collection of bytes; the caller wipes the original.
    @_disfavoredOverload
    public init(data: some Collection<UInt8>) { self.init(data: data.whole) }
}

extension CipherNonce {
    /// Creates a nonce of the cipher's default length from a collection of bytes.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidIVLength` for any other length.
    @_disfavoredOverload
    public init(data: some Collection<UInt8>) throws(CryptoError) { try self.init(data: data.whole) }
}

extension SealedMessage {
    /// Parses a ``combined`` representation: nonce, ciphertext and tag of the default lengths.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` if the input is shorter than nonce and tag.
    @_disfavoredOverload
    public init(combined: some Collection<UInt8>) throws(CryptoError) { try self.init(combined: combined.whole) }
}

extension AuthenticatedCipher {
    /// Encrypts and authenticates a collection of bytes; without a nonce, which must be unique for the key, with a
    /// random one.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidInputLength`.
    @_disfavoredOverload
    public static func seal(
        _ message: some Collection<UInt8>, using key: SymmetricKey, nonce: Nonce? = nil,
        authenticating aad: some Collection<UInt8> = EmptyCollection()
    ) throws(CryptoError) -> SealedBox {
        guard let nonce else { return try seal(message.whole, using: key, authenticating: aad.whole) }
        return try seal(message.whole, using: key, nonce: nonce, authenticating: aad.whole)
    }

    /// Verifies and decrypts a message with a collection of bytes as associated data.
    ///
    /// - Throws: ``CryptoError`` with code `.authenticationFailed` if the tag does not match, `.invalidKeyLength` or
    ///   `.unsupported`.
    @_disfavoredOverload
    public static func open(
        _ box: SealedBox, using key: SymmetricKey, authenticating aad: some Collection<UInt8>
    ) throws(CryptoError) -> [UInt8] { try open(box, using: key, authenticating: aad.whole) }
}
