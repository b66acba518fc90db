internal import ArcaCore
internal import ArcaSystem

/// The message of a cipher: a file read in pieces, or bytes decoded from text.
struct CipherInput: ~Copyable, ByteReader {
    let name: String
    let byteCount: Int?
    private var file: PeekingReader<FileReader>
    private var memory: MemoryReader?
    private var memoryHead: [UInt8] = []

    /// Number of bytes that decide about the form of a file.
    private static let headByteCount = 64 << 10

    init(_ file: consuming FileReader) {
        name = file.name
        byteCount = file.byteCount
        self.file = PeekingReader(file)
    }

    mutating func read(into output: inout OutputSpan<UInt8>) throws {
        if memory == nil { try file.read(into: &output) } else { memory?.read(into: &output) }
    }

    /// The first bytes of the message, before any are read.
    mutating func head() throws -> [UInt8] {
        try memory == nil ? file.peek(Self.headByteCount) : memoryHead
    }

    /// Decodes the file if it has a text form; `form` is nil to detect it.
    mutating func decode(_ form: DataForm?) throws {
        let form = try form ?? DataForm(detecting: Self.wholeGroups(head(), of: Self.headByteCount))
        guard form == .hex || form == .base64 else { return }
        let text = try CipherJob.readAll(&self, "text is decoded in memory")
        replace(by: try form.decode(text, of: name))
    }

    /// Replaces the message by other bytes.
    mutating func replace(by bytes: [UInt8]) {
        memory = MemoryReader(bytes)
        memoryHead = Array(bytes.prefix(Self.headByteCount))
    }

    /// The next `count` bytes, or fewer at the end.
    mutating func take(_ count: Int) throws -> [UInt8] {
        try [UInt8](capacity: count) { output in
            while !output.isFull {
                let before = output.count
                try read(into: &output)
                if output.count == before { return }
            }
        }
    }

    /// All bytes that are left, at most `limit`.
    mutating func readAll(limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try take(min(1 << 20, limit + 1 - bytes.count))
            bytes += piece
            guard bytes.count <= limit else {
                throw SystemError(.limitExceeded, "\(name) is longer than \(limit) bytes")
            }
            if piece.isEmpty { return bytes }
        }
    }

    mutating func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
        let buffer = PieceBuffer(byteCount: FileReader.pieceByteCount)
        while try buffer.fill({ output in try read(into: &output) }, body) {}
    }

    /// Text that may be cut, without the last group of Base64.
    private static func wholeGroups(_ head: [UInt8], of limit: Int) -> [UInt8] {
        guard head.count == limit else { return head }
        let text = head.filter { !$0.isWhitespace }
        return Array(text.prefix(text.count / 4 * 4))
    }
}

/// The output of a cipher: a file written in pieces, or bytes collected to be encoded as text.
struct CipherOutput: ~Copyable, ByteWriter {
    private var file: ScreenedFile
    private var memory: [UInt8]?

    init(_ file: consuming ScreenedFile, isCollected: Bool) {
        self.file = file
        memory = isCollected ? [] : nil
    }

    /// Whether nothing becomes visible before ``commit(_:)``.
    var isAtomic: Bool { memory != nil || file.isAtomic }

    mutating func write(_ bytes: borrowing some Bytes) throws {
        guard memory != nil else { return try file.write(bytes) }
        bytes.withBytes { memory?.append(contentsOf: $0) }
        guard memory?.count ?? 0 <= CipherJob.memoryLimit else {
            throw UsageError(
                .conflict,
                "the output is longer than \(CipherJob.memoryLimit >> 20) MiB, and text is encoded in memory",
                hint: "remove --out")
        }
    }

    /// Writes what was collected, as `finish` returns it, and makes the file visible.
    consuming func commit(_ finish: ([UInt8]) throws -> [UInt8]) throws {
        if let memory { try file.write(finish(memory)) }
        try file.commit()
    }
}
