public import ArcaCore

/// An encrypted and authenticated message: nonce, ciphertext and tag.
///
/// Written as `AES.GCM.SealedBox`, `AES.CCM.SealedBox` or `ChaChaPoly.SealedBox`.
public struct SealedMessage<Algorithm: AuthenticatedCipher>: Sendable, Hashable {
    /// Nonce, ciphertext and tag, one after the other; making it costs nothing.
    public let combined: [UInt8]
    let nonceByteCount: Int
    let tagByteCount: Int

    /// Takes apart what ``combined`` gave.
    ///
    /// - Parameters:
    ///   - combined: Nonce, ciphertext and tag.
    ///   - nonceByteCount: How many of the first bytes are the nonce.
    ///   - tagByteCount: How many of the last bytes are the tag. State it, do not take it from the message: an
    ///     attacker who may choose it chooses the shortest.
    /// - Throws: ``CryptoError`` with code `.invalidIVLength` or `.invalidTagLength` for lengths that the algorithm does
    ///   not have, `.invalidInputLength` when there are fewer bytes than nonce and tag take.
    public init(
        combined: borrowing some Bytes, nonceByteCount: Int = Algorithm.cipher.cipher.ivByteCount,
        tagByteCount: Int = 16
    ) throws(CryptoError) {
        try Algorithm.cipher.cipher.checkIV(nonceByteCount)
        try Algorithm.cipher.cipher.checkTag(tagByteCount)
        self.init(Array(bytes: combined), nonceByteCount, tagByteCount)
        guard self.combined.count - tagByteCount >= nonceByteCount else {
            throw CryptoError(
                .invalidInputLength,
                "\(self.combined.count) bytes are less than a nonce of \(nonceByteCount) and a tag of \(tagByteCount)")
        }
    }

    /// Puts a message together from its parts.
    ///
    /// - Parameters:
    ///   - nonce: The nonce, of a length that the algorithm has.
    ///   - ciphertext: The ciphertext, any length.
    ///   - tag: The tag.
    ///   - tagByteCount: The length that the tag must have.
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

    /// The nonce, a copy.
    public var nonce: [UInt8] { Array(combined[..<nonceByteCount]) }

    /// The ciphertext, a copy; ``combined`` spares it.
    public var ciphertext: [UInt8] { Array(combined[nonceByteCount..<combined.count - tagByteCount]) }

    /// The tag, a copy.
    public var tag: [UInt8] { Array(combined[(combined.count - tagByteCount)...]) }
}
