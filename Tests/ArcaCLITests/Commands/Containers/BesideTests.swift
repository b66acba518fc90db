internal import ArcaCore
internal import ArcaSystem
internal import ArcaTestSupport
internal import Foundation
import Testing

@testable import ArcaCLI

/// `arca encrypt FILE…` and `arca decrypt FILE…`, which write next to their files.
@Suite(.enabled(if: runsSlowTests, "slow")) struct BesideTests {
    private static func arca(_ words: [String], in folder: URL, _ more: [String: String] = [:]) throws -> Peer.Answer {
        try Arca.run(words, environment: ["PW": "correct horse"].merging(more) { $1 }, in: folder)
    }

    private static func onTerminal(
        _ words: [String], _ answers: [(question: String, answer: String)] = [], in folder: URL
    ) throws -> Peer.Answer {
        try Peer.onTerminal([Peer.arca] + words, answers, environment: ["PW": "correct horse"], in: folder)
    }

    private static let cheap = ["--work-factor", "4", "--passphrase-from", "env:PW"]

    /// Runs `body` in a folder with two texts, an identity and its recipient.
    private static func inFolder(_ body: (URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            try Data("one\n".utf8).write(to: folder.appendingPathComponent("a.txt"))
            try Data("two\n".utf8).write(to: folder.appendingPathComponent("b.txt"))
            _ = try arca(["key", "generate", "x25519", "--plain", "-o", "key"], in: folder)
            _ = try arca(["key", "convert", "--to", "age", "--public", "-o", "pub", "key"], in: folder)
            try body(folder)
        }
    }

    private static func text(_ name: String, in folder: URL) -> String? {
        try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    private static func names(in folder: URL) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }

    @Test("several files are written next to themselves and restored; one in a pipe goes to standard output")
    func several() throws {
        try Self.inFolder { folder in
            let made = try Self.arca(["encrypt", "-R", "pub", "a.txt", "b.txt"], in: folder)
            #expect(made.status == 0, "\(made.errors)")
            #expect(made.output.isEmpty, "\(made.errors)")
            #expect(made.errors.isEmpty, "\(made.errors)")
            #expect(try Self.names(in: folder) == ["a.txt", "b.txt", "a.txt.age", "b.txt.age", "key", "pub"])
            let again = try Self.arca(["encrypt", "-R", "pub", "a.txt", "b.txt"], in: folder)
            #expect(again.status == 2 && again.errors.contains("a.txt.age exists already"), "\(again.errors)")
            #expect(again.errors.contains("2 of 2 files not encrypted: a.txt, b.txt"), "\(again.errors)")
            #expect(try Self.arca(["encrypt", "-R", "pub", "--force", "a.txt", "b.txt"], in: folder).status == 0)
            let refused = try Self.arca(["decrypt", "-i", "key", "a.txt.age", "b.txt.age"], in: folder)
            #expect(refused.status == 2 && refused.errors.contains("b.txt exists already"), "\(refused.errors)")
            try Data("changed".utf8).write(to: folder.appendingPathComponent("a.txt"))
            let back = try Self.arca(["decrypt", "-i", "key", "--force", "a.txt.age", "b.txt.age"], in: folder)
            #expect(back.status == 0 && back.errors.isEmpty, "\(back.errors)")
            #expect(Self.text("a.txt", in: folder) == "one\n" && Self.text("b.txt", in: folder) == "two\n")
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/a.txt")[.posixPermissions]
            #expect(mode as? Int == 0o600)
            let piped = try Self.arca(["decrypt", "-i", "key", "a.txt.age"], in: folder)
            #expect(piped.text == "one\n" && piped.status == 0)
            let sealed = try Self.arca(["encrypt", "-R", "pub", "a.txt"], in: folder)
            #expect(sealed.status == 0 && sealed.output.starts(with: Array("age-encryption.org/v1".utf8)))
        }
    }

    @Test("a failed file does not stop the others; the status is that of the first failure, and no partial file stays")
    func failures() throws {
        try Self.inFolder { folder in
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("d"), withIntermediateDirectories: true)
            let made = try Self.arca(["encrypt", "-R", "pub", "a.txt", "none", "d", "b.txt"], in: folder)
            #expect(made.status == 8, "\(made.errors)")
            #expect(made.errors.contains("2 of 4 files not encrypted: none, d"), "\(made.errors)")
            #expect(made.errors.contains("give --archive to encrypt the folder as one file"), "\(made.errors)")
            var damaged = try Data(contentsOf: folder.appendingPathComponent("a.txt.age"))
            damaged[damaged.count - 1] ^= 1
            try damaged.write(to: folder.appendingPathComponent("bad.txt.age"))
            try Data("no\n".utf8).write(to: folder.appendingPathComponent("text.age"))
            try Data(contentsOf: folder.appendingPathComponent("a.txt.age")).write(
                to: folder.appendingPathComponent("plain"))
            for name in ["a.txt", "b.txt"] {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
            let back = try Self.arca(
                ["decrypt", "-i", "key", "bad.txt.age", "a.txt.age", "text.age", "plain", "b.txt.age"], in: folder)
            #expect(back.status == 4, "\(back.errors)")
            let turned = try Self.arca(["decrypt", "-i", "key", "text.age", "bad.txt.age"], in: folder)
            #expect(turned.status == 5, "\(turned.errors)")
            #expect(back.errors.contains("3 of 5 files not decrypted: bad.txt.age, text.age, plain"), "\(back.errors)")
            #expect(back.errors.contains("plain has no suffix of an encrypted file"), "\(back.errors)")
            #expect(Self.text("a.txt", in: folder) == "one\n" && Self.text("b.txt", in: folder) == "two\n")
            #expect(!(try Self.names(in: folder).contains { $0 == "bad.txt" || $0 == "text" || $0.hasPrefix(".arca") }))
            let checked = try Self.arca(
                ["decrypt", "-i", "key", "--verify-only", "a.txt.age", "bad.txt.age"], in: folder)
            #expect(checked.status == 4 && checked.errors.contains("1 of 2 files not verified: bad.txt.age"))
        }
    }

    @Test(
        "each format has its suffix, and decryption removes every suffix",
        arguments: [
            ("openssl", "enc"), ("rncryptor", "rncryptor"), ("c2sp-chunked", "c2sp"),
        ])
    func suffixes(_ format: String, _ suffix: String) throws {
        try Self.inFolder { folder in
            let isKeyed = format == "c2sp-chunked"
            try Data((0..<32).map { UInt8($0) }).write(to: folder.appendingPathComponent("raw"))
            let secret = isKeyed ? ["--key-from", "file:raw"] : ["--passphrase-from", "env:PW"]
            let made = try Self.arca(["encrypt", "--format", format] + secret + ["--beside", "a.txt"], in: folder)
            #expect(made.status == 0 && made.output.isEmpty, "\(made.errors)")
            try FileManager.default.removeItem(at: folder.appendingPathComponent("a.txt"))
            let back = try Self.arca(
                ["decrypt"] + (isKeyed ? ["--format", format] : []) + secret + ["--beside", "a.txt.\(suffix)"],
                in: folder)
            #expect(back.status == 0 && Self.text("a.txt", in: folder) == "one\n", "\(back.errors)")
        }
        #expect(
            FormatName.removingSuffix(of: "d/x.TXT.AGE") == "d/x.TXT" && FormatName.removingSuffix(of: "d/.age") == nil)
        #expect(FormatName.removingSuffix(of: "x.age/") == nil && FormatName.removingSuffix(of: "x.txt") == nil)
    }

    @Test("on a terminal results are written next to their files, and one passphrase is asked for once")
    func terminal() throws {
        try Self.inFolder { folder in
            let question = (question: "assphrase", answer: "tulips and roses")
            let made = try Self.onTerminal(
                ["encrypt", "--work-factor", "4", "a.txt", "b.txt"],
                [question, (question: "again", answer: "tulips and roses")],
                in: folder)
            #expect(made.status == 0 && made.text.contains("wrote b.txt.age"), "\(made.text)")
            for name in ["a.txt", "b.txt"] {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
            let back = try Self.onTerminal(["decrypt", "a.txt.age", "b.txt.age"], [question], in: folder)
            #expect(back.status == 0 && back.text.components(separatedBy: "assphrase").count == 2, "\(back.text)")
            #expect(Self.text("a.txt", in: folder) == "one\n" && Self.text("b.txt", in: folder) == "two\n")
            let single = try Self.onTerminal(["encrypt", "-R", "pub", "key"], in: folder)
            #expect(single.status == 0 && single.text.contains("wrote key.age"), "\(single.text)")
            let shown = try Self.onTerminal(["decrypt", "-i", "key", "-o", "-", "key.age"], in: folder)
            #expect(shown.text.contains("AGE-SECRET-KEY-1"), "\(shown.text)")
            let armored = try Self.onTerminal(["encrypt", "-R", "pub", "-a", "a.txt"], in: folder)
            #expect(
                armored.text.contains("BEGIN AGE ENCRYPTED FILE") && !armored.text.contains("wrote"), "\(armored.text)")
        }
    }

    @Test("no command writes binary to a terminal except with -o -; an archive suggests --extract")
    func binary() throws {
        try Self.inFolder { folder in
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("d"), withIntermediateDirectories: true)
            try Data("in\n".utf8).write(to: folder.appendingPathComponent("d/x"))
            _ = try Self.arca(["encrypt", "-R", "pub", "--archive", "d", "-o", "packed"], in: folder)
            try Data([0, 1, 2, 255]).write(to: folder.appendingPathComponent("noise"))
            _ = try Self.arca(["encrypt", "-R", "pub", "-o", "sealed", "noise"], in: folder)
            _ = try Self.arca(["compress", "-o", "noise.gz", "noise"], in: folder)
            try Data("AAEC/w==\n".utf8).write(to: folder.appendingPathComponent("noise.b64"))
            for (words, hint) in [
                (["decrypt", "-i", "key", "packed"], "give --extract DIR to unpack it, or -o FILE"),
                (["decrypt", "-i", "key", "sealed"], "give -o FILE, or -o -"),
                (["decompress", "noise.gz"], "give -o FILE, or -o -"),
                (["decode", "base64", "noise.b64"], "give -o FILE, or -o -"),
            ] {
                let refused = try Self.onTerminal(words, in: folder)
                #expect(refused.status == 2 && refused.text.contains(hint), "\(words): \(refused.text)")
                #expect(refused.text.contains("arca: error: binary output ("), "\(refused.text)")
                #expect(refused.text.contains(") cannot be shown on a terminal"), "\(refused.text)")
            }
            let shown = try Self.onTerminal(["decode", "base64", "-o", "-", "noise.b64"], in: folder)
            #expect(shown.status == 0 && shown.output == [0, 1, 2, 255])
            #expect(try Self.onTerminal(["decompress", "-o", "-", "noise.gz"], in: folder).status == 0)
        }
    }

    @Test(
        "a terminal accepts UTF-8 without control characters, also if it is split",
        arguments: [
            ("a\tb\r\n", true), ("café 读", true), ("\u{1b}[1m", false), ("a\0", false), ("\u{7f}", false), ("", true),
        ])
    func shows(_ text: String, _ isText: Bool) {
        #expect(ScreenedFile.text(Array(text.utf8)).isText == isText)
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count where isText {
            let (isText, rest) = ScreenedFile.text(Array(bytes[..<count]))
            #expect(isText && ScreenedFile.text(rest + bytes[count...]).isText, "\(count)")
        }
        #expect(!ScreenedFile.text([0x61, 0xc3, 0x61]).isText && !ScreenedFile.text([0xff]).isText)
    }

    @Test("rejects one output for several files, and options that need an output file")
    func refusesWrongUse() throws {
        try Self.inFolder { folder in
            for (words, reason) in [
                (["encrypt", "-R", "pub", "-o", "x", "a.txt", "b.txt"], "2 files cannot be written to one"),
                (["encrypt", "-R", "pub", "--beside", "-"], "standard input has no file to write next to"),
                (["encrypt", "-R", "pub", "--beside", "-o", "x", "a.txt"], "cannot be combined with"),
                (["encrypt", "-R", "pub", "--json", "a.txt"], "--json requires --output or --beside"),
                (["encrypt", "-R", "pub", "--exclude", "x", "a.txt"], "--exclude requires --archive"),
                (["decrypt", "-i", "key", "--extract", "x", "a", "b"], "--extract takes one file, found 2"),
                (["decrypt", "-i", "key", "--max-ratio", "3", "a"], "--max-ratio requires"),
                (["encrypt", "-R", "pub", "--archive", ".", "--exclude", "[a"], "has [ without ]"),
            ] {
                let answer = try Self.arca(words, in: folder)
                #expect(answer.status == 2 && answer.errors.contains(reason), "\(words): \(answer.errors)")
            }
            #expect(try Self.arca(["encrypt", "-R", "pub", "--force", "-o", "x", "a.txt"], in: folder).status == 0)
            let json = try Self.arca(["encrypt", "-R", "pub", "--beside", "--json", "a.txt", "b.txt"], in: folder)
            let report = try JSONReader.read(json.output)
            #expect(report["files"]?.array?.compactMap { $0["output"]?.string } == ["a.txt.age", "b.txt.age"])
            let one = try Self.arca(["encrypt", "-R", "pub", "--beside", "--force", "--json", "a.txt"], in: folder)
            #expect(try JSONReader.read(one.output)["recipients"]?[0]?.string == "X25519")
        }
    }
}
