public import ArcaCore

/// An encrypted and authenticated message: nonce, ciphertext and tag.
///
/// Use it as `AES.GCM.SealedBox`, `AES.CCM.SealedBox` or `ChaChaPoly.SealedBox`.
public struct SealedMessage<Algorithm: AuthenticatedCipher>: Sendable, Hashable {
    /// Nonce, ciphertext and tag, concatenated; not a copy.
    public let combined: [UInt8]
    @usableFromInline let nonceByteCount: Int
    @usableFromInline let tagByteCount: Int

    /// Parses a ``combined`` representation.
    ///
    /// - Parameters:
    ///   - combined: Nonce, ciphertext and tag, concatenated.
    ///   - nonceByteCount: Length of the nonce.
    ///   - tagByteCount: Length of the tag. Do not take it from the message: an attacker would choose the shortest.
    /// - Throws: ``CryptoError`` with code `.invalidIVLength` or `.invalidTagLength` for unsupported lengths,
    ///   `.invalidInputLength` if the input is shorter than nonce and tag.
    public init(
        combined: borrowing some Bytes, nonceByteCount: Int = Algorithm.cipher.cipher.ivByteCount,
        tagByteCount: Int = 16
    ) throws(CryptoError) {
        let combined = Array(bytes: combined)
        try Self.checkCombined(combined.count, nonceByteCount, tagByteCount)
        self.init(combined, nonceByteCount, tagByteCount)
    }

    @usableFromInline
    static func checkCombined(_ byteCount: Int, _ nonceByteCount: Int, _ tagByteCount: Int) throws(CryptoError) {
        try Algorithm.cipher.cipher.checkIV(nonceByteCount)
        try Algorithm.cipher.cipher.checkTag(tagByteCount)
        guard byteCount - tagByteCount >= nonceByteCount else {
            throw CryptoError(
                .invalidInputLength,
                "\(byteCount) bytes are less than a nonce of \(nonceByteCount) and a tag of \(tagByteCount)")
        }
    }

    /// Creates a message from its parts.
    ///
    /// - Parameters:
    ///   - nonce: The nonce, of a length that the algorithm supports.
    ///   - ciphertext: The ciphertext, of any length.
    ///   - tag: The tag.
    ///   - tagByteCount: The required length of the tag.
    /// - Throws: ``CryptoError`` with code `.invalidIVLength` or `.invalidTagLength`.
    public init(
        nonce: borrowing some Bytes, ciphertext: borrowing some Bytes, tag: borrowing some Bytes,
        tagByteCount: Int = 16
    ) throws(CryptoError) {
        let nonce = Array(bytes: nonce)
        let tag = Array(bytes: tag)
        try Algorithm.cipher.cipher.checkIV(nonce.count)
        try Algorithm.cipher.cipher.checkTag(tagByteCount)
        guard tag.count == tagByteCount else {
            throw CryptoError(.invalidTagLength, "the tag should be \(tagByteCount) bytes long, not \(tag.count)")
        }
        self.init(nonce + Array(bytes: ciphertext) + tag, nonce.count, tagByteCount)
    }

    @usableFromInline
    init(_ combined: [UInt8], _ nonceByteCount: Int, _ tagByteCount: Int) {
        self.combined = combined
        self.nonceByteCount = nonceByteCount
        self.tagByteCount = tagByteCount
    }

    /// A copy of the nonce.
    public var nonce: [UInt8] { Array(combined[..<nonceByteCount]) }

    /// A copy of the ciphertext; ``combined`` avoids it.
    public var ciphertext: [UInt8] { Array(combined[nonceByteCount..<combined.count - tagByteCount]) }

    /// A copy of the tag.
    public var tag: [UInt8] { Array(combined[(combined.count - tagByteCount)...]) }
}
