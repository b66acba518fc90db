import ArcaCrypto
import ArcaTestSupport
import Foundation
import Testing

@Suite struct CipherCommandTests {
    /// Runs `arca cipher` in a folder with a `key` of ascending bytes from 1.
    private struct Bench {
        let folder: URL

        func write(_ bytes: [UInt8], to name: String) throws {
            try Data(bytes).write(to: folder.appendingPathComponent(name))
        }

        func read(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
        }

        func has(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
        }

        func run(_ words: String..., input: [UInt8] = []) throws -> Peer.Answer { try run(words, input: input) }

        func run(_ words: [String], input: [UInt8] = []) throws -> Peer.Answer {
            try Arca.run(["cipher"] + words, input: input, in: folder)
        }
    }

    private func withBench(keyByteCount: Int = 32, _ body: (Bench) throws -> Void) throws {
        try Peer.inFolder { folder in
            let bench = Bench(folder: folder)
            try bench.write((0..<keyByteCount).map { UInt8($0 + 1) }, to: "key")
            try body(bench)
        }
    }

    private static let nonce = "000102030405060708090a0b"

    @Test("matches the standard, with files and with standard input and output")
    func knownAnswer() throws {
        // SP 800-38A, appendix F.5.1
        let plaintext = hex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")
        let expected = hex("874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff")
        let counter = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
        try withBench { bench in
            try bench.write(Array("2b7e151628aed2a6abf7158809cf4f3c\n".utf8), to: "key.hex")
            try bench.write(plaintext, to: "in")
            let common = ["aes-128-ctr", "--key-from", "hexfile:key.hex", "--iv", counter]
            let piped = try bench.run(["encrypt"] + common, input: plaintext)
            #expect(piped.output == expected)
            #expect(piped.status == 0)
            #expect(piped.errors.isEmpty)
            let filed = try bench.run(["encrypt"] + common + ["in", "-o", "out"])
            #expect(filed.output.isEmpty)
            #expect(filed.status == 0)
            #expect(filed.errors.isEmpty)
            #expect(try bench.read("out") == expected)
            #expect(try bench.run(["decrypt"] + common + ["out"]).output == plaintext)
            #expect(try bench.run(["decrypt"] + common + ["-"], input: expected).output == plaintext)
        }
    }

