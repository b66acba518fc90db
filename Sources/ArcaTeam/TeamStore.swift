// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCore
@_exported public import ArcaCrypto
@_exported public import ArcaSystem
@_exported public import ArcaVault

/// The storage of a team vault's log: a server, or memory in tests.
///
/// A store orders commits, keeps the newest records and serves them. It is not trusted: clients verify everything they
/// read. It learns no names, no secrets and no exact sizes.
///
/// Source: Documentation/TEAM-VAULT.md, section 5.
public protocol TeamStore: AnyObject {
    /// Creates an empty log for a vault; its position is generation 0 with a head of 32 zero bytes.
    ///
    /// - Parameter vault: The vault's identifier, 16 bytes.
    /// - Throws: ``VaultError`` with code `.duplicate` if the log exists, `.notAllowed` or `.unreachable`.
    func create(_ vault: [UInt8]) throws(VaultError)

    /// Reads the position at the end of the log.
    ///
    /// - Throws: ``VaultError`` with code `.notFound` if the vault has no log or the login may not read it;
    ///   `.unreachable`.
    func position(of vault: [UInt8]) throws(VaultError) -> TeamPosition

    /// Reads new entries as one consistent snapshot.
    ///
    /// - Parameters:
    ///   - vault: The vault's identifier.
    ///   - generation: The last generation that the caller has seen; 0 for none.
    /// - Returns: The position, the commits starting with `generation` in ascending order, and the records written
    ///   after it.
    /// - Throws: ``VaultError`` with code `.notFound` if the vault has no log or the login may not read it;
    ///   `.unreachable`; `.malformed` for an answer that is invalid or exceeds its limits.
    func read(_ vault: [UInt8], from generation: UInt64) throws(VaultError) -> TeamSnapshot

    /// Appends commits if the log is still at the caller's position.
    ///
    /// - Parameters:
    ///   - batch: The commits and their record changes, applied atomically.
    ///   - vault: The vault's identifier.
    ///   - position: The caller's position.
    /// - Returns: Whether the batch was appended; false if the log is at another position.
    /// - Throws: ``VaultError`` with code `.notAllowed` or `.unreachable`; after the latter the outcome is unknown.
    func append(_ batch: TeamBatch, to vault: [UInt8], after position: TeamPosition) throws(VaultError) -> Bool

    /// Prevents others from appending while a body runs, if the store can, so a busy log cannot starve this client.
    ///
    /// - Throws: Errors of the body, and ``VaultError`` as ``append(_:to:after:)``.
    func holding<Result>(_ vault: [UInt8], _ body: () throws -> Result) throws -> Result

    /// Reads an encrypted piece of an attachment; nil if missing.
    func piece(_ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError) -> [UInt8]?

    /// Stores an encrypted piece, at most 1 MiB; an existing one is kept. Unreferenced pieces are removed after a day.
    func put(piece: [UInt8], _ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError)

    /// Reads a letter by its 16-byte identifier alone; nil if missing.
    func letter(_ identifier: [UInt8]) throws(VaultError) -> [UInt8]?

    /// Stores a letter, at most 64 KiB; it is removed after 30 days unless it is kept forever.
    ///
    /// - Throws: ``VaultError`` with code `.duplicate` if the identifier exists.
    func put(letter: [UInt8], _ identifier: [UInt8], in vault: [UInt8], keepsForever: Bool) throws(VaultError)

    /// Stores a device's note of its view of the log, 112 bytes; replaces the login's earlier note for that device.
    ///
    /// - Throws: ``VaultError`` with code `.notAllowed` for a device without a record, or one that belongs to another
    ///   login.
    func put(note: [UInt8], of device: [UInt8], in vault: [UInt8]) throws(VaultError)

    /// Reads the notes of devices. There may be several for one device; the caller finds the one that it signed.
    func notes(of devices: [[UInt8]], in vault: [UInt8]) throws(VaultError) -> [TeamSignedNote]

    /// Sets a login's rights in a log and the devices that it speaks for; only for admins of the log. This keeps
    /// strangers out, and proves nothing to members.
    func allow(
        _ login: String, _ access: TeamAccess, speakingFor devices: [[UInt8]], in vault: [UInt8]
    ) throws(VaultError)

