internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
public import ArcaSystem

extension Pattern {
    /// Rate-limits attempts like Android's Gatekeeper: five free attempts, then a delay of 30 seconds that grows to a
    /// day.
    ///
    /// A file of 97 bytes stores the failure count. It is authenticated, so the count cannot be lowered without the
    /// key. Each attempt is recorded on disk before the check, so killing the process or trying in parallel gives no
    /// free attempt. Delays use the time since boot, so changing the clock has no effect; after a reboot the delay
    /// starts again. A missing or modified file counts as 140 failures, which means a delay of a day. While there are
    /// failures, a copy of the record is kept in the user's kernel keyring if available, so restoring an older file has
    /// no effect as long as the copy is visible.
    ///
    /// The lockout binds a user at the keyboard. It does not bind an attacker with the files and the key. Nor does it
    /// bind one who can restore an older file and run programs as the user: in a new user namespace (`unshare -U`) the
    /// kernel shows another keyring, or the copy can be removed, or the machine rebooted, and the older count is valid
    /// again.
    ///
    /// ```swift
    /// let lockout = try Lockout(at: path, identifier: id, key: pepper)
    /// let isRight = try lockout.attempt { try hash.verify(pattern, pepper: pepper) }
    /// ```
    ///
    /// Source: the delays in ComputeRetryTimeout of AOSP's `gatekeeper.cpp`.
    public struct Lockout: Sendable {
        /// The state of a lockout.
        public struct Status: Sendable, Hashable {
            /// Failed attempts since the last success.
            public let failures: Int
            /// Milliseconds until the next attempt is allowed, or 0.
            public let waitMilliseconds: UInt64
            /// Attempts left before the next delay, including the next one; 0 during a delay.
            public let freeTries: Int
        }

        static let suspectFailures = 140
        private static let magic = Array("arca.lock.v1".utf8) + [0]
        /// Magic, identifier, failures, boot ID, milliseconds, serial number, MAC.
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

        /// Creates a lockout without reading the file.
        ///
        /// - Parameters:
        ///   - path: The file, in a folder writable only by the user.
        ///   - identifier: 16 bytes that identify the locked object, so the file of another lockout is not accepted.
        ///   - key: The pepper or another device secret, 16 bytes or more. With a different key, the file counts as
        ///     modified and is rewritten, so check the key first (``PatternHash/checkPepper(_:)``).
        /// - Throws: ``CryptoError`` with code `.invalidInputLength` for an identifier of another length, or if key
        ///   derivation fails.
        public init(at path: BytePath, identifier: [UInt8], key: SymmetricKey) throws(CryptoError) {
            try self.init(at: path, identifier: identifier, key: key, keyring: KernelKeyring()) { BootClock.now() }
        }

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

        /// The delay after a number of failed attempts, in milliseconds: 0 or 30 seconds.
        ///
        /// From 30 failures it doubles every ten, up to a day.
        public static func waitMilliseconds(after failures: Int) -> UInt64 {
            switch failures {
            case 5, 10..<30: 30_000
            case ..<10: 0
            case 30..<140: 30_000 << UInt64((failures - 30) / 10)
            default: 86_400_000
            }
        }

        /// Resets the count to 0, after a pattern is enrolled or the user authenticated in another way.
        ///
        /// - Throws: ``SystemError`` of the file, or ``CryptoError``.
        public func reset() throws {
            let file = try LockedFile(path)
            let serial = max(try read(file)?.serial ?? 0, copy()?.serial ?? 0)
            var record = Record(failures: 0, clock: clock(), serial: serial)
            try store(&record, in: file)
        }

        /// Returns the lockout state without recording an attempt.
        ///
        /// - Throws: ``SystemError`` of the file, or ``CryptoError``.
        public func status() throws -> Status {
            let file = try LockedFile(path)
            return status(of: try current(file).record)
        }

        /// Records an attempt and runs it, unless a delay is in effect.
        ///
        /// - Parameter verify: Checks the pattern; a thrown error counts as a failure.
        /// - Returns: The result of `verify`.
        /// - Throws: ``PatternError`` with code `.locked` during a delay, or an error of `verify`; ``SystemError`` if
        ///   the attempt cannot be recorded, in which case `verify` is not called, or if its success cannot.
        public func attempt(_ verify: () throws -> Bool) throws -> Bool {
            try attemptOpening { try verify() ? true : nil } ?? false
        }

        /// Records an attempt and runs it, for a pattern that decrypts something.
        ///
        /// - Parameter open: Tries the pattern; nil or a thrown error counts as a failure.
        /// - Returns: The result of `open`.
        /// - Throws: ``PatternError`` with code `.locked` during a delay, or an error of `open`; ``SystemError`` if the
        ///   attempt cannot be recorded, in which case `open` is not called, or if its success cannot.
        public func attemptOpening<Opened>(_ open: () throws -> Opened?) throws -> Opened? {
            let file = try LockedFile(path)
            var (record, isSuspect) = try current(file)
            let status = status(of: record)
            guard status.waitMilliseconds == 0 else {
                let why =
                    isSuspect
                    ? "the lockout's file is missing, damaged or of another pattern, "
                        + "which counts as \(Self.suspectFailures) wrong ones" : "too many wrong patterns"
                let seconds = (status.waitMilliseconds + 999) / 1000
                throw PatternError(.locked, "\(why): wait \(seconds) \(seconds == 1 ? "second" : "seconds")")
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
            // A time before the record's does not extend the delay.
            let passed = now.milliseconds < record.clock.milliseconds ? 0 : now.milliseconds - record.clock.milliseconds
            let left = passed >= wait ? 0 : wait - passed
            var free = 1
            while Self.waitMilliseconds(after: record.failures + free) == 0 { free += 1 }
            return Status(failures: record.failures, waitMilliseconds: left, freeTries: left > 0 ? 0 : free)
        }

        /// The effective record: the newer one of file and keyring, a suspect record for a damaged file, and a delay
        /// that starts now for a record from before a reboot.
        private func current(_ file: borrowing LockedFile) throws -> (record: Record, isSuspect: Bool) {
            let now = clock()
            let copy = copy()
            guard var record = try read(file) else {
                var suspect = Record(failures: Self.suspectFailures, clock: now, serial: copy?.serial ?? 0)
                try store(&suspect, in: file)
                return (suspect, true)
            }
            // Restoring a file with fewer failures has no effect.
            if let copy, copy.serial > record.serial { record = copy }
            if record.clock.boot != now.boot {
                record.clock = now
                try store(&record, in: file)
            }
            return (record, false)
        }

        private func read(_ file: borrowing LockedFile) throws -> Record? {
            try decode(file.contents(limit: Self.byteCount + 1))
        }

        private func copy() -> Record? {
            let bytes = try? [UInt8](capacity: Self.byteCount) { output throws(SystemError) in
                try keyring.read(keyringName, into: &output)
            }
            return bytes.flatMap { try? decode($0) }
        }

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

        /// Increments the serial number and writes the record to the keyring and file.
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
            // The keyring is written first, so an attempt counts even if the process is killed in between. Errors are
            // ignored, because the file alone is enough until someone restores an older one. With zero failures the
            // copy is removed: no older record has fewer.
            if failures == 0 {
                _ = try? keyring.remove(keyringName)
            } else {
                try? keyring.store(keyringName, whole, timeout: nil)
            }
            try file.rewrite(whole)
        }
    }
}
