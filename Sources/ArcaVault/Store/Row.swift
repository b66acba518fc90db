internal import ArcaCodecs
internal import CArcaSQLite

/// A row that a statement stands on, valid for the call that lends it.
///
/// Each reader checks type and length: the file may have been edited, and then its declared types bind nobody.
struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { self.statement = statement }

    /// An integer.
    ///
    /// - Parameter column: From 0.
    /// - Returns: The value.
    /// - Throws: ``VaultError`` with code `.tampered` when something else stands there.
    func integer(_ column: Int32) throws(VaultError) -> Int64 {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { throw wrong(column, "is no integer") }
        return sqlite3_column_int64(statement, column)
    }

    /// An integer that counts something, and so is not negative.
    ///
    /// - Parameters:
    ///   - column: From 0.
    ///   - type: What to make of it.
    /// - Returns: The value.
    /// - Throws: ``VaultError`` with code `.tampered` when it is none, negative, or too large for the type asked for.
    func count<Number: FixedWidthInteger>(
        _ column: Int32, as type: Number.Type = UInt64.self
    ) throws(VaultError) -> Number {
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
    /// - Throws: ``VaultError`` with code `.tampered` when it is no blob or has another length.
    func blob(_ column: Int32, count counts: some RangeExpression<Int>) throws(VaultError) -> [UInt8] {
        try withBlob(column, count: counts) { (span) throws(VaultError) in
            span.withUnsafeBufferPointer { Array($0) }
        }
    }

    /// A copy of a blob of one length.
    ///
    /// - Parameters:
    ///   - column: From 0.
    ///   - count: Its length.
    /// - Returns: `count` bytes.
    /// - Throws: ``VaultError`` with code `.tampered` when it is no blob or has another length.
    func blob(_ column: Int32, count: Int) throws(VaultError) -> [UInt8] { try blob(column, count: count...count) }

    /// Lends a blob where SQLite has it, without a copy.
    ///
    /// - Parameters:
    ///   - column: From 0.
    ///   - counts: The lengths that are allowed.
    ///   - body: Receives the bytes; no other reader of this row may be called for the same column meanwhile.
    /// - Returns: What `body` returns.
    /// - Throws: ``VaultError`` with code `.tampered` when it is no blob or has another length; what `body` throws.
    func withBlob<Result>(
        _ column: Int32, count counts: some RangeExpression<Int>, _ body: (Span<UInt8>) throws(VaultError) -> Result
    ) throws(VaultError) -> Result {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { throw wrong(column, "is no blob") }
        // The pointer first, then the length: the manual's safe order. Nil is an empty blob, or no memory for it.
        let start = sqlite3_column_blob(statement, column)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
        guard counts.contains(count) else { throw wrong(column, "has \(count) bytes") }
        let bytes = UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
        return try body(bytes.span)
    }

    /// Text, which only SQLite's own tables and messages hold.
    ///
    /// - Parameter column: From 0.
    /// - Returns: The text; stray bytes become U+FFFD.
    /// - Throws: ``VaultError`` with code `.tampered` when something else stands there.
    func text(_ column: Int32) throws(VaultError) -> String {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT, let start = sqlite3_column_text(statement, column)
        else { throw wrong(column, "is no text") }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    private func wrong(_ column: Int32, _ what: String) -> VaultError {
        let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "\(column)"
        return VaultError(.tampered, "the vault was changed: the column '\(name)' of a row \(what)")
    }
}
