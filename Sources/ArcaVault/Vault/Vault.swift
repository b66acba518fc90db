public import ArcaCodecs
internal import ArcaCrypto
internal import ArcaPlatform
public import ArcaSystem
internal import Synchronization

/// A keychain in a file that can be stolen, changed and put back: nothing leaks, nothing is lost unnoticed.
///
/// Threads share one value; processes share one file. Each call sees one state of the file, and each change is on the
/// disk when the call returns. The attributes of items are ordinary memory, their secrets are memory that is wiped.
///
/// ```swift
/// let vault = try Vault.open(at: "passwords.arca", with: .passphrase(passphrase))
/// try vault.set(ItemDraft(.init("github.com", "alice"), secret: ItemSecret(password)))
/// let secret = try vault.secret(of: .init("github.com", "alice"))
/// ```
public final class Vault: Sendable {
    /// 16 random bytes that name the vault, also in its copies; not secret.
    public let identifier: [UInt8]
    /// The file; nil for a vault in memory.
    public let path: BytePath?

    private let engine: VaultEngine
    private let guarded = Mutex<Void>(())
    /// The thread that uses the engine now; 0 if none.
    private let user = Atomic<UInt>(0)
    /// What the last subscript that failed had to say.
    let failure = Mutex<VaultError?>(nil)

    /// Takes over an engine that nobody else has.
    init(_ engine: VaultEngine, identifier: [UInt8]) {
        self.engine = engine
        self.identifier = identifier
        path = engine.database.path
    }

    /// Makes a new vault and opens it.
    ///
    /// - Parameters:
    ///   - path: The file to make; it appears whole or not at all, mode 0600.
    ///   - slots: The ways to open it, one or more; a passphrase and a recovery code are a good pair.
    ///   - options: Where this machine remembers the vault.
    /// - Returns: The vault, open.
    /// - Throws: ``VaultError``: `.duplicate` when a file of that name is there; `.invalidArgument` for slots that cannot
    ///   be made; `.systemFailed`.
    public static func create(
        at path: BytePath, slots: [NewVaultSlot], options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        try VaultError.wrap {
            let key = try newKey()
            let keys = try RecordKeys(key.subkeys)
            var position: Anchor?
            let (made, entries) = try VaultSlots.make(slots, for: key, options.stateFolder)
            try Database.create(path) { database in
                position = try VaultTransaction(new: database, keys, made, entries).position
            }
            let database = try Database(path, .readWrite, busyLimit: options.busyMilliseconds)
            let engine = VaultEngine(database, keys, key, options)
            if let position { engine.remember(position) }
            return Vault(engine, identifier: key.vault)
        }
    }

    /// Opens a vault.
    ///
    /// - Parameters:
    ///   - path: The file; a symbolic link to it will do.
    ///   - credential: What opens one of its slots, or the session that is unlocked.
    ///   - options: How it is opened.
    /// - Returns: The vault.
    /// - Throws: ``VaultError``: `.wrongCredential`; `.locked` without a session; `.notFound` without a file; `.malformed`
    ///   for a file that is not a vault; `.tampered`, `.olderFile` and `.forked` for one that cannot be trusted;
    ///   `.costTooHigh`, `.unsupported`, `.busy`, `.systemFailed`.
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
            // State, slots and log are checked now, so that a file that cannot be trusted does not open.
            try engine.read { _ in }
            if let path = database.path, try FileInfo(path).mode & 0o022 != 0 { options.notes(.writableByOthers(path)) }
            // Another credential than the pattern starts the count of the patterns again; a right pattern has done so.
            if let kind = credential.kind, kind != .gesture, let folder = options.stateFolder {
                try? DeviceFolder(of: identifier, in: folder).resetLockout()
            }
            return Vault(engine, identifier: identifier)
        }
    }

    /// Makes a vault in memory, which goes with the value: for tests, and for what needs no file.
    ///
    /// - Returns: An empty vault, open; once locked it cannot be opened again.
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

    /// Forgets the keys of this value, which opens nothing from then on; the unlocked session, if any, stays.
    public func lock() { withEngine { $0.lock() } }

    private static func newKey() throws -> VaultKey {
        try VaultKey(randomFor: SecureRandom.bytes(VaultKey.identifierByteCount))
    }

    // MARK: One at a time

    /// Runs `body` while no other thread uses the engine.
    func withEngine<Result, Failure: Error>(
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

    /// Refuses what would wait for itself: a call of the vault from within its own snapshot or change.
    func checkFree() throws(VaultError) {
        guard user.load(ordering: .relaxed) != currentThread else {
            throw VaultError(
                .invalidArgument, "the vault is used within its own snapshot or change",
                hint: "use the value that the closure receives")
        }
    }

    /// Runs `body` on one state of the vault.
    func read<Result>(_ body: (VaultTransaction) throws -> Result) throws(VaultError) -> Result {
        try checkFree()
        return try VaultError.wrap { try withEngine { engine in try engine.read(body) } }
    }

    /// Runs `body` as one change of the vault.
    func write<Result>(_ body: (VaultTransaction) throws -> Result) throws(VaultError) -> Result {
        try VaultError.wrap { try writeAndRethrow(body) }
    }

    /// Runs `body` as one change of the vault, and throws what it throws.
    func writeAndRethrow<Result>(_ body: (VaultTransaction) throws -> Result) throws -> Result {
        try checkFree()
        return try withEngine { engine in
            var isRotating = false
            let result = try engine.write { transaction in
                let result = try body(transaction)
                isRotating = transaction.state.previous != nil
                return result
            }
            // The next writer goes on with a rotation that was cut short; the change itself is on the disk already.
            if isRotating { _ = try? engine.write { transaction in try transaction.reencryptBatch() } }
            return result
        }
    }
}

