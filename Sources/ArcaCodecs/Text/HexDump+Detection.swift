extension HexDump {
    /// Detects the format of a dump from its first line.
    ///
    /// - Parameters:
    ///   - line: The first line, without its line ending.
    ///   - isOnly: Whether it is the only line, and may be shorter than a full line.
    /// - Returns: The codec that writes exactly this line: `xxd` with any line length and group size, `hexdump -C`, or
    ///   plain digits as in `xxd -p`; nil if there is none. If several codecs match, the most common one.
    public static func detected(firstLine line: borrowing some Bytes, isOnly: Bool) -> HexDump? {
        line.withBytes { span in detected(span, isOnly) }
    }

    private static func detected(_ line: Span<UInt8>, _ isOnly: Bool) -> HexDump? {
        var digits = 0
        while digits < line.count, line[digits].hexDigitValue != nil { digits += 1 }
        if digits == line.count { return plainDump(ofDigits: digits, isOnly) }
        guard digits >= 8, digits + 2 < line.count, line[digits + 1] == .space else { return nil }
        switch line[digits] {
        case .space: return canonical
        case .colon: return xxdDump(line, bytesStart: digits + 2)
        default: return nil
        }
    }

    private static func plainDump(ofDigits count: Int, _ isOnly: Bool) -> HexDump? {
        guard count > 0, count % 2 == 0 else { return nil }
        return isOnly && count <= 2 * plain.columns ? plain : try? plain(columns: min(256, count / 2))
    }

    private static func xxdDump(_ line: Span<UInt8>, bytesStart: Int) -> HexDump? {
        // The bytes, group by group, up to the two spaces before the text column.
        var bytes: [UInt8] = []
        var firstGroup: Int?
        var isUpper = false
        var index = bytesStart
        while index + 1 < line.count {
            if line[index] == .space {
                if firstGroup == nil { firstGroup = bytes.count }
                if line[index + 1] == .space { break }
                index += 1
            }
            guard index + 1 < line.count, let high = line[index].hexDigitValue,
                let low = line[index + 1].hexDigitValue
            else { return nil }
            isUpper = isUpper || (0x41...0x46).contains(line[index]) || (0x41...0x46).contains(line[index + 1])
            bytes.append(high << 4 | low)
            index += 2
        }
        guard let firstGroup, !bytes.isEmpty else { return nil }
        // The position of the text column at the end determines the line length.
        let width = line.count - bytes.count - bytesStart - 2
        for group in [2, firstGroup, 1, 4, 8, 0] where width >= 2 {
            let columns = columns(ofWidth: width, group: group)
            guard columns >= bytes.count, let dump = try? xxd(columns: columns, groupSize: group, isUpper: isUpper)
            else { continue }
            // Offsets are not compared: a dump may start at any offset, and strict decoding then reports it.
            let written = dump.encodeToBytes(bytes).dropFirst(10).dropLast()
            if written.elementsEqual((bytesStart..<line.count).map { line[$0] }) { return dump }
        }
        return nil
    }

    /// The number of bytes in a line with `width` columns of digits and spaces; a group of 0 means no spaces.
    private static func columns(ofWidth width: Int, group: Int) -> Int {
        guard group > 0 else { return width / 2 }
        let groups = (width - 2) / (2 * group + 1)
        return groups * group + (width - groups * (2 * group + 1)) / 2
    }
}
