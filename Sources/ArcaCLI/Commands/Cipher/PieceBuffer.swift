internal import ArcaCodecs

/// Memory for what a transform makes of a piece, allocated once.
final class PieceBuffer {
    private let memory: UnsafeMutableBufferPointer<UInt8>

    /// Makes memory for so many bytes.
    init(_ byteCount: Int) { memory = .allocate(capacity: byteCount) }

    /// Writes what `fill` appends.
    func write<Output: ByteWriter & ~Copyable>(
        _ output: inout Output, _ fill: (inout OutputSpan<UInt8>) throws -> Void
    ) throws {
        var space = OutputSpan(buffer: memory, initializedCount: 0)
        try fill(&space)
        try output.write(UnsafeBufferPointer(rebasing: memory[..<space.finalize(for: memory)]).span)
    }

    deinit { memory.deallocate() }
}
