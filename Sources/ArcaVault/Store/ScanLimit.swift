internal import ArcaSystem
internal import CArcaSQLite

/// Limits the work of each statement by the file size.
///
/// SQLite also follows pages that refer to each other in a graph instead of a tree, so a few kilobytes can contain any
/// number of rows.
///
/// A valid file needs less than one step of SQLite's virtual machine per byte, even to check all constraints of its
/// smallest rows, and returns each byte two or three times.
final class ScanLimit {
    /// Minimum number of steps allowed; covers changed pages that are not yet in the file.
    private static let smallestStepCount = 4 << 20
    /// Minimum number of bytes that a statement may return; more than the maximum size of a row.
    private static let smallestByteCount = 16 << 20
    /// Steps, and bytes of blobs, per byte of the file.
    private static let share = 4
    /// Steps between two calls of the handler.
    ///
    /// It is low because a single step may copy a blob of 8 MiB.
    private static let callInterval: Int32 = 100

    /// Whether a larger file raises the limit.
    ///
    /// Set only after the schema has been checked, which takes few steps.
    var growsWithFile = false
    /// The file that a copy is written to; it is never much larger than its source.
    var copy: BytePath?

    private let path: BytePath
    private var stepCount = 0
    private var byteCount = 0
    /// The limit for the last known file size; updated as the file grows.
    private var allowance = 0

    init(_ path: BytePath) { self.path = path }

    /// Stops statements of a connection at the limit.
    ///
    /// This object must outlive the connection.
    func attach(to connection: OpaquePointer) {
        sqlite3_progress_handler(
            connection, Self.callInterval,
            { context in
                guard let context else { return 0 }
                return Unmanaged<ScanLimit>.fromOpaque(context).takeUnretainedValue().allowsNextSteps() ? 0 : 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Runs a statement with its own count of work.
    func counting<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = (stepCount, byteCount)
        (stepCount, byteCount) = (0, 0)
        defer { (stepCount, byteCount) = outer }
        return try body()
    }

    /// Counts the bytes that a row returns.
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
