internal import ArcaCore
internal import ArcaSystem
internal import CArcaSQLite

/// A connection to a vault file: statements, transactions, and SQLite's failures as vault errors.
///
/// It knows no keys and sees only encrypted rows. Not thread-safe. A failed disk operation or commit closes it
/// permanently: the write is not acknowledged, and reopening shows the resulting state.
///
/// Not for network file systems, whose locks and syncs do not meet SQLite's requirements.
///
/// Source: Documentation/VAULT-FORMAT.md, "The file".
package final class Database {
    enum Mode {
        case readWrite
        /// Read-only; rolling back an interrupted write still writes.
        case readOnly
        /// Reads a backup or another copy, which is never written in place. No journal is used and nothing is written.
        case copy
    }

    /// Default wait for other processes, in milliseconds.
    static let patience = 60_000
    /// Maximum row size in bytes: larger than any valid row, too small to exhaust memory.
    private static let rowLimit: Int32 = 8 << 20

    /// The file name in messages.
    let name: String
    /// The absolute path without symbolic links; nil in memory.
    let path: BytePath?
    let mode: Mode
    /// Maximum wait for another process's lock, in milliseconds.
    var busyLimit: Int {
        get { wait.limit }
        set { wait.limit = newValue }
    }
    var isInTransaction: Bool { transaction != nil }
    /// The number of rows that the last statement inserted, changed or removed.
    var changedRowCount: Int { Int(sqlite3_changes64(connection)) }

    let wait: BusyWait
    /// Nil in memory, where there are no other writers.
    let scanLimit: ScanLimit?
    private(set) var connection: OpaquePointer?
    private var statements: [String: Statement] = [:]
    private(set) var lastResult = SQLITE_OK
    /// The current action in messages; nil if the transaction implies it.
    private var action: String? = "open"
    private var finalFailure: VaultError?
    var hasFailed: Bool { lastResult != SQLITE_OK }
    var transaction: Mode?
    /// The schema version at the last check; nil before the first.
    var checkedSchema: Int64?
    private let admission: VaultVFS.Admission?

    /// Opens a vault file, or the target of a symbolic link.
    ///
    /// Throws `.notFound`, `.malformed` if it is not a vault, `.unsupported` for a newer format, `.tampered`, `.busy`,
    /// or `.systemFailed`, also for a file without write permission.
    convenience init(_ path: BytePath, _ mode: Mode, busyLimit: Int = Database.patience) throws {
        try self.init(connecting: VaultFile.existing(path), named: path.description, mode, busyLimit)
        try setUp()
    }

    /// Opens a file that does not have its final name yet, at a path without symbolic links.
    convenience init(connecting hidden: BytePath, named name: String) throws {
        try self.init(connecting: hidden, named: name, .readWrite, Database.patience)
        try setUp()
    }

    /// Creates a vault in memory that lives as long as this object.
    convenience init() throws {
        try self.init(connecting: nil, named: "the vault in memory", .readWrite, 0)
        try setUpNew { _ in }
    }

    /// Connects without reading anything.
    init(connecting path: BytePath?, named name: String, _ mode: Mode, _ busyLimit: Int) throws {
        try VaultVFS.register()
        self.path = path
        self.name = name
        self.mode = mode
        wait = BusyWait(limit: busyLimit)
        scanLimit = path.map { ScanLimit($0) }
        admission = path.map { VaultVFS.admit($0) }
        let flags = (mode == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX
        let location = path.map { $0.bytes.map { CChar(bitPattern: $0) } + [0] } ?? Array(":memory:".utf8CString)
        let result = sqlite3_open_v2(location, &connection, flags | SQLITE_OPEN_PRIVATECACHE, VaultVFS.name)
        guard result == SQLITE_OK, let connection else { throw failure(result) }
        action = nil
        sqlite3_extended_result_codes(connection, 1)
        wait.attach(to: connection)
        scanLimit?.attach(to: connection)
        sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Database.rowLimit)
        if path != nil, mode == .readWrite, sqlite3_db_readonly(connection, "main") != 0 {
            throw VaultError(.systemFailed, "cannot write \(name): permission is missing; it can be opened for reading")
        }
    }

    deinit { disconnect() }

    private func disconnect() {
        statements = [:]
        // A statement still in use keeps the connection until it is released.
        sqlite3_close_v2(connection)
        connection = nil
    }

    // MARK: - Statements

    /// Returns a cached statement, or a new one if that is running; `sql` has a `?` for each value, never the value
    /// itself.
    package func statement(_ sql: String) throws -> Statement {
        if let kept = statements[sql], !kept.isRunning { return kept }
        let statement = try prepare(sql, SQLITE_PREPARE_PERSISTENT)
        statements[sql] = statement
        return statement
    }

    func execute(_ sql: String) throws { try prepare(sql, 0).run() }

    /// Returns the first column of a statement's row; throws `.tampered` if it is not an integer.
    func integer(_ sql: String) throws -> Int64 {
        guard let value = try statement(sql).first(row: { row in try row.integer(0) }) else {
            throw VaultError(.tampered, "\(name) was damaged or changed: it does not answer \(sql)")
        }
        return value
    }

    private func prepare(_ sql: String, _ flags: Int32) throws -> Statement {
        try checkOpen()
        var handle: OpaquePointer?
        // Preparing may read the schema first.
        let result = counting { sqlite3_prepare_v3(connection, sql, -1, UInt32(flags), &handle, nil) }
        guard result == SQLITE_OK, let handle else { throw failure(result) }
        return Statement(handle, of: self)
    }

    /// Runs a statement within its work limit.
    func counting<Result>(_ body: () throws -> Result) rethrows -> Result {
        try scanLimit?.counting(body) ?? body()
    }

    // MARK: - Failures

    func checkOpen() throws {
        guard let finalFailure else { return }
        if transaction == nil { disconnect() }
        throw VaultError(.systemFailed, "\(name) was closed after a failure, open it again: \(finalFailure.reason)")
    }

    /// Runs `body` and names the action in its errors, such as `back up`, if "read" or "write" would be unclear.
    func doing(_ action: String, _ body: () throws -> Void) throws {
        self.action = action
        defer { self.action = nil }
        try body()
    }

    /// Converts an extended result code to an error; a disk failure closes the connection.
    func failure(_ result: Int32) -> VaultError {
        lastResult = result
        let action = "cannot \(action ?? (transaction == .readWrite ? "write" : "read")) \(name)"
        let primary = result & 0xff
        if primary == SQLITE_AUTH || primary == SQLITE_PERM {
            // Only Arca's own VFS refuses files.
            let journal = path.map { "\($0)-journal" } ?? "its journal"
            return VaultError(
                .tampered,
                "\(action): \(journal) is not a journal of this vault: it is a link, or another user owns or can write it",
                hint: "move \(journal) away; no write of this vault left it")
        }
        let error = VaultError(
            sqlite: result, errno: sqlite3_system_errno(connection), action,
            message: String(cString: sqlite3_errmsg(connection)))
        if result & 0xff == SQLITE_IOERR { finalFailure = finalFailure ?? error }
        return error
    }

    /// Whether the file was replaced or removed since it was opened.
    var isReplaced: Bool {
        var hasMoved: Int32 = 0
        let result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return result == SQLITE_OK && hasMoved != 0
    }

    /// Closes the connection permanently, outside a transaction.
    func close(after error: VaultError) {
        finalFailure = error
        disconnect()
    }
}

/// The linked SQLite library.
public enum SQLiteLibrary {
    /// The version of the library, such as `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}
