public import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform

/// An estimate of how hard a password is to guess, in bits, by an attacker who knows how people make passwords.
///
/// The password is cut into pieces in the way that is cheapest to guess: common passwords, frequent names of people,
/// English words (with capitals and with digits for letters), words that the caller knows of the owner, repeats,
/// sequences of the alphabet, rows, columns and walks of the keyboard (with shift), years and dates, common endings, and
/// single characters for the rest. The bits of the pieces are added, with those for the choice of the kinds.
///
/// It is an estimate for passwords that people make up, and nothing more. Words of other languages, rare names, song lines,
/// and what nobody said of the owner are taken for random letters, so the truth may be far lower; a random password is
/// estimated well. A low number means weak; a high one does not prove strong. Only the first 100 characters count.
/// The time taken depends on the password: it is for one's own passwords, not to judge those of others over a network.
public struct PasswordStrength: Sendable, Hashable {
    /// About how many tries, as the power of two.
    public let bits: Double

    /// Passwords of fewer bits are weak: about a day for one machine that tries ten billion a second.
    public static let weakBits = 50.0

    /// Longer passwords are judged by this many bytes of their prefix.
    static let longestByteCount = 100

    /// Estimates the strength of a password.
    ///
    /// - Parameters:
    ///   - password: Secret; UTF-8, or any bytes.
    ///   - knownTexts: What an attacker knows of the owner or of what the password is for, such as the names of service and
    ///     account: their words are the first to be tried, whole and in parts.
    public init(of password: borrowing some Bytes, knowing knownTexts: [String] = []) {
        let known = StrengthWords(in: knownTexts)
        bits = password.withBytes { span in
            Self.bits(of: span.extracting(..<min(span.count, Self.longestByteCount)), known)
        }
    }

    /// The bits of the cheapest way to cut a password into pieces.
    private static func bits(of password: Span<UInt8>, _ known: StrengthWords) -> Double {
        guard !password.isEmpty else { return 0 }
        let perCharacter = log2(alphabetSize(of: password))
        // The cheapest way to the beginning of each character.
        var costs = [Double](repeating: .infinity, count: password.count + 1)
        costs[0] = 0
        for start in 0..<password.count {
            func reach(_ end: Int, _ bits: Double) { costs[end] = min(costs[end], costs[start] + bits) }
            reach(start + 1, perCharacter)
            repeats(password, start, perCharacter, reach)
            StrengthPatterns.sequences(password, start, reach)
            KeyboardWalks.walks(password, start, reach)
            StrengthPatterns.dates(password, start, reach)
            StrengthPatterns.endings(password, start, reach)
            StrengthWords.shared.words(password, start, reach)
            known.words(password, start, reach)
        }
        return costs[password.count]
    }

    /// How many characters an attacker would try who knows the kinds of characters.
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

    /// A unit of up to eight bytes that is repeated: its own bits, and those for how often.
    private static func repeats(
        _ password: Span<UInt8>, _ start: Int, _ perCharacter: Double, _ reach: (Int, Double) -> Void
    ) {
        for unit in 1...8 where start + 2 * unit <= password.count {
            var end = start + unit
            while end < password.count, password[end] == password[end - unit] { end += 1 }
            let count = (end - start) / unit
            guard count >= 2, end - start >= 3 else { continue }
            // The unit itself may be cheap, but is taken for random: it is short.
            for times in 2...count where times * unit >= 3 {
                reach(start + times * unit, Double(unit) * perCharacter + log2(Double(times)) + 1)
            }
        }
    }
}
