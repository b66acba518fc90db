internal import ArcaCodecs
internal import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaKeys
internal import ArcaTestSupport
internal import Foundation
import Testing

/// Post-quantum recipients and identities of age.
@Suite(.enabled(if: runsSlowTests, "slow")) struct AgeHybridCommandTests {
    private typealias Files = AgeCommandTests

    @Test("generates a post-quantum identity, encrypts to it, and mixes it with no other kind")
    func postQuantum() throws {
        try Files.inFolder { folder in
            let made = try Files.arca(["key", "generate", "x25519", "--pq", "-o", "pq"], in: folder)
            #expect(made.status == 0)
            let identity = try String(contentsOf: folder.appendingPathComponent("pq"), encoding: .utf8)
            let lines = identity.split(separator: "\n")
            #expect(lines.count == 3 && lines[0].hasPrefix("# created: "))
            #expect(lines[1].hasPrefix("# public key: age1pq1"))
            #expect(lines[2].hasPrefix("AGE-SECRET-KEY-PQ-1"))
            let recipient = String(lines[1].dropFirst("# public key: ".count))
            #expect(made.errors.contains("public key: \(recipient)"))

            #expect(try Files.arca(["encrypt", "-r", recipient, "-o", "sealed", "plain"], in: folder).status == 0)
            let opened = try Files.arca(["decrypt", "-i", "pq", "sealed"], in: folder)
            #expect(opened.status == 0)
            #expect(opened.output == Files.message)
            #expect(opened.errors.isEmpty)
            #expect(try Files.arca(["decrypt", "-i", "key", "sealed"], in: folder).status == 3)
            for words in [
                ["encrypt", "-r", recipient, "-r", Files.recipient, "plain"],
                ["encrypt", "-i", "key", "-i", "pq", "plain"],
                ["rekey", "-i", "key", "-r", Files.recipient, "-r", recipient, "-o", "mixed", "file"],
            ] {
                let refused = try Files.arca(words, in: folder)
                #expect(refused.status == 2 && refused.output.isEmpty, "\(words[0])")
                #expect(refused.errors.contains("a quantum computer could open the file"))
            }
            let moved = try Files.arca(["rekey", "-i", "key", "-r", recipient, "-o", "moved", "file"], in: folder)
            #expect(moved.status == 0)
            #expect(moved.errors.contains("a quantum computer could still open copies of the old file"))
            #expect(try Files.arca(["decrypt", "-i", "pq", "moved"], in: folder).output == Files.message)
            let shown = try Files.arca(["inspect", "sealed"], in: folder)
            #expect(shown.text.contains("post-quantum: yes") && shown.text.utf8.count < 600)
            #expect(try Files.arca(["inspect", "file"], in: folder).text.contains("post-quantum: no"))
        }
    }

    @Test("shows, converts and identifies post-quantum keys, and names unsupported formats")
    func postQuantumKeys() throws {
        try Files.inFolder { folder in
            #expect(try Files.arca(["key", "generate", "x25519", "--pq", "-o", "pq"], in: folder).status == 0)
            let shown = try Files.arca(["key", "show", "pq"], in: folder)
            #expect(shown.text.hasPrefix("MLKEM768-X25519 private key\n") && shown.text.contains("age identity"))
            // Through PKCS #8 and back.
            let words = ["key", "convert", "--to", "pkcs8", "--plain", "-o", "pem", "pq"]
            #expect(try Files.arca(words, in: folder).status == 0)
            let back = ["key", "convert", "--to", "age", "--plain", "-o", "back", "pem"]
            #expect(try Files.arca(back, in: folder).status == 0)
            let prints = try ["pq", "pem", "back"].map {
                try Files.arca(["key", "fingerprint", $0], in: folder).text.prefix { $0 != " " }
            }
            #expect(Set(prints).count == 1 && prints[0].count == 64)
            let lines = try ["pq", "back"].map {
                try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8).split(separator: "\n")
            }
            #expect(lines[0].count == 3 && lines[0][1...] == lines[1][1...])
            let half = try Files.arca(["key", "convert", "--to", "age", "--public", "pem"], in: folder)
            #expect(half.text.hasPrefix("age1pq1"))
            // Encrypting with the PEM file uses the same key.
            #expect(try Files.arca(["encrypt", "-i", "pem", "-o", "sealed", "plain"], in: folder).status == 0)
            #expect(try Files.arca(["decrypt", "-i", "back", "sealed"], in: folder).output == Files.message)
            for (words, status) in [
                (["key", "convert", "--to", "jwk", "--plain", "pq"], 2), (["key", "generate", "rsa", "--pq"], 2),
                (["key", "convert", "--to", "openssh", "--plain", "pq"], 2),
                (["key", "generate", "x25519", "--pq", "--to", "jwk", "--plain"], 2),
                (["key", "fingerprint", "--style", "ssh", "pq"], 2),
            ] {
                let refused = try Files.arca(words, in: folder)
                #expect(refused.status == status && refused.output.isEmpty, "\(words): \(refused.errors)")
            }
        }
    }

    /// A recipient that hides its required label.
    private struct Disguised: Age.Recipient {
        let inner: Age.HybridRecipient
        func wrap(_ fileKey: SymmetricKey) throws -> [Age.Stanza] { try inner.wrap(fileKey) }
    }

    @Test("warns about a mixed file with a header of any length, also armored and in Base64")
    func longMixedHeader() throws {
        let hybrid = Disguised(inner: try Age.HybridIdentity().recipient)
        let recipients = [any Age.Recipient](repeating: hybrid, count: 60) + [try Age.X25519Recipient(Files.recipient)]
        let binary = try Age(recipients: recipients).seal(Files.message)
        #expect(try Age.Opener(MemoryReader(binary)).header.byteCount > 65_536)
        let armored = try Age(recipients: recipients, isArmored: true).seal(Files.message)
        try Files.inFolder { folder in
            for file in [
                binary, armored, Base64.standard.encodeToBytes(binary), Base64.standard.encodeToBytes(armored),
            ] {
                try Files.put(file, "mixed", folder)
                let words = ["decrypt", "-i", "key", "--json", "-o", "opened", "mixed"]
                let opened = try Files.arca(words, in: folder)
                #expect(opened.status == 0 && Files.get("opened", folder) == Files.message)
                #expect(opened.errors.contains("mixed: a quantum computer could open it"))
                #expect(opened.text.contains("\"mlkem768x25519\"") && opened.text.contains("\"X25519\""))
            }
            try Files.put(binary, "mixed", folder)
            let recipient = "\(hybrid.inner)"
            let moved = try Files.arca(
                ["rekey", "-i", "key", "-r", recipient, "--json", "-o", "moved", "mixed"], in: folder)
            #expect(moved.status == 0, "\(moved.errors)")
            #expect(moved.errors.contains("a quantum computer could still open copies of the old file"))
            #expect(moved.text.contains("\"X25519\""))
        }
    }

    @Test("rekey warns if a file loses post-quantum security or old copies lack it")
    func rekeyWarns() throws {
        try Files.inFolder { folder in
            let identity = try Age.HybridIdentity()
            try Files.put(Array(bytes: identity.text) + [0x0a], "pq", folder)
            let words = ["encrypt", "-r", "\(identity.recipient)", "-o", "strong", "plain"]
            #expect(try Files.arca(words, in: folder).status == 0)
            let weak = try Files.arca(["rekey", "-i", "pq", "-r", Files.recipient, "strong"], in: folder)
            #expect(weak.status == 0)
            #expect(weak.errors.contains("warning: a quantum computer could now open strong"))
            let locked = try Files.arca(
                ["rekey", "-i", "key", "--new-passphrase-from", "env:NEW", "--work-factor", "4", "file"], in: folder)
            #expect(locked.status == 0)
            #expect(locked.errors.contains("a quantum computer could still open copies of the old file"))
        }
    }

    @Test("recognizes a secret key given as a recipient, in any case, without printing it")
    func secretAsRecipient() throws {
        try Files.inFolder { folder in
            let identity = try Age.HybridIdentity()
            let hybrid = String(decoding: Array(bytes: identity.text), as: UTF8.self)
            let own = String(Files.identity.dropLast())
            for text in [own, own.lowercased(), hybrid, hybrid.lowercased()] {
                let refused = try Files.arca(["encrypt", "-r", text, "plain"], in: folder)
                #expect(refused.status == 2 && refused.output.isEmpty)
                #expect(refused.errors.contains("this is an identity, which is secret"))
                #expect(refused.errors.contains("key convert --to age --public"))
                #expect(!refused.errors.lowercased().contains(text.lowercased().suffix(20)))
            }
        }
    }

    @Test("key show reads plugin identities of age and several kinds of recipients")
    func showsMixedFiles() throws {
        try Files.inFolder { folder in
            let identity = try Age.HybridIdentity()
            let seed = Array(bytes: identity.privateKey.seedRepresentation)
            let plugin = try Bech32.encode(seed, prefix: "age-plugin-pq-", maximumCount: nil).uppercased()
            try Files.put(Array("# a comment\n\(plugin)\n".utf8), "plugin", folder)
            let shown = try Files.arca(["key", "show", "plugin"], in: folder)
            #expect(shown.text.hasPrefix("MLKEM768-X25519 private key\n"), "\(shown.errors)")
            let key = AnyPublicKey.ed25519(Curve25519.Signing.PrivateKey().publicKey)
            let lines =
                "\(try OpenSSHPublicKey(key, comment: "bob").text)\n# team\n\(identity.recipient)\n\(Files.recipient)\n"
            try Files.put(Array(lines.utf8), "team", folder)
            let team = try Files.arca(["key", "show", "team"], in: folder)
            #expect(team.status == 0, "\(team.errors)")
            for kind in ["Ed25519", "MLKEM768-X25519", "X25519"] {
                #expect(team.text.contains("\n\(kind) public key\n") || team.text.hasPrefix("\(kind) public key\n"))
            }
            let inspected = try Files.arca(["inspect", "plugin"], in: folder)
            #expect(inspected.status == 0)
            let made = try Files.arca(["key", "generate", "x25519", "--pq", "-o", "pq"], in: folder)
            #expect(made.status == 0)
            #expect(try Files.arca(["inspect", "pq"], in: folder).text.contains("post-quantum age identity"))
        }
    }

    @Test("converts an encrypted key to an age identity, which is unencrypted, only with --plain")
    func convertsToPlain() throws {
        try Files.inFolder { folder in
            for kind in [["x25519"], ["x25519", "--pq"]] {
                let make = ["key", "generate"] + kind + ["--to", "pkcs8"] + Files.secret + ["--force", "-o", "pem"]
                #expect(try Files.arca(make, in: folder).status == 0)
                let words = ["key", "convert", "--to", "age"] + Files.secret + ["pem"]
                let refused = try Files.arca(words, in: folder)
                #expect(refused.status == 2)
                #expect(refused.output.isEmpty)
                #expect(refused.errors.contains("--plain"))
                let converted = try Files.arca(words + ["--plain"], in: folder)
                #expect(converted.status == 0 && converted.text.contains("AGE-SECRET-KEY-"))
                #expect(try Files.arca(words + ["--public"], in: folder).text.hasPrefix("age1"))
            }
            let refused = try Files.arca(["key", "convert", "--to", "age", "--der", "key"], in: folder)
            #expect(refused.status == 2 && refused.errors.contains("age has no DER form"))
            let lacking = try Files.arca(["key", "convert", "--to", "jwk"] + Files.secret + ["pem"], in: folder)
            #expect(lacking.errors.contains("give --to age, pkcs8 or spki"))
        }
    }

    @Test("a post-quantum slot shows the fingerprint of key fingerprint; an invalid recipient is named")
    func slotText() throws {
        try Files.inFolder { folder in
            let identity = try Age.HybridIdentity()
            try Files.put(Array(bytes: identity.text) + [0x0a], "pq", folder)
            try Files.put(Array("\(identity.recipient)\n".utf8), "recipient", folder)
            let print = try Files.arca(["key", "fingerprint", "recipient"], in: folder).text.prefix { $0 != " " }
            #expect(print.count == 64)
            let vault = ["--vault", "v.arca"]
            let made = try Files.arca(
                ["vault", "init"] + vault + ["--new-recipients-file", "recipient"], in: folder)
            #expect(made.status == 0, "\(made.errors)")
            let list = try Files.arca(["vault", "slot", "list"] + vault + ["--identity", "pq"], in: folder)
            #expect(list.text.contains("age1pq1…, fingerprint \(print)"), "\(list.errors)")
            for (text, hint) in [("age1pq1x", "a recipient begins with"), ("recipient", "--new-recipients-file")] {
                let words = ["vault", "slot", "add"] + vault + ["--identity", "pq", "--new-recipient", text]
                let refused = try Files.arca(words, in: folder)
                #expect(refused.status == 2 && refused.errors.contains("--new-recipient: "), "\(refused.errors)")
                #expect(refused.errors.contains(hint), "\(refused.errors)")
            }
        }
    }
}
