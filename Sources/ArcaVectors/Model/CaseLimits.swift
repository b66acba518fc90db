internal import ArcaCodecs
internal import ArcaCompression
internal import ArcaCrypto
internal import Synchronization

/// What the cases of a file may cost: a file says itself how much work it asks for, and may come from a stranger.
///
/// The work of a request is estimated from its numbers and lengths before it runs, so the same file has the same result on
/// every machine. What goes beyond a limit fails with that reason.
public struct CaseLimits: Sendable {
    /// The limits unless others are set: what the longest published vectors need, such as messages of 8 GiB for SHA-3 and
    /// the 16,777,216 iterations of RFC 6070.
    public static let standard = CaseLimits()

    /// About how many seconds of one core a case may take.
    public var caseSeconds: Int
    /// About how many seconds of one core all cases of a file may take together.
    public var fileSeconds: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - caseSeconds: About how many seconds of one core a case may take.
    ///   - fileSeconds: About how many seconds of one core all cases of a file may take together.
    public init(caseSeconds: Int = 30, fileSeconds: Int = 120) {
        self.caseSeconds = caseSeconds
        self.fileSeconds = fileSeconds
    }

    /// The maximum number of fields of a case.
    static let fieldCount = 1_000
    /// The maximum number of bytes that a case decompresses to, or asks for by a length.
    static let byteCount = 32 << 20
    /// The maximum memory of scrypt; cases that need more are skipped.
    ///
    /// Above a quarter of it, cases run one at a time.
    static let scryptByteCount = 256 << 20

    /// The maximum cost of a derivation whose parameters stand inside a pattern's hash, an image or an age file.
    static let derivation = CostLimits(scryptLogN: 10...18, scryptTableByteCount: scryptByteCount)

    /// Decompresses the content of a field, up to ``byteCount``.
    static func decompress(_ bytes: [UInt8], format: CompressionFormat?) throws(CompressionError) -> [UInt8] {
        try Inflater.inflate(
            bytes, format: format, limits: InflateLimits(maximumByteCount: byteCount, maximumRatio: nil))
    }

    /// Refuses more fields of a group than a case may have, because every case of the group gets all of them.
    static func check(shared fields: [VectorField]) throws(VectorError) {
        guard fields.count <= fieldCount else {
            throw VectorError(.tooCostly, "a group has \(fields.count) fields; the limit is \(fieldCount)")
        }
    }

    /// Refuses a length that a file gives, below zero or above ``byteCount``.
    static func check(_ byteCount: Int, of name: String) throws(VectorError) {
        guard (0...Self.byteCount).contains(byteCount) else {
            throw VectorError(
                .tooCostly, at: name, "\(name) is \(byteCount), not a length from 0 to \(Self.byteCount)")
        }
    }

    /// Refuses a request that asks for too long an output or for too much work, and gives its estimated work in
    /// nanoseconds of one core.
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

    /// About how many nanoseconds of one core a request takes; the largest integer if it is more.
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
        case "hash-repeated": work = product(int("byteCount"), 3)
        case "chain-hash": work = product(1_000, 1_000 + product(int("mostByteCount"), 5))
        case "chain-encrypt", "chain-decrypt": work = 20_000_000
        case "sign", "decrypt-with-key":
            // A private key in a file is four and a half times as long as its modulus.
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

    /// About how many nanoseconds scrypt takes for N·r·p.
    private static func scrypt(_ work: Int) -> Int { product(work, 128 * 3) }

    /// A product of counts, or the largest integer.
    private static func product(_ factors: Int...) -> Int {
        factors.reduce(1) { result, factor in
            let (product, overflows) = result.multipliedReportingOverflow(by: factor)
            return overflows ? .max : product
        }
    }
}

/// The remaining size of the fields that cases share: every case gets a copy, so a few lines could stand for gigabytes.
struct SharedFieldBudget {
    private let limit: Int
    private var left: Int

    /// Allows 64 times the file, and 64 MiB in any case.
    init(fileByteCount: Int) {
        limit = 64 * max(1 << 20, fileByteCount)
        left = limit
    }

    /// Takes the fields that a number of cases share.
    mutating func take(_ fields: [VectorField], cases: Int = 1) throws(VectorError) {
        try take(byteCount: fields.reduce(0) { $0 + $1.byteCount }, fieldCount: fields.count, cases: cases)
    }

    /// Takes fields by their number and by the length of their names and contents.
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

/// What is left of the work that the cases of one file may ask for.
final class WorkBudget: Sendable {
    private let limits: CaseLimits
    private let left: Atomic<Int>

    init(_ limits: CaseLimits) {
        self.limits = limits
        left = Atomic(min(limits.fileSeconds, 1 << 32) * 1_000_000_000)
    }

    /// Refuses every case once the file has asked for too much.
    func check() throws(VectorError) {
        guard left.load(ordering: .relaxed) >= 0 else {
            throw VectorError(
                .tooCostly, "the cases of the file ask for more work together than the limit of \(limits.fileSeconds) s"
            )
        }
    }

    /// Takes the work of a request, unless it is too much for a case.
    func take(_ request: Request) throws(VectorError) {
        let work = try limits.work(of: request)
        left.subtract(work, ordering: .relaxed)
    }
}
