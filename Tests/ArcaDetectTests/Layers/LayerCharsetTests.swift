import ArcaCodecCatalog
import ArcaCodecs
import ArcaCore
import ArcaDetect
import ArcaTestSupport
import Testing

/// Text in charsets that are not Unicode.
@Suite struct LayerCharsetTests {
    private static let finder = LayerFinder()

    private static func encoded(_ text: String, _ charset: String) throws -> [UInt8] {
        try Codec.charset.encode(Array(text.utf8), [.form: .text(charset)])
    }

    private static let chinese = "今天天气很好，我们去公园散步吧。你想不想一起来？"
    private static let traditional = "今天天氣很好，我們去公園散步吧。你想不想一起來？"
    private static let japanese = "今日は天気がとてもいいので、公園を散歩しましょう。"
    private static let korean = "오늘은 날씨가 아주 좋으니 공원에서 산책을 합시다."
    private static let russian = "Сегодня очень хорошая погода, давайте погуляем в парке."
    private static let greek = "Σήμερα ο καιρός είναι πολύ καλός, πάμε στο πάρκο."

    @Test(
        "finds the charset of a sentence, also in Base64",
        arguments: [
            (chinese, "gbk"), (chinese, "gb18030"), (traditional, "big5"), (japanese, "shift_jis"),
            (japanese, "euc-jp"), (korean, "euc-kr"), (russian, "koi8-r"), (russian, "windows-1251"),
            (russian, "iso-8859-5"), (greek, "windows-1253"), ("你好世界", "gbk"), ("Привет, мир", "koi8-r"),
            ("안녕하세요", "euc-kr"), ("Çok güzel bir gün, değil mi? Işık söndü.", "windows-1254"),
            ("היום מזג האוויר טוב מאוד, בואו נטייל בפארק.", "windows-1255"),
            ("Größe, Maße und Gewichte der Türen stehen auf der Rückseite.", "iso-8859-1"),
            ("Le café « déjà vu » coûte 3 € l’été à Besançon.", "windows-1252"),
            ("Zażółć gęślą jaźń, powiedział Łukasz i poszedł na zakupy.", "windows-1250"),
            ("Příliš žluťoučký kůň úpěl ďábelské ódy a pak zase odešel.", "iso-8859-2"),
        ])
    func finds(text: String, charset: String) throws {
        let bytes = try Self.encoded(text, charset)
        for (input, layers) in [(bytes, "charset"), (Base64.standard.encodeToBytes(bytes), "base64,charset")] {
            let report = Self.finder.find(input)
            #expect(report.recipe?.steps == layers, "\(charset): \(report.recipe?.description ?? "none")")
            #expect(String(decoding: report.output, as: UTF8.self) == text, "\(charset): \(report)")
        }
    }

    @Test("leaves UTF-8, short noise and binary data alone")
    func leavesOthers() {
        var random = Repeatable(9)
        var inputs = [Array(Self.chinese.utf8), Array("naïve café".utf8), [0xe9], [0xb0, 0xa1, 0xb0, 0xa1]]
        for count in [8, 16, 32, 64, 256, 1024] {
            for _ in 0..<40 { inputs.append(random.bytes(count)) }
        }
        // Bytes without control characters, as the most misleading noise.
        for _ in 0..<40 { inputs.append(random.bytes(40).map { $0 | 0xa0 }) }
        for input in inputs {
            let recipe = Self.finder.find(input).recipe?.description ?? ""
            #expect(!recipe.contains("charset"), "\(recipe): \(Base16.standard.encode(input))")
        }
    }

    @Test("converts in both directions, and reports characters and bytes that a charset lacks")
    func converts() throws {
        for (text, charset, bytes) in [
            ("中文", "gbk", [0xd6, 0xd0, 0xce, 0xc4]), ("中文", "Big5", [0xa4, 0xa4, 0xa4, 0xe5]),
            ("あ", "shift-jis", [0x82, 0xa0]), ("가", "EUC-KR", [0xb0, 0xa1]), ("é", "latin1", [0xe9]),
            ("€", "windows-1252", [0x80]), ("ж", "koi8-r", [0xd6]), ("😀", "gb18030", [0x94, 0x39, 0xfc, 0x36]),
        ] as [(String, String, [UInt8])] {
            let step = try Codec.Step("charset(\(charset))")
            #expect(try step.codec.encode(Array(text.utf8), step.options) == bytes, "\(charset)")
            #expect(try step.codec.decode(bytes, step.options) == Array(text.utf8), "\(charset)")
        }
        let start = TextPosition(offset: 0, line: 1, column: 1)
        #expect(throws: CodecError.code(.unencodable, at: start)) { try Self.encoded("中", "latin1") }
        #expect(throws: CodecError.code(.invalidOption)) { try Self.encoded("a", "no-charset") }
        #expect(throws: CodecError.self) { try Codec.charset.decode([0x81], [.form: "gbk"]) }
        #expect(throws: CodecError.self) { try Codec.charset.decode([0x41]) }
    }
}
