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
