internal import ArcaCodecs
internal import ArcaSystem
internal import CArcaSQLite

/// A connection to a vault's file: statements, transactions, and one meaning for each way in which SQLite can fail.
///
/// It knows nothing of keys; all that passes through it is sealed already. One thread uses it at a time. After a failure of
/// the disk or of a commit it is closed for good: what was written then is not acknowledged, and the next opening tells
/// which state the file is in.
///
/// Not for network file systems: their locks and syncs are not those that SQLite counts on.
///
/// Source: Documentation/VAULT-FORMAT.md, "The file".
final class Database {
    /// What may be done with a file that is opened.
    enum Mode {
        /// Read and write.
        case readWrite
        /// Read; a write that was cut short is undone first, which does write.
        case readOnly
        /// Read a backup or another copy, which nobody writes in place: no journal is ever used, and nothing written.
        case copy
    }

    /// How long to wait for other processes unless told otherwise, in milliseconds.
    static let patience = 60_000
    /// The longest row in bytes: far more than any of ours, far less than what could exhaust the memory.
    private static let rowLimit: Int32 = 8 << 20

    /// The file for messages.
    let name: String
    /// The file, absolute and without symbolic links; nil in memory.
    let path: BytePath?
    /// What may be done with it.
    let mode: Mode
    /// How long to wait for another process's lock, in milliseconds.
    var busyLimit: Int {
        get { wait.limit }
        set { wait.limit = newValue }
    }
    /// Whether a transaction is open.
    var isInTransaction: Bool { transaction != nil }
    /// How many rows the last statement inserted, changed or removed.
    var changedRowCount: Int { Int(sqlite3_changes64(connection)) }

    let wait: BusyWait
    /// Nil in memory, where nobody else writes.
    let scanLimit: ScanLimit?
    private(set) var connection: OpaquePointer?
    private var statements: [String: Statement] = [:]
    /// The result code of the last failure.
    private(set) var lastResult = SQLITE_OK
    /// What is tried at this moment, for messages; nil where it is plain from the transaction.
    private var action: String? = "open"
    /// Why nothing more may be done with this connection.
    private var finalFailure: VaultError?
    /// Whether SQLite has refused anything yet.
    var hasFailed: Bool { lastResult != SQLITE_OK }
    /// What is going on.
    var transaction: Mode?
    /// The counter of schema changes at the last check of the tables; nil before the first.
    var checkedSchema: Int64?
    private let admission: VaultVFS.Admission?

    /// Opens a vault's file.
    ///
    /// - Parameters:
    ///   - path: The file; a symbolic link to it will do.
    ///   - mode: What may be done with it.
    ///   - busyLimit: How long to wait for another process's lock, in milliseconds.
    /// - Throws: ``VaultError``: `.notFound`; `.malformed` for a file that is not a vault; `.unsupported` for a newer format;
    ///   `.tampered`; `.busy`; `.systemFailed`, also for a file that may not be written.
    convenience init(_ path: BytePath, _ mode: Mode, busyLimit: Int = Database.patience) throws {
        try self.init(connecting: VaultFile.existing(path), named: path.description, mode, busyLimit)
        try setUp()
    }

    /// Opens a file that is not in its place yet.
    ///
    /// - Parameters:
    ///   - hidden: Where it is, without symbolic links.
    ///   - name: What messages call it.
    /// - Throws: ``VaultError`` as for other files.
    convenience init(connecting hidden: BytePath, named name: String) throws {
        try self.init(connecting: hidden, named: name, .readWrite, Database.patience)
        try setUp()
    }

    /// Makes a vault in memory, which goes with this object.
    ///
    /// - Throws: ``VaultError`` with code `.systemFailed`.
    convenience init() throws {
        try self.init(connecting: nil, named: "the vault in memory", .readWrite, 0)
        try setUpNew { _ in }
    }

    /// Connects, and reads nothing.
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
        // A statement that somebody still holds keeps the connection until it goes.
        sqlite3_close_v2(connection)
        connection = nil
    }

    // MARK: - Statements

    /// A statement, prepared once and kept.
    ///
    /// - Parameter sql: One statement, with `?` for each value: never text with values in it.
    /// - Returns: It, ready to run; another one when it is running now.
    /// - Throws: ``VaultError`` as SQLite says.
    func statement(_ sql: String) throws -> Statement {
        if let kept = statements[sql], !kept.isRunning { return kept }
        let statement = try prepare(sql, SQLITE_PREPARE_PERSISTENT)
        statements[sql] = statement
        return statement
    }

    /// Runs a statement once.
    ///
    /// - Parameter sql: One statement without placeholders.
    /// - Throws: ``VaultError`` as SQLite says.
    func execute(_ sql: String) throws { try prepare(sql, 0).run() }

    /// The integer that a statement gives.
    ///
    /// - Parameter sql: One statement that gives a row.
    /// - Returns: Its first column.
    /// - Throws: ``VaultError`` as SQLite says; `.tampered` when it gives something else.
    func integer(_ sql: String) throws -> Int64 {
        guard let value = try statement(sql).first(row: { row in try row.integer(0) }) else {
            throw VaultError(.tampered, "\(name) was damaged or changed: it does not answer \(sql)")
        }
        return value
    }

    private func prepare(_ sql: String, _ flags: Int32) throws -> Statement {
        try checkOpen()
        var handle: OpaquePointer?
        // It may read the tables' definitions first.
        let result = counting { sqlite3_prepare_v3(connection, sql, -1, UInt32(flags), &handle, nil) }
        guard result == SQLITE_OK, let handle else { throw failure(result) }
        return Statement(handle, of: self)
    }

    /// Runs a statement within the limit on its work.
    func counting<Result>(_ body: () throws -> Result) rethrows -> Result {
        try scanLimit?.counting(body) ?? body()
    }

    // MARK: - Failures

    /// Throws when the connection was closed after a failure.
    func checkOpen() throws {
        guard let finalFailure else { return }
        if transaction == nil { disconnect() }
        throw VaultError(.systemFailed, "\(name) was closed after a failure, open it again: \(finalFailure.reason)")
    }

    /// Runs `body`, and says of its failures what was tried.
    ///
    /// - Parameters:
    ///   - action: A verb such as `back up`, where "read" or "write" would say too little.
    ///   - body: Runs statements.
    /// - Throws: What `body` throws.
    func doing(_ action: String, _ body: () throws -> Void) throws {
        self.action = action
        defer { self.action = nil }
        try body()
    }

    /// What a result code means; a failure of the disk is the last thing that this connection did.
    ///
    /// - Parameter result: The extended result code, not `SQLITE_OK`.
    /// - Returns: The error to throw.
    func failure(_ result: Int32) -> VaultError {
        lastResult = result
        let action = "cannot \(action ?? (transaction == .readWrite ? "write" : "read")) \(name)"
        let primary = result & 0xff
        if primary == SQLITE_AUTH || primary == SQLITE_PERM {
            // Only our own layer below SQLite refuses files.
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

    /// Whether the file was replaced by another one, or removed, since it was opened.
    var isReplaced: Bool {
        var hasMoved: Int32 = 0
        let result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return result == SQLITE_OK && hasMoved != 0
    }

    /// Closes the connection for good, outside of a transaction.
    func close(after error: VaultError) {
        finalFailure = error
        disconnect()
    }
}
