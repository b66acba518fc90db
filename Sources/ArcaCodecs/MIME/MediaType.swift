/// A media type with its parameters, such as `text/plain; charset=utf-8`.
///
/// `init(_:strictness:charsets:)` parses a Content-Type field by RFC 2045 and RFC 6838. ``init(sniffing:)`` accepts
/// what browsers accept (WHATWG MIME Sniffing).
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// The type in lower case: `text`.
    public let type: String
    /// The subtype in lower case: `plain`.
    public let subtype: String
    /// The parameters.
    public var parameters: HeaderParameters

    /// The default for a message part without Content-Type: `text/plain; charset=us-ascii` (RFC 2045 section 5.2).
    public static let plainText = MediaType(
        validType: "text", subtype: "plain", parameters: ["charset": "us-ascii"])

    /// Arbitrary bytes: `application/octet-stream`.
    public static let octetStream = MediaType(validType: "application", subtype: "octet-stream", parameters: [:])

    init(validType type: String, subtype: String, parameters: HeaderParameters) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    /// Creates a media type from its parts.
    ///
    /// - Parameters:
    ///   - type: A name by RFC 6838 section 4.2: 1 to 127 letters, digits and `!#$&-^_.+`, starting with a letter or
    ///     digit.
    ///   - subtype: A name by the same rules.
    ///   - parameters: Any parameters.
    /// - Throws: `.invalidCharacter`, `.invalidLength`, with the position in `type/subtype`.
    public init(type: String, subtype: String, parameters: HeaderParameters = HeaderParameters()) throws(CodecError) {
        let text = "\(type)/\(subtype)"
        let parsed = try MediaType(text)
        guard parsed.essence == text.lowercased() else {
            // Parsing also consumed a comment or parameters.
            let end = text.utf8.prefix { HeaderBytes.isToken($0) || $0 == .slash }.count
            throw CodecError(
                .invalidCharacter, at: TextPosition(offset: end, in: text.utf8),
                "a type or subtype holds other characters than letters, digits and !#$&-^_.+")
        }
        self.init(validType: parsed.type, subtype: parsed.subtype, parameters: parameters)
    }

    /// Type and subtype without parameters: `text/plain`.
    public var essence: String { "\(type)/\(subtype)" }

    /// The value of a parameter, such as `charset`.
    ///
    /// - Parameter name: The parameter name, in any case.
    public subscript(name: String) -> String? {
        get { parameters[name] }
        set { parameters[name] = newValue }
    }

    /// Whether type and subtype match, both given in lower case; a nil `subtype` matches any.
    public func matches(_ type: String, _ subtype: String? = nil) -> Bool {
        self.type == type && (subtype ?? self.subtype) == self.subtype
    }
}

extension MediaType {
    /// Parses the value of a Content-Type field (RFC 2045 section 5.1, RFC 6838 section 4.2, RFC 2231).
    ///
    /// - Parameters:
    ///   - text: The value.
    ///   - strictness: Strict parsing rejects invalid characters in names, extra semicolons and unquoted values that
    ///     need quotes.
    ///   - charsets: The charset decoder for RFC 2231 values.
    /// - Throws: `.invalidSyntax`, `.invalidCharacter`, `.invalidLength`, `.truncated`, and errors in decoding a
    ///   parameter, all with the position in `text`.
    public init(
        _ text: String, strictness: Strictness = .strict, charsets: any CharsetDecoding = BuiltInCharsets()
    ) throws(CodecError) {
        self = try MediaType(text.utf8, strictness: strictness, charsets: charsets)
    }

    /// Parses the value of a Content-Type field (RFC 2045 section 5.1, RFC 6838 section 4.2, RFC 2231).
    ///
    /// - Parameters:
    ///   - bytes: The raw value from the message, folds included.
    ///   - strictness: Strict parsing rejects invalid characters in names, extra semicolons and unquoted values that
    ///     need quotes.
    ///   - charsets: The charset decoder for RFC 2231 values.
    /// - Throws: `.invalidSyntax`, `.invalidCharacter`, `.invalidLength`, `.truncated`, and errors in decoding a
    ///   parameter, all with the position in `bytes`.
    public init(
        _ bytes: borrowing some Bytes, strictness: Strictness = .strict,
        charsets: any CharsetDecoding = BuiltInCharsets()
    ) throws(CodecError) {
        var scanner = HeaderScanner(bytes)
        try scanner.skipCommentsAndWhitespace()
        let type = try Self.name(&scanner, "type", strictness)
        try scanner.skipCommentsAndWhitespace()
        guard scanner.next == .slash else {
            throw scanner.error(
                .invalidSyntax, "media type lacks its slash", hint: "a media type is type/subtype")
        }
        scanner.offset += 1
        try scanner.skipCommentsAndWhitespace()
        let subtype = try Self.name(&scanner, "subtype", strictness)
        let parameters = try HeaderParameters(reading: &scanner, strictness: strictness, charsets: charsets)
        self.init(validType: type, subtype: subtype, parameters: parameters)
    }

