internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// The tables that a team adds to a vault file.
///
/// Source: Documentation/TEAM-VAULT.md, section 3.
enum TeamTables {
    static let all = [
        Schema.Table(
            name: "team_record",
            statement: """
                CREATE TABLE team_record(kind INTEGER NOT NULL, key BLOB NOT NULL, generation INTEGER NOT NULL, \
                version INTEGER NOT NULL, digest BLOB NOT NULL, code BLOB NOT NULL, body BLOB NOT NULL, \
                PRIMARY KEY(kind,key)) STRICT, WITHOUT ROWID
                """),
        Schema.Table(
            name: "team_commit",
            statement: """
                CREATE TABLE team_commit(generation INTEGER PRIMARY KEY NOT NULL, header BLOB NOT NULL, \
                signature BLOB NOT NULL, changes BLOB NOT NULL) STRICT
                """),
    ]
}

/// A record of the team log in the vault file.
struct TeamRow: Sendable {
    let name: TeamRecord.Name
    /// The log generation that wrote it.
    let generation: UInt64
    /// The version of the equal row in `item`; 0 for other records.
    var version: UInt64
    let digest: [UInt8]
    let body: [UInt8]

    /// A MAC that proves the row was written by the file's owner.
    func code(_ key: PreparedHMAC) -> [UInt8] {
        let head = [name.kind] + name.key + generation.bigEndianBytes + version.bigEndianBytes
        return Array(key.code(head.span, digest.span).prefix(16))
    }
}

/// The table `team_record`: the team log's records, including each item as all members have it.
struct TeamRecordTable {
    private static let bodyByteCounts = 0...(4 << 20)

    let database: Database
    let key: PreparedHMAC

    func put(_ row: TeamRow) throws {
        try database.statement(
            "INSERT OR REPLACE INTO team_record(kind, key, generation, version, digest, code, body) VALUES(?, ?, ?, ?, ?, ?, ?)"
        ).run(
            .count(row.name.kind), .blob(row.name.key), .count(row.generation), .count(row.version),
            .blob(row.digest), .blob(row.code(key)), .blob(row.body))
    }

    /// Stores the version of the item row that equals the record.
    func setVersion(_ version: UInt64, of row: TeamRow) throws {
        var row = row
        row.version = version
        try database.statement("UPDATE team_record SET version = ?, code = ? WHERE kind = ? AND key = ?").run(
            .count(version), .blob(row.code(key)), .count(row.name.kind), .blob(row.name.key))
    }

    func remove(_ name: TeamRecord.Name) throws {
        try database.statement("DELETE FROM team_record WHERE kind = ? AND key = ?").run(
            .count(name.kind), .blob(name.key))
    }

    func row(_ name: TeamRecord.Name) throws -> TeamRow? {
        try database.statement("\(Self.selection) WHERE kind = ? AND key = ?")
            .first(.count(name.kind), .blob(name.key)) { row in try self.row(row) }
    }

    /// Calls `body` for each row of a kind, ordered by key; kind 0 means all.
    func forEach(of kind: UInt8 = 0, _ body: (TeamRow) throws -> Void) throws {
        try database.statement("\(Self.selection) WHERE kind BETWEEN ? AND ? ORDER BY kind, key").forEach(
            .count(kind), .count(kind == 0 ? 255 : kind)
        ) { row in try body(self.row(row)) }
    }

    func version(of identifier: UInt128) throws -> UInt64? {
        try database.statement(
            "SELECT kind, key, generation, version, digest, code FROM team_record WHERE kind = ? AND key = ?"
        ).first(.count(TeamRecord.Name.item), .blob(identifier.bigEndianBytes)) { row in
            try proven(row, body: []).version
        }
    }

    func versions() throws -> [UInt128: UInt64] {
        var versions: [UInt128: UInt64] = [:]
        try database.statement(
            "SELECT kind, key, generation, version, digest, code FROM team_record WHERE kind = ?"
        ).forEach(.count(TeamRecord.Name.item)) { row in
            let found = try proven(row, body: [])
            versions[found.name.key.bigEndianNumber()] = found.version
        }
        return versions
    }

    func digests() throws -> [TeamRecord.Name: [UInt8]] {
        var digests: [TeamRecord.Name: [UInt8]] = [:]
        try database.statement("SELECT kind, key, generation, version, digest, code FROM team_record").forEach { row in
            let found = try proven(row, body: [])
            digests[found.name] = found.digest
        }
        return digests
    }

    private static let selection = "SELECT kind, key, generation, version, digest, code, body FROM team_record"

    private func row(_ row: borrowing Row) throws -> TeamRow {
        let found = try proven(row, body: row.blob(6, count: Self.bodyByteCounts))
        guard TeamKeys.digest(found.name, found.body) == found.digest else { throw Self.changed }
        return found
    }

    private func proven(_ row: borrowing Row, body: [UInt8]) throws -> TeamRow {
        let found = TeamRow(
            name: TeamRecord.Name(kind: try row.count(0, as: UInt8.self), key: try row.blob(1, count: 16)),
            generation: try row.count(2), version: try row.count(3), digest: try row.blob(4, count: 32), body: body)
        guard constantTimeEqual(found.code(key), try row.blob(5, count: 16)) else { throw Self.changed }
        return found
    }

    private static let changed = VaultError(
        .tampered, "the vault was changed by another program than Arca: a record of its team's log")
}

/// The table `team_commit`: the team log's newest commits.
struct TeamCommitTable {
    /// Number of commits kept.
    static let largestCount: UInt64 = 10_000

    let database: Database

    /// Adds a commit and drops the oldest beyond the limit.
    func put(_ commit: TeamCommit, _ generation: UInt64) throws {
        try database.statement(
            "INSERT OR REPLACE INTO team_commit(generation, header, signature, changes) VALUES(?, ?, ?, ?)"
        ).run(.count(generation), .blob(commit.header), .blob(commit.signature), .blob(commit.changes))
        guard generation > Self.largestCount else { return }
        try database.statement("DELETE FROM team_commit WHERE generation <= ?").run(
            .count(generation - Self.largestCount))
    }

    /// Reads the commits after one generation through another, in order.
    func commits(after first: UInt64, through last: UInt64) throws -> [(generation: UInt64, commit: TeamCommit)] {
        var commits: [(generation: UInt64, commit: TeamCommit)] = []
        try database.statement(
            "SELECT generation, header, signature, changes FROM team_commit WHERE generation > ? AND generation <= ? ORDER BY generation"
        ).forEach(.count(first), .count(last)) { row in
            commits.append(
                (
                    try row.count(0),
                    TeamCommit(
                        header: try row.blob(1, count: 1...65_536), signature: try row.blob(2, count: 64),
                        changes: try row.blob(3, count: 0...(32 << 20)))
                ))
        }
        return commits
    }
}

extension Database {
    var teamCommits: TeamCommitTable { TeamCommitTable(database: self) }
    func teamRecords(_ key: PreparedHMAC) -> TeamRecordTable { TeamRecordTable(database: self, key: key) }
}
