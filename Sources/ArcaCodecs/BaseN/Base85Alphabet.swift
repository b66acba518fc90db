/// The 85 symbols of a form of Base85 as tables; they live as long as the process.
struct Base85Alphabet: @unchecked Sendable {  // written once, here
    /// The symbol of each value.
    let symbols: UnsafePointer<UInt8>
    /// The symbols of each two values: `pairs[first * 85 + second]`, the first symbol in the low byte.
    let pairs: UnsafePointer<UInt16>
    /// Distances from value to symbol: of values from 0, from 10 and from 36 on, then of each from 62 to 84.
    ///
    /// All three alphabets are digits, letters of one case, of the other, and the rest; Ascii85, in the order of ASCII,
    /// has one distance only.
    let distances: UnsafePointer<UInt8>
    /// The value of each byte, or 0xff.
    let values: UnsafePointer<UInt8>

    /// RFC 1924's symbols, which git and Python's `b85encode` use.
    static let rfc1924 = Base85Alphabet(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~")
    /// ZeroMQ's symbols (RFC 32/Z85).
    static let z85 = Base85Alphabet(
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#")
    /// The 85 characters from `!` to `u`.
    static let ascii85 = Base85Alphabet(String(decoding: 0x21...0x75, as: UTF8.self))

    private init(_ text: String) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 85 * 85 * 2 + 128 + 256 + 32, alignment: 64)
        let pairs = memory.bindMemory(to: UInt16.self, capacity: 85 * 85)
        // 128 symbols, so that a vector may load beyond the 85.
        let symbols = (memory + 85 * 85 * 2).bindMemory(to: UInt8.self, capacity: 128 + 256 + 32)
        let values = symbols + 128
        let distances = values + 256
        symbols.initialize(repeating: 0, count: 128)
        values.initialize(repeating: SymbolTable.invalid, count: 256)
        for (value, symbol) in text.utf8.enumerated() {
            symbols[value] = symbol
            values[Int(symbol)] = UInt8(value)
        }
        for pair in 0..<85 * 85 {
            (pairs + pair).initialize(to: UInt16(symbols[pair % 85]) << 8 | UInt16(symbols[pair / 85]))
        }
        self.symbols = UnsafePointer(symbols)
        distances.initialize(repeating: 0, count: 32)
        for (row, value) in ([0, 10, 36] + Array(62..<85)).enumerated() {
            distances[row] = symbols[value] &- UInt8(value)
        }
        self.distances = UnsafePointer(distances)
        self.pairs = UnsafePointer(pairs)
        self.values = UnsafePointer(values)
    }
}
