public import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform
public import ArcaSystem
internal import Synchronization

/// A keychain in a file, safe against theft, modification and rollback: secrets do not leak, and changes by others are
/// detected.
///
/// Threads can share one value, and processes one file. Each call sees a single state of the file, and each change is
/// durable when the call returns. Attributes are in ordinary memory, secrets in memory that is wiped.
///
/// ```swift
/// let vault = try Vault.open(at: "passwords.arca", with: .passphrase(passphrase))
/// try vault.set(ItemDraft(.init("github.com", "alice"), secret: ItemSecret(password)))
/// let secret = try vault.secret(of: .init("github.com", "alice"))
/// ```
public final class Vault: Sendable {
    /// 16 random bytes, the same in all copies of the vault; not secret.
    public let identifier: [UInt8]
    /// The path of the file, or nil for a vault in memory.
    public let path: BytePath?

    private let engine: VaultEngine
    private let guarded = Mutex<Void>(())
    /// The thread in the engine, or 0.
    private let user = Atomic<UInt>(0)

    init(_ engine: VaultEngine, identifier: [UInt8]) {
        self.engine = engine
        self.identifier = identifier
        path = engine.database.path
    }

    /// Creates a new vault and opens it.
    ///
    /// - Parameters:
    ///   - path: The file to create, mode 0600; it appears complete or not at all.
    ///   - slots: At least one slot; a passphrase and a recovery code are a good pair.
    ///   - options: The vault's options, with this machine's state folder.
    /// - Returns: The opened vault.
    /// - Throws: ``VaultError``: `.duplicate` if the file exists; `.invalidArgument` for slots that cannot be created;
    ///   `.systemFailed`.
    public static func create(
        at path: BytePath, slots: [NewVaultSlot], options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        try VaultError.wrap { try create(at: path, newKey(), slots: slots, options: options) { _ in } }
    }

    /// Creates a vault with a given key; `complete` adds to its first state.
    package static func create(
        at path: BytePath, _ key: VaultKey, slots: [NewVaultSlot], options: OpenOptions,
        _ complete: (VaultTransaction) throws -> Void
    ) throws -> Vault {
        let keys = try RecordKeys(key.subkeys)
        var position: Anchor?
        let (made, entries) = try VaultSlots.make(slots, for: key, options.stateFolder)
        try Database.create(path) { database in
            let transaction = try VaultTransaction(new: database, keys, made, entries)
            try complete(transaction)
            position = transaction.position
        }
        let database = try Database(path, .readWrite, busyLimit: options.busyMilliseconds)
        let engine = VaultEngine(database, keys, key, options)
        if let position { engine.remember(position) }
        return Vault(engine, identifier: key.vault)
    }

    /// Opens a vault.
    ///
    /// - Parameters:
    ///   - path: The file, or a symbolic link to it.
    ///   - credential: A credential for one of its slots, or the unlocked session.
    ///   - options: The vault's options.
    /// - Returns: The vault.
    /// - Throws: ``VaultError``: `.wrongCredential`; `.locked` without a session; `.notFound` without a file;
    ///   `.malformed` for a file that is not a vault; `.tampered`, `.olderFile` and `.forked` for one that cannot be
    ///   trusted; `.costTooHigh`, `.unsupported`, `.busy`, `.systemFailed`.
    public static func open(
        at path: BytePath, with credential: VaultCredential, options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        try VaultError.wrap {
            let mode: Database.Mode =
                options.isBackup ? .copy : options.isReadOnly || options.salvages ? .readOnly : .readWrite
            let database = try Database(path, mode, busyLimit: options.busyMilliseconds)
            let unlocked = try VaultSlots.unlock(database, with: credential, options)
            let engine = try VaultEngine(database, unlocked, options)
            let identifier = unlocked.subkeys.vault
            // Check state, slots and log now: a file that cannot be trusted must not open.
            try engine.read { _ in }
            if let path = database.path, try FileInfo(path).mode & 0o022 != 0 { options.notes(.writableByOthers(path)) }
            // A credential other than a pattern resets the lockout; a correct pattern already did.
            if let kind = credential.kind, kind != .gesture, let folder = options.stateFolder {
                try? DeviceFolder(of: identifier, in: folder).resetLockout()
            }
            return Vault(engine, identifier: identifier)
        }
    }

    /// Creates a temporary vault in memory, for tests and other uses without a file.
    ///
    /// - Returns: The empty, opened vault; once locked it cannot be opened again.
    /// - Throws: ``VaultError`` with code `.systemFailed`.
    public static func inMemory() throws(VaultError) -> Vault {
        try VaultError.wrap {
            let key = try newKey()
            let keys = try RecordKeys(key.subkeys)
            let database = try Database()
            try database.write {
                let slots = try SlotSet(rows: [], vault: key.vault, epoch: 1)
                _ = try VaultTransaction(new: database, keys, slots, [])
            }
            let engine = VaultEngine(database, keys, key, OpenOptions(stateFolder: nil))
            return Vault(engine, identifier: key.vault)
        }
    }

    /// Discards the keys of this value, which is then unusable; the unlocked session, if any, continues.
    public func lock() { withEngine { $0.lock() } }

