internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
internal import ArcaPlatform
public import ArcaSystem

extension Pattern {
    /// Rate-limits attempts like Android's Gatekeeper: five free attempts, then a delay of 30 seconds that grows to a
    /// day.
    ///
    /// A record of 97 bytes, in a file or in an app's database, stores the failure count. It is authenticated, so the
    /// count cannot be lowered without the key. Each attempt is recorded before the check, so killing the process or
    /// trying in parallel gives no free attempt. Delays use the time since boot, so changing the clock has no effect;
    /// after a reboot the delay starts again. A missing or modified record counts as 140 failures, which means a delay
    /// of a day. While there are failures, a copy of a file's record is kept in the user's kernel keyring if available,
    /// so restoring an older file has no effect as long as the copy is visible.
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
        private static let largestRetryCount = 100
        private static let magic = Array("arca.lock.v1".utf8) + [0]
        /// Magic, identifier, failures, boot ID, milliseconds, serial number, MAC.
        private static let byteCount = 13 + 16 + 4 + 16 + 8 + 8 + 32

        /// The clock that delays are measured with.
        public enum Clock: Sendable {
            /// The time since boot; after a reboot, and on another machine, a delay starts again.
            case boot
            /// The system's time, for a record that several machines use; setting it forward ends a delay.
            case system

            func reading() -> BootClock {
                switch self {
                case .boot: BootClock.now()
                case .system:
                    BootClock(
                        boot: [UInt8](repeating: 0, count: 16),
                        milliseconds: UInt64(clamping: SystemClock.wall.milliseconds))
                }
            }
        }

        private enum Place: Sendable {
            case file(BytePath, KernelKeyring)
            case own(
                load: @Sendable () throws -> [UInt8]?,
                store: @Sendable (_ record: [UInt8], _ old: [UInt8]?) throws -> Bool)

            var name: String {
                switch self {
                case .file: "file"
                case .own: "record"
                }
            }
        }

        private struct Record: Equatable {
            var failures: Int
            var clock: BootClock
            var serial: UInt64
        }

