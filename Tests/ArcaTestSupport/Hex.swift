// Not the library's own Base16: what it computes is what the tests check.

/// Bytes of hexadecimal text in lower case; spaces do not count.
public func hex(_ text: String) -> [UInt8] {
    let digits = text.utf8.filter { $0 != 0x20 }.map { UInt8($0 > 0x39 ? $0 - 0x57 : $0 - 0x30) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Hexadecimal text of bytes, as other programs take it.
public func hexText(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
