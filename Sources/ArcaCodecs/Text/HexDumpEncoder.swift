/// Writes a dump line by line.
struct HexDumpEncoder: InfallibleByteTransform {
    private let dump: HexDump
    private var offset = 0
    private var line: [UInt8] = []
    private var lastLine: [UInt8] = []
    /// Whether the last line written is a `*`.
    private var isSqueezing = false

    init(_ dump: HexDump) { self.dump = dump }

    func maximumOutputCount(for byteCount: Int) -> Int {
        // Lines still to come, with the widest offset, and the length at the end.
        let line = HexDumpLine(dump, offset: offset + byteCount + self.line.count)
        return (byteCount + self.line.count + dump.columns) / dump.columns * (line.textStart + dump.columns + 3) + 17
    }

    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var start = 0
        while start < bytes.count {
            let count = min(dump.columns - line.count, bytes.count - start)
            if count == dump.columns {
                write(bytes.extracting(start..<start + count), into: &output)
            } else {
                line.append(contentsOf: bytes.extracting(start..<start + count))
                if line.count == dump.columns {
                    write(line, into: &output)
                    line.removeAll(keepingCapacity: true)
                }
            }
            start += count
        }
    }

    mutating func finish(into output: inout OutputSpan<UInt8>) {
        if !line.isEmpty { write(line, into: &output) }
        line = []
        if dump.layout == .canonical, offset > 0 {
            HexDumpLine(dump, offset: offset).writeOffset(into: &output)
            output.append(0x0a)
        }
    }

    private mutating func write(_ bytes: borrowing some Bytes, into output: inout OutputSpan<UInt8>) {
        let count = bytes.withBytes { span in span.count }
        if dump.layout == .canonical, dump.squeezes {
            if count == dump.columns, offset > 0, bytes.withBytes({ span in isRepetition(span) }) {
                if !isSqueezing {
                    output.append(UInt8(ascii: "*"))
                    output.append(0x0a)
                }
                isSqueezing = true
                offset += count
                return
            }
            isSqueezing = false
            lastLine.removeAll(keepingCapacity: true)
            bytes.withBytes { span in lastLine.append(contentsOf: span) }
        }
        HexDumpLine(dump, offset: offset).write(bytes, into: &output)
        output.append(0x0a)
        offset += count
    }

    private func isRepetition(_ bytes: Span<UInt8>) -> Bool {
        for index in 0..<bytes.count where bytes[index] != lastLine[index] { return false }
        return true
    }
}
