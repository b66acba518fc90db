/// A key derivation from a passphrase: its cost per guess, and whether that is enough today.
///
/// Thresholds follow OWASP's Password Storage Cheat Sheet (2023); `fair` begins at a tenth of them. Memory counts for
/// more than time, because cracking hardware has little of it.
public struct DerivationReport: Sendable, Equatable {
    /// The protection a derivation gives a passphrase that people can remember.
    public enum Verdict: String, Sendable {
        /// None: billions of guesses per second.
        case none
        /// Millions of guesses per second: a common passphrase is found at once.
        case weak
        /// Below today's recommendation.
        case fair
        /// At or above today's recommendation.
        case strong
    }

    /// The function's name: `scrypt`, `PBKDF2-HMAC-SHA-256`.
    public let function: String
    /// The cost parameters stored in the file: `N = 2^18, r = 8, p = 1`.
    public let cost: String
    /// Memory for one guess in bytes, or nil for functions that need almost none.
    public let memoryByteCount: Int?
    /// The protection this derivation gives.
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
        // OWASP recommends N·r = 2^17·8. Values outside these bounds would overflow and exceed any real memory.
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
        // A processor encrypts a block in nanoseconds and needs no memory.
        DerivationReport("AES-KDF", "\(rounds) rounds", rounds >= 10_000_000 ? .fair : .weak)
    }

    static func hash(_ name: String, rounds: Int = 1) -> DerivationReport {
        DerivationReport(name, rounds == 1 ? "1 round" : "\(rounds) rounds", rounds >= 1000 ? .weak : .none)
    }

    /// OpenPGP's iterated and salted S2K, which counts bytes hashed.
    static func s2k(_ hash: String, byteCount: Int) -> DerivationReport {
        DerivationReport(
            "OpenPGP S2K with \(hash)", "\(byteCount) bytes hashed", byteCount >= 32 << 20 ? .fair : .weak)
    }

    static func other(_ function: String, _ cost: String, _ verdict: Verdict) -> DerivationReport {
        DerivationReport(function, cost, verdict)
    }
}
