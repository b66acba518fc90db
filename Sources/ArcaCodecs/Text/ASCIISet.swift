struct ASCIISet: Sendable, Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ characters: String) {
        for unit in characters.utf8 {
            if unit < 64 { low |= 1 << UInt64(unit) } else if unit < 128 { high |= 1 << UInt64(unit - 64) }
        }
    }

    func contains(_ byte: UInt8) -> Bool {
        let word = byte & 0x40 == 0 ? low : high
        return byte < 0x80 && word >> UInt64(byte & 0x3f) & 1 == 1
    }

    static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    static let digits = "0123456789"
}

extension UInt8 {
    static func hexDigit(_ value: UInt8, isUpper: Bool) -> UInt8 {
        value < 10 ? value + 0x30 : value + (isUpper ? 0x37 : 0x57)
    }
}
