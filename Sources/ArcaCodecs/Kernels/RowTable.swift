/// Lookup tables with rows of sixteen characters, for vector decoders without a 128-byte lookup.
///
/// In most alphabets the offset from symbol to value is constant within a row of ASCII, except for one symbol at most
/// (`/` and `_` in Base64). This table follows the 256 values of each alphabet in memory, in the layout described for
/// `RowTables` of ArcaKernelsAVX2, followed by its permitted use.
enum RowTable {
    /// The size of the values and their rows, in bytes.
    static let byteCount = 320
    static let offset = 256

    private static let exception = offset + 48
    private static let use = offset + 49

    /// The permitted use of an alphabet's rows.
    enum Use: UInt8 {
        case none
        /// One offset per row.
        case plain
        /// One offset per row, except for one symbol.
        case withException
        /// The same, and the row below the exception has no symbols, so it stores the exception's offset too.
        case withExceptionBelow
    }

    private static let shape = offset + 50
    /// The offset of the symbols of 62 and 63, for the shape `base64`.
    static let lastTwo = offset + 51

    /// The alphabets that can be decoded by arithmetic alone.
    enum Shape: UInt8 {
        case other
        /// Digits and letters a to f, or A to F, or both.
        case base16Lower, base16Upper, base16Both
        /// `A–Z 2–7`.
        case base32
        /// `A–Z a–z 0–9` and two more.
        case base64
    }

    /// The shape of the alphabet at `values`.
    static func shape(of values: UnsafePointer<UInt8>) -> Shape { Shape(rawValue: values[shape]) ?? .other }

    static func use(of values: UnsafePointer<UInt8>) -> Use { Use(rawValue: values[use]) ?? .none }

    static func fill(behind values: UnsafeMutablePointer<UInt8>) {
        let distances = values + offset, foreignRows = values + offset + 16, rowSets = values + offset + 32
        (values + offset).initialize(repeating: 0, count: byteCount - offset)
        var found = Use.plain
        for row in 0..<16 {
            rowSets[row] = row < 8 ? 1 << UInt8(row) : 0xff
            var known: UInt8?
            for column in 0..<16 {
                let character = row << 4 | column
                let value = values[character]
                if value == SymbolTable.invalid {
                    if row < 8 { foreignRows[column] |= 1 << UInt8(row) }
                    continue
                }
                let distance = value &- UInt8(character)
                if let known, known != distance {
                    found = found == .plain ? .withException : .none
                    values[exception] = UInt8(character)
                    distances[row | 8] = distance
                } else {
                    known = distance
                    distances[row] = distance
                }
            }
        }
        // Rows from 8 on store the exception's offset, so they must have no symbols, and row 0 must be entirely
        // invalid.
        for character in 0x80...0xff where values[character] != SymbolTable.invalid { found = .none }
        for column in 0..<16 where foreignRows[column] & 1 == 0 { found = .none }
        let row = Int(values[exception] >> 4)
        if found == .withException, row > 0, rowIsForeign(row - 1, foreignRows) {
            found = .withExceptionBelow
            distances[row - 1] = distances[row | 8]
        }
        values[use] = found.rawValue
        recognize(values)
    }

    private static func rowIsForeign(_ row: Int, _ foreignRows: UnsafeMutablePointer<UInt8>) -> Bool {
        (0..<16).allSatisfy { foreignRows[$0] >> UInt8(row) & 1 == 1 }
    }

    private static func recognize(_ values: UnsafeMutablePointer<UInt8>) {
        let upper = Array(UInt8(ascii: "A")...UInt8(ascii: "Z")), lower = Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
        let digits = Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
        let count = (0..<256).count { values[$0] != SymbolTable.invalid }
        func starts(with symbols: [UInt8], from first: Int = 0) -> Bool {
            symbols.enumerated().allSatisfy { values[Int($1)] == UInt8($0 + first) }
        }
        func symbol(of value: UInt8) -> UInt8? { (0..<256).first { values[$0] == value }.map { UInt8($0) } }
        var found = Shape.other
        if starts(with: digits) {
            let isLower = starts(with: Array(lower[..<6]), from: 10),
                isUpper = starts(with: Array(upper[..<6]), from: 10)
            if isLower, count == 16 { found = .base16Lower }
            if isUpper, count == 16 { found = .base16Upper }
            if isLower, isUpper, count == 22 { found = .base16Both }
        } else if starts(with: upper + Array(digits[2...7])), count == 32 {
            found = .base32
        } else if starts(with: upper + lower + digits), count == 64, let first = symbol(of: 62),
            let second = symbol(of: 63)
        {
            found = .base64
            values[lastTwo] = first
            values[lastTwo + 1] = second
        }
        values[shape] = found.rawValue
    }
}
