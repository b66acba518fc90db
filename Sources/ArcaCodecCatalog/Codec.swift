// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCore

/// A codec with a name and options as values, as used by `arca encode` and `arca decode`.
///
/// ```swift
/// let codec = try Codec(named: "base64")
/// let text = try codec.encode(photo, [.wrap: 76])
/// let bytes = try codec.decode(text, [.lenient: true])
/// ```
///
/// Decoding is strict: it accepts only the text that encoding writes. For the variants of Base16, Base32, Base64 and
/// Base85 it also accepts lines of 76 characters, as written by coreutils, and for most codecs a final line feed.
/// ``Option/lenient`` accepts whitespace and more. Code that needs a specific codec uses its type, such as ``Base64``.
public struct Codec: Sendable {
    /// The direction of a conversion.
    public enum Direction: Sendable, Hashable, CaseIterable {
        /// From bytes to text.
        case encoding
        /// From text to bytes.
        case decoding
    }

    /// A codec's properties for one direction.
    struct Way: Sendable {
        let options: [Option]
        let requirement: Requirement?
        /// Creates a stream for checked options.
        let make: @Sendable (Options) throws(StreamFailure) -> any CodecStream
    }

    /// A required option.
    public struct Requirement: Sendable, Hashable {
        /// The option.
        public let option: Option
        /// A valid value as a user would type it, for example in a hint.
        public let example: String
    }

    /// The name in lists and documentation: `base64`.
    public let name: String
    /// Alternative names.
    public let aliases: [String]
    /// A description in one line, lower case, without a full stop.
    public let summary: String
    /// What the search for layers knows about the codec.
    package let clue: Clue
    private let encoding: Way?
    private let decoding: Way
    /// Creates the codec as a value, if it converts between bytes and text.
    private let value: (@Sendable (Options) throws(StreamFailure) -> CodecValue?)?

    init(
        _ name: String, _ aliases: [String], _ summary: String, clue: Clue, encode: Way?, decode: Way,
        value: (@Sendable (Options) throws(StreamFailure) -> CodecValue?)? = nil
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.clue = clue
        encoding = encode
        decoding = decode
        self.value = value
    }

    /// All codecs, in list order.
    public static let all = [bases, numbers, mail, ciphers, texts, forms, tokens, compressed, charsets].flatMap { $0 }

    /// Finds a codec by any of its names, ignoring case, hyphens and underscores.
    ///
    /// - Throws: `.unsupported` for an unknown name; the hint lists the names.
    public init(named name: String) throws(CodecError) {
        let folded = Self.folded(name)
        let found = Self.all.first { codec in
            Self.folded(codec.name) == folded || codec.aliases.contains { Self.folded($0) == folded }
        }
        guard let found else {
            throw CodecError(
                .unsupported, "no codec is called '\(name)'",
                hint: "choose from \(Self.all.map { $0.name }.joined(separator: ", "))")
        }
        self = found
    }

    private static func folded(_ word: String) -> [UInt8] {
        word.utf8.filter { $0 != .hyphen && $0 != .underscore }.map { $0.lowercased }
    }

    private func way(_ direction: Direction) -> Way? { direction == .encoding ? encoding : decoding }

    /// Whether the codec supports a direction; all codecs can decode.
    public func supports(_ direction: Direction) -> Bool { way(direction) != nil }

    /// Returns the options that the codec accepts for a direction.
    public func options(for direction: Direction) -> [Option] { way(direction)?.options ?? [] }

    /// Returns the required option for a direction, if there is one.
    public func requirement(for direction: Direction) -> Requirement? { way(direction)?.requirement }

    /// Creates an encoding or decoding stream.
    ///
    /// - Parameters:
    ///   - direction: The direction of the conversion.
    ///   - options: The options; the codec must support each of them.
    /// - Returns: The stream.
    /// - Throws: `.invalidOption` for unsupported, missing or invalid options; `.unsupported` if the codec cannot
    ///   encode.
    public func makeStream(_ direction: Direction, _ options: Options = [:]) throws(CodecError) -> any CodecStream {
        guard let way = way(direction) else {
            throw CodecError(.unsupported, "\(name) can only be decoded")
        }
        try options.check(for: self, way)
        return try CodecError.wrap { () throws(StreamFailure) in try way.make(options) }
    }

