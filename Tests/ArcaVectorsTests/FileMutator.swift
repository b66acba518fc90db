internal import ArcaTestSupport

/// Changes numbers and lengths in a vector file, so it keeps its format but requests something else.
struct FileMutator {
    private static let numbers = [
        "0", "1", "-1", "2", "3", "7", "8", "15", "16", "17", "31", "64", "255", "256", "1000", "4095", "65535",
        "65536",
        "100000", "16777216", "2147483647", "2147483648", "4294967295", "4294967296", "137438953440",
        "4611686018427387904", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "1000000000000000000000000000000",
    ]

    private var random: Repeatable

    init(seed: UInt64) { random = Repeatable(seed) }

    /// Returns a copy of a file with one to three changes.
    mutating func mutant(of file: [UInt8]) -> [UInt8] {
        var file = file
        for _ in 0...Int.random(in: 0...2, using: &random) { change(&file) }
        return file
    }

    private mutating func change(_ file: inout [UInt8]) {
        let tokens = Self.tokens(of: file)
        // Decimal numbers are rare among hexadecimal digits, and each of them matters.
        let numbers = tokens.filter(\.isNumber)
        let chosen = numbers.isEmpty || Bool.random(using: &random) ? tokens : numbers
        guard let token = chosen.randomElement(using: &random) else { return }
        let old = Array(file[token.range])
        switch Int.random(in: 0..<10, using: &random) {
        case 0: changeLine(around: token.range.lowerBound, of: &file)
        case _ where token.isNumber: file.replaceSubrange(token.range, with: number(old))
        default: file.replaceSubrange(token.range, with: digits(old))
        }
    }

    private mutating func number(_ old: [UInt8]) -> [UInt8] {
        let value = Int(String(decoding: old, as: UTF8.self)) ?? 0
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return Array(String(value &+ 1).utf8)
        case 1: return Array(String(value &- 1).utf8)
        case 2: return Array(String(value &* 8).utf8)
        case 3: return Array(String(value / 8).utf8)
        case 4: return Array(String(value &* 1000).utf8)
        default: return Array((Self.numbers.randomElement(using: &random) ?? "0").utf8)
        }
    }

    /// Hexadecimal digits of another length.
    private mutating func digits(_ old: [UInt8]) -> [UInt8] {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: []
        case 1: Array(old.dropLast(2))
        case 2: Array(old.dropLast())
        case 3: Array(old.prefix(2 * Int.random(in: 0...old.count / 2, using: &random)))
        case 4: old + old
        case 5: old + Array("00".utf8)
        case 6: Array(repeatElement(old, count: 64).joined())
        case 7: Array(repeating: UInt8(ascii: "0"), count: old.count)
        default: Array(repeating: UInt8(ascii: "f"), count: old.count)
        }
    }

    /// Deletes or duplicates a line.
    private mutating func changeLine(around place: Int, of file: inout [UInt8]) {
        let start = file[..<place].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
        let end = file[place...].firstIndex(of: 0x0a).map { $0 + 1 } ?? file.count
        let line = Array(file[start..<end])
        file.replaceSubrange(start..<end, with: Bool.random(using: &random) ? [] : line + line)
    }

    /// A decimal number, or at least eight hexadecimal digits.
    private struct Token {
        let range: Range<Int>
        let isNumber: Bool
    }

    private static func tokens(of file: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        var start = 0
        while start < file.count {
            let end = file[start...].firstIndex { !isWord($0) } ?? file.count
            let word = file[start..<end]
            let isNumber = word.count <= 19 && word.allSatisfy { (0x30...0x39).contains($0) }
            if !word.isEmpty, isNumber || word.count >= 8 && word.allSatisfy(isHexDigit) {
                tokens.append(Token(range: start..<end, isNumber: isNumber))
            }
            start = end + 1
        }
        return tokens
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}
