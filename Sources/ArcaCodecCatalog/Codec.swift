public import ArcaCodecs

/// A codec by name, with its options as values: what `arca encode` and `arca decode` list.
///
/// ```swift
/// let codec = try Codec(named: "base64")
/// let text = try codec.encode(photo, [.wrap: 76])
/// let bytes = try codec.decode(text, [.lenient: true])
/// ```
///
/// Decoding is strict: it accepts the one text that encoding writes. Of the forms of Base16, Base32, Base64 and Base85
/// it also accepts lines of 76 characters, as coreutils print them, and of most codecs a line feed at the end.
/// ``Option/lenient`` accepts whitespace and more. Code that needs one certain codec uses its type, such as
/// ``Base64``.
public struct Codec: Sendable {
    /// Which way bytes go through a codec.
    public enum Direction: Sendable, Hashable, CaseIterable {
        /// From bytes to text.
        case encoding
        /// From text to bytes.
        case decoding
    }

    /// What a codec has for one direction.
    struct Way: Sendable {
        /// The options that it takes, in the order of ``Option``.
        let options: [Option]
        /// The option without which it cannot work.
        let requirement: Requirement?
        /// Makes the stream of checked options.
        let make: @Sendable (Options) throws -> any CodecStream
    }

    /// An option that must be given.
    public struct Requirement: Sendable, Hashable {
        /// The option.
        public let option: Option
        /// A value that makes sense, as a user would type it.
        public let example: String
    }

    /// The name in lists and documentation: `base64`.
    public let name: String
    /// Other names that people write.
    public let aliases: [String]
    /// What it is, in one line, lower case, without a full stop.
    public let summary: String
    private let encoding: Way?
    private let decoding: Way
    /// The codec as a value, where it is one between bytes and text.
    private let value: (@Sendable (Options) throws -> (any TextCodec)?)?

    /// Creates a row of the table.
    init(
        _ name: String, _ aliases: [String], _ summary: String, encode: Way?, decode: Way,
        value: (@Sendable (Options) throws -> (any TextCodec)?)? = nil
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        encoding = encode
        decoding = decode
        self.value = value
    }

    /// All codecs, in the order of lists.
    public static let all = [bases, numbers, mail, ciphers, texts, forms, tokens, compressed, charsets].flatMap(\.self)

    /// Finds a codec by any of its names; case, hyphens and underscores do not count.
    ///
    /// - Parameter name: The name.
    /// - Throws: `.unsupported`; the hint lists the names.
    public init(named name: String) throws(CodecError) {
        let folded = Self.folded(name)
        let found = Self.all.first { codec in
            Self.folded(codec.name) == folded || codec.aliases.contains { Self.folded($0) == folded }
        }
        guard let found else {
            throw CodecError(
                .unsupported, "no codec is called '\(name)'",
                hint: "choose from \(Self.all.map(\.name).joined(separator: ", "))")
        }
        self = found
    }

    private static func folded(_ word: String) -> [UInt8] {
        word.utf8.filter { $0 != 0x2d && $0 != 0x5f }.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    }

    private func way(_ direction: Direction) -> Way? { direction == .encoding ? encoding : decoding }

    /// Whether the codec goes this way; all can decode.
    public func supports(_ direction: Direction) -> Bool { way(direction) != nil }

    /// The options that the codec takes for a direction.
    public func options(for direction: Direction) -> [Option] { way(direction)?.options ?? [] }

    /// The option that must be given for a direction, if there is one.
    public func requirement(for direction: Direction) -> Requirement? { way(direction)?.requirement }

    /// Creates a stream that encodes or decodes, at its start.
    ///
    /// - Parameters:
    ///   - direction: Which way bytes go.
    ///   - options: The options; all of them must belong to the codec.
    /// - Returns: The stream.
    /// - Throws: `.invalidOption` for options that the codec does not have, that are missing or make no sense;
    ///   `.unsupported` if the codec cannot encode.
    public func makeStream(_ direction: Direction, _ options: Options = [:]) throws(CodecError) -> any CodecStream {
        guard let way = way(direction) else {
            throw CodecError(.unsupported, "\(name) can only be decoded")
        }
        try options.check(for: self, way)
        return try CodecError.wrap { try way.make(options) }
    }

