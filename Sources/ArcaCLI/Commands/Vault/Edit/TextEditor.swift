internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

/// Runs the user's editor on a text that never reaches a disk.
enum TextEditor {
    /// Maximum length of an edited text in bytes: an item's secret and attributes.
    private static let limit = 4 << 20

    /// Lets the user edit a text.
    ///
    /// `name` is the file name, which the editor shows.
    ///
    /// - Throws: ``SystemError``: `.unsupported` without an in-memory file system, `.childFailed` if the editor failed.
    static func edit(_ text: SecretBytes, name: BytePath, in context: CommandContext) throws -> SecretBytes {
        try MemoryFolder.use { folder in
            let path = folder.appending(name)
            var file = try AtomicFile(new: path, secret: true)
            try file.write(text)
            try file.commit(isDurable: false)
            try run(path, temporaryFolder: folder, in: context)
            return try read(path)
        }
    }

    private static var command: [UInt8] {
        for name in ["VISUAL", "EDITOR"] {
            if let command = Environment.value(of: name), !command.isEmpty { return command }
        }
        return Array("vi".utf8)
    }

    private static func run(_ path: BytePath, temporaryFolder: BytePath, in context: CommandContext) throws {
        let command = command
        var environment = EnvironmentBlock()
        // The default folder of the editor's copies.
        try environment.set(Array("TMPDIR".utf8), to: temporaryFolder.bytes)
        // With `exec`, signals reach the editor itself; anything other than plain words needs the shell.
        let isPlain = !command.contains { "=;&|$`(){}<>\n".utf8.contains($0) }
        let script = Array((isPlain ? "exec " : "").utf8) + command + Array(" \(quietOptions(of: command))\"$@\"".utf8)
        let words = [Array("/bin/sh".utf8), Array("-c".utf8), script, command, path.bytes]
        let name = String(printable: command)
        switch try ForegroundProcess.run(
            words, environment: environment, inheritsInput: !context.isInputSecret)
        {
        case .exited(0): return
        case .exited(126), .exited(127):
            throw SystemError(.childFailed, "cannot run the editor '\(name)'")
                .withHint("set VISUAL or EDITOR to one that is installed")
        case .exited(let status):
            throw SystemError(.childFailed, "the editor '\(name)' ended with status \(status); nothing was changed")
        case .signalled(let signal):
            throw SystemError(.childFailed, "the editor '\(name)' ended by signal \(signal); nothing was changed")
        }
    }

    /// Options that keep Vim from writing its swap file, backups and registers elsewhere; other editors write theirs
    /// next to the file.
    private static func quietOptions(of command: [UInt8]) -> String {
        guard let program = command.split(separator: .space).first else { return "" }
        let folders = program.contains(.slash) ? [] : ProgramPath.folders
        let paths = folders.isEmpty ? [BytePath(program)] : folders.map { $0.appending(BytePath(program)) }
        guard let path = paths.lazy.compactMap({ try? SymbolicLink.resolve($0) }).first else { return "" }
        let name = String(decoding: path.bytes.split(separator: .slash).last ?? [], as: UTF8.self)
        guard name.hasPrefix("vim") || name.hasPrefix("nvim") else { return "" }
        return "-n -i NONE -c 'set nobackup nowritebackup noundofile' "
    }

    private static func read(_ path: BytePath) throws -> SecretBytes {
        var reader = try FileReader(path)
        let content = try SecretBytes(byteCount: limit + 1) { output in
            while output.freeCapacity > 0 {
                let count = output.count
                try reader.read(into: &output)
                if output.count == count { break }
            }
        }
        guard content.count <= limit else {
            throw SystemError(.limitExceeded, "the text is longer than \(ByteCount.text(limit))")
        }
        return SecretBytes(copying: content)
    }
}
