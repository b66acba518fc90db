internal import ArcaCodecs
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
    func run(_ parameters: Parameter...) throws -> Int {
        try running(parameters) { while try step() {} }
        return database.changedRowCount
    }

    /// Calls `body` for each row.
    ///
    /// - Parameters:
    ///   - parameters: One for each question mark.
    ///   - body: Receives a row, which it must not keep.
    /// - Throws: ``VaultError`` as SQLite says, or what `body` throws.
    func forEach(
        _ parameters: Parameter..., row body: (borrowing Row) throws -> Void
    ) throws {
        try running(parameters) { while try step() { try body(Row(handle, database.scanLimit)) } }
    }

    /// Calls `body` for the first row, if there is one.
    ///
    /// - Parameters:
    ///   - parameters: One for each question mark.
    ///   - body: Receives the row, which it must not keep.
    /// - Returns: What `body` returns; nil without a row.
    /// - Throws: ``VaultError`` as SQLite says, or what `body` throws.
    func first<Result>(
        _ parameters: Parameter..., row body: (borrowing Row) throws -> Result
    ) throws -> Result? {
        try running(parameters) { try step() ? try body(Row(handle, database.scanLimit)) : nil }
    }

    private func running<Result>(
        _ parameters: [Parameter], _ body: () throws -> Result
    ) throws -> Result {
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
        return try database.counting { try binding(parameters[...], body) }
    }

    /// Binds the parameters, each lent for as long as `body` runs.
    private func binding<Result>(
        _ parameters: ArraySlice<Parameter>, _ body: () throws -> Result
    ) throws -> Result {
        guard let parameter = parameters.first else { return try body() }
        let place = Int32(parameters.startIndex) + 1
        switch parameter {
        case .integer(let value):
            try check(sqlite3_bind_int64(handle, place, value))
            return try binding(parameters.dropFirst(), body)
        case .blob(let bytes):
            return try bytes.span.withUnsafeBufferPointer { buffer in
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
    private func step() throws -> Bool {
        let result = sqlite3_step(handle)
        if result == SQLITE_ROW { return true }
        if result == SQLITE_DONE { return false }
        throw database.failure(result)
    }

    private func check(_ result: Int32) throws {
        if result != SQLITE_OK { throw database.failure(result) }
    }
}

/// A row that a statement stands on, valid for the call that lends it.
///
/// Each reader checks type and length: the file may have been edited, and then its declared types bind nobody.
struct Row: ~Copyable {
    private let statement: OpaquePointer

    private let limit: ScanLimit?

    init(_ statement: OpaquePointer, _ limit: ScanLimit?) { (self.statement, self.limit) = (statement, limit) }

    /// An integer.
    ///
    /// - Parameter column: From 0.
    /// - Returns: The value.
    /// - Throws: ``VaultError`` with code `.tampered` when something else stands there.
    func integer(_ column: Int32) throws -> Int64 {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { throw wrong(column, "is not an integer") }
        return sqlite3_column_int64(statement, column)
    }

    /// An integer that counts something, and so is not negative.
    ///
    /// - Parameters:
    ///   - column: From 0.
    ///   - type: What to make of it.
    /// - Returns: The value.
    /// - Throws: ``VaultError`` with code `.tampered` when it is not an integer, negative, or too large for the type asked for.
    func count<Number: FixedWidthInteger>(
        _ column: Int32, as type: Number.Type = UInt64.self
    ) throws -> Number {
        let value = try integer(column)
        guard value >= 0, let number = Number(exactly: value) else { throw wrong(column, "is out of range") }
        return number
    }

    /// A copy of a blob.
    ///
    /// - Parameters:
    ///   - column: From 0.
    ///   - counts: The lengths that are allowed.
    /// - Returns: Its bytes.
    /// - Throws: ``VaultError`` with code `.tampered` when it is not a blob or has another length.
    func blob(_ column: Int32, count counts: some RangeExpression<Int>) throws -> [UInt8] {
        try withBlob(column, count: counts) { span in
            span.withUnsafeBufferPointer { Array($0) }
        }
    }

    /// A copy of a blob of one length.
    ///
    /// - Parameters:
    ///   - column: From 0.
    ///   - count: Its length.
    /// - Returns: `count` bytes.
    /// - Throws: ``VaultError`` with code `.tampered` when it is not a blob or has another length.
    func blob(_ column: Int32, count: Int) throws -> [UInt8] { try blob(column, count: count...count) }

    /// Lends a blob where SQLite has it, without a copy.
    ///
    /// - Parameters:
    ///   - column: From 0.
    ///   - counts: The lengths that are allowed.
    ///   - body: Receives the bytes; no other reader of this row may be called for the same column meanwhile.
    /// - Returns: What `body` returns.
    /// - Throws: ``VaultError`` with code `.tampered` when it is not a blob or has another length; what `body` throws.
    func withBlob<Result>(
        _ column: Int32, count counts: some RangeExpression<Int>, _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { throw wrong(column, "is not a blob") }
        // The pointer first, then the length: the manual's safe order. Nil is an empty blob, or no memory for it.
        let start = sqlite3_column_blob(statement, column)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
        guard counts.contains(count) else { throw wrong(column, "has \(count) bytes") }
        try limit?.take(byteCount: count)
        let bytes = UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
        return try body(bytes.span)
    }

    /// Text, which only SQLite's own tables and messages hold.
    ///
    /// - Parameter column: From 0.
    /// - Returns: The text; stray bytes become U+FFFD.
    /// - Throws: ``VaultError`` with code `.tampered` when something else stands there.
    func text(_ column: Int32) throws -> String {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT, let start = sqlite3_column_text(statement, column)
        else { throw wrong(column, "is not text") }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    private func wrong(_ column: Int32, _ what: String) -> VaultError {
        let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "\(column)"
        return VaultError(.tampered, "the vault was changed: the column '\(name)' of a row \(what)")
    }
}
