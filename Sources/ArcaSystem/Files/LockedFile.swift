package import ArcaCore
internal import ArcaPlatform

/// A small file for the user alone that one process at a time reads and rewrites.
///
/// The lock (`flock`) is held from opening on until the value goes away; anyone who comes meanwhile waits. It binds only
/// those who ask for it.
package struct LockedFile: ~Copyable {
    private let descriptor: Descriptor
    private let name: String

    /// Opens a file, makes it (mode 0600) if need be, and waits for the lock.
    ///
    /// - Parameter path: The file; a symbolic link is refused.
    /// - Throws: ``SystemError`` as the system says.
    package init(_ path: BytePath) throws(SystemError) {
        let descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        let number = descriptor.number
        _ = try systemCall("cannot lock \(path)") { flock(number, LOCK_EX) }
        self.descriptor = descriptor
        name = path.description
    }

    // A child that is being started holds a copy of the descriptor until its `exec`: closing alone would not unlock.
    deinit { _ = flock(descriptor.number, LOCK_UN) }

    /// Runs `body` while a file is locked that exists for nothing else.
    ///
    /// - Parameters:
    ///   - path: The file, made (mode 0600) if need be; a symbolic link is refused.
    ///   - body: What one process at a time may do.
    /// - Returns: What `body` returns.
    /// - Throws: ``SystemError`` as the system says, or what `body` throws.
    package static func whileLocked<Result>(_ path: BytePath, _ body: () throws -> Result) throws -> Result {
        let file = try LockedFile(path)
        let result = try body()
        extendLifetime(file)
        return result
    }

    /// Reads the file.
    ///
    /// - Parameter limit: More bytes than this are left out.
    /// - Returns: What is in it; nothing for a file that was made just now.
    /// - Throws: ``SystemError`` as the system says.
    package func contents(limit: Int) throws(SystemError) -> [UInt8] {
        try [UInt8](capacity: limit) { (output) throws(SystemError) in
            try descriptor.read(into: &output, at: 0, name)
        }
    }

    /// Writes bytes to the file's beginning and waits until they are on the disk.
    ///
    /// - Parameter bytes: As many as before, or more: the file is not cut off.
    /// - Throws: ``SystemError`` as the system says.
    package func rewrite(_ bytes: borrowing some Bytes) throws(SystemError) {
        try bytes.withBytes { (span) throws(SystemError) in try descriptor.write(span, at: 0, name) }
        let number = descriptor.number
        _ = try systemCall("cannot write \(name)") { forceToDisk(contentOf: number) }
    }
}
