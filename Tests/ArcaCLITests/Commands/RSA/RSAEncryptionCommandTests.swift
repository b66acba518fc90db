internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite(.enabled(if: runsSlowTests, "slow")) struct RSAEncryptionCommandTests {
    /// Runs `body` in a folder with keys, and passes it a function that runs `arca rsa` there.
    static func inFolder(_ body: ((_ arguments: [String], _ input: [UInt8]) throws -> Peer.Answer, URL) throws -> Void)
        throws
    {
        try Peer.inFolder { folder in
            try RSAKeys.write(to: folder)
            try body({ try Arca.run(["rsa"] + $0, input: $1, in: folder) }, folder)
        }
    }

    static let short = Array("attack at dawn".utf8)
    static let long = [UInt8](repeating: 0x61, count: 200_000)

    @Test("decrypts its own output of any length, as bytes and as text")
    func roundTrips() throws {
        try Self.inFolder { arca, _ in
            for message in [
                [], Self.short, [UInt8](repeating: 1, count: 190), [UInt8](repeating: 1, count: 191), Self.long,
            ] {
                for armor in [[], ["--armor"]] {
                    let sealed = try arca(["encrypt", "--key", "pub.pem"] + armor, message)
                    #expect(sealed.status == 0 && sealed.errors.isEmpty, "\(sealed.errors)")
                    #expect((sealed.output.count == 256) == (message.count <= 190 && armor.isEmpty))
                    #expect(armor.isEmpty || sealed.output.allSatisfy { $0 < 0x7f })
                    let opened = try arca(["decrypt", "--key", "key.pem"], sealed.output)
                    #expect(opened.status == 0 && opened.output == message, "\(message.count): \(opened.errors)")
                }
            }
        }
    }

    @Test("exchanges blocks with openssl, with every padding and hash")
    func agreesWithOpenSSL() throws {
        let variants: [([String], [String])] = [
            (["--hash", "sha1"], ["rsa_padding_mode:oaep"]),
            ([], ["rsa_padding_mode:oaep", "rsa_oaep_md:sha256"]),
            (
                ["--hash", "sha512", "--mgf-hash", "sha1"],
                ["rsa_padding_mode:oaep", "rsa_oaep_md:sha512", "rsa_mgf1_md:sha1"]
            ),
            (["--label", "to me"], ["rsa_padding_mode:oaep", "rsa_oaep_md:sha256", "rsa_oaep_label:746f206d65"]),
            (["--padding", "pkcs1"], ["rsa_padding_mode:pkcs1"]),
        ]
        try Self.inFolder { arca, folder in
            for (ours, theirs) in variants {
                let options = theirs.flatMap { ["-pkeyopt", $0] }
                let sealed = try arca(["encrypt", "--key", "pub.pem"] + ours, Self.short)
                let opened = try Peer.run(
                    ["openssl", "pkeyutl", "-decrypt", "-inkey", "key.pem"] + options, input: sealed.output, in: folder)
                #expect(opened.output == Self.short, "\(ours): \(opened.errors)")
                let made = try Peer.run(
                    ["openssl", "pkeyutl", "-encrypt", "-pubin", "-inkey", "pub.pem"] + options, input: Self.short,
                    in: folder)
                let read = try arca(["decrypt", "--key", "key.pem"] + ours, made.output)
                #expect(read.status == 0 && read.output == Self.short, "\(ours): \(read.errors)")
            }
        }
    }

    @Test(
        "writes long messages as age files that age opens with the key in OpenSSH format", .enabled(if: Peer.has("age"))
    )
    func agreesWithAge() throws {
        try Self.inFolder { arca, folder in
            // age reads PKCS #1 too.
            try Data(RSAKeys.make(["rsa", "-traditional"], input: RSAKeys.privatePEM.get())).write(
                to: folder.appendingPathComponent("old.pem"))
            let sealed = try arca(["encrypt", "--key", "pub.pem"], Self.long)
            let opened = try Peer.run(["age", "-d", "-i", "old.pem"], input: sealed.output, in: folder)
            #expect(opened.output == Self.long, "\(opened.errors)")
            let changed = sealed.output.dropLast() + [sealed.output.last.map { $0 ^ 1 } ?? 0]
            let refused = try arca(["decrypt", "--key", "key.pem", "-o", "out"], Array(changed))
            #expect(refused.status == 4)
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("out").path))
        }
    }

    @Test("reports the limit of a block, and ignores no option for a long message")
    func statesLimit() throws {
        try Self.inFolder { arca, _ in
            for options in [["--raw"], ["--hash", "sha256"], ["--label", "x"], ["--padding", "pkcs1"]] {
                let answer = try arca(["encrypt", "--key", "pub.pem"] + options, [UInt8](repeating: 1, count: 300))
                let limit = options.contains("pkcs1") ? 245 : 190
                #expect(answer.status == 2 && answer.output.isEmpty)
                #expect(answer.errors.contains("at most \(limit) bytes"), "\(answer.errors)")
            }
            let raw = try arca(["encrypt", "--key", "pub.pem", "--raw"], Self.short)
            #expect(raw.output.count == 256)
        }
    }

    @Test("ends with 3 for a wrong key, hash or label, 5 for an invalid block, 2 for conflicting options")
    func exitCodes() throws {
        try Self.inFolder { arca, folder in
            let other = try RSAKeys.make(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
            try Data(other).write(to: folder.appendingPathComponent("other.pem"))
            let sealed = try arca(["encrypt", "--key", "pub.pem", "--label", "x"], Self.short).output
            let decrypt = ["decrypt", "--key", "key.pem"]
            #expect(try arca(decrypt + ["--label", "x"], sealed).output == Self.short)
            for wrong in [
                [], ["--label", "y"], ["--label", "x", "--hash", "sha1"], ["--label", "x", "--mgf-hash", "sha1"],
            ] {
                let answer = try arca(decrypt + wrong, sealed)
                #expect(answer.status == 3 && answer.output.isEmpty)
            }
            let long = try arca(["encrypt", "--key", "pub.pem"], Self.long).output
            #expect(try arca(["decrypt", "--key", "other.pem"], long).status == 3)
            let wrongs: [[UInt8]] = [[], [1], sealed.dropLast(), sealed + [0], [UInt8](repeating: 0xff, count: 256)]
            for wrong in wrongs {
                let answer = try arca(decrypt, wrong)
                #expect(answer.status == 5 && answer.output.isEmpty, "\(answer.errors)")
            }
            #expect(try arca(["encrypt", "--key", "pub.pem", "--padding", "pkcs1", "--hash", "sha1"], []).status == 2)
            #expect(try arca(["decrypt", "--key", "pub.pem"], sealed).status == 2)
            #expect(try arca(["decrypt", "--key", "missing.pem"], sealed).status == 8)
            #expect(try arca(["encrypt"], []).status == 2)
            #expect(try arca(decrypt + ["--hash", "sha256"], long).status == 2)
            // The output must not replace the key.
            #expect(try arca(decrypt + ["--label", "x", "-o", "key.pem"], sealed).status == 2)
        }
    }

    @Test("gives noise and status 0 for a damaged pkcs1 block, and says that it is not authenticated")
    func pkcs1IsNoOracle() throws {
        try Self.inFolder { arca, _ in
            let options = ["--padding", "pkcs1"]
            var sealed = try arca(["encrypt", "--key", "pub.pem"] + options, Self.short).output
            let good = try arca(["decrypt", "--key", "key.pem"] + options, sealed)
            #expect(good.status == 0)
            #expect(good.output == Self.short)
            #expect(good.errors.contains("not authenticated"))
            sealed[255] ^= 1
            let bad = try arca(["decrypt", "--key", "key.pem"] + options, sealed)
            #expect(bad.status == 0)
            #expect(bad.output != Self.short)
            #expect(bad.errors == good.errors)
        }
    }

    @Test("reads encrypted keys with the passphrase, and warns about short ones")
    func readsKeys() throws {
        try Self.inFolder { arca, folder in
            let locked = try RSAKeys.make(
                ["pkcs8", "-topk8", "-v2", "aes256", "-iter", "1000", "-passout", "pass:secret"],
                input: RSAKeys.privatePEM.get())
            try Data(locked).write(to: folder.appendingPathComponent("locked.pem"))
            let sealed = try arca(["encrypt", "--key", "pub.pem", "-o", "sealed"], Self.short)
            #expect(sealed.status == 0 && sealed.output.isEmpty)
            func decrypt(_ passphrase: String) throws -> Peer.Answer {
                try Arca.run(
                    ["rsa", "decrypt", "--key", "locked.pem", "--passphrase-from", "env:KEY_PW", "sealed"],
                    environment: ["KEY_PW": passphrase], in: folder)
            }
            let opened = try decrypt("secret")
            #expect(opened.output == Self.short && opened.status == 0, "\(opened.errors)")
            #expect(try decrypt("wrong").status == 3)
            try Data(RSAKeys.make(["genrsa", "1024"])).write(to: folder.appendingPathComponent("short.pem"))
            let short = try arca(["encrypt", "--key", "short.pem"], Self.short)
            #expect(short.output.count == 128 && short.errors.contains("has only 1024 bits"))
            #expect(try arca(["encrypt", "--key", "short.pem"], Self.long).status == 5)
        }
    }

    @Test("writes and reads RSAUtil blocks, with either half of the key")
    func rsautil() throws {
        try Self.inFolder { _, folder in
            func run(_ arguments: [String], _ input: [UInt8]) throws -> Peer.Answer {
                try Arca.run(arguments, input: input, in: folder)
            }
            let format = ["--format", "rsautil", "--key-from"]
            for (seal, open) in [("pub.pem", "key.pem"), ("key.pem", "pub.pem")] {
                let sealed = try run(["encrypt"] + format + ["file:\(seal)"], Self.long)
                #expect(sealed.status == 0 && sealed.errors.contains("is not authenticated"))
                #expect(sealed.output.allSatisfy { $0 > 0x20 && $0 < 0x7f })
                let opened = try run(["decrypt"] + format + ["file:\(open)"], sealed.output)
                #expect(opened.output == Self.long && opened.errors.contains("not authenticated"))
            }
            #expect(try run(["encrypt", "--format", "rsautil"], []).status == 2)
        }
    }
}
