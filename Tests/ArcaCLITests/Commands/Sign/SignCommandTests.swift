internal import ArcaCodecs
internal import ArcaCore
internal import ArcaTestSupport
internal import Foundation
import Testing

/// `arca sign` and `arca verify`, and their interoperability with other programs.
@Suite struct SignCommandTests {
    static let passphrase = ["PW": "correct horse"]

    /// A 512-bit RSA key and its signature of `hello` and a line feed (SHA-256), both by openssl.
    static let shortKey = """
        -----BEGIN PUBLIC KEY-----
        MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMxob27JNBdkHz0ogIAOhD+joIXm4gcO
        cfZFQs7n1BuF2UJMWGA6qaGzqVXN2JPLAqDudm+HZXonDXkPAVbsr2ECAwEAAQ==
        -----END PUBLIC KEY-----

        """
    static let shortSignature =
        "PERuSiqf/tn22EPHiW6bv/bapfHEvSd0KbAzy7C4j8hq3xL/ZRMWmvaIjoDEFyHBlb+Y8ipV+uvGy2Dxr5O1lw=="

    static func arca(
        _ words: [String], in folder: URL, input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> Peer.Answer {
        // A separate home folder, so no list of the user applies.
        let home = ["HOME": folder.path, "XDG_CONFIG_HOME": folder.appendingPathComponent("config").path]
        return try Arca.run(
            words, input: input, environment: home.merging(passphrase) { $1 }.merging(environment) { $1 }, in: folder)
    }

    static func put(_ text: String, _ name: String, _ folder: URL) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    static func get(_ name: String, _ folder: URL) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// Runs `body` in a folder with an Ed25519 key `id`, its line `id.pub`, a message `notes.txt` and a list `signers`.
    static func inFolder(_ body: (URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            try put("hello\n", "notes.txt", folder)
            _ = try arca(["key", "generate", "ed25519", "--to", "openssh", "--plain", "-o", "id"], in: folder)
            let line = try arca(["key", "convert", "--to", "openssh", "--public", "-o", "id.pub", "id"], in: folder)
            #expect(line.status == 0)
            try put("alice@example.com \(get("id.pub", folder))", "signers", folder)
            try body(folder)
        }
    }

    @Test("signs next to the file, and reports the signer and the reason for trust")
    func roundTrip() throws {
        try Self.inFolder { folder in
            let made = try Self.arca(["sign", "--key", "id", "notes.txt"], in: folder)
            #expect(made.status == 0 && made.output.isEmpty)
            #expect(made.errors == "arca: wrote notes.txt.sig\n")
            #expect(try Self.get("notes.txt.sig", folder).hasPrefix("-----BEGIN SSH SIGNATURE-----\n"))
            let print = try Self.arca(["key", "fingerprint", "--style", "ssh", "id.pub"], in: folder).text
                .prefix { $0 != " " }
            let good = try Self.arca(["verify", "--signers", "signers", "notes.txt"], in: folder)
            #expect(good.status == 0 && good.errors.isEmpty)
            #expect(
                good.text
                    == "notes.txt: good signature by alice@example.com, Ed25519 \(print), trusted by signers line 1\n")
            // The signature implies its file; the key is a file or text; --quiet prints nothing.
            let line = try Self.get("id.pub", folder).trimmingCharacters(in: .newlines)
            for words in [["--key", "id.pub", "notes.txt.sig"], ["--key", line, "-q", "notes.txt"]] {
                let answer = try Self.arca(["verify"] + words, in: folder)
                #expect(answer.status == 0 && answer.errors.isEmpty, "\(answer.errors)")
                #expect(answer.text.isEmpty == words.contains("-q"))
            }
            let input = Array("hello\n".utf8)
            let piped = try Self.arca(
                ["verify", "--key", "id.pub", "--signature", "notes.txt.sig", "-"], in: folder, input: input)
            #expect(piped.status == 0 && piped.text.hasPrefix("standard input: good signature by Ed25519"))
            let signed = try Self.arca(["sign", "--key", "id"], in: folder, input: input)
            #expect(signed.output == Array(try Self.get("notes.txt.sig", folder).utf8))
        }
    }

