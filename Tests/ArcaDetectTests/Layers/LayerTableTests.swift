import ArcaCodecCatalog
import ArcaCodecs
import ArcaCore
import ArcaCorpus
import ArcaDetect
import ArcaTestSupport
import Testing

/// Hit rates of the whole search on tables of encoded and unencoded text.
@Suite struct LayerTableTests {
    private static let finder = LayerFinder()

    /// An encoding step; returns nil if it cannot encode the content or would not change it.
    private struct Step: Sendable {
        let name: String
        let encode: @Sendable ([UInt8]) -> [UInt8]?
    }

    private static func codec(_ name: String, _ codec: some TextCodec) -> Step {
        Step(name: name) { bytes in try? codec.encodeToBytes(bytes) }
    }

    private static let steps: [Step] = [
        codec("base64", Base64.standard), codec("base64", Base64(lines: LineWrapping(76, .lf, isExact: true))),
        codec("base64", Base64.pem), codec("base64", Base64(padding: .absent)), codec("base64", Base64.urlUnpadded),
        codec("mime", Base64.mime), codec("base16", Base16.standard), codec("base16", Base16.upper),
        codec("base32", Base32.standard), codec("base32", Base32(padding: .absent)), codec("base32hex", Base32.hex),
        codec("crockford", Crockford.standard), codec("zbase32", Base32.zBase32), codec("base45", Base45.standard),
        codec("ascii85", Ascii85.standard), codec("base85", Base85.standard), codec("z85", Z85.standard),
        codec("hexdump", HexDump.standard),
        Step(name: "base58") { $0.count < 3000 ? Base58.standard.encodeToBytes($0) : nil },
        Step(name: "base62") { $0.count < 3000 ? Base62.standard.encodeToBytes($0) : nil },
        Step(name: "percent") { changed($0, PercentEncoding.component.encodeToBytes($0)) },
        Step(name: "qp") { bytes in
            bytes.contains(0x0d) ? nil : changed(bytes, QuotedPrintable(lineBreaks: .lf).encodeToBytes(bytes))
        },
        Step(name: "unicode") { bytes in
            // In a document, escapes are part of the content.
            bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "<")
                ? nil : changed(bytes, try? UnicodeEscape.standard.encodeToBytes(bytes))
        },
        Step(name: "data-uri") { Array(DataURI(bytes: $0, mediaType: .octetStream).text(usesBase64: true).utf8) },
        Step(name: "pem") { bytes in
            (try? PEMBlock(label: "MESSAGE", bytes: bytes)).map { Array(PEM.encode([$0]).utf8) }
        },
        Step(name: "utf16") { bytes in
            String(validating: bytes, as: UTF8.self).map { text in
                [0xff, 0xfe] + text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
            }
        },
    ]

    private static func changed(_ bytes: [UInt8], _ encoded: [UInt8]?) -> [UInt8]? { encoded == bytes ? nil : encoded }

    private static func chains(_ count: Int) throws -> [(chain: String, input: [UInt8], content: [UInt8])] {
        var random = Repeatable(2026)
        var chains: [(String, [UInt8], [UInt8])] = []
        while chains.count < count {
            let sample = SampleTexts.all[Int.random(in: SampleTexts.all.indices, using: &random)]
            var content = Array(sample.text.utf8)
            var input = content
            var names: [String] = []
            switch Int.random(in: 0..<6, using: &random) {
            case 0: (input, names) = (try Base64.standard.decode(sample.gzip), ["gunzip"])
            case 1: (input, names) = (try Base64.standard.decode(sample.zlib), ["inflate"])
            case 2:
                let file = SampleTexts.files[Int.random(in: SampleTexts.files.indices, using: &random)]
                content = try Base64.standard.decode(file)
                input = content
            default: break
            }
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let step = steps[Int.random(in: steps.indices, using: &random)]
                guard let next = step.encode(input), next.count < 50_000 else { continue }
                input = next
                names.insert(step.name, at: 0)
            }
            if !names.isEmpty { chains.append((names.joined(separator: ","), input, content)) }
        }
        return chains
    }

    @Test("finds the layers of at least 97 of 100 random chains, and every recipe gives its output")
    func randomChains() throws {
        var missed: [String] = []
        let chains = try Self.chains(100)
        for (chain, input, content) in chains {
            let report = Self.finder.find(input)
            if report.output != content { missed.append("\(chain): \(report.recipe?.description ?? "none")") }
            if let recipe = report.recipe { #expect(recipe.replay(input) == report.output, "\(chain)") }
        }
        #expect(missed.count * 100 <= chains.count * 3, "\(missed)")
    }

    @Test("finds at least 97 % of the layers made by Python, xxd and hexdump, 92 % with confidence")
    func foreignChains() throws {
        var missed: [String] = []
        var unsureCount = 0
        // Some contents are bytes or tokens that could be anything.
        let finder = LayerFinder(minimumConfidence: 0)
        for (chain, input, content) in ForeignChains.all {
            let report = finder.find(try Base64.standard.decode(input))
            if report.confidence < LayerFinder.standardConfidence { unsureCount += 1 }
            if report.output != (try Base64.standard.decode(content)) {
                missed.append("\(chain): \(report.recipe?.description ?? "none")")
            }
        }
        #expect(missed.count * 100 <= ForeignChains.all.count * 3, "\(missed)")
        #expect(unsureCount * 100 <= ForeignChains.all.count * 8)
    }

    @Test(
        "still reads lists of bytes and text in the notation of numbers",
        arguments: [
            ("072,101,108,108,111", "Hello"), ("104,101,108,108,111", "hello"), ("0x48656c6c6f", "Hello"),
            ("0xE4BDA0E5A5BD", "你好"),
        ])
    func bytes(text: String, plain: String) {
        #expect(Self.finder.find(text.utf8).output == Array(plain.utf8), "\(text)")
    }

    @Test("leaves 99 of 100 ordinary strings unchanged", arguments: [PlainSamples.written, PlainSamples.random])
    func plainStrings(samples: [String]) {
        var touched: [String] = []
        for sample in samples {
            for text in [sample, sample + "\n"] {
                if let recipe = Self.finder.find(text.utf8).recipe { touched.append("\(sample): \(recipe)") }
            }
        }
        #expect(samples.count >= 150)
        #expect(touched.count * 100 <= samples.count * 2, "\(touched)")
    }

    @Test(
        "always leaves these unchanged",
        arguments: [
            "deadbeef", "password", "hello", "test", "user", "admin", "name", "cafebabe", "12345678", "2024-11-20",
            "550e8400-e29b-41d4-a716-446655440000", "a1ef31a5-4b3e-d95b-1713-49b5fa7add1b",
            "94002142-41fc-ef4b-070d-71be12ba562a", "d4:f5:ca:a6:c8:fd", "panel-travel-661f883639-yqe8y",
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "d41d8cd98f00b204e9800998ecf8427e",
            "68,046,059", "1,034,105", "0xC3B223", "0xC3B2C3B2", "0xE29C93",
            "AKIA4JH7E3YFQTMIQN2A", "346f62", "a\nb", "BLACKBERRY", "hidden", "ZEBRA", "01ARZ3NDEKTSV4RRFFQ69G5FAV",
            "今天天气很好，我们去公园散步吧。", "https://example.com/a%20b?c=d", "/usr/local/bin", "README.md",
        ])
    func namedStrings(text: String) {
        #expect(Self.finder.find(text.utf8).recipe == nil)
        #expect(Self.finder.find((text + "\n").utf8).recipe == nil)
    }
}

