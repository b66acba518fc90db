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
            identifier: identifier, user: user,
            program: try? SymbolicLink.target(of: Self.folder(of: identifier).appending("exe")))
    }

    /// The process that started this one, directly or by the command of a shell (`sh -c`).
    package static var parent: PeerProcess {
        var identifier = getppid()
        if isCommandShell(identifier), let above = parent(of: identifier), above > 1 { identifier = above }
        let user = (try? FileInfo(folder(of: identifier)))?.owner ?? getuid()
        return PeerProcess(identifier: identifier, user: user)
    }

    private static func isCommandShell(_ identifier: Int32) -> Bool {
        let words = read("cmdline", of: identifier)?.split(separator: 0, omittingEmptySubsequences: false)
        return words.map { $0.count > 2 && $0[1].elementsEqual("-c".utf8) } ?? false
    }

    /// Source: proc_pid_stat(5); the name in parentheses may contain any byte.
    private static func parent(of identifier: Int32) -> Int32? {
        guard let text = read("stat", of: identifier), let end = text.lastIndex(of: UInt8(ascii: ")")) else {
            return nil
        }
        let fields = text[end...].split(separator: .space)
        return fields.count > 2 ? Int32(String(decoding: fields[2], as: UTF8.self)) : nil
    }

    private static func read(_ name: BytePath, of identifier: Int32) -> [UInt8]? {
        guard var file = try? FileReader(folder(of: identifier).appending(name)) else { return nil }
        return try? file.readAll(limit: 1 << 20)
    }

    private static func folder(of identifier: Int32) -> BytePath { BytePath("/proc/\(identifier)") }
}