    private static func newKey() throws -> VaultKey {
        try VaultKey(randomFor: SecureRandom.bytes(VaultKey.identifierByteCount))
    }

    // MARK: One at a time

    package func withEngine<Result, Failure: Error>(
        _ body: (VaultEngine) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let engine = engine
        var result: Swift.Result<Result, Failure>?
        guarded.withLock { _ in
            user.store(currentThread, ordering: .relaxed)
            defer { user.store(0, ordering: .relaxed) }
            do throws(Failure) { result = .success(try body(engine)) } catch { result = .failure(error) }
        }
        return try result.unsafelyUnwrapped.get()
    }

    /// Throws on a call of the vault from within its own snapshot or change, which would deadlock.
    package func checkFree() throws(VaultError) {
        guard user.load(ordering: .relaxed) != currentThread else {
            throw VaultError(
                .invalidArgument, "the vault is used within its own snapshot or change",
                hint: "use the value that the closure receives")
        }
    }

    /// Runs `body` alone; throws on a call from within the vault's own snapshot or change.
    package func exclusively<Result>(_ body: (VaultEngine) throws -> Result) throws(VaultError) -> Result {
        try checkFree()
        return try VaultError.wrap { try withEngine(body) }
    }

    package func read<Result>(_ body: (VaultTransaction) throws -> Result) throws(VaultError) -> Result {
        try exclusively { try $0.read(body) }
    }

    func write<Result>(_ body: (VaultTransaction) throws -> Result) throws(VaultError) -> Result {
        try exclusively { try $0.write(body) }
    }

    package func writeAndRethrow<Result>(_ body: (VaultTransaction) throws -> Result) throws -> Result {
        try checkFree()
        return try withEngine { try $0.write(body) }
    }
}

extension Vault {
    /// Options for opening a vault.
    public struct OpenOptions: Sendable {
        /// Whether to open the file read-only; an interrupted write is rolled back anyway.
        public var isReadOnly = false
        /// Whether to read an older file or a fork; writing requires ``Vault/verify(acceptsOlder:with:progress:)``
        /// first.
        public var acceptsOlder = false
        /// Whether the file is a backup, which is always read-only.
        public var isBackup = false
        /// Whether to read items that cannot be proven current because of damage; see ``VaultItem/isProven``.
        ///
        /// The vault is then read-only.
        public var salvages = false
        /// The folder for this machine's knowledge of vaults, or nil for none, which disables the detection of older
        /// files.
        public var stateFolder: Vault.StateFolder?
        /// Maximum wait for another process, in milliseconds.
        public var busyMilliseconds = 60_000
        /// The rules of a module that extends vaults, for the vaults that have its state; nil for none.
        ///
        /// A vault with such an extension is read without it too, but its items and its key do not change.
        public var `extension`: VaultExtension?
        /// Receives notes for the user; must not use the vault, which is locked by the caller.
        public var notes: @Sendable (VaultNote) -> Void = { _ in }

        /// Creates options.
        public init(stateFolder: Vault.StateFolder? = .standard) { self.stateFolder = stateFolder }
    }
}

/// A note for the user about an opened vault.
public enum VaultNote: Sendable, Hashable, CustomStringConvertible {
    /// This machine has not seen the vault before, so the file may not be the newest.
    case unseen
    /// As ``unseen``, and the key came from a slot for a public key, which anyone could have made.
    case unseenAndUnproven
    /// This machine's anchor of the vault, at this path, was damaged; it is rewritten.
    case damagedAnchor(BytePath)
    /// Other users can write the file at this path.
    case writableByOthers(BytePath)
    /// An older file or a backup became the vault with a new key, without these slots.
    case slotsLeftOut([VaultSlot])
    /// The items of a backup were restored, with the numbers of items added, changed and removed.
    case restored(added: Int, changed: Int, removed: Int)
    /// The existing vault could not be trusted, so a backup replaced it completely.
    case replacedUntrusted(BytePath)
    /// The file is newer than the last state seen, but too far ahead to trace it back.
    case untraceable
    /// This machine could not store the vault's state.
    case anchorNotKept(String)

    /// A sentence for the user, in lower case, without a full stop.
    public var description: String {
        switch self {
        case .unseen:
            "this machine sees the vault for the first time, so it does not know whether the file is the newest"
        case .unseenAndUnproven:
            "this machine sees the vault for the first time, and a slot for a public key does not prove who made the file"
        case .damagedAnchor(let path):
            "what this machine remembered of the vault was damaged, so it does not know whether the file is the newest; "
                + "\(path) is written again"
        case .writableByOthers(let path): "others than you can write \(path), and so destroy the vault"
        case .slotsLeftOut(let slots):
            "the vault has a new key, and opens only with what opened the backup: \(slots.count) other \(slots.count == 1 ? "slot was" : "slots were") removed"
        case .restored(let added, let changed, let removed):
            "restored \(added), changed \(changed), moved \(removed) to the trash"
        case .replacedUntrusted(let path): "what was in \(path) could not be trusted and was replaced as a whole"
        case .untraceable: "the vault changed too much since this machine saw it to follow all of its past"
        case .anchorNotKept(let reason): "this machine cannot remember the vault's state: \(reason)"
        }
    }
}
