internal import ArcaCore
internal import ArcaSystem

/// A credential helper in git's global settings, changed by git itself.
struct GitConnection: Connection {
    private static let link = ProgramLink(name: "git-credential-arca")
    private static let ending = " vault credential git"

    func isConnected() throws -> Bool { try !own().isEmpty }

    func additions() throws -> [ConnectionStep] {
        guard try own().isEmpty else { return [] }
        return [try step("--add", try value())]
    }

    func removals() throws -> [ConnectionStep] {
        try Set(own()).sorted().map { try step("--fixed-value --unset-all", $0) }
    }

    func hints() throws -> [String] {
        let others = try helpers().filter { !Self.isOwn($0) && !$0.isEmpty }
        return others.map { helper in
            let isPlain = helper == "store" || helper.hasPrefix("store ")
            return "git asks '\(helper)' first, and stores passwords there too"
                + (isPlain ? ", unencrypted: 'git config --global --unset-all credential.helper store' ends that" : "")
        }
    }

    /// The short name if git finds the link, else the command.
    private func value() throws -> String {
        if Self.link.found != nil { return "arca" }
        guard let command = ProgramPath.command, let text = String(validating: command.bytes, as: UTF8.self) else {
            throw UsageError(.invalidValue, "cannot find the command arca itself")
        }
        return "!\(text.shellQuoted)\(Self.ending)"
    }

    private static func isOwn(_ helper: String) -> Bool {
        helper == "arca" || helper.hasPrefix("!") && helper.hasSuffix(ending)
    }

    private func own() throws -> [String] { try helpers().filter(Self.isOwn) }

    /// The helpers in the user's settings, not those of the system or a repository.
    private func helpers() throws -> [String] {
        guard ProgramPath.find("git") != nil else {
            throw UsageError(.invalidValue, "git is not installed, or not in PATH")
        }
        // Status 1: no such settings.
        let output = try Self.run("git config --global --null --get-all credential.helper || test $? -eq 1")
        return output.split(separator: 0, omittingEmptySubsequences: true).map { String(decoding: $0, as: UTF8.self) }
    }

    private func step(_ action: String, _ value: String) throws -> ConnectionStep {
        let place = UserFolder.variable("GIT_CONFIG_GLOBAL") ?? Self.standardFile
        return ConnectionStep(place: place, lines: ["[credential]", "    helper = \(value)"]) {
            // git puts options before the name, and the value last.
            _ = try Self.run("git config --global \(action) credential.helper \(value.shellQuoted)")
        }
    }

    /// As git-config(1) says, the file in the home folder, unless only the other one exists.
    private static var standardFile: BytePath {
        let home = UserFolder.home?.appending(".gitconfig") ?? ".gitconfig"
        guard let other = UserFolder.configuration?.appending("git/config"), (try? FileInfo(home)) == nil,
            (try? FileInfo(other)) != nil
        else { return home }
        return other
    }

    private static func run(_ command: String) throws -> [UInt8] {
        try [UInt8](capacity: 1 << 16) { output in try ChildProcess.read(Array(command.utf8), into: &output) }
    }
}
