internal import CArcaSQLite

/// The linked SQLite itself.
public enum SQLite {
    /// Version of the library in use, such as `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}
