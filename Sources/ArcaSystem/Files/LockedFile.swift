package import ArcaCore
internal import ArcaPlatform

/// A small private file that one process at a time reads and rewrites.
///
/// The lock (`flock`) is held until the value is released. Other processes wait. It is advisory.
package struct LockedFile: ~Copyable {
    private let descriptor: Descriptor
    private let name: String

    /// Opens a file, creating it with mode 0600 if needed, and waits for the lock; a symbolic link is rejected.
    ///
    /// - Throws: ``SystemError``.
    package init(_ path: BytePath) throws(SystemError) {
        let descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        let number = descriptor.number
        _ = try systemCall("cannot lock \(path)") { flock(number, LOCK_EX) }
        self.descriptor = descriptor
        name = path.description
    }

    // Closing does not unlock while a starting child process holds a copy of the descriptor.
    deinit { _ = flock(descriptor.number, LOCK_UN) }

    /// Runs `body` while holding the lock on a dedicated lock file, created with mode 0600 if needed.
    ///
    /// A symbolic link is rejected.
    ///
    /// - Throws: ``SystemError``, or errors of `body`.
    package static func whileLocked<Result>(_ path: BytePath, _ body: () throws -> Result) throws -> Result {
        let file = try LockedFile(path)
        let result = try body()
        extendLifetime(file)
        return result
    }

    /// Reads at most `limit` bytes of the file and ignores the remainder; a new file is empty.
    ///
    /// - Throws: ``SystemError``.
    package func contents(limit: Int) throws(SystemError) -> [UInt8] {
        try [UInt8](capacity: limit) { (output) throws(SystemError) in
            try descriptor.read(into: &output, at: 0, name)
        }
    }

    /// Overwrites the beginning of the file and waits for the disk.
    ///
    /// The bytes must be at least as many as before: the file is not truncated.
    ///
    /// - Throws: ``SystemError``.
    package func rewrite(_ bytes: borrowing some Bytes) throws(SystemError) {
        try bytes.withBytes { (span) throws(SystemError) in try descriptor.write(span, at: 0, name) }
        let number = descriptor.number
        _ = try systemCall("cannot write \(name)") { forceToDisk(contentOf: number) }
    }
}
