internal import ArcaCodecs

/// A decoder for any supported dump format, detected from the first line.
final class HexDumpStream: CodecStream {
    private let options: DecodingOptions
    /// Creates a decoder for dumps of other programs than `xxd` and `hexdump -C`.
    private let makeForeign: () -> any CodecStream
    /// The first line and the start of the next one, until the format is known.
    private var opening: [UInt8] = []
    private var decoder: (any CodecStream)?

    private static let maximumLineCount = 2048

    init(options: DecodingOptions, _ makeForeign: @escaping () -> any CodecStream) {
        self.options = options
        self.makeForeign = makeForeign
    }

    func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        if let decoder { return try decoder.update(bytes, output) }
        opening.append(contentsOf: bytes)
        let hasSecondLine = opening.drop(while: { $0.isWhitespace }).dropLast().contains(.newline)
        guard hasSecondLine || opening.count > Self.maximumLineCount else { return }
        _ = try decide(isOnly: !hasSecondLine, output)
    }

    func finish(_ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        if let decoder { return try decoder.finish(output) }
        try decide(isOnly: true, output).finish(output)
    }

    /// Creates the decoder and passes it the buffered input.
    private func decide(isOnly: Bool, _ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure)
        -> any CodecStream
    {
        var line = opening.prefix { $0 != .newline }
        if options.contains(.whitespace), line.last == .carriageReturn { line.removeLast() }
        let dump = HexDump.detected(firstLine: line, isOnly: isOnly)
        let decoder =
            dump == nil
                && (ForeignDump.recognizes(opening) || AnnotatedDump.recognizes(opening)
                    || ForeignDump.recognizesBare(opening))
            ? makeForeign() : transforming((dump ?? .standard).allowing(options).makeDecoder())
        self.decoder = decoder
        let text = opening
        opening = []
        try decoder.update(text.span, output)
        return decoder
    }
}
