internal import ArcaPlatform

/// A Unix socket that accepts connections of the user's own processes.
package final class ListeningSocket: Sendable {
    private static let backlog: Int32 = 64

    private let descriptor: Descriptor
    package let path: BytePath

    var number: Int32 { descriptor.number }

    /// Creates a socket of mode 0600 in a folder that only the user can enter.
    ///
    /// A missing folder is created. A socket that no process serves any longer is replaced.
    ///
    /// - Throws: ``SystemError`` `.exists` if a process serves the path, or if it is not a socket; `.unsafePath` for a
    ///   folder that others own or can enter; `.limitExceeded` for a long path; or another system error.
    package init(at path: BytePath) throws {
        try checkSocketPath(path)
        let folder = path.parent
        try Folder.makePrivate(folder)
        let info = try FileInfo(folder)
        guard info.kind == .folder, info.owner == geteuid(), info.mode & 0o077 == 0 else {
            throw SystemError(.unsafePath, "the socket's folder \(folder) is not yours alone (mode 0700)")
        }
        let descriptor = Descriptor(owning: try systemCall("cannot make a socket") { makeLocalSocket() })
        let number = descriptor.number
        // Of two processes that start at once, only one replaces an old socket.
        try Folder.whileLocked(folder) {
            try Self.removeUnserved(path)
            try systemCall("cannot make the socket \(path)") {
                withLocalAddress(path.bytes) { bind(number, $0, $1) }
            }
            try path.withCString("cannot use") { name throws(SystemError) in
                _ = try systemCall("cannot protect \(path)") { chmod(name, 0o600) }
            }
            try systemCall("cannot listen on \(path)") { listen(number, Self.backlog) }
        }
        self.descriptor = descriptor
        self.path = path
    }

    /// Takes over a socket that another process has made.
    package init(adopting number: Int32, at path: BytePath) {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        // For clients, the process that listened last is the server.
        listen(number, Self.backlog)
        descriptor = Descriptor(owning: number)
        self.path = path
    }

    private static func removeUnserved(_ path: BytePath) throws {
        guard let info = try FileInfo.ifPresent(path) else { return }
        guard info.kind == .other else {
            throw SystemError(.exists, "\(path) exists and is not a socket")
        }
        do throws(SystemError) {
            _ = try MessageConnection(to: path)
        } catch {
            guard error.number == ECONNREFUSED else { throw error }
            return try Folder.removeFile(path)
        }
        throw SystemError(.exists, "a process serves \(path) already")
    }
}

func checkSocketPath(_ path: BytePath) throws(SystemError) {
    guard path.bytes.count <= localSocketPathByteCount else {
        throw SystemError(
            .limitExceeded,
            "the path of a socket has at most \(localSocketPathByteCount) bytes, and \(path) has \(path.bytes.count)")
    }
}
