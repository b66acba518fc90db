import ArcaCore
import ArcaCrypto
import Testing

@Suite struct PassphraseTests {
    static func text(_ secret: SecretBytes) -> String { String(decoding: [UInt8](bytes: secret), as: UTF8.self) }

    @Test("has the requested number of words and the separator", arguments: [1, 2, 6, 1000])
    func hasWords(count: Int) throws {
        let words = Set((0..<7776).map { String(decoding: WordList.english[$0] ?? [], as: UTF8.self) })
        for separator in [" ", "", "--", "→"] {
            let text = Self.text(try Passphrase.generate(wordCount: count, separator: separator))
            guard !separator.isEmpty else { continue }
            var found: [String] = [""]
            // A word may contain one hyphen, never two.
            var rest = text[...]
            while !rest.isEmpty {
                if rest.hasPrefix(separator) {
                    found.append("")
                    rest = rest.dropFirst(separator.count)
                } else {
                    found[found.count - 1].append(rest.removeFirst())
                }
            }
            #expect(found.count == count)
            #expect(found.allSatisfy(words.contains))
        }
    }

    @Test("defaults to six words and hyphens, with the documented entropy")
    func hasDefaults() throws {
        let text = Self.text(try Passphrase.generate())
        let hyphens = text.filter { $0 == "-" }.count
        #expect((5...11).contains(hyphens))
        #expect(abs(Passphrase.entropyBits(wordCount: 6) - 77.549) < 0.001)
        #expect(Self.text(try Passphrase.generate()) != text)
    }

    @Test("draws each word of a list about equally often")
    func drawsUniformly() throws {
        let list = try WordList(["a", "b", "c", "d", "e"])
        #expect(abs(Passphrase.entropyBits(wordCount: 2, from: list) - 4.644) < 0.001)
        var counts: [Character: Int] = [:]
        for _ in 0..<50 {
            for word in Self.text(try Passphrase.generate(wordCount: 1000, separator: "", from: list)) {
                counts[word, default: 0] += 1
            }
        }
        // Chi-square with 4 degrees of freedom: above 37 less than once in 5 million runs.
        let chiSquare = counts.values.reduce(0) { $0 + Double(($1 - 10_000) * ($1 - 10_000)) / 10_000 }
        #expect(counts.count == 5 && chiSquare < 37)
    }

    @Test("rejects word counts out of range", arguments: [0, -1, 1001, .max])
    func refusesWordCounts(count: Int) {
        #expect(throws: CryptoError.code(.invalidParameter)) { try Passphrase.generate(wordCount: count) }
    }
}
