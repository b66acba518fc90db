internal import ArcaCore
internal import ArcaSystem

/// An input file named by an operand; `-` or no operand is standard input.
enum InputFile {
    static func open(_ path: BytePath?) throws(SystemError) -> FileReader {
        guard let path, !path.isDash else { return try FileReader.standardInput() }
        return try FileReader(path)
    }
}

extension FileReader {
    /// The identity of a regular input file, which an output must not overwrite.
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

    var inputName: String { isDash ? "standard input" : description }

    var isDash: Bool { bytes == [UInt8.hyphen] }
}

/// A reusable, page-aligned buffer, into which the kernel copies fastest.
final class PieceBuffer {
    private let memory: UnsafeMutableBufferPointer<UInt8>

    /// Allocates memory; untouched pages cost nothing.
    init(byteCount: Int) {
        memory = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096).bindMemory(
            to: UInt8.self)
    }

    deinit { memory.deallocate() }

    /// Fills the buffer and passes the contents on, if any; returns whether there were some.
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
    /// Maximum piece size: fits in the processor's cache; larger pieces would be read from memory twice.
    static var pieceByteCount: Int { 128 * 1024 }

    mutating func forEachPiece(
        in buffer: PieceBuffer = PieceBuffer(byteCount: pieceByteCount), _ body: (Span<UInt8>) throws -> Void
    ) throws {
        while try buffer.fill({ output in try read(into: &output) }, body) {}
    }
}
