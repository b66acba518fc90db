import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

/// Runs the vault examples of help texts and README, each on its own vault.
@Suite("Vault examples", .enabled(if: runsSlowTests, "slow")) struct VaultExampleTests {
    /// Opens the vault for every command that needs it; replaces programs that are not installed.
    private static let prelude = """
        set -eo pipefail
        arca() {
            local words=("$@") end=2
            case "$1 $2" in
                "vault init" | "vault status" | "vault lock") ;;
                "vault slot" | "vault credential") end=3 ;;&
                "vault "*) words=("${words[@]:0:end}" --key-file key "${words[@]:end}") ;;
            esac
            command arca "${words[@]}"
        }
        wl-copy() { cat >/dev/null; }

        """

    /// Creates the items that the examples mention.
    private static func prepare(_ trial: VaultTrial) throws {
        try trial.write("password.txt", "of a file")
        try trial.write("contract.pdf", "a contract")
        try trial.write("passwords.csv", "name,url,username,password,note\nSite,https://site.example/,me,pw,\n")
        try trial.write("list.csv", "Site,Login,Pass\nother.example,me,pw\n")
        try FileManager.default.createDirectory(
            at: trial.folder.appendingPathComponent("photos"), withIntermediateDirectories: true)
        for (name, script) in [("psql", "test -n \"$PGPASSWORD\""), ("release.sh", "test \"$TOKEN\" = a-token")] {
            try trial.write(name, "#!/bin/sh\n\(script)\n")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: trial.folder.path + "/" + name)
        }
        try trial.set("git/alice", "1")
        try trial.set("db/admin", "2", ["--group", "Work"])
        try trial.set("bank/alice", "3")
        #expect(try trial.arca(["backup", "vault-2026-11.arca"]).status == 0)
        try FileManager.default.copyItem(
            atPath: trial.folder.path + "/vault.arca", toPath: trial.folder.path + "/team.arca")
        try trial.write("token", "a-token")
        try trial.write("otp", "JBSWY3DPEHPK3PXP")
        // Version 12 of this item is in its history.
        while try !trial.arca(["history", "github.com/alice"]).text.contains("\n12\t") {
            try trial.set(
                "github.com/alice", "4", ["--secret-field", "token=file:token", "--otp-from", "file:otp"])
        }
    }

    /// Runs one line, then restores the vault and this machine's state.
    private static func run(_ line: String, _ trial: VaultTrial) throws -> Peer.Answer {
        let files = FileManager.default
        let saved = trial.folder.appendingPathComponent("saved")
        try? files.removeItem(at: saved)
        try files.createDirectory(at: saved, withIntermediateDirectories: true)
        let names = ["vault.arca", "state", "vault-2026-11.arca"]
        for name in names {
            try files.copyItem(at: trial.folder.appendingPathComponent(name), to: saved.appendingPathComponent(name))
        }
        if line.contains("vault backup") {
            try files.removeItem(at: trial.folder.appendingPathComponent("vault-2026-11.arca"))
        }
        if line.hasPrefix("arca vault extract") {
            #expect(try trial.arca(["attach", "bank/alice", "contract.pdf"]).status == 0)
        }
        defer {
            for name in names {
                try? files.removeItem(at: trial.folder.appendingPathComponent(name))
                try? files.moveItem(
                    at: saved.appendingPathComponent(name), to: trial.folder.appendingPathComponent(name))
            }
        }
        let path = URL(fileURLWithPath: Peer.arca).deletingLastPathComponent().path
        let inherited = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return try Peer.run(
            ["bash", "-c", prelude + line],
            environment: trial.environment.merging(["PATH": "\(trial.folder.path):\(path):\(inherited)"]) { $1 },
            in: trial.folder)
    }

    @Test("run as the help shows them", .enabled(if: Peer.has("bash")))
    func help() throws {
        try VaultTrial.run { trial in
            try Self.prepare(trial)
            var count = 0
            for node in CommandTree(RootCommand.self).all {
                for example in node.command.examples where example.isRun && example.needsVault {
                    let answer = try Self.run(example.command, trial)
                    // An audit with findings reports them by its status.
                    let isRight = answer.status == 0 || answer.status == 1 && example.command.contains("vault audit")
                    #expect(isRight, "\(example.command): \(answer.errors)")
                    count += 1
                }
            }
            #expect(count > 30)
        }
    }
}
