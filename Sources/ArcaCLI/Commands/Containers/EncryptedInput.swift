internal import ArcaCore
internal import ArcaContainers
internal import ArcaInspect
internal import ArcaSystem

/// A file to decrypt; its format is given or detected from its first bytes.
struct EncryptedInput: ~Copyable {
    let name: String
    let format: FormatName
    /// The first bytes, with layers of Base64 removed.
    let beginning: FileBeginning
    /// The identities that an output must not have.
    let identities: [FileIdentity]
    let byteCount: Int?
    /// Whether ranges can be read directly; false for pipes and layers of Base64.
    let isSeekable: Bool
    /// The header of an age file; nil for other formats and malformed headers.
    let ageHeader: Age.Header?
    private let layerCount: Int
    private let reader: PeekingReader<FileReader>

    /// Programs that open formats Arca does not support.
    private static let programs = [
        "pgp": "gpg --decrypt", "kdbx": "arca vault import", "7z": "7z x", "zip": "unzip",
        "jks": "keytool -list -keystore", "jceks": "keytool -list -storetype JCEKS -keystore",
    ]

    /// Opens a file, and detects the format unless it is given.
    static func open(_ file: BytePath?, format: FormatName?) throws -> EncryptedInput {
        let input = try InputFile.open(file)
        let (name, identities, byteCount) = (input.name, input.inputIdentities, input.byteCount)
        let isAtStart = input.offset == 0
        var reader = PeekingReader(input)
        let prefix = try reader.peek(FormatDetector.byteCount)
        let beginning = FileBeginning(prefix, isWhole: prefix.count < FormatDetector.byteCount)
        // Detect even if a format is given, to find the layers of Base64.
        let detection = FormatDetector.detect(beginning)
        let detected = detection.flatMap { FormatName($0.format) }
        guard let format = format ?? detected else {
            guard !prefix.isEmpty else { throw ContainerError(.malformed, "\(name): the input is empty") }
            if let reason = RNCryptor3.problem(of: beginning) {
                throw ContainerError(.malformed, "\(name): \(reason)", hint: "if it is something else, give --format")
            }
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

    consuming func takeReader(
        _ progress: ProgressLine
    ) throws -> Base64LayersReader<ProgressReader<PeekingReader<FileReader>>> {
        try Base64LayersReader(ProgressReader(reader, progress), layerCount: layerCount)
    }

    consuming func takeFile() -> FileReader { reader.takeBase() }
}
