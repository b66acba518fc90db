/// Where the log of a team's vault lies: a server, or memory in tests.
///
/// A store orders commits, keeps the newest records and hands them out. It is asked, never believed: anyone who takes something
/// checks it. It learns no names, no secrets and no exact sizes.
///
/// Source: Documentation/TEAM-VAULT.md, section 5.
public protocol TeamStore: AnyObject {
    /// Begins the log of a vault, which is empty then; its position is generation 0 with a head of 32 zeros.
    ///
    /// - Parameter vault: The vault's identifier, 16 bytes.
    /// - Throws: ``VaultError`` with code `.duplicate` when the store has a log of that vault; `.notAllowed`, `.unreachable`.
    func create(_ vault: [UInt8]) throws(VaultError)

    /// Reads where the log ends.
    ///
    /// - Throws: ``VaultError`` with code `.notFound` when there is no log of that vault, or the login may not read it; `.unreachable`.
    func position(of vault: [UInt8]) throws(VaultError) -> TeamPosition

    /// Reads what is new, all of it as it stood at one moment.
    ///
    /// - Parameters:
    ///   - vault: The vault's identifier.
    ///   - generation: What the caller has seen; 0 for nothing.
    /// - Returns: The position; the commits from `generation` on, that one included, ascending; the records that were
    ///   written after it.
    /// - Throws: ``VaultError`` with code `.notFound` when there is no log of that vault, or the login may not read it; `.unreachable`;
    ///   `.malformed` for an answer that is none or beyond its bounds.
    func read(_ vault: [UInt8], from generation: UInt64) throws(VaultError) -> TeamSnapshot

    /// Appends commits, if the log still stands where the caller saw it.
    ///
    /// - Parameters:
    ///   - batch: The commits and the records that change with them: all or nothing.
    ///   - vault: The vault's identifier.
    ///   - position: Where the caller saw the log.
    /// - Returns: Whether it was done; false when the log stands elsewhere.
    /// - Throws: ``VaultError`` with code `.notAllowed`; `.unreachable`, after which nobody knows whether it was done.
    func append(_ batch: TeamBatch, to vault: [UInt8], after position: TeamPosition) throws(VaultError) -> Bool

    /// Keeps others from appending while a body runs, where the store can: so that a log that moves all the time is caught.
    ///
    /// - Throws: What the body throws, and ``VaultError`` as ``append(_:to:after:)``.
    func holding<Result>(_ vault: [UInt8], _ body: () throws -> Result) throws -> Result

    /// Reads a sealed piece of an attachment; nil when it is not there.
    func piece(_ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError) -> [UInt8]?

    /// Stores a sealed piece, at most 1 MiB; one that is there stays. Pieces that no record names go after a day.
    func put(piece: [UInt8], _ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError)

    /// Reads a letter by its identifier alone, 16 bytes; nil when it is not there.
    func letter(_ identifier: [UInt8]) throws(VaultError) -> [UInt8]?

    /// Leaves a letter, at most 64 KiB; one that does not keep goes after 30 days.
    ///
    /// - Throws: ``VaultError`` with code `.duplicate` when one with that identifier is there: a letter is left once.
    func put(letter: [UInt8], _ identifier: [UInt8], in vault: [UInt8], keepsForever: Bool) throws(VaultError)

    /// Stores what a device says it has seen, 112 bytes, in place of what the same login stored for it before.
    ///
    /// - Throws: ``VaultError`` with code `.notAllowed` for a device without a record, or one that another login speaks for.
    func put(note: [UInt8], of device: [UInt8], in vault: [UInt8]) throws(VaultError)

    /// Reads what devices have said; there may be several notes under the name of one, of which the caller finds the one it signed.
    func notes(of devices: [[UInt8]], in vault: [UInt8]) throws(VaultError) -> [TeamSignedNote]

    /// Sets what a login may do with a log, and the devices that it speaks for; only for the log's admins. It keeps strangers out, and
    /// proves nothing to members.
    func allow(
        _ login: String, _ access: TeamAccess, speakingFor devices: [[UInt8]], in vault: [UInt8]
    ) throws(VaultError)

