public import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

/// A signify signature: a comment and a line of Base64, optionally followed by the message (`signify -e`).
///
/// ```swift
/// let signature = try SignifySignature(file)
/// var message = try SignedMessage(.whole)
/// try message.update(reading: &reader)
/// guard try signature.isValid(for: message, key: key) else { … }
/// ```
///
/// Source: OpenBSD, signify(1); signify.c.
public struct SignifySignature: Sendable, Hashable {
    /// The number of the key that supposedly signed, 8 bytes.
    public let keyNumber: [UInt8]
    /// The Ed25519 signature over the message, 64 bytes.
    public let signature: [UInt8]
    /// The first line's comment, often `verify with NAME.pub`.
    ///
    /// It is not authenticated; do not open it as a path.
    public let untrustedComment: String

    static let algorithm = Array("Ed".utf8)

    init(keyNumber: [UInt8], signature: [UInt8], untrustedComment: String) {
        self.keyNumber = keyNumber
        self.signature = signature
        self.untrustedComment = untrustedComment
    }

    /// Parses a detached signature file.
    ///
    /// - Parameter file: Exactly two lines, ending in LF or CR LF; the last line ending may be missing.
    /// - Throws: ``SignatureError`` `.malformed`, or `.unsupported` for an unknown algorithm.
    public init(_ file: borrowing some Bytes) throws(SignatureError) {
        self = try file.withText { text throws(SignatureError) in
            let lines = SignatureText.lines(text, maximum: 2)
            guard lines.count == 2 else {
                throw SignatureError(
                    .malformed, "\(lines.count < 2 ? "fewer" : "more") lines than the 2 of a signature of signify")
            }
            return try SignifySignature(text, lines[0], lines[1])
        }
    }

    private init(_ text: Span<UInt8>, _ comment: Range<Int>, _ base64: Range<Int>) throws(SignatureError) {
        let comment = try SignatureText.comment(
            text, comment, prefix: SignatureText.untrustedPrefix, maximum: SignatureText.maximumUntrustedByteCount)
        let structure = try NumberedSignature(text, base64)
        guard structure.algorithm == Self.algorithm else {
            throw SignatureError(.unsupported, at: base64.lowerBound, "a signature of another algorithm than Ed25519")
        }
        self.init(keyNumber: structure.keyNumber, signature: structure.signature, untrustedComment: comment)
    }

    /// Parses a signature embedded in a file before its message.
    ///
    /// - Parameter file: The whole file: two lines ending in LF, then the message.
    /// - Returns: The signature and the offset of the message.
    /// - Throws: ``SignatureError`` as ``init(_:)``.
    public static func embedded(
        in file: borrowing some Bytes
    ) throws(SignatureError) -> (signature: SignifySignature, messageOffset: Int) {
        try file.withBytes { text throws(SignatureError) in
            // Limits the search for line endings, because the message may be long.
            let head = text.extracting(first: SignatureText.maximumUntrustedByteCount + 256)
            let ends = head.indices.filter { head[$0] == .newline }.prefix(2)
            guard ends.count == 2, let end = ends.last else {
                throw SignatureError(.malformed, "expected two lines of signature before the message")
            }
            let lines = SignatureText.lines(head.extracting(first: end + 1))
            return (try SignifySignature(head, lines[0], lines[1]), end + 1)
        }
    }

    /// The encoded signature file; append the message to embed the signature.
    public var text: String {
        let structure = NumberedSignature(algorithm: Self.algorithm, keyNumber: keyNumber, signature: signature)
        return "\(SignatureText.untrustedPrefix)\(untrustedComment)\n\(structure.text)\n"
    }

    /// The key number in hexadecimal, as in ``NumberedPublicKey/keyID``.
    public var keyID: String { NumberedPublicKey.keyID(keyNumber) }

    /// The comment, with control characters escaped for display.
    public var shownComment: String { String(printable: untrustedComment.utf8) }

    /// Verifies the signature.
    ///
    /// - Parameters:
    ///   - message: The complete message, in the form ``SignedMessage/Form/whole``.
    ///   - key: The public key of the expected signer.
    /// - Returns: Whether the signature is valid. Always false for a message of 64 bytes and a key that may belong to
    ///   minisign: the message could be the digest of another file signed with the same key.
    /// - Throws: ``SignatureError`` `.invalidOption` for a message in another form, `.costTooHigh` for a message too
    ///   long to hold in memory.
    public func isValid(for message: SignedMessage, key: SignifyPublicKey) throws(SignatureError) -> Bool {
        guard message.form == .whole else {
            throw SignatureError(.invalidOption, "signify needs the whole message, not its digest")
        }
        let content = try message.content()
        guard keyNumber == key.number, !isAmbiguous(message, key) else { return false }
        return key.key.isValidSignature(signature, for: content)
    }

    func isAmbiguous(_ message: SignedMessage, _ key: SignifyPublicKey) -> Bool {
        message.byteCount == 64 && key.origin != .signify
    }

    /// Signs a message.
    ///
    /// - Parameters:
    ///   - message: The complete message, in the form ``SignedMessage/Form/whole``.
    ///   - key: The secret key.
    ///   - comment: One line of fewer than 1,005 bytes. Nil writes `verify with NAME.pub`, which signify uses to find
    ///     the key.
    /// - Throws: ``SignatureError`` `.invalidOption` for an invalid comment or a message in another form,
    ///   `.costTooHigh` for a message too long to hold in memory.
    public init(
        of message: SignedMessage, using key: SignifySecretKey, comment: String? = nil
    ) throws(SignatureError) {
        guard message.form == .whole else {
            throw SignatureError(.invalidOption, "signify signs the whole message, not its digest")
        }
        let comment = comment ?? "verify with \(key.name).pub"
        try SignatureText.check(comment: comment, maximum: SignatureText.maximumUntrustedByteCount - 19)
        let content = try message.content()
        self.init(
            keyNumber: key.number,
            signature: try SignatureError.wrap { try key.privateKey.signature(for: content) },
            untrustedComment: comment)
    }
}
