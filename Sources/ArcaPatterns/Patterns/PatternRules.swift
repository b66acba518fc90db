public import ArcaCore

/// Which patterns there are: how many dots at least, and whether dots that are passed over join in.
public struct PatternRules: Sendable, Hashable, CustomStringConvertible {
    /// The fewest dots of a pattern.
    public let minimumDotCount: Int
    /// Whether a free dot joins a pattern when a line passes over it.
    public let joinsPassedDots: Bool

    /// Android's `LockPatternUtils`: four dots at least, none twice, a free dot that is passed over joins by itself.
    public static let android = PatternRules(4, joinsPassedDots: true)

    /// What CCGestureLock, HUIPatternLockView and most other iOS libraries do: four dots, no joining.
    public static let ios = PatternRules(unchecked: 4)

    private static let freeCode: UInt8 = 0x40

    /// Rules of libraries that leave the least number of dots to the app and join no dots: `free-N`.
    ///
    /// - Parameter minimumDotCount: The fewest dots, 1 to 36.
    /// - Returns: The rules.
    /// - Throws: ``PatternError`` with code `.unknownRules` for another number.
    public static func free(minimumDotCount: Int) throws(PatternError) -> PatternRules {
        guard (1...36).contains(minimumDotCount) else {
            throw PatternError(.unknownRules, "free rules ask for 1 to 36 dots, not \(minimumDotCount)")
        }
        return PatternRules(unchecked: minimumDotCount)
    }

    /// Finds rules by name.
    ///
    /// - Parameter name: `android`, `ios` (which is `free-4`), or `free-1` to `free-36`.
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

    /// The name that stored hashes have: `android`, `free-4`.
    public var description: String { joinsPassedDots ? "android" : "free-\(minimumDotCount)" }

    /// The byte that stands for the rules in what is hashed.
    package var code: UInt8 { joinsPassedDots ? 1 : Self.freeCode + UInt8(minimumDotCount) }

    /// The rules that a byte stands for; nil when there are none.
    package init?(code: UInt8) {
        if code == PatternRules.android.code { self = .android; return }
        guard code >= Self.freeCode, let rules = try? Self.free(minimumDotCount: Int(code - Self.freeCode)) else {
            return nil
        }
        self = rules
    }
}
