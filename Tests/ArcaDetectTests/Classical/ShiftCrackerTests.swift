import ArcaCodecs
import ArcaCore
import ArcaCorpus
import ArcaDetect
import ArcaTestSupport
import Testing

@Suite struct ShiftCrackerTests {
    @Test("ranks the right shift first in 19 of 20 texts of 60 letters", arguments: LanguageModel.Language.allCases)
    func caesarKeysAreFound(language: LanguageModel.Language) {
        let texts = LanguageSamples.texts(language, letters: 60)
        #expect(Set(texts).count == 20)
        var found = 0
        var named = 0
        for (index, text) in texts.enumerated() {
            #expect(text.utf8.filter { ($0 | 0x20) &- 0x61 < 26 }.count == 60, "text \(index)")
            let cipher = Caesar(shift: index + 3)
            let ranked = ShiftCracker.caesar(cipher.encode(text).utf8)
            #expect(Set(ranked.map(\.cipher.shift)).count == 26)
            if ranked[0].cipher == cipher, ranked[0].cipher.decode(cipher.encode(text)) == text { found += 1 }
            if ranked[0].language == language { named += 1 }
        }
        #expect(found == 20, "\(language)")
        #expect(named >= 19, "\(language)")
    }

    @Test("finds the shift of short texts", arguments: LanguageModel.Language.allCases)
    func shortTextsAreMostlyFound(language: LanguageModel.Language) {
        for (letters, wanted) in [(15, 16), (25, 19)] {
            let found = LanguageSamples.texts(language, letters: letters).enumerated().count { index, text in
                let cipher = Caesar(shift: 25 - index)
                return ShiftCracker.caesar(cipher.encode(text).utf8)[0].cipher == cipher
            }
            #expect(found >= wanted, "\(language), \(letters) letters: \(found)")
        }
    }

    @Test("finds affine keys", arguments: LanguageModel.Language.allCases)
    func affineKeysAreFound(language: LanguageModel.Language) throws {
        var found = 0
        for (index, text) in LanguageSamples.texts(language, letters: 60).enumerated() {
            let multiplier = Affine.multipliers[index % 12]
            let cipher = try Affine(multiplier: multiplier, offset: index * 7)
            let ranked = ShiftCracker.affine(cipher.encode(text).utf8)
            #expect(ranked.count == 312)
            if ranked[0].cipher == cipher { found += 1 }
        }
        #expect(found >= 19, "\(language): \(found)")
    }

    @Test("is confident about text, and not about noise or single letters")
    func confidenceTellsTextFromNoise() {
        let text = LanguageSamples.texts(.english, letters: 60)[0]
        let ranked = ShiftCracker.caesar(Caesar(shift: 7).encode(text).utf8)
        #expect(ranked[0].confidence > 0.999)
        #expect(ranked[0].bitsPerLetter < 3.8)
        #expect(ranked.map(\.confidence).reduce(0, +) < 1.000001)
        #expect(ranked.map(\.confidence) == ranked.map(\.confidence).sorted(by: >))
        var random = Repeatable(1)
        var sure = 0
        for _ in 0..<20 {
            let noise = (0..<60).map { _ in UInt8.random(in: 0x61...0x7a, using: &random) }
            if ShiftCracker.caesar(noise)[0].confidence > 0.1 { sure += 1 }
        }
        #expect(sure == 0)
        #expect(ShiftCracker.caesar("x".utf8)[0].confidence < 0.1)
        #expect(ShiftCracker.caesar("123 !".utf8).isEmpty)
        #expect(ShiftCracker.affine("".utf8).isEmpty)
    }

    @Test("considers only the requested languages")
    func languagesAreRestricted() {
        let text = Caesar(shift: 4).encode(LanguageSamples.texts(.pinyin, letters: 60)[0])
        #expect(ShiftCracker.caesar(text.utf8, languages: [.french]).allSatisfy { $0.language == .french })
        #expect(ShiftCracker.affine(text.utf8, languages: [.german]).allSatisfy { $0.language == .german })
    }
}
