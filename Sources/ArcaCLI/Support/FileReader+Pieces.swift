internal import ArcaCodecs
internal import ArcaSystem

extension FileReader {
    /// The most bytes of a piece: fits in the processor's cache; larger pieces would be read from memory twice.
    static var pieceByteCount: Int { 128 * 1024 }

    /// Reads to the end, lending one piece after the other.
    mutating func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.pieceByteCount)
        defer { buffer.deallocate() }
        while true {
            var output = OutputSpan(buffer: buffer, initializedCount: 0)
            try read(into: &output)
            let count = output.finalize(for: buffer)
            guard count > 0 else { return }
            try body(UnsafeBufferPointer(rebasing: buffer[..<count]).span)
        }
    }
}