    /// The codec as a value that accepts nothing but its canonical text; nil for what is not between bytes and text.
    package func textCodec(_ options: Options = [:]) throws(CodecError) -> (any TextCodec)? {
        try CodecError.wrap { try value.flatMap { try $0(options) } }
    }

    /// Encodes bytes.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - options: The options; all of them must belong to the codec.
    /// - Returns: The bytes of the text.
    /// - Throws: What ``makeStream(_:_:)`` throws, and `.unencodable` and its like for what the codec has no form for.
    public func encode(_ bytes: borrowing some Bytes, _ options: Options = [:]) throws(CodecError) -> [UInt8] {
        try run(.encoding, bytes, options)
    }

    /// Decodes text.
    ///
    /// - Parameters:
    ///   - text: The whole text, as bytes.
    ///   - options: The options; all of them must belong to the codec.
    /// - Returns: What it stands for.
    /// - Throws: What ``makeStream(_:_:)`` throws; an error with its place if the text is malformed or, decoded, larger
    ///   than the codec allows.
    public func decode(_ text: borrowing some Bytes, _ options: Options = [:]) throws(CodecError) -> [UInt8] {
        try run(.decoding, text, options)
    }

    /// Decodes text.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - options: The options; all of them must belong to the codec.
    /// - Returns: What it stands for.
    /// - Throws: As for bytes.
    public func decode(_ text: String, _ options: Options = [:]) throws(CodecError) -> [UInt8] {
        try run(.decoding, text.utf8, options)
    }

    /// Sends bytes through a stream; output beyond `limit` bytes is an error.
    package func run(
        _ direction: Direction, _ bytes: borrowing some Bytes, _ options: Options, limit: Int = .max
    ) throws(CodecError) -> [UInt8] {
        try outcome(direction, bytes, options, limit: limit).bytes
    }

    /// What came of bytes that went through a stream.
    package struct Outcome: Sendable {
        /// The output.
        package var bytes: [UInt8] = []
        /// What was found besides the bytes.
        package var notes: [String] = []
        /// Whether the input ended in the middle, and what is incomplete at its end was left out.
        package var isCut = false
        /// Whether there is more output than was asked for.
        package var isBeginning = false
    }

    /// Whether a stream keeps its input, and has a limit for that reason, instead of passing it on in constant memory.
    package func takesWholeInput(_ direction: Direction, _ options: Options) -> Bool {
        (try? makeStream(direction, options)) is WholeStream
    }

    /// Thrown to stop a stream.
    private struct Enough: Error {}

    /// The same, with what the stream found besides the bytes.
    ///
    /// After `enough` bytes of output the rest of the input is not looked at; `allowsCut` takes an input that ends in
    /// the middle.
    package func outcome(
        _ direction: Direction, _ bytes: borrowing some Bytes, _ options: Options, limit: Int = .max,
        enough: Int = .max, allowsCut: Bool = false
    ) throws(CodecError) -> Outcome {
        let stream = try makeStream(direction, options)
        var result = Outcome()
        func append(_ bytes: Span<UInt8>) throws {
            if bytes.count > enough - result.bytes.count {
                result.bytes.append(contentsOf: bytes.extracting(0..<enough - result.bytes.count))
                throw Enough()
            }
            guard bytes.count <= limit - result.bytes.count else {
                throw CodecError(.limitExceeded, "the result is larger than \(limit) bytes")
            }
            result.bytes.append(contentsOf: bytes)
        }
        return try bytes.withBytes { (span) throws(CodecError) in
            try CodecError.wrap {
                do {
                    try stream.update(span, append)
                    if allowsCut {
                        result.isCut = try stream.finishCut(append)
                    } else {
                        try stream.finish(append)
                    }
                } catch is Enough {
                    result.isBeginning = true
                }
                result.notes = stream.notes
                return result
            }
        }
    }
}

extension Codec: Hashable, CustomStringConvertible {
    /// The name.
    public var description: String { name }

    /// Whether two codecs are the same row of the table.
    public static func == (left: Codec, right: Codec) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
