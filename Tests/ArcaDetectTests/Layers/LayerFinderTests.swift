import ArcaCodecCatalog
import ArcaCodecs
import ArcaCore
internal import ArcaCompression
import ArcaDetect
import ArcaTestSupport
import Testing

@Suite struct LayerFinderTests {
    private static let finder = LayerFinder()

    @Test(
        "finds the codecs used in puzzles, old mail and domains",
        arguments: [
            ("www.xn--bcher-kva.example", "punycode", "www.bücher.example"),
            ("mail.xn---profile-kx2m358gir6ehhl.com", "punycode", "mail.例子网站-profile.com"),
            ("%u4F60%u597D%uFF0C%u4E16%u754C", "js-escape", "你好，世界"),
            (
                "+ZeVnLIqe- is the Japanese language, and +Ti1lhw- the Chinese one", "utf7",
                "日本語 is the Japanese language, and 中文 the Chinese one"
            ),
            ("AABBB AABAA ABABB ABABB ABBBA / BABBA ABBBA BAAAB ABABB AAABB", "bacon", "HELLO WORLD"),
        ])
    func newer(text: String, recipe: String, content: String) {
        let report = Self.finder.find(text.utf8)
        #expect(
            String(decoding: report.output, as: UTF8.self) == content,
            "\(recipe): \(report.alternatives.map(\.recipe.description))")
        #expect(report.recipe?.steps == recipe)
    }

    @Test("finds a single-byte XOR and a rail fence over sentences")
    func exclusiveOrAndRails() throws {
        let text = Array("The ships hung in the sky in much the same way that bricks do not.".utf8)
        for key in [0x5a, 0x80, 0xff] as [UInt8] {
            let input = Base16.standard.encodeToBytes(text.map { $0 ^ key })
            #expect(Self.finder.find(input).recipe?.steps == "base16,xor", "\(key)")
        }
        for rails in [2, 3, 5] {
            let input = try RailFence(rails: rails).encode(text)
            #expect(Self.finder.find(input).recipe?.description == "rail-fence(key=\(rails))")
        }
    }

    @Test(
        "finds what a user would expect",
        arguments: [
            ("aGk=", "base64", "hi"), ("aGVsbG8=", "base64", "hello"), ("aGVsbG8gd29ybGQK", "base64", "hello world\n"),
            ("SGVsbG8sIHdvcmxkIQ", "base64(lenient)", "Hello, world!"), ("68656c6c6f", "base16", "hello"),
            ("48 65 6c 6c 6f 20 77 6f 72 6c 64", "base16(lenient)", "Hello world"),
            ("NBSWY3DPEB3W64TMMQ======", "base32", "hello world"), ("hello%20world", "percent", "hello world"),
            ("https%3A%2F%2Fexample.com%2F%3Fa%3D1", "percent", "https://example.com/?a=1"),
            ("caf=C3=A9", "qp", "café"), ("=?utf-8?q?caf=C3=A9?=", "mime-word", "café"),
            ("Tom &amp; Jerry", "html", "Tom & Jerry"), (#"\u4e2d\u6587"#, "unicode", "中文"),
            ("&#20013;&#25991;", "unicode", "中文"), (#""hello\nworld""#, "json", "hello\nworld"),
            ("87cURD]i,\"Ebo80", "ascii85", "Hello World!"),
            ("<~87cURD]i,\"Ebo80~>", "ascii85(adobe)", "Hello World!"),
            ("data:text/plain;base64,aGVsbG8=", "data-uri", "hello"),
            ("  object.hollow%40final.org", "unwrap,percent", "object.hollow@final.org"),
            ("\"JBSWY3DPFQQHO33SNRSCC===\"", "json,base32", "Hello, world!"),
            (
                #"}85824 :"rotom" ,eurt :"troper" ,75531 :"repus"{"#, "reverse",
                #"{"super": 13557, "report": true, "motor": 42858}"#
            ),
            (
                "> SXQgd2FzIHRoZSBiZXN0IG9mIHRpbWVzLCBpdCB3\r\n> YXMgdGhlIHdvcnN0IG9mIHRpbWVzLg==\r\n", "unwrap,base64",
                "It was the best of times, it was the worst of times."
            ),
            (#"<p class=3D"note">Hi</p>"#, "qp", #"<p class="note">Hi</p>"#),
            ("Wkh gdqjhu ri wkh vhd dqg lwv vkruhv", "caesar(shift=3)", "The danger of the sea and its shores"),
            ("Guvf vf gur frperg zrffntr bs gur qnl", "rot13", "This is the secret message of the day"),
            ("%96 3:8 D64C6E H2D 9:556? F?56C E96 @=5 EC66", "rot47", "The big secret was hidden under the old tree"),
        ])
    func usualInput(input: String, recipe: String, content: String) {
        let report = Self.finder.find(input.utf8)
        #expect(report.recipe?.description == recipe)
        #expect(String(decoding: report.output, as: UTF8.self) == content)
        #expect(report.confidence > 0.5)
        #expect(report.layers.map(\.codec) == report.recipe?.codecs)
    }

    @Test("finds content reached along many paths, and still compares it with the input")
    func manyWays() throws {
        let lines = (10..<26).map { "2026-11-21T17:39:\($0)Z INFO orbit.hidden: ocean tower in 5\($0) ms\n" }
        // Repetitive text gives a cracker of mixed alphabets little evidence that looks like much.
        #expect(Self.finder.find(lines.joined().utf8).recipe == nil)
        let text = try ["base32hex", "base64", "base64url"].reduce(Array(lines.joined().utf8)) {
            try Codec(named: $1).encode($0)
        }
        var pasted: [UInt8] = []
        for start in stride(from: 0, to: text.count, by: 60) {
            pasted += Array("    ".utf8) + text[start...].prefix(60) + [0x0d, 0x0a]
        }
        let report = Self.finder.find(pasted)
        #expect(String(decoding: report.output, as: UTF8.self) == lines.joined())
        #expect(report.confidence > 0.99)
    }

    @Test("does not decode repetitive text any further")
    func repeated() {
        let text = String(repeating: "Hello world\n", count: 200)
        let report = Self.finder.find(Base64.standard.encodeToBytes(text.utf8))
        #expect(report.recipe?.description == "base64")
        #expect(report.output == Array(text.utf8))
    }

    @Test("gives the same report for the same input, with or without a trailing line feed")
    func sameReport() throws {
        for input in ["SGVsbG8sIHdvcmxkIQ==", "hello", "68656c6c6f"] {
            let (first, second) = (Self.finder.find(input.utf8), Self.finder.find((input + "\n").utf8))
            #expect(first.recipe == Self.finder.find(input.utf8).recipe)
            #expect(first.confidence == Self.finder.find(input.utf8).confidence)
            #expect(first.recipe == second.recipe)
            #expect(first.output == second.output)
        }
    }

    @Test("reports each layer with its sizes and content")
    func layers() throws {
        let text = "It was the best of times, it was the worst of times, it was the age of wisdom."
        let input = Base64.standard.encodeToBytes(Base16.standard.encodeToBytes(text.utf8))
        let report = Self.finder.find(input)
        #expect(report.layers.map(\.codec) == [.base64, .base16])
        #expect(report.layers.map(\.inputByteCount) == [input.count, 2 * text.utf8.count])
        #expect(report.layers.map(\.outputByteCount) == [2 * text.utf8.count, text.utf8.count])
        #expect(report.layers.last?.content.name == "UTF-8 text, English")
        #expect(report.best?.content == report.layers.last?.content)
        #expect(report.best?.byteCount == text.utf8.count)
    }

    @Test("recognizes a digest, and notes that decoding it gives noise")
    func digest() throws {
        let digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        let report = Self.finder.find(digest.utf8)
        #expect(report.best == nil)
        #expect(report.output.isEmpty)
        #expect(report.layers.isEmpty)
        #expect(report.confidence == 0)
        #expect(report.input.identifier == "digest")
        #expect(report.notes.contains { $0.contains("base16") && $0.contains("32 bytes that look random") })
    }

    @Test("keeps the escapes of a URL, and offers decoding them as an alternative")
    func urlEscapes() throws {
        let report = Self.finder.find("https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC".utf8)
        #expect(report.best == nil)
        #expect(report.alternatives.map(\.recipe.steps) == ["percent"])
        #expect(report.input.name == "URL")
    }

    // MARK: Limits

    @Test("goes no deeper than the limit", arguments: 1...9)
    func depth(limit: Int) throws {
        var input = Array("It was the best of times, it was the worst of times.".utf8)
        for _ in 0..<8 { input = Base64.standard.encodeToBytes(input) }
        var limits = LayerFinder.Limits.standard
        limits.depth = limit
        let report = LayerFinder(limits: limits).find(input)
        #expect(report.layers.count <= limit)
        #expect(report.layers.count == (limit >= 8 ? 8 : report.layers.count))
    }

    @Test("notes when compressed data is kept because it exceeds the output limit")
    func inflatedLimit() throws {
        let text = Array(String(repeating: "all work and no play ", count: 500).utf8)
        let input = Base64.standard.encode(try Deflater.deflate(text, format: .gzip))
        var limits = LayerFinder.Limits.standard
        #expect(LayerFinder(limits: limits).find(input.utf8).notes.allSatisfy { !$0.contains("not decompressed") })
        limits.outputByteCount = 5000
        let report = LayerFinder(limits: limits).find(input.utf8)
        #expect(report.best?.recipe.codecs == [.base64])
        #expect(report.notes.contains { $0.contains("the gzip data was not decompressed") && $0.contains("5000") })
    }

    @Test("does not search input beyond the limit")
    func inputLimit() throws {
        var limits = LayerFinder.Limits.standard
        limits.inputByteCount = 7
        #expect(LayerFinder(limits: limits).find("aGVsbG8=".utf8).best == nil)
        #expect(LayerFinder(limits: limits).find("aGVsbG8=".utf8).notes.count == 1)
        limits.inputByteCount = 8
        #expect(LayerFinder(limits: limits).find("aGVsbG8=".utf8).recipe?.steps == "base64")
    }

    @Test("keeps a layer that decodes to more than the limit")
    func outputLimit() throws {
        var limits = LayerFinder.Limits.standard
        limits.outputByteCount = 4
        #expect(LayerFinder(limits: limits).find("aGVsbG8=".utf8).best == nil)
        limits.outputByteCount = 5
        #expect(LayerFinder(limits: limits).find("aGVsbG8=".utf8).recipe?.steps == "base64")
    }

    @Test("ends early when the work limit is reached, and says so")
    func workLimit() throws {
        var limits = LayerFinder.Limits.standard
        limits.workByteCount = 1
        let report = LayerFinder(limits: limits).find("aGVsbG8gd29ybGQ=".utf8)
        #expect(report.notes.contains { $0.contains("limit of work") })
    }

    @Test("a decompression bomb stays within the limits")
    func bomb() throws {
        // gzip -9 of gzip -9 of 16 MiB of zeros, by Python.
        let peer = try Peer.python(
            "import gzip,sys;sys.stdout.buffer.write(gzip.compress(gzip.compress(bytes(1<<24),mtime=0),mtime=0))")
        var limits = LayerFinder.Limits.standard
        limits.outputByteCount = 1 << 20
        let report = LayerFinder(limits: limits).find(peer.output)
        #expect(report.recipe?.steps == "gunzip")
        #expect(report.output.count < 1 << 20)
    }

    // MARK: Any input

    @Test("accepts empty input and single bytes")
    func tiny() {
        #expect(Self.finder.find([]).best == nil)
        #expect(Self.finder.find([]).input.identifier == "empty")
        for byte in UInt8.min...UInt8.max { #expect(Self.finder.find([byte]).best == nil, "byte \(byte)") }
    }

    @Test("survives random, truncated and damaged input, and can replay its recipes")
    func damaged() throws {
        var random = Repeatable(41)
        for round in 0..<120 {
            var input = random.bytes(Int.random(in: 0...90, using: &random))
            if round % 3 > 0 {
                let (_, text, _) = ForeignChains.all[round % ForeignChains.all.count]
                input = try Base64.standard.decode(text)
                if round % 3 == 1 {
                    input.removeLast(Int.random(in: 0...input.count, using: &random))
                } else {
                    input[Int.random(in: input.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
            }
            let report = Self.finder.find(input)
            for reading in [report.best].compactMap({ $0 }) + report.alternatives {
                let output = reading.recipe.replay(input)
                #expect(output?.count == reading.byteCount, "round \(round): \(reading.recipe)")
            }
            if let recipe = report.recipe { #expect(recipe.replay(input) == report.output, "round \(round)") }
        }
    }
}
