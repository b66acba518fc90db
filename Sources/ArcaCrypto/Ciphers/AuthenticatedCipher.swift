public import ArcaCore

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
    static var cipher: AEADCipher { get }
}

extension AuthenticatedCipher {
    /// An encrypted and authenticated message: nonce, ciphertext and tag.
    public typealias SealedBox = SealedMessage<Self>

    /// The cipher with a key of a given length.
    ///
    /// - Parameter keyByteCount: 16, 24 or 32 bytes for the ciphers of ``AES``, else 32.
    /// - Returns: The cipher.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public static func cipher(keyByteCount: Int) throws(CryptoError) -> AEADCipher {
        // Not a copy of the row, which would count references to its parts.
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
        let cipher = try cipher(keyByteCount: key.byteCount).cipher
        let combined = try cipher.withRequest(
            key: key, nonce: [] as [UInt8], associatedData: aad, tagByteCount: tagByteCount, seals: true
        ) { request throws(CryptoError) in
            try message.withBytes { message throws(CryptoError) in try request.combined(message, drawsNonce: true) }
        }
        return SealedBox(combined, cipher.ivByteCount, tagByteCount)
    }

    /// Encrypts and authenticates a message under a nonce of the caller.
    ///
    /// - Parameters:
    ///   - message: Any length up to 64 GiB; with CCM less than 2^(8·(15 − nonce length)) bytes and 2 GiB.
    ///   - key: Secret.
    ///   - nonce: Not secret, never used again with the same key: one repetition reveals both messages and, for GCM and
    ///     Poly1305, lets others forge; with GCM-SIV it only shows whether the messages are equal. 12 bytes; CCM takes 7 to
    ///     13, EAX any number, the ciphers with X 24.
    ///   - aad: Associated data that is authenticated and not encrypted.
    ///   - tagByteCount: Length of the tag; shorter than 16 makes forging easier.
    ///   - allowsUnusualNonce: Whether GCM takes a nonce of other than 12 bytes, from 1. Such nonces are hashed, so random
    ///     ones collide after fewer messages, and short ones run out.
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

    /// Checks and decrypts a message.
    ///
    /// - Parameters:
    ///   - box: Nonce, ciphertext and tag.
    ///   - key: The key it was sealed with.
    ///   - aad: The associated data it was sealed with.
    /// - Returns: The plaintext, only when the tag is right.
    /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a wrong key or associated data or a changed
    ///   message, which look the same, `.invalidKeyLength` or `.unsupported`.
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
    /// Galois/counter mode: authenticated encryption, the usual choice.
    ///
    /// Source: SP 800-38D.
    public enum GCM: AuthenticatedCipher {
        /// AES-256-GCM as a value.
        public static let cipher = AEADCipher(trusted: .aes256GCM)
    }

    /// Counter with CBC-MAC: authenticated encryption for protocols that ask for it; slower than GCM.
    ///
    /// The nonce's length n limits the message to less than 2^(8·(15 − n)) bytes: 64 KiB with 13, 16 MiB with 12.
    ///
    /// Source: SP 800-38C, RFC 3610.
    public enum CCM: AuthenticatedCipher {
        /// AES-256-CCM as a value.
        public static let cipher = AEADCipher(trusted: Cipher.known(.aes, .ccm, keyByteCount: 32))
    }

    /// GCM-SIV: authenticated encryption that survives repeated nonces.
    ///
    /// A nonce used twice with one key shows whether the two messages are equal, and nothing else. The message is needed
    /// as a whole. Composed of libcrypto's AES and GHASH.
    ///
    /// Source: RFC 8452, which has keys of 16 and 32 bytes; those of 24 are OpenSSL's addition.
    public enum GCMSIV: AuthenticatedCipher {
        /// AES-256-GCM-SIV as a value.
        public static let cipher = AEADCipher(trusted: Cipher.known(.aes, .gcmSIV, keyByteCount: 32))
    }

    /// EAX: authenticated encryption with nonces of any length, for protocols that ask for it.
    ///
    /// Composed of libcrypto's counter mode and CMAC; a third of GCM's speed.
    ///
    /// Source: Bellare, Rogaway, Wagner: The EAX Mode of Operation, 2004.
    public enum EAX: AuthenticatedCipher {
        /// AES-256-EAX as a value.
        public static let cipher = AEADCipher(trusted: Cipher.known(.aes, .eax, keyByteCount: 32))
    }
}

/// ChaCha20-Poly1305: authenticated encryption with a key of 32 and a nonce of 12 bytes.
///
/// Source: RFC 8439, section 2.8.
public enum ChaChaPoly: AuthenticatedCipher {
    /// The cipher as a value.
    public static let cipher = AEADCipher(trusted: .chaCha20Poly1305)
}

/// XChaCha20-Poly1305: authenticated encryption with a key of 32 and a nonce of 24 bytes, long enough to be random always.
///
/// Each nonce gives a key of its own (HChaCha20), under which libcrypto's ChaCha20-Poly1305 does the work.
///
/// Source: draft-irtf-cfrg-xchacha-03.
public enum XChaChaPoly: AuthenticatedCipher {
    /// The cipher as a value.
    public static let cipher = AEADCipher(trusted: Cipher.known(.xChaCha20, .poly1305, keyByteCount: 32))
}

/// XAES-256-GCM: authenticated encryption with a key of 32 and a nonce of 24 bytes, long enough to be random always.
///
/// Each nonce gives a key of its own (SP 800-108 with CMAC), under which libcrypto's AES-256-GCM does the work.
///
/// Source: C2SP, `XAES-256-GCM.md`.
public enum XAES256GCM: AuthenticatedCipher {
    /// The cipher as a value.
    public static let cipher = AEADCipher(trusted: Cipher.known(.xAES, .gcm, keyByteCount: 32))
}

extension Cipher {
    static let aes256GCM = known(.aes, .gcm, keyByteCount: 32)
    static let chaCha20Poly1305 = known(.chaCha20, .poly1305, keyByteCount: 32)
}
