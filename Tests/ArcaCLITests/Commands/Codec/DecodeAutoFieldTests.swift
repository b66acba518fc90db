import ArcaTestSupport
internal import Foundation
import Testing

/// Inputs that `decode auto` did not find, or read wrongly, on a corpus that it was not tuned on.
@Suite struct DecodeAutoFieldTests {
    private static let prose =
        "It was the best of times, it was the worst of times, it was the age of wisdom – and of foolishness.\n"

    @Test("reads lists of code points and of escapes without their separators")
    func codePointLists() throws {
        let text = String(Self.prose.prefix(60))
        for (start, end, separator) in [
            ("U+00", "", " "), ("U+00", "", ", "), ("u+00", "", "\n"), ("\\u00", "", " "), ("%u00", "", " "),
            ("&#x", ";", " "),
        ] {
            let input = text.utf8.map { start + String($0, radix: 16) + end }.joined(separator: separator)
            let answer = try CodecCommand.run("decode auto", input)
            #expect(answer.status == 0 && answer.text == text, "\(input.prefix(20)): \(answer.errors)")
        }
        let chinese = "中文维基百科的目标是"
        let list = try CodecCommand.run("encode codepoints", chinese)
        #expect(list.text.hasPrefix("U+4E2D U+6587 "))
        #expect(try CodecCommand.run("decode auto", list.output).text == chinese)
        // One is a mention.
        #expect(try CodecCommand.run("decode auto", "the character U+2014 is a dash").status == 7)
    }

    @Test("finds uuencode without begin, and Punycode of a sentence")
    func incomplete() throws {
        let lines = try CodecCommand.run("encode uuencode", Self.prose + Self.prose).text.split(separator: "\n")
        let answer = try CodecCommand.run("decode auto", lines.dropFirst().dropLast(2).joined(separator: "\n"))
        #expect(answer.status == 0 && answer.text == Self.prose + Self.prose, "\(answer.errors)")
        for text in [
            "Die Bäume im Garten blühen schöner als früher, sagte der müde Gärtner",
            "Съешь же ещё этих мягких французских булок, да выпей чаю",
        ] {
            let encoded = try CodecCommand.run("encode punycode --form label", text)
            let found = try CodecCommand.run("decode auto", encoded.output)
            #expect(found.status == 0 && found.text == text, "\(encoded.text): \(found.errors)")
        }
    }

    @Test("finds URLs and flags backwards, and a shift of all characters")
    func ciphers() throws {
        for text in ["https://www.example.org/index.html?page=2", "flag{never_trust_user_input}"] {
            let answer = try CodecCommand.run("decode auto", String(text.reversed()))
            #expect(answer.status == 0 && answer.text == text, "\(answer.errors)")
        }
        let text = String(Self.prose.replacing("–", with: "-").dropLast())
        let shifted = try CodecCommand.run("encode caesar --form utf16 --shift 3", text)
        let answer = try CodecCommand.run("decode auto", shifted.output)
        #expect(answer.status == 0 && answer.text == text, "\(answer.errors)")
    }

    @Test("keeps the lines of a mail, and suggests --lines for lines that are encoded each")
    func lines() throws {
        let mail =
            "From: =?utf-8?q?J=C3=BCrgen?= <j@ex.example>\nTo: me@ex.example\nSubject: =?utf-8?B?R3LDvMOfZQ==?=\n\n"
            + "Hello,\n\nsee you at noon.\n\nJ.\n"
        let answer = try CodecCommand.run("decode auto", mail)
        #expect(answer.status != 0 || answer.text.split(separator: "\n").count == 6, "\(answer.text)")
        // Lines of different lengths and codecs.
        let texts = ["It was the best of times", "It was the worst of times, they say", "Noon is a good time"]
        let encoded = try zip(texts, ["base64", "base16", "base32"]).map {
            try CodecCommand.run("encode \($1)", $0).text
        }
        let several = try CodecCommand.run("decode auto", encoded.joined(separator: "\n"))
        #expect(several.status == 7 && several.errors.contains("--lines decodes each line"), "\(several.errors)")
        #expect(try !CodecCommand.run("decode auto", texts.joined(separator: "\n")).errors.contains("--lines"))
    }

    @Test("decompresses bzip2 and xz inside other layers", .enabled(if: Peer.has("bzip2") && Peer.has("xz")))
    func otherCompression() throws {
        for (packer, codec) in [("bzip2", "bunzip2"), ("xz", "unxz")] {
            let packed = try Peer.run([packer, "-c"], input: Array(Self.prose.utf8)).output
            let encoded = try CodecCommand.run("encode base64", packed)
            let answer = try CodecCommand.run("decode auto", encoded.output)
            #expect(answer.text == Self.prose && answer.errors.contains("base64,\(codec)"), "\(answer.errors)")
            #expect(!answer.errors.contains("opens what came out"))
        }
    }

    @Test("reads PEM in a dump of od -A n", .enabled(if: Peer.has("od")), arguments: [[], ["-t", "x1"]])
    func bareDump(options: [String]) throws {
        var random = Repeatable(31)
        // Of even length, because od fills the last word with zero.
        let bytes = random.bytes(96)
        let pem = try CodecCommand.run("encode pem --label MESSAGE", bytes)
        let dump = try Peer.run(["od", "-v", "-A", "n"] + options, input: pem.output)
        let answer = try CodecCommand.run("decode auto", dump.output)
        #expect(answer.status == 0 && answer.output == bytes, "\(answer.errors)")
    }
}