    @Test("the user's own list is trusted, one in the folder of the file is not")
    func ownList() throws {
        try Self.inFolder { folder in
            _ = try Self.arca(["sign", "--key", "id", "notes.txt"], in: folder)
            let nobody = try Self.arca(["verify", "notes.txt"], in: folder)
            #expect(nobody.status == 2 && nobody.errors.contains("no trusted key or list of signers"))
            #expect(nobody.errors.contains("NAME ssh-ed25519 AAAA"))
            let config = folder.appendingPathComponent("config/arca")
            try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
            try Self.put(Self.get("signers", folder), "config/arca/signers", folder)
            #expect(try Self.arca(["verify", "notes.txt"], in: folder).status == 0)
            // A named list replaces it.
            try Self.put("# nobody\n", "empty", folder)
            for words in [["--signers", "empty"], ["--signer", "bob@example.com"]] {
                #expect(try Self.arca(["verify"] + words + ["notes.txt"], in: folder).status == 7, "\(words)")
            }
            let other = try Self.arca(["verify", "notes.txt"], in: folder, environment: ["ARCA_SIGNERS": "empty"])
            #expect(other.status == 7 && other.errors.contains("which empty does not list"))
        }
    }

    @Test("each failure has its status and its reason, as text and as JSON")
    func failures() throws {
        try Self.inFolder { folder in
            _ = try Self.arca(["key", "generate", "ed25519", "--to", "openssh", "--plain", "-o", "other"], in: folder)
            _ = try Self.arca(
                ["key", "convert", "--to", "openssh", "--public", "-o", "other.pub", "other"], in: folder)
            _ = try Self.arca(["sign", "--key", "id", "notes.txt"], in: folder)
            let line = try Self.get("id.pub", folder)
            try Self.put("alice valid-before=\"20200101Z\" \(line)", "old", folder)
            try Self.put("alice valid-after=\"29990101Z\" \(line)", "new", folder)
            try Self.put("alice namespaces=\"git\" \(line)", "git", folder)
            func check(_ words: [String], _ status: Int32, _ verdict: String, _ text: String) throws {
                let answer = try Self.arca(["verify"] + words + ["notes.txt"], in: folder)
                #expect(answer.status == status && answer.output.isEmpty, "\(words)")
                #expect(answer.errors.contains(text), "\(words): \(answer.errors)")
                let json = try Self.arca(["verify", "--json"] + words + ["notes.txt"], in: folder)
                #expect(json.status == status && json.text.contains("\"verdict\": \"\(verdict)\""), "\(json.text)")
            }
            try check(["--key", "other.pub"], 3, "wrong-key", "signed by SHA256:")
            try check(["--signers", "old"], 7, "expired", "is over")
            try check(["--signers", "new"], 7, "not-yet-valid", "has not come")
            try check(["--signers", "git"], 1, "namespace", "namespace file")
            try check(["--signers", "signers", "--signer", "bob"], 7, "unknown-signer", "not listed for bob")
            try check(["--signers", "signers", "--namespace", "git"], 1, "namespace", "made for the namespace file")
            try check(["--key", "id.pub", "--revoked", "id.pub"], 7, "revoked", "id.pub line 1 revokes")
            #expect(
                try Self.arca(["verify", "--signers", "old", "--time", "20191231", "notes.txt"], in: folder).status == 0
            )
            try Self.put("hello!\n", "notes.txt", folder)
            try check(["--key", "id.pub"], 1, "bad", "does not match")
            try Self.put("-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n", "notes.txt.sig", folder)
            try check(["--key", "id.pub"], 5, "malformed", "notes.txt: ")
            try Self.put(
                "-----BEGIN PGP SIGNATURE-----\n\nAAAA\n-----END PGP SIGNATURE-----\n", "notes.txt.sig", folder)
            try check(["--key", "id.pub"], 5, "unsupported", "gpg --verify notes.txt.sig notes.txt")
            try Self.put("x", "notes.txt.minisig", folder)
            let two = try Self.arca(["verify", "--key", "id.pub", "notes.txt"], in: folder)
            #expect(two.status == 2 && two.errors.contains("notes.txt.minisig, notes.txt.sig"))
            for (words, status) in [
                (["verify", "--key", "id.pub", "id"], 7), (["verify", "--key", "id.pub", "none"], 8),
                (["sign", "--key", "id.pub", "notes.txt"], 2), (["sign", "notes.txt"], 2),
                (["sign", "--key", "id", "notes.txt"], 2), (["sign", "--key", "notes.txt", "notes.txt"], 5),
                (["sign", "--key", "id", "--comment", "x", "notes.txt"], 2),
                (["sign", "--key", "id", "--embed", "notes.txt"], 2),
                (["sign", "--key", "id", "-", "notes.txt"], 2), (["sign", "--key", "id", "-o", "x", "a", "b"], 2),
            ] as [([String], Int32)] {
                let answer = try Self.arca(words, in: folder)
                #expect(answer.status == status && !answer.errors.isEmpty, "\(words): \(answer.errors)")
            }
            #expect(try Self.arca(["sign", "--key", "id", "--force", "notes.txt"], in: folder).status == 0)
        }
    }

    @Test("prints one line per file, and ends with the status of the first failure")
    func severalFiles() throws {
        try Self.inFolder { folder in
            for name in ["a", "b", "c"] { try Self.put(name, name, folder) }
            #expect(try Self.arca(["sign", "--key", "id", "a", "b", "c"], in: folder).status == 0)
            try Self.put("changed", "b", folder)
            let answer = try Self.arca(["verify", "--key", "id.pub", "a", "b", "none", "c"], in: folder)
            #expect(answer.status == 1)
            #expect(answer.text.split(separator: "\n").map { $0.prefix(8) } == ["a: good ", "c: good "])
            #expect(answer.errors.contains("b: the signature does not match"))
        }
    }

    @Test("reads keys from the vault, from a variable, and encrypted keys")
    func keys() throws {
        try Self.inFolder { folder in
            let vault = ["ARCA_VAULT": folder.appendingPathComponent("v.arca").path]
            let open = ["--new-passphrase-from", "env:PW", "--weak"]
            #expect(try Self.arca(["vault", "init"] + open, in: folder, environment: vault).status == 0)
            let key = Array(try Self.get("id", folder).utf8)
            let set = ["vault", "set", "release/key", "--passphrase-from", "env:PW", "--secret-from", "stdin"]
            let kept = try Self.arca(set, in: folder, input: key, environment: vault)
            #expect(kept.status == 0, "\(kept.errors)")
            // Without a session and without a terminal, the vault is locked.
            let locked = try Self.arca(
                ["sign", "--key", "arca://release/key", "notes.txt"], in: folder, environment: vault)
            #expect(locked.status == 6, "\(locked.errors)")
            let input = Array("{}".utf8)
            for words in [
                ["rsa", "decrypt", "--key"], ["rsa", "encrypt", "--key"], ["jwt", "sign", "--no-expiry", "--key"],
                ["encrypt", "-i"], ["sm2", "sign", "--key"], ["sm2", "encrypt", "--key"],
                ["encrypt", "--format", "rsautil", "-i"], ["key", "show"], ["key", "fingerprint"],
            ] {
                let answer = try Self.arca(
                    words + ["arca://release/key"], in: folder, input: input, environment: vault)
                #expect(answer.status == 6, "\(words): \(answer.errors)")
                #expect(try Self.arca(words + ["arca://"], in: folder, input: input).status == 2, "\(words)")
            }
            let own = try Self.arca(["sign", "notes.txt"], in: folder, environment: ["ARCA_SIGNING_KEY": "id"])
            #expect(own.status == 0, "\(own.errors)")
            let locking = [
                "key", "convert", "--to", "openssh", "--new-passphrase-from", "env:PW", "-o", "sealed", "id",
            ]
            #expect(try Self.arca(locking, in: folder).status == 0)
            let sign = ["sign", "--key", "sealed", "--force", "notes.txt"]
            #expect(try Self.arca(sign + ["--passphrase-from", "env:PW"], in: folder).status == 0)
            let wrong = try Self.arca(
                sign + ["--passphrase-from", "env:OTHER"], in: folder, environment: ["OTHER": "x"])
            #expect(wrong.status == 3)
            #expect(try Self.arca(["verify", "--key", "id.pub", "notes.txt"], in: folder).status == 0)
        }
    }

    @Test("OpenSSH and Arca verify each other's signatures", .enabled(if: Peer.has("ssh-keygen")))
    func openSSH() throws {
        try Self.inFolder { folder in
            for kind in ["ed25519", "rsa", "ecdsa"] {
                let key = "key-\(kind)"
                let made = try Peer.run(
                    ["ssh-keygen", "-q", "-t", kind, "-N", "correct horse", "-C", "", "-f", key], in: folder)
                #expect(made.status == 0)
                try Self.put("me \(Self.get("\(key).pub", folder))", "list", folder)
                let words = ["sign", "--key", key, "--passphrase-from", "env:PW", "--force", "notes.txt"]
                let signed = try Self.arca(words, in: folder)
                #expect(signed.status == 0, "\(kind): \(signed.errors)")
                let verify = [
                    "ssh-keygen", "-Y", "verify", "-n", "file", "-f", "list", "-I", "me", "-s", "notes.txt.sig",
                ]
                let answer = try Peer.run(verify, input: Array("hello\n".utf8), in: folder)
                #expect(answer.status == 0 && answer.text.hasPrefix("Good \"file\" signature for me"), "\(kind)")
                let plain = try Peer.run(
                    ["ssh-keygen", "-q", "-p", "-P", "correct horse", "-N", "", "-f", key], in: folder)
                #expect(plain.status == 0)
                try FileManager.default.removeItem(at: folder.appendingPathComponent("notes.txt.sig"))
                let theirs = try Peer.run(
                    ["ssh-keygen", "-q", "-Y", "sign", "-n", "file", "-f", key, "notes.txt"], in: folder)
                #expect(theirs.status == 0, "\(theirs.errors)")
                let good = try Self.arca(["verify", "--signers", "list", "notes.txt"], in: folder)
                #expect(good.status == 0 && good.text.contains("good signature by me"), "\(kind): \(good.errors)")
            }
        }
    }

    @Test("minisign and Arca verify each other's signatures", .enabled(if: Peer.has("minisign")))
    func minisign() throws {
        try Self.inFolder { folder in
            let made = try Peer.run(["minisign", "-G", "-W", "-p", "m.pub", "-s", "m.key"], in: folder)
            #expect(made.status == 0)
            let signed = try Self.arca(["sign", "--key", "m.key", "--comment", "version 1", "notes.txt"], in: folder)
            #expect(signed.status == 0, "\(signed.errors)")
            let good = try Peer.run(["minisign", "-Vm", "notes.txt", "-p", "m.pub"], in: folder)
            #expect(good.status == 0 && good.text.contains("Trusted comment: version 1"))
            let theirs = try Peer.run(["minisign", "-Sm", "notes.txt", "-s", "m.key", "-l"], in: folder)
            #expect(theirs.status == 0)
            let key = String(try Self.get("m.pub", folder).split(separator: "\n")[1])
            let own = try Self.arca(["verify", "--key", key, "notes.txt"], in: folder)
            #expect(own.status == 0 && own.text.contains("notes.txt: signed on "), "\(own.text)")
            #expect(own.errors.contains("a legacy signature"))
            #expect(try Self.arca(["verify", "--no-legacy", "--key", key, "notes.txt"], in: folder).status == 5)
            try Self.put("release minisign \(key)\n", "list", folder)
            #expect(try Self.arca(["verify", "--signers", "list", "notes.txt"], in: folder).status == 0)
        }
    }

    @Test("rejects signatures that a key made for another purpose or in another format")
    func relabelled() throws {
        try Self.inFolder { folder in
            let made = try Self.arca(["key", "generate", "minisign", "--plain", "-o", "m.key"], in: folder)
            let key = String(made.errors.split(separator: " ").last ?? "").trimmingCharacters(in: .newlines)
            #expect(made.status == 0 && key.count == 56)
            #expect(try Self.arca(["sign", "--key", "m.key", "notes.txt"], in: folder).status == 0)
            #expect(try Self.arca(["verify", "--key", key, "notes.txt"], in: folder).status == 0)
            // The global signature covers signature and comment: two lines with it would be a signify signature of that
            // text.
            let lines = try Self.get("notes.txt.minisig", folder).split(separator: "\n").map(String.init)
            let first = try Base64.standard.decode(lines[1])
            let comment = Array(lines[2].dropFirst("trusted comment: ".count).utf8)
            try Data(first[10...] + comment).write(to: folder.appendingPathComponent("forged"))
            let global = try Base64.standard.decode(lines[3])
            let two = Base64.standard.encode(Array("Ed".utf8) + first[2..<10] + global)
            try Self.put("untrusted comment: x\n\(two)\n", "forged.sig", folder)
            try Self.put("a minisign \(key)\n", "list", folder)
            for trust in [["--key", key], ["--signers", "list"]] {
                let refused = try Self.arca(["verify"] + trust + ["forged"], in: folder)
                #expect(refused.status == 5 && refused.output.isEmpty, "\(trust): \(refused.errors)")
            }
            // The pair itself is valid: only the kind of the key rejects it.
            let named = try Self.arca(["verify", "--key", "signify \(key)", "forged"], in: folder)
            #expect(named.status == 0)
            // PKCS #1 v1.5 in Arca's own format does not bind its purpose.
            _ = try Self.arca(["key", "generate", "rsa", "--bits", "2048", "--plain", "-o", "rsa.pem"], in: folder)
            _ = try Self.arca(["key", "convert", "--to", "spki", "-o", "rsa.pub", "rsa.pem"], in: folder)
            let old = ["rsa", "sign", "--key", "rsa.pem", "--padding", "pkcs1", "-o", "notes.txt.sig", "notes.txt"]
            #expect(try Self.arca(old, in: folder).status == 0)
            let own = ["verify", "--key", "rsa.pub", "--signature", "notes.txt.sig", "notes.txt"]
            #expect(try Self.arca(own, in: folder).status == 5)
            let pss = ["sign", "--format", "rsa", "--key", "rsa.pem", "--force", "notes.txt"]
            #expect(try Self.arca(pss, in: folder).status == 0)
            #expect(try Self.arca(own, in: folder).status == 0)
            try token(folder, try Self.get("notes.txt.sig", folder).split(separator: "\n").map(String.init))
        }
    }

    /// Turns a PS256 token into a signature file for the token's first two parts, made with the same key.
    private func token(_ folder: URL, _ lines: [String]) throws {
        try Self.put("{\"sub\":\"a\"}", "claims", folder)
        let sign = ["jwt", "sign", "--key", "rsa.pem", "--alg", "PS256", "--lifetime", "1h", "claims"]
        let made = try Self.arca(sign, in: folder)
        let parts = made.text.trimmingCharacters(in: .newlines).split(separator: ".").map(String.init)
        #expect(made.status == 0 && parts.count == 3, "\(made.errors)")
        try Self.put("\(parts[0]).\(parts[1])", "token", folder)
        let signature = Base64.standard.encode(try Base64.urlUnpadded.decode(parts[2]))
        let commands = [["verify"], ["rsa", "verify"]].map {
            $0 + ["--key", "rsa.pub", "--signature", "token.sig", "token"]
        }
        for (version, statuses) in [(1, [5, 1]), (2, [1, 1])] {
            try Self.put(
                "arca signature v\(version)\n\(lines[1])\n\(lines[2])\nsignature: \(signature)\n", "token.sig", folder)
            for (command, status) in zip(commands, statuses) {
                let answer = try Self.arca(command, in: folder)
                #expect(answer.status == status && answer.output.isEmpty, "\(command): \(answer.errors)")
                #expect(answer.errors.contains("--allow-v1") == (version == 1), "\(answer.errors)")
                let asked = try Self.arca(command + ["--allow-v1"], in: folder)
                #expect((asked.status == 0) == (version == 1), "\(asked.errors)")
                #expect(asked.errors.contains("another purpose") == (version == 1), "\(asked.errors)")
            }
        }
        // Conversely, a signature of the parts is not a token.
        let whole = ["sign", "--format", "rsa", "--key", "rsa.pem", "--force", "-o", "own.sig", "token"]
        #expect(try Self.arca(whole, in: folder).status == 0)
        let line = try Self.get("own.sig", folder).split(separator: "\n")[3].dropFirst("signature: ".count)
        let forged = Base64.urlUnpadded.encode(try Base64.standard.decode(String(line)))
        try Self.put("\(parts[0]).\(parts[1]).\(forged)", "forged.jwt", folder)
        try Self.put("\(parts.joined(separator: "."))", "true.jwt", folder)
        #expect(
            try Self.arca(["jwt", "verify", "--any-audience", "--key", "rsa.pub", "true.jwt"], in: folder).status == 0)
        #expect(
            try Self.arca(["jwt", "verify", "--any-audience", "--key", "rsa.pub", "forged.jwt"], in: folder).status != 0
        )
    }

    @Test(
        "rejects a file that begins with its signature as the message; -o writes what was signed, once verified",
        .enabled(if: Peer.has("signify-openbsd")))
    func embedded() throws {
        try Self.inFolder { folder in
            let made = try Peer.run(["signify-openbsd", "-G", "-n", "-p", "k.pub", "-s", "k.sec"], in: folder)
            #expect(made.status == 0)
            let sign = ["sign", "--key", "k.sec", "--embed", "-o", "whole", "notes.txt"]
            #expect(try Self.arca(sign, in: folder).status == 0)
            let theirs = try Peer.run(
                ["signify-openbsd", "-V", "-e", "-p", "k.pub", "-x", "whole", "-m", "theirs"], in: folder)
            #expect(theirs.status == 0)
            #expect(try Self.get("theirs", folder) == "hello\n")
            // The first line is not signed.
            let text = try Self.get("whole", folder)
            let changed =
                "untrusted comment: $(touch PWNED)\n" + text.split(separator: "\n").dropFirst().joined(separator: "\n")
            try Self.put(changed + "\n", "whole", folder)
            let plain = try Self.arca(["verify", "--key", "k.pub", "whole"], in: folder)
            #expect(plain.status == 7)
            #expect(plain.output.isEmpty)
            #expect(plain.errors.contains("give -o OUT"))
            let good = try Self.arca(["verify", "--key", "k.pub", "-o", "message", "whole"], in: folder)
            #expect(good.status == 0, "\(good.errors)")
            #expect(try Self.get("message", folder) == "hello\n")
            try Self.put(changed + "more\n", "whole", folder)
            let bad = try Self.arca(["verify", "--key", "k.pub", "-o", "other", "whole"], in: folder)
            #expect(bad.status == 1)
            #expect((try? Self.get("other", folder)) == nil)
        }
    }

    @Test("rejects a short RSA key, a revoked key in another format, and a file with only a signature's suffix")
    func refused() throws {
        try Self.inFolder { folder in
            // Anyone can factor a 512-bit key: even its valid signature proves nothing.
            try Self.put(Self.shortKey, "short.pem", folder)
            let signature = try Base64.standard.decode(Self.shortSignature)
            try Data(signature).write(to: folder.appendingPathComponent("raw"))
            let short = try Self.arca(
                ["verify", "--format", "raw", "--key", "short.pem", "--signature", "raw", "notes.txt"], in: folder)
            #expect(short.status == 5 && short.output.isEmpty)
            #expect(short.errors.contains("512 bits"), "\(short.errors)")
            // A key is identified by its bytes: a minisign line revokes the same key in OpenSSH format.
            let line = try Base64.standard.decode(
                String(Self.get("id.pub", folder).split { $0 == " " || $0.isNewline }[1]).utf8)
            let minisign = Base64.standard.encode(Array("Ed".utf8) + Array(1...8) + line.suffix(32))
            try Self.put("minisign \(minisign)\n", "revoked", folder)
            #expect(try Self.arca(["sign", "--key", "id", "notes.txt"], in: folder).status == 0)
            let verify = ["verify", "--signers", "signers"]
            #expect(try Self.arca(verify + ["notes.txt"], in: folder).status == 0)
            let revoked = try Self.arca(verify + ["--revoked", "revoked", "notes.txt"], in: folder)
            #expect(revoked.status == 7 && revoked.output.isEmpty)
            #expect(revoked.errors.contains("revoked line 1 revokes"), "\(revoked.errors)")
            // The suffix alone does not make a signature.
            try Self.put("hello\n", "text.asc", folder)
            let suffix = try Self.arca(verify + ["text.asc"], in: folder)
            #expect(suffix.status == 7 && suffix.output.isEmpty)
            #expect(suffix.errors.contains("no signature"), "\(suffix.errors)")
        }
    }

    @Test("uses the given namespaces and hashes, in both dialects")
    func namespaces() throws {
        try Self.inFolder { folder in
            let forms: [[String]] = [
                ["sign", "--namespace", "release@example.com", "--hash", "sha256", "--key", "id", "-o", "own"],
                ["-Y", "sign", "-n", "release@example.com", "-Ohashalg=sha256", "-f", "id"],
            ]
            for words in forms {
                let isOwn = words[0] == "sign"
                #expect(try Self.arca(words + ["notes.txt"], in: folder).status == 0)
                let name = isOwn ? "own" : "notes.txt.sig"
                let body = try Self.get(name, folder).split(separator: "\n").dropFirst().dropLast().joined()
                #expect(
                    String(decoding: try Base64.standard.decode(body), as: UTF8.self).contains("sha256"), "\(words)")
                let verify = ["verify", "--signers", "signers", "--signature", name, "notes.txt"]
                #expect(try Self.arca(verify, in: folder).status == 1)
                #expect(
                    try Self.arca(["verify", "--namespace", "release@example.com"] + verify.dropFirst(), in: folder)
                        .status == 0)
            }
            for words in [["--hash", "md5"], ["--hash", "sha384"], ["--namespace", ""]] {
                let refused = try Self.arca(["sign", "--key", "id", "-o", "none", "notes.txt"] + words, in: folder)
                #expect(refused.status == 2, "\(words): \(refused.errors)")
                #expect((try? Self.get("none", folder)) == nil)
            }
        }
    }

    @Test("inspect identifies signatures and their keys, and says that nothing was verified")
    func inspects() throws {
        try Self.inFolder { folder in
            _ = try Self.arca(["sign", "--key", "id", "notes.txt"], in: folder)
            let ssh = try Self.arca(["inspect", "notes.txt.sig"], in: folder)
            #expect(ssh.text.contains("SSH signature") && ssh.text.contains("namespace: file"))
            #expect(ssh.text.contains("nothing was verified"))
            let key = "RWSyd/5iyb6Xxfv7dk9iGZHoEe65oUv0KWDfExiba2XuhHMedILiCCPm"
            try Self.put("untrusted comment: minisign public key\n\(key)\n", "m.pub", folder)
            let named = try Self.arca(["inspect", "m.pub"], in: folder)
            #expect(named.text.contains("minisign public key") && named.text.contains("fingerprint: SHA256:"))
        }
    }
}
