public import Foundation

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

/// A small generator of repeatable pseudo-random numbers (SplitMix64).
public struct Repeatable: RandomNumberGenerator {
    private var state: UInt64

    /// Starts the sequence of a seed.
    public init(_ seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }

    /// The next bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}

/// Vectors that lie beside the repository on some machines; tests read them there and nothing is copied from them.
public enum SharedSamples {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("../shared/vector-samples").standardizedFileURL

    /// Whether they are there.
    public static var arePresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// The place of a file or folder among them.
    public static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// The content of a file.
    public static func data(_ path: String) throws -> Data { try Data(contentsOf: url(path)) }

    /// The objects of a JSON file that is a list.
    public static func objects(_ path: String) throws -> [[String: Any]] {
        try JSONSerialization.jsonObject(with: data(path)) as? [[String: Any]] ?? []
    }
}