/// Regressions.
@Suite struct LayerMistakeTests {
    @Test(
        "decodes binary numbers as bytes, not as UTF-16",
        arguments: ["hel", "hello", "hello world", "The door is open."])
    func binary(text: String) throws {
        let input = try Codec(named: "binary").encode(text.utf8)
        let report = LayerFinder().find(input)
        #expect(report.recipe?.steps == "binary")
        #expect(report.output == Array(text.utf8))
    }

    @Test(
        "tries modhex on an odd number of letters only if they may be truncated",
        arguments: [(16, true), (17, false), (23, false), (24, true), (25, true)])
    func oddModhex(count: Int, isTried: Bool) {
        var finder = LayerFinder()
        finder.recordsTrials = true
        let text = String(String(repeating: "hjhkdncr", count: 4).prefix(count))
        let trials = finder.find(text.utf8).trials.filter { $0.depth == 0 && $0.step.codec.name == "modhex" }
        #expect(trials.isEmpty != isTried)
    }

    @Test("lenient decoding of header fields does not delete line breaks of other text")
    func lineEnds() {
        for text in ["a\nb", "a\r\nb", "one\ntwo\n"] {
            let decoded = try? Codec(named: "mime-word").decode(text, [.lenient: true])
            #expect(decoded != Array(text.utf8.filter { $0 > 0x20 }), "\(text.debugDescription)")
        }
    }
}