extension Vault {
    /// How a vault is opened.
    public struct OpenOptions: Sendable {
        /// Whether the file is opened for reading only; a write that was cut short is undone nevertheless.
        public var isReadOnly = false
        /// Whether an older file or a fork may be read; it is written only after ``Vault/verify(acceptsOlder:with:progress:)``.
        public var acceptsOlder = false
        /// Whether the file is a backup, which is read and never written.
        public var isBackup = false
        /// Whether items are read also where damage leaves open that they are the newest; ``VaultItem/isProven`` tells, and
        /// nothing is written.
        public var salvages = false
        /// Where this machine remembers what it has seen of vaults; nil to remember nothing, which gives up finding older files.
        public var stateFolder: Vault.StateFolder?
        /// How long to wait for another process, in milliseconds.
        public var busyMilliseconds = 60_000
        /// Receives what the user should know; must not use the vault, whose lock is held.
        public var notes: @Sendable (VaultNote) -> Void = { _ in }
        /// Receives what went wrong in subscripts, which cannot throw; ``Vault/lastFailure`` keeps it as well.
        public var failures: @Sendable (VaultError) -> Void = { _ in }

        /// Makes options.
        ///
        /// - Parameter stateFolder: Where this machine remembers what it has seen of vaults.
        public init(stateFolder: Vault.StateFolder? = .standard) { self.stateFolder = stateFolder }
    }
}

/// What the user should know about a vault that opened anyway.
public enum VaultNote: Sendable, Hashable, CustomStringConvertible {
    /// This machine has not seen the vault before, so it does not know whether the file is the newest.
    case unseen
    /// As ``unseen``, and the key came out of a slot for a public key, which anyone could have made.
    case unseenAndUnproven
    /// What this machine remembered of the vault was damaged; the file, which is made again.
    case damagedAnchor(BytePath)
    /// Others than the user can write the file; the file.
    case writableByOthers(BytePath)
    /// An older file or a backup became the vault with a new key, and these slots are not in it any more.
    case slotsLeftOut([VaultSlot])
    /// The items of a backup are the vault's again; how many were added, changed, and removed.
    case restored(added: Int, changed: Int, removed: Int)
    /// The vault that was there could not be trusted, so a backup took its place as a whole.
    case replacedUntrusted(BytePath)
    /// The file is newer than what this machine has seen, but too much so to follow it back.
    case untraceable
    /// This machine could not remember the vault's state.
    case anchorNotKept(String)

    /// A sentence for the user, lower case, no full stop.
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
            "the vault has a new key, and one slot: \(slots.count) other\(slots.count == 1 ? " is" : "s are") not in it any more"
        case .restored(let added, let changed, let removed):
            "\(added) items came back, \(changed) changed, \(removed) were removed"
        case .replacedUntrusted(let path): "what was in \(path) could not be trusted and was replaced as a whole"
        case .untraceable: "the vault changed too much since this machine saw it to follow all of its past"
        case .anchorNotKept(let reason): "this machine cannot remember the vault's state: \(reason)"
        }
    }
}