    /// The login that sent a commit, or nil if the store does not know it. It proves nothing.
    func sender(of generation: UInt64, in vault: [UInt8]) throws(VaultError) -> String?

    /// Removes the commits after a generation and restores the records that they replaced or dropped; only for admins
    /// of the log.
    ///
    /// Commits sent in one call are removed together, so the log may end earlier. The logins that sent them lose the
    /// right to write, except the caller's.
    ///
    /// - Parameters:
    ///   - vault: The vault's identifier.
    ///   - generation: The last generation to keep, at least 1.
    ///   - position: The end of the log as the caller saw it.
    /// - Returns: The logins of the senders, as far as the store knows them.
    /// - Throws: ``VaultError`` with code `.busy` if the log ends elsewhere; `.notAllowed`; `.malformed`.
    func cut(
        _ vault: [UInt8], after generation: UInt64, from position: TeamPosition
    ) throws(VaultError) -> [String]
}

/// The access that a store grants to a login.
public enum TeamAccess: String, Sendable, CaseIterable {
    case none, reader, writer, admin
}

/// A position in a log.
public struct TeamPosition: Sendable, Hashable {
    /// The number of commits.
    public var generation: UInt64
    /// The digest of the last commit, 32 bytes; zeros for an empty log.
    public var head: [UInt8]

    /// Creates a position.
    public init(generation: UInt64, head: [UInt8]) { (self.generation, self.head) = (generation, head) }

    /// The position of an empty log.
    public static let start = TeamPosition(generation: 0, head: [UInt8](repeating: 0, count: 32))
}

/// A stored commit.
public struct TeamCommit: Sendable, Hashable {
    /// The header, at most 64 KiB.
    public var header: [UInt8]
    /// The signature, 64 bytes.
    public var signature: [UInt8]
    /// The encoded changes, at most 32 MiB.
    public var changes: [UInt8]

    /// Creates a commit from its parts.
    public init(header: [UInt8], signature: [UInt8], changes: [UInt8]) {
        (self.header, self.signature, self.changes) = (header, signature, changes)
    }
}

/// A stored record.
public struct TeamRecord: Sendable, Hashable {
    /// A record's name: its kind and 16 bytes.
    public struct Name: Sendable, Hashable {
        /// The kind, 1 to 7.
        public var kind: UInt8
        /// The key, 16 bytes.
        public var key: [UInt8]

        /// Creates a name.
        public init(kind: UInt8, key: [UInt8]) { (self.kind, self.key) = (kind, key) }
    }

    /// The name.
    public var name: Name
    /// The generation that wrote it.
    public var generation: UInt64
    /// The encrypted body, at most 4 MiB.
    public var body: [UInt8]

    /// Creates a record from its parts.
    public init(name: Name, generation: UInt64, body: [UInt8]) {
        (self.name, self.generation, self.body) = (name, generation, body)
    }
}

/// The result of ``TeamStore/read(_:from:)``.
public struct TeamSnapshot: Sendable {
    /// The end of the log.
    public var position: TeamPosition
    /// The commits, ascending.
    public var commits: [TeamCommit]
    /// The records, in any order.
    public var records: [TeamRecord]

    /// Creates a snapshot from its parts.
    public init(position: TeamPosition, commits: [TeamCommit], records: [TeamRecord]) {
        (self.position, self.commits, self.records) = (position, commits, records)
    }
}

/// A note as stored, unverified.
public struct TeamSignedNote: Sendable, Hashable {
    /// Length of a note in bytes, 112.
    public static let byteCount = 112

    /// The device it was stored for, 16 bytes.
    public var device: [UInt8]
    /// The signed note.
    public var body: [UInt8]

    /// Creates a note from its parts.
    public init(device: [UInt8], body: [UInt8]) { (self.device, self.body) = (device, body) }
}

/// The batch for ``TeamStore/append(_:to:after:)``.
public struct TeamBatch: Sendable {
    /// The commits, in order.
    public var commits: [TeamCommit]
    /// New and replaced records.
    public var puts: [TeamRecord]
    /// Records to remove; an attachment's record removes its pieces too.
    public var drops: [TeamRecord.Name]

    /// Creates a batch from its parts.
    public init(commits: [TeamCommit], puts: [TeamRecord], drops: [TeamRecord.Name]) {
        (self.commits, self.puts, self.drops) = (commits, puts, drops)
    }
}
