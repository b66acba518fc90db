struct HexDumpLine {
    private let layout: HexDump.Layout
    private let group: Int
    private let isUpper: Bool
    private let offset: Int
    /// Digits in the offset; 0 in plain dumps.
    let offsetDigits: Int
    let bytesStart: Int
    /// The column of the text, including its bar; in plain dumps, the end of a full line.
    let textStart: Int

    init(_ dump: HexDump, offset: Int, isUpper: Bool? = nil) {
        layout = dump.layout
        group = dump.group
        self.isUpper = isUpper ?? dump.isUpper
        self.offset = offset
        // Eight digits, or more if the offset needs them.
        let digits = max(8, (Int.bitWidth - offset.leadingZeroBitCount + 3) / 4)
        offsetDigits = layout == .plain ? 0 : digits
        switch layout {
        case .plain:
            bytesStart = 0
            textStart = 2 * dump.columns
        case .xxd:
            bytesStart = digits + 2
            textStart = bytesStart + 2 * dump.columns + (dump.columns - 1) / dump.group + 2
        case .canonical:
            bytesStart = digits + 2
            textStart = bytesStart + 3 * dump.columns + 2
        }
    }

    func length(_ columns: Int) -> Int {
        switch layout {
        case .plain: textStart
        case .xxd: textStart + columns
        case .canonical: textStart + columns + 2
        }
    }

    func place(of index: Int) -> Int {
        switch layout {
        case .plain: bytesStart + 2 * index
        case .xxd: bytesStart + 2 * index + index / group
        case .canonical: bytesStart + 3 * index + (index >= 8 ? 1 : 0)
        }
    }

    func write(_ bytes: borrowing some Bytes, into output: inout OutputSpan<UInt8>) {
        bytes.withBytes { span in
            let start = output.count
            writePrefix(into: &output)
            for index in 0..<span.count {
                pad(to: start + place(of: index), &output)
                output.append(.hexDigit(span[index] >> 4, isUpper: isUpper))
                output.append(.hexDigit(span[index] & 15, isUpper: isUpper))
            }
            guard layout != .plain else { return }
            pad(to: start + textStart, &output)
            if layout == .canonical { output.append(.verticalBar) }
            for index in 0..<span.count { output.append(Self.visible(span[index])) }
            if layout == .canonical { output.append(.verticalBar) }
        }
    }

    func writeOffset(into output: inout OutputSpan<UInt8>) {
        for digit in 0..<offsetDigits {
            let value = offset >> ((offsetDigits - 1 - digit) * 4) & 15
            output.append(.hexDigit(UInt8(value), isUpper: false))
        }
    }

    func writePrefix(into output: inout OutputSpan<UInt8>) {
        let start = output.count
        writeOffset(into: &output)
        if layout == .xxd { output.append(.colon) }
        pad(to: start + bytesStart, &output)
    }

    private func pad(to count: Int, _ output: inout OutputSpan<UInt8>) {
        while output.count < count { output.append(.space) }
    }

    static func visible(_ byte: UInt8) -> UInt8 { byte.isPrintable ? byte : .period }
}
