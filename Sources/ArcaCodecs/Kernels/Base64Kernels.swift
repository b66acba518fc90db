/// Base64 as a radix: chooses the fastest loop that the processor has.
enum Base64Radix: Radix {
    static let name = "base64"
    static let bits = 6
    static let groupBytes = 3
    static let groupSymbols = 4

    static func encodeGroups(_ source: Source, _ count: Int, _ destination: Destination, _ table: SymbolTable) {
        Base64Portable.encode(source, count, destination, table.pairs)
    }

    static func decodeGroups(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: UnsafePointer<UInt8>
    ) -> Int {
        Base64Portable.decode(source, count, destination, values)
    }

    static func suggestion(for byte: UInt8, values: UnsafePointer<UInt8>) -> String? {
        switch byte {
        case 0x2b, 0x2f: values[0x2d] == SymbolTable.invalid ? nil : "it belongs to plain base64, not base64url"
        case 0x2d, 0x5f: "it belongs to base64url"
        case 0x2c: "it belongs to the base64 of IMAP mailbox names"
        default: nil
        }
    }
}
