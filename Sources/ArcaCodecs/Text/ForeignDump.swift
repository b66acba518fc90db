/// Dumps in the formats of `od`, plain `hexdump`, `xxd -b`, Wireshark and 010 Editor.
///
/// For those of `xxd` and `hexdump -C` see ``HexDump``.
///
/// Decoding compares each line with the program's own output for the same bytes. A digit, address or text column that
/// does not match is an error with a position. Lenient decoding accepts other spacing, a nonzero first address, a
/// missing final length, CRLF and empty lines, but still verifies all addresses and text columns.
///
/// ```swift
/// let text = ForeignDump(.od).encode("Hello".utf8)    // 0000000 062510 066154 000157 …
/// try ForeignDump.decode(text)                        // detects layout, addresses and line length
/// ```
///
/// Words are little-endian, as on almost all machines. Source: the programs of coreutils 9.1, util-linux 2.38, vim 9.0;
/// Wireshark 4; hex views published by users of 010 Editor.
public struct ForeignDump: Sendable, Hashable {
    /// A program and its number format, named after the options that select it.
    public enum Layout: String, Sendable, Hashable, CaseIterable {
        /// `od`: octal words of two bytes.
        case od
        /// `od -b`: octal bytes.
        case odOctal = "od-b"
        /// `od -c`: characters and escapes.
        case odCharacters = "od-c"
        /// `od -x`: hexadecimal words of two bytes.
        case odHex = "od-x"
        /// `od -t x1`: hexadecimal bytes.
        case odBytes = "od-x1"
        /// `od -t x4`: hexadecimal words of four bytes.
        case odLongs = "od-x4"
        /// `od -t x8`: hexadecimal words of eight bytes.
        case odQuads = "od-x8"
        /// `od -t u1`: decimal bytes.
        case odDecimal = "od-u1"
        /// `hexdump`: hexadecimal words of two bytes, hexadecimal addresses.
        case hexdump
        /// `xxd -b`: binary bytes and text.
        case bits
        /// `tshark -x`, and Wireshark's text export.
        case tshark
        /// Wireshark's "copy as hex and ASCII dump".
        case wireshark
        /// 010 Editor's hex view as text: `0000h: 48 65`.
        case editor010 = "010-editor"
    }

    /// The format of addresses.
    public enum Addresses: String, Sendable, Hashable, CaseIterable {
        /// `od -A o`: octal, seven digits.
        case octal
        /// `od -A d`: decimal, seven digits.
        case decimal
        /// `od -A x`: hexadecimal, six digits.
        case hex
        /// `od -A n`: no addresses.
        case none
    }

    /// The program and its number format.
    public let layout: Layout
    /// The format of addresses; configurable only for `od`.
    public let addresses: Addresses
    /// Bytes per line.
    public let columns: Int
    /// Whether a text column follows the bytes.
    public let hasText: Bool
    var addressDigits: Int

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - layout: The program and its number format.
    ///   - addresses: The address format of `od`; nil for the program's default.
    ///   - columns: Bytes per line, 1 to 256, a multiple of the number size; nil for the program's default.
    ///   - hasText: Whether a text column follows, which is optional in `od -t x1z` and Wireshark; nil for the default.
    /// - Throws: `.invalidOption` for a combination that the program does not support.
    public init(
        _ layout: Layout, addresses: Addresses? = nil, columns: Int? = nil, hasText: Bool? = nil
    ) throws(CodecError) {
        guard addresses == nil || layout.isOd else {
            throw CodecError(.invalidOption, "addresses cannot be chosen for \(layout.rawValue)", hint: "od can")
        }
        let columns = columns ?? layout.standardColumns
        guard (1...256).contains(columns), columns % layout.unit == 0 else {
            throw CodecError(
                .invalidOption, "lines of \(columns) bytes", hint: "1 to 256, a multiple of \(layout.unit)")
        }
        self.init(
            layout, addresses ?? (layout.isOd ? .octal : .hex), columns,
            hasText: hasText ?? (layout.textGap != nil && !layout.isOd))
    }

    init(_ layout: Layout, _ addresses: Addresses, _ columns: Int, hasText: Bool, addressDigits: Int? = nil) {
        self.layout = layout
        self.addresses = addresses
        self.columns = columns
        self.hasText = hasText
        self.addressDigits = addressDigits ?? layout.addressDigits(addresses)
    }

    /// Creates a layout with the program's defaults.
    public init(_ layout: Layout) {
        self.init(
            layout, layout.isOd ? .octal : .hex, layout.standardColumns,
            hasText: layout.textGap != nil && !layout.isOd)
    }

