internal import ArcaCore
internal import ArcaCompression
internal import ArcaCrypto
internal import Synchronization

/// Limits on the cost of cases, because a file determines how much work it needs and may be untrusted.
///
/// The cost of a request is estimated from its numbers and lengths before it runs, so a file has the same result on
/// every machine. A case that exceeds a limit fails.
public struct CaseLimits: Sendable {
    /// The default limits, sufficient for all published vectors, such as messages of 8 GiB for SHA-3 and the 16,777,216
    /// iterations of RFC 6070.
    public static let standard = CaseLimits()

    /// Approximate maximum time for a case on one core, in seconds.
    public var caseSeconds: Int
    /// Approximate maximum total time for the cases of a file on one core, in seconds.
    public var fileSeconds: Int

    /// Creates limits.
    public init(caseSeconds: Int = 30, fileSeconds: Int = 120) {
        self.caseSeconds = caseSeconds
        self.fileSeconds = fileSeconds
    }

    static let fieldCount = 1_000
    /// Maximum number of bytes that a case decompresses or requests by a length.
    static let byteCount = 32 << 20
    /// Maximum memory for scrypt and Argon2; cases that need more are skipped.
    ///
    /// Cases that need more than a quarter of it run one at a time.
    static let scryptByteCount = 256 << 20

    /// Maximum cost of a key derivation with parameters inside a pattern hash, image or age file.
    static let derivation = CostLimits(
        scryptLogN: 10...18, scryptTableByteCount: scryptByteCount, argon2MemoryKiB: 64...scryptByteCount >> 10)

    static func decompress(_ bytes: [UInt8], format: CompressionFormat?) throws(CompressionError) -> [UInt8] {
        try Inflater.inflate(
            bytes, format: format, limits: InflateLimits(maximumByteCount: byteCount, maximumRatio: nil))
    }

    /// Limits the number of shared fields, because every case of the group gets a copy.
    static func check(shared fields: [VectorField]) throws(VectorError) {
        guard fields.count <= fieldCount else {
            throw VectorError(.tooCostly, "a group has \(fields.count) fields; the limit is \(fieldCount)")
        }
    }

    /// Throws if a length from a file is negative or exceeds ``byteCount``.
    static func check(_ byteCount: Int, of name: String) throws(VectorError) {
        guard (0...Self.byteCount).contains(byteCount) else {
            throw VectorError(
                .tooCostly, at: name, "\(name) is \(byteCount), not a length from 0 to \(Self.byteCount)")
        }
    }

    /// Estimates the cost of a request in nanoseconds on one core; throws if it is too high or the output too long.
    func work(of request: Request) throws(VectorError) -> Int {
        for element in request.inputs.elements where element.name.hasSuffix("ByteCount") {
            if case .int(let count) = element.value { try Self.check(count, of: element.name) }
        }
        let work = Self.nanoseconds(of: request)
        guard work / 1_000_000_000 < caseSeconds else {
            let seconds = work == .max ? "too many seconds" : "about \(work / 1_000_000_000) s"
            throw VectorError(
                .tooCostly,
                "\(request.operation) \(request.algorithm) asks for \(seconds) of work; the limit of a case is \(caseSeconds) s"
            )
        }
        return work
    }

