public import ArcaCore

/// An authenticated cipher with a nonce and a tag, selected at compile time.
///
/// The ciphers are ``AES/GCM``, ``AES/GCMSIV``, ``AES/CCM``, ``AES/EAX``, ``ChaChaPoly``, ``XChaChaPoly`` and
/// ``XAES256GCM``.
///
/// ```swift
/// let key = try SymmetricKey(bitCount: 256)
/// let box = try AES.GCM.seal("attack at dawn".utf8, using: key)
/// let plaintext = try AES.GCM.open(box, using: key)
/// ```
public protocol AuthenticatedCipher: Sendable {
    /// The cipher with its longest key length.
    static var cipher: AEADCipher { get }
}

extension AuthenticatedCipher {
    /// An encrypted and authenticated message: nonce, ciphertext and tag.
    public typealias SealedBox = SealedMessage<Self>

    /// The cipher for a key length.
    ///
    /// - Parameter keyByteCount: 16, 24 or 32 bytes for ``AES`` ciphers; 32 for the others.
    /// - Returns: The cipher.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public static func cipher(keyByteCount: Int) throws(CryptoError) -> AEADCipher {
        // A pointer to the row: a copy would retain its parts.
        let place = cipher.cipher.row
        guard let found = Cipher.find(place.pointee.primitive, place.pointee.mode, keyByteCount: keyByteCount) else {
            let row = place.pointee
            let counts = row.primitive == .aes ? AES.keyByteCounts : [row.keyByteCount]
            let name = row.primitive == .aes ? "AES-\(row.mode.name)" : row.name
            throw CryptoError(
                .invalidKeyLength,
                "\(name) takes a key of \(counts.map { "\($0)" }.joined(separator: " or ")) bytes, not \(keyByteCount)")
        }
        return AEADCipher(trusted: found)
    }

    /// Encrypts and authenticates a message with a random nonce of the default length.
    ///
    /// - Parameters:
    ///   - message: The plaintext, up to 64 GiB; less than 16 MiB for CCM.
    ///   - key: The secret key. With random 12-byte nonces, seal at most 2^32 messages with one key (SP 800-38D,
    ///     section 8.3); with 24-byte nonces there is no practical limit.
    ///   - aad: Associated data, authenticated but not encrypted.
    ///   - tagByteCount: Length of the tag; a tag shorter than 16 bytes is easier to forge.
    /// - Returns: Nonce, ciphertext and tag.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidTagLength` or `.invalidInputLength`.
    @inlinable
    public static func seal(
        _ message: borrowing some Bytes, using key: SymmetricKey,
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int = 16
    ) throws(CryptoError) -> SealedBox {
        let cipher = try cipher(keyByteCount: key.byteCount).cipher
        let combined = try cipher.withRequest(
            key: key, nonce: [] as [UInt8], associatedData: aad, tagByteCount: tagByteCount, seals: true
        ) { request throws(CryptoError) in
            try message.withBytes { message throws(CryptoError) in try request.combined(message, drawsNonce: true) }
        }
        return SealedBox(combined, cipher.ivByteCount, tagByteCount)
    }

    /// Encrypts and authenticates a message with the caller's nonce.
    ///
    /// - Parameters:
    ///   - message: The plaintext, up to 64 GiB; for CCM, less than 2^(8·(15 − nonce length)) bytes and 2 GiB.
    ///   - key: The secret key.
    ///   - nonce: The nonce, not secret, unique for this key. Reuse reveals both messages and, for GCM and Poly1305,
    ///     allows forgeries; for GCM-SIV it only reveals whether the messages are equal. 12 bytes; 7 to 13 for CCM, any
    ///     length for EAX, 24 for XChaChaPoly and XAES256GCM.
    ///   - aad: Associated data, authenticated but not encrypted.
    ///   - tagByteCount: Length of the tag; a tag shorter than 16 bytes is easier to forge.
    ///   - allowsUnusualNonce: Whether to allow GCM nonces of other lengths than 12 bytes, from 1 byte. Such nonces are
    ///     hashed, so random ones collide after fewer messages; short ones run out.
    /// - Returns: Nonce, ciphertext and tag.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidTagLength`,
    ///   `.invalidInputLength` or `.unsupported`.
    @inlinable
    public static func seal(
        _ message: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes,
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int = 16,
        allowsUnusualNonce: Bool = false
    ) throws(CryptoError) -> SealedBox {
        let cipher = try cipher(keyByteCount: key.byteCount).cipher
        let nonceByteCount = nonce.withBytes { $0.count }
        let combined = try cipher.withRequest(
            key: key, nonce: nonce, associatedData: aad, tagByteCount: tagByteCount, seals: true,
            allowsUnusualNonce: allowsUnusualNonce
        ) { request throws(CryptoError) in
            try message.withBytes { message throws(CryptoError) in try request.combined(message, drawsNonce: false) }
        }
        return SealedBox(combined, nonceByteCount, tagByteCount)
    }

    /// Verifies and decrypts a message, with the key and associated data that it was sealed with.
    ///
    /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a wrong key or associated data, or a modified
    ///   message (the cases are indistinguishable); `.invalidKeyLength` or `.unsupported`.
    @inlinable
    public static func open(
        _ box: SealedBox, using key: SymmetricKey, authenticating aad: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let cipher = try cipher(keyByteCount: key.byteCount).cipher
        return try aad.withBytes { aad throws(CryptoError) in try cipher.opened(box, key: key, associatedData: aad) }
    }
}