    /// Reads a restricted-name (RFC 6838 section 4.2); if lenient, any token.
    private static func name(
        _ scanner: inout HeaderScanner, _ what: String, _ strictness: Strictness
    ) throws(CodecError) -> String {
        let start = scanner.offset
        let name = scanner.run(while: HeaderBytes.isToken)
        guard let first = name.first else {
            throw scanner.error(.invalidSyntax, "media type has no \(what)", hint: "a media type is type/subtype")
        }
        if strictness == .strict {
            guard name.count <= 127 else {
                throw scanner.error(.invalidLength, at: start + 127, "\(what) has more than 127 characters")
            }
            let isRestricted = { (byte: UInt8) in
                byte.isAlphanumeric || "!#$&-^_.+".utf8.contains(byte)
            }
            let bad = first.isAlphanumeric ? name.firstIndex { !isRestricted($0) } : start
            if let bad {
                throw scanner.error(
                    .invalidCharacter, at: bad, "character \(hex(name[bad])) does not belong in a \(what)")
            }
        }
        return HeaderBytes.lowercasedText(name)
    }
}

/// The presentation of a message part: the value of Content-Disposition (RFC 2183).
public struct ContentDisposition: Sendable, Hashable {
    /// The kind in lower case: `inline`, `attachment`, `form-data`.
    public let kind: String
    /// The parameters, such as `filename`.
    public var parameters: HeaderParameters

    /// Display with the message.
    public static let inline = ContentDisposition(validKind: "inline", parameters: HeaderParameters())

    /// Returns a disposition for saving the part to a file.
    ///
    /// - Parameter fileName: The file name; encoded with RFC 2231 when the field is written.
    /// - Returns: The disposition.
    public static func attachment(fileName: String) -> ContentDisposition {
        ContentDisposition(validKind: "attachment", parameters: ["filename": fileName])
    }

    private init(validKind kind: String, parameters: HeaderParameters) {
        self.kind = kind
        self.parameters = parameters
    }

    /// Parses the value of a Content-Disposition field.
    ///
    /// - Parameters:
    ///   - bytes: The raw value from the message.
    ///   - strictness: Whether to reject or repair violations of the standards.
    ///   - charsets: The charset decoder for RFC 2231 values.
    /// - Throws: `.invalidSyntax` without a kind, and errors in the parameters, with the position in `bytes`.
    public init(
        _ bytes: borrowing some Bytes, strictness: Strictness = .strict,
        charsets: any CharsetDecoding = BuiltInCharsets()
    ) throws(CodecError) {
        var scanner = HeaderScanner(bytes)
        try scanner.skipCommentsAndWhitespace()
        let kind = scanner.run(while: HeaderBytes.isToken)
        guard !kind.isEmpty || strictness == .lenient else {
            throw scanner.error(
                .invalidSyntax, "disposition has no kind", hint: "usual kinds are inline and attachment")
        }
        // An unknown kind counts as an attachment (RFC 2183, section 2.8).
        self.kind = kind.isEmpty ? "attachment" : HeaderBytes.lowercasedText(kind)
        parameters = try HeaderParameters(reading: &scanner, strictness: strictness, charsets: charsets)
    }
}

extension MediaType {
    /// The type of a file to attach, from the end of its name; `application/octet-stream` if it is not known.
    package static func ofAttachment(named name: String) -> MediaType {
        guard let dot = name.lastIndex(of: ".") else { return .octetStream }
        let suffix = name[name.index(after: dot)...].lowercased()
        guard let known = attachmentTypes[suffix], let type = try? MediaType(known) else { return .octetStream }
        return type
    }

    /// Text types are missing because mail programs may change their line ends; files are attached byte for byte.
    private static let attachmentTypes = [
        "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip", "json": "application/json",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
        "svg": "image/svg+xml", "heic": "image/heic", "tif": "image/tiff", "tiff": "image/tiff", "mp3": "audio/mpeg",
        "m4a": "audio/mp4", "wav": "audio/wav", "mp4": "video/mp4", "mov": "video/quicktime",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "odt": "application/vnd.oasis.opendocument.text", "p7s": "application/pkcs7-signature",
    ]
}
