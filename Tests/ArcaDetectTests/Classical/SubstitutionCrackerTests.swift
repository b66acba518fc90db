import ArcaCodecs
import ArcaCore
import ArcaCorpus
import ArcaDetect
import ArcaTestSupport
import Testing

@Suite struct SubstitutionCrackerTests {
    @Test("finds the key of 300 letters", arguments: LanguageModel.Language.allCases)
    func keysAreFound(language: LanguageModel.Language) throws {
        let text = LanguageSamples.all[language, default: []].prefix(6).joined(separator: " ")
        let cipher = try Substitution(key: "QWERTYUIOPASDFGHJKLZXCVBNM")
        let best = try #require(SubstitutionCracker.crack(cipher.encode(text).utf8).first)
        #expect(best.language == language)
        #expect(best.confidence > 0.99)
        // Rare letters may be swapped; they are a small part of the text.
        let decoded = best.cipher.decode(cipher.encode(text))
        let wrong = zip(text.utf8, decoded.utf8).count { $0 != $1 }
        // Pinyin has fewer distinct letters and triples.
        #expect(wrong * (language == .pinyin ? 12 : 50) < text.utf8.count, "\(wrong) of \(text.utf8.count)")
    }

    @Test("finds no key for random or few letters")
    func noise() {
        var random = Repeatable(7)
        let noise = (0..<400).map { _ in UInt8.random(in: 0x61...0x7a, using: &random) }
        let best = SubstitutionCracker.crack(noise).first
        #expect((best?.confidence ?? 1) < 0.01, "noise is likelier than any key")
        #expect(SubstitutionCracker.crack("too few letters".utf8).isEmpty)
    }
}
