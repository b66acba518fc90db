public import ArcaCore
public import ArcaCrypto
public import ArcaVault

/// A team's log on a PostgreSQL server, version 12 or later, after ``setUp`` was run on its database.
///
/// Connects on first use and reconnects after a failure. Every call ends by its timeout. The server is not trusted:
/// sizes are limited, and types and lengths are checked.
///
/// ```swift
/// let store = PostgresStore(try ServerAddress("postgresql://alice@db.example.org/arca"), password: password)
/// let report = try vault.syncTeam(with: store)
/// ```
///
/// Source: Documentation/TEAM-VAULT.md, section 5.
public final class PostgresStore: TeamStore {
    /// Maximum size of one answer, in bytes.
    private static let largestByteCount = 1 << 30

    private let address: ServerAddress
    private let password: SecretBytes?
    private let timeout: Int
    private var connection: Connection?
    private var isHolding = false

    /// Creates a store for a server.
    ///
    /// - Parameters:
    ///   - address: The server and the login.
    ///   - password: The login's password, secret; nil if the server trusts local users.
    ///   - milliseconds: Maximum duration of one call, such as connecting or reading all new entries.
    public init(_ address: ServerAddress, password: SecretBytes? = nil, timeout milliseconds: Int = 30_000) {
        (self.address, self.password, timeout) = (address, password, milliseconds)
    }

    /// Runs a statement, reconnecting if necessary.
    private func run(
        _ statement: String, _ parameters: [Connection.Parameter] = [], row: (AnswerRow) throws -> Void = { _ in }
    ) throws(VaultError) {
        do {
            if let open = connection, open.isUsable {
                return try open.run(statement, parameters, row: row)
            }
            guard !isHolding else { throw VaultError(.unreachable, "the connection broke off") }
            connection = nil
            let new = try Connection(address, password, timeout: timeout)
            connection = new
            try new.run(statement, parameters, row: row)
        } catch let error as VaultError {
            throw error
        } catch {
            throw VaultError(.systemFailed, "\(error)")
        }
    }

    /// Creates the log of a vault.
    public func create(_ vault: [UInt8]) throws(VaultError) { try run("SELECT arca.make($1)", [.bytes(vault)]) }

    /// Reads new entries in one read-only transaction.
    public func read(_ vault: [UInt8], from generation: UInt64) throws(VaultError) -> TeamSnapshot {
        guard !isHolding else { return try readNow(vault, from: generation) }
        try run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        do throws(VaultError) {
            let snapshot = try readNow(vault, from: generation)
            try run("COMMIT")
            return snapshot
        } catch {
            rollBack()
            throw error
        }
    }

    private func readNow(_ vault: [UInt8], from generation: UInt64) throws(VaultError) -> TeamSnapshot {
        var position: TeamPosition?
        var snapshot = TeamSnapshot(position: .start, commits: [], records: [], notes: [])
        var left = Self.largestByteCount
        func spend(_ count: Int) throws {
            left -= count
            guard left >= 0 else { throw VaultError(.malformed, "the server sends more than 1 GiB") }
        }
        try run("SELECT generation, head FROM arca.vault WHERE vault = $1", [.bytes(vault)]) { row in
            guard position == nil else { throw AnswerRow.malformed }
            position = TeamPosition(generation: try row.number(0), head: try row.bytes(1, count: 32...32))
        }
        guard let position else {
            throw VaultError(
                .notFound, "the server has no log of this vault, or \(address.login) may not read it",
                hint: "an admin of the team invites you, or lets your login in again")
        }
        snapshot.position = position
        let start = Int64(clamping: generation)
        try run(
            "SELECT header, signature, changes FROM arca.commit WHERE vault = $1 AND generation >= $2 ORDER BY generation",
            [.bytes(vault), .number(start)]
        ) { row in
            let commit = TeamCommit(
                header: try row.bytes(0, count: 0...65_536), signature: try row.bytes(1, count: 64...64),
                changes: try row.bytes(2, count: 0...33_554_432))
            try spend(commit.header.count + commit.changes.count + 200)
            snapshot.commits.append(commit)
        }
        try run(
            "SELECT kind, key, generation, body FROM arca.record WHERE vault = $1 AND generation > $2",
            [.bytes(vault), .number(start)]
        ) { row in
            let record = TeamRecord(
                name: TeamRecord.Name(kind: try row.smallNumber(0), key: try row.bytes(1, count: 16...16)),
                generation: try row.number(2), body: try row.bytes(3, count: 0...4_194_304))
            try spend(record.body.count + 200)
            snapshot.records.append(record)
        }
        try run("SELECT device, body FROM arca.note WHERE vault = $1", [.bytes(vault)]) { row in
            let note = (device: try row.bytes(0, count: 16...16), body: try row.bytes(1, count: 0...4096))
            try spend(note.body.count + 200)
            snapshot.notes.append(note)
        }
        return snapshot
    }

