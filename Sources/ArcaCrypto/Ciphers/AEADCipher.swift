public import ArcaCore

/// An authenticated cipher selected at run time: ``Cipher/aead``, or by name.
///
/// If the cipher is known at compile time, use its type, an ``AuthenticatedCipher``.
public struct AEADCipher: Sendable, Hashable {
    /// The underlying cipher.
    public let cipher: Cipher

    /// Skips the check.
    init(trusted cipher: Cipher) { self.cipher = cipher }

    /// Finds an authenticated cipher by name.
    ///
    /// - Parameter name: A name that ``Cipher/init(named:)`` accepts.
    /// - Throws: ``CryptoError`` with code `.unknownAlgorithm`, or `.invalidParameter` for an unauthenticated cipher.
    public init(named name: String) throws(CryptoError) {
        let cipher = try Cipher(named: name)
        guard let aead = cipher.aead else {
            throw CryptoError(.invalidParameter, "\(cipher.name) has no authentication tag")
        }
        self = aead
    }

    /// Encrypts and authenticates a message.
    ///
    /// - Parameters:
    ///   - message: The plaintext, up to 64 GiB for GCM and GCM-SIV; for CCM, less than 2^(8·(15 − nonce length)) bytes
    ///     and 2 GiB.
    ///   - key: The secret key, ``Cipher/keyByteCount`` bytes.
    ///   - nonce: The nonce, not secret, unique for this key. Reuse reveals both messages and, for GCM and Poly1305,
    ///     allows forgeries; for GCM-SIV it only reveals whether the messages are equal. ``Cipher/ivByteCount`` bytes;
    ///     7 to 13 for CCM, any length for EAX, empty for SIV.
    ///   - aad: Associated data, authenticated but not encrypted. For SIV, empty data means no string; ``AES/SIV``
    ///     takes several strings.
    ///   - tagByteCount: Length of the tag; ``Cipher/tagByteCount`` by default. A shorter tag is easier to forge.
    ///   - allowsUnusualNonce: Whether to allow GCM nonces of other lengths than 12 bytes, from 1 byte. Such nonces are
    ///     hashed, so random ones collide after fewer messages; short ones run out.
    /// - Returns: Ciphertext and tag, ``Cipher/sealedByteCount(forMessage:tagByteCount:)`` bytes; for SIV, the
    ///   synthetic initialization vector, which is the tag, followed by the ciphertext.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidTagLength`,
    ///   `.invalidInputLength` or `.unsupported`.
    @inlinable
    public func seal(
        _ message: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes = [] as [UInt8],
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int? = nil,
        allowsUnusualNonce: Bool = false
    ) throws(CryptoError) -> [UInt8] {
        try cipher.withRequest(
            key: key, nonce: nonce, associatedData: aad, tagByteCount: tagByteCount, seals: true,
            allowsUnusualNonce: allowsUnusualNonce
        ) { request throws(CryptoError) in
            try message.withBytes { message throws(CryptoError) in try request.sealed(message) }
        }
    }

    /// Encrypts and authenticates a message into caller-owned memory.
    ///
    /// `output` receives ciphertext and tag and must have enough free capacity. The other parameters are those of
    /// ``seal(_:using:nonce:authenticating:tagByteCount:allowsUnusualNonce:)``.
    ///
    /// - Throws: The errors of ``seal(_:using:nonce:authenticating:tagByteCount:allowsUnusualNonce:)``.
    @inlinable
    public func seal(
        _ message: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes = [] as [UInt8],
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int? = nil,
        allowsUnusualNonce: Bool = false, into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try cipher.withRequest(
            key: key, nonce: nonce, associatedData: aad, tagByteCount: tagByteCount, seals: true,
            allowsUnusualNonce: allowsUnusualNonce
        ) { request throws(CryptoError) in
            try message.withBytes { message throws(CryptoError) in try request.seal(message, into: &output) }
        }
    }

    /// Verifies and decrypts a sealed message.
    ///
    /// - Parameters:
    ///   - sealed: Ciphertext and tag; for SIV, the synthetic initialization vector and the ciphertext.
    ///   - key: The key that sealed the message.
    ///   - nonce: The nonce that the message was sealed with, of any length that the cipher supports.
    ///   - aad: The associated data that the message was sealed with.
    ///   - tagByteCount: Length of the tag. Do not take it from the message: an attacker would choose the shortest.
    /// - Returns: The plaintext.
    /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a wrong key, nonce or associated data, or a
    ///   modified message (the cases are indistinguishable), or an error of
    ///   ``seal(_:using:nonce:authenticating:tagByteCount:allowsUnusualNonce:)``.
    @inlinable
    public func open(
        _ sealed: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes = [] as [UInt8],
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int? = nil
    ) throws(CryptoError) -> [UInt8] {
        try cipher.withRequest(
            key: key, nonce: nonce, associatedData: aad, tagByteCount: tagByteCount, seals: false
        ) { request throws(CryptoError) in
            try sealed.withBytes { sealed throws(CryptoError) in try request.opened(sealed) }
        }
    }

    /// Verifies and decrypts a sealed message into caller-owned memory; appends nothing on failure.
    ///
    /// `output` receives the plaintext and must have enough free capacity; on failure, anything written is wiped. The
    /// other parameters are those of ``open(_:using:nonce:authenticating:tagByteCount:)``.
    ///
    /// - Throws: The errors of ``open(_:using:nonce:authenticating:tagByteCount:)``.
    @inlinable
    public func open(
        _ sealed: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes = [] as [UInt8],
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int? = nil,
        into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try cipher.withRequest(
            key: key, nonce: nonce, associatedData: aad, tagByteCount: tagByteCount, seals: false
        ) { request throws(CryptoError) in
            try sealed.withBytes { sealed throws(CryptoError) in try request.open(sealed, into: &output) }
        }
    }
}
