internal import ArcaCore
internal import ArcaInspect
internal import ArcaSystem

/// An output for bytes of unknown content; a terminal refuses unprintable bytes unless `-o -` requests them.
struct ScreenedFile: ~Copyable, ByteWriter {
    private var file: AtomicFile
    private let isScreened: Bool
    private let unpackHint: String?
    /// The incomplete UTF-8 sequence at the end of the last piece.
    private var cut: [UInt8] = []

    /// `isAskedFor` means that the user named the output; `unpackHint` is the hint for an archive.
    init(_ file: consuming AtomicFile, isAskedFor: Bool, unpackHint: String? = nil) {
        isScreened = !isAskedFor && file.isTerminal
        self.file = file
        self.unpackHint = unpackHint
    }

    /// Whether nothing becomes visible before ``commit()``.
    var isAtomic: Bool { file.isAtomic }

    var isTerminal: Bool { file.isTerminal }

    mutating func write(_ bytes: borrowing some Bytes) throws {
        if isScreened { try bytes.withBytes { try check($0) } }
        try file.write(bytes)
    }

    /// Writes text in another charset; `shown` is the same text in UTF-8, which is checked for a terminal.
    mutating func write(_ converted: [UInt8], showing shown: [UInt8]) throws {
        if isScreened { try check(shown.span) }
        try file.write(converted)
    }

    consuming func commit() throws(SystemError) { try file.commit() }

    private mutating func check(_ bytes: Span<UInt8>) throws(UsageError) {
        let piece = cut + [UInt8](bytes: bytes)
        let (isText, rest) = Self.text(piece)
        guard isText else { throw refusal(of: piece) }
        cut = rest
    }

    /// Whether a terminal can show a piece: UTF-8 without control characters other than tab, line ends, backspace and
    /// form feed.
    ///
    /// Also returns the incomplete UTF-8 sequence at its end.
    static func text(_ piece: [UInt8]) -> (isText: Bool, rest: [UInt8]) {
        let start = piece.indices.suffix(3).last { (0xc2...0xf4).contains(piece[$0]) }
        let isCut = start.map { piece.count - $0 < (piece[$0] >= 0xf0 ? 4 : piece[$0] >= 0xe0 ? 3 : 2) } ?? false
        let whole = isCut ? piece[..<(start ?? 0)] : piece[...]
        let isShown =
            whole.allSatisfy { $0 >= 0x20 && $0 != 0x7f || (0x08...0x0d).contains($0) && $0 != 0x0b }
            // C1 control characters, U+0080 to U+009F (two bytes in UTF-8), control some terminals too.
            && !zip(whole, whole.dropFirst()).contains { $0 == 0xc2 && $1 < 0xa0 }
        return (
            isShown && String(validating: whole, as: UTF8.self) != nil, isCut ? Array(piece[(start ?? 0)...]) : []
        )
    }

    private func refusal(of piece: [UInt8]) -> UsageError {
        let kind = Inspector.inspect(InspectedData(piece.prefix(4096), byteCount: nil))
        let isArchive = ["tar", "gzip", "zip"].contains(kind.identifier)
        let ways = [isArchive ? unpackHint : nil, "-o FILE", "-o - to print it anyway"].compactMap { $0 }
        return UsageError(
            .conflict, "binary output (\(kind.name)) cannot be shown on a terminal",
            hint: "give \(ways.joined(separator: ", or "))")
    }
}

extension OutputOptions {
    /// A file gets mode 0600 if the content is secret; `unpackHint` is the hint for an archive on a terminal.
    func openScreened(isSecret: Bool, inputs: [FileIdentity], unpackHint: String? = nil) throws -> ScreenedFile {
        ScreenedFile(
            try open(isSecret ? .secret : .text, inputs: inputs), isAskedFor: file != nil, unpackHint: unpackHint)
    }
}
