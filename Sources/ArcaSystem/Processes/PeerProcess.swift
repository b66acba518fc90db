internal import ArcaPlatform

/// Another process as far as this one can identify it, for logs and questions; a process can imitate another's program.
package struct PeerProcess: Sendable, Hashable {
    package let identifier: Int32
    package let user: UInt32
    /// The executable, without arguments, which may contain secrets; nil if it is unknown, as for another user's process.
    package let program: BytePath?

    package init(identifier: Int32, user: UInt32, program: BytePath?) {
        (self.identifier, self.user, self.program) = (identifier, user, program)
    }

    /// Identifies a process by number and user, which the kernel gives for a socket.
    package init(identifier: Int32, user: UInt32) {
        self.init(
            identifier: identifier, user: user, program: try? SymbolicLink.target(of: Self.folder(of: identifier).appending("exe")))
    }

    /// The process that started this one.
    package static var parent: PeerProcess {
        let identifier = getppid()
        let user = (try? FileInfo(folder(of: identifier)))?.owner ?? getuid()
        return PeerProcess(identifier: identifier, user: user)
    }

    private static func folder(of identifier: Int32) -> BytePath { BytePath("/proc/\(identifier)") }
}
