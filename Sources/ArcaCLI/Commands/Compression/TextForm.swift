internal import ArcaCodecCatalog
internal import ArcaCore

/// `--text CODEC`: compressed data as text, in any codec that supports both directions.
struct TextForm: OptionGroup {
    static let title = "Text"

    struct Choice: ArgumentValue {
        let codec: Codec

        init(argument: Argument) throws(UsageError) { codec = try Codec.find(argument, .encoding) }

        static var completion: Completion { .words(Codec.Direction.encoding.codecs.map(\.name)) }
        var argumentText: String? { codec.name }
    }

    var choice: Choice?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--text", value: "CODEC", set: \.choice,
            help: "compressed data as text: base64, base64url, base85, … ('arca encode list' has all)")
    }

    var isWanted: Bool { choice != nil }

    func encoding(wrap: Int?) throws(UsageError) -> (any CodecStream)? {
        guard let codec = choice?.codec else { return nil }
        if wrap != nil, !codec.options(for: .encoding).contains(.wrap) {
            throw UsageError(
                .conflict, "--wrap does not apply to \(codec.name)", hint: "its text is always one line")
        }
        var options: Codec.Options = [:]
        options[number: .wrap] = wrap
        return try codec.stream(.encoding, options)
    }

    func decoding() throws(UsageError) -> [CodecChain.Step] {
        guard let codec = choice?.codec else { return [] }
        return [(codec.name, try codec.stream(.decoding, [:]))]
    }
}

/// A writer that passes its input through an optional stream first.
struct StagedWriter<Base: ByteWriter & ~Copyable>: ~Copyable, ByteWriter {
    private let stream: (any CodecStream)?
    private var base: Base

    init(_ stream: (any CodecStream)?, _ base: consuming Base) {
        self.stream = stream
        self.base = base
    }

    mutating func write(_ bytes: borrowing some Bytes) throws {
        guard let stream else { return try base.write(bytes) }
        try bytes.withBytes { span in try stream.update(span) { try base.write($0) } }
    }

    consuming func finish() throws -> Base {
        try stream?.finish { try base.write($0) }
        return base
    }
}
