internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite struct SM2CommandTests {
    private static let scalar = "3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8"
    private static let point =
        "09f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020"
        + "ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13"

    private func inFolder(_ body: (_ arca: ([String], String) throws -> Peer.Answer, URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            try body({ try Arca.run(["sm2"] + $0, input: Array($1.utf8), in: folder) }, folder)
        }
    }

    private func write(_ text: String, _ name: String, in folder: URL) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    @Test("signs and verifies in every form, with keys in every form")
    func signs() throws {
        try inFolder { arca, folder in
            try write(Self.scalar, "key.hex", in: folder)
            try write("00" + Self.scalar.uppercased() + "\n", "java.hex", in: folder)
            for (name, text) in [("xy", Self.point), ("04xy", "04" + Self.point), ("private", Self.scalar)] {
                try write(text + "\n", name, in: folder)
            }
            for key in ["key.hex", "java.hex"] {
                for form in [[], ["--raw"], ["--raw", "--out", "hex"], ["--out", "base64"], ["--id", "alice"]] {
                    let signed = try arca(["sign", "--key", key, "-o", "sig"] + form, "message")
                    #expect(signed.status == 0, "\(signed.errors)")
                    let identifier = form.first == "--id" ? form : []
                    for publicKey in ["xy", "04xy", "private", "key.hex"] {
                        let options = ["verify", "--key", publicKey, "--signature", "sig"]
                        let checked = try arca(options + identifier, "message")
                        #expect(checked.status == 0 && checked.text.hasSuffix(": OK\n"), "\(form): \(checked.errors)")
                        #expect(try arca(options + identifier, "massage").status == 1)
                        #expect(try arca(options + ["--id", "bob"], "message").status == 1)
                    }
                }
            }
        }
    }

    @Test("takes the public half of an encrypted key from a pipe, and limits what its passphrase may cost")
    func encryptedKey() throws {
        try Peer.inFolder { folder in
            let pass = ["--passphrase-from", "env:PW"]
            func arca(_ words: [String], _ input: [UInt8] = []) throws -> Peer.Answer {
                try Arca.run(["sm2"] + words + pass, input: input, environment: ["PW": "a long secret"], in: folder)
            }
            let made = try Arca.run(
                ["key", "generate", "sm2", "--passphrase-from", "env:PW", "-o", "key.pem"],
                environment: ["PW": "a long secret"], in: folder)
            #expect(made.status == 0, "\(made.errors)")
            try write("message", "m", in: folder)
            let key = Array(try Data(contentsOf: folder.appendingPathComponent("key.pem")))
            let sealed = try arca(["encrypt", "--key", "-", "m", "-o", "sealed"], key)
            #expect(sealed.status == 0, "\(sealed.errors)")
            #expect(try arca(["decrypt", "--key", "key.pem", "sealed"]).text == "message")
            let costly = try arca(["decrypt", "--key", "key.pem", "--max-cost", "1", "sealed"])
            #expect(costly.status != 0 && costly.errors.contains("--max-cost"), "\(costly.errors)")
        }
    }

    @Test("decrypts every format and form without being told which")
    func decrypts() throws {
        try inFolder { arca, folder in
            let made = try Arca.run(["key", "generate", "sm2", "--plain", "-o", "key.pem"], in: folder)
            #expect(made.status == 0, "\(made.errors)")
            for format in [["der"], ["c1c3c2"], ["c1c2c3"], ["c1c3c2", "--no-prefix"], ["c1c2c3", "--no-prefix"]] {
                for form in ["binary", "base64", "hex"] {
                    let options = ["--key", "key.pem", "--out", form, "--format"] + format
                    let sealed = try arca(["encrypt"] + options, "attack at dawn")
                    #expect(sealed.status == 0, "\(sealed.errors)")
                    let opened = try Arca.run(["sm2", "decrypt", "--key", "key.pem"], input: sealed.output, in: folder)
                    #expect(opened.status == 0 && opened.text == "attack at dawn", "\(options): \(opened.errors)")
                }
            }
            let sealed = try arca(["encrypt", "--key", "key.pem", "--format", "c1c3c2"], "attack at dawn")
            let wrong = try Arca.run(
                ["sm2", "decrypt", "--key", "key.pem", "--format", "c1c2c3"], input: sealed.output, in: folder)
            #expect(wrong.status == 4 || wrong.status == 3)
        }
    }

    @Test("rejects keys of other kinds, other numbers and empty messages")
    func refuses() throws {
        try inFolder { arca, folder in
            _ = try Arca.run(["key", "generate", "p256", "--plain", "-o", "p256.pem"], in: folder)
            let wrong = try arca(["sign", "--key", "p256.pem"], "message")
            #expect(wrong.status == 5 && wrong.errors.contains("SM2"), "\(wrong.errors)")
            try write(String(repeating: "0", count: 64), "zero", in: folder)
            #expect(try arca(["sign", "--key", "zero"], "message").status != 0)
            try write(Self.scalar, "key", in: folder)
            #expect(try arca(["encrypt", "--key", "key"], "").status == 5)
            #expect(try arca(["decrypt", "--key", "key"], "not encrypted at all").status == 5)
        }
    }
}