    /// Encodes bytes as a dump.
    public func encode(_ bytes: borrowing some Bytes) -> [UInt8] {
        bytes.withBytes { span in
            var shape = self
            if layout == .tshark {
                // All addresses have as many digits as the last one.
                shape.addressDigits = max(4, String(max(0, span.count - 1), radix: 16).utf8.count)
            }
            var text: [UInt8] = []
            var last: Range<Int>?
            var isRepeating = false
            for start in stride(from: 0, to: span.count, by: columns) {
                let range = start..<min(start + columns, span.count)
                if layout.repeats, let last, last.count == range.count,
                    (0..<columns).allSatisfy({ span[last.lowerBound + $0] == span[start + $0] })
                {
                    if !isRepeating { text += [UInt8.asterisk, .newline] }
                    isRepeating = true
                    continue
                }
                isRepeating = false
                last = range
                text += shape.line(start, Array(bytes: span.extracting(range)))
                text.append(.newline)
            }
            if shape.endsWithLength, layout.isOd || span.count > 0 {
                text += shape.address(span.count)
                text.append(.newline)
            }
            return text
        }
    }

    /// Whether the last line is the length.
    var endsWithLength: Bool { (layout.isOd || layout == .hexdump) && addresses != .none }

    func address(_ offset: Int) -> [UInt8] {
        let radix: Int
        switch addresses {
        case .none: return []
        case .octal: radix = 8
        case .decimal: radix = 10
        case .hex: radix = 16
        }
        let digits = String(offset, radix: radix, uppercase: layout == .editor010)
        return [UInt8](repeating: 0x30, count: max(0, addressDigits - digits.utf8.count)) + Array(digits.utf8)
    }

    func line(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
        var line = address(offset) + Array(layout.lead.utf8)
        let start = line.count
        for place in stride(from: 0, to: bytes.count, by: layout.unit) {
            line.append(.space)
            line += layout.cell(bytes[place..<min(place + layout.unit, bytes.count)])
        }
        let full = start + columns / layout.unit * (layout.digits + 1)
        if hasText || layout == .hexdump { line += [UInt8](repeating: .space, count: max(0, full - line.count)) }
        guard hasText, let gap = layout.textGap else { return line }
        line += gap.utf8
        line += bytes.map(HexDumpLine.visible)
        if layout.isOd { line.append(.lessThan) }
        return line
    }
}

extension ForeignDump.Layout {
    /// Whether the layout is one of `od`.
    public var isOd: Bool { rawValue.hasPrefix("od") }

    var unit: Int {
        switch self {
        case .od, .odHex, .hexdump: 2
        case .odLongs: 4
        case .odQuads: 8
        default: 1
        }
    }

    var radix: Int {
        switch self {
        case .od, .odOctal: 8
        case .odDecimal: 10
        case .bits: 2
        default: 16
        }
    }

    /// The width of a number, in characters, without the leading space.
    var digits: Int {
        switch self {
        case .od: 6
        case .odOctal, .odCharacters, .odDecimal: 3
        case .bits: 8
        default: 2 * unit
        }
    }

    var standardColumns: Int { self == .bits ? 6 : 16 }

    /// The text between the address and the space before the first number.
    var lead: String {
        switch self {
        case .bits: ":"
        case .tshark: " "
        case .wireshark: "  "
        case .editor010: "h:"
        default: ""
        }
    }

    var textGap: String? {
        switch self {
        case .odBytes: "  >"
        case .tshark, .wireshark: "   "
        case .bits, .editor010: "  "
        default: nil
        }
    }

    /// Whether repeated lines are written as `*`.
    var repeats: Bool { isOd || self == .hexdump }

    func addressDigits(_ addresses: ForeignDump.Addresses) -> Int {
        switch self {
        case .bits: 8
        case .tshark, .wireshark, .editor010: 4
        case .hexdump: 7
        default: addresses == .hex ? 6 : 7
        }
    }

    private static let escapes: [UInt8: String] = [
        0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r",
    ]

    func cell(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: String
        var padding: UInt8 = 0x30
        if self == .odCharacters, let byte = bytes.first {
            if let escape = Self.escapes[byte] {
                text = escape
            } else if byte.isPrintable {
                text = String(Unicode.Scalar(byte))
            } else {
                text = String(byte, radix: 8)
                padding = 0x30
                return [UInt8](repeating: padding, count: 3 - text.utf8.count) + Array(text.utf8)
            }
            padding = 0x20
        } else {
            let value = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            text = String(value, radix: radix, uppercase: self == .editor010)
            if self == .odDecimal { padding = 0x20 }
        }
        return [UInt8](repeating: padding, count: max(0, digits - text.utf8.count)) + Array(text.utf8)
    }

    func bytes(_ cell: ArraySlice<UInt8>) -> [UInt8]? {
        let text = String(decoding: cell, as: UTF8.self)
        if self == .odCharacters {
            let word = text.drop { $0 == " " }
            if word.isEmpty { return [.space] }
            if let escape = Self.escapes.first(where: { $0.value == word }) { return [escape.key] }
            if word.utf8.count == 1, let byte = word.utf8.first, byte > 0x20 { return [byte] }
            guard word.utf8.count == 3, let value = UInt8(word, radix: 8) else { return nil }
            return [value]
        }
        let isLength = self == .odDecimal ? (1...3).contains(cell.count) : cell.count == digits
        guard isLength, cell.first != .plus, let value = UInt64(text, radix: radix),
            unit == 8 || value < 1 << UInt64(8 * unit)
        else { return nil }
        return (0..<unit).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
}
