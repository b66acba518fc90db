internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@Suite struct SubstitutionTests {
    @Test("a keyword begins the mixed alphabet, the other letters follow")
    func keywords() throws {
        let cipher = try Substitution(key: "zebras")
        #expect(cipher.alphabet == "ZEBRASCDFGHIJKLMNOPQTUVWXY")
        #expect(cipher.encode("Flee at once. We are discovered!") == "Siaa zq lkba. Va zoa rfpbluaoar!")
        #expect(cipher.decode("SIAA ZQ LKBA") == "FLEE AT ONCE")
        #expect(try Substitution(key: cipher.alphabet) == cipher)
        #expect(try Substitution(key: "hello").alphabet == "HELOABCDFGIJKMNPQRSTUVWXYZ")
    }

    @Test("decoding gives all bytes back")
    func roundTrip() throws {
        let cipher = try Substitution(key: "QWERTYUIOPASDFGHJKLZXCVBNM")
        let bytes = (0...255).map { UInt8($0) }
        #expect(cipher.decode(cipher.encode(bytes)) == bytes)
    }

    @Test("keys that are none are errors", arguments: ["", "ab1", "ä"])
    func badKeys(key: String) { #expect(throws: CodecError.self) { try Substitution(key: key) } }

    @Test("the key of three hundred letters is found", arguments: LanguageModel.Language.allCases)
    func keysAreFound(language: LanguageModel.Language) throws {
        let text = LanguageSamples.all[language, default: []].prefix(6).joined(separator: " ")
        let cipher = try Substitution(key: "QWERTYUIOPASDFGHJKLZXCVBNM")
        let best = try #require(SubstitutionCracker.crack(cipher.encode(text).utf8).first)
        #expect(best.language == language)
        #expect(best.confidence > 0.99)
        // Rare letters may be exchanged: hardly any of the text.
        let decoded = best.cipher.decode(cipher.encode(text))
        let wrong = zip(text.utf8, decoded.utf8).count { $0 != $1 }
        // Pinyin has fewer letters and triples to go by.
        #expect(wrong * (language == .pinyin ? 12 : 50) < text.utf8.count, "\(wrong) of \(text.utf8.count)")
    }

    @Test("letters in no order have no key, and few letters neither")
    func noise() {
        var random = Repeatable(7)
        let noise = (0..<400).map { _ in UInt8.random(in: 0x61...0x7a, using: &random) }
        let best = SubstitutionCracker.crack(noise).first
        #expect((best?.confidence ?? 1) < 0.01, "noise is likelier than any key")
        #expect(SubstitutionCracker.crack("too few letters".utf8).isEmpty)
    }
}
