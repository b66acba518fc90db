internal import ArcaCodecs
public import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

/// A minisign signature file: four lines, including two comments.
///
/// The trusted comment is signed together with the signature; the untrusted comment is not signed.
///
/// ```swift
/// let signature = try MinisignSignature(file)
/// var message = try SignedMessage(signature.messageForm)
/// try message.update(reading: &reader)
/// guard try signature.isValid(for: message, key: key) else { … }
/// print(signature.shownTrustedComment)
/// ```
///
/// Source: minisign's manual, "SIGNATURE FORMAT".
public struct MinisignSignature: Sendable, Hashable {
    /// The ID of the key that supposedly signed, 8 bytes.
    public let keyNumber: [UInt8]
    /// Whether the signature covers the digest of the message (`ED`) or the message itself (`Ed`, legacy).
    public let isPrehashed: Bool
    /// The signature over the message, 64 bytes.
    public let signature: [UInt8]
    /// The comment on the first line, which is not authenticated.
    public let untrustedComment: String
    /// The comment on the third line, which can be trusted only after verification; it may contain control characters.
    public let trustedComment: String
    /// The signature over ``signature`` and the trusted comment, 64 bytes.
    public let globalSignature: [UInt8]

    static let prehashed = Array("ED".utf8)
    static let legacy = Array("Ed".utf8)
}

extension MinisignSignature {
    /// Parses a signature file.
    ///
    /// - Parameter file: Exactly four lines, ending in LF or CR LF; the last line ending may be missing.
    /// - Throws: ``SignatureError`` `.malformed`, or `.unsupported` for an unknown algorithm.
    public init(_ file: borrowing some Bytes) throws(SignatureError) {
        self = try file.withText { text throws(SignatureError) in
            let lines = SignatureText.lines(text, maximum: 4)
            guard lines.count == 4 else {
                throw SignatureError(
                    .malformed, "\(lines.count < 4 ? "fewer" : "more") lines than the 4 of a signature of minisign")
            }
            let untrusted = try SignatureText.comment(
                text, lines[0], prefix: SignatureText.untrustedPrefix, maximum: SignatureText.maximumUntrustedByteCount)
            let trusted = try SignatureText.comment(
                text, lines[2], prefix: SignatureText.trustedPrefix, maximum: SignatureText.maximumTrustedByteCount)
            let structure = try NumberedSignature(text, lines[1])
            guard structure.algorithm == Self.prehashed || structure.algorithm == Self.legacy else {
                throw SignatureError(
                    .unsupported, at: lines[1].lowerBound, "a signature of another algorithm than ED and Ed")
            }
            let global = try SignatureText.decode(
                text.extracting(lines[3]), at: lines[3].lowerBound, byteCount: 64, "the signature of the comment")
            return MinisignSignature(
                keyNumber: structure.keyNumber, isPrehashed: structure.algorithm == Self.prehashed,
                signature: structure.signature, untrustedComment: untrusted, trustedComment: trusted,
                globalSignature: global.publicBytes(0..<64))
        }
    }

    /// The encoded signature file.
    public var text: String {
        let structure = NumberedSignature(
            algorithm: isPrehashed ? Self.prehashed : Self.legacy, keyNumber: keyNumber, signature: signature)
        return "\(SignatureText.untrustedPrefix)\(untrustedComment)\n\(structure.text)\n"
            + "\(SignatureText.trustedPrefix)\(trustedComment)\n\(Base64.standard.encode(globalSignature))\n"
    }

    /// The form in which the message must be read.
    public var messageForm: SignedMessage.Form { isPrehashed ? .digest(.blake2b) : .whole }

    /// The key ID in minisign's notation.
    public var keyID: String { NumberedPublicKey.keyID(keyNumber) }

    /// The trusted comment, with control characters escaped for display.
    public var shownTrustedComment: String { String(printable: trustedComment.utf8) }

    /// The `timestamp:` field of the trusted comment in seconds since 1970, or nil if it is missing or invalid.
    public var timestamp: Int? {
        field("timestamp:").flatMap { $0.utf8.allSatisfy { $0.isDigit } ? Int($0) : nil }
    }

    /// The `file:` field of the trusted comment, or nil if it is missing; it may contain control characters.
    public var fileName: String? { field("file:").map { String($0) } }

    private func field(_ name: String) -> Substring? {
        trustedComment.split(separator: "\t").first { $0.hasPrefix(name) }?.dropFirst(name.count)
    }

    /// Verifies both signatures: over the message and over the trusted comment.
    ///
    /// - Parameters:
    ///   - message: The complete message, read in the form ``messageForm``.
    ///   - key: The public key of the expected signer.
    /// - Returns: Whether both signatures are valid. Always false for a legacy signature over a message of 64 bytes,
    ///   which may be the digest of another file.
    /// - Throws: ``SignatureError`` `.invalidOption` for a message in another form, `.costTooHigh` for a message too
    ///   long to hold in memory, `.backendFailure`.
    public func isValid(for message: SignedMessage, key: MinisignPublicKey) throws(SignatureError) -> Bool {
        guard message.form == messageForm else {
            throw SignatureError(.invalidOption, "the message was taken in another way than the signature needs")
        }
        let content = try message.content()
        guard keyNumber == key.number, !isAmbiguous(message) else { return false }
        return key.key.isValidSignature(signature, for: content) && isCommentValid(key)
    }

    /// Whether the message may be the digest of another file that was signed with `ED`.
    ///
    /// The algorithm identifier is not signed, so an `ED` signature can be relabeled `Ed`.
    func isAmbiguous(_ message: SignedMessage) -> Bool { !isPrehashed && message.byteCount == 64 }

    func isCommentValid(_ key: MinisignPublicKey) -> Bool {
        key.key.isValidSignature(globalSignature, for: signature + trustedComment.utf8)
    }
}

/// The Base64 line of a minisign or signify signature, 74 bytes when decoded.
struct NumberedSignature {
    let algorithm: [UInt8]
    let keyNumber: [UInt8]
    let signature: [UInt8]

    var text: String { Base64.standard.encode(algorithm + keyNumber + signature) }
}

extension NumberedSignature {
    init(_ text: Span<UInt8>, _ line: Range<Int>) throws(SignatureError) {
        let bytes = try SignatureText.decode(
            text.extracting(line), at: line.lowerBound, byteCount: 74, "a signature line")
        self.init(
            algorithm: bytes.publicBytes(0..<2), keyNumber: bytes.publicBytes(2..<10),
            signature: bytes.publicBytes(10..<74))
    }
}