    /// Appends commits if the log is still at the caller's position.
    public func append(
        _ batch: TeamBatch, to vault: [UInt8], after position: TeamPosition
    ) throws(VaultError) -> Bool {
        var isDone: Bool?
        try run(
            "SELECT arca.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
            [
                .bytes(vault), .number(Int64(clamping: position.generation)), .bytes(position.head),
                .byteArrays(batch.commits.map(\.header)), .byteArrays(batch.commits.map(\.signature)),
                .byteArrays(batch.commits.map(\.changes)), .smallNumbers(batch.puts.map { Int16($0.name.kind) }),
                .byteArrays(batch.puts.map(\.name.key)), .numbers(batch.puts.map { Int64(clamping: $0.generation) }),
                .byteArrays(batch.puts.map(\.body)), .smallNumbers(batch.drops.map { Int16($0.kind) }),
                .byteArrays(batch.drops.map(\.key)),
            ]
        ) { row in isDone = try row.flag(0) }
        guard let isDone else { throw AnswerRow.malformed }
        return isDone
    }

    /// Prevents others from appending while a body runs; at most 10 s may pass between calls.
    public func holding<Result>(_ vault: [UInt8], _ body: () throws -> Result) throws -> Result {
        try run("BEGIN")
        do {
            try run("SELECT arca.hold($1)", [.bytes(vault)])
            isHolding = true
            let result = try body()
            isHolding = false
            try run("COMMIT")
            return result
        } catch {
            isHolding = false
            rollBack()
            throw error
        }
    }

    private func rollBack() {
        guard connection?.isUsable ?? false else { return connection = nil }
        do throws(VaultError) { try run("ROLLBACK") } catch { connection = nil }
    }

    /// Reads a piece of an attachment.
    public func piece(_ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError) -> [UInt8]? {
        try one(
            "SELECT body FROM arca.piece WHERE vault = $1 AND attachment = $2 AND number = $3",
            [.bytes(vault), .bytes(attachment), .number(Int64(number))], count: 0...1_048_576)
    }

    /// Stores a piece of an attachment.
    public func put(piece: [UInt8], _ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError) {
        try run(
            "SELECT arca.put_piece($1, $2, $3, $4)",
            [.bytes(vault), .bytes(attachment), .number(Int64(number)), .bytes(piece)])
    }

    /// Reads a letter.
    public func letter(_ identifier: [UInt8]) throws(VaultError) -> [UInt8]? {
        try one("SELECT arca.letter_of($1)", [.bytes(identifier)], count: 0...65_536)
    }

    /// Stores a letter.
    public func put(
        letter: [UInt8], _ identifier: [UInt8], in vault: [UInt8], keepsForever: Bool
    ) throws(VaultError) {
        try run(
            "SELECT arca.put_letter($1, $2, $3, $4)",
            [.bytes(vault), .bytes(identifier), .bytes(letter), .flag(keepsForever)])
    }

    /// Stores a device's note about the log it has seen; only the login that stored a note can replace it.
    public func put(note: [UInt8], of device: [UInt8], in vault: [UInt8]) throws(VaultError) {
        try run("SELECT arca.put_note($1, $2, $3)", [.bytes(vault), .bytes(device), .bytes(note)])
    }

    /// Sets the access of a login.
    public func allow(_ login: String, _ access: TeamAccess, in vault: [UInt8]) throws(VaultError) {
        try run("SELECT arca.allow($1, $2, $3)", [.bytes(vault), .text(login), .text(access.rawValue)])
    }

    /// Reads at most one row with one blob.
    private func one(
        _ statement: String, _ parameters: [Connection.Parameter], count: ClosedRange<Int>
    ) throws(VaultError) -> [UInt8]? {
        var found: [UInt8]?
        try run(statement, parameters) { row in
            guard found == nil else { throw AnswerRow.malformed }
            found = try row.bytes(0, count: count)
        }
        return found
    }
}