    /// The codec as a value that accepts only its canonical text; nil if it does not convert between bytes and text.
    package func textCodec(_ options: Options = [:]) throws(CodecError) -> CodecValue? {
        guard let value else { return nil }
        return try CodecError.wrap { () throws(StreamFailure) in try value(options) }
    }

    /// Encodes bytes.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - options: The options; the codec must support each of them.
    /// - Returns: The bytes of the text.
    /// - Throws: The errors of ``makeStream(_:_:)``, and `.unencodable` and others for bytes that the codec cannot
    ///   encode.
    public func encode(_ bytes: borrowing some Bytes, _ options: Options = [:]) throws(CodecError) -> [UInt8] {
        try run(.encoding, bytes, options)
    }

    /// Decodes text.
    ///
    /// - Parameters:
    ///   - text: The whole text, as bytes.
    ///   - options: The options; the codec must support each of them.
    /// - Returns: The decoded bytes.
    /// - Throws: The errors of ``makeStream(_:_:)``; an error with a position if the text is malformed, or if the
    ///   output exceeds the codec's limit.
    public func decode(_ text: borrowing some Bytes, _ options: Options = [:]) throws(CodecError) -> [UInt8] {
        try run(.decoding, text, options)
    }

    /// Decodes text.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - options: The options; the codec must support each of them.
    /// - Returns: The decoded bytes.
    /// - Throws: The same errors as for bytes.
    public func decode(_ text: String, _ options: Options = [:]) throws(CodecError) -> [UInt8] {
        try run(.decoding, text.utf8, options)
    }

    /// Converts bytes with a stream; throws if the output exceeds `limit` bytes.
    package func run(
        _ direction: Direction, _ bytes: borrowing some Bytes, _ options: Options, limit: Int = .max
    ) throws(CodecError) -> [UInt8] {
        try outcome(direction, bytes, options, limit: limit).bytes
    }

    /// The result of a conversion.
    package struct Outcome: Sendable {
        package var bytes: [UInt8] = []
        package var notes: [String] = []
        /// Whether the input was truncated, and an incomplete end was dropped.
        package var isCut = false
        /// Whether there is more output than requested.
        package var isBeginning = false
    }

    /// Whether a stream buffers its whole input up to a limit, instead of converting it in constant memory.
    package func takesWholeInput(_ direction: Direction, _ options: Options) -> Bool {
        (try? makeStream(direction, options)) is WholeStream
    }

    /// Converts bytes with a stream, and also returns its remarks.
    ///
    /// The rest of the input is ignored after `enough` bytes of output. With `allowsCut`, truncated input is accepted.
    package func outcome(
        _ direction: Direction, _ bytes: borrowing some Bytes, _ options: Options, limit: Int = .max,
        enough: Int = .max, allowsCut: Bool = false
    ) throws(CodecError) -> Outcome {
        let stream = try makeStream(direction, options)
        var result = Outcome()
        func append(_ bytes: Span<UInt8>) throws(StreamFailure) {
            if bytes.count > enough - result.bytes.count {
                result.bytes.append(contentsOf: bytes.extracting(0..<enough - result.bytes.count))
                result.isBeginning = true
                throw CodecError(.limitExceeded, "there is more output than requested")
            }
            guard bytes.count <= limit - result.bytes.count else {
                throw CodecError(.limitExceeded, "the result is larger than \(limit) bytes")
            }
            result.bytes.append(contentsOf: bytes)
        }
        return try bytes.withBytes { (span) throws(CodecError) in
            try CodecError.wrap { () throws(StreamFailure) in
                do throws(StreamFailure) {
                    try stream.update(span, append)
                    if allowsCut {
                        result.isCut = try stream.finishCut(append)
                    } else {
                        try stream.finish(append)
                    }
                } catch  where result.isBeginning {}
                result.notes = stream.notes
                return result
            }
        }
    }
}

extension Codec: Hashable, CustomStringConvertible {
    /// The name.
    public var description: String { name }

    /// Whether both codecs have the same name.
    public static func == (left: Codec, right: Codec) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

#if !hasFeature(Embedded)
/// Encoded as its name.
extension Codec: Codable, TextCodable {
    package init(codedText text: String) throws { try self.init(named: text) }
}
#endif
