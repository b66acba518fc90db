internal import ArcaSystem

/// Where programs are found.
enum ProgramPath {
    /// The folders of `PATH`.
    static var folders: [BytePath] {
        (Environment.value(of: "PATH") ?? []).split(separator: .colon).map { BytePath($0) }
    }

    /// Finds a program in `PATH`; nil if it is not installed.
    static func find(_ name: String) -> BytePath? {
        folders.lazy.map { $0.appending(BytePath(name)) }.first { path in
            (try? FileInfo(path)).map { $0.kind == .regular && $0.mode & 0o111 != 0 } ?? false
        }
    }

    /// The file of the running command, without links.
    static var own: BytePath? { try? DetachedProcess.ownProgram() }

    /// The running command as it is called: its name in `PATH` if that is this program, which outlasts an update.
    static var command: BytePath? {
        guard let own else { return nil }
        guard let found = find("arca"), (try? SymbolicLink.resolve(found)) == own else { return own }
        return found
    }
}
