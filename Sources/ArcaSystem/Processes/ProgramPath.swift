internal import ArcaPlatform

/// Finds programs.
package enum ProgramPath {
    /// The absolute folders of `PATH`: a relative one depends on the current folder, which may be untrusted.
    package static var folders: [BytePath] {
        (Environment.value(of: "PATH") ?? Array("/usr/bin:/bin".utf8)).split(separator: .colon)
            .map { BytePath($0) }.filter(\.isAbsolute)
    }

    /// Finds a program in the absolute folders of `PATH`; nil if it is not installed.
    package static func find(_ name: String) -> BytePath? {
        folders.lazy.map { $0.appending(BytePath(name)) }.first { path in
            (try? FileInfo(path)).map { $0.kind == .regular && $0.mode & 0o111 != 0 } ?? false
        }
    }

    /// The file of the running program, without links.
    package static var own: BytePath? { try? DetachedProcess.ownProgram() }

    /// The running program as it is called: its name in `PATH` if that is this program, which outlasts an update.
    package static var command: BytePath? {
        guard let own else { return nil }
        guard let found = find("arca"), (try? SymbolicLink.resolve(found)) == own else { return own }
        return found
    }
}

/// This program once more, in the background: in a session of its own, without a terminal.
///
/// A fork is not safe once there are threads, so the program is started again.
package enum DetachedProcess {
    /// The descriptor of the socket in the new process.
    package static let socketNumber: Int32 = 3

    /// Starts this program with arguments, this process's environment and a socket, which it shares with this process.
    ///
    /// The new process inherits no other file; its standard input and output are `/dev/null`.
    ///
    /// - Throws: ``SystemError`` if it cannot be started.
    package static func start(_ arguments: [[UInt8]], serving socket: ListeningSocket) throws -> Int32 {
        let words = [try ownProgram().bytes] + arguments
        return try ProcessStart.spawn(words, environment: Environment.block, in: .newSession) { actions in
            posix_spawn_file_actions_adddup2(&actions, socket.number, socketNumber)
            for standard: Int32 in 0...2 {
                posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
            }
            closeDescriptors(from: socketNumber + 1, by: &actions)
        }
    }

    /// The file of the running program.
    package static func ownProgram() throws(SystemError) -> BytePath {
        #if canImport(Darwin)
        var count = UInt32(PATH_MAX)
        let bytes = [CChar](unsafeUninitializedCapacity: Int(count)) { space, length in
            length = _NSGetExecutablePath(space.baseAddress, &count) == 0 ? strlen(space.baseAddress ?? "") : 0
        }
        return try SymbolicLink.resolve(BytePath(bytes.map { UInt8(bitPattern: $0) }))
        #else
        return try SymbolicLink.resolve("/proc/self/exe")
        #endif
    }
}
