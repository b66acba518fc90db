internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaInspect
internal import ArcaSystem

/// A file to decrypt, whose format was given or detected from its first bytes.
struct EncryptedInput: ~Copyable {
    /// What messages call it.
    let name: String
    /// The format.
    let format: FormatName
    /// Its first bytes, without layers of Base64.
    let beginning: FileBeginning
    /// What an output must not be.
    let identities: [FileIdentity]
    /// Its length; nil for a pipe.
    let byteCount: Int?
    /// Whether parts can be read without what comes before: not of pipes, and not through layers of Base64.
    let isSeekable: Bool
    /// The header of an age file; nil for other formats, and for one that is malformed.
    let ageHeader: Age.Header?
    private let layerCount: Int
    private let reader: PeekingReader<FileReader>

    /// What opens files of other programs.
    private static let programs = [
        "pgp": "gpg --decrypt", "kdbx": "keepassxc-cli open", "7z": "7z x", "zip": "unzip",
    ]

    /// Opens a file and detects its format, unless one is given.
    static func open(_ file: BytePath?, format: FormatName?) throws -> EncryptedInput {
        let input = try InputFile.open(file)
        let (name, identities, byteCount) = (input.name, input.inputIdentities, input.byteCount)
        let isAtStart = input.offset == 0
        var reader = PeekingReader(input)
        let prefix = try reader.peek(FormatDetector.byteCount)
        let beginning = FileBeginning(prefix, isWhole: prefix.count < FormatDetector.byteCount)
        // Detected even if a format is given, for its layers of Base64.
        let detection = FormatDetector.detect(beginning)
        let detected = detection.flatMap { FormatName($0.format) }
        guard let format = format ?? detected else {
            guard !prefix.isEmpty else { throw ContainerError(.malformed, "\(name): the input is empty") }
            let kind = Inspector.inspect(InspectedData(prefix, byteCount: byteCount))
            throw ContainerError(
                .malformed, "\(name): unknown encrypted format; found \(kind.name)",
                hint: Self.programs[kind.identifier].map { "run: \($0) \(name)" }
                    ?? "give --format if you know what it is")
        }
        let layerCount = detected == format ? detection?.base64LayerCount ?? 0 : 0
        let inner = (0..<layerCount).reduce(beginning) { layer, _ in layer.decodedBase64 ?? layer }
        let ageHeader =
            format == .age ? try AgeOptions.header(in: inner, layerCount: layerCount, peekingInto: &reader) : nil
        return EncryptedInput(
            name: name, format: format, beginning: inner, identities: identities, byteCount: byteCount,
            isSeekable: isAtStart && layerCount == 0 && byteCount != nil, ageHeader: ageHeader, layerCount: layerCount,
            reader: reader)
    }

    /// Reads it from its beginning, through its layers.
    consuming func takeReader(
        _ progress: ProgressLine
    ) throws -> Base64LayersReader<ProgressReader<PeekingReader<FileReader>>> {
        try Base64LayersReader(ProgressReader(reader, progress), layerCount: layerCount)
    }

    /// Reads it from anywhere.
    consuming func takeFile() -> FileReader { reader.takeBase() }
}
