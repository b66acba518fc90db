public import ArcaCore
internal import ArcaCrypto
public import ArcaSystem

/// The unlocked state of a vault: the subkeys of its epoch in the kernel keyring, with a time limit.
///
/// The subkeys read and write the vault. They cannot open or make slots, and end with the epoch: an attacker who reads
/// the keyring loses access at the next rotation.
///
/// Every process of the same user, in all logins, can open the vault until the time limit, ``lock()`` or a restart of
/// the machine. Nothing is written to disk. Use does not extend the time.
///
/// Source: Documentation/VAULT-FORMAT.md, section 9.4.
public struct VaultSession: Sendable {
    /// The default time limit, in seconds: 15 minutes.
    public static let standardSeconds = 900

    /// The status of an unlocked vault.
    public struct Status: Sendable, Hashable {
        /// The time until it locks itself, in milliseconds.
        public let remainingMilliseconds: UInt64
    }

    struct Session: Sendable {
        let epoch: UInt32
        let generationFloor: UInt64
        /// The end of the session, in milliseconds since boot.
        let deadline: UInt64
        /// The subkeys of that epoch, or nil if it began after the vault was unlocked.
        let subkeys: EpochKeys?
    }

    private static let namePrefix = "arca:vault:v1:"
    private static let magic = Array("arca2".utf8)
    private static let headByteCount = magic.count + 16 + 4 + 8 + 8
    static let byteCount = headByteCount + EpochKeys.byteCount

    private let vault: [UInt8]
    private let folder: Vault.StateFolder?
    private let keyring: KernelKeyring
    private let clock: @Sendable () -> BootClock

    /// Creates a reference to a vault's session without reading it.
    ///
    /// - Parameters:
    ///   - vault: The vault's identifier, 16 bytes.
    ///   - folder: The state folder; its lock serializes changes to a session.
    public init(of vault: [UInt8], folder: Vault.StateFolder? = .standard) {
        self.init(of: vault, folder: folder, keyring: KernelKeyring()) { BootClock.now() }
    }

    init(
        of vault: [UInt8], folder: Vault.StateFolder?, keyring: KernelKeyring,
        clock: @escaping @Sendable () -> BootClock
    ) {
        precondition(vault.count == 16, "an identifier has 16 bytes")
        (self.vault, self.folder, self.keyring, self.clock) = (vault, folder, keyring, clock)
    }

    /// Returns the status of the session.
    ///
    /// - Returns: The remaining time, or nil if the vault is locked.
    /// - Throws: ``SystemError`` with code `.unsupported` without a keyring, or another code from the system.
    public func status() throws(SystemError) -> Status? {
        guard let session = try read(), session.subkeys != nil else { return nil }
        return Status(remainingMilliseconds: session.deadline - min(session.deadline, clock().milliseconds))
    }

    /// Locks the vault: removes the keys immediately.
    ///
    /// - Returns: Whether it was unlocked.
    /// - Throws: ``SystemError`` with code `.unsupported` without a keyring, or another code from the system.
    @discardableResult
    public func lock() throws -> Bool {
        // The lock prevents another process that has read the session from restoring it.
        try changing { try keyring.remove(description) }
    }

    /// Locks all vaults of this user, even if their files are gone.
    ///
    /// - Returns: The number of vaults that were unlocked.
    /// - Throws: ``SystemError`` with code `.unsupported` without a keyring, or another code from the system.
    @discardableResult
    public static func lockAll() throws(SystemError) -> Int { try lockAll(in: KernelKeyring()) }

    static func lockAll(in keyring: KernelKeyring) throws(SystemError) -> Int {
        try keyring.removeAll(beginningWith: namePrefix)
    }

    /// The session, if the vault is unlocked.
    ///
    /// Removes a session that is malformed or expired by the boot clock; the kernel's own timeout uses a clock that can
    /// be set.
    func read() throws(SystemError) -> Session? {
        let payload: SecretBytes
        do throws(SystemError) {
            payload = try SecretBytes(byteCount: Self.byteCount) { output throws(SystemError) in
                try keyring.read(description, into: &output)
            }
        } catch {
            switch error.code {
            case .notFound: return nil
            case .limitExceeded:
                try keyring.remove(description)
                return nil
            default: throw error
            }
        }
        guard let session = decode(payload), session.deadline > clock().milliseconds else {
            try keyring.remove(description)
            return nil
        }
        return session
    }

