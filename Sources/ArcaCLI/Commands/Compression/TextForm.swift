internal import ArcaCodecs
internal import ArcaSystem

/// `--text CODEC`: compressed data as text, by any codec that goes both ways.
struct TextForm: OptionGroup {
    static let title = "Text"

    /// A codec by any of its names.
    struct Choice: ArgumentValue {
        let codec: Codec

        init(argument: Argument) throws(UsageError) { codec = try Codec.find(argument, Encoding.self) }

        static var completion: Completion { .words(Encoding.codecs.map(\.name)) }
        var argumentText: String? { codec.name }
    }

    var choice: Choice?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--text", value: "CODEC", set: \.choice,
            help: "compressed data as text: base64, base64url, base85, … ('arca encode list' has all)")
    }

    /// Whether the compressed data is text.
    var isWanted: Bool { choice != nil }

    /// The stages that make text of bytes.
    func encoding(wrap: Int?) throws -> [any CodecStage] {
        var settings = CodecSettings()
        settings.wrap = wrap
        if let choice, wrap != nil, !(choice.codec.encoding?.options.contains(.wrap) ?? false) {
            throw UsageError(
                .conflict, "--wrap does not apply to \(choice.codec.name)", hint: "its text is always one line")
        }
        return try choice?.codec.stages(Encoding.self, settings) ?? []
    }

    /// The stages that make bytes of text, with their names for messages.
    func decoding() throws -> [(name: String, stage: any CodecStage)] {
        guard let codec = choice?.codec else { return [] }
        return try codec.stages(Decoding.self, CodecSettings()).map { (codec.name, $0) }
    }
}

/// A writer that sends what it gets through stages first.
struct StagedWriter<Base: ByteWriter & ~Copyable>: ~Copyable, ByteWriter {
    private let stages: [any CodecStage]
    private var base: Base

    /// Takes a writer over.
    init(_ stages: [any CodecStage], _ base: consuming Base) {
        self.stages = stages
        self.base = base
    }

    mutating func write(_ bytes: borrowing some Bytes) throws {
        try bytes.withBytes { span in try push(span, 0) }
    }

    /// Ends the stages and gives the writer back.
    consuming func finish() throws -> Base {
        for (index, stage) in stages.enumerated() { try stage.finish { try push($0, index + 1) } }
        return base
    }

    private mutating func push(_ bytes: Span<UInt8>, _ index: Int) throws {
        guard index < stages.count else { return try base.write(bytes) }
        try stages[index].take(bytes) { try push($0, index + 1) }
    }
}
