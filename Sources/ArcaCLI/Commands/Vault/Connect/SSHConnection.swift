internal import ArcaCore
internal import ArcaSystem

/// The socket of the vault's agent, as the last entry of ssh's settings, so that all others precede it.
struct SSHConnection: Connection {
    private static let mark = "# Added by arca vault connect ssh, up to IdentityAgent"

    private func file() throws(UsageError) -> SettingsFile {
        guard let home = UserFolder.home else {
            throw UsageError(
                .missingArgument, "the settings of ssh are in the home folder, and there is none",
                hint: "set HOME to its path")
        }
        return SettingsFile(path: home.appending(".ssh/config"))
    }

    private func lines() throws -> [String] {
        // ssh expands percent signs, and knows no escape within quotes.
        let path = try AgentSocket.path()
        guard let text = String(validating: path.bytes, as: UTF8.self), !text.contains("\"" as Character) else {
            throw UsageError(.invalidValue, "ssh's settings cannot name the socket \(path)")
        }
        let agent = text.split(separator: "%" as Character, omittingEmptySubsequences: false).joined(separator: "%%")
        return [Self.mark, "Host *", "    IdentityAgent \"\(agent)\""]
    }

    func isConnected() throws -> Bool { try (file().read()).map(Self.block) ?? nil != nil }

    func additions() throws -> [ConnectionStep] {
        let (file, text, lines) = (try file(), try file().read(), try lines())
        if let text {
            if let block = Self.block(of: text) {
                guard block.lines != lines else { return [] }
                throw UsageError(
                    .conflict, "\(file.path) names another socket: \(block.lines[2])",
                    hint: "'arca vault connect --remove ssh' removes it")
            }
            try Self.refuseRest(of: text, in: file)
        }
        let changed = (text.map { $0 + "\n" } ?? "") + lines.joined(separator: "\n") + "\n"
        return [ConnectionStep(place: file.path, lines: lines) { try file.write(changed) }]
    }

    func removals() throws -> [ConnectionStep] {
        let file = try file()
        guard let text = try file.read() else { return [] }
        guard let block = Self.block(of: text) else {
            try Self.refuseRest(of: text, in: file)
            return []
        }
        // Lines that were added below begin a line of their own.
        let isApart = block.before.isEmpty || block.after.isEmpty || block.before.hasSuffix("\n")
        let changed = block.before + (isApart ? "" : "\n") + block.after
        return [
            ConnectionStep(place: file.path, lines: block.lines) { try file.write(changed.isEmpty ? nil : changed) }
        ]
    }

    func hints() throws -> [String] {
        var hints = ["start the agent, for example in ~/.profile: eval \"$(arca vault ssh-agent)\""]
        let text = try file().read() ?? ""
        let before = Self.block(of: text)?.before ?? text
        if before.lowercased().split(separator: "\n" as Character).contains(where: {
            $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("identityagent")
        }) {
            hints.append("\(try file().path) names another agent before, which precedes this one where it applies")
        }
        return hints
    }

    /// The lines that were added, and the text around them; nil if they are missing or were changed.
    private static func block(of text: String) -> (before: String, lines: [String], after: String)? {
        let lines = text.split(separator: "\n" as Character, omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(of: mark), start + 3 < lines.count, lines[start + 1] == "Host *",
            lines[start + 2].hasPrefix("    IdentityAgent \"")
        else { return nil }
        // The line end before the block was added with it.
        return (
            lines[..<start].joined(separator: "\n"), Array(lines[start..<start + 3]),
            lines[(start + 3)...].joined(separator: "\n")
        )
    }

    private static func refuseRest(of text: String, in file: SettingsFile) throws(UsageError) {
        guard text.split(separator: "\n" as Character).contains(where: { $0 == mark }) else { return }
        throw UsageError(
            .conflict, "\(file.path) has lines of 'arca vault connect ssh' that were changed",
            hint: "remove them yourself, from '\(mark)'")
    }
}