@Suite struct LayerTokenTests {
    // RFC 7515, appendix A.1, without line breaks.
    private static let token =
        "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc1"
        + "9yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    @Test("shows header and claims of a signed token, and notes that the signature is not verified")
    func signed() throws {
        let report = LayerFinder().find(Self.token.utf8)
        #expect(report.recipe?.steps == "jwt")
        #expect(report.confidence > 0.99)
        let said = try JSONReader.read(report.output)
        #expect(said["verified"]?.bool == false)
        #expect(said["header"]?["alg"]?.string == "HS256")
        #expect(said["claims"]?["iss"]?.string == "joe")
        #expect(said["claims"]?["exp"]?.int == 1_300_819_380)
        #expect(report.notes.contains { $0.contains("not verified") })
    }

    @Test("finds tokens inside other layers, wrapped, quoted, short and unsigned")
    func forms() throws {
        let short = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
        let lines = String(Self.token.prefix(70)) + "\n" + Self.token.dropFirst(70)
        for (text, steps) in [
            (Base64.standard.encode(Self.token.utf8), "base64,jwt"), (lines, "jwt"), ("\"\(Self.token)\"", "json,jwt"),
            (short, "jwt"), ("eyJhbGciOiJub25lIn0.eyJhZG1pbiI6dHJ1ZSwibmFtZSI6ImpvZSJ9.", "jwt"),
        ] {
            #expect(LayerFinder().find(text.utf8).recipe?.steps == steps, "\(text)")
        }
    }

    @Test("leaves text that only looks like a token")
    func others() {
        let encrypted =
            "eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpz"
        for text in ["error.log.gz", "eyes.wide.open", "eyJhbGciOiJub25lIn0.e30", encrypted] {
            #expect(LayerFinder().find(text.utf8).recipe == nil, "\(text)")
        }
    }
}

/// Ciphers with a key derived from the text.
@Suite struct LayerKeyTests {
    private static let text = """
        The keys of the old house were in the drawer of the kitchen table, where nobody had looked since the summer that the \
        river came over its banks and took the fence with it. We found them when we sold the table to a man from the village.
        """

    private static func encoded(_ recipe: String, _ bytes: [UInt8]) throws -> [UInt8] {
        try Codec.Step.list(recipe).reversed().reduce(bytes) { try $1.codec.encode($0, $1.options) }
    }

    @Test(
        "finds Vigenère and XOR keys under encodings",
        arguments: [
            "vigenere(key=LEMON)", "base64,vigenere(key=SEA)", "base16,xor(key=secret)",
            "base64,xor(key=correct horse)",
            "base64,xor(key=0x00ff13)",
        ])
    func keys(recipe: String) throws {
        let input = try Self.encoded(recipe, Array(Self.text.utf8))
        let report = LayerFinder().find(input)
        #expect(report.recipe?.description == recipe)
        #expect(String(decoding: report.output, as: UTF8.self) == Self.text)
        #expect(report.confidence > 0.9)
    }

    @Test("finds the mixed alphabet of a long text, and claims none for a short text")
    func alphabets() throws {
        let sentences = LanguageSamples.all[.english, default: []]
        let key = "substitution(key=QWERTYUIOPASDFGHJKLZXCVBNM)"
        let long = Array(sentences.joined(separator: " ").utf8)
        // Rare letters leave the key ambiguous; then the reading is only a candidate, with the same key.
        let report = LayerFinder().find(try Self.encoded(key, long))
        #expect((report.best ?? report.alternatives.first)?.recipe.description == key)
        for start in 0..<4 {
            let short = Array(sentences[start * 2..<start * 2 + 3].joined(separator: " ").utf8)
            let report = LayerFinder().find(try Self.encoded(key, short))
            #expect(report.best == nil || report.output == short)
        }
    }

    @Test("finds a Vigenère keyword in sixty letters")
    func shortVigenere() throws {
        let short = Array("We found the letters in the old house by the river, and a map of the whole town.".utf8)
        let report = LayerFinder().find(try Self.encoded("base64,vigenere(key=KEY)", short))
        #expect(report.output == short)
    }

    @Test("does not undo rails in text of another script, and decodes an indented data: URI")
    func neighbors() {
        let text = Array("船は七時に出ます。誰も待ちません。庭の門は夜に閉めます。".utf8)
        #expect(LayerFinder().find(Base64.standard.encodeToBytes(text)).output == text)
        let link = "  data:text/plain;base64," + Base64.standard.encode(Array(Self.text.utf8))
        #expect(LayerFinder().find(link.utf8).output == Array(Self.text.utf8))
    }

    @Test("never reports a partly guessed key as certain")
    func guesses() throws {
        // Five characters per key byte.
        let short = Array(Self.text.utf8.prefix(66))
        let input = try Self.encoded("base16,xor(key=correct horse)", short)
        let report = LayerFinder().find(input)
        #expect(report.output == short || report.confidence < 0.99)
    }
}
