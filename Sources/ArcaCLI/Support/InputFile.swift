internal import ArcaCore
internal import ArcaSystem

/// A file to read, named by an operand; `-` or no operand is standard input.
enum InputFile {
    /// Opens a file, or standard input.
    static func open(_ path: BytePath?) throws(SystemError) -> FileReader {
        guard let path, !path.isDash else { return try FileReader.standardInput() }
        return try FileReader(path)
    }
}

extension FileReader {
    /// What an output must not be: this file, if it is a regular one.
    var inputIdentities: [FileIdentity] { info.kind == .regular ? [identity] : [] }
}

extension BytePath: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        guard !argument.bytes.isEmpty else {
            throw UsageError(.invalidValue, "empty file name", hint: "give - for standard input or output")
        }
        self.init(argument.bytes)
    }

    static var completion: Completion { .files }
    var argumentText: String? { description }

    /// What messages call it as an input.
    var inputName: String { isDash ? "standard input" : description }

    /// Whether it means standard input or output.
    var isDash: Bool { bytes == [UInt8(ascii: "-")] }
}

/// Memory that begins with a page, where the kernel copies fastest, and is used again for each piece.
final class PieceBuffer {
    private let memory: UnsafeMutableBufferPointer<UInt8>

    /// Allocates memory; pages that are never filled cost nothing.
    init(byteCount: Int) {
        memory = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096).bindMemory(
            to: UInt8.self)
    }

    deinit { memory.deallocate() }

    /// Fills the memory from its start and passes on what it contains then; nothing if that is empty or `body` throws.
    ///
    /// - Returns: Whether anything was passed on.
    @discardableResult
    func fill(
        _ body: (inout OutputSpan<UInt8>) throws -> Void, _ next: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        var output = OutputSpan(buffer: memory, initializedCount: 0)
        try body(&output)
        let count = output.finalize(for: memory)
        guard count > 0 else { return false }
        try next(UnsafeBufferPointer(rebasing: memory[..<count]).span)
        return true
    }
}

extension FileReader {
    /// Maximum size of a piece: fits in the processor's cache; larger pieces would be read from memory twice.
    static var pieceByteCount: Int { 128 * 1024 }

    /// Reads to the end and lends one piece after the other.
    mutating func forEachPiece(
        in buffer: PieceBuffer = PieceBuffer(byteCount: pieceByteCount), _ body: (Span<UInt8>) throws -> Void
    ) throws {
        while try buffer.fill({ output in try read(into: &output) }, body) {}
    }
}
