#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// An exclusive lock that processes take turns with, on a file that exists for nothing else.
///
/// The lock ends with the process at the latest, also by `kill -9`. It binds only who asks for it too; network file
/// systems may not keep it.
public struct FileLock: ~Copyable, Sendable {
    private let descriptor: Descriptor

    /// Waits for the lock and takes it; it is given back when the value goes.
    ///
    /// - Parameter path: The lock file, made if it is not there; never a symbolic link.
    /// - Throws: ``SystemError`` when the file cannot be made or opened.
    public init(_ path: FilePath) throws(SystemError) {
        let file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        let number = file.number
        _ = try systemCall("cannot lock \(path)") { flock(number, LOCK_EX) }
        descriptor = file
    }

    /// Runs `body` while the lock is held.
    ///
    /// - Parameters:
    ///   - path: The lock file.
    ///   - body: What no other process may do meanwhile.
    /// - Returns: What `body` returns.
    /// - Throws: ``SystemError``, or what `body` throws.
    public static func whileHeld<Result>(_ path: FilePath, _ body: () throws -> Result) throws -> Result {
        let lock = try FileLock(path)
        let result = try body()
        // The lock is held to here: without this line it could end with its last use above.
        extendLifetime(lock)
        return result
    }
}
