internal import ArcaCore
internal import ArcaSystem
internal import CArcaSQLite

extension Database {
    /// Creates a vault file with mode 0600, complete or not at all, in one transaction; throws `.duplicate` if the name
    /// exists.
    static func create(_ path: BytePath, _ fill: (Database) throws -> Void) throws {
        try VaultFile.make(path, replacing: false) { hidden in
            let database = try Database(connecting: hidden, named: path.description, .readWrite, patience)
            try database.setUpNew(fill)
        }
    }

    func setUpNew(_ fill: (Database) throws -> Void) throws {
        try restrict()
        // These have an effect only before the first table.
        for pragma in ["page_size=4096", "encoding='UTF-8'", "auto_vacuum=NONE"] { try execute("PRAGMA \(pragma)") }
        try setPragmas()
        try begin(.readWrite, isNew: true)
        try finish {
            try Schema.create(in: self)
            try fill(self)
        }
        try read {}
    }

    /// Checks header and tables and configures the connection.
    func setUp() throws {
        try restrict()
        do {
            try read {}
        } catch  where lastResult == SQLITE_NOTADB {
            throw VaultError(.malformed, "\(name) is not a vault, or its beginning was damaged")
        }
        try setPragmas()
    }

    /// Restricts SQLite to reading and writing rows, whatever the file contains; called before anything is read.
    private func restrict() throws {
        let options: [(Int32, Int32)] = [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
            (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
        ]
        for (option, value) in options {
            let result = arca_sqlite_configure(connection, option, value)
            if result != SQLITE_OK { throw failure(result) }
        }
        try set("cell_size_check", "ON", 1)
        try set("mmap_size", "0", 0)
    }

    /// Sets the PRAGMAs and reads them back, because SQLite ignores unknown ones.
    private func setPragmas() throws {
        // The journal is unlinked at each commit. No write-ahead log: two writers could damage the file (SQLite 3.7.0
        // to 3.51.2), and reading would write files.
        try set("journal_mode", "DELETE", path == nil ? "memory" : "delete")
        try set("locking_mode", "NORMAL", "normal")
        // FULL does not sync the unlink, so a power loss could undo a commit.
        try set("synchronous", "EXTRA", 3)
        // Removed rows leave no bytes in the file.
        try set("secure_delete", "ON", 1)
        try set("temp_store", "MEMORY", 2)
        try set("trusted_schema", "OFF", 0)
    }

    private func set(_ pragma: String, _ value: String, _ number: Int64) throws {
        try execute("PRAGMA \(pragma)=\(value)")
        // A build without memory mapping returns no row, which is fine.
        let actual = try statement("PRAGMA \(pragma)").first { row in try row.integer(0) }
        guard actual ?? number == number else { throw refused(pragma, value) }
    }

    private func set(_ pragma: String, _ value: String, _ text: String) throws {
        try execute("PRAGMA \(pragma)=\(value)")
        let actual = try statement("PRAGMA \(pragma)").first { row in try row.text(0) }
        guard actual == text else { throw refused(pragma, value) }
    }

    private func refused(_ pragma: String, _ value: String) -> VaultError {
        VaultError(.unsupported, "this build of SQLite does not take \(pragma)=\(value)")
    }
}
