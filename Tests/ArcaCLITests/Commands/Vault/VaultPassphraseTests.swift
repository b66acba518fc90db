import ArcaTestSupport
import Foundation
import Testing

/// New passphrases of a vault, typed on a terminal or generated.
@Suite("New passphrases of a vault", .enabled(if: runsSlowTests, "slow"), .enabled(if: Peer.has("python3")))
struct VaultPassphraseTests {
    private static let old = "crater plywood 71 ivory canal"
    private static let new = "ostrich velvet 93 napkin gorge"

    private static func opens(_ trial: VaultTrial, _ passphrase: String) throws -> Bool {
        let answer = try trial.arca(
            ["list", "--passphrase-from", "env:PW"], opens: false, environment: ["PW": passphrase])
        return answer.status == 0
    }

    private static func withPassphrase(_ body: (VaultTrial) throws -> Void) throws {
        try VaultTrial.run { trial in
            let added = try trial.arca(
                ["slot", "add", "--new-passphrase-from", "env:PW"], environment: ["PW": old])
            #expect(added.status == 0, "\(added.errors)")
            try body(trial)
        }
    }

    @Test("passwd asks for the current one, then for the new one twice; an empty line changes nothing")
    func passwd() throws {
        try Self.withPassphrase { trial in
            let empty = try trial.onTerminal(
                ["passwd"], [("Current passphrase: ", Self.old), ("New passphrase: ", "")], opens: false)
            #expect(empty.status == 2 && empty.text.contains("nothing was changed"), "\(empty.text)")
            #expect(try Self.opens(trial, Self.old))
            let changed = try trial.onTerminal(
                ["passwd"],
                [
                    ("Current passphrase: ", Self.old), ("New passphrase: ", Self.new),
                    ("New passphrase again: ", Self.new),
                ], opens: false)
            #expect(changed.status == 0, "\(changed.text)")
            #expect(try Self.opens(trial, Self.new) && !Self.opens(trial, Self.old))
        }
    }

    @Test("a generated one is confirmed by two of its words, or nothing is changed")
    func generated() throws {
        try Self.withPassphrase { trial in
            let wrong = try trial.onTerminal(
                ["passwd", "--generate"],
                [("Current passphrase: ", Self.old)]
                    + [(question: String, answer: String)](repeating: (" of the new passphrase: ", "x"), count: 3),
                opens: false)
            #expect(wrong.status == 2 && wrong.text.contains("nothing was changed"), "\(wrong.text)")
            #expect(try Self.opens(trial, Self.old))
            let changed = try trial.onTerminal(
                ["passwd", "--generate"],
                [
                    ("Current passphrase: ", Self.old), (" of the new passphrase: ", "{word}"),
                    (" of the new passphrase: ", "{word}"),
                ], opens: false)
            #expect(changed.status == 0, "\(changed.text)")
            let shown = changed.text.split(separator: "the new passphrase is ").last?.prefix { !$0.isNewline }
            #expect(try Self.opens(trial, String(try #require(shown))) && !Self.opens(trial, Self.old))
            // Without a terminal, no one would see it.
            let unseen = try Peer.run(
                ["setsid", "-w", Peer.arca, "vault", "passwd", "--generate", "--key-file", "key"],
                environment: trial.environment, in: trial.folder)
            #expect(unseen.status == 2 && unseen.errors.contains("no terminal"), "\(unseen.errors)")
        }
    }

    @Test("a weak one needs --weak, in init, slot add and passwd")
    func weak() throws {
        try Self.withPassphrase { trial in
            for words in [
                ["slot", "add"], ["passwd"], ["slot", "change", "0000"], ["init", "--vault", "new.arca"],
            ] {
                for weak in ["1", "Summer2024!", "samanthasmith90"] {
                    let opens = words[0] != "init"
                    var words = words
                    if words.last == "0000" {
                        let list = try trial.arca(["slot", "list"]).lines
                        words[2] = String(try #require(list.first { $0.contains("passphrase") }).prefix(8))
                    }
                    let answer = try trial.arca(
                        words + ["--new-passphrase-from", "env:NEW"], opens: opens, environment: ["NEW": weak])
                    #expect(answer.status == 2 && answer.errors.contains("--weak"), "\(words): \(answer.errors)")
                    #expect(!answer.errors.contains("Summer"))
                }
            }
            #expect(!FileManager.default.fileExists(atPath: trial.folder.path + "/new.arca"))
            let taken = try trial.arca(
                ["passwd", "--weak", "--new-passphrase-from", "env:NEW"], environment: ["NEW": "1"])
            #expect(taken.status == 0, "\(taken.errors)")
            #expect(try Self.opens(trial, "1"))
        }
    }

    @Test("one source serves the vault and an archive")
    func oneSource() throws {
        try Self.withPassphrase { trial in
            try trial.set("a/b", "secret")
            for source in ["env:PW", "stdin"] {
                let both = ["--passphrase-from", source, "--archive-passphrase-from", source]
                let written = try trial.arca(
                    ["export", "--work-factor", "4", "-o", "\(source.prefix(3)).age"] + both, Self.old, opens: false,
                    environment: ["PW": Self.old])
                #expect(written.status == 0, "\(written.errors)")
                let read = try trial.arca(
                    ["import", "\(source.prefix(3)).age"] + both, Self.old, opens: false, environment: ["PW": Self.old])
                #expect(read.status == 0 && read.text.contains("1 unchanged"), "\(read.errors)")
            }
            // An export does not overwrite an existing file.
            let again = try trial.arca(["export", "--format", "json", "-o", "env.age"])
            #expect(again.status == 2 && again.errors.contains("--force"), "\(again.errors)")
            #expect(try trial.arca(["export", "--format", "json", "-o", "env.age", "--force"]).status == 0)
        }
    }
}
