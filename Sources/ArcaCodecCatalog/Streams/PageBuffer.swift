internal import ArcaCore
internal import ArcaSystem

/// Memory that begins with a page, where the kernel copies fastest, and is used again for each piece.
final class PageBuffer {
    /// Bytes of input in a piece.
    static let pieceByteCount = ReadAhead.pieceByteCount

    private let memory: UnsafeMutableBufferPointer<UInt8>

    /// Sets memory aside; pages that are never filled cost nothing.
    init(byteCount: Int) {
        let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096)
        memory = raw.bindMemory(to: UInt8.self)
    }

    deinit { memory.deallocate() }

    /// How many bytes it holds.
    var byteCount: Int { memory.count }

    /// Fills the memory from its beginning and passes on what is there then; nothing is passed on when `body` throws.
    func fill(
        _ body: (inout OutputSpan<UInt8>) throws -> Void, _ next: (Span<UInt8>) throws -> Void
    ) throws {
        var output = OutputSpan(buffer: memory, initializedCount: 0)
        try body(&output)
        let count = output.finalize(for: memory)
        if count > 0 { try next(UnsafeBufferPointer(memory).span.extracting(0..<count)) }
    }
}
