internal import ArcaCodecs
internal import ArcaSystem
internal import CArcaSQLite

/// Bounds the work of a statement by the size of the file: SQLite follows pages that refer to each other in a graph instead of
/// a tree, in which a few kilobytes hold as many rows as one likes.
///
/// An honest file needs less than one step of SQLite's virtual machine for each of its bytes, even to check all constraints of
/// its smallest rows, and hands out each byte two or three times.
final class ScanLimit {
    /// Steps that any statement may take; more than the pages need that were changed and are not in the file yet.
    private static let smallestStepCount = 4 << 20
    /// Bytes that any statement may hand out; more than a row has.
    private static let smallestByteCount = 16 << 20
    /// Steps, and bytes of blobs, for each byte of the file.
    private static let share = 4
    /// Steps between two calls of the handler; few, because a single one may copy a blob of 8 MiB.
    private static let callInterval: Int32 = 100

    /// Whether a larger file allows more: not before its tables were found to be those of a vault, which takes few steps.
    var growsWithFile = false
    /// The file that a copy is written to; it never gets much larger than its source.
    var copy: BytePath?

    private let path: BytePath
    private var stepCount = 0
    private var byteCount = 0
    /// What the file's length allowed when it was last looked at; it grows while it is written.
    private var allowance = 0

    init(_ path: BytePath) { self.path = path }

    /// Makes a connection stop statements at the limit; the object must outlive the connection.
    func attach(to connection: OpaquePointer) {
        sqlite3_progress_handler(
            connection, Self.callInterval,
            { context in
                guard let context else { return 0 }
                return Unmanaged<ScanLimit>.fromOpaque(context).takeUnretainedValue().allowsNextSteps() ? 0 : 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Runs a statement, whose work counts by itself.
    func counting<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = (stepCount, byteCount)
        (stepCount, byteCount) = (0, 0)
        defer { (stepCount, byteCount) = outer }
        return try body()
    }

    /// Counts bytes that a row hands out.
    ///
    /// - Throws: ``VaultError`` with code `.tampered` beyond the limit.
    func take(byteCount count: Int) throws {
        byteCount += count
        guard allows(byteCount, atLeast: Self.smallestByteCount) else {
            throw VaultError(.tampered, "the file was damaged or changed: its rows are longer than the file itself")
        }
    }

    private func allowsNextSteps() -> Bool {
        stepCount += Int(Self.callInterval)
        if let copy, Self.byteCount(of: copy) > 2 * Self.byteCount(of: path) + Self.smallestByteCount { return false }
        return allows(stepCount, atLeast: Self.smallestStepCount)
    }

    private func allows(_ count: Int, atLeast smallest: Int) -> Bool {
        if count <= max(smallest, allowance) { return true }
        guard growsWithFile else { return false }
        allowance = Self.share * Self.byteCount(of: path)
        return count <= allowance
    }

    private static func byteCount(of path: BytePath) -> Int {
        // SQLite has no larger files, but a file system may.
        min((try? FileInfo(path, followingLinks: false).byteCount) ?? 0, 1 << 50)
    }
}
