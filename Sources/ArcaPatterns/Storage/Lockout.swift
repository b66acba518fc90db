public import ArcaCodecs
public import ArcaCrypto
public import ArcaSystem

extension Pattern {
    /// Makes anyone who tries patterns wait, as Android's Gatekeeper does: five free tries, then 30 seconds, growing to a
    /// day.
    ///
    /// A file of 97 bytes keeps the count. It is authenticated, so that nobody without the key can lower it; each try
    /// is counted on the disk before it is checked, so that neither killing the process nor trying in parallel gives a
    /// free one; time is the machine's time since its start, so that setting the clock gains nothing, and after a
    /// restart the wait starts again. A missing or changed file counts as 140 failures, which means a day. A copy of the
    /// record in the user's keyring of the kernel, where there is one, counts as long as there are failures, so that
    /// putting an older file back gains nothing where that copy is seen.
    ///
    /// It binds anyone who draws at the keyboard, not who has the files and the key, and not who can put an older file
    /// back and start programs as the user: they try in a user namespace of their own (`unshare -U`), where the kernel
    /// shows another keyring, or remove the copy, or restart the machine, and the older count holds again.
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

        private let path: BytePath
        private let identifier: [UInt8]
        private let key: SymmetricKey
        private let keyring: KernelKeyring
        private let clock: @Sendable () -> BootClock

        /// Names a lockout; nothing is read yet.
        ///
        /// - Parameters:
        ///   - path: The file, in a folder that only the user may write to.
        ///   - identifier: 16 bytes that say what is locked, so that another lockout's file is not taken for it.
        ///   - key: The pepper or another secret of the device; 16 bytes or more. Under another key than before the
        ///     file counts as changed, and is written again: check first that it is the right one
        ///     (``PatternHash/checkPepper(_:)``).
        /// - Throws: ``CryptoError`` with code `.invalidInputLength` for another identifier, or when the key cannot be
        ///   derived.
        public init(at path: BytePath, identifier: [UInt8], key: SymmetricKey) throws(CryptoError) {
            try self.init(at: path, identifier: identifier, key: key, keyring: KernelKeyring()) { BootClock.now() }
        }

