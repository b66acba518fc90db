internal import ArcaTestSupport
internal import Foundation
import Testing

enum CodecCommand {
    /// Runs `arca` with space-separated words.
    static func run(_ words: String, _ input: [UInt8]) throws -> Peer.Answer {
        try Arca.run(words.split(separator: " ").map(String.init), input: input)
    }

    static func run(_ words: String, _ input: String) throws -> Peer.Answer { try run(words, Array(input.utf8)) }

    /// All byte values, repeated bytes for dumps, and a length that no group size divides.
    static let sample: [UInt8] = {
        var random = Repeatable(4)
        return (0...255).map { UInt8($0) } + [UInt8](repeating: 0, count: 65) + random.bytes(211)
    }()
}

/// Comparisons with other programs.
@Suite(.enabled(if: runsSlowTests, "slow")) struct CodecPeerTests {
    private static let text =
        "Größe = 5 €, a tab\there, trailing \nFrom: 日本語 & <b>\n" + String(repeating: "x", count: 90)

    @Test(
        "encodes like a peer, and decodes its output with and without a final line end",
        arguments: [
            ("base64", "base64 -w0"), ("base64 --wrap 76", "base64"), ("base64 -w 10", "base64 -w 10"),
            ("base64url", "basenc --base64url -w0"), ("base32", "base32 -w0"), ("base32 --wrap 76", "base32"),
            ("base32hex", "basenc --base32hex -w0"), ("hex", "xxd -p -c 256"), ("hex --upper", "basenc --base16 -w0"),
            ("hex --upper --wrap 76", "basenc --base16"), ("z85", "basenc --z85 -w0"), ("z85 -w 76", "basenc --z85"),
            ("base64url --wrap 76", "basenc --base64url"), ("xxd", "xxd"), ("hexdump --columns 8", "xxd -c 8"),
            ("hexdump --group 4 --upper", "xxd -g 4 -u"), ("hexdump --layout canonical", "hexdump -C"),
            ("hexdump --layout plain", "xxd -p"), ("hexdump --layout plain --columns 9", "xxd -p -c 9"),
        ])
    func programs(ours: String, theirs: String) throws {
        // Whole groups for Z85, and no line end if the peer prints none.
        let sample = Array(CodecCommand.sample.prefix(theirs == "xxd -p -c 256" ? 200 : 532))
        let expected = try Peer.run(theirs.split(separator: " ").map(String.init), input: sample)
        let encoded = try CodecCommand.run("encode " + ours, sample)
        let dropsEnd = theirs.hasPrefix("xxd -p -c 256")
        #expect(encoded.output == (dropsEnd ? Array(expected.output.dropLast()) : expected.output), "\(theirs)")
        #expect(encoded.status == 0 && encoded.errors.isEmpty)
        // The decoder detects the line lengths that peers use.
        let codec = String(ours.split(separator: " ")[0]) + (ours.hasSuffix("-w 10") ? " -w 10" : "")
        for text in [expected.output, expected.output + (expected.output.last == 0x0a ? [] : [0x0a])] {
            let decoded = try CodecCommand.run("decode " + codec, text)
            #expect(decoded.output == sample && decoded.status == 0, "\(theirs): \(decoded.errors)")
        }
    }

    @Test(
        "agrees with Python",
        arguments: [
            ("base85", "base64.b85encode(d)", "base64.b85decode(d)"),
            ("ascii85", "base64.a85encode(d)", "base64.a85decode(d)"),
            ("ascii85 --adobe", "base64.a85encode(d,adobe=True)", "base64.a85decode(d,adobe=True)"),
            ("ascii85 --btoa", "base64.a85encode(d,foldspaces=True)", "base64.a85decode(d,foldspaces=True)"),
            ("base64", "base64.b64encode(d)", "base64.b64decode(d,validate=True)"),
            ("base32", "base64.b32encode(d)", "base64.b32decode(d)"),
            ("base16 --upper", "base64.b16encode(d)", "base64.b16decode(d)"),
            ("percent", "urllib.parse.quote(d,safe='').encode()", "urllib.parse.unquote_to_bytes(d)"),
            (
                "percent --form form", "urllib.parse.quote_plus(d,safe='*').replace('~','%7E').encode()",
                "urllib.parse.unquote_to_bytes(d.replace(b'+',b' '))"
            ),
        ])
    func python(ours: String, encode: String, decode: String) throws {
        func script(_ call: String) -> String {
            "import sys,base64,urllib.parse\nd=sys.stdin.buffer.read()\nsys.stdout.buffer.write(\(call))"
        }
        let sample = CodecCommand.sample + Array("    and    spaces".utf8)
        let encoded = try CodecCommand.run("encode " + ours, sample)
        #expect(encoded.output == (try Peer.python(script(encode), input: sample)).output)
        #expect(try Peer.python(script(decode), input: encoded.output).output == sample)
        let name = ours.replacing(" --upper", with: "")
        #expect(try CodecCommand.run("decode " + name, encoded.output).output == sample)
    }

    @Test("reads git's binary patches line by line")
    func git() throws {
        try Peer.inFolder { folder in
            let sample = Array(CodecCommand.sample.prefix(300))
            try Data(sample).write(to: folder.appendingPathComponent("f"))
            // A deflated literal: each line has its length as a letter, then Base85.
            let script =
                "unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE; git init -q . && git add f && git diff --cached --binary | sed -n '/^literal/,/^$/p' | tail -n +2"
            let lines = try Peer.run(["sh", "-c", script], in: folder).lines.prefix { !$0.isEmpty }
            var deflated: [UInt8] = []
            for line in lines {
                let length = try #require(line.utf8.first)
                let count = Int(length) - (length > 0x60 ? 0x60 - 26 : 0x40)
                deflated += try CodecCommand.run("decode base85", String(line.dropFirst())).output.prefix(count)
            }
            #expect(!lines.isEmpty)
            #expect(try CodecCommand.run("decode inflate", deflated).output == sample)
        }
    }

    @Test("quoted-printable matches Python's quopri in both directions, for text and binary")
    func quotedPrintable() throws {
        let decode = "import quopri,sys;sys.stdout.buffer.write(quopri.decodestring(sys.stdin.buffer.read()))"
        let encode = "import quopri,sys;sys.stdout.buffer.write(quopri.encodestring(sys.stdin.buffer.read()))"
        let text = Array(Self.text.utf8)
        let ours = try CodecCommand.run("encode qp", text)
        #expect(try Peer.python(decode, input: ours.output).output == text)
        let theirs = try Peer.python(encode, input: text)
        #expect(try CodecCommand.run("decode qp --lenient", theirs.output).output == text)
        let binary = try CodecCommand.run("encode qp --binary", CodecCommand.sample)
        #expect(try Peer.python(decode, input: binary.output).output == CodecCommand.sample)
        #expect(try CodecCommand.run("decode qp", binary.output).output == CodecCommand.sample)
        let crlf = try CodecCommand.run("encode qp --crlf", "a\nb\n")
        #expect(crlf.text == "a\r\nb\r\n")
    }

    @Test(
        "encoded words match Python's email module",
        arguments: ["Größe", "日本語のとても長い件名です、これは折り返されるはずです", "plain ASCII", "=?no word"], ["", " --form b", " --form q"])
    func encodedWords(text: String, form: String) throws {
        let encoded = try CodecCommand.run("encode mime-word" + form, text)
        let script = """
            import sys
            from email.header import decode_header, make_header
            sys.stdout.write(str(make_header(decode_header(sys.stdin.read()))))
            """
        #expect(try Peer.python(script, input: encoded.output).text == text)
        #expect(try CodecCommand.run("decode mime-word", encoded.output).text == text)
    }

    @Test(
        "reads encoded words in charsets other than Unicode",
        arguments: [
            ("windows-1252", "caf\u{e9} \u{201c}x\u{201d}"), ("iso-8859-15", "5 €"), ("koi8-r", "привет"),
            ("shift_jis", "日本語"), ("gb2312", "中文"), ("gb18030", "𠀀"), ("big5", "中文"), ("euc-kr", "한국어"),
        ])
    func charsets(charset: String, text: String) throws {
        let script =
            "import sys,base64;d=sys.stdin.read().encode('\(charset)')\n"
            + "sys.stdout.write('=?\(charset)?b?'+base64.b64encode(d).decode()+'?=')"
        let word = try Peer.python(script, input: Array(text.utf8))
        #expect(try CodecCommand.run("decode mime-word", word.output).text == text)
    }

    @Test("Base64 for mail matches Python's base64mime")
    func mime() throws {
        let script =
            "import sys,email.base64mime as m;sys.stdout.write(m.body_encode(sys.stdin.buffer.read(),eol='\\r\\n'))"
        let theirs = try Peer.python(script, input: CodecCommand.sample)
        let ours = try CodecCommand.run("encode mime", CodecCommand.sample)
        #expect(ours.output + [0x0d, 0x0a] == theirs.output)
        #expect(try CodecCommand.run("decode mime", theirs.output).output == CodecCommand.sample)
    }

    @Test(
        "Unicode escapes, JSON and byte arrays are read by their languages",
        arguments: [
            ("unicode", "json.loads('\"'+d.replace('\\t','\\\\t').replace('\\n','\\\\n')+'\"')"),
            ("unicode --form long", "d.encode().decode('unicode_escape')"), ("json", "json.loads(d)"),
            ("unicode --form hex", "html.unescape(d)"), ("unicode --form decimal", "html.unescape(d)"),
            ("html", "html.unescape(d)"),
        ])
    func escapes(codec: String, reading: String) throws {
        let text = "Größe 5 € \u{1f600}\n"
        let encoded = try CodecCommand.run("encode " + codec, text)
        let script = "import sys,json,html;d=sys.stdin.read();sys.stdout.write(\(reading))"
        #expect(try Peer.python(script, input: encoded.output).text == text)
        #expect(try CodecCommand.run("decode \(codec.split(separator: " ")[0])", encoded.output).text == text)
    }

    @Test("arrays in C match xxd -i in both directions")
    func arrays() throws {
        try Peer.inFolder { folder in
            try Data(CodecCommand.sample).write(to: folder.appendingPathComponent("data"))
            let theirs = try Peer.run(["xxd", "-i", "data"], in: folder)
            #expect(try CodecCommand.run("encode c --label data", CodecCommand.sample).output == theirs.output)
            #expect(try CodecCommand.run("decode c", theirs.output).output == CodecCommand.sample)
            let swift = try CodecCommand.run("encode swift --label data", CodecCommand.sample)
            #expect(swift.text.hasPrefix("let data: [UInt8] = ["))
            #expect(try CodecCommand.run("decode swift", swift.output).output == CodecCommand.sample)
        }
    }

    @Test("openssl reads PEM")
    func pem() throws {
        let ours = try CodecCommand.run("encode pem --label MESSAGE", CodecCommand.sample)
        let body = ours.lines.dropFirst().dropLast().joined(separator: "\n") + "\n"
        #expect(try Peer.run(["openssl", "base64", "-d"], input: Array(body.utf8)).output == CodecCommand.sample)
        let decoded = try CodecCommand.run("decode pem", ours.output)
        #expect(decoded.output == CodecCommand.sample && decoded.errors == "arca: the label is 'MESSAGE'\n")
    }

    @Test(
        "chains decode the output of several programs in sequence",
        arguments: [
            ("gzip -c | base64", "base64,gunzip"), ("gzip -c | xxd -p", "hexdump,gunzip"),
            ("gzip -c | xxd", "xxd,gzip"),
            ("gzip -c | gzip -c | base32", "base32,gunzip,gunzip"), ("base64 | base64 | base64", "b64,b64,b64"),
            (
                "openssl zlib 2>/dev/null || python3 -c 'import sys,zlib;sys.stdout.buffer.write(zlib.compress(sys.stdin.buffer.read()))'",
                "inflate"
            ),
            ("iconv -f latin1 -t utf-16le | base64", "base64,utf16le"),
            ("iconv -f latin1 -t utf-32 | base64", "base64,utf32"),
            ("(gzip -c; printf more | gzip -c) | base64", "base64,gunzip"),
        ])
    func chains(command: String, chain: String) throws {
        let text = Array(repeating: "all work and no play\n", count: 40).joined()
        let packed = try Peer.run(["sh", "-c", command], input: Array(text.utf8))
        let answer = try CodecCommand.run("decode " + chain, packed.output)
        #expect(answer.text == text + (command.contains("more") ? "more" : ""), "\(answer.errors)")
        #expect(answer.status == 0)
    }
}
