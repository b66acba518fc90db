public import ArcaCore

/// What an inspection looks at: the first bytes of a file, and how long it is.
public struct InspectedData: Sendable {
    /// The first bytes: all that the inspection needs of a long file.
    public let bytes: [UInt8]
    /// The file's length, nil when it is not known.
    public let byteCount: Int?
    /// The kind that a magic number shows.
    let kind: Recognition?

    /// How many first bytes are enough.
    public static let wantedByteCount = 1 << 20

    /// Takes the bytes of a file.
    ///
    /// - Parameters:
    ///   - bytes: The first ``wantedByteCount`` bytes, or all of a shorter file.
    ///   - byteCount: The file's length, nil when it is not known.
    public init(_ bytes: borrowing some Bytes, byteCount: Int?) {
        self.bytes = [UInt8](bytes: bytes)
        self.byteCount = byteCount
        kind = ForeignKinds.recognize(self.bytes)
    }

    /// Whether all of the file is there.
    var isWhole: Bool { byteCount == bytes.count }

    /// The bytes as text, when they are ASCII.
    var text: String? { bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil }

    /// Whether the bytes begin with others.
    func starts(with magic: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }
}

extension Int {
    /// A number in decimal digits alone, as formats have them: without a sign.
    init?(digits: some StringProtocol) {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.init(digits)
    }
}

/// Reads numbers and pieces of bytes one after the other; nil behind the end.
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

    /// A number with its highest byte first; nil when it is more than an Int holds.
    mutating func big(_ count: Int) -> Int? { take(count).flatMap { Self.number($0) } }

    /// A number with its lowest byte first.
    mutating func little(_ count: Int) -> Int? { take(count).flatMap { Self.number($0.reversed()) } }

    /// A text or blob behind its length in four bytes, as SSH writes them.
    mutating func string() -> [UInt8]? { big(4).flatMap { take($0) } }

    private static func number(_ bytes: [UInt8]) -> Int? {
        guard bytes.count < 8 || bytes[0] < 0x80 else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
