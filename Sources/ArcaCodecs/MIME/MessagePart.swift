internal import ArcaCore

/// A part of a message: its header, and what that says of its body.
public struct MessagePart: Sendable, Hashable {
    /// What the body is to the reader.
    public enum Kind: Sendable, Hashable {
        /// Content.
        case leaf
        /// Several parts between boundaries.
        case multipart
        /// A message.
        case message
    }

    /// Its number.
    public let path: PartPath
    /// How many parts it is within; 0 for the message itself.
    public let depth: Int
    /// Its header.
    public let header: HeaderFields
    /// Its media type; that of RFC 2045 or RFC 2046 where the header has none.
    public let mediaType: MediaType
    /// How its body is encoded.
    public let transferEncoding: TransferEncoding
    /// What to do with it, when the header says so.
    public let disposition: ContentDisposition?
    /// What the body is to the reader.
    public let kind: Kind

    /// The file name that the sender gave, as it came: never use it as a path, see ``AttachmentName``.
    public var fileName: String? { disposition?.parameters["filename"] ?? mediaType["name"] }

    /// Whether it is meant to be saved rather than shown.
    public var isAttachment: Bool {
        disposition?.kind == "attachment" || (disposition?.kind != "inline" && fileName != nil)
    }
}

extension MessagePart {
    /// Finds out what a part is from its header.
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
                // RFC 2045, section 5.2: a type that cannot be read counts as text/plain.
                if isStrict { throw error.moved(to: field.position) }
            }
        }
        mediaType = type

        var encoding = TransferEncoding.sevenBit
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
            }
        }
        transferEncoding = encoding

        var disposition: ContentDisposition?
        if let field = header["Content-Disposition"] {
            do {
                disposition = try ContentDisposition(field.rawValue, strictness: strictness, charsets: charsets)
            } catch {
                if isStrict { throw error.moved(to: field.position) }
            }
        }
        self.disposition = disposition

        // A container's own encoding would hide its parts; RFC 2045, section 6.4 forbids it.
        var kind = Kind.leaf
        if type.type == "multipart" {
            kind = .multipart
        } else if type.matches("message", "rfc822") || type.matches("message", "global") {
            kind = .message
        }
        if kind != .leaf, !encoding.isIdentity {
            // message/global may be encoded (RFC 6532, section 3.7); its parts are not looked at then.
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
        let isValid = bytes.allSatisfy { HeaderBytes.isAlphanumeric($0) || "'()+_,-./:=? ".utf8.contains($0) }
        guard isValid, (1...70).contains(bytes.count), bytes.last != 0x20 else {
            throw CodecError(
                .invalidSyntax, at: field.position, "boundary is not valid",
                hint: "a boundary has 1 to 70 letters, digits and '()+_,-./:=? and no space at its end")
        }
    }
}

/// The number of a message part, such as `1.2`: the second part of the first.
///
/// Numbers are those of IMAP (RFC 3501, section 6.4.5): the parts of a multipart count from 1; a message that is not
/// multipart has one part, 1; the parts of a message within part 2 are 2.1 and so on. The multipart body of a message
/// itself, which IMAP leaves without a number, is 0 here.
public struct PartPath: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The numbers from the outside in, at least one.
    public let numbers: [Int]

    init(_ numbers: [Int]) { self.numbers = numbers }

    /// Reads a path such as `1.2`.
    ///
    /// - Parameter text: Numbers without leading zeros and with dots between; nil results for everything else.
    public init?(_ text: String) {
        var numbers: [Int] = []
        for piece in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard let number = Int(piece), String(number) == piece, number >= 0 else { return nil }
            numbers.append(number)
        }
        self.numbers = numbers
    }

    /// The numbers with dots between.
    public var description: String { numbers.map(String.init).joined(separator: ".") }

    /// Whether a part comes before another in the message.
    public static func < (left: PartPath, right: PartPath) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
