/// How a key is made of a passphrase, what one guess at it costs, and whether that is enough today.
///
/// Thresholds are those of OWASP's Password Storage Cheat Sheet (2023) and ten times less; memory counts for more than
/// time, because hardware for guessing has little of it.
public struct DerivationReport: Sendable, Equatable {
    /// How much a derivation protects a passphrase that people can remember.
    public enum Verdict: String, Sendable {
        /// Not at all: billions of guesses a second.
        case none
        /// Millions of guesses a second: a common passphrase falls at once.
        case weak
        /// Below what is recommended today.
        case fair
        /// As recommended today, or better.
        case strong
    }

    /// The function: `scrypt`, `PBKDF2-HMAC-SHA-256`.
    public let function: String
    /// Its cost, as the file states it: `N = 2^18, r = 8, p = 1`.
    public let cost: String
    /// Bytes of memory for one guess, where that matters.
    public let memoryByteCount: Int?
    /// The verdict.
    public let verdict: Verdict

    private init(_ function: String, _ cost: String, memory: Int? = nil, _ verdict: Verdict) {
        self.function = function
        self.cost = cost
        self.memoryByteCount = memory
        self.verdict = verdict
    }

    private static func verdict(_ value: Int, recommended: Int) -> Verdict {
        value >= recommended ? .strong : value >= recommended / 10 ? .fair : value >= 1000 ? .weak : .none
    }

    static func pbkdf2(_ hash: String, iterations: Int) -> DerivationReport {
        let recommended =
            switch hash {
            case "SHA-1": 1_300_000
            case "SHA-512": 210_000
            default: 600_000
            }
        return DerivationReport(
            "PBKDF2-HMAC-\(hash)", "\(iterations) iterations", verdict(iterations, recommended: recommended))
    }

    static func scrypt(logN: Int, r: Int, p: Int) -> DerivationReport {
        // N·r of 2^17·8 is recommended; more lanes make up for less memory in part.
        // Numbers of a file, within which nothing overflows; what is beyond is more memory than there is.
        let isCountable = (0..<40).contains(logN) && (1..<1 << 10).contains(r)
        let memory = isCountable ? 128 * (r << logN) : Int.max
        let verdict: Verdict = memory >= 128 << 20 ? .strong : memory >= 16 << 20 ? .fair : .weak
        return DerivationReport("scrypt", "N = 2^\(logN), r = \(r), p = \(p)", memory: memory, verdict)
    }

    static func argon2(_ variant: String, memoryKiB: Int, passes: Int, lanes: Int) -> DerivationReport {
        let isStrong = memoryKiB >= 19 << 10 && passes >= 2 || memoryKiB >= 46 << 10
        return DerivationReport(
            variant, "\(memoryKiB) KiB, \(passes) passes, \(lanes) lanes",
            memory: memoryKiB < 1 << 40 ? memoryKiB << 10 : .max,
            isStrong ? .strong : memoryKiB >= 4 << 10 ? .fair : .weak)
    }

    static func bcrypt(logRounds: Int) -> DerivationReport {
        DerivationReport(
            "bcrypt", "2^\(logRounds) rounds", logRounds >= 12 ? .strong : logRounds >= 10 ? .fair : .weak)
    }

    static func bcryptPBKDF(rounds: Int) -> DerivationReport {
        DerivationReport("bcrypt_pbkdf", "\(rounds) rounds", rounds >= 100 ? .strong : rounds >= 16 ? .fair : .weak)
    }

    static func aesKDF(rounds: Int) -> DerivationReport {
        // Processors encrypt a block in nanoseconds, and it takes no memory.
        DerivationReport("AES-KDF", "\(rounds) rounds", rounds >= 10_000_000 ? .fair : .weak)
    }

    /// One or more rounds of a bare hash.
    static func hash(_ name: String, rounds: Int = 1) -> DerivationReport {
        DerivationReport(name, rounds == 1 ? "1 round" : "\(rounds) rounds", rounds >= 1000 ? .weak : .none)
    }

    /// OpenPGP's iterated and salted form, whose count is of bytes hashed.
    static func s2k(_ hash: String, byteCount: Int) -> DerivationReport {
        DerivationReport(
            "OpenPGP S2K with \(hash)", "\(byteCount) bytes hashed", byteCount >= 32 << 20 ? .fair : .weak)
    }

    /// A form that is known, with a verdict of its own.
    static func other(_ function: String, _ cost: String, _ verdict: Verdict) -> DerivationReport {
        DerivationReport(function, cost, verdict)
    }
}
