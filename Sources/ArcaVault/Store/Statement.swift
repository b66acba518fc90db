internal import CArcaSQLite

/// A prepared statement, kept by its database for the next use.
///
/// It is run in one call each time, so that none is left standing: a statement that stands on a row would keep the file
/// locked.
final class Statement {
    /// What stands for a `?`, in the order of the question marks.
    enum Parameter {
        /// An integer.
        case integer(Int64)
        /// Bytes; SQLite reads them where they are.
        case blob([UInt8])

        /// A count, such as a generation: at most `Int64.max`.
        static func count(_ number: some BinaryInteger) -> Parameter { .integer(Int64(number)) }
    }

    private unowned let database: Database
    private let handle: OpaquePointer
    /// Whether it stands on a row now.
    private(set) var isRunning = false

    /// Takes over a prepared statement.
    init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs a statement that changes something.
    ///
    /// - Parameter parameters: One for each question mark.
    /// - Returns: How many rows it inserted, changed or removed.
    /// - Throws: ``VaultError`` as SQLite says.
    @discardableResult
    func run(_ parameters: Parameter...) throws(VaultError) -> Int {
        try running(parameters) { () throws(VaultError) in while try step() {} }
        return database.changedRowCount
    }

    /// Calls `body` for each row.
    ///
    /// - Parameters:
    ///   - parameters: One for each question mark.
    ///   - body: Receives a row, which it must not keep.
    /// - Throws: ``VaultError`` as SQLite says, or what `body` throws.
    func forEach(
        _ parameters: Parameter..., row body: (borrowing Row) throws(VaultError) -> Void
    ) throws(VaultError) {
        try running(parameters) { () throws(VaultError) in while try step() { try body(Row(handle)) } }
    }

    /// Calls `body` for the first row, if there is one.
    ///
    /// - Parameters:
    ///   - parameters: One for each question mark.
    ///   - body: Receives the row, which it must not keep.
    /// - Returns: What `body` returns; nil without a row.
    /// - Throws: ``VaultError`` as SQLite says, or what `body` throws.
    func first<Result>(
        _ parameters: Parameter..., row body: (borrowing Row) throws(VaultError) -> Result
    ) throws(VaultError) -> Result? {
        try running(parameters) { () throws(VaultError) in try step() ? try body(Row(handle)) : nil }
    }

    private func running<Result>(
        _ parameters: [Parameter], _ body: () throws(VaultError) -> Result
    ) throws(VaultError) -> Result {
        try database.checkOpen()
        precondition(!isRunning, "a statement runs once at a time")
        precondition(parameters.count == sqlite3_bind_parameter_count(handle), "each ? takes one parameter")
        isRunning = true
        defer {
            sqlite3_reset(handle)
            // The blobs are the caller's again.
            sqlite3_clear_bindings(handle)
            isRunning = false
        }
        return try binding(parameters[...], body)
    }

    /// Binds the parameters, each lent for as long as `body` runs.
    private func binding<Result>(
        _ parameters: ArraySlice<Parameter>, _ body: () throws(VaultError) -> Result
    ) throws(VaultError) -> Result {
        guard let parameter = parameters.first else { return try body() }
        let place = Int32(parameters.startIndex) + 1
        switch parameter {
        case .integer(let value):
            try check(sqlite3_bind_int64(handle, place, value))
            return try binding(parameters.dropFirst(), body)
        case .blob(let bytes):
            return try bytes.span.withUnsafeBufferPointer { (buffer) throws(VaultError) in
                // A nil pointer would bind NULL, which is not an empty blob.
                let result =
                    buffer.isEmpty
                    ? sqlite3_bind_zeroblob(handle, place, 0)
                    : sqlite3_bind_blob64(handle, place, buffer.baseAddress, UInt64(buffer.count), nil)
                try check(result)
                return try binding(parameters.dropFirst(), body)
            }
        }
    }

    /// Goes to the next row; false when there is none.
    private func step() throws(VaultError) -> Bool {
        let result = sqlite3_step(handle)
        if result == SQLITE_ROW { return true }
        if result == SQLITE_DONE { return false }
        throw database.failure(result)
    }

    private func check(_ result: Int32) throws(VaultError) {
        if result != SQLITE_OK { throw database.failure(result) }
    }
}
