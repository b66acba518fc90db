/// Base16 as a radix: chooses the fastest loop that the processor has.
enum Base16Radix: Radix {
    static let name = "base16"
    static let bits = 4
    static let groupBytes = 1
    static let groupSymbols = 2

    static func encodeGroups(_ source: Source, _ count: Int, _ destination: Destination, _ table: SymbolTable) {
        Base16Portable.encode(source, count, destination, table.pairs)
    }

    static func decodeGroups(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: UnsafePointer<UInt8>
    ) -> Int {
        Base16Portable.decode(source, count, destination, values)
    }

    static func suggestion(for byte: UInt8, values: UnsafePointer<UInt8>) -> String? {
        switch byte {
        case 0x41...0x46: "the digits before it are lower-case: allow mixed letter case"
        case 0x61...0x66: "the digits before it are upper-case: allow mixed letter case"
        case 0x58, 0x78: "leave out the prefix 0x"
        case 0x3a, 0x2d: "leave out what separates the digits"
        default: nil
        }
    }
}
