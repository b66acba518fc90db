import ArcaTestSupport
import Foundation

/// A test vault with a key file, separate from the user's folders and the kernel's keyring.
struct VaultTrial {
    let folder: URL
    let environment: [String: String]

    static func run<Result>(_ body: (VaultTrial) throws -> Result) throws -> Result {
        try Peer.inFolder { folder in
            let trial = VaultTrial(folder)
            let made = try trial.arca(["init", "--new-key-file", "key"], opens: false)
            guard made.status == 0 else { throw Peer.Failure(status: made.status) }
            return try body(trial)
        }
    }

    private init(_ folder: URL) {
        self.folder = folder
        environment = [
            "ARCA_VAULT": folder.path + "/vault.arca", "XDG_STATE_HOME": folder.path + "/state",
            "XDG_DATA_HOME": folder.path + "/data",
        ]
    }

    /// Runs `arca vault …`, by default with the key file.
    func arca(
        _ words: [String], _ input: String = "", opens: Bool = true, environment: [String: String] = [:]
    ) throws -> Peer.Answer {
        // The options precede `--`, which ends them.
        let end = words.firstIndex(of: "--") ?? words.endIndex
        let options = opens ? ["--key-file", folder.path + "/key"] : []
        // A child program receives signals, which need a separate process.
        let run = words.first == "run" ? Arca.spawn : Arca.run
        return try run(
            ["vault"] + words[..<end] + options + words[end...], Array(input.utf8),
            self.environment.merging(environment) { $1 }, folder)
    }

    /// Runs `arca vault …` on a terminal, by default with the key file, and types answers.
    func onTerminal(
        _ words: [String], _ answers: [(question: String, answer: String)], opens: Bool = true
    ) throws -> Peer.Answer {
        let options = opens ? ["--key-file", folder.path + "/key"] : []
        return try Peer.onTerminal(
            [Peer.arca, "vault"] + words + options, answers, environment: environment, in: folder)
    }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }

    /// The lines of exported JSON without timestamps and identifiers.
    static func contents(_ json: String) -> [Substring] {
        let names = ["exported", "vault", "identifier", "version"].map { "\"\($0)\": " }
        return json.split(separator: "\n").filter { line in !names.contains { line.contains($0) } }
    }

    /// Adds an item with a password, or changes its password.
    func set(_ name: String, _ password: String, _ more: [String] = []) throws {
        let answer = try arca(["set", name, "--secret-from", "stdin"] + more, password)
        guard answer.status == 0 else { throw Peer.Failure(status: answer.status) }
    }

    func get(_ name: String, _ field: String = "password") throws -> String {
        try arca(["get", name, "--field", field]).text
    }
}
