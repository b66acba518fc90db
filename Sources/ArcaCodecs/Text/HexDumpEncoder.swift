struct HexDumpEncoder: InfallibleByteTransform {
    private let dump: HexDump
    private var offset = 0
    private var line: [UInt8] = []
    private var lastLine: [UInt8] = []
    /// A template of a full line, the number of digits in its offset, and the positions of its bytes.
    private var model: [UInt8] = []
    private var modelDigits = 0
    private var places: [Int] = []
    private var isSqueezing = false

    init(_ dump: HexDump) { self.dump = dump }

    func maximumOutputCount(for byteCount: Int) -> Int {
        let byteCount = byteCount.addressable
        // The remaining lines, with the widest offset, and the final length.
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
            output.append(.newline)
        }
    }

    private mutating func write(_ bytes: borrowing some Bytes, into output: inout OutputSpan<UInt8>) {
        let count = bytes.withBytes { span in span.count }
        if dump.layout == .canonical, dump.squeezes {
            if count == dump.columns, offset > 0, bytes.withBytes({ span in isRepetition(span) }) {
                if !isSqueezing {
                    output.append(.asterisk)
                    output.append(.newline)
                }
                isSqueezing = true
                offset += count
                return
            }
            isSqueezing = false
            lastLine.removeAll(keepingCapacity: true)
            bytes.withBytes { span in lastLine.append(contentsOf: span) }
        }
        writeLine(bytes, count, into: &output)
        offset += count
    }

    /// Appends a line, by updating a copy of the previous line if both are full and have the same shape.
    private mutating func writeLine(
        _ bytes: borrowing some Bytes, _ count: Int, into output: inout OutputSpan<UInt8>
    ) {
        let shape = HexDumpLine(dump, offset: offset)
        guard count == dump.columns else {
            shape.write(bytes, into: &output)
            return output.append(.newline)
        }
        if model.isEmpty || shape.offsetDigits != modelDigits {
            model = [UInt8](capacity: shape.textStart + dump.columns + 3) { line in
                shape.write(bytes, into: &line)
                line.append(.newline)
            }
            modelDigits = shape.offsetDigits
            places = (0..<count).map(shape.place)
        }
        precondition(model.count <= output.freeCapacity, "no room for the dump")
        bytes.withBytes { span in
            output.withUnsafeMutableBufferPointer { memory, initialized in
                guard let start = memory.baseAddress else { return }
                fill(start + initialized, span, shape)
                initialized += model.count
            }
        }
    }

    private func fill(_ line: Destination, _ bytes: Span<UInt8>, _ shape: HexDumpLine) {
        model.withUnsafeBufferPointer { model in
            guard let start = model.baseAddress else { return }
            line.update(from: start, count: model.count)
        }
        var rest = offset
        for digit in stride(from: shape.offsetDigits - 1, through: 0, by: -1) {
            line[digit] = .hexDigit(UInt8(truncatingIfNeeded: rest & 15), isUpper: false)
            rest >>= 4
        }
        let text = line + shape.textStart + (dump.layout == .canonical ? 1 : 0)
        for index in 0..<bytes.count {
            let byte = bytes[index]
            let place = places[index]
            line[place] = .hexDigit(byte >> 4, isUpper: dump.isUpper)
            line[place + 1] = .hexDigit(byte & 15, isUpper: dump.isUpper)
            if dump.layout != .plain { text[index] = HexDumpLine.visible(byte) }
        }
    }

    private func isRepetition(_ bytes: Span<UInt8>) -> Bool {
        for index in 0..<bytes.count where bytes[index] != lastLine[index] { return false }
        return true
    }
}
