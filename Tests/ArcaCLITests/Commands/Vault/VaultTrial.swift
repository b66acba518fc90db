import ArcaTestSupport
import Foundation

/// A vault of a test's own, with a key file, away from the user's folders and from the kernel's keyring.
struct VaultTrial {
    let folder: URL
    let environment: [String: String]

    /// Runs `body` with a new vault.
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

    /// Runs `arca vault …`, with the key file unless told otherwise.
    func arca(
        _ words: [String], _ input: String = "", opens: Bool = true, environment: [String: String] = [:]
    ) throws -> Peer.Answer {
        // The options stand before `--`, which ends them.
        let end = words.firstIndex(of: "--") ?? words.endIndex
        let options = opens ? ["--key-file", folder.path + "/key"] : []
        // A program that is run gets signals, which belong to a process.
        let run = words.first == "run" ? Arca.spawn : Arca.run
        return try run(
            ["vault"] + words[..<end] + options + words[end...], Array(input.utf8),
            self.environment.merging(environment) { $1 }, folder)
    }

    /// Runs `arca vault …` on a terminal, with the key file unless told otherwise, and types answers.
    func onTerminal(
        _ words: [String], _ answers: [(question: String, answer: String)], opens: Bool = true
    ) throws -> Peer.Answer {
        let options = opens ? ["--key-file", folder.path + "/key"] : []
        return try Peer.onTerminal(
            [Peer.arca, "vault"] + words + options, answers, environment: environment, in: folder)
    }

    /// Writes a file of the folder.
    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    /// A file of the folder.
    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }

    /// The lines of exported JSON without those that say when it was written, and which item of which vault each is.
    static func contents(_ json: String) -> [Substring] {
        let names = ["exported", "vault", "identifier", "version"].map { "\"\($0)\": " }
        return json.split(separator: "\n").filter { line in !names.contains { line.contains($0) } }
    }

    /// Adds an item with a password, or changes it.
    func set(_ name: String, _ password: String, _ more: [String] = []) throws {
        let answer = try arca(["set", name, "--secret-from", "stdin"] + more, password)
        guard answer.status == 0 else { throw Peer.Failure(status: answer.status) }
    }

    /// A field of an item.
    func get(_ name: String, _ field: String = "password") throws -> String {
        try arca(["get", name, "--field", field]).text
    }
}
