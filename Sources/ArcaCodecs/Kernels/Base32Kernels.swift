/// Base32 as a radix: chooses the fastest loop that the processor has.
enum Base32Radix: Radix {
    static let name = "base32"
    static let bits = 5
    static let groupBytes = 5
    static let groupSymbols = 8

    static func encodeGroups(_ source: Source, _ count: Int, _ destination: Destination, _ table: SymbolTable) {
        Base32Portable.encode(source, count, destination, table.pairs)
    }

    static func decodeGroups(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: UnsafePointer<UInt8>
    ) -> Int {
        Base32Portable.decode(source, count, destination, values)
    }

    static func suggestion(for byte: UInt8, values: UnsafePointer<UInt8>) -> String? {
        switch byte {
        case 0x41...0x5a, 0x61...0x7a:
            values[Int(byte ^ 0x20)] == SymbolTable.invalid ? nil : "allow letters of the other case"
        case 0x30: values[0x4f] == SymbolTable.invalid ? nil : "the letter O may be meant"
        case 0x31: values[0x49] == SymbolTable.invalid ? nil : "the letter I or L may be meant"
        default: nil
        }
    }
}
