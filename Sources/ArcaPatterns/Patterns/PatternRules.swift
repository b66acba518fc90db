public import ArcaCore

/// Rules for valid patterns: the minimum length, and whether lines include the dots they pass over.
public struct PatternRules: Sendable, Hashable, CustomStringConvertible {
    /// Minimum number of dots.
    public let minimumDotCount: Int
    /// Whether a line includes free dots it passes over.
    public let joinsPassedDots: Bool

    /// The rules of Android's `LockPatternUtils`: at least four dots, no repeats, and lines include free dots.
    public static let android = PatternRules(4, joinsPassedDots: true)

    /// The rules of most iOS libraries, such as CCGestureLock and HUIPatternLockView: four dots, lines skip dots.
    public static let ios = PatternRules(unchecked: 4)

    private static let freeCode: UInt8 = 0x40

    /// Rules of libraries with a configurable minimum of 1 to 36 dots, where lines skip dots: `free-N`.
    ///
    /// - Throws: ``PatternError`` with code `.unknownRules` if the number is out of range.
    public static func free(minimumDotCount: Int) throws(PatternError) -> PatternRules {
        guard (1...36).contains(minimumDotCount) else {
            throw PatternError(.unknownRules, "free rules ask for 1 to 36 dots, not \(minimumDotCount)")
        }
        return PatternRules(unchecked: minimumDotCount)
    }

    /// Creates rules by name.
    ///
    /// - Parameter name: `android`, `ios` (same as `free-4`), or `free-1` to `free-36`.
    /// - Throws: ``PatternError`` with code `.unknownRules`.
    public init(named name: String) throws(PatternError) {
        switch name {
        case "android": self = .android
        case "ios": self = .ios
        default:
            guard name.hasPrefix("free-"), let count = Int(name.dropFirst(5)), String(count) == name.dropFirst(5) else {
                throw PatternError(
                    .unknownRules, "no rules are called '\(name)': there are android, ios and free-1 to free-36")
            }
            self = try .free(minimumDotCount: count)
        }
    }

    private init(_ minimumDotCount: Int, joinsPassedDots: Bool) {
        self.minimumDotCount = minimumDotCount
        self.joinsPassedDots = joinsPassedDots
    }

    private init(unchecked minimumDotCount: Int) {
        self.init(minimumDotCount, joinsPassedDots: false)
    }

    /// The name in stored hashes: `android`, `free-4`.
    public var description: String { joinsPassedDots ? "android" : "free-\(minimumDotCount)" }

    /// The byte for the rules in the hash input.
    package var code: UInt8 { joinsPassedDots ? 1 : Self.freeCode + UInt8(minimumDotCount) }

    package init?(code: UInt8) {
        if code == PatternRules.android.code { self = .android; return }
        guard code >= Self.freeCode, let rules = try? Self.free(minimumDotCount: Int(code - Self.freeCode)) else {
            return nil
        }
        self = rules
    }
}

#if !hasFeature(Embedded)
/// Encoded as the name: `android`, `free-4`.
extension PatternRules: Codable, TextCodable {
    package init(codedText text: String) throws { try self.init(named: text) }
}
#endif
