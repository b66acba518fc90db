internal import ArcaCore
internal import ArcaPlatform
internal import CArcaSQLite

extension Database {
    /// Runs `body` on one consistent state of the file, isolated from concurrent writes; throws `.tampered` if the
    /// schema changed.
    func read<Result>(_ body: () throws -> Result) throws -> Result {
        try begin(.readOnly)
        return try finish(body)
    }

    /// Runs `body` as the only writer and makes its changes durable; an error rolls back everything.
    ///
    /// `body` must read again what it depends on, because earlier reads may be outdated. `.systemFailed` means that the
    /// changes are not acknowledged and the connection is closed.
    @discardableResult
    func write<Result>(_ body: () throws -> Result) throws -> Result {
        guard mode == .readWrite else {
            throw VaultError(.readOnly, "cannot write \(name): it is open for reading only")
        }
        try begin(.readWrite)
        return try finish(body)
    }

    /// Starts a transaction: takes the shared or reserved lock and fixes the state to read.
    func begin(_ mode: Mode, isNew: Bool = false) throws {
        precondition(transaction == nil, "transactions do not nest")
        try checkOpen()
        do {
            try start(mode, isNew)
        } catch  where lastResult == arca_sqlite_readonly_rollback {
            // A writer was interrupted, and only a writable connection can roll back its journal.
            guard let path else { throw error }
            guard self.mode != .copy else {
                throw VaultError(
                    .tampered,
                    "cannot read \(name): \(path)-journal is next to it, and would change a file that is only read",
                    hint: "move \(path)-journal away; if the file is a vault in use, open it as that first")
            }
            do {
                _ = try Database(path, .readWrite, busyLimit: busyLimit)
            } catch let failure {
                throw VaultError(wrapping: failure).code == .systemFailed ? error : failure
            }
            try start(mode, isNew)
        }
    }

    private func start(_ mode: Mode, _ isNew: Bool) throws {
        transaction = mode
        do {
            try statement(mode == .readWrite ? "BEGIN IMMEDIATE" : "BEGIN").run()
            if !isNew { try checkSchema() }
        } catch {
            rollBack()
            throw error
        }
    }

    /// Checks header and tables if they are unchecked or have changed.
    ///
    /// Being the first read of a transaction, it also fixes the state that the transaction sees.
    private func checkSchema() throws {
        let current = try integer("PRAGMA schema_version")
        guard current != checkedSchema else { return }
        try Schema.checkHeader(of: self)
        try Schema.checkTables(of: self)
        checkedSchema = current
        scanLimit?.growsWithFile = true
    }

    func finish<Result>(_ body: () throws -> Result) throws -> Result {
        let result: Result
        do {
            result = try body()
        } catch {
            rollBack()
            throw error
        }
        if transaction == .readWrite { try commit() } else { rollBack() }
        return result
    }

    private func commit() throws {
        guard sqlite3_get_autocommit(connection) == 0 else {
            transaction = nil
            throw VaultError(
                .systemFailed, "cannot write \(name): a failure ended the transaction, and nothing was changed")
        }
        let deadline = BusyWait.now() + busyLimit
        while true {
            do {
                try statement("COMMIT").run()
                return transaction = nil
            } catch {
                let isBusy = lastResult & 0xff == SQLITE_BUSY
                // A reader still holds the old state. The transaction remains, so the commit can be retried.
                if isBusy, BusyWait.now() < deadline {
                    BusyWait.nap()
                    continue
                }
                rollBack()
                if isBusy { throw error }
                let cause = VaultError(wrapping: error)
                let failure = VaultError(cause.code, "\(cause.reason); what was being written is not acknowledged")
                close(after: failure)
                throw failure
            }
        }
    }

    private func rollBack() {
        // SQLite rolls back by itself after some failures.
        if sqlite3_get_autocommit(connection) == 0 { sqlite3_exec(connection, "ROLLBACK", nil, nil, nil) }
        transaction = nil
        try? checkOpen()
    }
}

/// Waits for another connection's lock with short random sleeps, up to a limit.
///
/// SQLite's own handler sleeps for up to 100 ms at fixed times. Sleeps of at most 4 ms let a writer start soon after
/// the previous one, and randomness keeps ten writers from colliding repeatedly.
final class BusyWait {
    /// Maximum wait for one lock, in milliseconds.
    var limit: Int
    private var start = 0

    init(limit: Int) { self.limit = limit }

    /// Installs the busy handler; this object must outlive the connection.
    func attach(to connection: OpaquePointer) {
        sqlite3_busy_handler(
            connection,
            { context, attempts in
                guard let context else { return 0 }
                return Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue().waits(attempts) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func waits(_ attempts: Int32) -> Bool {
        if attempts == 0 { start = BusyWait.now() }
        guard BusyWait.now() - start < limit else { return false }
        BusyWait.nap()
        return true
    }

    static func now() -> Int { SystemClock.monotonic.milliseconds }

    static func nap() { usleep(.random(in: 200...4000)) }
}
