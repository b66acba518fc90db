import ArcaCrypto
import ArcaDetect
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

/// `--show` of `arca cipher find`, `encrypt` and `decrypt`.
@Suite struct CipherShowTests {
    private static let environment = ["CIPHER_KEY": "1234567890abcdef"]

    @Test("find prints the code of the scheme, without the key")
    func find() throws {
        let words = ["cipher", "find", "--key-from", "env:CIPHER_KEY", "--text", "ZglJO6WWY3kEBifZmUm6VA==", "--show"]
        let answer = try Arca.run(words + ["php"], environment: Self.environment)
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(answer.text.hasPrefix("<?php\n"))
        #expect(answer.text.contains("'aes-128-ecb'"))
        #expect(!answer.text.contains("1234567890abcdef"))
        #expect(!answer.text.contains("hello world"))
        let json = try Arca.run(words + ["go", "--json"], environment: Self.environment)
        #expect(json.text.contains("\"code\":") && json.text.contains("func Decrypt("))
        let unknown = try Arca.run(words + ["cobol"], environment: Self.environment)
        #expect(unknown.status == 2)
    }

    @Test(
        "encrypt and decrypt make a scheme of their options and read no key",
        arguments: [
            (
                ["aes-256-gcm", "--key-from", "hexenv:NONE", "--iv-from", "data"],
                "aes-256-gcm; key=hex"
            ),
            (
                ["aes-128-cbc", "--key-from", "base64file:none", "--iv", "000102030405060708090a0b0c0d0e0f"],
                "aes-128-cbc; key=base64; iv=given:hex; data=ciphertext"
            ),
            (
                ["aes-256-gcm", "--key-from", "env:NONE", "--iv-from", "data", "--tag-first"],
                "aes-256-gcm; key=utf8; data=iv,tag,ciphertext"
            ),
            (
                ["des-ecb", "--key-from", "env:NONE", "--padding", "zero"],
                "des-ecb; padding=zero; key=utf8"
            ),
            (
                [
                    "aes-256-cbc", "--kdf", "pbkdf2", "--passphrase-from", "env:NONE", "--salt", "text:salt",
                    "--iterations", "1000", "--derive-iv",
                ], "aes-256-cbc; key=utf8|pbkdf2(sha256,1000,0x73616c74,48); iv=derived; data=ciphertext"
            ),
            (
                ["aes-256-cbc", "--kdf", "bytestokey", "--passphrase-from", "env:NONE"],
                "aes-256-cbc; key=utf8|bytestokey(md5,1,none,48); iv=derived; data=ciphertext"
            ),
            (["aes-128-ecb; key=utf8|md5", "--key-from", "env:NONE"], "aes-128-ecb; key=utf8|md5"),
        ] as [([String], String)])
    func options(words: [String], notation: String) throws {
        let expected = try CipherScheme(notation)
        for command in ["encrypt", "decrypt"] {
            let answer = try Arca.run(["cipher", command] + words + ["--show", "python"])
            #expect(answer.status == 0, "\(answer.errors)")
            #expect(try answer.text == expected.code(in: .python))
        }
        // A scheme contains the encoding already.
        let isScheme = words[0].contains(";")
        let encoded = try Arca.run(["cipher", "decrypt"] + words + ["--in", "hex", "--show", "python"])
        #expect(encoded.status == (isScheme ? 2 : 0), "\(encoded.errors)")
        #expect(encoded.text.contains("data=hex>") == !isScheme)
    }

    @Test("explains what has no code")
    func errors() throws {
        let common = ["--key-from", "env:NONE", "--show", "node"]
        let ff1 = try Arca.run(["cipher", "encrypt", "aes-256-ff1"] + common)
        #expect(ff1.status == 2 && ff1.errors.contains("--show has no code for ff1"))
        let aria = try Arca.run(["cipher", "encrypt", "aria-128-ecb"] + common)
        #expect(aria.status != 0 && aria.errors.contains("there is no code for ARIA-128-ECB"))
        let iv = try Arca.run(["cipher", "encrypt", "aes-128-cbc"] + common)
        #expect(iv.status == 2 && iv.errors.contains("AES-128-CBC needs an IV"))
        let aad = try Arca.run(["cipher", "encrypt", "aes-128-gcm", "--iv-from", "data", "--aad", "00"] + common)
        #expect(aad.status == 2 && aad.errors.contains("--show cannot be combined with --aad"))
    }
}
