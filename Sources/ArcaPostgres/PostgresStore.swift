public import ArcaCore
public import ArcaCrypto
public import ArcaTeam
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
    private static let devicesPerPage = 100
    /// Maximum number of notes for a device without an assigned login; each login can store one.
    private static let notesPerDevice = 64
    /// Maximum length of a PostgreSQL name, in bytes.
    private static let largestLoginByteCount = 63

    private let address: ServerAddress
    private let password: SecretBytes?
    private let timeout: Int
    private var connection: Connection?

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

    /// Reads the position at the end of the log.
    public func position(of vault: [UInt8]) throws(VaultError) -> TeamPosition {
        var position: TeamPosition?
        try run("SELECT generation, head FROM arca.vault WHERE vault = $1", [.bytes(vault)]) { row in
            guard position == nil else { throw AnswerRow.malformed }
            position = TeamPosition(generation: try row.number(0), head: try row.bytes(1, count: 32...32))
        }
        guard let position else {
            throw VaultError(
                .notFound, "the server has no log of this vault, or \(address.login) may not read it",
                hint: "an admin of the team invites you, or lets your login in again")
        }
        return position
    }

    private func readNow(_ vault: [UInt8], from generation: UInt64) throws(VaultError) -> TeamSnapshot {
        var snapshot = TeamSnapshot(position: try position(of: vault), commits: [], records: [])
        var left = Self.largestByteCount
        func spend(_ count: Int) throws {
            left -= count
            guard left >= 0 else { throw VaultError(.malformed, "the server sends more than 1 GiB") }
        }
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

    /// Locks out other appends while `body` runs, for at most 10 s.
    public func holding<Result>(_ vault: [UInt8], _ body: () throws -> Result) throws -> Result {
        var isHeld = false
        try run("SELECT arca.hold($1)", [.bytes(vault)]) { row in isHeld = try row.flag(0) }
        guard isHeld else {
            throw VaultError(.busy, "others write to the team's log all the time; try again")
        }
        defer {
            // An unreleased hold expires.
            if connection?.isUsable ?? false { try? run("SELECT arca.release($1)", [.bytes(vault)]) }
        }
        return try body()
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

    /// Stores a device's note of its view of the log, one per login.
    public func put(note: [UInt8], of device: [UInt8], in vault: [UInt8]) throws(VaultError) {
        try run("SELECT arca.put_note($1, $2, $3)", [.bytes(vault), .bytes(device), .bytes(note)])
    }

    /// Reads the notes of devices, in pages.
    ///
    /// - Throws: ``VaultError`` with code `.malformed` for a note of another device or of the wrong length;
    ///   `.unreachable`.
    public func notes(of devices: [[UInt8]], in vault: [UInt8]) throws(VaultError) -> [TeamSignedNote] {
        var notes: [TeamSignedNote] = []
        for start in stride(from: 0, to: devices.count, by: Self.devicesPerPage) {
            let page = Array(devices[start..<min(start + Self.devicesPerPage, devices.count)])
            let known = Set(page)
            var counts: [[UInt8]: Int] = [:]
            try run(
                """
                SELECT device, body FROM (SELECT device, body, row_number() OVER (PARTITION BY device ORDER BY login) AS place
                  FROM arca.note WHERE vault = $1 AND device = ANY ($2) AND length(body) = \(TeamSignedNote.byteCount)) n
                WHERE place <= \(Self.notesPerDevice)
                """, [.bytes(vault), .byteArrays(page)]
            ) { row in
                let note = TeamSignedNote(
                    device: try row.bytes(0, count: 16...16),
                    body: try row.bytes(1, count: TeamSignedNote.byteCount...TeamSignedNote.byteCount))
                counts[note.device, default: 0] += 1
                guard known.contains(note.device), counts[note.device, default: 0] <= Self.notesPerDevice else {
                    throw AnswerRow.malformed
                }
                notes.append(note)
            }
        }
        return notes
    }

    /// Sets a login's rights and the devices that it may leave notes for.
    public func allow(
        _ login: String, _ access: TeamAccess, speakingFor devices: [[UInt8]], in vault: [UInt8]
    ) throws(VaultError) {
        try run(
            "SELECT arca.allow($1, $2, $3), arca.bind($1, $2, $4)",
            [.bytes(vault), .text(login), .text(access.rawValue), .byteArrays(devices)])
    }

    /// Whether the server has a login of this name.
    public func hasLogin(_ login: String) throws(VaultError) -> Bool {
        var isFound = false
        try run(
            "SELECT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname::text = $1 AND rolcanlogin)", [.text(login)]
        ) { row in isFound = try row.flag(0) }
        return isFound
    }

    /// The login that sent a commit, or nil if it is unknown.
    public func sender(of generation: UInt64, in vault: [UInt8]) throws(VaultError) -> String? {
        let found = try one(
            """
            SELECT convert_to(login::text, 'UTF8') FROM arca.commit
            WHERE vault = $1 AND generation = $2 AND login IS NOT NULL
            """, [.bytes(vault), .number(Int64(clamping: generation))], count: 0...Self.largestLoginByteCount)
        return found.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Removes the commits after a generation.
    public func cut(
        _ vault: [UInt8], after generation: UInt64, from position: TeamPosition
    ) throws(VaultError) -> [String] {
        var logins: [String] = []
        try run(
            "SELECT arca.cut($1, $2, $3, $4)",
            [
                .bytes(vault), .number(Int64(clamping: position.generation)), .bytes(position.head),
                .number(Int64(clamping: generation)),
            ]
        ) { row in
            let login = try row.bytes(0, count: 0...Self.largestLoginByteCount)
            if !login.isEmpty { logins.append(String(decoding: login, as: UTF8.self)) }
        }
        return logins.sorted()
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
