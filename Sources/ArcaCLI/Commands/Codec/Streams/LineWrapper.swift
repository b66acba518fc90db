internal import ArcaCodecs

/// Breaks text into lines of a number of characters, each ended by LF, the last one too, as coreutils do.
struct LineWrapper: InfallibleByteTransform {
    private let columns: Int
    /// Characters in the current line.
    private var column = 0

    /// Makes a transform for lines of `columns` characters, 1 or more.
    init(columns: Int) { self.columns = columns }

    func maximumOutputCount(for byteCount: Int) -> Int { byteCount + (column + byteCount) / columns + 1 }

    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        precondition(output.freeCapacity >= maximumOutputCount(for: bytes.count) - 1, "no room for the lines")
        bytes.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBufferPointer { memory, initialized in
                guard var from = source.baseAddress, let start = memory.baseAddress else { return }
                var to = start + initialized
                let end = from + source.count
                while from < end {
                    let count = min(end - from, columns - column)
                    to.update(from: from, count: count)
                    from += count
                    to += count
                    column += count
                    if column == columns {
                        to.pointee = 0x0a
                        to += 1
                        column = 0
                    }
                }
                initialized = to - start
            }
        }
    }

    mutating func finish(into output: inout OutputSpan<UInt8>) {
        if column > 0 { output.append(0x0a) }
    }
}
