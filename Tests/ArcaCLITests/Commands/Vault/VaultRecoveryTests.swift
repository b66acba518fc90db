import ArcaTestSupport
import Foundation
import Testing

/// A paper code and a backup, or a code alone, and a person who has lost everything else.
@Suite(
    "Recovery of a vault with a code", .enabled(if: runsSlowTests, "slow"), .enabled(if: Peer.has("python3")))
struct VaultRecoveryTests {
    private static let passphrase = "crater plywood 71 ivory canal"
    private static let new = "ostrich velvet 93 napkin gorge"
    private static let typedTwice = [("New passphrase: ", new), ("New passphrase again: ", new)]

    /// A home folder, which does not have to exist.
    private struct Home {
        let folder: URL
        let name: String

        var environment: [String: String] {
            let home = folder.appendingPathComponent(name).path
            return ["XDG_DATA_HOME": home + "/data", "XDG_STATE_HOME": home + "/state", "ARCA_VAULT": ""]
        }

        func arca(_ words: [String], _ more: [String: String] = [:]) throws -> Peer.Answer {
            try Peer.run(
                ["setsid", "-w", Peer.arca, "vault"] + words, environment: environment.merging(more) { $1 }, in: folder)
        }

        func onTerminal(_ words: [String], _ answers: [(String, String)]) throws -> Peer.Answer {
            try Peer.onTerminal(
                [Peer.arca, "vault"] + words, answers.map { (question: $0.0, answer: $0.1) }, environment: environment,
                in: folder)
        }

        func list(_ option: String, _ secret: String) throws -> Peer.Answer {
            try arca(["list", option, "env:SECRET"], ["SECRET": secret])
        }
    }

    private static func code(in text: String) throws -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        return String(
            try #require(words.first { $0.utf8.count == 35 && $0.utf8.count { $0 == UInt8(ascii: "-") } > 4 }))
    }

    /// A vault with an item, a passphrase and a code, its backup, and a home that does not exist.
    private func lost(_ body: (_ old: Home, _ new: Home, _ code: String) throws -> Void) throws {
        try Peer.inFolder { folder in
            let old = Home(folder: folder, name: "old")
            let made = try old.arca(
                ["init", "--new-passphrase-from", "env:PW", "--new-recovery-code"], ["PW": Self.passphrase])
            try #require(made.status == 0, "\(made.errors)")
            #expect(!made.errors.contains("only the recovery code"))
            for words in [["set", "a/b", "--secret-from", "env:PW"], ["backup", "backup.arca"]] {
                let answer = try old.arca(words + ["--passphrase-from", "env:PW"], ["PW": Self.passphrase])
                try #require(answer.status == 0, "\(answer.errors)")
            }
            try body(old, Home(folder: folder, name: "new"), Self.code(in: made.text))
        }
    }

    @Test("init asks for a passphrase next to a code; without a terminal it says that only the code opens the vault")
    func creation() throws {
        try Peer.inFolder { folder in
            let home = Home(folder: folder, name: "home")
            let asked = try home.onTerminal(["init", "--new-recovery-code"], Self.typedTwice)
            #expect(asked.status == 0 && !asked.text.contains("only the recovery code"), "\(asked.text)")
            #expect(try home.list("--passphrase-from", Self.new).status == 0)
            #expect(try home.list("--recovery-code-from", Self.code(in: asked.text)).status == 0)

            let other = Home(folder: folder, name: "other")
            let told = try other.arca(["init", "--new-recovery-code"])
            #expect(told.status == 0 && told.errors.contains("warning: only the recovery code opens this vault"))
            // Removing the last of the others says so too.
            let slots = try home.arca(["slot", "list", "--passphrase-from", "env:PW"], ["PW": Self.new]).lines
            let slot = try #require(slots.first { $0.contains("passphrase") }).prefix(8)
            let removed = try home.arca(
                ["slot", "remove", String(slot), "--passphrase-from", "env:PW"], ["PW": Self.new])
            #expect(removed.status == 0 && removed.errors.contains("only the recovery code opens this vault"))
        }
    }

    @Test("passwd with a code adds a passphrase to a vault that has none, also with a new key")
    func passwd() throws {
        for more in [[], ["--rotate"]] {
            try Peer.inFolder { folder in
                let home = Home(folder: folder, name: "home")
                let code = try Self.code(in: home.arca(["init", "--new-recovery-code"]).text)
                let words = ["passwd", "--recovery-code-from", "env:CODE", "--new-passphrase-from", "env:PW"] + more
                let answer = try home.arca(words, ["CODE": code, "PW": Self.new])
                #expect(answer.status == 0, "\(answer.errors)")
                #expect(try home.list("--passphrase-from", Self.new).status == 0)
                // A rotation replaces the code, and says so.
                #expect(try home.list("--recovery-code-from", code).status == (more.isEmpty ? 0 : 3))
                #expect(answer.errors.contains("stops working") == !more.isEmpty, "\(answer.errors)")
                if !more.isEmpty {
                    #expect(try home.list("--recovery-code-from", Self.code(in: answer.text)).status == 0)
                }
            }
        }
    }

    @Test("one command leads from a paper code and a backup to a working vault on an empty home")
    func paper() throws {
        try lost { _, home, code in
            let restored = try home.onTerminal(
                ["restore", "backup.arca", "--recovery-code-from", "prompt"],
                [("Recovery code: ", code)] + Self.typedTwice)
            #expect(restored.status == 0, "\(restored.text)")
            #expect(try home.list("--passphrase-from", Self.new).text == "a/b\n")
            #expect(try home.list("--recovery-code-from", code).text == "a/b\n")
            #expect(try home.list("--passphrase-from", Self.passphrase).status == 3)
            let attributes = try FileManager.default.attributesOfItem(
                atPath: home.folder.path + "/new/data/arca")
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test("without a terminal, a code restores the vault, with a warning or with the slots that options name")
    func paperInScripts() throws {
        try lost { _, home, code in
            let words = ["restore", "backup.arca", "--recovery-code-from", "env:CODE"]
            let alone = try home.arca(words, ["CODE": code])
            #expect(alone.status == 0 && alone.errors.contains("only the recovery code opens this vault"))
            let both = try Home(folder: home.folder, name: "third").arca(
                words + ["--new-passphrase-from", "env:PW"], ["CODE": code, "PW": Self.new])
            #expect(both.status == 0 && !both.errors.contains("only the recovery code"), "\(both.errors)")
            #expect(try Home(folder: home.folder, name: "third").list("--passphrase-from", Self.new).text == "a/b\n")
        }
    }

    @Test("restore says that the old code stops working, and offers a new one")
    func offered() throws {
        try lost { _, home, code in
            let restored = try home.onTerminal(
                ["restore", "backup.arca"], [("Passphrase: ", Self.passphrase), ("Make a new code? [Y/n] ", "")])
            #expect(restored.status == 0, "\(restored.text)")
            #expect(try home.list("--recovery-code-from", code).status == 3)
            #expect(try home.list("--recovery-code-from", Self.code(in: restored.text)).text == "a/b\n")
            let script = try Home(folder: home.folder, name: "third").arca(
                ["restore", "backup.arca", "--passphrase-from", "env:PW"], ["PW": Self.passphrase])
            #expect(script.status == 0 && script.errors.contains("the old code opens only the backup"))
            #expect(script.errors.contains("'arca vault slot add --new-recovery-code'"), "\(script.errors)")
        }
    }
}
