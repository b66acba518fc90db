internal import ArcaCodecCatalog
internal import ArcaCore

/// Finds the 8-bit or multi-byte charset of text that is not UTF-8.
///
/// The same bytes are text in many charsets, so the search gets only the best one, and only with evidence: its
/// characters must be likelier than random bytes by ``leastGain``.
enum LayerCharsets {
    /// A charset and the languages that are written in it.
    private struct Charset {
        let name: String
        let family: Family

        enum Family {
            /// Chinese, Japanese and Korean, in two bytes or more.
            case han(frequent: Set<UInt32>)
            /// Letters of another alphabet, which form whole words.
            case script(Script, frequent: [UInt32: Float])
            /// Latin letters with accents among ASCII letters.
            case latin(Set<UInt32>)
        }
    }

    /// Bits by which the characters of a charset must be likelier than random bytes.
    private static let leastGain: Float = 20
    /// Prior cost of a charset, in bits; of one with Latin letters it is lower, because its words are evidence too.
    private static let (bits, latinBits) = (14.0, 8.0)
    /// Least mean gain of a character, in bits: text in a script has its frequent letters, and noise has any.
    private static let (leastHanMean, leastKoreanMean, leastScriptMean): (Float, Float, Float) = (5.5, 7, 2)
    /// Text beyond this size is measured by its beginning, in bytes.
    private static let sampleCount = 4096

    /// The best charset for the bytes as one step; empty for UTF-8, binary data and text without evidence.
    static func groups(_ bytes: Span<UInt8>, _ plausibility: Plausibility) -> [[DecodingStep]] {
        let census = plausibility.census
        guard census.hasHighBytes, plausibility.text.strayByteCount > 0, plausibility.format == nil, census[0] == 0,
            census.strangeControlCount * 64 <= bytes.count
        else { return [] }
        let sample = bytes.extracting(0..<min(bytes.count, sampleCount))
        var best: (charset: Charset, gain: Float)?
        for charset in charsets {
            guard let text = decoded(sample, charset.name, isWhole: sample.count == bytes.count) else { continue }
            let gain = gain(text, charset.family)
            if gain > best?.gain ?? leastGain { best = (charset, gain) }
        }
        guard let (charset, gain) = best else { return [] }
        if case .latin = charset.family {
            return [[DecodingStep(charset: charset.name, bits: latinBits, evidenceBits: nil)]]
        }
        return [[DecodingStep(charset: charset.name, bits: bits, evidenceBits: Double(min(gain, 40)))]]
    }

    /// The text; a sample may end within a character.
    private static func decoded(_ bytes: Span<UInt8>, _ charset: String, isWhole: Bool) -> String? {
        for count in 0...(isWhole ? 0 : 3) where count < bytes.count {
            let part = bytes.extracting(0..<bytes.count - count)
            if let text = try? Codec.charset.decode(part, [.form: .text(charset)]) {
                return String(decoding: text, as: UTF8.self)
            }
        }
        return nil
    }

    // MARK: Evidence

    /// Bits by which the characters beyond ASCII are likelier than the bytes that they take, at eight bits each.
    private static func gain(_ text: String, _ family: Charset.Family) -> Float {
        let scalars = Array(text.unicodeScalars.map { $0.value })
        switch family {
        case .han(let frequent):
            let mean = frequent.contains(0xc774) ? leastKoreanMean : leastHanMean
            return dense(scalars.reduce(0) { $0 + hanGain($1, frequent) }, scalars, mean)
        case .script(let script, let frequent):
            return dense(scriptGain(scalars, script, frequent), scalars, leastScriptMean)
        case .latin(let letters): return latinGain(scalars, letters)
        }
    }

    /// The gain, or 0 if the characters beyond ASCII have a lower mean gain or are fewer than four different ones.
    private static func dense(_ gain: Float, _ scalars: [UInt32], _ mean: Float) -> Float {
        let high = scalars.filter { $0 >= 0x80 }
        return gain >= mean * Float(high.count) && Set(high).count >= 4 ? gain : 0
    }

    private static func hanGain(_ value: UInt32, _ frequent: Set<UInt32>) -> Float {
        guard value >= 0x80 else { return 0 }
        let isKana = (0x3040..<0x3100).contains(value)
        // GB 2312 has kana at the same place as EUC-JP.
        if isKana, !frequent.contains(0x306e) { return 0 }
        if frequent.contains(value), !isKana { return 16 - 7 }
        // Punctuation and symbols take two bytes as well, but half-width kana one.
        if (0xff61..<0xffa0).contains(value) { return 8 - 12 }
        return 16 - Script.classify(value).bits
    }

    private static func scriptGain(_ scalars: [UInt32], _ script: Script, _ frequent: [UInt32: Float]) -> Float {
        var gain: Float = 0
        var previous: UInt32 = 0x20
        for value in scalars {
            defer { previous = value }
            guard value >= 0x80 else { continue }
            let isInside = Script.classify(previous).script == script && previous >= 0x80
            if let cost = frequent[value] {
                gain += 8 - cost - (isASCIILetter(previous) ? 6 : 0)
            } else if let lower = frequent[lowercased(value)] {
                // A capital after a small letter shows that the halves of the table are swapped.
                gain += 8 - lower - (isInside && frequent[previous] != nil ? 10 : 2.5)
            } else {
                gain +=
                    Script.classify(value).script == script
                    ? -1 : [0xa0, 0xab, 0xbb, 0x2013, 0x2014].contains(value) ? 1 : -5
            }
        }
        return gain
    }