    /// The login that sent a commit; nil when the store does not know it. It proves nothing.
    func sender(of generation: UInt64, in vault: [UInt8]) throws(VaultError) -> String?

    /// Takes back the commits after a generation, and brings back the records that they replaced or dropped; only for the log's admins.
    ///
    /// Commits that came in one call go together, so the log may end earlier. The logins that sent them cannot write any more, except the
    /// caller's.
    ///
    /// - Parameters:
    ///   - vault: The vault's identifier.
    ///   - generation: The last one that stays, at least 1.
    ///   - position: Where the caller saw the log.
    /// - Returns: The logins that the store knows.
    /// - Throws: ``VaultError`` with code `.busy` when the log ends elsewhere; `.notAllowed`, `.malformed`.
    func cut(
        _ vault: [UInt8], after generation: UInt64, from position: TeamPosition
    ) throws(VaultError) -> [String]
}

/// What a store lets a login do.
public enum TeamAccess: String, Sendable, CaseIterable {
    case none, reader, writer, admin
}

/// A place in a log.
public struct TeamPosition: Sendable, Hashable {
    /// How many commits there are.
    public var generation: UInt64
    /// The digest of the last one, 32 bytes; zeros where there is none.
    public var head: [UInt8]

    /// Names a place.
    public init(generation: UInt64, head: [UInt8]) { (self.generation, self.head) = (generation, head) }

    /// Of a log without commits.
    public static let start = TeamPosition(generation: 0, head: [UInt8](repeating: 0, count: 32))
}

/// A commit as stores keep it.
public struct TeamCommit: Sendable, Hashable {
    /// At most 64 KiB.
    public var header: [UInt8]
    /// 64 bytes.
    public var signature: [UInt8]
    /// At most 32 MiB.
    public var changes: [UInt8]

    /// Takes the parts of a commit.
    public init(header: [UInt8], signature: [UInt8], changes: [UInt8]) {
        (self.header, self.signature, self.changes) = (header, signature, changes)
    }
}

/// A record as stores keep it.
public struct TeamRecord: Sendable, Hashable {
    /// What names it: its kind and 16 bytes.
    public struct Name: Sendable, Hashable {
        /// 1 to 7.
        public var kind: UInt8
        /// 16 bytes.
        public var key: [UInt8]

        /// Names a record.
        public init(kind: UInt8, key: [UInt8]) { (self.kind, self.key) = (kind, key) }
    }

    /// What names it.
    public var name: Name
    /// The generation that wrote it.
    public var generation: UInt64
    /// At most 4 MiB.
    public var body: [UInt8]

    /// Takes the parts of a record.
    public init(name: Name, generation: UInt64, body: [UInt8]) {
        (self.name, self.generation, self.body) = (name, generation, body)
    }
}

/// What ``TeamStore/read(_:from:)`` gives.
public struct TeamSnapshot: Sendable {
    /// Where the log ends.
    public var position: TeamPosition
    /// Commits, ascending.
    public var commits: [TeamCommit]
    /// Records, in any order.
    public var records: [TeamRecord]

    /// Takes what was read.
    public init(position: TeamPosition, commits: [TeamCommit], records: [TeamRecord]) {
        (self.position, self.commits, self.records) = (position, commits, records)
    }
}

/// A note as stores keep it.
public struct TeamSignedNote: Sendable, Hashable {
    /// Length of a note in bytes, 112.
    public static let byteCount = 112

    /// The device in whose name it was stored, 16 bytes.
    public var device: [UInt8]
    /// What was stored.
    public var body: [UInt8]

    /// Takes the parts of a note.
    public init(device: [UInt8], body: [UInt8]) { (self.device, self.body) = (device, body) }
}

/// What ``TeamStore/append(_:to:after:)`` takes.
public struct TeamBatch: Sendable {
    /// One after the other.
    public var commits: [TeamCommit]
    /// Records that are new or take the place of those of their names.
    public var puts: [TeamRecord]
    /// Records that go; with one of an attachment its pieces go too.
    public var drops: [TeamRecord.Name]

    /// Takes what belongs together.
    public init(commits: [TeamCommit], puts: [TeamRecord], drops: [TeamRecord.Name]) {
        (self.commits, self.puts, self.drops) = (commits, puts, drops)
    }
}
