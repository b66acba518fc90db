public import ArcaCore

/// The input of an inspection: a file's first bytes and its length.
public struct InspectedData: Sendable {
    /// The first bytes, up to ``wantedByteCount``.
    public let bytes: [UInt8]
    /// The file's length in bytes, or nil if unknown.
    public let byteCount: Int?
    let kind: Recognition?

    /// The number of leading bytes an inspection needs.
    public static let wantedByteCount = 1 << 20

    /// Creates the input from a file's first bytes.
    ///
    /// - Parameters:
    ///   - bytes: The first ``wantedByteCount`` bytes, or a complete shorter file.
    ///   - byteCount: The file's length in bytes, or nil if unknown.
    public init(_ bytes: borrowing some Bytes, byteCount: Int?) {
        self.bytes = [UInt8](bytes: bytes)
        self.byteCount = byteCount
        kind = ForeignKinds.recognize(self.bytes)
    }

    var isWhole: Bool { byteCount == bytes.count }

    /// The bytes as text, or nil if they are not ASCII.
    var text: String? { bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil }

    func starts(with magic: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }
}

extension Int {
    init?(digits: some StringProtocol) {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.init(digits)
    }
}

/// Reads integers and byte strings in sequence; returns nil past the end.
struct ByteCursor {
    let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    mutating func take(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    mutating func byte() -> Int? { take(1).map { Int($0[0]) } }

    /// A big-endian integer, or nil if it exceeds `Int`.
    mutating func big(_ count: Int) -> Int? { take(count).flatMap { Self.number($0) } }

    /// A little-endian integer, or nil if it exceeds `Int`.
    mutating func little(_ count: Int) -> Int? { take(count).flatMap { Self.number($0.reversed()) } }

    /// An SSH string: a 4-byte length followed by that many bytes.
    mutating func string() -> [UInt8]? { big(4).flatMap { take($0) } }

    private static func number(_ bytes: [UInt8]) -> Int? {
        guard bytes.count < 8 || bytes[0] < 0x80 else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
