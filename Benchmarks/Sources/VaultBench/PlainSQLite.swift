import CBenchSQLite

/// A table of keys and bodies as a C program would keep it: prepared statements, the vault's durability settings, no
/// encryption.
final class PlainSQLite {
    private var connection: OpaquePointer?
    private var insertion: OpaquePointer?
    private var selection: OpaquePointer?

    init(_ path: String) {
        sqlite3_open(path, &connection)
        // The vault's settings: the same syncs, and removed rows are overwritten.
        execute("PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA; PRAGMA secure_delete=ON;")
        execute("CREATE TABLE item(tag BLOB PRIMARY KEY NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID;")
        sqlite3_prepare_v2(connection, "INSERT INTO item VALUES(?, ?)", -1, &insertion, nil)
        sqlite3_prepare_v2(connection, "SELECT body FROM item WHERE tag = ?", -1, &selection, nil)
    }

    deinit {
        sqlite3_finalize(insertion)
        sqlite3_finalize(selection)
        sqlite3_close(connection)
    }

    func execute(_ sql: String) {
        guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
            fatalError("plain SQLite failed: \(sql)")
        }
    }

    func insert(_ tag: [UInt8], _ body: [UInt8]) {
        sqlite3_bind_blob(insertion, 1, tag, Int32(tag.count), nil)
        sqlite3_bind_blob(insertion, 2, body, Int32(body.count), nil)
        guard sqlite3_step(insertion) == SQLITE_DONE else { fatalError("plain SQLite failed to insert") }
        sqlite3_reset(insertion)
    }

    func body(of tag: [UInt8]) -> [UInt8] {
        sqlite3_bind_blob(selection, 1, tag, Int32(tag.count), nil)
        guard sqlite3_step(selection) == SQLITE_ROW else { fatalError("plain SQLite lost a row") }
        defer { sqlite3_reset(selection) }
        let start = sqlite3_column_blob(selection, 0)
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(selection, 0))))
    }
}
