internal import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem

/// The settings that make another program ask the vault.
protocol Connection {
    /// Whether the other program asks the vault.
    func isConnected() throws -> Bool
    /// The changes of connecting; empty if all are made.
    ///
    /// Throws for settings that it does not understand.
    func additions() throws -> [ConnectionStep]
    /// The changes of disconnecting, which removes the additions of connecting and nothing else.
    func removals() throws -> [ConnectionStep]
    /// Facts that the user must know after connecting.
    func hints() throws -> [String]
}

/// One change of the settings.
struct ConnectionStep {
    /// The file that changes.
    let place: BytePath
    /// The lines that are added or removed.
    let lines: [String]
    let run: () throws -> Void
}

/// The programs that can be connected.
enum ConnectionName: String, CaseIterable, ArgumentValue {
    case git, docker, podman, ssh, age

    var connection: any Connection {
        switch self {
        case .git: GitConnection()
        case .docker: DockerConnection()
        case .podman: PodmanConnection()
        case .ssh: SSHConnection()
        case .age: ProgramLink(name: "age-plugin-arca")
        }
    }
}

/// A link to the command under another name in a folder of `PATH`.
struct ProgramLink: Connection {
    let name: String

    func isConnected() -> Bool { found != nil }

    /// The link that other programs find, if it leads to this program.
    var found: BytePath? {
        guard let path = ProgramPath.find(name), (try? SymbolicLink.resolve(path)) == ProgramPath.own else {
            return nil
        }
        return path
    }

    func additions() throws -> [ConnectionStep] {
        guard found == nil else { return [] }
        if let other = ProgramPath.find(name) {
            throw UsageError(
                .conflict, "\(other) is another program, which would be found before a link to arca",
                hint: "remove or rename it")
        }
        guard let command = ProgramPath.command else {
            throw UsageError(.invalidValue, "cannot find the command arca itself")
        }
        let path = try folder(of: command).appending(BytePath(name))
        return [ConnectionStep(place: path, lines: ["a link to \(command)"]) { try Self.create(path, to: command) }]
    }

    /// `scripts/install` and packages make links with a relative target, which stay.
    func removals() throws -> [ConnectionStep] {
        guard let found, let target = try? SymbolicLink.target(of: found), target.isAbsolute else { return [] }
        return [ConnectionStep(place: found, lines: ["a link to \(target)"]) { try Folder.removeFile(found) }]
    }

    func hints() -> [String] { [] }

    /// `~/.local/bin`, else the folder of the command, if it is in `PATH` and the user can write it.
    private func folder(of command: BytePath) throws(UsageError) -> BytePath {
        let own = command.parent
        let standard = UserFolder.home?.appending(".local/bin")
        let folders = [standard, own].compactMap(\.self).filter(ProgramPath.folders.contains)
        guard let folder = folders.first(where: { $0 == standard || Self.isWritable($0) }) else {
            throw UsageError(
                .conflict, "no folder of PATH can take a link called \(name)",
                hint: "put ~/.local/bin into PATH, or run 'sudo ln -s arca \(own.appending(BytePath(name)))'")
        }
        return folder
    }

    private static func isWritable(_ folder: BytePath) -> Bool {
        guard let info = try? FileInfo(folder) else { return false }
        return info.owner == geteuid() && info.mode & 0o200 != 0
    }

    private static func create(_ path: BytePath, to command: BytePath) throws {
        try Folder.makePrivate(path.parent)
        try SymbolicLink.create(path, to: command)
    }
}

/// A settings file of another program, replaced as a whole.
struct SettingsFile {
    let path: BytePath

    private static let largestByteCount = 1 << 20

    /// Reads the text; nil without a file.
    func read() throws -> String? {
        do {
            var reader = try FileReader(path)
            guard let text = String(validating: try reader.readAll(limit: Self.largestByteCount), as: UTF8.self) else {
                throw UsageError(.invalidValue, "\(path) is not UTF-8 text")
            }
            return text
        } catch let error as SystemError where error.code == .notFound {
            return nil
        }
    }

    /// Replaces the file; nil removes it.
    func write(_ text: String?) throws {
        guard let text else { return try Folder.removeFile(path) }
        let isNew = (try? FileInfo(path)) == nil
        try Folder.makePrivate(path.parent)
        var file = try AtomicFile(path, secret: isNew)
        try file.write(text.utf8)
        try file.commit()
    }
}
