public import ArcaCodecs
internal import ArcaCrypto
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
        let keys = try newKeys()
        var position: Anchor?
        let (rows, entries, digest) = try VaultSlots.make(slots, for: keys.vaultKey, options.stateFolder)
        try Database.create(path) { (database) throws(VaultError) in
            let transaction = VaultTransaction(new: database, keys, StateRecord(created: .now()))
            transaction.state.slots = entries
            transaction.state.slotDigest = digest
            for row in rows { try VaultSlots.insert(row, into: database) }
            try transaction.writeState(isFirst: true)
            position = transaction.position
        }
        let database = try Database(path, .readWrite, busyLimit: options.busyMilliseconds)
        let engine = VaultEngine(database, keys, options)
        if let position { engine.remember(position) }
        return Vault(engine, identifier: keys.vaultKey.vault)
    }

    /// Opens a vault.
    ///
    /// - Parameters:
    ///   - path: The file; a symbolic link to it will do.
    ///   - credential: What opens one of its slots, or the session that is unlocked.
    ///   - options: How it is opened.
    /// - Returns: The vault.
    /// - Throws: ``VaultError``: `.wrongCredential`; `.locked` without a session; `.notFound` without a file; `.malformed`
    ///   for a file that is no vault; `.tampered`, `.olderFile` and `.forked` for one that cannot be trusted;
    ///   `.costTooHigh`, `.unsupported`, `.busy`, `.systemFailed`.
    public static func open(
        at path: BytePath, with credential: VaultCredential, options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        let isReadOnly = options.isReadOnly || options.isBackup
        let database = try Database(path, isReadOnly ? .readOnly : .readWrite, busyLimit: options.busyMilliseconds)
        let (key, slot) = try VaultSlots.unlock(database, with: credential, options)
        let engine = VaultEngine(database, try RecordKeys(key), options, openedBy: slot)
        // State, slots and log are checked now, so that a file that cannot be trusted does not open.
        try engine.read { (_) throws(VaultError) in }
        // Who has something else than the pattern may try the pattern anew; a right pattern has done so by itself.
        if let kind = credential.kind, kind != .gesture, let folder = options.stateFolder {
            try? DeviceFolder(of: key.vault, in: folder).resetLockout()
        }
        return Vault(engine, identifier: key.vault)
    }

    /// Makes a vault in memory, which goes with the value: for tests, and for what needs no file.
    ///
    /// - Returns: An empty vault, open; once locked it cannot be opened again.
    /// - Throws: ``VaultError`` with code `.systemFailed`.
    public static func inMemory() throws(VaultError) -> Vault {
        let keys = try newKeys()
        let database = try Database()
        try database.write { () throws(VaultError) in
            let transaction = VaultTransaction(new: database, keys, StateRecord(created: .now()))
            transaction.state.slotDigest = try SlotTable(rows: [], vault: keys.vaultKey.vault, epoch: 1)
                .digest(under: keys.vaultKey)
            try transaction.writeState(isFirst: true)
        }
        let engine = VaultEngine(database, keys, OpenOptions(stateFolder: nil))
        return Vault(engine, identifier: keys.vaultKey.vault)
    }

    /// Forgets the keys of this value, which opens nothing from then on; the unlocked session, if any, stays.
    public func lock() { withEngine { $0.lock() } }

    private static func newKeys() throws(VaultError) -> RecordKeys {
        let identifier = try translating { () throws(CryptoError) in
            try SecureRandom.bytes(VaultKey.identifierByteCount)
        }
        return try RecordKeys(VaultKey(randomFor: identifier))
    }

    // MARK: One at a time

    /// Runs `body` while no other thread uses the engine.
    func withEngine<Result, Failure: Error>(
        _ body: (VaultEngine) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let engine = engine
        var result: Swift.Result<Result, Failure>?
        guarded.withLock { _ in
            do throws(Failure) { result = .success(try body(engine)) } catch { result = .failure(error) }
        }
        return try result.unsafelyUnwrapped.get()
    }

    /// Runs `body` on one state of the vault.
    func read<Result>(_ body: (VaultTransaction) throws(VaultError) -> Result) throws(VaultError) -> Result {
        try withEngine { (engine) throws(VaultError) in try engine.read(body) }
    }

    /// Runs `body` as one change of the vault.
    func write<Result>(_ body: (VaultTransaction) throws(VaultError) -> Result) throws(VaultError) -> Result {
        try withEngine { (engine) throws(VaultError) in
            var isRotating = false
            let result = try engine.write { (transaction) throws(VaultError) in
                let result = try body(transaction)
                isRotating = transaction.state.previous != nil
                return result
            }
            // A rotation that was cut short goes on with whoever writes; the change itself is on the disk already.
            if isRotating {
                _ = try? engine.write { (transaction) throws(VaultError) in try transaction.sealBatchAnew() }
            }
            return result
        }
    }
}