        /// Names a lockout with a keyring and a clock of its own, for tests.
        package init(
            at path: BytePath, identifier: [UInt8], key: SymmetricKey, keyring: KernelKeyring,
            clock: @escaping @Sendable () -> BootClock
        ) throws(CryptoError) {
            guard identifier.count == 16 else {
                throw CryptoError(.invalidInputLength, "a lockout's identifier has 16 bytes, not \(identifier.count)")
            }
            self.path = path
            self.identifier = identifier
            self.key = try HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: "lockout".utf8, outputByteCount: 32)
            self.keyring = keyring
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
            let serial = max(try read(file)?.serial ?? 0, copy()?.serial ?? 0)
            var record = Record(failures: 0, clock: clock(), serial: serial)
            try store(&record, in: file)
        }

        /// Says how it stands, without counting.
        ///
        /// - Returns: Failures, wait, free tries.
        /// - Throws: ``SystemError`` of the file, ``CryptoError``.
        public func status() throws -> Status {
            let file = try LockedFile(path)
            return status(of: try current(file).record)
        }

        /// Lets one try through, if no wait is on, and counts it.
        ///
        /// - Parameter verify: Checks the pattern; what it throws counts as a failure.
        /// - Returns: What `verify` returned.
        /// - Throws: ``PatternError`` with code `.locked` while a wait lasts, and what `verify` throws; ``SystemError``
        ///   when the count cannot be written: then nothing is checked.
        public func attempt(_ verify: () throws -> Bool) throws -> Bool {
            try attemptOpening { try verify() ? true : nil } ?? false
        }

        /// Lets one try through, if no wait is on, and counts it, for a pattern that opens something.
        ///
        /// - Parameter open: Tries the pattern; nil and what it throws count as a failure.
        /// - Returns: What `open` returned.
        /// - Throws: ``PatternError`` with code `.locked` while a wait lasts, and what `open` throws; ``SystemError``
        ///   when the count cannot be written: then nothing is tried.
        public func attemptOpening<Opened>(_ open: () throws -> Opened?) throws -> Opened? {
            let file = try LockedFile(path)
            var (record, isSuspect) = try current(file)
            let status = status(of: record)
            guard status.waitMilliseconds == 0 else {
                let why =
                    isSuspect
                    ? "the lockout's file is missing, damaged or of another pattern, "
                        + "which counts as \(Self.suspectFailures) wrong ones" : "too many wrong patterns"
                throw PatternError(.locked, "\(why): wait \((status.waitMilliseconds + 999) / 1000) seconds")
            }
            record.failures += 1
            record.clock = clock()
            try store(&record, in: file)
            guard let opened = try open() else { return nil }
            record.failures = 0
            try store(&record, in: file)
            return opened
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

        /// The record as it counts now: the newest one of file and keyring; a damaged file as a suspect, and the record
        /// of another boot with a wait that starts now.
        private func current(_ file: borrowing LockedFile) throws -> (record: Record, isSuspect: Bool) {
            let now = clock()
            let copy = copy()
            guard var record = try read(file) else {
                var suspect = Record(failures: Self.suspectFailures, clock: now, serial: copy?.serial ?? 0)
                try store(&suspect, in: file)
                return (suspect, true)
            }
            // Anyone who puts back a file with fewer failures gains nothing.
            if let copy, copy.serial > record.serial { record = copy }
            if record.clock.boot != now.boot {
                record.clock = now
                try store(&record, in: file)
            }
            return (record, false)
        }

        /// The record of the file; nil when it is not a lockout.
        private func read(_ file: borrowing LockedFile) throws -> Record? {
            try decode(file.contents(limit: Self.byteCount + 1))
        }

        /// The record of the keyring; nil without a record or a keyring.
        private func copy() -> Record? {
            let bytes = try? [UInt8](capacity: Self.byteCount) { output throws(SystemError) in
                try keyring.read(keyringName, into: &output)
            }
            return bytes.flatMap { try? decode($0) }
        }

        /// What the copy is called.
        private var keyringName: String { "arca:lock:v1:" + Base16.standard.encode(identifier) }

        private func decode(_ bytes: [UInt8]) throws(CryptoError) -> Record? {
            guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic + identifier) else { return nil }
            let body = bytes[..<(Self.byteCount - 32)]
            guard HMAC<SHA256>.isValidAuthenticationCode(bytes[body.endIndex...], authenticating: body, using: key)
            else { return nil }
            func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
            return Record(
                failures: Int(number(29..<33)),
                clock: BootClock(boot: Array(bytes[33..<49]), milliseconds: number(49..<57)), serial: number(57..<65))
        }

        /// Writes the next record, to the keyring and to the disk, and takes its serial number over.
        private func store(_ record: inout Record, in file: borrowing LockedFile) throws {
            func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
                (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(count - 1 - $0))) }
            }
            record.serial &+= 1
            let failures = min(record.failures, Int(UInt32.max))
            let body =
                Self.magic + identifier + bytes(UInt64(failures), 4) + record.clock.boot
                + bytes(record.clock.milliseconds, 8) + bytes(record.serial, 8)
            let whole = body + HMAC<SHA256>.authenticationCode(for: body, using: key).bytes
            // The keyring first: anyone who is killed in between has counted anyway. Best effort, because the file
            // alone binds as well until somebody puts an older one back. No older record has fewer than no failures, so
            // nothing stays in the keyring then.
            if failures == 0 {
                _ = try? keyring.remove(keyringName)
            } else {
                try? keyring.store(keyringName, whole, timeout: nil)
            }
            try file.rewrite(whole)
        }
    }
}
