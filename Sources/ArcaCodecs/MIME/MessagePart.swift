/// A part of a message: its header, and the properties of its body.
public struct MessagePart: Sendable, Hashable {
    /// The structure of a body.
    public enum Kind: Sendable, Hashable {
        /// A body with content.
        case leaf
        /// A sequence of parts separated by boundaries.
        case multipart
        /// A nested message.
        case message
    }

    /// The part number.
    public let path: PartPath
    /// The nesting depth; 0 for the message itself.
    public let depth: Int
    /// The part's header.
    public let header: HeaderFields
    /// The media type; the default of RFC 2045 or RFC 2046 if the header has none.
    public let mediaType: MediaType
    /// The transfer encoding of the body.
    public let transferEncoding: TransferEncoding
    /// The disposition, or nil if the header has none.
    public let disposition: ContentDisposition?
    /// The structure of the body.
    public let kind: Kind
    /// The name of a transfer encoding that is not supported, in lower case; lenient only.
    let unknownEncoding: String?

    /// The sender's unchecked file name.
    ///
    /// Never use it as a path; see ``AttachmentName``.
    public var fileName: String? { disposition?.parameters["filename"] ?? mediaType["name"] }

    /// Whether the part should be saved rather than displayed.
    public var isAttachment: Bool {
        disposition?.kind == "attachment" || (disposition?.kind != "inline" && fileName != nil)
    }
}

extension MessagePart {
    init(
        prefix: [Int], number: Int?, depth: Int, header: HeaderFields, isInDigest: Bool, strictness: Strictness,
        charsets: any CharsetDecoding
    ) throws(CodecError) {
        self.depth = depth
        self.header = header
        let isStrict = strictness == .strict
        for name in ["Content-Type", "Content-Transfer-Encoding", "Content-Disposition"] where isStrict {
            let fields = header.fields(named: name)
            if fields.count > 1 {
                throw CodecError(.invalidSyntax, at: fields[1].position, "field \(name) is given twice")
            }
        }

        var type = isInDigest ? MediaType(validType: "message", subtype: "rfc822", parameters: [:]) : .plainText
        if let field = header["Content-Type"] {
            do {
                type = try MediaType(field.rawValue, strictness: strictness, charsets: charsets)
            } catch {
                // RFC 2045, section 5.2: an invalid type is treated as text/plain.
                if isStrict { throw error.moved(to: field.position) }
            }
        }
        mediaType = type

        var encoding = TransferEncoding.sevenBit
        var unknown: String?
        if let field = header["Content-Transfer-Encoding"] {
            var scanner = HeaderScanner(field.rawValue)
            let name: String
            do {
                try scanner.skipCommentsAndWhitespace()
                name = HeaderBytes.lowercasedText(scanner.run(while: HeaderBytes.isToken))
                try scanner.skipCommentsAndWhitespace()
            } catch {
                throw error.moved(to: field.position)
            }
            if let known = TransferEncoding(named: name), scanner.isAtEnd || !isStrict {
                encoding = known
            } else if isStrict {
                throw CodecError(
                    .unsupported, at: field.position, "transfer encoding is not known",
                    hint: "known are 7bit, 8bit, binary, quoted-printable and base64")
            } else {
                encoding = .binary
                unknown = name
            }
        }
        transferEncoding = encoding
        unknownEncoding = unknown

        var disposition: ContentDisposition?
        if let field = header["Content-Disposition"] {
            do {
                disposition = try ContentDisposition(field.rawValue, strictness: strictness, charsets: charsets)
            } catch {
                if isStrict { throw error.moved(to: field.position) }
            }
        }
        self.disposition = disposition

        // An encoded container would hide its parts; RFC 2045, section 6.4 forbids it.
        var kind = Kind.leaf
        if type.type == "multipart" {
            kind = .multipart
        } else if type.matches("message", "rfc822") || type.matches("message", "global") {
            kind = .message
        }
        if kind != .leaf, !encoding.isIdentity {
            // message/global may be encoded (RFC 6532, section 3.7); then its parts are not read.
            if isStrict, type.subtype != "global", let field = header["Content-Transfer-Encoding"] {
                throw CodecError(
                    .invalidSyntax, at: field.position, "\(type.essence) is encoded",
                    hint: "it must be 7bit, 8bit or binary")
            }
            kind = .leaf
        }
        if kind == .multipart, let field = header["Content-Type"] {
            if isStrict {
                try Self.check(type["boundary"], field)
            } else if type["boundary"]?.isEmpty ?? true {
                kind = .leaf
            }
        }
        self.kind = kind
        path = PartPath(number.map { prefix + [$0] } ?? prefix + [kind == .multipart ? 0 : 1])
    }

    /// Checks a boundary by RFC 2046, section 5.1.1.
    private static func check(_ boundary: String?, _ field: HeaderField) throws(CodecError) {
        guard let bytes = boundary?.utf8 else {
            throw CodecError(.invalidSyntax, at: field.position, "multipart has no boundary")
        }
        let isValid = bytes.allSatisfy { $0.isAlphanumeric || "'()+_,-./:=? ".utf8.contains($0) }
        guard isValid, (1...70).contains(bytes.count), bytes.last != .space else {
            throw CodecError(
                .invalidSyntax, at: field.position, "boundary is not valid",
                hint: "a boundary has 1 to 70 letters, digits and '()+_,-./:=? and no space at its end")
        }
    }
}

/// The number of a message part, such as `1.2` for the second part of the first.
///
/// The numbering is that of IMAP (RFC 3501, section 6.4.5). The parts of a multipart count from 1; a message that is
/// not multipart has one part, 1; the parts of a message in part 2 are 2.1 and so on. The top-level multipart body,
/// which has no number in IMAP, is 0.
public struct PartPath: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The numbers from the outermost part inward, at least one.
    public let numbers: [Int]

    init(_ numbers: [Int]) { self.numbers = numbers }

    /// Parses a path such as `1.2`.
    ///
    /// - Parameter text: Numbers without leading zeros, separated by dots; anything else returns nil.
    public init?(_ text: String) {
        var numbers: [Int] = []
        for piece in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard let number = Int(piece), String(number) == piece, number >= 0 else { return nil }
            numbers.append(number)
        }
        self.numbers = numbers
    }

    /// The numbers, separated by dots.
    public var description: String { numbers.map(String.init).joined(separator: ".") }

    /// Whether a part precedes another in the message.
    public static func < (left: PartPath, right: PartPath) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
