public import ArcaCodecs

/// A cipher with nonce and tag, chosen when writing: ``AES/GCM``, ``AES/GCMSIV``, ``AES/CCM``, ``AES/EAX``,
/// ``ChaChaPoly``, ``XChaChaPoly``, ``XAES256GCM``.
///
/// ```swift
/// let key = try SymmetricKey(bitCount: 256)
/// let box = try AES.GCM.seal("attack at dawn".utf8, using: key)
/// let plaintext = try AES.GCM.open(box, using: key)
/// ```
public protocol AuthenticatedCipher: Sendable {
    /// The cipher with its longest key.
    static var cipher: Cipher { get }

    /// The cipher with a key of that many bytes.
    ///
    /// - Parameter keyByteCount: Length of the key.
    /// - Returns: The cipher.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    static func cipher(keyByteCount: Int) throws(CryptoError) -> Cipher
}

extension AuthenticatedCipher {
    /// An encrypted and authenticated message: nonce, ciphertext and tag.
    public typealias SealedBox = SealedMessage<Self>

    /// Encrypts and authenticates a message under a random nonce of the usual length.
    ///
    /// - Parameters:
    ///   - message: Any length up to 64 GiB; with CCM less than 16 MiB.
    ///   - key: Secret. With random nonces of 12 bytes, not for more than 2^32 messages (SP 800-38D, section 8.3); with
    ///     those of 24 bytes, for as many as anyone will ever send.
    ///   - aad: Associated data that is authenticated and not encrypted.
    ///   - tagByteCount: Length of the tag; shorter than 16 makes forging easier.
    /// - Returns: Nonce, ciphertext and tag.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidTagLength` or `.invalidInputLength`.
    @inlinable
    public static func seal(
        _ message: borrowing some Bytes, using key: SymmetricKey,
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int = 16
    ) throws(CryptoError) -> SealedBox {
        let cipher = try cipher(keyByteCount: key.byteCount)
        let combined = try message.withBytes { message throws(CryptoError) in
            try aad.withBytes { aad throws(CryptoError) in
                try cipher.sealedWithRandomNonce(message, key, aad, tagByteCount)
            }
        }
        return SealedBox(combined, cipher.ivByteCount, tagByteCount)
    }

    /// Encrypts and authenticates a message under a nonce of the caller.
    ///
    /// - Parameters:
    ///   - message: Any length up to 64 GiB; with CCM less than 2^(8·(15 − nonce length)) bytes and 2 GiB.
    ///   - key: Secret.
    ///   - nonce: Not secret, never used again with the same key: one repetition gives both messages and, for GCM and
    ///     Poly1305, the power to forge away; GCM-SIV then only shows whether the messages are equal. 12 bytes; GCM takes
    ///     1 or more, CCM 7 to 13, EAX any number, the ciphers with X 24.
    ///   - aad: Associated data that is authenticated and not encrypted.
    ///   - tagByteCount: Length of the tag; shorter than 16 makes forging easier.
    /// - Returns: Nonce, ciphertext and tag.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidTagLength`,
    ///   `.invalidInputLength` or `.unsupported`.
    @inlinable
    public static func seal(
        _ message: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes,
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int = 16
    ) throws(CryptoError) -> SealedBox {
        let cipher = try cipher(keyByteCount: key.byteCount)
        return try message.withBytes { message throws(CryptoError) in
            try nonce.withBytes { nonce throws(CryptoError) in
                try aad.withBytes { aad throws(CryptoError) in
                    let combined = try cipher.sealedWithNonce(message, key, nonce, aad, tagByteCount)
                    return SealedBox(combined, nonce.count, tagByteCount)
                }
            }
        }
    }

    /// Checks and decrypts a message.
    ///
    /// - Parameters:
    ///   - box: Nonce, ciphertext and tag.
    ///   - key: The key it was sealed with.
    ///   - aad: The associated data it was sealed with.
    /// - Returns: The plaintext, only when the tag fits.
    /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a wrong key or associated data or a changed
    ///   message, which cannot be told apart, `.invalidKeyLength` or `.unsupported`.
    @inlinable
    public static func open(
        _ box: SealedBox, using key: SymmetricKey, authenticating aad: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let cipher = try cipher(keyByteCount: key.byteCount)
        return try aad.withBytes { aad throws(CryptoError) in try cipher.opened(box, key, aad) }
    }
}

extension Cipher {
    @usableFromInline
    func opened<Algorithm>(
        _ box: SealedMessage<Algorithm>, _ key: SymmetricKey, _ aad: Span<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        let bytes = box.combined.span
        return try opened(
            bytes.extracting(box.nonceByteCount...), key, bytes.extracting(..<box.nonceByteCount), aad,
            box.tagByteCount)
    }
}
