internal import ArcaCore

/// Lenient Base64 of a mail body: ignores other characters (RFC 2045, section 6.8), and counts what it ignores.
///
/// Text after the padding continues the data if its line is Base64 of whole groups, as mailing lists append it. Any other
/// line begins a footer, which ends the data.
struct MailBase64Decoder: Sendable {
    private(set) var ignoredCount = 0
    private(set) var footerByteCount = 0
    /// Whether the last group has a single symbol, so a byte is missing.
    private(set) var isCut = false
    /// Whether a last group had bits that belong to no whole byte.
    private(set) var hasDroppedBits = false

    private var group: UInt32 = 0
    private var symbolCount = 0
    private var paddingCount = 0
    private var isInFooter = false
    /// A line after the padding, kept until it is complete.
    private var line: [UInt8]?

    /// Longer lines after the padding are not Base64 of mail.
    private static let maximumLineCount = 998
    private static let values: [UInt8?] = {
        var values = [UInt8?](repeating: nil, count: 256)
        let symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, symbol) in symbols.utf8.enumerated() { values[Int(symbol)] = UInt8(value) }
        return values
    }()

    mutating func update(_ bytes: Span<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count / 4 * 3 + 3)
        for index in bytes.indices { take(bytes[index], &output) }
        return output
    }

    mutating func finish() -> [UInt8] {
        var output: [UInt8] = []
        endLine(&output)
        isCut = symbolCount == 1
        endGroup(&output)
        return output
    }

    private mutating func take(_ byte: UInt8, _ output: inout [UInt8]) {
        if isInFooter {
            footerByteCount += 1
        } else if line != nil {
            if byte == .newline { return endLine(&output) }
            line?.append(byte)
            if line?.count ?? 0 > Self.maximumLineCount { endLine(&output) }
        } else if let value = Self.values[Int(byte)] {
            // Padding within a group is ignored, as there is no other reading.
            paddingCount = 0
            group = group << 6 | UInt32(value)
            symbolCount += 1
            if symbolCount == 4 { endGroup(&output) }
        } else if byte == .equals {
            paddingCount += 1
            guard symbolCount > 1, symbolCount + paddingCount == 4 else {
                if symbolCount < 2 { ignoredCount += 1 }
                return
            }
            endGroup(&output)
            line = []
        } else if !byte.isWhitespace {
            ignoredCount += 1
        }
    }

    /// Decides whether a line after the padding continues the data.
    private mutating func endLine(_ output: inout [UInt8]) {
        guard let content = line?.filter({ !$0.isWhitespace }) else { return }
        line = nil
        let symbols = content.prefix { Self.values[Int($0)] != nil }
        let padding = content.dropFirst(symbols.count)
        if content.allSatisfy({ $0 == .equals }) {
            ignoredCount += content.count
            line = []
        } else if content.count % 4 == 0, padding.count < 3, padding.allSatisfy({ $0 == .equals }) {
            for byte in content { take(byte, &output) }
            // Further lines may follow, of data or of a footer.
            if line == nil, padding.isEmpty { line = [] }
        } else {
            isInFooter = true
            footerByteCount += content.count
        }
    }

    /// Writes the whole bytes of a group.
    private mutating func endGroup(_ output: inout [UInt8]) {
        let count = symbolCount * 6 / 8
        let bits = group << UInt32(6 * (4 - symbolCount))
        if symbolCount > 1, bits << UInt32(8 + 8 * count) != 0 { hasDroppedBits = true }
        for place in 0..<count { output.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place))) }
        (group, symbolCount, paddingCount) = (0, 0, 0)
    }
}