extension Cipher {
    @usableFromInline
    func opened<Algorithm>(
        _ box: SealedMessage<Algorithm>, key: SymmetricKey, associatedData: Span<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        defer { withExtendedLifetime(key) {} }
        let bytes = box.combined.span
        return try bytes.extracting(..<box.nonceByteCount).withUnsafeBufferPointer { nonce throws(CryptoError) in
            try associatedData.withUnsafeBufferPointer { data throws(CryptoError) in
                try CipherRequest(
                    self, key: key, iv: nonce, associatedData: data, tagByteCount: box.tagByteCount, encrypts: false
                ).opened(bytes.extracting(box.nonceByteCount...))
            }
        }
    }
}

extension AES {
    /// Galois/Counter Mode: authenticated encryption, the default choice.
    ///
    /// Source: SP 800-38D.
    public enum GCM: AuthenticatedCipher {
        /// AES-256-GCM as a runtime value.
        public static let cipher = AEADCipher(trusted: .aes256GCM)
    }

    /// Counter with CBC-MAC: authenticated encryption for protocols that require it; slower than GCM.
    ///
    /// A nonce of n bytes limits the message to less than 2^(8·(15 − n)) bytes: 64 KiB for n = 13, 16 MiB for n = 12.
    ///
    /// Source: SP 800-38C, RFC 3610.
    public enum CCM: AuthenticatedCipher {
        /// AES-256-CCM as a runtime value.
        public static let cipher = AEADCipher(trusted: Cipher.known(.aes, .ccm, keyByteCount: 32))
    }

    /// GCM-SIV: authenticated encryption that tolerates repeated nonces.
    ///
    /// Reusing a nonce with the same key only reveals whether the messages are equal. The whole message must be
    /// available at once. Composed of libcrypto's AES and GHASH.
    ///
    /// Source: RFC 8452 for keys of 16 and 32 bytes; 24-byte keys are an OpenSSL extension.
    public enum GCMSIV: AuthenticatedCipher {
        /// AES-256-GCM-SIV as a runtime value.
        public static let cipher = AEADCipher(trusted: Cipher.known(.aes, .gcmSIV, keyByteCount: 32))
    }

    /// EAX: authenticated encryption with nonces of any length, for protocols that require it.
    ///
    /// Composed of libcrypto's CTR and CMAC; a third of the speed of GCM.
    ///
    /// Source: Bellare, Rogaway, Wagner: The EAX Mode of Operation, 2004.
    public enum EAX: AuthenticatedCipher {
        /// AES-256-EAX as a runtime value.
        public static let cipher = AEADCipher(trusted: Cipher.known(.aes, .eax, keyByteCount: 32))
    }
}

/// ChaCha20-Poly1305: authenticated encryption with a 32-byte key and a 12-byte nonce.
///
/// Source: RFC 8439, section 2.8.
public enum ChaChaPoly: AuthenticatedCipher {
    /// ChaCha20-Poly1305 as a runtime value.
    public static let cipher = AEADCipher(trusted: .chaCha20Poly1305)
}

/// XChaCha20-Poly1305: authenticated encryption with a 32-byte key and a 24-byte nonce, long enough to be random.
///
/// HChaCha20 derives a key per nonce for libcrypto's ChaCha20-Poly1305.
///
/// Source: draft-irtf-cfrg-xchacha-03.
public enum XChaChaPoly: AuthenticatedCipher {
    /// XChaCha20-Poly1305 as a runtime value.
    public static let cipher = AEADCipher(trusted: Cipher.known(.xChaCha20, .poly1305, keyByteCount: 32))
}

/// XAES-256-GCM: authenticated encryption with a 32-byte key and a 24-byte nonce, long enough to be random.
///
/// SP 800-108 with CMAC derives a key per nonce for libcrypto's AES-256-GCM.
///
/// Source: C2SP, `XAES-256-GCM.md`.
public enum XAES256GCM: AuthenticatedCipher {
    /// XAES-256-GCM as a runtime value.
    public static let cipher = AEADCipher(trusted: Cipher.known(.xAES, .gcm, keyByteCount: 32))
}