    /// The estimated time in nanoseconds on one core, or `Int.max` on overflow.
    private static func nanoseconds(of request: Request) -> Int {
        let inputs = request.inputs
        func int(_ name: String) -> Int { if case .int(let value) = inputs[name] { max(0, value) } else { 0 } }
        let longest = inputs.elements.reduce(0) { max($0, $1.value.byteCount) }
        let total = inputs.elements.reduce(0) { $0 + $1.value.byteCount }
        let work: Int
        switch request.operation {
        case "pbkdf2", "pbe-encrypt", "pbe-decrypt":
            work = product(int("iterations"), 1 + int("outputByteCount") / 20, 400)
        case "scrypt": work = scrypt(product(int("n"), int("r"), int("p")))
        case "argon2": work = product(int("memoryKiB"), int("passes"), 1_000)
        case "hash-repeated": work = product(int("byteCount"), 3)
        case "chain-hash": work = product(1_000, 1_000 + product(int("mostByteCount"), 5))
        case "chain-encrypt", "chain-decrypt": work = 20_000_000
        case "sign", "decrypt-with-key":
            // A private key file is about 4.5 times as long as the modulus.
            let modulus = inputs["n"]?.byteCount ?? (inputs["privateKey"]?.byteCount ?? 0) / 4
            work = max(400_000, product(modulus, modulus, modulus) / 7)
        case "is-prime": work = product(longest, longest, longest, longest > 256 ? 20 : 10)
        case "pack-image":
            let logN = min(int("logN"), derivation.scryptLogN.upperBound)
            work = scrypt(product(1 << logN, int("r"), int("p")))
        case "open-age", "open-slot", "unpack-image", "verify-pattern":
            work = scrypt(OperationTable.hiddenWork(of: request))
        case "verify", "agree", "check-private-key", "check-public-key", "check-key-pair", "make-public-key",
            "expand-key", "encapsulate", "decapsulate", "hpke-seal", "hpke-open", "hpke-export", "hpke-schedule":
            work = 400_000
        case "verify-token": work = 400_000
        case "decrypt-token": work = product(TokenOperation.maximumIterations, 400)
        default: work = 0
        }
        let (sum, overflows) = work.addingReportingOverflow(20_000 + product(total, 20))
        return overflows ? .max : sum
    }

    private static func scrypt(_ work: Int) -> Int { product(work, 128 * 3) }

    private static func product(_ factors: Int...) -> Int {
        factors.reduce(1) { result, factor in
            let (product, overflows) = result.multipliedReportingOverflow(by: factor)
            return overflows ? .max : product
        }
    }
}

/// The remaining size of fields shared by cases.
///
/// Each case gets a copy, so a few lines could expand to gigabytes.
struct SharedFieldBudget {
    private let limit: Int
    private var left: Int

    /// Allows 64 times the file size, or 64 MiB if that is more.
    init(fileByteCount: Int) {
        limit = 64 * max(1 << 20, fileByteCount)
        left = limit
    }

    /// Counts fields shared by a number of cases.
    mutating func take(_ fields: [VectorField], cases: Int = 1) throws(VectorError) {
        try take(byteCount: fields.reduce(0) { $0 + $1.byteCount }, fieldCount: fields.count, cases: cases)
    }

    /// Counts fields by number and total length of names and contents.
    mutating func take(byteCount: Int, fieldCount: Int, cases: Int = 1) throws(VectorError) {
        let each = byteCount + fieldCount * MemoryLayout<VectorField>.stride
        let (all, overflows) = each.multipliedReportingOverflow(by: cases)
        guard !overflows, all <= left else {
            throw VectorError(
                .tooCostly, "the cases of the file share fields of more than \(limit >> 20) MiB together")
        }
        left -= all
    }
}

/// The remaining budget for the cases of one file.
final class WorkBudget: Sendable {
    private let limits: CaseLimits
    private let left: Atomic<Int>

    init(_ limits: CaseLimits) {
        self.limits = limits
        left = Atomic(min(limits.fileSeconds, 1 << 32) * 1_000_000_000)
    }

    func check() throws(VectorError) {
        guard left.load(ordering: .relaxed) >= 0 else {
            throw VectorError(
                .tooCostly, "the cases of the file ask for more work together than the limit of \(limits.fileSeconds) s"
            )
        }
    }

    /// Subtracts the cost of a request; throws if it exceeds the limit for a case.
    func take(_ request: Request) throws(VectorError) {
        let work = try limits.work(of: request)
        left.subtract(work, ordering: .relaxed)
    }
}
