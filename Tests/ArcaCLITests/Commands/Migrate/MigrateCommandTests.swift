internal import ArcaCodecs
internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaTestSupport
internal import Foundation
import Testing

@testable import ArcaCLI

/// `arca migrate` with strings that other programs made.
@Suite(.enabled(if: runsSlowTests, "slow"), .enabled(if: Peer.has("openssl") && Peer.has("xxd")))
struct MigrateCommandTests {
    private static let secrets = ["OLD": "tulips", "WRONG": "roses", "NEW": "new one"]

    private static func arca(_ words: [String], in folder: URL, input: [UInt8] = []) throws -> Peer.Answer {
        try Arca.run(words, input: input, environment: secrets, in: folder)
    }

    /// Made by RNCryptor for Python with the password `tulips`.
    private static let rncryptor =
        "AwEAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eH2Pfpi56zlG6loDtnQ55XSps7hj4mpjPOo1s/pDtUDp5YNrBva/NEWl4f2QqYZuW37x"
        + "VCveSfbUfnxMzgq7RybtT0axFpIuL+eSPWmCNPJHX"

    /// A folder with an identity, its recipient, an RSA key, and strings of each format that openssl makes.
    private static func inFolder(_ body: (URL, [String: String]) throws -> Void) throws {
        try Peer.inFolder { folder in
            _ = try arca(["key", "generate", "x25519", "--plain", "-o", "id.txt"], in: folder)
            _ = try arca(["key", "convert", "--to", "age", "--public", "-o", "pub", "id.txt"], in: folder)
            try RSAKeys.write(to: folder)
            let script = #"""
                key=$(printf %s "$OLD" | sha256sum | cut -c 1-64); iv=00000000000000000000000000000000
                printf 'token of Ann' | openssl enc -aes-256-cbc -K $key -iv $iv | base64 -w 0 > aescrypt
                printf 7 | openssl enc -aes-256-cbc -K $key -iv $iv | base64 -w 0 > short
                printf 'a long enough secret' | openssl enc -aes-256-cbc -pbkdf2 -pass env:OLD | base64 -w 64 > pbkdf2
                printf 'another secret of openssl' | openssl enc -aes-128-cbc -md md5 -pass env:OLD 2> /dev/null | base64 -w 0 > md5
                head -c 300 /dev/zero | tr '\0' 'x' > long
                (head -c 245 long | openssl pkeyutl -encrypt -inkey key.pem -pkeyopt rsa_padding_mode:pkcs1
                tail -c 55 long | openssl pkeyutl -encrypt -inkey key.pem -pkeyopt rsa_padding_mode:pkcs1) | base64 -w 0 > rsautil
                printf hi | openssl pkeyutl -encrypt -inkey key.pem -pkeyopt rsa_padding_mode:pkcs1 | base64 -w 0 > rsashort
                """#
            #expect(try Peer.run(["sh", "-c", script], environment: secrets, in: folder).status == 0)
            var strings = ["rncryptor": rncryptor]
            for name in ["aescrypt", "short", "pbkdf2", "md5", "rsautil", "rsashort"] {
                strings[name] = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            }
            try body(folder, strings)
        }
    }

    private static func write(_ text: String, _ name: String, in folder: URL) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    private static func text(_ name: String, in folder: URL) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// What an app does with a new value.
    private static func read(_ value: some StringProtocol, in folder: URL) throws -> String {
        let stored = String(value)
        let secret = try #require(try text("id.txt", in: folder).split(separator: "\n").last { $0.hasPrefix("AGE-") })
        let identity = try Age.X25519Identity(Array(secret.utf8))
        let plaintext = try Age(identities: [identity]).open(Base64.decode(stored))
        return String(decoding: plaintext, as: UTF8.self)
    }

    @Test("every format in CSV, with quotes and line ends in fields, becomes age; all other bytes stay")
    func csv() throws {
        try Self.inFolder { folder, strings in
            let lines = { (name: String) in strings[name] ?? "" }
            let rows = [
                "\"Ann, \"\"A\"\"\",\(lines("aescrypt")),1\r\n", "\"two\nlines\",\"\(lines("pbkdf2"))\",2\n",
                "Cy,\(lines("rncryptor")), 3 \n", "Di,\(lines("rsautil")),4\n", "Ed,,5\n",
                "Flo,\"\(lines("md5"))\",6\n",
                "Gus,\(lines("short")),7\n", "Hal,\(lines("rsashort")),8",
            ]
            try Self.write("\u{feff}name,token,\"n\"\r\n" + rows.joined(), "in.csv", in: folder)
            let secret = ["--field", "token", "--passphrase-from", "env:OLD", "--key", "key.pem"]
            let checked = try Self.arca(["migrate"] + secret + ["--check", "in.csv"], in: folder)
            #expect(checked.status == 0 && checked.output.isEmpty, "\(checked.errors)")
            let counts = "7 of 8 values can be opened: 2 of aescrypt-objc, 2 of rsautil, 1 of rncryptor, 2 of openssl"
            #expect(checked.errors.contains(counts), "\(checked.errors)")
            let made = try Self.arca(["migrate"] + secret + ["-R", "pub", "-o", "out.csv", "in.csv"], in: folder)
            #expect(made.status == 0 && made.errors.contains("left as they are: 1 empty"), "\(made.errors)")
            for value in ["token of Ann", "a long enough", "another secret"] { #expect(!made.errors.contains(value)) }
            let out = try Self.text("out.csv", in: folder)
            let parts = out.components(separatedBy: CharacterSet(charactersIn: ",\n\r\""))
            let values = parts.filter { $0.count > 100 }
            #expect(
                try values.map { try Self.read($0, in: folder) } == [
                    "token of Ann", "a long enough secret", "{\"user\":\"alice\",\"token\":\"abc123\"}\n",
                    String(repeating: "x", count: 300), "another secret of openssl", "7", "hi",
                ])
            // All that is not a value is as it was.
            var expected = try Self.text("in.csv", in: folder)
            let old = ["aescrypt", "pbkdf2", "rncryptor", "rsautil", "md5", "short", "rsashort"]
            for (name, value) in zip(old, values) {
                let string = try #require(strings[name])
                let range = try #require(expected.range(of: string))
                expected.replaceSubrange(range, with: value)
            }
            #expect(out == expected)
            // Once more: there is nothing left to do.
            let again = try Self.arca(["migrate"] + secret + ["-R", "pub", "-o", "again.csv", "out.csv"], in: folder)
            #expect(
                again.status == 0 && again.errors.contains("7 encrypted by age already, 1 empty"), "\(again.errors)")
            #expect(try Self.text("again.csv", in: folder) == out)
        }
    }

    @Test("JSON lines keep order, spaces and escapes; members of other kinds and broken lines are listed")
    func jsonLines() throws {
        try Self.inFolder { folder, strings in
            let aescrypt = try #require(strings["aescrypt"])
            let pbkdf2 = try #require(strings["pbkdf2"]).replacingOccurrences(of: "\n", with: "\\n")
            let rows = [
                #"{ "z": {"token": "inner", "b": [1, "}"]}, "token" : "\#(aescrypt)" , "a\"": 1.0e2 }"#,
                #"{"tok\u0065n":"\#(pbkdf2.replacingOccurrences(of: "/", with: "\\/"))","x":"é\\"}"#, "  ",
                #"{"token":null,"note":"\#(aescrypt)"}"#, #"{"token":17}"#, #"{"token":"#, #"[1]"#, #"{"other":true}"#,
            ]
            try Self.write(rows.joined(separator: "\n") + "\r\n", "in.jsonl", in: folder)
            let made = try Self.arca(
                [
                    "migrate", "--field", "token", "--field", "note", "--passphrase-from", "env:OLD", "-R", "pub", "-o",
                    "out.jsonl", "--json", "in.jsonl",
                ], in: folder)
            #expect(made.status == 5, "\(made.errors)")
            let report = try JSONReader.read(made.output)
            #expect(report["converted"]?.int == 3 && report["values"]?.int == 14, "\(made.text)")
            #expect(report["formats"]?["openssl"]?.int == 1 && report["kind"]?.string == "json-lines")
            #expect(report["openssl"]?[0]?.string == "-aes-256-cbc -pbkdf2 -iter 10000 -md sha256")
            let failed = report["failed"]?.array ?? []
            #expect(failed.compactMap { $0["line"]?.int } == [5, 6, 6, 7, 7], "\(made.text)")
            #expect(failed.first?["reason"]?.string == "not a JSON string")
            let out = try Self.text("out.jsonl", in: folder).components(separatedBy: "\n")
            let first = try #require(try JSONReader.read(out[0])["token"]?.string)
            let second = try #require(try JSONReader.read(out[1])["token"]?.string)
            let third = try #require(try JSONReader.read(out[3])["note"]?.string)
            #expect(try Self.read(first, in: folder) == "token of Ann")
            #expect(try Self.read(second, in: folder) == "a long enough secret")
            #expect(try Self.read(third, in: folder) == "token of Ann")
            #expect(out[0] == rows[0].replacingOccurrences(of: aescrypt, with: first))
            #expect(out[1] == #"{"tok\u0065n":"\#(second)","x":"é\\"}"#)
            #expect(out[3] == rows[3].replacingOccurrences(of: aescrypt, with: third))
            #expect(Array(out[4...]) == Array(rows[4..<7]) + [rows[7] + "\r\n"] && out[2] == rows[2])
        }
    }

    @Test("what cannot be opened stays byte for byte and is listed; with nothing opened nothing is written")
    func keepsWhatFails() throws {
        try Self.inFolder { folder, strings in
            let aescrypt = try #require(strings["aescrypt"])
            let other = String(aescrypt.dropLast(4)) + "AA=="
            let rows = [
                "1,\(aescrypt)", "2,no base64!", "3", "4,\(other)", "5,AAAA", "6,\(Self.rncryptor.dropLast(4))AAAA",
            ]
            try Self.write("id,token\n" + rows.joined(separator: "\n") + "\n", "in.csv", in: folder)
            let words = ["migrate", "-f", "token", "-R", "pub", "-o", "out.csv", "in.csv"]
            let wrong = try Self.arca(words + ["--passphrase-from", "env:WRONG"], in: folder)
            #expect(wrong.status == 5 && wrong.errors.contains("no value could be opened"), "\(wrong.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.csv"))
            let made = try Self.arca(words + ["--passphrase-from", "env:OLD"], in: folder)
            #expect(made.status == 5, "\(made.errors)")
            for line in [
                "line 3, token: not Base64", "line 4, token: the row has 1 field, not 2", "line 5, token: ",
                "line 6, token: 3 bytes that are in no known format", "line 7, token: ", "5 failed, listed above",
            ] { #expect(made.errors.contains(line), "\(line): \(made.errors)") }
            let out = try Self.text("out.csv", in: folder).components(separatedBy: "\n")
            #expect(Array(out[2...]) == Array(rows[1...]) + [""])
            #expect(try Self.read(out[1].dropFirst(2), in: folder) == "token of Ann")
            let exists = try Self.arca(words + ["--passphrase-from", "env:OLD"], in: folder)
            #expect(exists.status == 2 && exists.errors.contains("out.csv exists already"), "\(exists.errors)")
        }
    }

    @Test("a format and its parameters can be named; a passphrase is a recipient too; pipes work")
    func options() throws {
        try Self.inFolder { folder, strings in
            let keys = "000102030405060708090a0b0c0d0e0f"
            let script = """
                printf 'counter mode, long enough' | openssl enc -aes-256-ctr -pbkdf2 -iter 77 -pass env:OLD | base64 -w 0 > ctr
                printf short | openssl enc -aes-256-ctr -pbkdf2 -iter 77 -pass env:OLD | base64 -w 0 > ctrshort
                printf \(keys)\(keys)\(keys)\(keys) | xxd -r -p > both
                """
            #expect(try Peer.run(["sh", "-c", script], environment: Self.secrets, in: folder).status == 0)
            let table = "t\n\(try Self.text("ctr", in: folder))\n\(try Self.text("ctrshort", in: folder))\n"
            let way = ["--cipher", "aes-256-ctr", "--kdf", "pbkdf2", "--iter", "77", "--md", "sha256"]
            let made = try Self.arca(
                ["migrate", "-f", "t", "--format", "openssl", "--passphrase-from", "env:OLD", "-R", "pub"] + way,
                in: folder,
                input: Array(table.utf8))
            #expect(made.status == 3 && made.errors.contains("line 3, t: too short to tell"), "\(made.errors)")
            let rows = made.text.components(separatedBy: "\n")
            #expect(try Self.read(rows[1], in: folder) == "counter mode, long enough")
            #expect(rows[2] == (try Self.text("ctrshort", in: folder)))
            _ = try Self.arca(
                ["encrypt", "--format", "rncryptor", "--key-from", "file:both", "-o", "keyed", "pub"], in: folder)
            let keyed = Base64.standard.encode([UInt8](try Data(contentsOf: folder.appendingPathComponent("keyed"))))
            try Self.write("t\n\(keyed)\n", "in.csv", in: folder)
            let locked = try Self.arca(
                [
                    "migrate", "-f", "t", "--format", "rncryptor", "--key-from", "file:both", "-p",
                    "--new-passphrase-from",
                    "env:NEW", "--work-factor", "4", "-o", "out.csv", "in.csv",
                ], in: folder)
            #expect(locked.status == 0, "\(locked.errors)")
            let value = try Self.text("out.csv", in: folder).components(separatedBy: "\n")[1]
            let opened = try Self.arca(
                ["decrypt", "--passphrase-from", "env:NEW"], in: folder, input: Array(value.utf8))
            #expect(opened.text == (try Self.text("pub", in: folder)), "\(opened.errors)")
        }
    }

    @Test("wrong use is told: no recipient, no such column, no table, two sources at once")
    func refusesWrongUse() throws {
        try Self.inFolder { folder, strings in
            try Self.write("id,token\n1,x\n", "in.csv", in: folder)
            try Self.write("[{\"token\":\"x\"}]", "in.json", in: folder)
            try Self.write("id,token\n\"1,x\n", "bad.csv", in: folder)
            try Self.write("\n", "empty", in: folder)
            for (words, status, reason) in [
                (["-f", "token", "in.csv"], Int32(2), "missing who can read the new values"),
                (["--check", "in.csv"], 2, "missing --field"),
                (["-f", "tokens", "--check", "in.csv"], 2, "there is no column 'tokens'"),
                (["-f", "token", "--check", "in.json"], 5, "an array of JSON is not supported"),
                (["-f", "token", "--check", "bad.csv"], 5, "line 2"),
                (["-f", "token", "--check", "empty"], 5, "no record"),
                (["-f", "token", "--check", "-o", "x", "in.csv"], 2, "cannot be combined"),
                (["-f", "token", "--check", "none"], 8, "none"),
                (["-f", "token", "-R", "pub", "--json", "in.csv"], 2, "--json requires"),
            ] {
                let answer = try Self.arca(["migrate"] + words, in: folder)
                #expect(answer.status == status && answer.errors.contains(reason), "\(words): \(answer.errors)")
                #expect(answer.output.isEmpty)
            }
        }
    }

    @Test("of noise nothing counts as opened")
    func refusesNoise() throws {
        #expect(throws: ContainerError.self) { try StoredStrings.checked([0xff, 0x80, 0x01], paddingByteCount: 1) }
        #expect(throws: ContainerError.self) { try StoredStrings.checked(Array("abc".utf8), paddingByteCount: 0) }
        #expect(try StoredStrings.checked([], paddingByteCount: 16).isEmpty)
        #expect(try StoredStrings.checked(Array("abc".utf8), paddingByteCount: 13) == Array("abc".utf8))
        // A byte of padding that fits by chance leaves one piece of noise in 4,000 that looks like text of eight bits.
        var accepted = 0
        var random = Repeatable(251)
        for round in 0..<16_000
        where (try? StoredStrings.checked(random.bytes(round % 3 * 16 + 15), paddingByteCount: 1)) != nil {
            accepted += 1
        }
        #expect(accepted <= 4)
    }
}
