internal import ArcaCodecCatalog
public import ArcaCodecs
internal import Synchronization

/// What an inspection looks at: the first bytes of a file, and how long it is.
public struct InspectedData: Sendable {
    /// The first bytes: all that the inspection needs of a long file.
    public let bytes: [UInt8]
    /// The file's length, nil when it is not known.
    public let byteCount: Int?
    /// The kind that a magic number shows.
    let kind: Recognition?
    /// The layers of encoding around what is in the bytes, where a search for those of other bytes around them found some.
    var layers: [Codec.Step] = []
    /// What is left of the work that searches for layers may do, for all that is inspected inside one file.
    var searches = SearchBudget()

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

    /// Takes bytes that were found inside others.
    init(_ bytes: [UInt8], inside other: InspectedData, layers: [Codec.Step] = []) {
        self.init(bytes, byteCount: bytes.count)
        self.layers = layers
        searches = other.searches
    }

    /// Whether all of the file is there.
    var isWhole: Bool { byteCount == bytes.count }

    /// The bytes as text, when they are ASCII.
    var text: String? { bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil }

    /// Whether a text occurs in the bytes.
    func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            guard let first = wanted.first, bytes.count >= wanted.count else { return false }
            for index in 0...bytes.count - wanted.count where bytes[index] == first {
                if bytes[index..<index + wanted.count].elementsEqual(wanted) { return true }
            }
            return false
        }
    }

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

/// The work that searches for layers may still do, in bytes.
final class SearchBudget: Sendable {
    private let left = Atomic(32 << 20)

    /// What is left; 0 when it was used up.
    var byteCount: Int { max(0, left.load(ordering: .relaxed)) }

    /// Takes what a search did.
    func take(_ byteCount: Int) { left.subtract(byteCount, ordering: .relaxed) }
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
