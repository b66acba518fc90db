internal import ArcaTestSupport
internal import Foundation
import Testing

/// Forms of input, output, key and IV, and the likely causes of failures.
@Suite struct CipherFormsTests {
    private static let key = "000102030405060708090a0b0c0d0e0f"
    private static let iv = "101112131415161718191a1b1c1d1e1f"
    private static let message = "attack at dawn, and bring the horses along; leave the carts"

    private func inFolder(
        _ body: (_ arca: (_ words: [String], _ input: [UInt8]) throws -> Peer.Answer, URL) throws -> Void
    ) throws {
        try Peer.inFolder { folder in
            try Data(Self.key.utf8).write(to: folder.appendingPathComponent("key.hex"))
            try Data(hex(Self.key)).write(to: folder.appendingPathComponent("key.bin"))
            let base64 = Data(hex(Self.key)).base64EncodedString()
            try Data(base64.utf8).write(to: folder.appendingPathComponent("key.b64"))
            let environment = ["HEXKEY": Self.key, "B64KEY": base64]
            try body(
                { try Arca.run(["cipher"] + $0, input: $1, environment: environment, in: folder) }, folder)
        }
    }

    @Test("reads keys from files and variables in every encoding, and an IV as digits, Base64 and text")
    func keys() throws {
        try inFolder { arca, _ in
            let common = ["encrypt", "aes-128-cbc", "--out", "hex"]
            let expected = try arca(
                common + ["--key-from", "file:key.bin", "--iv", Self.iv], Array(Self.message.utf8))
            #expect(expected.status == 0, "\(expected.errors)")
            for source in ["hexfile:key.hex", "base64file:key.b64", "hexenv:HEXKEY", "base64env:B64KEY"] {
                for iv in [Self.iv, Data(hex(Self.iv)).base64EncodedString(), "hex:\(Self.iv)"] {
                    let made = try arca(common + ["--key-from", source, "--iv", iv], Array(Self.message.utf8))
                    #expect(made.text == expected.text, "\(source), \(iv): \(made.errors)")
                }
            }
            let text = try arca(
                common + ["--key-from", "file:key.bin", "--iv", "text:0123456789abcdef"], Array(Self.message.utf8))
            let digits = Data("0123456789abcdef".utf8).map { String(format: "%02x", $0) }.joined()
            let same = try arca(common + ["--key-from", "file:key.bin", "--iv", digits], Array(Self.message.utf8))
            #expect(text.status == 0 && text.text == same.text && text.text != expected.text)
        }
    }

    @Test("decrypts Base64 and hexadecimal digits without being told", arguments: ["binary", "base64", "hex"])
    func forms(form: String) throws {
        try inFolder { arca, _ in
            for cipher in ["aes-128-cbc", "aes-128-ctr", "aes-128-gcm", "sm4-gcm", "aes-128-ccm"] {
                let iv = cipher.hasSuffix("m") ? String(Self.iv.prefix(24)) : Self.iv
                let options = [cipher, "--key-from", "file:key.bin", "--iv", iv]
                let sealed = try arca(["encrypt"] + options + ["--out", form], Array(Self.message.utf8))
                #expect(sealed.status == 0, "\(sealed.errors)")
                let opened = try arca(["decrypt"] + options, sealed.output)
                #expect(opened.text == Self.message, "\(cipher): \(opened.errors)")
                let named = try arca(["decrypt"] + options + ["--in", form], sealed.output)
                #expect(named.text == Self.message)
            }
        }
    }

