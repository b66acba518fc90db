struct RadixEncoder<Base: Radix>: InfallibleByteTransform {
    private let table: SymbolTable
    private let padding: UInt8?
    private var lines: LineBreaker?
    /// Bytes of the incomplete group; Base32 has the largest group, of five bytes.
    private var pending: (UInt8, UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0, 0)
    private var pendingCount = 0

    init(_ table: SymbolTable, padding: UInt8?, lines: LineBreaker?) {
        self.table = table
        self.padding = padding
        self.lines = lines
    }

    func maximumOutputCount(for byteCount: Int) -> Int { maximumOutputCount(for: byteCount, further: 0) }

    /// The exact number of bytes that `byteCount` more bytes, the end and `further` trailing characters append.
    func maximumOutputCount(for byteCount: Int, further: Int) -> Int {
        let symbols = Base.symbolCount(for: byteCount.addressable + pendingCount, isPadded: padding != nil) + further
        return lines?.count(for: symbols) ?? symbols
    }

    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        bytes.withUnsafeBufferPointer { source in
            guard var start = source.baseAddress else { return }
            var count = source.count
            if pendingCount > 0 {
                let missing = min(Base.groupBytes - pendingCount, count)
                withUnsafeMutableBytes(of: &pending) { memory in
                    for index in 0..<missing { memory[pendingCount + index] = start[index] }
                }
                pendingCount += missing
                start += missing
                count -= missing
                guard pendingCount == Base.groupBytes else { return }
                writePending(into: &output)
            }
            let rest = count % Base.groupBytes
            write(start, count - rest, into: &output)
            withUnsafeMutableBytes(of: &pending) { memory in
                for index in 0..<rest { memory[index] = start[count - rest + index] }
            }
            pendingCount = rest
        }
    }

    mutating func finish(into output: inout OutputSpan<UInt8>) { writePending(into: &output) }

    mutating func append(_ character: UInt8, to output: inout OutputSpan<UInt8>) {
        guard lines != nil else { return output.append(character) }
        withUnsafePointer(to: character) { lines?.append($0, 1, to: &output) }
    }

    private mutating func writePending(into output: inout OutputSpan<UInt8>) {
        let bytes = pending
        let count = pendingCount
        pendingCount = 0
        withUnsafeBytes(of: bytes) { memory in
            guard let start = memory.bindMemory(to: UInt8.self).baseAddress else { return }
            write(start, count, into: &output)
        }
    }

    /// Encodes whole groups or the end of the stream, with line breaks if enabled.
    private mutating func write(_ start: Source, _ count: Int, into output: inout OutputSpan<UInt8>) {
        guard lines != nil else {
            output.appendEncoded(Base.symbolCount(for: count, isPadded: padding != nil)) { destination in
                _ = Base.encodeAll(start, count, to: destination, table: table, padding: padding)
            }
            return
        }
        let blockBytes = 768 * Base.groupBytes
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 768 * Base.groupSymbols) { block in
            guard let text = block.baseAddress else { return }
            var done = 0
            while done < count {
                let part = min(count - done, blockBytes)
                let written = Base.encodeAll(start + done, part, to: text, table: table, padding: padding)
                lines?.append(text, written, to: &output)
                done += part
            }
        }
    }
}

extension OutputSpan where Element == UInt8 {
    @inline(__always)
    mutating func appendEncoded(_ count: Int, _ write: (Destination) -> Void) {
        precondition(count <= freeCapacity, "no room for the encoded text")
        guard count > 0 else { return }
        withUnsafeMutableBufferPointer { memory, initialized in
            guard let start = memory.baseAddress else { return }
            write(start + initialized)
            initialized += count
        }
    }
}
