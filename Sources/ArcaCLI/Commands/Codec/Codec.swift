internal import ArcaCodecs

/// A codec of the command line: what it is called, which options it has, how it is made.
///
/// The table of all codecs is the one source of parsing, help, completions and messages.
struct Codec: Sendable {
    /// What a codec has for one direction.
    struct Way: Sendable {
        /// Makes the stages of a stream; throws ``UsageError`` or ``CodecError`` when the options make no sense.
        typealias Maker = @Sendable (CodecSettings) throws -> [any CodecStage]

        /// The options that it takes.
        let options: CodecOption
        /// Makes its stages.
        let make: Maker
    }

    /// The name of design and documentation.
    let name: String
    /// Other names that people write; hyphens, underscores and case do not count.
    let aliases: [String]
    /// One line, lower case, no full stop.
    let summary: String
    /// How it encodes; nil for what only decodes.
    let encoding: Way?
    /// How it decodes.
    let decoding: Way?

    /// Makes a codec.
    init(
        _ name: String, _ aliases: [String] = [], _ summary: String, encode: CodecOption, _ encoder: Way.Maker?,
        decode: CodecOption, _ decoder: @escaping Way.Maker
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        encoding = encoder.map { Way(options: encode, make: $0) }
        decoding = Way(options: decode, make: decoder)
    }

    /// All codecs, in the order of lists.
    static let all = bases + bigBases + mail + ciphers + texts + compressed

    /// Whether a word names the codec.
    func isCalled(_ word: String) -> Bool {
        let folded = Self.folded(word)
        return Self.folded(name) == folded || aliases.contains { Self.folded($0) == folded }
    }

    private static func folded(_ word: String) -> [UInt8] {
        word.utf8.filter { $0 != 0x2d && $0 != 0x5f }.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    }

    /// Finds a codec for a direction by any of its names.
    static func find(_ word: Argument, _ direction: any CodecDirection.Type) throws(UsageError) -> Codec {
        let codecs = direction.codecs
        guard let text = word.text, let codec = codecs.first(where: { $0.isCalled(text) }) else {
            if let text = word.text, let codec = all.first(where: { $0.isCalled(text) }) {
                throw UsageError(
                    .invalidValue, "\(codec.name) can only be decoded", hint: "'arca encode list' lists what encodes")
            }
            var error = UsageError.unknownChoice(word, of: codecs.flatMap { [$0.name] + $0.aliases } + ["list"])
            error.reason = "no codec is called '\(word.shown)'"
            if error.hint?.hasPrefix("choose") ?? true { error.hint = "'arca \(direction.name) list' lists them" }
            throw error
        }
        return codec
    }

    /// The stages for a direction.
    func stages(_ direction: any CodecDirection.Type, _ settings: CodecSettings) throws -> [any CodecStage] {
        do {
            return try direction.way(of: self)?.make(settings) ?? []
        } catch let error as CodecError {
            throw UsageError(.invalidValue, "\(name): \(error.reason)", hint: error.hint)
        }
    }
}

// What the table is written with.
extension Codec {
    /// A stream through one transform.
    static func stream(_ transform: some ByteTransform) -> [any CodecStage] { [TransformStage(transform)] }

    /// An encoder whose text `--wrap` breaks into lines.
    static func wrapped(_ encoder: some ByteTransform, _ settings: CodecSettings) -> [any CodecStage] {
        guard let columns = settings.wrap, columns > 0 else { return stream(encoder) }
        return [TransformStage(encoder), TransformStage(LineWrapper(columns: columns))]
    }

    /// A decoder of text in lines as coreutils break it, or as `--wrap` says.
    static func inLines(_ decoder: some ByteTransform, _ settings: CodecSettings) -> [any CodecStage] {
        // Lenient decoders skip line ends by themselves.
        if settings.isLenient || settings.wrap == 0 { return stream(decoder) }
        return [LineUnwrapper(TransformStage(decoder), columns: settings.wrap)]
    }

    /// A decoder of text in one line, which may end in LF.
    static func inOneLine(_ decoder: some ByteTransform) -> [any CodecStage] {
        [LineUnwrapper(singleLine: TransformStage(decoder))]
    }

    /// A conversion of the whole input.
    static func whole(
        _ name: String, _ settings: CodecSettings, limit: Int = 64 << 20,
        _ convert: @escaping ([UInt8]) throws -> [UInt8]
    ) -> [any CodecStage] { [WholeStage(name, limit: settings.limit ?? limit, convert)] }

    /// The bytes without an LF at the end.
    static func line(_ bytes: [UInt8]) -> [UInt8] { bytes.last == 0x0a ? bytes.dropLast() : bytes }

    /// Bytes as text, all of them: a byte order mark stays.
    static func text(_ bytes: [UInt8]) throws(CodecError) -> String {
        let text = try BuiltInCharsets().decode(bytes, charset: "utf-8")
        return bytes.starts(with: [0xef, 0xbb, 0xbf]) ? "\u{feff}" + text : text
    }

    /// What decoding accepts.
    static func options(_ settings: CodecSettings) -> DecodingOptions { settings.isLenient ? .lenient : [] }
}
