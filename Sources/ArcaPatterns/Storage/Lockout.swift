internal import ArcaCodecs
public import ArcaCrypto
public import ArcaSystem

/// Makes whoever tries patterns wait, as Android's Gatekeeper does: five free tries, then 30 seconds, growing to a day.
///
/// A file of 93 bytes keeps the count. It is authenticated, so that nobody without the key can lower it; each try is
/// counted on the disk before it is checked, so that neither killing the process nor trying in parallel gives a free one;
/// time is the machine's time since its start, so that setting the clock gains nothing, and after a restart the wait
/// starts anew. A missing or changed file counts as 140 failures, which means a day.
///
/// It binds whoever draws at the keyboard, not who has the files and the key.
///
/// ```swift
/// let lockout = try Lockout(at: path, identifier: id, key: pepper)
/// let isRight = try lockout.attempt { try hash.verify(pattern, pepper: pepper) }
/// ```
///
/// Source: the waits of AOSP's `gatekeeper.cpp`, ComputeRetryTimeout.
public struct Lockout: Sendable {
    /// What stands in the file.
    public struct Status: Sendable, Hashable {
        /// Wrong tries since the last right one.
        public let failures: Int
        /// Milliseconds until the next try is let through; 0 when it is now.
        public let waitMilliseconds: UInt64
        /// Tries that are left before the next wait, the coming one included; 0 while a wait lasts.
        public let freeTries: Int
    }

    /// What a damaged or missing file counts as.
    static let suspectFailures = 140
    private static let magic = Array("arca.lock.v1".utf8) + [0]
    /// Magic, identifier, failures, boot, milliseconds, serial, code.
    private static let byteCount = 13 + 16 + 4 + 16 + 8 + 8 + 32

    private struct Record {
        var failures: Int
        var clock: BootClock
        var serial: UInt64
    }

    private let path: FilePath
    private let identifier: [UInt8]
    private let key: SymmetricKey
    private let clock: @Sendable () -> BootClock

    /// Names a lockout; nothing is read yet.
    ///
    /// - Parameters:
    ///   - path: The file, in a folder that only the user may write to.
    ///   - identifier: 16 bytes that say what is locked, so that another lockout's file is not taken for it.
    ///   - key: The pepper or another secret of the device; 16 bytes or more.
    /// - Throws: ``CryptoError`` when the key cannot be derived.
    public init(at path: FilePath, identifier: [UInt8], key: SymmetricKey) throws(CryptoError) {
        try self.init(at: path, identifier: identifier, key: key) { BootClock.now() }
    }

    /// Names a lockout with a clock of its own, for tests.
    init(
        at path: FilePath, identifier: [UInt8], key: SymmetricKey, clock: @escaping @Sendable () -> BootClock
    ) throws(CryptoError) {
        precondition(identifier.count == 16, "an identifier has 16 bytes")
        self.path = path
        self.identifier = identifier
        self.key = try HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: "lockout".utf8, outputByteCount: 32)
        self.clock = clock
    }

    /// Milliseconds to wait after so many failures.
    ///
    /// - Parameter failures: Wrong tries since the last right one.
    /// - Returns: 0, 30 seconds, or from 30 failures on twice as much for every ten, a day at most.
    public static func waitMilliseconds(after failures: Int) -> UInt64 {
        switch failures {
        case 5, 10..<30: 30_000
        case ..<10: 0
        case 30..<140: 30_000 << UInt64((failures - 30) / 10)
        default: 86_400_000
        }
    }

    /// Starts counting at 0, when a pattern is enrolled or was entered rightly by another way.
    ///
    /// - Throws: ``SystemError`` of the file, ``CryptoError``.
    public func reset() throws {
        let file = try LockedFile(path)
        try store(Record(failures: 0, clock: clock(), serial: serial(of: file)), in: file)
    }

    /// Says how it stands, without counting.
    ///
    /// - Returns: Failures, wait, free tries.
    /// - Throws: ``SystemError`` of the file, ``CryptoError``.
    public func status() throws -> Status {
        let file = try LockedFile(path)
        return status(of: try current(file))
    }

    /// Lets one try through, if no wait is on, and counts it.
    ///
    /// - Parameter verify: Checks the pattern; what it throws counts as a failure.
    /// - Returns: What `verify` returned.
    /// - Throws: ``PatternError`` with code `.locked` while a wait lasts, and what `verify` throws; ``SystemError`` when
    ///   the count cannot be written: then nothing is checked.
    public func attempt(_ verify: () throws -> Bool) throws -> Bool {
        let file = try LockedFile(path)
        var record = try current(file)
        let status = status(of: record)
        guard status.waitMilliseconds == 0 else {
            throw PatternError(
                .locked, "too many wrong patterns: wait \((status.waitMilliseconds + 999) / 1000) seconds")
        }
        record.failures += 1
        record.clock = clock()
        try store(record, in: file)
        guard try verify() else { return false }
        record.failures = 0
        record.serial += 1
        try store(record, in: file)
        return true
    }

    private func status(of record: Record) -> Status {
        let wait = Self.waitMilliseconds(after: record.failures)
        let now = clock()
        // A time before the record's is no reason to wait longer than the whole.
        let passed = now.milliseconds < record.clock.milliseconds ? 0 : now.milliseconds - record.clock.milliseconds
        let left = passed >= wait ? 0 : wait - passed
        var free = 1
        while Self.waitMilliseconds(after: record.failures + free) == 0 { free += 1 }
        return Status(failures: record.failures, waitMilliseconds: left, freeTries: left > 0 ? 0 : free)
    }

    /// The record as it counts now: a damaged one as a suspect, one of another boot with a wait that starts now.
    private func current(_ file: borrowing LockedFile) throws -> Record {
        let now = clock()
        guard var record = try read(file) else {
            let suspect = Record(failures: Self.suspectFailures, clock: now, serial: 0)
            try store(suspect, in: file)
            return suspect
        }
        if record.clock.boot != now.boot {
            record.clock = now
            try store(record, in: file)
        }
        return record
    }

    private func serial(of file: borrowing LockedFile) throws -> UInt64 { try read(file)?.serial ?? 0 }

    /// The record of the file; nil when it is none of ours.
    private func read(_ file: borrowing LockedFile) throws -> Record? {
        let bytes = try file.contents(limit: Self.byteCount + 1)
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic + identifier) else { return nil }
        let body = bytes[..<(Self.byteCount - 32)]
        guard try HMAC<SHA256>.isValidAuthenticationCode(bytes[body.endIndex...], authenticating: body, using: key)
        else { return nil }
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        return Record(
            failures: Int(number(29..<33)),
            clock: BootClock(boot: Array(bytes[33..<49]), milliseconds: number(49..<57)), serial: number(57..<65))
    }

    private func store(_ record: Record, in file: borrowing LockedFile) throws {
        func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(count - 1 - $0))) }
        }
        let failures = min(record.failures, Int(UInt32.max))
        let body =
            Self.magic + identifier + bytes(UInt64(failures), 4) + record.clock.boot
            + bytes(record.clock.milliseconds, 8) + bytes(record.serial &+ 1, 8)
        try file.rewrite(body + HMAC<SHA256>.authenticationCode(for: body, using: key))
    }
}
