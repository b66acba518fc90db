internal import ArcaCore
internal import CArcaSQLite

/// A prepared statement, cached by its database.
///
/// Each call runs it completely and resets it, because a statement that stays on a row keeps the file locked.
package final class Statement {
    package enum Parameter {
        case integer(Int64)
        /// Bytes, bound without a copy.
        case blob([UInt8])

        /// A count, such as a generation; at most `Int64.max`.
        package static func count(_ number: some BinaryInteger) -> Parameter { .integer(Int64(number)) }
    }

    private unowned let database: Database
    private let handle: OpaquePointer
    private(set) var isRunning = false

    /// Takes ownership of a prepared statement.
    init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs a statement with one parameter per question mark; returns the number of rows inserted, changed or removed.
    @discardableResult
    package func run(_ parameters: Parameter...) throws -> Int {
        try running(parameters) { while try step() {} }
        return database.changedRowCount
    }

    /// Calls `body` for each row, which it must not keep.
    package func forEach(
        _ parameters: Parameter..., row body: (borrowing Row) throws -> Void
    ) throws {
        try running(parameters) { while try step() { try body(Row(handle, database.scanLimit)) } }
    }

    /// Calls `body` for the first row, which it must not keep; nil without a row.
    package func first<Result>(
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
            // Ends the borrowing of the caller's blobs.
            sqlite3_clear_bindings(handle)
            isRunning = false
        }
        return try database.counting { try binding(parameters[...], body) }
    }

    /// Binds the parameters while `body` runs.
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
                // A nil pointer would bind NULL instead of an empty blob.
                let result =
                    buffer.isEmpty
                    ? sqlite3_bind_zeroblob(handle, place, 0)
                    : sqlite3_bind_blob64(handle, place, buffer.baseAddress, UInt64(buffer.count), nil)
                try check(result)
                return try binding(parameters.dropFirst(), body)
            }
        }
    }

    /// Advances to the next row; false at the end.
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

/// The current row of a statement, valid during the call that lends it.
///
/// Each accessor checks type and length, because an edited file may violate its declared types.
package struct Row: ~Copyable {
    private let statement: OpaquePointer

    private let limit: ScanLimit?

    init(_ statement: OpaquePointer, _ limit: ScanLimit?) { (self.statement, self.limit) = (statement, limit) }

    func integer(_ column: Int32) throws -> Int64 {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { throw wrong(column, "is not an integer") }
        return sqlite3_column_int64(statement, column)
    }

    /// A nonnegative integer; throws `.tampered` if it is not an integer, negative, or too large for the type.
    package func count<Number: FixedWidthInteger>(
        _ column: Int32, as type: Number.Type = UInt64.self
    ) throws -> Number {
        let value = try integer(column)
        guard value >= 0, let number = Number(exactly: value) else { throw wrong(column, "is out of range") }
        return number
    }

    /// A copy of a blob; throws `.tampered` if it is not a blob or has another length.
    package func blob(_ column: Int32, count counts: some RangeExpression<Int>) throws -> [UInt8] {
        try withBlob(column, count: counts) { span in
            span.withUnsafeBufferPointer { Array($0) }
        }
    }

    package func blob(_ column: Int32, count: Int) throws -> [UInt8] { try blob(column, count: count...count) }

    /// Lends a blob in SQLite's memory, without a copy.
    ///
    /// `body` must not read the same column in another way. Throws `.tampered` if it is not a blob or has another
    /// length.
    func withBlob<Result>(
        _ column: Int32, count counts: some RangeExpression<Int>, _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { throw wrong(column, "is not a blob") }
        // Pointer before length, the safe order in SQLite's manual. Nil means an empty blob or out of memory.
        let start = sqlite3_column_blob(statement, column)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
        guard counts.contains(count) else { throw wrong(column, "has \(count) bytes") }
        try limit?.take(byteCount: count)
        let bytes = UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
        return try body(bytes.span)
    }

    /// Text, used only in SQLite's own tables and messages; invalid bytes become U+FFFD.
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
