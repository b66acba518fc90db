public import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform

/// An estimate of a password's strength in bits, against an attacker who knows how people choose passwords.
///
/// The password is split into parts in the way that is cheapest to guess: common passwords, frequent names, English
/// words (with capitals and with digits for letters), words that the caller knows about the owner, repeats, alphabetic
/// sequences, rows, columns and walks on the keyboard (with shift), years and dates, common endings, and single
/// characters for the rest. The result is the sum of the bits of the parts and of the choice of their kinds.
///
/// It is only an estimate, and only for passwords that people make up. Words of other languages, rare names, song lines
/// and facts unknown to the caller count as random letters, so the true strength may be far lower. Random passwords are
/// estimated well. A low number means weak; a high one does not prove strong. Only the first 100 bytes count. The
/// running time depends on the password: use it for one's own passwords, not to judge those of others over a network.
public struct PasswordStrength: Sendable, Hashable {
    /// The base-2 logarithm of the estimated number of guesses.
    public let bits: Double

    /// Passwords with fewer bits are weak: one machine that makes ten billion guesses per second needs about a day for
    /// them.
    public static let weakBits = 50.0

    static let longestByteCount = 100

    /// Estimates the strength of a password.
    ///
    /// - Parameters:
    ///   - password: Secret; UTF-8, or any bytes.
    ///   - knownTexts: Facts about the owner or the purpose of the password, such as the names of service and account.
    ///     An attacker tries their words first, whole and in parts.
    public init(of password: borrowing some Bytes, knowing knownTexts: [String] = []) {
        let known = StrengthWords(in: knownTexts)
        bits = password.withBytes { span in
            Self.bits(of: span.extracting(..<min(span.count, Self.longestByteCount)), known)
        }
    }

    private static func bits(of password: Span<UInt8>, _ known: StrengthWords) -> Double {
        guard !password.isEmpty else { return 0 }
        let perCharacter = log2(alphabetSize(of: password))
        // The cheapest way to reach the start of each character.
        var costs = [Double](repeating: .infinity, count: password.count + 1)
        costs[0] = 0
        for start in 0..<password.count {
            func reach(_ end: Int, _ bits: Double) { costs[end] = min(costs[end], costs[start] + bits) }
            reach(start + 1, perCharacter)
            repeats(password, start, perCharacter: perCharacter, reach)
            StrengthPatterns.sequences(password, start, reach)
            KeyboardWalks.walks(password, start, reach)
            StrengthPatterns.dates(password, start, reach)
            StrengthPatterns.endings(password, start, reach)
            StrengthWords.shared.words(password, start, reach)
            known.words(password, start, reach)
        }
        return costs[password.count]
    }

    /// The number of characters to try if the character classes are known.
    private static func alphabetSize(of password: Span<UInt8>) -> Double {
        var (small, capital, digit, other, wide) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for index in password.indices {
            switch password[index] {
            case 0x61...0x7a: small = 26
            case 0x41...0x5a: capital = 26
            case 0x30...0x39: digit = 10
            case 0x80...: wide = 64
            default: other = 33
            }
        }
        return small + capital + digit + other + wide
    }

    /// A repeated unit of up to eight bytes: its bits, and those for the number of repeats.
    private static func repeats(
        _ password: Span<UInt8>, _ start: Int, perCharacter: Double, _ reach: (Int, Double) -> Void
    ) {
        for unit in 1...8 where start + 2 * unit <= password.count {
            var end = start + unit
            while end < password.count, password[end] == password[end - unit] { end += 1 }
            let count = (end - start) / unit
            guard count >= 2, end - start >= 3 else { continue }
            // The unit is short, so it is costed as random.
            for times in 2...count where times * unit >= 3 {
                reach(start + times * unit, Double(unit) * perCharacter + log2(Double(times)) + 1)
            }
        }
    }
}
