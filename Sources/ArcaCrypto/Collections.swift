public import ArcaCore

// The calls of CryptoKit with any collection of bytes, as generic code over `DataProtocol` has them. What lies in one place is
// read there; the rest is copied once.

extension Collection where Element == UInt8 {
    /// The bytes as what functions read.
    fileprivate var whole: Slice<Self> { Slice(base: self, bounds: startIndex..<endIndex) }
}

extension StaticHashFunction {
    /// Computes the digest of the bytes of any collection.
    ///
    /// - Parameter data: The message, any length.
    /// - Returns: The digest.
    /// - Throws: ``CryptoError`` with code `.unsupported` when libcrypto's configuration does not offer the function.
    @_disfavoredOverload
    public static func hash(data: some Collection<UInt8>) throws(CryptoError) -> Digest { try hash(data: data.whole) }

    /// Takes in the next piece of the message, the bytes of any collection.
    ///
    /// - Parameter data: Any number of bytes; where the message is cut does not matter.
    @_disfavoredOverload
    public mutating func update(data: some Collection<UInt8>) { update(data: data.whole) }

    /// Takes in the next piece of the message, as CryptoKit spells it.
    ///
    /// - Parameter bufferPointer: Any number of bytes; where the message is cut does not matter.
    @inlinable
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { update(data: bufferPointer) }
}

extension PlainHashFunction {
    /// Computes the digest of the bytes of any collection.
    ///
    /// - Parameter data: The message, any length.
    /// - Returns: The digest.
    @_disfavoredOverload
    public static func hash(data: some Collection<UInt8>) -> Digest { hash(data: data.whole) }
}

extension HMAC {
    /// Takes in the next piece of the message, the bytes of any collection.
    ///
    /// - Parameter data: Any number of bytes; where the message is cut does not matter.
    @_disfavoredOverload
    public mutating func update(data: some Collection<UInt8>) { update(data: data.whole) }

    /// Computes the code of the bytes of any collection.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: Secret, best as long as the digest; longer than a block it is hashed first.
    /// - Returns: The code, as long as the digest; not secret.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    @_disfavoredOverload
    public static func authenticationCode(
        for message: some Collection<UInt8>, using key: SymmetricKey
    ) throws(CryptoError) -> MAC { try authenticationCode(for: message.whole, using: key) }

    /// Whether a code is that of the bytes of any collection, in a time that does not depend on how much of it is right.
    ///
    /// - Parameters:
    ///   - code: The whole code; a shorter one is wrong.
    ///   - message: Any length.
    ///   - key: Secret.
    /// - Returns: Whether it is valid.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    @_disfavoredOverload
    public static func isValidAuthenticationCode(
        _ code: some Collection<UInt8>, authenticating message: some Collection<UInt8>, using key: SymmetricKey
    ) throws(CryptoError) -> Bool {
        try isValidAuthenticationCode(code.whole, authenticating: message.whole, using: key)
    }
}

extension HMAC where Function: PlainHashFunction {
    /// Computes the code of the bytes of any collection.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: Secret, best as long as the digest; longer than a block it is hashed first.
    /// - Returns: The code, as long as the digest; not secret.
    @_disfavoredOverload
    public static func authenticationCode(for message: some Collection<UInt8>, using key: SymmetricKey) -> MAC {
        authenticationCode(for: message.whole, using: key)
    }

    /// Whether a code is that of the bytes of any collection, in a time that does not depend on how much of it is right.
    ///
    /// - Parameters:
    ///   - code: The whole code; a shorter one is wrong.
    ///   - message: Any length.
    ///   - key: Secret.
    /// - Returns: Whether it is valid.
    @_disfavoredOverload
    public static func isValidAuthenticationCode(
        _ code: some Collection<UInt8>, authenticating message: some Collection<UInt8>, using key: SymmetricKey
    ) -> Bool { isValidAuthenticationCode(code.whole, authenticating: message.whole, using: key) }
}

extension SymmetricKey {
    /// Makes a key that is a copy of the bytes of any collection; wiping the original is the caller's business.
    ///
    /// - Parameter data: The key, of the length that the algorithm asks for.
    @_disfavoredOverload
    public init(data: some Collection<UInt8>) { self.init(data: data.whole) }
}

extension CipherNonce {
    /// Makes a nonce of the bytes of any collection.
    ///
    /// - Parameter data: As many bytes as the cipher usually takes.
    /// - Throws: ``CryptoError`` with code `.invalidIVLength` for any other number.
    @_disfavoredOverload
    public init(data: some Collection<UInt8>) throws(CryptoError) { try self.init(data: data.whole) }
}

extension SealedMessage {
    /// Takes apart what ``combined`` gave, with a nonce and a tag of the usual lengths.
    ///
    /// - Parameter combined: Nonce, ciphertext and tag.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` when there are fewer bytes than nonce and tag take.
    @_disfavoredOverload
    public init(combined: some Collection<UInt8>) throws(CryptoError) { try self.init(combined: combined.whole) }
}

extension AuthenticatedCipher {
    /// Encrypts and authenticates the bytes of any collection.
    ///
    /// - Parameters:
    ///   - message: Any length up to 64 GiB; with CCM less than 16 MiB.
    ///   - key: Secret.
    ///   - nonce: Never used again with the same key; nil for a random one.
    ///   - aad: Associated data that is authenticated and not encrypted.
    /// - Returns: Nonce, ciphertext and tag.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidInputLength`.
    @_disfavoredOverload
    public static func seal(
        _ message: some Collection<UInt8>, using key: SymmetricKey, nonce: Nonce? = nil,
        authenticating aad: some Collection<UInt8> = EmptyCollection()
    ) throws(CryptoError) -> SealedBox {
        guard let nonce else { return try seal(message.whole, using: key, authenticating: aad.whole) }
        return try seal(message.whole, using: key, nonce: nonce, authenticating: aad.whole)
    }

    /// Checks and decrypts a message whose associated data is any collection of bytes.
    ///
    /// - Parameters:
    ///   - box: Nonce, ciphertext and tag.
    ///   - key: The key it was sealed with.
    ///   - aad: The associated data it was sealed with.
    /// - Returns: The plaintext, only when the tag is right.
    /// - Throws: ``CryptoError`` as `open` with associated data in one place.
    @_disfavoredOverload
    public static func open(
        _ box: SealedBox, using key: SymmetricKey, authenticating aad: some Collection<UInt8>
    ) throws(CryptoError) -> [UInt8] { try open(box, using: key, authenticating: aad.whole) }
}
