/// The streaming encoder of all power-of-two bases.
struct RadixEncoder<Base: Radix>: InfallibleByteTransform {
    private let table: SymbolTable
    private let padding: UInt8?
    private var lines: LineBreaker?
    /// Bytes that wait for the rest of their group, the first one highest.
    private var pending: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    private var pendingCount = 0

    init(_ table: SymbolTable, padding: UInt8?, lines: LineWrapping?) {
        self.table = table
        self.padding = padding
        self.lines = lines.map { LineBreaker($0) }
    }

    func maximumOutputCount(for byteCount: Int) -> Int {
        let symbols = Base.symbolCount(for: byteCount + pendingCount, isPadded: padding != nil)
        return lines?.maximumCount(for: symbols) ?? symbols
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

    /// Encodes the pending bytes, with padding when they are no whole group.
    private mutating func writePending(into output: inout OutputSpan<UInt8>) {
        let bytes = pending
        let count = pendingCount
        pendingCount = 0
        withUnsafeBytes(of: bytes) { memory in
            guard let start = memory.bindMemory(to: UInt8.self).baseAddress else { return }
            write(start, count, into: &output)
        }
    }

    /// Encodes bytes, all groups whole or the last of the stream, through the line breaker when there is one.
    private mutating func write(_ start: Source, _ count: Int, into output: inout OutputSpan<UInt8>) {
        guard lines != nil else {
            output.appendEncoded(Base.symbolCount(for: count, isPadded: padding != nil)) { destination in
                _ = Base.encodeAll(start, count, destination, table, padding: padding)
            }
            return
        }
        let blockBytes = 768 * Base.groupBytes
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 768 * Base.groupSymbols) { block in
            guard let text = block.baseAddress else { return }
            var done = 0
            while done < count {
                let part = min(count - done, blockBytes)
                let written = Base.encodeAll(start + done, part, text, table, padding: padding)
                lines?.append(text, written, to: &output)
                done += part
            }
        }
    }
}

/// Puts line endings into text that comes in pieces.
struct LineBreaker: Sendable {
    let wrapping: LineWrapping
    /// Characters in the current line.
    private var column = 0

    init(_ wrapping: LineWrapping) { self.wrapping = wrapping }

    /// The most bytes that `count` more characters become.
    func maximumCount(for count: Int) -> Int {
        count + (max(0, column + count - 1) / wrapping.columns) * wrapping.ending.count
    }

    /// Appends characters, with a line ending before each one that starts a new line.
    mutating func append(_ text: Source, _ count: Int, to output: inout OutputSpan<UInt8>) {
        precondition(output.freeCapacity >= maximumCount(for: count), "no room for the encoded text")
        output.withUnsafeMutableBufferPointer { memory, initialized in
            guard var target = memory.baseAddress.map({ $0 + initialized }) else { return }
            let start = target
            var done = 0
            while done < count {
                if column == wrapping.columns {
                    if wrapping.ending == .crlf {
                        target.initialize(to: 0x0d)
                        target += 1
                    }
                    target.initialize(to: 0x0a)
                    target += 1
                    column = 0
                }
                let part = min(count - done, wrapping.columns - column)
                target.initialize(from: text + done, count: part)
                target += part
                column += part
                done += part
            }
            initialized += target - start
        }
    }
}

extension OutputSpan where Element == UInt8 {
    /// Appends exactly `count` bytes, which `write` stores.
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
