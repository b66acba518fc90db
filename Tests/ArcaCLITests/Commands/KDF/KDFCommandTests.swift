internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite struct KDFCommandTests {
    private func kdf(_ words: String..., passphrase: String = "password") throws -> Peer.Answer {
        try Peer.inFolder { folder in
            try Arca.run(["kdf"] + words, environment: ["PW": passphrase, "HEX": "0b0b"], in: folder)
        }
    }

    @Test("derives what the standards derive")
    func standards() throws {
        // RFC 7914, sections 11 and 12.
        let pbkdf2 = try kdf(
            "pbkdf2", "--passphrase-from", "env:PW", "--salt", "text:salt", "--iterations", "1", "--length", "64",
            passphrase: "passwd")
        #expect(pbkdf2.text.hasPrefix("55ac046e56e3089fec1691c22544b605"), "\(pbkdf2.errors)")
        let scrypt = try kdf(
            "scrypt", "--passphrase-from", "env:PW", "--salt", "text:NaCl", "--scrypt-n", "10", "--scrypt-r", "8",
            "--scrypt-p", "16", "--length", "64")
        #expect(scrypt.text.hasPrefix("fdbabe1c9d3472007856e7190d01e9fe"), "\(scrypt.errors)")
        // src/test.c of Argon2's reference implementation.
        for (options, start) in [
            (["argon2id", "--argon2-p", "2"], "6d093c501fd5999645e0ea3bf620d7b8"),
            (["argon2i", "--argon2-p", "1", "--argon2-version", "16"], "fd4dd83d762c49bdeaf57c47bdcd0c2f"),
        ] {
            let argon2 = try Peer.inFolder { folder in
                try Arca.run(
                    ["kdf"] + options + [
                        "--passphrase-from", "env:PW", "--salt", "text:somesalt", "--argon2-m", "256", "--argon2-t",
                        "2",
                    ], environment: ["PW": "password"], in: folder)
            }
            #expect(argon2.text.hasPrefix(start), "\(argon2.errors)")
        }
        // RFC 5869, appendix A.1.
        let hkdf = try Peer.inFolder { folder in
            try Arca.run(
                [
                    "kdf", "hkdf", "--key-from", "hexenv:HEX", "--salt", "000102030405060708090a0b0c", "--info",
                    "f0f1f2f3f4f5f6f7f8f9", "--length", "42",
                ], environment: ["HEX": String(repeating: "0b", count: 22)], in: folder)
        }
        #expect(hkdf.text.hasPrefix("3cb25f25faacd57a90434f64d0362f2a"), "\(hkdf.errors)")
        let base64 = try kdf(
            "pbkdf2", "--passphrase-from", "env:PW", "--salt", "text:salt", "--iterations", "1", "--length", "3",
            "--out",
            "base64", passphrase: "passwd")
        #expect(base64.text == "VawE\n")
    }

    @Test(
        "agrees with openssl for EVP_BytesToKey", .enabled(if: Peer.has("openssl")),
        arguments: ["md5", "sha1", "sha256"])
    func bytesToKey(hash: String) throws {
        let answer = try Peer.run([
            "openssl", "enc", "-aes-256-cbc", "-P", "-S", "0102030405060708", "-md", hash, "-pass", "pass:password",
        ])
        let lines = answer.text.lowercased().split(separator: "\n").map { String($0.split(separator: "=").last ?? "") }
        let ours = try kdf(
            "bytestokey", "--passphrase-from", "env:PW", "--salt", "0102030405060708", "--hash", hash, "--length", "48")
        #expect(ours.text == lines.suffix(2).joined() + "\n", "\(answer.text)")
    }

    @Test(
        "agrees with the argon2 command", .enabled(if: Peer.has("argon2")),
        arguments: ["argon2id", "argon2i", "argon2d"])
    func argon2(name: String) throws {
        let answer = try Peer.run(
            ["argon2", "somesalt", "-" + name.dropFirst(6), "-t", "3", "-k", "4096", "-p", "4", "-l", "40", "-r"],
            input: Array("password".utf8))
        let ours = try kdf(
            name, "--passphrase-from", "env:PW", "--salt", "text:somesalt", "--argon2-m", "4096", "--length", "40")
        #expect(ours.text == answer.text && ours.text.utf8.count == 81, "\(answer.errors)\(ours.errors)")
    }

    @Test(
        "refuses parameters of another function, and a missing salt",
        arguments: [
            ["pbkdf2", "--salt", "00", "--scrypt-n", "10"], ["scrypt", "--salt", "00", "--iterations", "10"],
            ["hkdf", "--iterations", "2"], ["pbkdf2", "--salt", "00", "--info", "00"], ["pbkdf2"], ["scrypt"],
            ["bytestokey", "--info", "00"], ["pbkdf2", "--salt", "zz-not-bytes!"], ["argon3", "--salt", "00"],
            ["argon2id"], ["scrypt", "--salt", "00", "--argon2-m", "64"],
            ["argon2id", "--salt", "00", "--scrypt-n", "10"],
            ["argon2id", "--salt", "00", "--argon2-m", "31"],
        ])
    func refuses(words: [String]) throws {
        let answer = try Peer.inFolder { folder in
            try Arca.run(["kdf"] + words + ["--passphrase-from", "env:PW"], environment: ["PW": "x"], in: folder)
        }
        #expect(answer.status == 2 && answer.errors.contains("hint: "), "\(words): \(answer.errors)")
    }
}
