internal import ArcaCodecs
internal import ArcaCore
internal import ArcaDetect
internal import ArcaTestSupport

/// Contents of chains, and unencoded strings, generated from ``CorpusMaterial`` and a seed.
package struct CorpusContent {
    enum Kind: String, CaseIterable {
        case text, code, json, log, flag, file, short
    }

    var random: Repeatable

    package init(seed: UInt64) { random = Repeatable(seed) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    private mutating func word() -> String { pick(CorpusMaterial.words) }

    private mutating func capital() -> String {
        let word = word()
        return word.prefix(1).uppercased() + word.dropFirst()
    }

    /// Random characters of an alphabet.
    mutating func symbols(_ alphabet: String, _ count: Int) -> String {
        let all = Array(alphabet)
        return String((0..<count).map { _ in all[number(0...all.count - 1)] })
    }

    static let digits = "0123456789"
    static let hex = "0123456789abcdef"
    static let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    static let base62 = digits + upper + upper.lowercased()

    // MARK: Contents

    mutating func content(_ kind: Kind) -> [UInt8] {
        switch kind {
        case .text: Array(text().utf8)
        case .code: Array(pick(CorpusMaterial.code).utf8)
        case .json: Array(json().utf8)
        case .log: Array((0..<number(1...8)).map { _ in log() + "\n" }.joined().utf8)
        case .flag: Array(flag().utf8)
        case .file: file()
        case .short: Array(short().utf8)
        }
    }

    /// One to six sentences in one language.
    mutating func text() -> String {
        let language = pick(CorpusMaterial.sentences).sentences
        return (0..<pick([1, 1, 1, 2, 2, 3, 6])).map { _ in pick(language) }.joined(separator: " ")
    }

    /// English sentences with at least `letters` letters.
    mutating func english(letters: Int) -> String {
        let sentences = CorpusMaterial.sentences[number(0...3)].sentences
        var text = pick(sentences)
        while text.utf8.count(where: { ($0 | 0x20) &- 0x61 < 26 }) < letters { text += " " + pick(sentences) }
        return text
    }

    /// Distinct sentences in a language with known letter frequencies.
    mutating func prose(letters: Int) -> String {
        let language = pick(LanguageModel.Language.allCases)
        var sentences = LanguageSamples.all[language, default: []].shuffled(using: &random)[...]
        var text = ""
        while text.utf8.count(where: { ($0 | 0x20) &- 0x61 < 26 }) < letters, let sentence = sentences.popFirst() {
            text += (text.isEmpty ? "" : " ") + sentence
        }
        return text
    }

    /// Two to six words in lower case.
    mutating func phrase() -> String { (0..<number(2...6)).map { _ in word() }.joined(separator: " ") }

    /// A domain with a non-ASCII label.
    mutating func domain() -> String {
        let label = pick([
            "bücher", "münchen", "café", "straßenbau", "мирновостей", "例子网站", "日本語学校", "ελλάδα", "señales", "smörgås",
        ])
        return "\(pick(["", "www.", "mail."]))\(label)\(pick(["", "-\(word())"])).\(pick(["com", "org", "example"]))"
    }

    private mutating func json() -> String {
        let members = (0..<number(1...6)).map { _ in
            let value =
                switch number(0...3) {
                case 0: "\(number(0...99999))"
                case 1: pick(["true", "false", "null"])
                default: "\"\(word()) \(word())\""
                }
            return "\"\(word())\": \(value)"
        }
        return "{" + members.joined(separator: ", ") + "}"
    }

    private mutating func log() -> String {
        let time =
            "2026-\(number(10...12))-\(number(10...28))T\(number(10...23)):\(number(10...59)):\(number(10...59))Z"
        return switch number(0...2) {
        case 0:
            "\(time) \(pick(["INFO", "WARN", "ERROR"])) \(word()).\(word()): \(word()) \(word()) in \(number(1...900)) ms"
        case 1:
            "10.\(number(0...255)).0.\(number(1...254)) - - [\(time)] \"GET /\(word())/\(word()).html HTTP/1.1\" 200 \(number(100...99999))"
        default:
            "\(time) host sshd[\(number(100...9999))]: Accepted publickey for \(word()) from 192.168.1.\(number(2...250))"
        }
    }

    private mutating func flag() -> String {
        let head = pick(["flag", "FLAG", "CTF", "ctf", "picoCTF", "HTB", "THM"])
        var body = (0..<number(2...5)).map { _ in word() }.joined(separator: "_")
        if number(0...1) == 0 {
            let leet: [Character: Character] = ["a": "4", "e": "3", "o": "0", "i": "1", "s": "5"]
            body = String(body.map { number(0...2) == 0 ? leet[$0] ?? $0 : $0 })
        }
        return "\(head){\(body)}"
    }

    private mutating func short() -> String {
        switch number(0...5) {
        case 0: "\(word()):\(word())\(number(1...999))"
        case 1: "https://www.\(word()).com/\(word())?id=\(number(1...9999))"
        case 2: "\(word()).\(word())@\(word()).org"
        case 3: "\(word()) \(word())"
        case 4: "Hello, \(pick(CorpusMaterial.names))!"
        default: "\(word())=\(word())&\(word())=\(number(1...99))"
        }
    }

    /// A file of a known format with a random body.
    private mutating func file() -> [UInt8] {
        let body = random.bytes(number(60...600))
        switch number(0...6) {
        case 0:
            return [
                0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0, 0, 0,
            ]
                + [1, 0, 8, 6, 0, 0, 0, 0x5c, 0x72, 0xa8, 0x66, 0, 0, 2, 0, 0x49, 0x44, 0x41, 0x54] + body
        case 1:
            return [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
                + [3, 0, 0x3e, 0, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 200) + body
        case 2:
            return [0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 0x5a, 0x71, 0x62, 0x5b] + random.bytes(4)
                + [0x40, 1, 0, 0, 0, 3, 0, 0, 8, 0, 0, 0] + Array("data.txt".utf8) + body
        case 3:
            return Array("%PDF-1.7\n%\u{e2}\u{e3}\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n".utf8) + body
        case 4: return [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0] + body
        case 5:
            return Array("SQLite format 3\0".utf8) + [16, 0, 1, 1, 0, 64, 32, 32, 0, 0, 0, 3]
                + [UInt8](repeating: 0, count: 72) + body
        default:
            return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0, 0x2c] + body
        }
    }

    // MARK: Strings that are not encoded

    /// A string that must stay unchanged, and its kind.
    package mutating func plain() -> (kind: String, text: String) {
        let kinds: [(String, (inout CorpusContent) -> String)] = [
            ("word", { $0.number(0...2) == 0 ? $0.capital() : $0.word() }),
            ("word", { $0.word().uppercased() }),
            ("words", { "\($0.word()) \($0.word())" }),
            ("name", { "\($0.pick(CorpusMaterial.names)) \($0.pick(CorpusMaterial.names))" }),
            ("identifier", { $0.word() + $0.capital() + $0.capital() }),
            ("identifier", { "\($0.word())_\($0.word())_\($0.number(0...99))" }),
            (
                "identifier",
                {
                    "\($0.word())-\($0.word())-\($0.symbols(CorpusContent.hex, 10))-\($0.symbols(CorpusContent.base62.lowercased(), 5))"
                }
            ),
            ("identifier", { "\($0.word())\($0.word())\($0.number(0...9999))" }),
            ("UPPER_CASE", { "\($0.word())_\($0.word())".uppercased() }), ("UUID", { $0.uuid() }),
            ("UUID", { $0.uuid().uppercased() }),
            ("digest", { $0.symbols(CorpusContent.hex, $0.pick([32, 40, 64, 128])) }),
            ("digest", { $0.symbols(CorpusContent.hex.uppercased(), $0.pick([32, 40, 64])) }),
            ("short hex", { $0.symbols(CorpusContent.hex, $0.number(4...16)) }),
            ("key", { "AKIA" + $0.symbols(CorpusContent.upper + "234567", 16) }),
            ("key", { "ghp_" + $0.symbols(CorpusContent.base62, 36) }),
            ("key", { "sk_live_" + $0.symbols(CorpusContent.base62, 24) }),
            ("key", { "AIza" + $0.symbols(CorpusContent.base62 + "-_", 35) }),
            ("key", { "xoxb-" + $0.symbols(CorpusContent.digits, 12) + "-" + $0.symbols(CorpusContent.base62, 24) }),
            ("key", { $0.symbols(CorpusContent.base62 + "+/", 40) }),
            ("token", { $0.symbols(CorpusContent.base62, $0.number(6...48)) }),
            ("token", { $0.symbols(CorpusContent.base62 + "-_", 21) }),
            ("token", { $0.symbols("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26) }),
            ("token", { $0.symbols(CorpusContent.upper + CorpusContent.digits, $0.number(5...25)) }),
            ("token", { $0.symbols(CorpusContent.upper.lowercased() + CorpusContent.digits, $0.number(5...25)) }),
            (
                "license",
                { this in
                    (0..<5).map { _ in this.symbols(CorpusContent.upper + CorpusContent.digits, 5) }.joined(
                        separator: "-")
                }
            ),
            (
                "path",
                {
                    "/\($0.pick(["usr", "home", "var", "etc"]))/\($0.word())/\($0.word()).\($0.pick(["txt", "conf", "so", "log"]))"
                }
            ),
            ("path", { "C:\\Users\\\($0.capital())\\\($0.word()).\($0.pick(["docx", "exe", "dll"]))" }),
            ("path", { "\($0.word())/\($0.word())/\($0.capital()).swift" }),
            ("file", { "\($0.word())-\($0.number(1...9)).\($0.number(0...20)).tar.gz" }),
            ("log line", { $0.log() }), ("number", { "\($0.number(0...Int(Int32.max)))" }),
            ("number", { "\($0.number(-999...999)).\($0.number(0...99999))" }),
            ("number", { $0.symbols(CorpusContent.digits, $0.number(2...30)) }),
            (
                "numbers",
                { this in
                    (0..<this.number(2...12)).map { _ in "\(this.number(0...999))" }.joined(
                        separator: this.pick([" ", ", ", "\n"]))
                }
            ),
            ("phone", { "+49 \($0.number(30...999)) \($0.number(100000...9999999))" }),
            ("date", { "20\($0.number(10...30))-\($0.number(10...12))-\($0.number(10...28))" }),
            ("time", { "\($0.number(10...23)):\($0.number(10...59)):\($0.number(10...59))" }),
            ("version", { "v\($0.number(0...30)).\($0.number(0...30)).\($0.number(0...30))" }),
            ("address", { "\($0.number(1...223)).\($0.number(0...255)).\($0.number(0...255)).\($0.number(1...254))" }),
            ("address", { this in (0..<6).map { _ in this.symbols(CorpusContent.hex, 2) }.joined(separator: ":") }),
            (
                "address",
                { this in "2001:db8:" + (0..<6).map { _ in this.symbols(CorpusContent.hex, 4) }.joined(separator: ":") }
            ),
            ("URL", { "https://\($0.word()).\($0.word()).com/\($0.word())/\($0.symbols(CorpusContent.base62, 11))" }),
            ("URL", { "https://example.com/?q=\($0.word())%20\($0.word())&lang=en" }),
            ("email", { "\($0.word()).\($0.word())@\($0.word()).org" }),
            ("color", { "#" + $0.symbols(CorpusContent.hex, 6) }),
            ("IBAN", { "DE" + $0.symbols(CorpusContent.digits, 20) }),
            ("password hash", { "$2b$12$" + $0.symbols(CorpusContent.base62 + "./", 53) }),
            ("fingerprint", { "SHA256:" + $0.symbols(CorpusContent.base62 + "+/", 43) }),
            ("password", { $0.symbols(CorpusContent.base62 + "!#$%&*+-=?@^_", $0.number(8...20)) }),
            ("password", { "\($0.capital())\($0.number(1...9999))\($0.pick(["!", "$", "#", "?"]))" }),
            ("sentence", { $0.pick($0.pick(CorpusMaterial.sentences).sentences) }), ("text", { $0.text() }),
            ("code", { $0.pick(CorpusMaterial.code) }), ("JSON", { $0.json() }), ("flag", { $0.flag() }),
            (
                "list",
                { this in
                    (0..<this.number(2...6)).map { _ in this.word() }.joined(
                        separator: this.pick([",", ", ", ";", "\n", " "]))
                }
            ),
            (
                "table",
                { this in (0..<4).map { _ in "\(this.word()),\(this.number(1...99)),\(this.word())\n" }.joined() }
            ),
            ("setting", { "\($0.word())=\($0.word())" }),
            ("setting", { "\($0.word().uppercased())=\"\($0.word()) \($0.word())\"" }),
            (
                "version string",
                {
                    "Mozilla/5.0 (X11; Linux x86_64; rv:\($0.number(90...150)).0) Gecko/20100101 Firefox/\($0.number(90...150)).0"
                }
            ),
        ]
        let (kind, make) = pick(kinds)
        return (kind, make(&self))
    }

    /// Lines that are mostly alike: a table, a list, a log of one event.
    package mutating func table() -> String {
        let names = (0..<number(2...6)).map { _ in
            number(0...2) == 0 ? symbols(Self.upper.lowercased(), number(2...7)) : word()
        }
        let separator = pick([" ", " ", "  ", ", ", "\t", "; "])
        let lines = (0..<number(8...80)).map { line in
            let words = number(0...1) == 0 ? names : names.map { _ in pick(names) }
            return (words + (number(0...2) == 0 ? ["\(line)"] : [])).joined(separator: separator)
        }
        return lines.joined(separator: pick(["\n", "\n", " "]))
    }

    private mutating func uuid() -> String {
        [8, 4, 4, 4, 12].map { symbols(Self.hex, $0) }.joined(separator: "-")
    }
}
