public import Foundation

// Does not use the library's Base16, because the tests check its results.

/// Decodes lowercase hexadecimal text; spaces are ignored.
public func hex(_ text: String) -> [UInt8] {
    let digits = text.utf8.filter { $0 != 0x20 }.map { UInt8($0 > 0x39 ? $0 - 0x57 : $0 - 0x30) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Encodes bytes as hexadecimal text for other programs.
public func hexText(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// A deterministic pseudorandom number generator (SplitMix64).
public struct Repeatable: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator with a seed.
    public init(_ seed: UInt64) { state = seed }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }

    /// Returns the next bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}

/// Test vectors outside the repository, available on some machines; they are only read, never copied.
public enum SharedSamples {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("../shared/vector-samples").standardizedFileURL

    /// Whether the samples are available.
    public static var arePresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// The URL of a file or folder in the samples.
    public static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// Reads a file.
    public static func data(_ path: String) throws -> Data { try Data(contentsOf: url(path)) }

    /// Reads the objects of a JSON array.
    public static func objects(_ path: String) throws -> [[String: Any]] {
        try JSONSerialization.jsonObject(with: data(path)) as? [[String: Any]] ?? []
    }
}