    @Test("puts the IV in front and takes it from there; moves the tag")
    func places() throws {
        try inFolder { arca, _ in
            for cipher in ["aes-128-cbc", "aes-128-gcm"] {
                let options = [cipher, "--key-from", "file:key.bin"]
                let front = options + ["--iv-from", "data"]
                let one = try arca(["encrypt"] + front + ["--out", "base64"], Array(Self.message.utf8))
                let other = try arca(["encrypt"] + front + ["--out", "base64"], Array(Self.message.utf8))
                #expect(one.status == 0 && one.text != other.text)
                for sealed in [one, other] {
                    #expect(try arca(["decrypt"] + front, sealed.output).text == Self.message)
                }
            }
            let options = ["aes-128-gcm", "--key-from", "file:key.bin", "--iv", String(Self.iv.prefix(24))]
            let usual = try arca(["encrypt"] + options, Array(Self.message.utf8)).output
            let (ciphertext, tag) = (Array(usual.dropLast(16)), Array(usual.suffix(16)))
            let separate = try arca(["decrypt"] + options + ["--auth-tag", hexText(tag)], ciphertext)
            #expect(separate.text == Self.message, "\(separate.errors)")
            #expect(try arca(["decrypt"] + options + ["--tag-first"], tag + ciphertext).text == Self.message)
            #expect(
                try arca(["encrypt"] + options + ["--tag-first"], Array(Self.message.utf8)).output == tag + ciphertext)
            #expect(try arca(["decrypt"] + options + ["--auth-tag", "00"], ciphertext).status == 2)
            let both = ["aes-128-gcm", "--key-from", "file:key.bin", "--iv-from", "data", "--tag-first"]
            let sealed = try arca(["encrypt"] + both + ["--out", "hex"], Array(Self.message.utf8))
            #expect(try arca(["decrypt"] + both, sealed.output).text == Self.message)
        }
    }

    @Test("derives key and IV as openssl does", .enabled(if: Peer.has("openssl")))
    func derives() throws {
        try Peer.inFolder { folder in
            func run(_ words: [String], _ input: [UInt8]) throws -> Peer.Answer {
                try Arca.run(["cipher"] + words, input: input, environment: ["PW": "secret"], in: folder)
            }
            for (theirs, ours) in [
                (["-md", "md5"], ["--kdf", "bytestokey"]),
                (["-md", "sha256"], ["--kdf", "bytestokey", "--hash", "sha256"]),
                (["-pbkdf2", "-iter", "1000"], ["--kdf", "pbkdf2", "--iterations", "1000", "--derive-iv"]),
            ] {
                let made = try Peer.run(
                    ["openssl", "enc", "-aes-256-cbc", "-S", "0102030405060708", "-pass", "pass:secret"] + theirs,
                    input: Array(Self.message.utf8))
                // Since OpenSSL 3, a given salt is not written into the file.
                let data =
                    made.output.starts(with: Array("Salted__".utf8)) ? Array(made.output.dropFirst(16)) : made.output
                let opened = try run(
                    ["decrypt", "aes-256-cbc", "--passphrase-from", "env:PW", "--salt", "0102030405060708"] + ours, data
                )
                #expect(opened.text == Self.message, "\(ours): \(opened.errors)")
            }
        }
    }

    @Test("names the likely cause of a failure")
    func causes() throws {
        try inFolder { arca, folder in
            func check(_ words: [String], _ input: [UInt8], _ status: Int32?, _ hint: String) throws {
                let answer = try arca(words, input)
                #expect(answer.status != 0 && (status == nil || answer.status == status), "\(words)")
                #expect(answer.errors.contains(hint), "\(words): \(answer.errors)")
                #expect(!answer.errors.contains(Self.key), "\(words) shows the key")
            }
            let message = Array(Self.message.utf8)
            let options = ["aes-128-cbc", "--iv", Self.iv]
            let sealed = try arca(["encrypt"] + options + ["--key-from", "file:key.bin"], message).output
            try check(
                ["decrypt"] + options + ["--key-from", "file:key.hex"], sealed, 2, "--key-from hexfile:key.hex")
            try check(
                ["decrypt"] + options + ["--key-from", "env:HEXKEY"], sealed, 2, "--key-from hexenv:HEXKEY")
            try check(
                ["decrypt"] + options + ["--key-from", "env:B64KEY"], sealed, 2, "--key-from base64env:B64KEY")
            try Data(hex(Self.key) + [10]).write(to: folder.appendingPathComponent("key.lf"))
            try check(["decrypt"] + options + ["--key-from", "file:key.lf"], sealed, 2, "line break")
            try check(
                ["decrypt", "aes-256-cbc", "--iv", Self.iv, "--key-from", "file:key.bin"], sealed, 2, "aes-128-cbc")
            let base64 = Array(Data(sealed).base64EncodedString().utf8)
            try check(
                ["decrypt"] + options + ["--key-from", "file:key.bin", "--in", "binary"], base64, nil, "--in base64")
            try check(
                ["decrypt"] + options + ["--key-from", "file:key.bin"], Array(sealed.dropLast(3)), nil, "whole blocks")
            let zero = try arca(
                ["encrypt"] + options + ["--key-from", "file:key.bin", "--padding", "zero"], message
            ).output
            try check(["decrypt"] + options + ["--key-from", "file:key.bin"], zero, 3, "--padding zero")
            // With an IV that differs only in low bits, the first block could still be printable.
            let wrong = ["aes-128-cbc", "--iv", String(repeating: "ff", count: 16), "--key-from", "file:key.bin"]
            let short = try arca(
                ["encrypt"] + options + ["--key-from", "file:key.bin", "--padding", "iso7816"], message)
            try check(["decrypt"] + wrong, short.output, 3, "check --iv, and give --padding iso7816")
            // The digits of a 16-byte key are 32 bytes, which AES-256 takes as they are.
            try check(
                ["decrypt", "aes-256-gcm", "--iv", String(Self.iv.prefix(24)), "--key-from", "file:key.hex"], sealed,
                nil, "hexadecimal digits")
        }
    }
}
