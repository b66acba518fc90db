internal import ArcaCodecs

/// Reads a hex dump of any form that ArcaCodecs knows: the first line tells which.
final class DumpStage: CodecStage {
    private let options: DecodingOptions
    /// The first line and the beginning of the next, until the form is known.
    private var opening: [UInt8] = []
    private var decoder: (any CodecStage)?

    /// No line of a dump is longer.
    private static let longestLine = 2048

    /// Makes a stage whose decoder accepts what `options` say.
    init(options: DecodingOptions) { self.options = options }

    func take(_ bytes: Span<UInt8>, _ next: (Span<UInt8>) throws -> Void) throws {
        if let decoder { return try decoder.take(bytes, next) }
        opening.append(contentsOf: bytes)
        let hasSecondLine = opening.dropLast().contains(0x0a)
        guard hasSecondLine || opening.count > Self.longestLine else { return }
        _ = try decide(isOnly: !hasSecondLine, next)
    }

    func finish(_ next: (Span<UInt8>) throws -> Void) throws {
        try (decoder ?? decide(isOnly: true, next)).finish(next)
    }

    /// Makes the decoder and gives it what was held back.
    private func decide(isOnly: Bool, _ next: (Span<UInt8>) throws -> Void) throws -> any CodecStage {
        var line = opening.prefix { $0 != 0x0a }
        if options.contains(.whitespace), line.last == 0x0d { line.removeLast() }
        let dump = HexDump.detected(firstLine: line, isOnly: isOnly) ?? .standard
        let decoder = TransformStage(dump.allowing(options).makeDecoder())
        self.decoder = decoder
        let text = opening
        opening = []
        try decoder.take(text.span, next)
        return decoder
    }
}
