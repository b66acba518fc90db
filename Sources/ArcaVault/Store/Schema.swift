internal import ArcaCore
internal import ArcaCrypto

/// The only tables and header numbers that a vault file may have.
///
/// Source: Documentation/VAULT-FORMAT.md, "The file".
package enum Schema {
    /// `Arca`, the application ID in the header.
    static let applicationIdentifier: Int64 = 0x4172_6361
    /// The format version written; version 1 is readable and upgraded by the first write.
    static let version: Int64 = 2
    /// The version of a vault with the state and the tables of a ``VaultExtension``.
    static let extendedVersion: Int64 = 3
    /// SHA-256 of the name and the statement of each further table of that version, each followed by a zero byte.
    ///
    /// The tables are the extension's, but are checked in programs without it too.
    private static let extensionDigest: [UInt8] = [
        0xbf, 0xb8, 0xca, 0xa2, 0x2d, 0xd6, 0x69, 0x53, 0xbf, 0xcd, 0x60, 0x96, 0x80, 0x8c, 0xdb, 0x26,
        0xbc, 0x5f, 0xc0, 0xeb, 0x3d, 0x74, 0xc9, 0x57, 0x54, 0x03, 0xb6, 0xdf, 0x5c, 0xde, 0x28, 0xc2,
    ]

    /// A table's name and its statement, as stored in the file.
    package struct Table: Sendable, Equatable {
        let name: String
        let statement: String

        package init(name: String, statement: String) { (self.name, self.statement) = (name, statement) }
    }

    /// All tables in creation order.
    static let tables = [
        Table(
            name: "slot",
            statement: "CREATE TABLE slot(id BLOB PRIMARY KEY NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID"),
        Table(
            name: "state",
            statement: """
                CREATE TABLE state(one INTEGER PRIMARY KEY NOT NULL CHECK(one=1), vault BLOB NOT NULL, \
                epoch INTEGER NOT NULL, generation INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT
                """),
        Table(
            name: "log",
            statement: "CREATE TABLE log(generation INTEGER PRIMARY KEY NOT NULL, digest BLOB NOT NULL) STRICT"),
        Table(
            name: "item",
            statement: """
                CREATE TABLE item(tag BLOB PRIMARY KEY NOT NULL, epoch INTEGER NOT NULL, id BLOB NOT NULL, \
                version INTEGER NOT NULL, attrs BLOB NOT NULL, sn BLOB NOT NULL, secret BLOB NOT NULL) \
                STRICT, WITHOUT ROWID
                """),
        Table(
            name: "history",
            statement: """
                CREATE TABLE history(id BLOB NOT NULL, version INTEGER NOT NULL, epoch INTEGER NOT NULL, \
                tag BLOB NOT NULL, attrs BLOB NOT NULL, sn BLOB NOT NULL, secret BLOB NOT NULL, \
                PRIMARY KEY(id,version)) STRICT, WITHOUT ROWID
                """),
        Table(
            name: "piece",
            statement: """
                CREATE TABLE piece(att BLOB NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL, \
                PRIMARY KEY(att,n)) STRICT, WITHOUT ROWID
                """),
    ]

    /// Adds the further tables of a ``VaultExtension``, whose digest must be ``extensionDigest``.
    package static func add(_ further: [Table], to database: Database) throws {
        for table in further { try database.execute(table.statement) }
        try database.execute("PRAGMA user_version=\(extendedVersion)")
    }

    package static func remove(_ further: [Table], from database: Database) throws {
        for table in further { try database.execute("DROP TABLE \(table.name)") }
        try setVersion(in: database)
    }

    /// Writes header and tables of a new vault inside its first transaction.
    static func create(in database: Database) throws {
        try database.execute("PRAGMA application_id=\(applicationIdentifier)")
        try setVersion(in: database)
        for table in tables { try database.execute(table.statement) }
    }

    static func setVersion(in database: Database) throws { try database.execute("PRAGMA user_version=\(version)") }

    static func version(of database: Database) throws -> Int64 { try database.integer("PRAGMA user_version") }

    /// Throws unless the header is that of a vault with a known version.
    static func checkHeader(of database: Database) throws {
        guard try database.integer("PRAGMA application_id") == applicationIdentifier else {
            throw VaultError(.malformed, "\(database.name) is not a vault: it is empty, or another program's")
        }
        let version = try version(of: database)
        guard version <= extendedVersion else {
            throw VaultError(.unsupported, "\(database.name) has format \(version): a newer Arca wrote it")
        }
        guard version > 0 else {
            throw VaultError(.tampered, "\(database.name) has format \(version), which no Arca wrote")
        }
        for (pragma, value) in [("page_size", 4096), ("auto_vacuum", 0)] as [(String, Int64)]
        where try database.integer("PRAGMA \(pragma)") != value {
            throw VaultError(.tampered, "\(database.name) was rewritten by another program: its \(pragma) differs")
        }
        let encoding = try database.statement("PRAGMA encoding").first { row in try row.text(0) }
        guard encoding == "UTF-8" else {
            throw VaultError(.tampered, "\(database.name) was rewritten by another program: its texts are not UTF-8")
        }
    }

    /// Throws unless the file has exactly these tables and no trigger, view or index.
    static func checkTables(of database: Database) throws {
        let isExtended = try version(of: database) == extendedVersion
        var index = 0
        var further = SHA256()
        try database.statement("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid").forEach { row in
            guard try row.text(0) == "table", isExtended || index < tables.count else { throw changed(database) }
            let (name, statement) = (try row.text(1), try row.text(3))
            guard try row.text(2) == name else { throw changed(database) }
            if index >= tables.count {
                further.update(Array("\(name)\0\(statement)\0".utf8))
            } else if name != tables[index].name
                // Byte for byte, because strings compare canonical equivalents as equal.
                || !statement.utf8.elementsEqual(tables[index].statement.utf8)
            {
                throw changed(database)
            }
            index += 1
        }
        guard index >= tables.count, !isExtended || further.finalize().bytes == extensionDigest else {
            throw changed(database)
        }
    }

    private static func changed(_ database: Database) -> VaultError {
        VaultError(.tampered, "\(database.name) was changed: its tables are not those of a vault")
    }
}
