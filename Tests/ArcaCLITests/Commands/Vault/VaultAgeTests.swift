internal import ArcaTestSupport
import ArcaSystem
import Foundation
import Testing

/// `age-plugin-arca` with Debian's age, and `arca vault age-identity`.
@Suite(.enabled(if: runsSlowTests, "slow")) struct VaultAgeTests {
    private static var hasKeyring: Bool { KernelKeyring().isAvailable }
    private static let opening = ["--passphrase-from", "env:PW"]
    private static let message = Array("hello, vault\n".utf8)

    /// Runs `body` with a vault that has `age/laptop`, its identity `id`, and the plugin in PATH.
    private static func run(_ body: (VaultSession, [String: String], String) throws -> Void) throws {
        try VaultSession.run { session in
            let bin = session.folder.appending(path: "bin")
            try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                at: bin.appending(path: "age-plugin-arca"), withDestinationURL: URL(filePath: Peer.arca))
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let environment = session.environment.merging(["PATH": "\(bin.path):\(path)"]) { $1 }
            try store("age/laptop", AgeCommandTests.identity, in: session)
            let recipient = try identity("age/laptop", "id", in: session)
            #expect(recipient == AgeCommandTests.recipient)
            try Data(message).write(to: session.folder.appending(path: "plain"))
            try body(session, environment, recipient)
        }
    }

    private static func store(_ name: String, _ key: String, in session: VaultSession) throws {
        try Data(key.utf8).write(to: session.folder.appending(path: "new"))
        let made = try session.arca(["set", name, "--secret-from", "file:new", "--class", "key"] + opening)
        #expect(made.status == 0, "\(made.errors)")
    }

    /// Writes the identity of an item to a file; returns its public key.
    private static func identity(_ name: String, _ file: String, in session: VaultSession) throws -> String {
        let made = try session.arca(["age-identity", name, "-o", file] + opening)
        #expect(made.status == 0, "\(made.errors)")
        let text = try String(contentsOf: session.folder.appending(path: file), encoding: .utf8)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 3 && lines[0] == "# vault item: \(name)" && lines[2].hasPrefix("AGE-PLUGIN-ARCA-1"))
        return String(lines[1].dropFirst("# public key: ".count))
    }

    private static func age(
        _ words: [String], _ session: VaultSession, _ environment: [String: String]
    ) throws -> Peer.Answer {
        try Peer.run(["setsid", "-w", "age"] + words, environment: environment, in: session.folder)
    }

    @Test(
        "age decrypts with keys of the unlocked vault, and each use is recorded",
        .enabled(if: hasKeyring && Peer.has("age")))
    func unlocked() throws {
        try Self.run { session, environment, recipient in
            let key = try Peer.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "ssh"], in: session.folder)
            #expect(key.status == 0, "\(key.errors)")
            let text = try String(contentsOf: session.folder.appending(path: "ssh"), encoding: .utf8)
            try Self.store("ssh/laptop", text, in: session)
            let line = try Self.identity("ssh/laptop", "ssh-id", in: session)
            #expect(line.hasPrefix("ssh-ed25519 "))
            #expect(try session.unlock().status == 0)
            for (recipient, identity) in [(recipient, "id"), (line, "ssh-id")] {
                let made = try Self.age(["-r", recipient, "-o", "file", "plain"], session, environment)
                #expect(made.status == 0, "\(made.errors)")
                let back = try Self.age(["-d", "-i", identity, "file"], session, environment)
                #expect(back.output == Self.message, "\(back.errors)")
            }
            // The plugin wraps for its identity too, which age asks for with -e -i.
            for keys in [["-i", "id"], ["-j", "arca"]] {
                let made = try Self.age(["-e"] + keys + ["-o", "other", "plain"], session, environment)
                #expect(made.status == 0, "\(made.errors)")
                #expect(try Self.age(["-d"] + keys + ["other"], session, environment).output == Self.message)
                let ours = try Peer.run(
                    [Peer.arca, "decrypt"] + keys + ["other"], environment: environment, in: session.folder)
                #expect(ours.output == Self.message, "\(ours.errors)")
            }
            let other = try Self.age(["-d", "-i", "ssh-id", "other"], session, environment)
            #expect(other.status != 0 && other.errors.contains("no identity matched"), "\(other.errors)")
            let log = try session.arca(["log"])
            #expect(log.status == 0, "\(log.errors)")
            for text in ["age", "decrypt", "encrypt", "age/laptop", "ssh/laptop"] { #expect(log.text.contains(text)) }
        }
    }

    @Test("age asks for the passphrase of a locked vault", .enabled(if: Peer.has("age") && Peer.has("python3")))
    func locked() throws {
        try Self.run { session, environment, recipient in
            _ = try Self.age(["-r", recipient, "-o", "file", "plain"], session, environment)
            let open = ["age", "-d", "-i", "id", "-o", "out", "file"]
            let prompt = "passphrase of the vault"
            let answer = try Peer.onTerminal(
                open, [(prompt, "wrong"), (prompt, VaultSession.passphrase)], environment: environment,
                in: session.folder)
            #expect(answer.status == 0, "\(answer.text)")
            #expect([UInt8](try Data(contentsOf: session.folder.appending(path: "out"))) == Self.message)
            let ours = try Peer.onTerminal(
                [Peer.arca, "decrypt", "-i", "id", "-o", "ours", "file"], [(prompt, VaultSession.passphrase)],
                environment: environment, in: session.folder)
            #expect(ours.status == 0, "\(ours.text)")
            let refused = try Self.age(["-d", "-i", "id", "file"], session, environment)
            #expect(refused.status != 0 && refused.errors.contains("is locked"), "\(refused.errors)")
            #expect(try session.arca(["log"] + Self.opening).text.contains("locked"))
        }
    }

    @Test("finds a renamed item, and says what is wrong with an identity of another vault or item")
    func identities() throws {
        try Self.run { session, environment, recipient in
            func decrypt() throws -> Peer.Answer {
                // The plugin reads the passphrase from its client, which has no terminal here.
                try Peer.run(
                    ["setsid", "-w", Peer.arca, "decrypt", "-i", "id", "file"], environment: environment,
                    in: session.folder)
            }
            let made = try Peer.run(
                [Peer.arca, "encrypt", "-r", recipient, "-o", "file", "plain"], environment: environment,
                in: session.folder)
            #expect(made.status == 0, "\(made.errors)")
            #expect(try decrypt().errors.contains("is locked"))
            let json = try session.arca(["age-identity", "age/laptop", "--json"] + Self.opening)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
            #expect(object["recipients"] as? [String] == [recipient] && object["item"] as? String == "age/laptop")
            #expect((object["identity"] as? String)?.hasPrefix("AGE-PLUGIN-ARCA-1") == true)
            let none = try session.arca(["age-identity", "age/laptop", "--field", "comment"] + Self.opening)
            #expect(none.status == 5 && none.errors.contains("is not secret"), "\(none.errors)")
            #expect(try session.arca(["set", "plain", "--secret-from", "env:PW"] + Self.opening).status == 0)
            #expect(try session.arca(["age-identity", "plain"] + Self.opening).status == 5)
            guard Self.hasKeyring else { return }
            #expect(try session.unlock().status == 0)
            #expect(try session.arca(["mv", "age/laptop", "age/desk"]).status == 0)
            #expect(try decrypt().output == Self.message)
            #expect(try session.arca(["rm", "age/desk"]).status == 0)
            let gone = try decrypt()
            #expect(gone.status == 3 && gone.errors.contains("no longer has the item"), "\(gone.errors)")
            try FileManager.default.removeItem(at: session.file)
            let missing = try decrypt()
            #expect(missing.status == 3 && missing.errors.contains("the vault of this identity was not found"))
        }
    }

    @Test("refuses to run without age's option, and unknown state machines")
    func program() throws {
        try Self.run { session, environment, _ in
            for (words, text) in [
                ([], "is run by age"), (["--version"], "is run by age"),
                (["--age-plugin=recipient-v2"], "not supported"),
                (["--age-plugin=identity-v1"], "ended before its first phase was done"),
            ] as [([String], String)] {
                let answer = try Peer.run(["age-plugin-arca"] + words, environment: environment, in: session.folder)
                #expect(answer.status != 0 && answer.output.isEmpty && answer.errors.contains(text), "\(answer.errors)")
            }
        }
    }
}
