internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
internal import ArcaKeys

/// A minisign or signify public key, which share one format: `RWQ…`, 42 bytes in Base64.
///
/// It consists of an Ed25519 key and a key ID of 8 random bytes, which signatures refer to. The key ID is not a
/// fingerprint: anyone can create a key with the same ID.
///
/// ```swift
/// let key = try MinisignPublicKey("RWSyd/5iyb6Xxfv7dk9iGZHoEe65oUv0KWDfExiba2XuhHMedILiCCPm".utf8)
/// ```
public struct NumberedPublicKey: Sendable {
    /// The program that uses the key.
    public enum Origin: Sendable, Hashable {
        /// minisign, which signs digests, and in legacy signatures whole messages.
        case minisign
        /// signify, which signs whole messages only.
        case signify
    }

    /// The key ID, 8 bytes in file order.
    public let number: [UInt8]
    /// The Ed25519 key.
    public let key: Curve25519.Signing.PublicKey
    /// The program that uses the key, or nil if it cannot be detected.
    public let origin: Origin?
    /// The comment of the key file, which is not authenticated; empty if there is none.
    public let comment: String

    static let byteCount = 42
    static let algorithm = Array("Ed".utf8)

    init(number: [UInt8], key: Curve25519.Signing.PublicKey, origin: Origin?, comment: String = "") {
        self.number = number
        self.key = key
        self.origin = origin
        self.comment = comment
    }

    /// Parses a public key.
    ///
    /// - Parameter text: The key, `RWQ…`, 56 characters; or a key file of two lines, a comment and the key.
    /// - Throws: ``SignatureError`` `.malformed`, or `.unsupported` for an unknown algorithm.
    public init(_ text: borrowing some Bytes) throws(SignatureError) {
        self = try text.withText { text throws(SignatureError) in
            let lines = SignatureText.lines(text, maximum: 2)
            guard (1...2).contains(lines.count), let last = lines.last else {
                throw SignatureError(
                    .malformed, "not two lines, the comment and the 56 characters of a public key")
            }
            guard lines.count == 2 else { return try NumberedPublicKey(base64: text.extracting(last), origin: nil) }
            let comment = try SignatureText.comment(
                text, lines[0], prefix: SignatureText.untrustedPrefix, maximum: SignatureText.maximumUntrustedByteCount)
            // These are the default comments; any other comment is inconclusive.
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

    /// Whether text begins like a public key or a key file.
    ///
    /// That is with `untrusted comment: `, or with `RW` and a character that may follow in a key.
    public static func recognizes(_ text: borrowing some Bytes) -> Bool {
        text.withText { text in
            if text.begins(with: "\(SignatureText.untrustedPrefix)".utf8) { return true }
            guard text.begins(with: "RW".utf8), text.count > 2 else { return false }
            // The third character contains the last bits of the algorithm.
            return "QRST".utf8.contains(text[2])
        }
    }

    /// The key ID in minisign's notation: 16 uppercase hexadecimal digits, most significant byte first.
    public var keyID: String { Self.keyID(number) }

    static func keyID(_ number: [UInt8]) -> String { Base16.standard.encode(number.reversed()).uppercased() }

    /// The key in Base64, 56 characters.
    public var text: String { Base64.standard.encode(Self.algorithm + number + key.rawRepresentation) }

    /// Encodes the key as a file with a comment.
    ///
    /// - Parameter comment: One line. Nil writes ``comment``, or minisign's default if that is empty.
    /// - Returns: Two lines of text.
    /// - Throws: ``SignatureError`` `.invalidOption` for a comment that is too long or contains a control character.
    public func fileText(comment: String? = nil) throws(SignatureError) -> String {
        let text = comment ?? (self.comment.isEmpty ? "minisign public key \(keyID)" : self.comment)
        try SignatureText.check(comment: text, maximum: SignatureText.maximumUntrustedByteCount - 19)
        return "\(SignatureText.untrustedPrefix)\(text)\n\(self.text)\n"
    }

    /// The fingerprint of the Ed25519 key in OpenSSH's notation: `SHA256:…`.
    public var fingerprint: String {
        (try? OpenSSHPublicKey.blob(.ed25519(key))).map { SSHSignatureKey.fingerprint(of: $0) } ?? ""
    }

    var bytes: [UInt8] { key.rawRepresentation }
}

extension NumberedPublicKey: Hashable {
    /// Compares key ID and key; comment and origin are ignored.
    public static func == (left: Self, right: Self) -> Bool { left.number == right.number && left.key == right.key }

    /// Hashes key ID and key.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(key)
    }
}

/// A minisign public key.
public typealias MinisignPublicKey = NumberedPublicKey
/// A signify public key.
public typealias SignifyPublicKey = NumberedPublicKey