    @Test("decrypts its own output with every cipher of the library", arguments: Cipher.all)
    func everyCipher(cipher: Cipher) throws {
        try withBench(keyByteCount: cipher.keyByteCount) { bench in
            let message = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 3) }
            let iv = (0..<cipher.ivByteCount).map { UInt8($0 + 7) }
            var common = [cipher.shortName, "--key-from", "file:key"]
            if !iv.isEmpty { common += ["--iv", hexText(iv)] }
            let encrypted = try bench.run(["encrypt"] + common, input: message)
            let key = SymmetricKey(copying: (0..<cipher.keyByteCount).map { UInt8($0 + 1) })
            let expected = try cipher.encrypt(message, using: key, iv: iv)
            #expect(encrypted.output == expected && encrypted.status == 0)
            #expect(encrypted.errors.hasPrefix("arca: warning: \(cipher.name) ") == cipher.isInsecure)
            #expect(try bench.run(["decrypt"] + common, input: expected).output == message)
            try bench.write(expected, to: "in")
            #expect(try bench.run(["decrypt"] + common + ["in", "-o", "out"]).status == 0)
            #expect(try bench.read("out") == message)
        }
    }

    @Test(
        "verifies the tag at every length around the piece size",
        arguments: [
            0, 1, 15, 16, 17, 131_039, 131_040, 131_055, 131_056, 131_057, 131_071, 131_072, 131_073, 131_088, 600_000,
        ])
    func heldBackLengths(count: Int) throws {
        // Padded, with a different tag length and a longer IV.
        try withBench(keyByteCount: 64) { bench in
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 5) }
            try bench.write(message, to: "in")
            let padded = ["a256cbc-hs512", "--key-from", "file:key", "--iv", Self.nonce + "0c0d0e0f"]
            #expect(try bench.run(["encrypt"] + padded + ["in", "-o", "sealed"]).status == 0)
            #expect(try bench.read("sealed").count == (count / 16 + 1) * 16 + 32)
            #expect(try bench.run(["decrypt"] + padded + ["sealed", "-o", "out"]).status == 0)
            #expect(try bench.read("out") == message)
        }
        try withBench { bench in
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 5) }
            try bench.write(message, to: "in")
            let common = ["aes-256-gcm", "--key-from", "file:key", "--iv", Self.nonce, "--aad", "c0ffee"]
            #expect(try bench.run(["encrypt"] + common + ["in", "-o", "sealed"]).status == 0)
            var sealed = try bench.read("sealed")
            #expect(sealed.count == count + 16)
            #expect(try bench.run(["decrypt"] + common + ["sealed", "-o", "out"]).status == 0)
            #expect(try bench.read("out") == message)
            // A pipe delivers smaller pieces.
            let piped = try Peer.run(
                ["sh", "-c", "cat sealed | '\(Peer.arca)' cipher decrypt \(common.joined(separator: " ")) -o out2"],
                in: bench.folder)
            #expect(piped.status == 0)
            #expect(try bench.read("out2") == message)
            for index in [0, count / 2, count, sealed.count - 1] {
                sealed[index] ^= 1
                try bench.write(sealed, to: "changed")
                let refused = try bench.run(["decrypt"] + common + ["changed", "-o", "new"])
                #expect(refused.status == 3 && !bench.has("new"), "byte \(index)")
                #expect(
                    refused.errors == """
                        arca: error: AES-256-GCM: wrong key, or the data was changed
                        arca: hint: check key, IV and --aad; the tag may be in front (--tag-first), and the IV too \
                        (--iv-from data)

                        """)
                let shown = try bench.run(["decrypt"] + common + ["changed"])
                #expect(shown.status == 3 && shown.output.isEmpty, "byte \(index)")
                sealed[index] ^= 1
            }
        }
    }

    @Test("warns of a GCM IV of unusual length, and requires --short-iv for a very short one")
    func unusualIVs() throws {
        try withBench { bench in
            let gcm = ["aes-256-gcm", "--key-from", "file:key"]
            let usual = try bench.run(["encrypt"] + gcm + ["--iv", Self.nonce], input: [1])
            #expect(usual.status == 0 && usual.errors.isEmpty, "\(usual.errors)")
            let long = try bench.run(["encrypt"] + gcm + ["--iv", Self.nonce + "0c0d0e0f"], input: [1])
            #expect(long.status == 0 && long.errors.contains("warning: AES-256-GCM hashes an IV"), "\(long.errors)")
            for cipher in ["aes-256-gcm", "aes-256-eax"] {
                let common = [cipher, "--key-from", "file:key", "--iv", "00"]
                let refused = try bench.run(["encrypt"] + common, input: [1])
                #expect(refused.status == 2 && refused.output.isEmpty, "\(cipher)")
                #expect(refused.errors.contains("an IV of 1 byte soon repeats"), "\(refused.errors)")
                #expect(refused.errors.contains("--short-iv"))
                let sealed = try bench.run(["encrypt", "--short-iv"] + common, input: [1])
                #expect(sealed.status == 0 && sealed.output.count == 17, "\(sealed.errors)")
                // Decryption does not warn.
                let opened = try bench.run(["decrypt"] + common, input: sealed.output)
                #expect(opened.output == [1] && opened.errors.isEmpty, "\(opened.errors)")
            }
        }
    }

    @Test("depends on IV, associated data and padding")
    func usesOptions() throws {
        try withBench { bench in
            let gcm = ["aes-256-gcm", "--key-from", "file:key"]
            let sealed = try bench.run(["encrypt"] + gcm + ["--iv", Self.nonce, "--aad", "ab"], input: [1, 2, 3]).output
            #expect(
                try bench.run(["decrypt"] + gcm + ["--iv", Self.nonce, "--aad", "AB"], input: sealed).output == [
                    1, 2, 3,
                ])
            for wrong in [["--aad", "ac"], ["--aad", ""], []] {
                #expect(try bench.run(["decrypt"] + gcm + ["--iv", Self.nonce] + wrong, input: sealed).status == 3)
            }
            let other = String(Self.nonce.dropLast() + "c")
            #expect(try bench.run(["decrypt"] + gcm + ["--iv", other, "--aad", "ab"], input: sealed).status == 3)
            let cbc = ["aes-256-cbc", "--key-from", "file:key", "--iv", "000102030405060708090a0b0c0d0e0f"]
            let block = [UInt8](repeating: 0x41, count: 16)
            let padded = try bench.run(["encrypt"] + cbc, input: block).output
            #expect(padded.count == 32)
            #expect(try bench.run(["encrypt"] + cbc + ["--padding", "pkcs7"], input: block).output == padded)
            let bare = try bench.run(["encrypt"] + cbc + ["--padding", "none"], input: block).output
            #expect(bare == Array(padded[..<16]))
            #expect(
                try bench.run(["decrypt"] + cbc + ["--padding", "none"], input: padded).output
                    == block + [UInt8](repeating: 16, count: 16))
            #expect(try bench.run(["decrypt"] + cbc, input: bare).status == 3)
        }
    }

    @Test("agrees with openssl enc on a file larger than a piece", .enabled(if: Peer.has("openssl")))
    func agreesWithOpenSSL() throws {
        try withBench(keyByteCount: 24) { bench in
            let message = (0..<300_001).map { UInt8(truncatingIfNeeded: $0 &* 11) }
            try bench.write(message, to: "in")
            let key = hexText(try bench.read("key"))
            for (name, iv) in [("aes-192-cbc", Self.nonce + "01020304"), ("des3", "0001020304050607")] {
                let theirs = try Peer.run(
                    ["openssl", "enc", "-\(name)", "-K", key, "-iv", iv, "-in", "in"], in: bench.folder)
                let common = [name, "--key-from", "file:key", "--iv", iv]
                #expect(try bench.run(["encrypt"] + common + ["in"]).output == theirs.output)
                #expect(try bench.run(["decrypt"] + common, input: theirs.output).output == message)
            }
        }
    }

    @Test("writes an unwrapped key with access for the user only")
    func unwrapsPrivately() throws {
        try withBench { bench in
            let wrapped = try bench.run("encrypt", "id-aes256-wrap", "--key-from", "file:key", "key").output
            #expect(wrapped.count == 40)
            let run = try bench.run(
                ["decrypt", "aes-256-kw", "--key-from", "file:key", "-o", "new", "-"], input: wrapped)
            #expect(run.status == 0)
            #expect(try bench.read("new") == bench.read("key"))
            let path = bench.folder.appendingPathComponent("new").path
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("keeps the format of numbers, line by line, as in NIST's sample")
    func keepsFormat() throws {
        try withBench { bench in
            // SP 800-38G, FF1 samples 7 to 9
            try bench.write(
                Array("2b7e151628aed2a6abf7158809cf4f3cef4359d8d580aa4f7f036d6f04fc6a94".utf8), to: "key.hex")
            let common = ["aes-256-ff1", "--key-from", "hexfile:key.hex"]
            func check(_ options: [String], _ plain: String, _ encrypted: String) throws {
                #expect(try bench.run(["encrypt"] + common + options, input: Array(plain.utf8)).text == encrypted)
                let back = try bench.run(["decrypt"] + common + options, input: Array(encrypted.utf8))
                #expect(back.text == plain)
                #expect(back.status == 0)
                #expect(back.errors.isEmpty)
            }
            try check([], "0123456789", "6657667009")
            try check([], "0123456789\n", "6657667009\n")
            let tweak = ["--tweak", "39383736353433323130"]
            try check(tweak, "0123456789\n0123456789\n0123456789", "1001623463\n1001623463\n1001623463")
            let letters = ["--tweak", "3737373770717273373737", "--alphabet", "0123456789abcdefghijklmnopqrstuvwxyz"]
            try check(letters, "0123456789abcdefghi\n", "xs8a0azh2avyalyzuwd\n")
            try check([], "", "")
            try bench.write(Array("0123456789\n".utf8), to: "in")
            #expect(try bench.run(["encrypt"] + common + ["in", "-o", "out"]).status == 0)
            #expect(try bench.read("out") == Array("6657667009\n".utf8))
        }
    }

    @Test("names the malformed line, and the options that do not apply to FF1 and other ciphers")
    func explainsFormats() throws {
        try withBench { bench in
            func check(_ words: [String], input: String, _ status: Int32, _ lines: String...) throws {
                let run = try bench.run(["encrypt"] + words + ["--key-from", "file:key"], input: Array(input.utf8))
                #expect(run.status == status && run.output.isEmpty, "\(words)")
                #expect(run.errors == lines.map { "arca: \($0)\n" }.joined(), "\(words)")
            }
            let ff1 = ["aes-256-ff1"]
            try check(
                ff1, input: "123456\n1234-5678\n", 5,
                "error: line 2 of standard input: '-' is not in the alphabet at offset 4")
            try check(
                ff1, input: "123456\n\n123456\n", 5,
                "error: line 2 of standard input: AES-FF1 takes 6 to 16384 numerals of radix 10, not 0")
            try check(
                ff1, input: "12345", 5,
                "error: line 1 of standard input: AES-FF1 takes 6 to 16384 numerals of radix 10, not 5")
            try check(ff1 + ["--alphabet", "0110"], input: "0", 2, "error: the alphabet has '1' twice")
            try check(
                ff1 + ["--iv", "00"], input: "0", 2,
                "error: --iv cannot be combined with NAME aes-256-ff1", "hint: remove one of them")
            try check(
                ["aes-256-ecb", "--tweak", "00"], input: "0", 2,
                "error: --tweak requires NAME aes-128-ff1, aes-192-ff1 or aes-256-ff1",
                "hint: give NAME aes-128-ff1, aes-192-ff1 or aes-256-ff1, or remove --tweak")
            try check(
                ["aes-256-ecb", "--alphabet", "01"], input: "0", 2,
                "error: --alphabet requires NAME aes-128-ff1, aes-192-ff1 or aes-256-ff1",
                "hint: give NAME aes-128-ff1, aes-192-ff1 or aes-256-ff1, or remove --alphabet")
            try check(
                ["aes-128-ff1"], input: "0", 2, "error: AES-128-FF1 takes a key of 16 bytes, not 32")
            let damaged = try bench.run(["encrypt"] + ff1 + ["--key-from", "file:key"], input: [0x31, 0xff, 0x32])
            #expect(damaged.status == 5)
            #expect(damaged.errors == "arca: error: standard input is not UTF-8 text, which ff1 needs\n")
        }
    }

    @Test("reports an error in one line, with a hint")
    func explainsErrors() throws {
        try withBench { bench in
            func check(_ words: [String], input: [UInt8] = [], _ status: Int32, _ lines: String...) throws {
                let run = try bench.run(words, input: input)
                #expect(run.status == status && run.output.isEmpty, "\(words)")
                #expect(run.errors == lines.map { "arca: \($0)\n" }.joined(), "\(words)")
            }
            let key = ["--key-from", "file:key"]
            try check(
                ["encrypt", "aes-256-gmc"] + key, 2, "error: NAME: unknown cipher 'aes-256-gmc'",
                "hint: did you mean aes-256-gcm?")
            try check(
                ["encrypt", "aes-256-gcm"] + key, 2, "error: AES-256-GCM needs --iv, 12 bytes",
                "hint: make a new one for each message: arca random 12 --hex, or give --iv-from data")
            try check(
                ["decrypt", "aes-256-cbc"] + key, 2, "error: AES-256-CBC needs --iv, 16 bytes",
                "hint: give the one that was used to encrypt, or --iv-from data if it is in front")
            try check(
                ["encrypt", "aes-256-cbc", "--iv", "00"] + key, 2,
                "error: AES-256-CBC takes an initialization vector of 16 bytes, not one of 1")
            try check(
                ["encrypt", "aes-128-gcm", "--iv", Self.nonce] + key, 2,
                "error: AES-128-GCM takes a key of 16 bytes, not 32", "hint: the key fits aes-256-gcm")
            try check(
                ["encrypt", "chacha20-poly1305", "--iv", "0!"] + key, 2,
                "error: --iv: '0!' is neither hexadecimal digits nor Base64",
                "hint: give two digits from 0 to 9 and a to f for each byte, Base64, or text:TEXT for characters")
            for iv in ["0g", "000102030405060708090a0g", "000102030405060708090a0"] {
                try check(
                    ["encrypt", "chacha20-poly1305", "--iv", iv] + key, 2,
                    "error: --iv: '\(iv)' is not hexadecimal digits, and not clearly Base64",
                    "hint: give two digits from 0 to 9 and a to f for each byte, or base64:TEXT if it is Base64")
            }
            try check(
                ["encrypt", "aes-256-ctr", "--iv", Self.nonce + "00000000", "--aad", "00"] + key, 2,
                "error: AES-256-CTR does not authenticate associated data",
                "hint: remove --aad, or use a cipher such as aes-256-gcm")
            try check(
                ["encrypt", "aes-256-ctr", "--iv", Self.nonce + "00000000", "--padding", "pkcs7"] + key, 2,
                "error: AES-256-CTR takes no padding, because it needs none")
            try check(
                ["decrypt", "aes-256-gcm", "--iv", Self.nonce] + key, input: [1, 2, 3], 5,
                "error: expected at least 16 bytes for the AES-256-GCM tag, found 3",
                "hint: check key, IV and --aad; the tag may be in front (--tag-first), and the IV too (--iv-from data)")
            try check(
                ["decrypt", "aes-256-cbc", "--iv", Self.nonce + "00000000"] + key, input: [1, 2, 3], 5,
                "error: AES-256-CBC decrypts multiples of 16 bytes, at least 16, not 3",
                "hint: the input is too short: it may be cut")
            try check(
                ["encrypt", "aes-256-gcm", "--iv", Self.nonce, "missing"] + key, 8,
                "error: cannot open missing: no such file or directory")
            try check(
                ["encrypt", "aes-256-gcm", "--iv", Self.nonce, "."] + key, 8, "error: cannot open .: is a directory",
                "hint: give a file, or the output of 'tar -c FOLDER'")
            try check(
                ["encrypt", "aes-256-gcm", "--iv", Self.nonce, "--key-from", "stdin"], 2,
                "error: the key and the data cannot both come from standard input",
                "hint: give FILE, or take the key from file:, env:, fd: or cmd:")
            try check(
                ["encrypt", "aes-128-xts", "--iv", Self.nonce + "00000000", "--key-from", "cmd:head -c 32 /dev/zero"],
                2,
                "error: the two halves of a key for AES-128-XTS must differ")
        }
    }

    @Test("refuses to replace its own input file")
    func refusesOwnInput() throws {
        try withBench { bench in
            let run = try bench.run(
                "encrypt", "aes-256-gcm", "--iv", Self.nonce, "--key-from", "file:key", "key", "-o", "key")
            #expect(run.status == 2)
            #expect(try bench.read("key").count == 32)
        }
    }
}
