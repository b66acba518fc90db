public import ArcaCore
internal import ArcaDetect
internal import ArcaCodecCatalog
internal import Synchronization

/// The input of an inspection: a file's first bytes and its length.
public struct InspectedData: Sendable {
    /// The first bytes, up to ``wantedByteCount``.
    public let bytes: [UInt8]
    /// The file's length in bytes, or nil if unknown.
    public let byteCount: Int?
    let kind: Recognition?
    /// The encoding layers around these bytes, if a search for the layers of the enclosing bytes found any.
    var layers: [Codec.Step] = []
    /// The form of a CMS message for `openssl cms -inform`: `DER`, `PEM` or `SMIME`.
    var messageForm = "DER"
    /// The remaining search budget for layers, shared by everything inspected inside one file.
    var searches = SearchBudget()

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

    /// Creates data found inside other data.
    init(_ bytes: [UInt8], inside other: InspectedData, layers: [Codec.Step] = []) {
        self.init(bytes, byteCount: bytes.count)
        self.layers = layers
        searches = other.searches
    }

    var isWhole: Bool { byteCount == bytes.count }

    /// The bytes as text, or nil if they are not ASCII.
    var text: String? { bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil }

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

    func starts(with magic: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }
}

extension Int {
    init?(digits: some StringProtocol) {
        guard digits.utf8.allSatisfy({ $0.isDigit }) else { return nil }
        self.init(digits)
    }
}

/// The work budget of layer searches, in bytes.
final class SearchBudget: Sendable {
    private let left = Atomic(32 << 20)

    /// The remaining budget; 0 if it is used up.
    var byteCount: Int { max(0, left.load(ordering: .relaxed)) }

    /// Subtracts the work of a search.
    func take(_ byteCount: Int) { left.subtract(byteCount, ordering: .relaxed) }
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
