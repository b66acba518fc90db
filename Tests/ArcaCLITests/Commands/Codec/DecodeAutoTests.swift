internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite struct DecodeAutoTests {
    private static let prose =
        "It was the best of times, it was the worst of times, it was the age of wisdom – and of foolishness.\n"

    /// The recipe in the report, as arguments of `arca`.
    private static func recipe(_ answer: Peer.Answer) -> String? {
        let mark = "arca: recipe: arca "
        let line = answer.errors.split(separator: "\n").first { $0.hasPrefix(mark) }
        return line.map { line in
            let words = line.dropFirst(mark.count)
            return String(words[..<(words.range(of: " (")?.lowerBound ?? words.endIndex)]).replacing("'", with: "")
        }
    }

    private static func alternatives(_ answer: Peer.Answer) -> [String] {
        let mark = "arca: also fits: arca "
        return answer.errors.split(separator: "\n").filter { $0.hasPrefix(mark) }.map { line in
            let words = line.dropFirst(mark.count)
            return String(words[..<(words.range(of: " (")?.lowerBound ?? words.endIndex)]).replacing("'", with: "")
        }
    }

    @Test(
        "recognizes every encoding from a realistic sample, and the recipe repeats the decoding",
        arguments: [
            "base16", "base16 --upper", "base16 --wrap 76", "base32", "base32 --wrap 76", "base32 --no-padding",
            "base32 --lower",
            "base32hex", "crockford", "zbase32", "base45", "base64", "base64 --wrap 76", "base64 --wrap 64",
            "base64 --no-padding",
            "base64url", "ascii85", "ascii85 --adobe", "ascii85 --wrap 76", "base85", "base58", "base62", "qp", "mime",
            "mime-word --form q",
            "mime-word --form b", "percent", "percent --form form", "unicode", "unicode --form braces",
            "unicode --form hex",
            "unicode --form decimal", "json", "html", "xxd", "hexdump --layout canonical", "hexdump --layout plain",
            "data-uri --form base64",
            "hexdump --layout od", "hexdump --layout od-c", "hexdump --layout od-x1 --addresses hex",
            "hexdump --layout hexdump", "hexdump --layout bits", "hexdump --layout tshark",
            "hexdump --layout wireshark", "hexdump --layout 010-editor", "yenc", "yenc --part-size 50 --crlf",
            "data-uri --form percent", "pem --label MESSAGE", "c", "caesar --shift 5", "rot13", "rot47", "atbash",
        ])
    func everyCodec(codec: String) throws {
        let plain = codec == "rot47" ? Self.prose.replacing("–", with: "-") : Self.prose
        let content = codec == "html" ? "<p>Tom & Jerry say \"hi\" – \(Self.prose)</p>" : plain
        let encoded = try CodecCommand.run("encode " + codec, content)
        let answer = try CodecCommand.run("decode auto", encoded.output)
        #expect(answer.text == content && answer.status == 0, "\(answer.errors)")
        let recipe = try #require(Self.recipe(answer))
        #expect(try CodecCommand.run(recipe, encoded.output).output == answer.output, "\(recipe)")
    }

    @Test(
        "a frame proves itself, whatever is inside",
        arguments: [
            "xxd", "hexdump --layout canonical", "hexdump --layout od-x1", "uuencode", "yenc", "pem --label X", "c",
            "data-uri --form base64",
        ])
    func frames(codec: String) throws {
        var random = Repeatable(48)
        let bytes = random.bytes(100)
        let encoded = try CodecCommand.run("encode " + codec, bytes)
        let answer = try CodecCommand.run("decode auto", encoded.output)
        #expect(answer.status == 0 && answer.output == bytes, "\(answer.errors)")
        // A few bytes may be anything, and an unknown layer may remain.
        let short = try CodecCommand.run("encode " + codec, Array(bytes.prefix(4)))
        #expect(try CodecCommand.run("decode auto", short.output).status == 7)
    }

    @Test("decodes dumps of tcpdump, and Base64 of POSIX uuencode")
    func otherFrames() throws {
        let dump =
            "\t0x0000:  4745 5420 2f20 4854 5450 2f31 2e31 0d0a  GET./.HTTP/1.1..\n"
            + "\t0x0010:  486f 7374 3a                             Host:\n"
        let answer = try CodecCommand.run("decode auto", dump)
        #expect(answer.status == 0 && answer.text == "GET / HTTP/1.1\r\nHost:", "\(answer.errors)")
        let file = "begin-base64 644 a\n" + Data(Self.prose.utf8).base64EncodedString() + "\n====\n"
        #expect(try CodecCommand.run("decode auto", file).text == Self.prose)
    }

    @Test("finds text with every character escaped, and the XOR key of raw bytes")
    func wholeEscapesAndXOR() throws {
        for escape in [
            ("\\u00", ""), ("%u00", ""), ("&#x", ";"), ("\\x", ""), ("%", ""), ("\\u{", "}"),
        ] {
            let input = Self.prose.utf8.prefix(60).map { escape.0 + String($0, radix: 16) + escape.1 }.joined()
            let answer = try CodecCommand.run("decode auto", input)
            #expect(answer.text == String(Self.prose.prefix(60)), "\(input.prefix(20)): \(answer.errors)")
        }
        for key in ["Z", "k3y!z"].map({ Array($0.utf8) }) {
            let text = Array((Self.prose + Self.prose).utf8)
            let input = text.indices.map { text[$0] ^ key[$0 % key.count] }
            let answer = try CodecCommand.run("decode auto", input)
            #expect(answer.status == 0 && answer.output == text, "\(answer.errors)")
        }
    }

    @Test(
        "removes the layers of other programs",
        arguments: [
            ("gzip -c | base64", "base64,gunzip"),
            ("gzip -c | xxd -p | base64 -w0", "base64,hexdump(layout=plain),gunzip"),
            ("xxd -p -c 256 | gzip -c | base64", "base64,gunzip"),
            ("base64 -w0 | gzip -c | base32", "base32,gunzip,base64"),
            ("gzip -c | gzip -c | base64 | base64", "base64,base64,gunzip,gunzip"),
            ("iconv -t utf-16 | base64", "base64,utf16"),
            ("iconv -t utf-16le | xxd -p | tr -d '\\n'", "base16,utf16le"),
            ("iconv -t utf-32 | gzip -c | base64", "base64,gunzip,utf32"),
            (
                "python3 -c 'import sys,zlib;sys.stdout.buffer.write(zlib.compress(sys.stdin.buffer.read()))' | basenc --base64url -w0",
                "inflate"
            ),
            (
                "gzip -nc | python3 -c 'import sys,urllib.parse as u,base64;print(u.quote(base64.b64encode(sys.stdin.buffer.read()),safe=str()))'",
                "percent,base64,gunzip"
            ),
            (
                "python3 -c 'import sys,json,base64;print(json.dumps(base64.b64encode(sys.stdin.buffer.read()).decode()))'",
                "json,base64"
            ),
            ("base64 | xxd", "hexdump,base64"), ("gzip -c | hexdump -C", "hexdump(layout=canonical),gunzip"),
            (
                "base64 | base64 | base64 | base64 | base64 | base64 | base64 | base64",
                "base64,base64,base64,base64,base64,base64,base64,base64"
            ),
        ])
    func layers(command: String, steps: String) throws {
        let packed = try Peer.run(["bash", "-c", command], input: Array(Self.prose.utf8))
        let answer = try CodecCommand.run("decode auto", packed.output)
        let text =
            command.hasPrefix("xxd -p") ? try #require(String(validating: answer.output, as: UTF8.self)) : answer.text
        #expect(text == Self.prose && answer.status == 0, "\(answer.errors)")
        let recipe = try #require(Self.recipe(answer))
        #expect(recipe.contains(steps), "\(recipe)")
        #expect(try CodecCommand.run(recipe, packed.output).output == answer.output)
    }

    @Test(
        "finds encoded files, and writes their bytes",
        arguments: [
            "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc0000003010100c9fe92ef0000000049454e44ae426082",
            "255044462d312e340a25c3a4c3bcc3b60a312030206f626a0a3c3c2f547970652f436174616c6f673e3e0a656e646f626a0a747261696c65720a3c3c3e3e0a",
        ])
    func files(digits: String) throws {
        let file = hex(digits)
        for words in ["base64", "base16", "base32", "ascii85", "base85"] {
            let encoded = try CodecCommand.run("encode " + words, file)
            let answer = try CodecCommand.run("decode auto", encoded.output)
            #expect(answer.output == file && answer.status == 0, "\(words): \(answer.errors)")
        }
    }

    @Test(
        "leaves unencoded data unchanged, identifies it, and ends with status 7",
        arguments: [
            "hello", "password", "deadbeef", "admin", "README.md", "The quick brown fox jumps over the lazy dog.",
            "今天天气很好，我们去公园散步吧。", "Größe, Maße und Gewichte", "12345678", "2026-11-21T10:00:00Z", "/usr/local/bin",
            "550e8400-e29b-41d4-a716-446655440000", "da39a3ee5e6b4b0d3255bfef95601890afd80709", "user@example.com",
            "192.168.1.254",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "https://example.com/a%20b?c=d",
            "+49 30 1234567",
            "{\"a\": [1, 2, 3]}", "<p>Tom &amp; Jerry</p>", "let x = 1 + 2", "SELECT * FROM users;", "a=b&c=d",
            "key: value\nother: 1\n",
            "", "x",
        ])
    func plain(text: String) throws {
        let answer = try CodecCommand.run("decode auto", text)
        #expect(answer.status == 7 && answer.output.isEmpty, "\(answer.errors)")
        #expect(answer.errors.hasPrefix("arca: error: standard input: "))
        #expect(Self.recipe(answer) == nil)
        for recipe in Self.alternatives(answer) {
            #expect(try CodecCommand.run(recipe, text).status == 0, "\(recipe)")
        }
    }

    @Test("proposes nothing that then fails, for damaged and random input too")
    func proposalsHold() throws {
        var random = Repeatable(77)
        let inputs = [
            "SGVsbG8sIHdvcmxkIQ==", "68 65 6c 6c 6f 20 77 6f", "=?utf-8?q?caf=C3=A9?=", "87cURD]i,\"Ebo80",
            "%E4%B8%AD+%E6%96%87",
            "NBSWY3DPEB3W64TMMQ======", "Wkh gdqjhu ri wkh vhd dqg lwv vkruhv", "\\u4e2d\\u6587 &amp; more",
            "data:,a%20b", "2NEpo7TZRRrLZSi2U",
        ]
        for input in inputs.map({ Array($0.utf8) }) {
            for change in 0..<3 {
                var bytes = input
                if change == 1 { bytes.removeLast(Int.random(in: 1..<4, using: &random)) }
                if change == 2 {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0x21...0x7e, using: &random)
                }
                let answer = try CodecCommand.run("decode auto", bytes)
                let recipe = Self.recipe(answer)
                #expect((recipe == nil) == (answer.status == 7), "\(answer.errors)")
                if let recipe { #expect(try CodecCommand.run(recipe, bytes).output == answer.output, "\(recipe)") }
                for other in Self.alternatives(answer) {
                    #expect(try CodecCommand.run(other, bytes).status == 0, "\(other)")
                }
            }
        }
    }

    @Test("explains each layer on standard error")
    func explanation() throws {
        let packed = try Peer.run(["bash", "-c", "gzip -nc | base64 -w0"], input: Array(Self.prose.utf8))
        let answer = try CodecCommand.run("decode auto", packed.output)
        let lines = answer.errors.split(separator: "\n")
        let (outer, inner, text) = (packed.output.count, packed.output.count * 3 / 4, Self.prose.utf8.count)
        #expect(lines.count == 3 && lines[0].hasPrefix("arca: base64: \(outer) to "), "\(answer.errors)")
        #expect(lines[0].hasSuffix("gzip data") && abs(inner - (Int(lines[0].split(separator: " ")[4]) ?? 0)) < 3)
        #expect(lines[1].hasPrefix("arca: gunzip: ") && lines[1].hasSuffix(" to \(text) bytes, UTF-8 text, English"))
        #expect(lines[2] == "arca: recipe: arca decode base64,gunzip (99 %)")
    }

    @Test("decompresses long, repetitive content")
    func dullContent() throws {
        // The bytes of such a gzip file are not quite random, and the numbers in it not quite text.
        let packed = try Peer.run(["bash", "-c", "seq 1 60000 | gzip -nc | base64"])
        let answer = try CodecCommand.run("decode auto", packed.output)
        #expect(Self.recipe(answer) == "decode base64,gunzip" && answer.text.hasSuffix("\n60000\n"), "\(answer.errors)")
    }

    @Test("stops at --depth")
    func depth() throws {
        var bytes = Array(Self.prose.utf8)
        for _ in 0..<4 { bytes = try CodecCommand.run("encode base64", bytes).output }
        #expect(try CodecCommand.run("decode auto", bytes).text == Self.prose)
        #expect(try CodecCommand.run("decode auto --depth 4", bytes).text == Self.prose)
        let shallow = try CodecCommand.run("decode auto --depth 3", bytes)
        #expect(shallow.text != Self.prose)
        let nine = try CodecCommand.run(
            "encode base64",
            try (0..<4).reduce(bytes) { bytes, _ in try CodecCommand.run("encode base64", bytes).output })
        #expect(try CodecCommand.run("decode auto", nine.output).text != Self.prose)
        #expect(try CodecCommand.run("decode auto --depth 9", nine.output).text == Self.prose)
    }

    @Test("reports the recipe, layers and alternatives as JSON")
    func json() throws {
        let packed = try Peer.run(["bash", "-c", "gzip -nc | base64 -w0"], input: Array(Self.prose.utf8))
        let answer = try CodecCommand.run("decode auto --json", packed.output)
        #expect(answer.status == 0 && answer.errors.isEmpty)
        let object = try JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any]
        let best = try #require(object?["best"] as? [String: Any])
        #expect(object?["schema"] as? Int == 1 && best["recipe"] as? String == "base64,gunzip")
        #expect(best["arguments"] as? [String] == ["base64,gunzip"] && best["text"] as? String == Self.prose)
        #expect(best["byteCount"] as? Int == Self.prose.utf8.count && best["confidence"] as? Double ?? 0 > 0.9)
        let layers = try #require(object?["layers"] as? [[String: Any]])
        #expect(layers.map { $0["codec"] as? String } == ["base64", "gunzip"])
        #expect(layers.last?["outputByteCount"] as? Int == Self.prose.utf8.count)
        let none = try CodecCommand.run("decode auto --json", "https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC")
        let report = try JSONSerialization.jsonObject(with: Data(none.output)) as? [String: Any]
        #expect(none.status == 7 && report?["best"] is NSNull)
        #expect((report?["input"] as? [String: Any])?["identifier"] as? String == "url")
        #expect((report?["alternatives"] as? [[String: Any]])?.first?["recipe"] as? String == "percent")
    }

    @Test("-o receives the decoded bytes and --json the report; nothing is written if nothing was found")
    func output() throws {
        try Peer.inFolder { folder in
            let file = folder.appendingPathComponent("o")
            let words = ["decode", "auto", "-o", "o"]
            let none = try Arca.run(words, input: Array("hello".utf8), in: folder)
            #expect(none.status == 7 && !FileManager.default.fileExists(atPath: file.path))
            let found = try Arca.run(words + ["--json"], input: Array("aGVsbG8gd29ybGQK".utf8), in: folder)
            #expect(found.status == 0 && found.text.contains("\"recipe\": \"base64\""))
            #expect(try Data(contentsOf: file) == Data("hello world\n".utf8))
        }
    }

    @Test("--lines decodes each line separately, counts undecodable lines, and ends with status 7")
    func lines() throws {
        let good = try CodecCommand.run("decode base64 --lines", "aGVsbG8=\n\nd29ybGQK\r\n")
        #expect(good.status == 0, "\(good.errors)")
        #expect(good.errors.isEmpty, "\(good.errors)")
        #expect(good.text == "hello\n\nworld\r\n", "\(good.errors)")
        // Not Base64; two lines; a byte that is not UTF-8.
        let some = try CodecCommand.run("decode base16,base64 --lines", "61413d3d\nxyz\n59517069\n2f773d3d")
        #expect(some.status == 7 && some.text == "h\nxyz\n59517069\n2f773d3d", "\(some.text)")
        #expect(
            some.errors == "arca: 3 of 4 lines could not be decoded, line 2 first: they are as they were\n",
            "\(some.errors)")
        let auto = try CodecCommand.run("decode auto --lines", "VGhpcyBpcyBhIHNlbnRlbmNlLg==\nThis is another one.\n")
        #expect(auto.status == 7 && auto.text == "This is a sentence.\nThis is another one.\n", "\(auto.errors)")
        #expect(auto.errors.contains("1 of 2 lines"))
        for words in ["decode caesar --lines", "decode list --lines", "decode auto --lines --all"] {
            #expect(try CodecCommand.run(words, "abc").status == 2, "\(words)")
        }
    }

    @Test("--lines with auto has one budget per file, and keeps and counts the lines after it")
    func lineBudget() throws {
        // Each line triggers a search; without a shared budget they take minutes.
        let lines = (0..<400_000).map { "VGhpcyBpcyBhIHNlbnRlbmNl\(1_000_000 + $0)\n" }.joined()
        let answer = try CodecCommand.run("decode auto --lines", "VGhpcyBpcyBhIHNlbnRlbmNlLg==\n" + lines)
        #expect(answer.status == 7)
        #expect(answer.text.hasPrefix("This is a sentence.\n"))
        #expect(answer.text.utf8.count(where: { $0 == 0x0a }) == 400_001)
        #expect(answer.text.hasSuffix(lines.suffix(100)))
        let warning = try #require(answer.errors.split(separator: "\n").first { $0.contains("the limit of work") })
        let numbers = warning.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        #expect(numbers.count == 2 && numbers[0] + numbers[1] == 400_002, "\(warning)")
        #expect(numbers.last.map { (1_000..<300_000).contains($0) } == true, "\(warning)")
    }

    @Test("names the command for formats that Arca does not support")
    func openers() throws {
        let zstd = "KLUv/SQCEQAAaGkLtR1i"
        let inner = try CodecCommand.run("decode base64", zstd)
        let answer = try Arca.run(["decode", "auto"], input: inner.output)
        #expect(answer.status == 7 && answer.errors.contains("'unzstd' opens it"), "\(answer.errors)")
        let inspected = try Arca.run(["inspect"], input: inner.output)
        #expect(inspected.text.contains("unzstd"), "\(inspected.text)")
    }

    @Test("lists candidates and ends with status 7 if uncertain; --force decodes, --all lists")
    func uncertain() throws {
        // Base64 of random characters, which may be another encoding.
        let input = "UUNMKVAoUDxQMSxRLCpMKUxNQUwkTThNJk0hTSpNPExITCRMKQ=="
        let answer = try CodecCommand.run("decode auto", input)
        #expect(answer.status == 7 && answer.output.isEmpty, "\(answer.errors)")
        #expect(answer.errors.contains("no interpretation is certain") && answer.errors.contains("--force"))
        #expect(Self.alternatives(answer).contains("decode base64"), "\(answer.errors)")
        let forced = try CodecCommand.run("decode auto --force", input)
        let decoded = try CodecCommand.run("decode base64", input)
        #expect(forced.status == 0 && forced.output == decoded.output)
        let all = try CodecCommand.run("decode auto --all", input)
        #expect(all.status == 0, "\(all.text)")
        #expect(all.text.contains(" %  base64\n"), "\(all.text)")
        #expect(all.text.contains("QCL)P("), "\(all.text)")
    }

    @Test("--explain shows the attempts as a tree with their costs")
    func trials() throws {
        let answer = try CodecCommand.run("decode auto --explain", "NjggNjUgNmMgNmMgNmYgMjAgNzcgNmYgNzIgNmMgNjQ=")
        #expect(answer.text == "hello world", "\(answer.errors)")
        #expect(answer.errors.contains("arca: base64: 32 bytes, "), "\(answer.errors)")
        #expect(answer.errors.contains("arca:   base16(lenient): 11 bytes, UTF-8 text, "), "\(answer.errors)")
        #expect(answer.errors.contains(" bits\n") && answer.errors.contains("refused"))
    }

    @Test("the recipe has options at their own step, in both directions")
    func steps() throws {
        let chain = "ascii85(adobe),hexdump(xxd),base64(wrap=76)"
        let encoded = try CodecCommand.run("encode \(chain)", Self.prose)
        let decoded = try CodecCommand.run("decode base64(wrap=76),hexdump(layout=xxd),ascii85(adobe)", encoded.output)
        #expect(encoded.status == 0 && decoded.text == Self.prose, "\(encoded.errors)\(decoded.errors)")
        let found = try CodecCommand.run("decode auto", encoded.output)
        #expect(found.text == Self.prose, "\(found.errors)")
        #expect(Self.recipe(found)?.contains("ascii85(adobe)") == true)
    }

    @Test("limits its input and the output of a layer")
    func limit() throws {
        let large = try CodecCommand.run("decode auto --limit 15", "aGVsbG8gd29ybGQK")
        #expect(
            large.status == 5 && large.errors.contains("longer than 15 bytes") && large.errors.contains("--limit N"))
        #expect(try CodecCommand.run("decode auto --limit 16", "aGVsbG8gd29ybGQK").text == "hello world\n")
        let bomb = try Peer.run(["bash", "-c", "head -c 3000000 /dev/zero | gzip -9c"])
        #expect(try CodecCommand.run("decode auto --limit 100000", bomb.output).status == 7)
    }

    @Test("shows the contents of a signed token, and that nothing was verified")
    func token() throws {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
        let answer = try CodecCommand.run("decode auto", token)
        #expect(answer.status == 0 && answer.text.contains(#""sub": "1234567890""#), "\(answer.errors)")
        #expect(Self.recipe(answer) == "decode jwt" && answer.errors.contains("not verified"), "\(answer.errors)")
        let named = try CodecCommand.run("decode jwt", token)
        #expect(named.output == answer.output && named.errors.contains("not verified"), "\(named.errors)")
        let shown = try Arca.run(["jwt", "decode", "--json"], input: Array(token.utf8))
        #expect(shown.text.contains(#""sub": "1234567890""#), "\(shown.text)")
    }

    @Test("decodes truncated text; the recipe has --cut, and named codecs accept it too")
    func cut() throws {
        let encoded = try CodecCommand.run("encode base64,hex", Self.prose).output
        for missing in [1, 2, 3, 5, 8] {
            let input = Array(encoded.dropLast(missing))
            let answer = try CodecCommand.run("decode auto", input)
            #expect(answer.status == 0 && Self.prose.hasPrefix(answer.text.dropLast()), "\(answer.errors)")
            guard let recipe = Self.recipe(answer) else { continue }
            let again = try CodecCommand.run(recipe, input)
            #expect(again.output == answer.output && again.status == 0, "\(recipe): \(again.errors)")
        }
        let input = Array(encoded.dropLast(3))
        #expect(try CodecCommand.run("decode hex", input).status == 5)
        let answer = try CodecCommand.run("decode hex --cut", input)
        #expect(answer.status == 0 && answer.errors.contains("the input is truncated"), "\(answer.errors)")
        #expect(try CodecCommand.run("decode hex --cut", "68x9").status == 5)
        #expect(try CodecCommand.run("decode auto --cut", input).status == 2)
        #expect(try CodecCommand.run("decode hex --cut", encoded).errors.isEmpty)
    }

    @Test(
        "streams a long input by the recipe of its prefix, and reports where the encoding changes")
    func long() throws {
        let content = Array(String(repeating: Self.prose + "\n", count: (3 << 20) / (Self.prose.utf8.count + 1)).utf8)
        let encoded = try CodecCommand.run("encode base64", content).output
        let answer = try CodecCommand.run("decode auto", encoded)
        #expect(answer.status == 0 && answer.output == content, "\(answer.errors)")
        #expect(answer.errors.contains("base64: \(encoded.count) to \(content.count) bytes"), "\(answer.errors)")
        #expect(Self.recipe(answer) == "decode base64")
        let report = try CodecCommand.run("decode auto --json", encoded)
        #expect(report.text.contains("\"byteCount\": \(content.count)"), "\(report.text.prefix(2000))")
        let shorter = try CodecCommand.run("decode auto", Array(encoded.dropLast(2)))
        #expect(shorter.status == 0 && content.starts(with: shorter.output), "\(shorter.errors)")
        #expect(Self.recipe(shorter) == "decode base64 --cut")
        let changed = try CodecCommand.run("decode auto", encoded + Array("\n\n!".utf8))
        #expect(
            changed.status == 5 && changed.errors.contains("its beginning is as base64 has it"), "\(changed.errors)")
    }

    @Test("buffers no more than a codec's limit, unless --limit raises it")
    func wholeInput() throws {
        let input = Array(String(repeating: "Fish &amp; chips caf&eacute; ", count: (16 << 20) / 27).utf8)
        let answer = try CodecCommand.run("decode auto", input)
        #expect(answer.status == 5 && answer.output.isEmpty)
        #expect(answer.errors.contains("more than 16777216 bytes"), "\(answer.errors)")
        #expect(
            answer.errors.contains("hint: --limit N raises that; its beginning is as html has it"),
            "\(answer.errors)")
        let raised = try CodecCommand.run("decode auto --limit 100000000", input)
        #expect(raised.status == 0 && raised.text.hasPrefix("Fish & chips café Fish & chips café "), "\(raised.errors)")
    }
}
