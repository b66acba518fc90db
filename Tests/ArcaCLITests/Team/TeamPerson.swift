import ArcaCore
import ArcaTestSupport
import Foundation
import Testing

/// A person with a separate home folder and a login of a team's server.
struct TeamPerson {
    let name: String
    let server: PostgreSQLServer
    let home: URL
    let document: JSONDocument
    /// Whether `ARCA_VAULT` names the vault; otherwise it is in the default place.
    var namesVault = true

    init(_ name: String, _ server: PostgreSQLServer, _ folder: URL) throws {
        (self.name, self.server, home) = (name, server, folder.appendingPathComponent(name))
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        try Data("arca-key-file-of-\(name) 0123456789abcdef0123456789abcdef".utf8)
            .write(to: home.appendingPathComponent("any.bin"))
        document = try JSONDocument()
    }

    var address: String { server.addresses[name] ?? "" }
    var serverOptions: [String] {
        ["--server", address, "--server-password-from", "file:\(server.passwordFile(name).path)"]
    }

    /// Runs a command; unless it makes the vault, `opening` are the options that open it.
    @discardableResult
    func run(
        _ line: String, more: [String] = [], input: String = "", status: Int32 = 0,
        opening: [String] = ["--key-file", "vault.key"]
    ) throws -> Peer.Answer {
        let words = line.split(separator: " ").map(String.init) + more
        let makes = words[1] == "init" && words[0] == "vault" || words[1] == "join" || words[1] == "recover"
        var environment = [
            "XDG_STATE_HOME": home.path + "/state", "XDG_DATA_HOME": home.path + "/data", "PGSSLMODE": "disable",
            "PGHOST": "nowhere", "PGOPTIONS": "-c x=y",
        ]
        if namesVault { environment["ARCA_VAULT"] = home.path + "/vault.arca" }
        let answer = try Arca.run(
            words + (makes ? [] : opening), input: Array(input.utf8), environment: environment, in: home)
        #expect(answer.status == status, "\(line): \(answer.errors)")
        return answer
    }

    /// Runs a command with `--json`, and compares the report with the document.
    @discardableResult
    func report(
        _ line: String, as title: String, more: [String] = [], input: String = "", status: Int32 = 0,
        opening: [String] = ["--key-file", "vault.key"]
    ) throws -> JSONValue {
        let answer = try run(line + " --json", more: more, input: input, status: status, opening: opening)
        let report = try JSONReader.read(answer.output)
        var seen = JSONDocument.Seen()
        let problems = document.problems(of: report, as: title, &seen)
        #expect(problems.isEmpty, "\(line): \(problems)")
        return report
    }
}
