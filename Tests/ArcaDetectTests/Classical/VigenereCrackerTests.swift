import ArcaCodecs
import ArcaCore
import ArcaCorpus
import ArcaDetect
import ArcaTestSupport
import Testing

@Suite(.enabled(if: runsSlowTests, "slow")) struct VigenereCrackerTests {
    /// Six hundred letters: seven samples concatenated.
    private func longText(_ language: LanguageModel.Language) -> String {
        LanguageSamples.all[language, default: []].prefix(5).joined(separator: " ")
    }

    @Test("finds keys of all common lengths", arguments: LanguageModel.Language.allCases)
    func keysAreFound(language: LanguageModel.Language) throws {
        for key in ["K", "LEMON", "CRYPTOGRAPHY"] {
            let cipher = try Vigenere(key: key)
            let best = try #require(VigenereCracker.crack(cipher.encode(longText(language)).utf8).first)
            #expect(best.cipher == cipher, "\(key): \(best.cipher.key)")
            #expect(best.language == language)
            #expect(best.confidence > 0.99)
        }
    }

    @Test(
        "finds keys of two to six letters in 200 letters, or all except one letter of at least four",
        arguments: LanguageModel.Language.allCases)
    func shorterTexts(language: LanguageModel.Language) throws {
        let samples = LanguageSamples.all[language, default: []]
        var found = 0
        for index in stride(from: 0, to: 20, by: 5) {
            let text = (0..<4).map { samples[(index + $0) % 20] }.joined(separator: " ").utf8
                .filter { ($0 | 0x20) &- 0x61 < 26 }
            let cipher = try Vigenere(key: ["OX", "KEY", "ROSE", "LEMON", "SECRET"][index % 5])
            let secret = cipher.encode(String(decoding: text.prefix(200), as: UTF8.self))
            if VigenereCracker.crack(secret.utf8).first?.cipher == cipher { found += 1 }
        }
        #expect(found >= 3, "\(language): \(found)")
    }

    @Test("finds a repeating key once, in its shortest form")
    func repeatedKeyIsShortened() throws {
        let text = try Vigenere(key: "LEMONLEMON").encode(longText(.english))
        let ranked = VigenereCracker.crack(text.utf8)
        #expect(ranked[0].cipher.key == "LEMON")
        #expect(Set(ranked.map(\.cipher)).count == ranked.count)
    }

    @Test("ranks key lengths by index of coincidence")
    func lengthsAreRanked() throws {
        let text = try Vigenere(key: "SECRETS").encode(longText(.english))
        let ranked = VigenereCracker.keyLengths(text.utf8)
        #expect([7, 14].contains(ranked[0].length))
        #expect(ranked.count == 20)
        #expect(ranked[0].coincidence > 0.06)
        #expect(VigenereCracker.keyLengths("abcdefgh".utf8, maximumLength: 3).map(\.length).sorted() == [1, 2, 3])
        #expect(VigenereCracker.keyLengths("abcdefgh".utf8).map(\.length).sorted() == [1, 2, 3, 4])
        #expect(VigenereCracker.keyLengths("a".utf8).isEmpty)
    }

    @Test("respects the maximum key length and the requested languages")
    func limitsHold() throws {
        let text = try Vigenere(key: "AMBULANCE").encode(longText(.german))
        #expect(VigenereCracker.crack(text.utf8, maximumLength: 5).allSatisfy { $0.cipher.shifts.count <= 5 })
        #expect(VigenereCracker.crack(text.utf8, languages: [.spanish]).allSatisfy { $0.language == .spanish })
        #expect(VigenereCracker.crack("".utf8).isEmpty)
    }

    @Test("does not explain noise by long keys")
    func noiseIsNotExplained() {
        var random = Repeatable(2)
        let noise = (0..<200).map { _ in UInt8.random(in: 0x61...0x7a, using: &random) }
        #expect((VigenereCracker.crack(noise).first?.confidence ?? 0) < 0.01)
    }
}