        private let place: Place
        private let identifier: [UInt8]
        private let key: SymmetricKey
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
            try self.init(.file(path, KernelKeyring()), identifier, key: key) { Clock.boot.reading() }
        }

        /// Creates a lockout that keeps its record in an app's own storage, such as a column of the user's row.
        ///
        /// Restoring an older record is not noticed. Before the first attempt, call ``reset()``: a missing record counts
        /// as 140 failures, so that deleting it gives no free attempts.
        ///
        /// - Parameters:
        ///   - identifier: 16 bytes that identify the user, so the record of another user is not accepted.
        ///   - key: The pepper or another secret of the server, 16 bytes or more.
        ///   - clock: The clock that delays are measured with.
        ///   - load: Returns the stored record, or nil if there is none.
        ///   - store: Durably replaces the old record, nil if there was none, and returns true; returns false if another
        ///     one is stored now, so parallel attempts count: `UPDATE … SET record = ? WHERE user = ? AND record IS ?`.
        /// - Throws: ``CryptoError``, as for a file.
        public init(
            identifier: [UInt8], key: SymmetricKey, clock: Clock = .boot,
            load: @escaping @Sendable () throws -> [UInt8]?,
            store: @escaping @Sendable (_ record: [UInt8], _ old: [UInt8]?) throws -> Bool
        ) throws(CryptoError) {
            try self.init(.own(load: load, store: store), identifier, key: key) { clock.reading() }
        }

        package init(
            at path: BytePath, identifier: [UInt8], key: SymmetricKey, keyring: KernelKeyring,
            clock: @escaping @Sendable () -> BootClock
        ) throws(CryptoError) {
            try self.init(.file(path, keyring), identifier, key: key, clock: clock)
        }

        private init(
            _ place: Place, _ identifier: [UInt8], key: SymmetricKey, clock: @escaping @Sendable () -> BootClock
        ) throws(CryptoError) {
            guard identifier.count == 16 else {
                throw CryptoError(.invalidInputLength, "a lockout's identifier has 16 bytes, not \(identifier.count)")
            }
            self.place = place
            self.identifier = identifier
            self.key = try HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: "lockout".utf8, outputByteCount: 32)
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
        /// - Throws: ``SystemError`` of the file or an error of the app's storage, or ``CryptoError``.
        public func reset() throws {
            _ = try update { record, now in
                record.failures = 0
                record.clock = now
            }
        }

        /// Returns the lockout state without recording an attempt.
        ///
        /// - Throws: ``SystemError`` of the file or an error of the app's storage, or ``CryptoError``.
        public func status() throws -> Status {
            try update { record, now in status(of: record, at: now) }.result
        }

        /// Records an attempt and runs it, unless a delay is in effect.
        ///
        /// - Parameter verify: Checks the pattern; a thrown error counts as a failure.
        /// - Returns: The result of `verify`.
        /// - Throws: ``PatternError`` with code `.locked` during a delay, or an error of `verify`; ``SystemError``, or an
        ///   error of the app's storage, if the attempt cannot be recorded, in which case `verify` is not called, or if
        ///   its success cannot.
        public func attempt(_ verify: () throws -> Bool) throws -> Bool {
            try attemptOpening { try verify() ? true : nil } ?? false
        }

        /// Records an attempt and runs it, for a pattern that decrypts something.
        ///
        /// - Parameter open: Tries the pattern; nil or a thrown error counts as a failure.
        /// - Returns: The result of `open`.
        /// - Throws: ``PatternError``, ``SystemError`` or an error of the app's storage, as ``attempt(_:)``; an error of
        ///   `open`.
        public func attemptOpening<Opened>(_ open: () throws -> Opened?) throws -> Opened? {
            let (status, isSuspect) = try update { record, now in
                let status = self.status(of: record, at: now)
                guard status.waitMilliseconds == 0 else { return status }
                record.failures += 1
                record.clock = now
                return status
            }
            guard status.waitMilliseconds == 0 else {
                let why =
                    isSuspect
                    ? "the lockout's \(place.name) is missing, damaged or of another pattern, "
                        + "which counts as \(Self.suspectFailures) wrong ones" : "too many wrong patterns"
                let seconds = (status.waitMilliseconds + 999) / 1000
                throw PatternError(.locked, "\(why): wait \(seconds) \(seconds == 1 ? "second" : "seconds")")
            }
            guard let opened = try open() else { return nil }
            _ = try update { record, _ in record.failures = 0 }
            return opened
        }

        private func status(of record: Record, at now: BootClock) -> Status {
            let wait = Self.waitMilliseconds(after: record.failures)
            // A time before the record's does not extend the delay.
            let passed = now.milliseconds < record.clock.milliseconds ? 0 : now.milliseconds - record.clock.milliseconds
            let left = passed >= wait ? 0 : wait - passed
            var free = 1
            while Self.waitMilliseconds(after: record.failures + free) == 0 { free += 1 }
            return Status(failures: record.failures, waitMilliseconds: left, freeTries: left > 0 ? 0 : free)
        }

        /// Changes the record atomically: `change` may run again if another process was faster.
        private func update<Result>(
            _ change: (inout Record, _ now: BootClock) -> Result
        ) throws -> (result: Result, isSuspect: Bool) {
            switch place {
            case .file(let path, let keyring):
                let file = try LockedFile(path)
                let bytes = try file.contents(limit: Self.byteCount + 1)
                let (record, result, isSuspect) = try changed(bytes, copy: copy(in: keyring), change)
                if let record { try store(record, keyring, in: file) }
                return (result, isSuspect)
            case .own(let load, let store):
                for _ in 0..<Self.largestRetryCount {
                    let old = try load()
                    let (record, result, isSuspect) = try changed(old ?? [], copy: nil, change)
                    guard let record, try !store(encoded(record), old) else { return (result, isSuspect) }
                }
                throw PatternError(
                    .wrongState, "the lockout's record was not replaced in \(Self.largestRetryCount) attempts")
            }
        }

        /// The record to store, or nil if it is unchanged.
        ///
        /// The newer one of storage and keyring is changed. Damaged bytes become a suspect record, and a delay from
        /// before a reboot starts now.
        private func changed<Result>(
            _ bytes: [UInt8], copy: Record?, _ change: (inout Record, _ now: BootClock) -> Result
        ) throws -> (record: Record?, result: Result, isSuspect: Bool) {
            let now = clock()
            let stored = try decode(bytes)
            var record = stored ?? Record(failures: Self.suspectFailures, clock: now, serial: copy?.serial ?? 0)
            // Restoring a file with fewer failures has no effect.
            if let copy, copy.serial > record.serial { record = copy }
            let old = record
            if record.clock.boot != now.boot { record.clock = now }
            let result = change(&record, now)
            return (stored != nil && record == old ? nil : record, result, stored == nil)
        }

        private func copy(in keyring: KernelKeyring) -> Record? {
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

        /// The bytes of a record, with the next serial number.
        private func encoded(_ record: Record) -> [UInt8] {
            func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
                (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(count - 1 - $0))) }
            }
            let body =
                Self.magic + identifier + bytes(UInt64(min(record.failures, Int(UInt32.max))), 4) + record.clock.boot
                + bytes(record.clock.milliseconds, 8) + bytes(record.serial &+ 1, 8)
            return body + HMAC<SHA256>.authenticationCode(for: body, using: key).bytes
        }

        /// Writes the record to the keyring and the file.
        private func store(
            _ record: Record, _ keyring: KernelKeyring, in file: borrowing LockedFile
        ) throws {
            let whole = encoded(record)
            // The keyring is written first, so an attempt counts even if the process is killed in between. Errors are
            // ignored, because the file alone is enough until someone restores an older one. With zero failures the
            // copy is removed: no older record has fewer.
            if record.failures == 0 {
                _ = try? keyring.remove(keyringName)
            } else {
                try? keyring.store(keyringName, whole, timeout: nil)
            }
            try file.rewrite(whole)
        }
    }
}
