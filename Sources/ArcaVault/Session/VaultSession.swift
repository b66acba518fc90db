public import ArcaCore
internal import ArcaCrypto
public import ArcaSystem

/// The unlocked state of a vault: the subkeys of its epoch in the kernel's keyring, for a time.
///
/// They read and write the vault. They open no slot, make none, and end with the epoch: who reads the keyring cannot stay
/// beyond the next rotation.
///
/// Every process of the same user can open the vault meanwhile, over all logins, until the time is over, ``lock()`` or a
/// restart of the machine. Nothing is on the disk. The time is not prolonged by use.
///
/// Source: Documentation/VAULT-FORMAT.md, section 9.4.
public struct VaultSession: Sendable {
    /// How long a vault stays unlocked unless somebody says otherwise: 15 minutes.
    public static let standardSeconds = 900

    /// How an unlocked vault stands.
    public struct Status: Sendable, Hashable {
        /// Milliseconds until it locks itself.
        public let remainingMilliseconds: UInt64
    }

    /// What the keyring holds.
    struct Session: Sendable {
        /// The newest epoch that this machine has seen meanwhile.
        let epoch: UInt32
        /// The newest generation that this machine has seen meanwhile.
        let generationFloor: UInt64
        /// When it ends, in milliseconds of the machine's time since its start.
        let deadline: UInt64
        /// The subkeys of that epoch; nil when it began after the vault was unlocked.
        let subkeys: EpochKeys?
    }

    private static let namePrefix = "arca:vault:v1:"
    private static let magic = Array("arca2".utf8)
    /// Magic, vault, epoch, floor, deadline.
    private static let headByteCount = magic.count + 16 + 4 + 8 + 8
    /// The head and the subkeys.
    static let byteCount = headByteCount + EpochKeys.byteCount

    private let vault: [UInt8]
    private let folder: Vault.StateFolder?
    private let keyring: KernelKeyring
    private let clock: @Sendable () -> BootClock

    /// Names a vault's session; nothing is read yet.
    ///
    /// - Parameters:
    ///   - vault: The vault's identifier, 16 bytes.
    ///   - folder: Where this machine remembers what it has seen; one process at a time changes a session under its lock.
    public init(of vault: [UInt8], folder: Vault.StateFolder? = .standard) {
        self.init(of: vault, folder: folder, keyring: KernelKeyring()) { BootClock.now() }
    }

    /// Names a session in another keyring or by another clock, for tests.
    init(
        of vault: [UInt8], folder: Vault.StateFolder?, keyring: KernelKeyring,
        clock: @escaping @Sendable () -> BootClock
    ) {
        precondition(vault.count == 16, "an identifier has 16 bytes")
        (self.vault, self.folder, self.keyring, self.clock) = (vault, folder, keyring, clock)
    }

    /// Says whether the vault is unlocked.
    ///
    /// - Returns: The time that is left; nil when it is locked.
    /// - Throws: ``SystemError`` with code `.unsupported` where there is no keyring, or another as the system says.
    public func status() throws(SystemError) -> Status? {
        guard let session = try read(), session.subkeys != nil else { return nil }
        return Status(remainingMilliseconds: session.deadline - min(session.deadline, clock().milliseconds))
    }

    /// Locks the vault: the keys are removed at once.
    ///
    /// - Returns: Whether it was unlocked.
    /// - Throws: ``SystemError`` with code `.unsupported` where there is no keyring, or another as the system says.
    @discardableResult
    public func lock() throws -> Bool {
        // Under the lock no other process, which has read the session before, brings it back.
        try changing { try keyring.remove(description) }
    }

    /// Locks all vaults of this user, whatever has become of their files.
    ///
    /// - Returns: How many were unlocked.
    /// - Throws: ``SystemError`` with code `.unsupported` where there is no keyring, or another as the system says.
    @discardableResult
    public static func lockAll() throws(SystemError) -> Int { try lockAll(in: KernelKeyring()) }

    /// The same, in another keyring.
    static func lockAll(in keyring: KernelKeyring) throws(SystemError) -> Int {
        try keyring.removeAll(beginningWith: namePrefix)
    }

    /// The session, if the vault is unlocked.
    ///
    /// What is over by the machine's own time, or malformed, is removed: the kernel goes by a clock that can be set.
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

    /// Unlocks the vault for a time, and makes sure that it is.
    ///
    /// - Parameters:
    ///   - subkeys: Those of the vault's epoch.
    ///   - generation: The newest generation seen.
    ///   - seconds: For how long, 1 or more.
    /// - Throws: ``SystemError`` with code `.unsupported` or `.noSpace` when the keyring refuses; ``VaultError`` with code
    ///   `.systemFailed` when it does not give back what was stored, `.olderFile` while it is unlocked by a later key.
    func start(_ subkeys: EpochKeys, generation: UInt64, seconds: Int) throws {
        let deadline = clock().milliseconds + UInt64(seconds) * 1000
        try changing {
            // Somebody who reads an older file on request does not lower what this machine has seen.
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

    /// Notes a newer generation or epoch in the session that is there; does nothing without one.
    ///
    /// The time that is left stays as it is. A newer epoch ends the session but for that note: its keys are given by a
    /// credential alone.
    ///
    /// - Parameters:
    ///   - epoch: The vault's epoch.
    ///   - generation: The newest generation seen.
    /// - Throws: ``SystemError`` as the system says; without the state folder's lock nothing is changed.
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

    /// The key's name in the keyring.
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
            // Nobody authenticates it, so it must not lead to a number that overflows.
            guard floor <= StateRecord.largestGeneration else { return nil }
            let epoch: UInt32 = numbers.prefix(4).bigEndianNumber()
            return Session(
                epoch: epoch, generationFloor: floor, deadline: numbers.suffix(8).bigEndianNumber(),
                subkeys: EpochKeys(bytes.extracting(Self.headByteCount...), vault: vault, epoch: epoch))
        }
    }
}

extension Vault {
    /// The unlocked session of this vault, which every process of the user can open it by.
    public var session: VaultSession {
        VaultSession(of: identifier, folder: withEngine { $0.options.stateFolder })
    }

    /// Unlocks the vault for a time: the subkeys of its epoch go into the kernel's keyring, and nothing on the disk.
    ///
    /// Before, all groups of items are checked against the vault's sums.
    ///
    /// - Parameter seconds: How long, 1 or more; use does not prolong it.
    /// - Throws: ``VaultError``: `.unsupported` where the kernel keyring is not available, `.systemFailed` when it is full or
    ///   does not keep the key, `.tampered`; `.olderFile` when it is unlocked with the key of a newer one; `.invalidArgument` for an invalid time.
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
