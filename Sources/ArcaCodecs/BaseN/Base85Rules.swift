struct Base85Rules: Sendable {
    let name: String
    let alphabet: Base85Alphabet
    /// Whether a last group of one to three bytes becomes two to four symbols; otherwise lengths must be multiples of
    /// 4.
    let hasPartialGroups: Bool
    /// Whether four zero bytes become `z` (Ascii85).
    var foldsZeros = false
    /// Whether four spaces become `y` (btoa 4.2).
    var foldsSpaces = false
    var isDelimited = false
    var options: DecodingOptions = []

    /// The groups that have a single letter; the same group twice if there is only one.
    var folded: (UInt32, UInt32)? {
        switch (foldsZeros, foldsSpaces) {
        case (false, false): nil
        case (true, false): (0, 0)
        case (true, true): (0, 0x2020_2020)
        case (false, true): (0x2020_2020, 0x2020_2020)
        }
    }

    func letter(for group: UInt32) -> UInt8? {
        if foldsZeros, group == 0 { return 0x7a }
        if foldsSpaces, group == 0x2020_2020 { return 0x79 }
        return nil
    }

    func group(for letter: UInt8) -> UInt32? {
        if foldsZeros, letter == 0x7a { return 0 }
        if foldsSpaces, letter == 0x79 { return 0x2020_2020 }
        return nil
    }

    /// The maximum number of bytes of text for `byteCount` bytes; exact if nothing is folded.
    func textCount(for byteCount: Int) -> Int {
        let byteCount = byteCount.addressable
        let rest = byteCount % 4
        return byteCount / 4 * 5 + (rest > 0 ? rest + 1 : 0) + (isDelimited ? 4 : 0)
    }

    func byteCount(for characterCount: Int) -> Int {
        let characterCount = characterCount.addressable
        if foldsZeros || foldsSpaces { return characterCount * 4 }
        return characterCount / 5 * 4 + max(0, characterCount % 5 - 1)
    }

    /// The five symbols of a group; a partial group uses only the first ones.
    func symbols(for group: UInt32) -> [UInt8] {
        var rest = group
        var text = [UInt8](repeating: 0, count: 5)
        for index in stride(from: 4, through: 0, by: -1) {
            text[index] = alphabet.symbols[Int(rest % 85)]
            rest /= 85
        }
        return text
    }
}

struct Base85Alphabet: @unchecked Sendable {  // written once, here
    let symbols: UnsafePointer<UInt8>
    /// The two symbols of each pair of values: `pairs[first * 85 + second]`, the first symbol in the low byte.
    let pairs: UnsafePointer<UInt16>
    /// Offsets from value to symbol: for values from 0, from 10 and from 36 on, then for each value from 62 to 84.
    ///
    /// All three alphabets consist of digits, letters of one case, letters of the other and the rest. Ascii85 is in
    /// ASCII order and has only one offset.
    let distances: UnsafePointer<UInt8>
    let values: UnsafePointer<UInt8>

    /// The symbols of RFC 1924, used by git and Python's `b85encode`.
    static let rfc1924 = Base85Alphabet(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~")
    /// ZeroMQ's symbols (RFC 32/Z85).
    static let z85 = Base85Alphabet(
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#")
    static let ascii85 = Base85Alphabet(String(decoding: 0x21...0x75, as: UTF8.self))

    private init(_ text: String) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 85 * 85 * 2 + 128 + 256 + 32, alignment: 64)
        let pairs = memory.bindMemory(to: UInt16.self, capacity: 85 * 85)
        // 128 symbols, so a vector load may read beyond the 85.
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