    /// Unlocks the vault for a time, and verifies that the session is stored; fails while a later key is unlocked.
    func start(_ subkeys: EpochKeys, generation: UInt64, seconds: Int) throws {
        let deadline = clock().milliseconds + UInt64(seconds) * 1000
        try changing {
            // Reading an older file on request must not lower the newest state seen.
            let known = try read()
            guard known?.epoch ?? 0 <= subkeys.epoch else {
                throw VaultError(
                    .olderFile, "the vault is unlocked with the key of a newer file; lock it first to unlock this one")
            }
            let seen = known?.epoch == subkeys.epoch ? known?.generationFloor : nil
            try store(subkeys.epoch, subkeys, floor: max(generation, seen ?? 0), until: deadline)
        }
        guard let session = try read(), session.subkeys?.bytes == subkeys.bytes, session.deadline == deadline else {
            throw VaultError(.systemFailed, "the kernel keyring does not give back the keys that were stored")
        }
    }

    /// Records a newer generation or epoch in an existing session, without extending it; needs the state folder's lock.
    ///
    /// A newer epoch removes the subkeys and keeps only the record: only a credential gives the new keys.
    func update(_ epoch: UInt32, generation: UInt64) throws {
        guard let folder, try read() != nil else { return }
        try folder.whileLocked {
            guard let session = try read(),
                (session.epoch, session.generationFloor) < (epoch, generation)
            else { return }
            let isSame = session.epoch == epoch
            try store(epoch, isSame ? session.subkeys : nil, floor: generation, until: session.deadline)
        }
    }

    // MARK: Payload

    var description: String { "\(Self.namePrefix)\(Vault.StateFolder.name(of: vault))" }

    /// Runs `body` under the state folder's lock, or without it if it is not available: locking must always work.
    private func changing<Value>(_ body: () throws -> Value) throws -> Value {
        let result = try? folder?.whileLocked { Result { try body() } }
        return try result?.get() ?? body()
    }

    private func store(
        _ epoch: UInt32, _ subkeys: EpochKeys?, floor: UInt64, until deadline: UInt64
    ) throws(SystemError) {
        let now = clock().milliseconds
        guard deadline > now else { return }
        let payload = SecretBytes(byteCount: Self.byteCount) { output in
            output.append(contentsOf: (Self.magic + vault + epoch.bigEndianBytes).span)
            output.append(contentsOf: (floor.bigEndianBytes + deadline.bigEndianBytes).span)
            subkeys?.bytes.withBytes { output.append(contentsOf: $0) }
        }
        try keyring.store(description, payload, timeout: UInt32(clamping: (deadline - now + 999) / 1000))
    }

    private func decode(_ payload: SecretBytes) -> Session? {
        payload.withBytes { bytes in
            guard bytes.count == Self.byteCount || bytes.count == Self.headByteCount else { return nil }
            let head = [UInt8](bytes: bytes.extracting(..<Self.headByteCount))
            guard head.starts(with: Self.magic + vault) else { return nil }
            let numbers = head.dropFirst(Self.magic.count + vault.count)
            let floor: UInt64 = numbers.dropFirst(4).prefix(8).bigEndianNumber()
            // The payload is not authenticated, so it must not cause an overflow.
            guard floor <= StateRecord.largestGeneration else { return nil }
            let epoch: UInt32 = numbers.prefix(4).bigEndianNumber()
            return Session(
                epoch: epoch, generationFloor: floor, deadline: numbers.suffix(8).bigEndianNumber(),
                subkeys: EpochKeys(bytes.extracting(Self.headByteCount...), vault: vault, epoch: epoch))
        }
    }
}

extension Vault {
    /// The session of this vault, through which every process of the user can open it.
    public var session: VaultSession {
        VaultSession(of: identifier, folder: withEngine { $0.options.stateFolder })
    }

    /// Unlocks the vault for a time: stores the subkeys of its epoch in the kernel keyring, and nothing on disk.
    ///
    /// First verifies all groups of items against the vault's sums.
    ///
    /// - Parameter seconds: The time limit, at least 1; use does not extend it.
    /// - Throws: ``VaultError``: `.unsupported` if the kernel keyring is not available, `.systemFailed` if it is full
    ///   or does not keep the key, `.tampered`; `.olderFile` if the vault is unlocked with a newer key;
    ///   `.invalidArgument` for an invalid time.
    public func startSession(seconds: Int = VaultSession.standardSeconds) throws(VaultError) {
        guard (1...Int(UInt32.max)).contains(seconds) else {
            throw VaultError(.invalidArgument, "a vault is unlocked for 1 to \(UInt32.max) seconds, not \(seconds)")
        }
        let (subkeys, generation) = try read { transaction in
            try transaction.checkAllGroups()
            return (transaction.keys.subkeys, transaction.state.generation)
        }
        try VaultError.wrap { try session.start(subkeys, generation: generation, seconds: seconds) }
    }
}
