internal import ArcaCodecs
internal import ArcaCore
internal import ArcaTestSupport
internal import Foundation
import Testing

/// `age-plugin-tester`, the plugin in Tests/AgePlugin, run by our command and by age.
@Suite(.enabled(if: Peer.has("python3"), "needs python3")) struct AgePluginCommandTests {
    private static let recipient = try? Bech32.encode([UInt8]("x".utf8), prefix: "age1tester")
    private static let identity = try? Bech32.encode([UInt8]("x".utf8), prefix: "AGE-PLUGIN-TESTER-")
    private static let message = Array("hello, plugin\n".utf8)

    private struct Trial {
        let folder: URL
        let recipient: String

        func environment(_ mode: String) -> [String: String] {
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            return ["PATH": "\(folder.path)/bin:\(path)", "TESTER_MODE": mode, "PW": "correct horse"]
        }

        func arca(_ words: [String], _ mode: String = "") throws -> Peer.Answer {
            try Arca.run(words, environment: environment(mode), in: folder)
        }

        func age(_ words: [String], _ mode: String = "") throws -> Peer.Answer {
            try Peer.run(["age"] + words, environment: environment(mode), in: folder)
        }

        func onTerminal(
            _ words: [String], _ mode: String, _ answers: [(question: String, answer: String)]
        ) throws -> Peer.Answer {
            try Peer.onTerminal([Peer.arca] + words, answers, environment: environment(mode), in: folder)
        }

        func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }
    }

    /// Runs `body` in a folder with the files `plain`, `id` and `list`, and the plugin in PATH.
    private static func run(_ body: (Trial) throws -> Void) throws {
        let (recipient, identity) = (try #require(recipient), try #require(identity))
        let script = #filePath.components(separatedBy: "/Tests/")[0] + "/Tests/AgePlugin/age-plugin-tester"
        try Peer.inFolder { folder in
            let bin = folder.appending(path: "bin")
            try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                at: bin.appending(path: "age-plugin-tester"), withDestinationURL: URL(filePath: script))
            for (name, text) in [("id", "# tester\n\(identity)\n"), ("list", "\(recipient)\n")] {
                try Data(text.utf8).write(to: folder.appending(path: name))
            }
            try Data(message).write(to: folder.appending(path: "plain"))
            try body(Trial(folder: folder, recipient: recipient))
        }
    }

    @Test(
        "encrypts to a plugin's recipient, identity and default identity; age opens the files, and we open age's",
        arguments: [["-r", ""], ["-R", "list"], ["-i", "id"], ["-j", "tester"]])
    func roundTrip(options: [String]) throws {
        try Self.run { trial in
            let to = options.map { $0.isEmpty ? trial.recipient : $0 }
            let made = try trial.arca(["encrypt"] + to + ["-o", "ours", "plain"], "unknown")
            #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
            for keys in [["-i", "id"], ["-j", "tester"]] {
                let back = try trial.arca(["decrypt"] + keys + ["ours"], "unknown")
                #expect(back.output == Self.message && back.errors.isEmpty, "\(back.errors)")
            }
            guard Peer.has("age") else { return }
            #expect(try trial.age(["-d", "-i", "id", "ours"]).output == Self.message)
            let theirs = try trial.age(["-e"] + to + ["-o", "theirs", "plain"])
            #expect(theirs.status == 0, "\(theirs.errors)")
            #expect(try trial.arca(["decrypt", "-i", "id", "theirs"]).output == Self.message)
        }
    }

    @Test("rekeys from and to a plugin")
    func rekeys() throws {
        try Self.run { trial in
            let key = AgeCommandTests.identity
            try Data(key.utf8).write(to: trial.folder.appending(path: "key"))
            _ = try trial.arca(["encrypt", "-i", "key", "-o", "file", "plain"])
            let there = try trial.arca(["rekey", "-i", "key", "-r", trial.recipient, "file"])
            #expect(there.status == 0, "\(there.errors)")
            #expect(try trial.arca(["decrypt", "-i", "key", "file"]).status == 3)
            let back = try trial.arca(["rekey", "-j", "tester", "-r", AgeCommandTests.recipient, "file"])
            #expect(back.status == 0, "\(back.errors)")
            #expect(try trial.arca(["decrypt", "-i", "key", "file"]).output == Self.message)
        }
    }

    @Test("shows messages and asks on the terminal")
    func asks() throws {
        try Self.run { trial in
            _ = try trial.arca(["encrypt", "-r", trial.recipient, "-o", "file", "plain"])
            let open = ["decrypt", "-i", "id", "-o", "out", "file"]
            let answer = try trial.onTerminal(
                open, "msg secret public confirm pause",
                [
                    ("age-plugin-tester: PIN: ", "1234"), ("age-plugin-tester: name: ", "alice"),
                    ("use it (otherwise: skip it)? [y/N] ", "y"), ("plugged in? [Y/n] ", ""),
                ])
            #expect(answer.status == 0, "\(answer.text)")
            #expect(try trial.bytes("out") == Self.message)
            #expect(answer.text.contains("age-plugin-tester: touch the tester\\x1b[31m"))
            #expect(!answer.text.contains("\u{1b}") && !answer.text.contains("1234"))
            let wrong = try trial.onTerminal(open, "secret", [("PIN: ", "4321")])
            #expect(wrong.status == 3 && wrong.text.contains("age-plugin-tester: wrong PIN"), "\(wrong.text)")
            let refused = try trial.onTerminal(open, "confirm", [("? [y/N] ", "n")])
            #expect(refused.status == 3 && refused.text.contains("not confirmed: ['ok', 'no']"), "\(refused.text)")
        }
    }

    @Test("ends with Ctrl-C while a plugin waits for its key")
    func interrupted() throws {
        try Self.run { trial in
            _ = try trial.arca(["encrypt", "-r", trial.recipient, "-o", "file", "plain"])
            let open = ["decrypt", "-i", "id", "-o", "out", "file"]
            let answer = try trial.onTerminal(open, "msg wait", [("now", "\u{3}")])
            // Python reports the end by SIGINT as -2.
            #expect(answer.status == 254, "\(answer.status) \(answer.text)")
            #expect(throws: (any Error).self) { try trial.bytes("out") }
        }
    }

    @Test("obeys the labels of a plugin")
    func labels() throws {
        try Self.run { trial in
            _ = try trial.arca(["key", "generate", "x25519", "--pq", "-o", "pq"])
            let both = ["encrypt", "-r", trial.recipient, "-i", "pq", "-o", "file", "plain"]
            let mixed = try trial.arca(both)
            #expect(mixed.status == 2)
            #expect(mixed.errors.contains("post-quantum recipients cannot be combined with others"))
            let allowed = try trial.arca(both, "labels")
            #expect(allowed.status == 0, "\(allowed.errors)")
            let other = ["encrypt", "-r", trial.recipient, "-r", AgeCommandTests.recipient, "-o", "other", "plain"]
            #expect(try trial.arca(other, "labels").status == 2)
            #expect(try trial.arca(other).status == 0)
        }
    }

    @Test(
        "ends with an error that says what a bad plugin did",
        arguments: [
            ("error", 3, "age-plugin-tester: the tester broke"),
            ("exit", 4, "with status 3: no tester is plugged in; second line"),
            ("silent", 4, "age-plugin-tester: it ended before it was done"),
            ("cut", 4, "age-plugin-tester: it ended within a message"),
            ("garbage", 5, "age-plugin-tester: expected a message that begins with '-> '"),
            ("spam", 5, "age-plugin-tester: it sent more than 256 messages to the user"),
            ("flood", 5, "age-plugin-tester: "), ("twice", 5, "age-plugin-tester: it sent two file keys"),
        ] as [(String, Int32, String)])
    func badPlugins(mode: String, status: Int32, text: String) throws {
        try Self.run { trial in
            _ = try trial.arca(["encrypt", "-r", trial.recipient, "-o", "file", "plain"])
            let answer = try trial.arca(["decrypt", "-i", "id", "-o", "out", "file"], mode)
            #expect(answer.status == status && answer.output.isEmpty, "\(answer.errors)")
            #expect(answer.errors.contains(text), "\(answer.errors)")
            #expect(throws: (any Error).self) { try trial.bytes("out") }
            // Another identity opens the file all the same.
            let key = AgeCommandTests.identity
            try Data(("\(Self.identity ?? "")\n" + key).utf8).write(to: trial.folder.appending(path: "both"))
            _ = try trial.arca(["encrypt", "-r", AgeCommandTests.recipient, "-o", "native", "plain"])
            #expect(try trial.arca(["decrypt", "-i", "both", "native"], mode).output == Self.message)
        }
    }

    @Test("writes no file if a plugin does not wrap as asked", arguments: ["error", "exit", "none", "index", "flood"])
    func badWrapping(mode: String) throws {
        try Self.run { trial in
            let answer = try trial.arca(["encrypt", "-r", trial.recipient, "-o", "file", "plain"], mode)
            #expect(answer.status != 0)
            #expect(answer.errors.contains("age-plugin-tester: "), "\(answer.errors)")
            #expect(throws: (any Error).self) { try trial.bytes("file") }
        }
    }

    @Test("a plugin that writes before it reads, and a header larger than a pipe, cannot block each other")
    func largeHeader() throws {
        try Self.run { trial in
            let lines = String(repeating: AgeCommandTests.recipient + "\n", count: 2000) + trial.recipient + "\n"
            try Data(lines.utf8).write(to: trial.folder.appending(path: "many"))
            let made = try trial.arca(["encrypt", "-R", "many", "-o", "file", "plain"])
            #expect(made.status == 0, "\(made.errors)")
            #expect(try trial.bytes("file").count > 150_000)
            #expect(try trial.arca(["decrypt", "-j", "tester", "file"]).output == Self.message)
            let flood = try trial.arca(["decrypt", "-j", "tester", "file"], "flood")
            #expect(flood.status != 0 && flood.errors.contains("age-plugin-tester"), "\(flood.errors)")
        }
    }

    @Test("names a missing program and its source, and runs none in the current or a relative folder")
    func missing() throws {
        try Self.run { trial in
            let yubikey = "AGE-PLUGIN-YUBIKEY-1QYQSZQGPQYQSZ0NERG0"
            try Data("\(yubikey)\n".utf8).write(to: trial.folder.appending(path: "yubi"))
            _ = try trial.arca(["encrypt", "-r", trial.recipient, "-o", "file", "plain"])
            let answer = try trial.arca(["decrypt", "-i", "yubi", "file"])
            #expect(answer.status == 5)
            #expect(answer.errors.contains("the program age-plugin-yubikey is not installed"))
            #expect(answer.errors.contains("https://github.com/str4d/age-plugin-yubikey"))
            try FileManager.default.copyItem(
                at: trial.folder.appending(path: "bin/age-plugin-tester").resolvingSymlinksInPath(),
                to: trial.folder.appending(path: "age-plugin-tester"))
            for path in ["", ".", "bin", ":", "./bin:"] {
                let refused = try Arca.run(
                    ["decrypt", "-i", "id", "file"], environment: ["PATH": path], in: trial.folder)
                #expect(refused.status == 5 && refused.output.isEmpty, "\(path)")
            }
            for name in ["../x", "A", "a b", ""] {
                #expect(try trial.arca(["decrypt", "-j", name, "file"]).status == 2, "\(name)")
            }
        }
    }

    @Test("inspect names the plugins of a recipient type")
    func inspects() throws {
        try Self.run { trial in
            let header = "age-encryption.org/v1\n-> piv-p256 AAAAAA Ag\nAAAA\n-> tpm-ecc AAAAAA Ag\nAAAA\n--- "
            try Data((header + String(repeating: "A", count: 43) + "\n").utf8).write(
                to: trial.folder.appending(path: "file"))
            let shown = try trial.arca(["inspect", "file"])
            #expect(shown.text.contains("age-plugin-yubikey") && shown.text.contains("age-plugin-tpm"), "\(shown.text)")
        }
    }
}