    private static func latinGain(_ scalars: [UInt32], _ letters: Set<UInt32>) -> Float {
        var gain: Float = 0
        var (plainCount, highCount) = (0, 0)
        for (index, value) in scalars.enumerated() {
            if isASCIILetter(value) { plainCount += 1 }
            guard value >= 0x80 else { continue }
            highCount += 1
            let before = index > 0 ? scalars[index - 1] : 0x20
            let after = index + 1 < scalars.count ? scalars[index + 1] : 0x20
            let isInWord = isASCIILetter(before) || isASCIILetter(after)
            switch value {
            // In Turkish these bytes are ğ, ı and ş.
            case 0xf0, 0xfd, 0xfe: gain += letters.contains(value) && isInWord ? 2 : -6
            case _ where letters.contains(lowercased(value)): gain += isInWord ? 4 : -2
            // Quotes, dashes, degrees and currencies are next to words or numbers.
            case 0xa0, 0xa3, 0xa7, 0xa9, 0xab, 0xae, 0xb0, 0xbb, 0xbf, 0x2013...0x201e, 0x2026, 0x20ac, 0x2122:
                gain += 1.5
            default: gain -= 6
            }
        }
        // Random bytes have as many high bytes as others; the words around are evidence too.
        guard gain > 0, 2 * plainCount >= 3 * highCount, plainCount >= 8 else { return 0 }
        return gain + leastGain
    }

    private static func isASCIILetter(_ value: UInt32) -> Bool { value | 0x20 &- 0x61 < 26 }

    private static func lowercased(_ value: UInt32) -> UInt32 {
        Unicode.Scalar(value)?.properties.lowercaseMapping.unicodeScalars.first?.value ?? value
    }

    // MARK: Charsets

    /// In order of preference: of equal gains the first wins.
    private static let charsets: [Charset] =
        [
            ("gb18030", chinese), ("big5", traditional), ("shift_jis", japanese), ("cp932", japanese),
            ("euc-jp", japanese), ("euc-kr", korean), ("cp949", korean),
        ].map { Charset(name: $0.0, family: .han(frequent: set($0.1))) }
        + [
            ("windows-1251", Script.cyrillic, cyrillic), ("koi8-r", .cyrillic, cyrillic),
            ("koi8-u", .cyrillic, cyrillic),
            ("cp866", .cyrillic, cyrillic), ("iso-8859-5", .cyrillic, cyrillic), ("windows-1253", .greek, greek),
            ("iso-8859-7", .greek, greek), ("windows-1255", .hebrew, hebrew), ("windows-1256", .arabic, arabic),
            ("iso-8859-6", .arabic, arabic), ("windows-874", .thai, thai),
        ].map { Charset(name: $0.0, family: .script($0.1, frequent: costs($0.2))) }
        + [
            ("iso-8859-1", western), ("windows-1252", western), ("iso-8859-15", western + "œšž"),
            ("windows-1250", central), ("iso-8859-2", central), ("windows-1254", turkish), ("windows-1257", baltic),
        ].map { Charset(name: $0.0, family: .latin(set($0.1))) }

    private static func set(_ text: String) -> Set<UInt32> { Set(text.unicodeScalars.map { $0.value }) }

    /// Costs of letters, the most frequent first: about 3 bits for the first ones, 7 for the last.
    private static func costs(_ letters: String) -> [UInt32: Float] {
        var costs: [UInt32: Float] = [:]
        for (place, scalar) in letters.unicodeScalars.enumerated() { costs[scalar.value] = 3.2 + Float(place) * 0.13 }
        return costs
    }

    /// The most frequent characters of each language: about half of all text.
    private static let chinese =
        "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都"
        + "同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高"
        + "间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员"
        + "，。、：；！？“”《》（）"
    private static let traditional =
        "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都"
        + "同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高"
        + "間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員"
        + "，。、：；！？「」『』（）"
    private static let japanese =
        "のにはをたがでてとしれさあいるうもなからりっまことくよきすけみめせつだおやえわちそどんばずげべびろへじゃょゅむねぐぶらほごぎ"
        + "ンスルートイラリクアシレジタフコマッドロテムサカバメプグキディオブニハナエャュョ日本人大年一国会中事出者社月時分上生行見的合今自前後"
        + "、。「」・ー"
    private static let korean =
        "이다는의가을에하고한지로은서도를기사나자어인리대아해그시있정게일라만보수으여전부스주것들니과면공제없었장상와원되신동안마국년경요할세방오선내"
        + "문소연성유우구적말저화때생위당무전습조러명실음미위등민비모결트중까관체설분회통야학입계용재바발개심간물더같우려행교양운치차번"
        + "는데며"
    private static let cyrillic = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёіїєґўъ"
    private static let greek = "αοιετσνρηπκλμυςωγδάίόήέθχφύώβξζψϊ"
    private static let hebrew = "יוהלאמרתבנשםדקעפחגזצטסכןךףץ"
    private static let arabic = "الينمورتبهعكدفسقحجأةشصخطىئذضغزءثآظإؤ"
    private static let thai = "านรอกเงมย่ลวดทส้ตะปบคหแจพชขใไโผถซณศษธญฐภฉ์ิีึืุู็ั๊๋ำๆ"
    private static let western = "àáâãäåæçèéêëìíîïñòóôõöøùúûüßÿýðþ"
    private static let central = "áéíóúýčďěňřšťůžäöüôľĺŕąćęłńśźżőűăâîșțşţđß"
    private static let turkish = "çğıöşüâîû"
    private static let baltic = "ąčęėįšųūžāēģīķļņõäöü"
}
