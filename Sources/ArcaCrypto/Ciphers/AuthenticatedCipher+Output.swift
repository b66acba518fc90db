public import ArcaCore

/// Sealing and opening in caller-owned memory, without an array for the result.
///
/// ```swift
/// let sealed = try [UInt8](capacity: 12 + message.count + 16) { output throws(CryptoError) in
///     try AES.GCM.seal(message, using: key, into: &output)
/// }
/// ```
extension AuthenticatedCipher {
    /// Encrypts and authenticates a message with a random nonce of the default length, into caller-owned memory.
    ///
    /// - Parameters:
    ///   - message: The plaintext, of the lengths that ``seal(_:using:authenticating:tagByteCount:)`` accepts.
    ///   - key: The secret key.
    ///   - aad: Associated data, authenticated but not encrypted.
    ///   - tagByteCount: Length of the tag; a tag shorter than 16 bytes is easier to forge.
    ///   - output: Receives nonce, ciphertext and tag, as in ``SealedMessage/combined``; nothing if the call fails. Too
    ///     little free capacity is a programming error. It must not overlap the message.
    /// - Throws: The errors of ``seal(_:using:authenticating:tagByteCount:)``; ``CryptoError`` with code
    ///   `.invalidParameter` if message and output overlap.
    @inlinable
    public static func seal(
        _ message: borrowing some Bytes, using key: SymmetricKey,
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int = 16,
        into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try cipher(keyByteCount: key.byteCount).cipher.withRequest(
            key: key, nonce: [] as [UInt8], associatedData: aad, tagByteCount: tagByteCount, seals: true
        ) { request throws(CryptoError) in
            try message.withBytes { message throws(CryptoError) in
                try request.combine(message, drawsNonce: true, into: &output)
            }
        }
    }

    /// Encrypts and authenticates a message with the caller's nonce, into caller-owned memory.
    ///
    /// To leave out the nonce, which the receiver may know, use ``AEADCipher``: `cipher(keyByteCount:).seal(…into:)`.
    ///
    /// - Parameters:
    ///   - message: The plaintext, of the lengths that
    ///     ``seal(_:using:nonce:authenticating:tagByteCount:allowsUnusualNonce:)`` accepts.
    ///   - key: The secret key.
    ///   - nonce: The nonce, not secret, unique for this key.
    ///   - aad: Associated data, authenticated but not encrypted.
    ///   - tagByteCount: Length of the tag; a tag shorter than 16 bytes is easier to forge.
    ///   - allowsUnusualNonce: Whether to allow GCM nonces of other lengths than 12 bytes, from 1 byte.
    ///   - output: Receives nonce, ciphertext and tag, as in ``SealedMessage/combined``; nothing if the call fails. Too
    ///     little free capacity is a programming error. It must not overlap the message.
    /// - Throws: The errors of ``seal(_:using:nonce:authenticating:tagByteCount:allowsUnusualNonce:)``;
    ///   ``CryptoError`` with code `.invalidParameter` if message and output overlap.
    @inlinable
    public static func seal(
        _ message: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes,
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int = 16,
        allowsUnusualNonce: Bool = false, into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try cipher(keyByteCount: key.byteCount).cipher.withRequest(
            key: key, nonce: nonce, associatedData: aad, tagByteCount: tagByteCount, seals: true,
            allowsUnusualNonce: allowsUnusualNonce
        ) { request throws(CryptoError) in
            try message.withBytes { message throws(CryptoError) in
                try request.combine(message, drawsNonce: false, into: &output)
            }
        }
    }

    /// Verifies and decrypts a message into caller-owned memory.
    ///
    /// - Parameters:
    ///   - box: Nonce, ciphertext and tag.
    ///   - key: The key that sealed the message.
    ///   - aad: The associated data that the message was sealed with.
    ///   - output: Receives the plaintext. If the call fails, it keeps its count, and plaintext written to it is wiped.
    ///     Too little free capacity is a programming error.
    /// - Throws: The errors of `open(_:using:authenticating:)`.
    @inlinable
    public static func open(
        _ box: SealedBox, using key: SymmetricKey, authenticating aad: borrowing some Bytes = [] as [UInt8],
        into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try open(
            combined: box.combined, using: key, authenticating: aad, nonceByteCount: box.nonceByteCount,
            tagByteCount: box.tagByteCount, into: &output)
    }

    /// Verifies and decrypts nonce, ciphertext and tag into caller-owned memory, without a ``SealedMessage``.
    ///
    /// - Parameters:
    ///   - combined: Nonce, ciphertext and tag, concatenated.
    ///   - key: The key that sealed the message.
    ///   - aad: The associated data that the message was sealed with.
    ///   - nonceByteCount: Length of the nonce.
    ///   - tagByteCount: Length of the tag. Do not take it from the message: an attacker would choose the shortest.
    ///   - output: Receives the plaintext. If the call fails, it keeps its count, and plaintext written to it is wiped.
    ///     Too little free capacity is a programming error. It must not overlap the message.
    /// - Throws: The errors of `open(_:using:authenticating:)`; ``CryptoError`` with code `.invalidInputLength` if the
    ///   input is shorter than nonce and tag, `.invalidIVLength` or `.invalidTagLength` for unsupported lengths,
    ///   `.invalidParameter` if message and output overlap.
    @inlinable
    public static func open(
        combined: borrowing some Bytes, using key: SymmetricKey,
        authenticating aad: borrowing some Bytes = [] as [UInt8],
        nonceByteCount: Int = Self.cipher.cipher.ivByteCount, tagByteCount: Int = 16,
        into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        let cipher = try cipher(keyByteCount: key.byteCount)
        try combined.withBytes { combined throws(CryptoError) in
            try SealedBox.checkCombined(combined.count, nonceByteCount, tagByteCount)
            try cipher.open(
                combined.extracting(nonceByteCount...), using: key, nonce: combined.extracting(..<nonceByteCount),
                authenticating: aad, tagByteCount: tagByteCount, into: &output)
        }
    }
}
