internal import ArcaTestSupport
import Foundation
import Testing

@Suite(.enabled(if: runsSlowTests, "slow")) struct KeyCommandTests {
    private static let environment = ["PASS": "correct horse", "WRONG": "wrong horse"]

    private func arca(_ words: String, in folder: URL, input: [UInt8] = []) throws -> Peer.Answer {
        try Arca.run(
            ["key"] + words.split(separator: " ").map(String.init), input: input,
            environment: Self.environment, in: folder)
    }

    private func mode(_ name: String, _ folder: URL) throws -> Int? {
        let path = folder.appendingPathComponent(name).path
        return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("generates an age identity that age accepts, in a file for the user only", .enabled(if: Peer.has("age")))
    func makesIdentity() throws {
        try Peer.inFolder { folder in
            let made = try arca("generate x25519 -o me.key", in: folder)
            #expect(made.status == 0 && made.output.isEmpty)
            let text = try String(contentsOf: folder.appendingPathComponent("me.key"), encoding: .utf8)
            let lines = text.split(separator: "\n")
            try #require(lines.count == 3)
            #expect(lines[0].hasPrefix("# created: 20"))
            #expect(lines[2].hasPrefix("AGE-SECRET-KEY-1"))
            let recipient = String(lines[1].dropFirst("# public key: ".count))
            #expect(made.errors == "arca: public key: \(recipient)\n")
            #expect(try Peer.run(["age-keygen", "-y", "me.key"], in: folder).text == recipient + "\n")
            #expect(try mode("me.key", folder) == 0o600)
            let public_ = try arca("convert --to age --public me.key", in: folder)
            #expect(public_.text == recipient + "\n", "\(public_.errors)")
            let pem = try arca("convert --to pkcs8 --plain me.key -o me.pem", in: folder)
            #expect(pem.status == 0, "\(pem.errors)")
            let back = try arca("convert --to age me.pem", in: folder)
            #expect(back.text.split(separator: "\n").last == lines[2])
        }
    }

    @Test("does not replace a key without --force, and leaves no file if a passphrase is missing")
    func keepsKeys() throws {
        try Peer.inFolder { folder in
            #expect(try arca("generate ed25519 --plain -o key", in: folder).status == 0)
            let path = folder.appendingPathComponent("key")
            let before = try Data(contentsOf: path)
            let again = try arca("generate ed25519 --plain -o key", in: folder)
            #expect(again.status == 2 && again.errors.contains("exists already"))
            #expect(try Data(contentsOf: path) == before)
            #expect(try arca("generate ed25519 --plain --force -o key", in: folder).status == 0)
            #expect(try Data(contentsOf: path) != before)
            let unset = try arca("generate ed25519 -o other --passphrase-from env:UNSET", in: folder)
            #expect(unset.status == 2 && !FileManager.default.fileExists(atPath: folder.path + "/other"))
            // A typo must not write a public key over a private one.
            let other = try arca("generate ed25519 --plain -o other", in: folder)
            #expect(other.status == 0, "\(other.errors)")
            let kept = try Data(contentsOf: path)
            let slip = try arca("convert --to spki other -o key", in: folder)
            #expect(slip.status == 2 && slip.errors.contains("exists already"))
            #expect(try Data(contentsOf: path) == kept)
            #expect(try arca("convert --to spki --force other -o key", in: folder).status == 0)
            #expect(try Data(contentsOf: path) != kept)
            #expect(try arca("convert --to spki --force other -o other", in: folder).status == 2)
            #expect(try arca("convert --to spki other -o /dev/null", in: folder).status == 0)
        }
    }

    @Test("makes encrypted keys that openssl decrypts only with the passphrase", .enabled(if: Peer.has("openssl")))
    func makesEncryptedKeys() throws {
        try Peer.inFolder { folder in
            let pass = "--passphrase-from env:PASS"
            for (name, words) in [
                ("ed", "ed25519"), ("rsa", "rsa --bits 2048"), ("rsa3", "rsa --bits 2048 --primes 3 --kdf pbkdf2"),
                ("der", "ed25519 --der"), ("x", "x25519 --to pkcs8"),
            ] {
                let made = try arca("generate \(words) \(pass) -o \(name)", in: folder)
                #expect(made.status == 0, "\(name): \(made.errors)")
                #expect(try mode(name, folder) == 0o600)
                let opened = try Peer.run(
                    ["openssl", "pkey", "-in", name, "-passin", "pass:correct horse", "-noout"], in: folder)
                #expect(opened.status == 0, "\(name): \(opened.errors)")
                let wrong = try Peer.run(
                    ["openssl", "pkey", "-in", name, "-passin", "pass:wrong", "-noout"], in: folder)
                #expect(wrong.status != 0, "\(name)")
                let shown = try arca("show --passphrase-from env:WRONG \(name)", in: folder)
                #expect(shown.status == 3 && shown.output.isEmpty, "\(name)")
            }
            let shown = try arca("show \(pass) rsa3", in: folder)
            #expect(shown.text.hasPrefix("RSA private key, 2048 bits\n"))
            #expect(shown.text.contains("  encryption      AES-256-CBC, PBKDF2 SHA-256 600000 iterations\n"))
            #expect(shown.text.contains("  primes          3\n"))
            let json = try arca("show --json \(pass) rsa", in: folder)
            let report = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
            let keys = report?["keys"] as? [[String: Any]]
            #expect(keys?.first?["bits"] as? Int == 2048 && keys?.first?["exponent"] as? String == "010001")
        }
    }

    @Test("generates keys on all curves that openssl and ssh-keygen read, in each format")
    func makesCurveKeys() throws {
        try Peer.inFolder { folder in
            for (kind, title) in [
                ("p256", "P-256"), ("p384", "P-384"), ("p521", "P-521"), ("secp256k1", "secp256k1"),
            ] {
                for form in ["pkcs8", "pkcs8 --der", "der", "jwk"] + (kind == "secp256k1" ? [] : ["openssh"]) {
                    let made = try arca("generate \(kind) --to \(form) --plain --force -o made", in: folder)
                    #expect(made.status == 0 && made.errors.hasPrefix("arca: fingerprint: "), "\(made.errors)")
                    let printed = try arca("fingerprint made", in: folder).text.prefix(64)
                    #expect(printed.count == 64 && made.errors.contains(printed), "\(made.errors)")
                    #expect(try mode("made", folder) == 0o600)
                    let shown = try arca("show made", in: folder)
                    #expect(shown.text.hasPrefix("\(title) private key\n"), "\(shown.text)")
                    let pem = try arca("convert --to pkcs8 --plain --force made -o made.pem", in: folder)
                    #expect(pem.status == 0, "\(pem.errors)")
                    if Peer.has("openssl") {
                        let checked = try Peer.run(
                            ["openssl", "pkey", "-in", "made.pem", "-check", "-noout"], in: folder)
                        #expect(checked.status == 0, "\(kind) \(form): \(checked.errors)")
                    }
                    if form == "openssh", Peer.has("ssh-keygen") {
                        #expect(try Peer.run(["ssh-keygen", "-y", "-f", "made"], in: folder).status == 0)
                    }
                }
            }
            let locked = try arca("generate p256 --passphrase-from env:PASS -o locked", in: folder)
            #expect(locked.status == 0, "\(locked.errors)")
            #expect(try arca("show --passphrase-from env:WRONG locked", in: folder).status == 3)
            for words in [
                "secp256k1 --to openssh", "p256 --to age", "p256 --to pkcs1", "p256 --to spki", "p256 --bits 256",
                "p256 --pq",
            ] {
                let refused = try arca("generate \(words) --plain", in: folder)
                #expect(refused.status == 2 && refused.output.isEmpty, "\(words)")
            }
        }
    }

    @Test("reports a public key with a point that is not on the curve")
    func showsBadPoints() throws {
        try Peer.inFolder { folder in
            // The generator of P-256, and the same with its last bit changed.
            let head = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE"
            let point = "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R"
            for (last, isGood) in [("9Q==", true), ("9A==", false)] {
                let text = "-----BEGIN PUBLIC KEY-----\n\(head + point + last)\n-----END PUBLIC KEY-----\n"
                try Data(text.utf8).write(to: folder.appendingPathComponent("key"))
                let shown = try arca("show key", in: folder)
                #expect(shown.status == (isGood ? 0 : 5), "\(shown.errors)")
                #expect(shown.text.contains("not a point of P-256") == !isGood, "\(shown.text)")
                let json = try arca("show --json key", in: folder)
                let report = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
                let key = (report?["keys"] as? [[String: Any]])?.first
                #expect((key?["warning"] is String) == !isGood)
            }
        }
    }

    @Test("converts between all formats and back", .enabled(if: Peer.has("openssl") && Peer.has("ssh-keygen")))
    func converts() throws {
        try Peer.inFolder { folder in
            try RSAKeys.write(to: folder)
            let original = try arca("fingerprint key.pem", in: folder).text.prefix(64)
            for form in ["pkcs1", "pkcs1 --der", "pkcs8", "pkcs8 --der", "der", "jwk", "openssh"] {
                let made = try arca("convert --to \(form) --plain --force key.pem -o made", in: folder)
                #expect(made.status == 0, "\(form): \(made.errors)")
                #expect(try mode("made", folder) == 0o600, "\(form)")
                #expect(try arca("fingerprint made", in: folder).text.prefix(64) == original, "\(form)")
                let back = try arca("convert --to pkcs8 --plain made", in: folder)
                #expect(try back.output == RSAKeys.privatePEM.get(), "\(form)")
            }
            for form in ["pkcs1", "pkcs1 --der", "spki", "spki --der", "der", "jwk", "openssh"] {
                let made = try arca("convert --to \(form) --public --force key.pem -o public", in: folder)
                #expect(made.status == 0, "\(form): \(made.errors)")
                #expect(try arca("fingerprint public", in: folder).text.prefix(64) == original, "\(form)")
                #expect(try arca("convert --to spki public", in: folder).output == RSAKeys.publicPEM.get(), "\(form)")
            }
            let commented = try arca("convert --to openssh --public --comment me@host key.pem", in: folder)
            #expect(commented.text.hasSuffix(" me@host\n"))
            for form in ["pkcs8", "openssh"] {
                let locked = try arca(
                    "convert --to \(form) --new-passphrase-from env:PASS --force key.pem -o locked", in: folder)
                #expect(locked.status == 0, "\(locked.errors)")
                // The passphrase that decrypted the key protects the new file.
                let again = try arca(
                    "convert --to pkcs8 --passphrase-from env:PASS --force locked -o again", in: folder)
                #expect(again.status == 0, "\(again.errors)")
                let text = try String(contentsOf: folder.appendingPathComponent("again"), encoding: .utf8)
                #expect(text.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----"))
                let plain = try arca("convert --to pkcs8 --plain --passphrase-from env:PASS again", in: folder)
                #expect(try plain.output == RSAKeys.privatePEM.get())
            }
        }
    }

    @Test("rejects invalid combinations with a hint")
    func refusesConversions() throws {
        try Peer.inFolder { folder in
            try RSAKeys.write(to: folder)
            for (words, status) in [
                ("convert --to jwk key.pem", 2), ("convert --to pkcs1 key.pem", 2), ("convert --to age key.pem", 2),
                ("convert --to pkcs8 pub.pem", 2), ("convert --to openssh --der --plain key.pem", 2),
                ("generate rsa --bits 1024", 2), ("generate rsa --bits 9000", 2), ("generate x25519 --bits 256", 2),
                ("generate aes --bits 100", 2), ("generate ed25519 --primes 3", 2), ("generate ed25519 --to spki", 2),
                ("generate ed25519 --to pkcs1", 2), ("generate dsa", 2), ("convert key.pem", 2),
                ("generate rsa --bits 2048 --primes 5 --plain", 2),
                ("generate rsa --primes 3 --to openssh --plain", 2),
                ("generate ed25519 --to openssh --plain --der", 2), ("generate x25519 --der", 2),
                ("convert --to openssh --public --der key.pem", 2), ("convert --to jwk --public --der key.pem", 2),
                ("generate ed25519 --plain --comment me", 2), ("convert --to spki --comment me key.pem", 2),
                ("generate ed25519 --plain --kdf pbkdf2", 2), ("convert --to spki --kdf scrypt key.pem", 2),
                ("generate ed25519 --to openssh --kdf scrypt --passphrase-from env:PASS", 2), ("generate aes --der", 2),
                ("generate aes --comment me", 2), ("generate aes --kdf scrypt", 2),
            ] {
                let answer = try arca(words, in: folder)
                #expect(answer.status == Int32(status) && answer.output.isEmpty, "\(words)")
                #expect(answer.errors.hasPrefix("arca: error: "), "\(words)")
            }
        }
    }

    @Test("writes no key in the clear if a passphrase was given for it")
    func dropsNoPassphrase() throws {
        try Peer.inFolder { folder in
            try RSAKeys.write(to: folder)
            for words in [
                "generate x25519", "generate ed25519 --plain", "generate aes", "generate aes --to jwk",
                "generate ed25519 --to jwk --plain",
            ] {
                let answer = try arca("\(words) --passphrase-from env:PASS -o made", in: folder)
                #expect(answer.status == 2 && answer.errors.contains("has no effect"), "\(words)")
            }
            for words in ["pkcs8 --plain", "pkcs1 --plain", "spki", "openssh --public", "jwk --plain"] {
                let answer = try arca(
                    "convert --to \(words) --new-passphrase-from env:PASS key.pem -o made", in: folder)
                #expect(answer.status == 2 && answer.errors.contains("has no effect"), "\(words)")
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/made"))
        }
    }

    @Test("a file that contains only a comment is not a key, with and without a line end")
    func readsComments() throws {
        try Peer.inFolder { folder in
            for text in ["#", "# hi", "\r", "#\n", "\n", ""] {
                for words in ["show", "fingerprint", "lint -", "convert --to spki"] {
                    let answer = try arca(words, in: folder, input: Array(text.utf8))
                    #expect(answer.status == 5 && answer.output.isEmpty, "\(words), \(text.debugDescription)")
                }
            }
        }
    }

    @Test(
        "memory holds no private number after commands that read and write a JWK",
        .enabled(if: Peer.canTrace, "processes cannot be traced here"))
    func wipesJWK() throws {
        try Peer.inFolder { folder in
            #expect(try arca("generate rsa --plain -o key.pem", in: folder).status == 0)
            #expect(try arca("convert --to jwk --plain key.pem -o key.jwk", in: folder).status == 0)
            let data = try Data(contentsOf: folder.appendingPathComponent("key.jwk"))
            let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
            let number = try #require(json["d"])
            // The path proves that the search works.
            let needles = [Array(Peer.arca.utf8), Array(number.utf8.prefix(40))]
            for words in [
                "convert --to jwk --plain key.pem -o new.jwk", "convert --to pkcs8 --plain key.jwk -o new.pem",
                "fingerprint key.jwk",
            ] {
                let findings = try Peer.memoryFindings(
                    in: [Peer.arca, "key"] + words.split(separator: " ").map(String.init), needles: needles, in: folder)
                #expect(findings.status == 0, "\(words): \(findings.errors)")
                #expect(findings.found == [0], "\(words)")
            }
        }
    }

    @Test("lint skips files of a folder that only resemble keys")
    func lintsFolders() throws {
        try Peer.inFolder { folder in
            let files = [
                "0 is a digit", "{\"name\": \"arca\", \"keywords\": []}", "write -----BEGIN foo and then",
                "-----BEGIN PGP MESSAGE-----\n\nAAAA\n-----END PGP MESSAGE-----\n", "ssh-keygen is a tool",
                "age1 is the name of the first one", "# hi", "#", "",
            ]
            for (number, text) in files.enumerated() {
                try Data(text.utf8).write(to: folder.appendingPathComponent("file\(number)"))
            }
            let answer = try arca("lint --json .", in: folder)
            #expect(answer.status == 0 && answer.errors.isEmpty, "\(answer.errors)")
            #expect(answer.text.contains("\"keyCount\": 0"))
            for number in files.indices {
                #expect(try arca("lint file\(number)", in: folder).status == 5, "\(number)")
            }
        }
    }

    @Test("lint reports keys on a given list, and the malformed lines of a list", .enabled(if: Peer.has("openssl")))
    func blocklists() throws {
        try Peer.inFolder { folder in
            let script = """
                openssl genrsa -out key 2048 2>/dev/null && openssl genrsa -out other 2048 2>/dev/null
                (echo '# known keys'; openssl rsa -in key -noout -modulus | sha1sum | cut -c 21-40) >list
                echo 'no digits' >bad
                """
            try #require(try Peer.run(["bash", "-c", script], in: folder).status == 0)
            #expect(try arca("lint key other", in: folder).status == 0)
            let found = try arca("lint --blocklist list key other", in: folder)
            #expect(found.status == 1, "\(found)")
            #expect(found.lines.count == 1, "\(found)")
            #expect(found.text.hasPrefix("key:"), "\(found)")
            let report = try arca("lint --json --blocklist list --blocklist list key", in: folder)
            #expect(report.status == 1 && report.text.contains("publishedKey"), "\(report)")
            #expect(try arca("lint --blocklist list other", in: folder).status == 0)
            let bad = try arca("lint --blocklist bad key", in: folder)
            #expect(bad.status == 5 && bad.errors.contains("bad"), "\(bad)")
            #expect(try arca("lint --blocklist nowhere key", in: folder).status == 8)
        }
    }

    @Test("refuses to convert a key with inconsistent numbers")
    func refusesContradictions() throws {
        try Peer.inFolder { folder in
            try RSAKeys.write(to: folder)
            #expect(try arca("convert --to jwk --plain key.pem -o key.jwk", in: folder).status == 0)
            let path = folder.appendingPathComponent("key.jwk")
            var object = try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any]
            object?["qi"] = "AQAB"
            try JSONSerialization.data(withJSONObject: #require(object)).write(to: path)
            for words in ["pkcs8 --plain", "openssh --plain", "spki", "spki --public"] {
                let answer = try arca("convert --to \(words) key.jwk", in: folder)
                #expect(answer.status != 0 && answer.output.isEmpty, "\(words)")
                #expect(answer.errors.contains("CRT coefficient"), "\(words): \(answer.errors)")
            }
            #expect(try arca("lint key.jwk", in: folder).status == 1)
        }
    }

    @Test(
        "fingerprints match openssl and ssh-keygen", .enabled(if: Peer.has("openssl") && Peer.has("ssh-keygen")))
    func fingerprints() throws {
        try Peer.inFolder { folder in
            try RSAKeys.write(to: folder)
            let expected = try Peer.run(
                ["bash", "-c", "openssl pkey -pubin -in pub.pem -outform DER | sha256sum"], in: folder)
            let both = try arca("fingerprint key.pem pub.pem", in: folder)
            let digest = expected.text.prefix(64)
            #expect(both.text == "\(digest)  key.pem\n\(digest)  pub.pem\n")
            let made = try arca("convert --to openssh --new-passphrase-from env:PASS key.pem -o id", in: folder)
            #expect(made.status == 0, "\(made.errors)")
            let listed = try Peer.run(["ssh-keygen", "-l", "-f", "id"], in: folder)
            // Without the passphrase, from the public key.
            let ssh = try arca("fingerprint --style ssh id", in: folder)
            #expect(ssh.text == "\(listed.text.split(separator: " ")[1])  id\n", "\(ssh.errors)")
            let several = try arca("fingerprint nothing key.pem", in: folder)
            #expect(several.status == 8 && several.text == "\(digest)  key.pem\n")
            let none = try arca("fingerprint --style ssh -", in: folder, input: Array("age1".utf8))
            #expect(none.status == 5)
        }
    }

    @Test("lint distinguishes good keys from bad ones, in files and folders", .enabled(if: Peer.has("openssl")))
    func lints() throws {
        try Peer.inFolder { folder in
            try RSAKeys.write(to: folder)
            try Data("no key".utf8).write(to: folder.appendingPathComponent("notes.txt"))
            let good = try arca("lint .", in: folder)
            #expect(good.status == 0)
            #expect(good.output.isEmpty)
            #expect(good.errors.isEmpty)
            let short = try RSAKeys.make(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"])
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("sub"), withIntermediateDirectories: true)
            try Data(short).write(to: folder.appendingPathComponent("sub/short.pem"))
            let bad = try arca("lint .", in: folder)
            #expect(bad.status == 1 && bad.text.hasPrefix("./sub/short.pem: small modulus: the modulus has 1024 bits"))
            let report = try arca("lint --json . -", in: folder, input: short)
            #expect(report.status == 1)
            let object = try JSONSerialization.jsonObject(with: Data(report.output)) as? [String: Any]
            #expect(object?["keyCount"] as? Int == 4 && object?["findingCount"] as? Int == 2)
            let named = try arca("lint notes.txt", in: folder)
            #expect(named.status == 5)
            #expect(try arca("lint missing", in: folder).status == 8)
            // Keys with a common prime, from the vectors of ArcaKeys.
            let root = #filePath.split(separator: "/").dropLast(5).map { "/" + $0 }.joined()
            let weak = try String(contentsOfFile: root + "/Vectors/keys/weak-rsa.txt", encoding: .utf8)
            for line in weak.split(separator: "\n") where line.hasPrefix("good ") || line.hasPrefix("shares ") {
                let words = line.split(separator: " ")
                let answer = try Peer.python(
                    """
                    import base64
                    def number(x): x = bytes.fromhex(x if len(x) % 2 == 0 else "0" + x); return base64.urlsafe_b64encode(x).rstrip(b"=").decode()
                    print('{"kty":"RSA","n":"%s","e":"%s"}' % (number("\(words[1])"), number("\(words[2])")))
                    """)
                try Data(answer.output).write(to: folder.appendingPathComponent("\(words[0]).jwk"))
            }
            let shared = try arca("lint good.jwk shares.jwk", in: folder)
            #expect(shared.status == 1)
            #expect(
                shared.text.split(separator: "\n").map { $0.prefix(70) } == [
                    "good.jwk: sharedFactor: the modulus shares a prime with shares.jwk, so ".prefix(70),
                    "shares.jwk: sharedFactor: the modulus shares a prime with good.jwk, so ".prefix(70),
                ])
            #expect(try arca("lint good.jwk", in: folder).status == 0)
        }
    }

    @Test("lint checks encrypted keys only with a passphrase", .enabled(if: Peer.has("openssl")))
    func lintsEncrypted() throws {
        try Peer.inFolder { folder in
            let made = try arca("generate rsa --bits 2048 --passphrase-from env:PASS -o rsa.pem", in: folder)
            #expect(made.status == 0, "\(made.errors)")
            let folderRun = try arca("lint --json .", in: folder)
            #expect(folderRun.status == 0 && folderRun.text.contains("\"skipped\": [\n    \"./rsa.pem\""))
            #expect(folderRun.errors.contains("warning: ./rsa.pem is encrypted"))
            #expect(try arca("lint rsa.pem", in: folder).status == 3)
            let opened = try arca("lint --json --passphrase-from env:PASS rsa.pem", in: folder)
            #expect(opened.status == 0 && opened.text.contains("\"RSA private key, 2048 bits\""))
            #expect(try arca("lint --passphrase-from env:WRONG rsa.pem", in: folder).status == 3)
        }
    }

    @Test("generates cipher keys as hexadecimal digits or JWK")
    func makesSymmetricKeys() throws {
        try Peer.inFolder { folder in
            let digits = try arca("generate aes", in: folder)
            #expect(digits.output.count == 65 && digits.output.last == 0x0a)
            #expect(try arca("generate aes --bits 128", in: folder).output.count == 33)
            let shown = try arca("show", in: folder, input: digits.output)
            #expect(shown.text == "symmetric key, 256 bits\n  format  hexadecimal digits\n", "\(shown.errors)")
            #expect(try arca("lint -", in: folder, input: digits.output).status == 0)
            let converted = try arca("convert --to jwk --plain", in: folder, input: digits.output)
            #expect(converted.status == 0 && converted.text.hasPrefix("{\"kty\":\"oct\""), "\(converted.errors)")
            #expect(try arca("show", in: folder, input: digits.output.dropLast(2)).status == 5)
            let jwk = try arca("generate aes --bits 192 --to jwk -o key.jwk", in: folder)
            #expect(jwk.status == 0, "\(jwk.errors)")
            #expect(try arca("show key.jwk", in: folder).text == "symmetric key, 192 bits\n  format  JWK\n")
            #expect(try arca("fingerprint key.jwk", in: folder).status == 2)
        }
    }

    @Test(
        "a costly key is opened only on request, and openssl reads rewritten keys", .enabled(if: Peer.has("openssl")))
    func costly() throws {
        try Peer.inFolder { folder in
            let pass = ["-passout", "env:PASS", "-out", "slow.pem"]
            let make = ["openssl", "genpkey", "-algorithm", "ED25519", "-out", "plain.pem"]
            #expect(try Peer.run(make, in: folder).status == 0)
            let slow = try Peer.run(
                ["openssl", "pkcs8", "-topk8", "-in", "plain.pem", "-v2prf", "hmacWithSHA256", "-iter", "5000000"]
                    + pass,
                environment: Self.environment, in: folder)
            try #require(slow.status == 0, "\(slow.errors)")
            let refused = try arca("show --passphrase-from env:PASS slow.pem", in: folder)
            #expect(refused.status != 0 && refused.output.isEmpty, "\(refused.errors)")
            #expect(refused.errors.contains("5000000 iterations of PBKDF2 are above the limit of 4194304"))
            #expect(refused.errors.contains("if you trust the file, raise --max-cost"))
            #expect(try arca("show --passphrase-from env:PASS --max-cost 20 slow.pem", in: folder).status != 0)
            let opened = try arca("show --passphrase-from env:PASS --max-cost 21 slow.pem", in: folder)
            #expect(opened.status == 0, "\(opened.errors)")
            #expect(
                try arca("convert --to pkcs8 --passphrase-from env:PASS --max-cost 21 -o own.pem slow.pem", in: folder)
                    .status == 0)
            let theirs = try Peer.run(
                ["openssl", "pkey", "-in", "own.pem", "-passin", "env:PASS"], environment: Self.environment, in: folder)
            let plain = try String(contentsOf: folder.appendingPathComponent("plain.pem"), encoding: .utf8)
            #expect(theirs.status == 0 && theirs.text == plain, "\(theirs.errors)")
        }
    }
}
