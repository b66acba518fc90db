internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
internal import ArcaKeys

/// A public key of minisign or signify, which have one structure: `RWQ…`, 42 bytes in Base64.
///
/// A key is a number of 8 random bytes, by which signatures name it, and an Ed25519 key. The number is no fingerprint:
/// anybody can make a key with the same one.
///
/// ```swift
/// let key = try MinisignPublicKey("RWSyd/5iyb6Xxfv7dk9iGZHoEe65oUv0KWDfExiba2XuhHMedILiCCPm".utf8)
/// ```
public struct NumberedPublicKey: Sendable {
    /// The program that a key is known to be of.
    public enum Origin: Sendable, Hashable {
        /// Signs digests and, as legacy, whole messages.
        case minisign
        /// Signs whole messages alone.
        case signify
    }

    /// The key's number, 8 bytes as they stand in the structure.
    public let number: [UInt8]
    /// The key.
    public let key: Curve25519.Signing.PublicKey
    /// The program that it belongs to; nil if nothing tells it.
    public let origin: Origin?
    /// The comment of a key file, which is not authenticated; empty without one.
    public let comment: String

    static let byteCount = 42
    static let algorithm = Array("Ed".utf8)

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - number: 8 bytes.
    ///   - key: The key.
    ///   - origin: The program that it belongs to.
    ///   - comment: A comment of one line.
    init(number: [UInt8], key: Curve25519.Signing.PublicKey, origin: Origin?, comment: String = "") {
        self.number = number
        self.key = key
        self.origin = origin
        self.comment = comment
    }

    /// Reads a key.
    ///
    /// - Parameter text: `RWQ…`, 56 characters; or a file of two lines, the comment and that.
    /// - Throws: ``SignatureError`` `.malformed`, `.unsupported` for another algorithm.
    public init(_ text: borrowing some Bytes) throws(SignatureError) {
        self = try text.withBytes { text throws(SignatureError) in
            let lines = SignatureText.lines(text, maximum: 2)
            guard (1...2).contains(lines.count), let last = lines.last else {
                throw SignatureError(
                    .malformed, "not two lines, the comment and the 56 characters of a public key")
            }
            guard lines.count == 2 else { return try NumberedPublicKey(base64: text.extracting(last), origin: nil) }
            let comment = try SignatureText.comment(
                text, lines[0], prefix: SignatureText.untrustedPrefix, maximum: SignatureText.maximumUntrustedByteCount)
            // What the programs write; another comment tells nothing.
            let origin: Origin? =
                comment.hasPrefix("minisign public key") ? .minisign : comment.hasSuffix(" public key") ? .signify : nil
            return try NumberedPublicKey(
                base64: text.extracting(last), at: last.lowerBound, origin: origin, comment: comment)
        }
    }

    init(
        base64: borrowing some Bytes, at offset: Int = 0, origin: Origin?, comment: String = ""
    ) throws(SignatureError) {
        let bytes = try base64.withBytes { text throws(SignatureError) in
            try SignatureText.decode(text, at: offset, byteCount: Self.byteCount, "a public key of minisign or signify")
        }
        guard bytes.publicBytes(0..<2) == Self.algorithm else {
            throw SignatureError(.unsupported, at: offset, "a key of another algorithm than Ed25519")
        }
        self.init(
            number: bytes.publicBytes(2..<10),
            key: try SignatureError.wrap {
                try Curve25519.Signing.PublicKey(rawRepresentation: bytes.publicBytes(10..<42))
            }, origin: origin, comment: comment)
    }

    /// Whether a text looks like such a key: the comment line of a file, or the key alone.
    ///
    /// - Parameter text: The text or its beginning.
    /// - Returns: Whether it begins with `untrusted comment: ` or `RW` and the letters that follow in keys.
    public static func recognizes(_ text: borrowing some Bytes) -> Bool {
        text.withBytes { text in
            if text.begins(with: "\(SignatureText.untrustedPrefix)".utf8) { return true }
            guard text.begins(with: "RW".utf8), text.count > 2 else { return false }
            // The third character holds the algorithm's last bits.
            return "QRST".utf8.contains(text[2])
        }
    }

    /// The number as minisign shows it: 16 hexadecimal digits in upper case, the highest byte first.
    public var keyID: String { Self.keyID(number) }

    static func keyID(_ number: [UInt8]) -> String { Base16.encode(number.reversed()).uppercased() }

    /// The key as 56 characters.
    public var text: String { Base64.encode(Self.algorithm + number + key.rawRepresentation) }

    /// The file: a comment and the key.
    ///
    /// - Parameter comment: The comment of one line; nil for ``comment``, or minisign's own if there is none.
    /// - Returns: Two lines of text.
    /// - Throws: ``SignatureError`` `.invalidOption` for a comment with a control character or that is too long.
    public func fileText(comment: String? = nil) throws(SignatureError) -> String {
        let text = comment ?? (self.comment.isEmpty ? "minisign public key \(keyID)" : self.comment)
        try SignatureText.check(comment: text, maximum: SignatureText.maximumUntrustedByteCount - 19)
        return "\(SignatureText.untrustedPrefix)\(text)\n\(self.text)\n"
    }

    /// The fingerprint that the same key has in OpenSSH's form: `SHA256:…`.
    public var fingerprint: String {
        (try? OpenSSHPublicKey.blob(.ed25519(key))).map { SSHSignatureKey.fingerprint(of: $0) } ?? ""
    }

    /// The 32 bytes of the key.
    var bytes: [UInt8] { key.rawRepresentation }
}

extension NumberedPublicKey: Hashable {
    /// Whether number and key are the same; comment and origin do not count.
    public static func == (left: Self, right: Self) -> Bool { left.number == right.number && left.key == right.key }

    /// Hashes number and key.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(key)
    }
}

/// A public key of minisign.
public typealias MinisignPublicKey = NumberedPublicKey
/// A public key of signify.
public typealias SignifyPublicKey = NumberedPublicKey
