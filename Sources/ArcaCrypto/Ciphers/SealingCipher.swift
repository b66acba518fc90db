public import ArcaCore

/// A cipher, chosen at run time, that encrypts and authenticates: ``AEADCipher``, and ``Cipher`` if its row does.
public protocol SealingCipher: Sendable {
    /// The cipher's row, with its name and lengths.
    var cipher: Cipher { get }
}

extension SealingCipher {
    /// Encrypts and authenticates a message in one place.
    ///
    /// - Parameters:
    ///   - message: Any length up to 64 GiB for GCM and GCM-SIV; for CCM less than 2^(8·(15 − nonce length)) bytes and
    ///     2 GiB.
    ///   - key: Secret, ``Cipher/keyByteCount`` bytes.
    ///   - nonce: Not secret, never used again with the same key: one repetition reveals both messages and, for GCM and
    ///     Poly1305, lets others forge; with GCM-SIV it only shows whether the messages are equal. ``Cipher/ivByteCount``
    ///     bytes; CCM takes 7 to 13, EAX any number, SIV none.
    ///   - aad: Associated data that is authenticated and not encrypted. For SIV, empty data counts as no string at all;
    ///     ``AES/SIV`` takes several.
    ///   - tagByteCount: Length of the tag, ``Cipher/tagByteCount`` unless given; a shorter one makes forging easier.
    ///   - allowsUnusualNonce: Whether GCM takes a nonce of other than 12 bytes, from 1. Such nonces are hashed, so random
    ///     ones collide after fewer messages, and short ones run out.
    /// - Returns: Ciphertext and tag, ``Cipher/sealedByteCount(forMessage:tagByteCount:)`` bytes; for SIV the synthetic
    ///   initialization vector, which is its tag, and ciphertext.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidTagLength`,
    ///   `.invalidInputLength`, `.invalidParameter` for a cipher that authenticates nothing, or `.unsupported`.
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

    /// Encrypts and authenticates a message into memory of the caller.
    ///
    /// - Parameters:
    ///   - message: As for ``seal(_:using:nonce:authenticating:tagByteCount:allowsUnusualNonce:)``, like the other
    ///     parameters.
    ///   - key: Secret, ``Cipher/keyByteCount`` bytes.
    ///   - nonce: Never used again with the same key.
    ///   - aad: Associated data.
    ///   - tagByteCount: Length of the tag.
    ///   - allowsUnusualNonce: Whether GCM takes a nonce of other than 12 bytes.
    ///   - output: Receives ciphertext and tag; its free capacity must suffice.
    /// - Throws: As ``seal(_:using:nonce:authenticating:tagByteCount:allowsUnusualNonce:)``.
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

    /// Checks and decrypts what was sealed.
    ///
    /// - Parameters:
    ///   - sealed: Ciphertext and tag; for SIV the synthetic initialization vector and ciphertext.
    ///   - key: The key it was sealed with.
    ///   - nonce: The nonce it was sealed with, of any length that the cipher has.
    ///   - aad: The associated data it was sealed with.
    ///   - tagByteCount: The length of its tag. State it, do not take it from the message: an attacker who may choose it
    ///     chooses the shortest.
    /// - Returns: The plaintext, only when the tag is right.
    /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a wrong key, nonce or associated data or a
    ///   changed message, which look the same, or one of those of
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

    /// Checks and decrypts what was sealed into memory of the caller; on a failure nothing is appended.
    ///
    /// - Parameters:
    ///   - sealed: As for ``open(_:using:nonce:authenticating:tagByteCount:)``, like the other parameters.
    ///   - key: The key it was sealed with.
    ///   - nonce: The nonce it was sealed with.
    ///   - aad: The associated data it was sealed with.
    ///   - tagByteCount: The length of its tag.
    ///   - output: Receives the plaintext; its free capacity must suffice, and what was written is wiped on a failure.
    /// - Throws: As ``open(_:using:nonce:authenticating:tagByteCount:)``.
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
