internal import ArcaCore
internal import ArcaSystem

/// A reusable page-aligned buffer, which the kernel copies to fastest.
final class PageBuffer {
    static let pieceByteCount = ReadAhead.pieceByteCount

    private let memory: UnsafeMutableBufferPointer<UInt8>

    /// Allocates memory; pages that are never used cost nothing.
    init(byteCount: Int) {
        let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096)
        memory = raw.bindMemory(to: UInt8.self)
    }

    deinit { memory.deallocate() }

    var byteCount: Int { memory.count }

    /// Fills the buffer from the start and passes on its contents, or nothing if `body` throws.
    func fill(
        _ body: (inout OutputSpan<UInt8>) throws -> Void, _ next: (Span<UInt8>) throws -> Void
    ) throws {
        var output = OutputSpan(buffer: memory, initializedCount: 0)
        try body(&output)
        let count = output.finalize(for: memory)
        if count > 0 { try next(UnsafeBufferPointer(memory).span.extracting(0..<count)) }
    }
}
