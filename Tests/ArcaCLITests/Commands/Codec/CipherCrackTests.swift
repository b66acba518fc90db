import ArcaCodecs
import ArcaCorpus
import ArcaDetect
import ArcaCore
import ArcaTestSupport
import Foundation
import Testing

@Suite struct CipherCrackTests {
    private static let texts: [(String, String)] = [
        (
            "english",
            "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness."
        ),
        (
            "german",
            "Als Gregor Samsa eines Morgens aus unruhigen Traeumen erwachte, fand er sich in seinem Bett verwandelt."
        ),
        (
            "french",
            "Longtemps, je me suis couche de bonne heure. Parfois, a peine ma bougie eteinte, mes yeux se fermaient si vite."
        ),
        (
            "spanish",
            "En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivia un hidalgo."
        ),
    ]

    @Test(
        "lists key and language first, and the hint decodes with the key",
        arguments: texts,
        [("caesar", "--shift 7", "7"), ("affine", "--key 5,8", "5,8"), ("vigenere", "--key lemon", "LEMON")])
    func finds(text: (language: String, words: String), cipher: (name: String, option: String, key: String)) throws {
        let hidden = try CodecCommand.run("encode \(cipher.name) \(cipher.option)", text.words)
        let answer = try CodecCommand.run("decode \(cipher.name) --crack --top 3", hidden.output)
        #expect(answer.status == 0)
        #expect(answer.lines.count == 4 && answer.lines[0].hasPrefix("key"))
        let first = answer.lines[1].split(separator: " ", omittingEmptySubsequences: true)
        #expect(first[0] == cipher.key, "\(answer.lines[1])")
        #expect(first[2] == "%", "\(answer.lines[1])")
        #expect(first[3] == text.language, "\(answer.lines[1])")
        #expect(answer.lines[1].hasSuffix(text.words.prefix(60)))
        let hint = try #require(answer.errors.split(separator: "\n").last)
        #expect(hint.hasPrefix("arca: hint: arca decode \(cipher.name) --"))
        let words = hint.dropFirst("arca: hint: arca ".count).split(separator: " ").prefix(4).joined(separator: " ")
        #expect(try CodecCommand.run(words, hidden.output).text == text.words)
    }

    @Test("reports ranked keys as JSON, also under other codecs, up to the requested number")
    func json() throws {
        let hidden = try CodecCommand.run("encode caesar --shift 19", Self.texts[0].1)
        let packed = try CodecCommand.run("encode base64", hidden.output)
        let answer = try CodecCommand.run("decode base64,caesar --crack --json --top 4", packed.output)
        let object = try JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any]
        let candidates = try #require(object?["candidates"] as? [[String: Any]])
        #expect(object?["schema"] as? Int == 1)
        #expect(object?["cipher"] as? String == "caesar")
        #expect(candidates.count == 4)
        #expect(candidates[0]["key"] as? String == "19" && candidates[0]["option"] as? String == "--shift 19")
        #expect(
            candidates[0]["language"] as? String == "english" && candidates[0]["text"] as? String == Self.texts[0].1)
        let confidences = candidates.compactMap { $0["confidence"] as? Double }
        #expect(confidences == confidences.sorted(by: >) && confidences[0] > 0.99)
        let bits = candidates.compactMap { $0["bitsPerLetter"] as? Double }
        #expect(bits.count == 4 && bits[0] < 3.6)
        #expect(try CodecCommand.run("decode caesar --crack", hidden.output).lines.count == 6)
    }

    @Test("finds a mixed alphabet, and the hint decodes with it")
    func substitution() throws {
        let text = LanguageSamples.all[.english, default: []].prefix(8).joined(separator: " ")
        let hidden = try CodecCommand.run("encode substitution --key zebra", text)
        let answer = try CodecCommand.run("decode substitution --crack --top 1", hidden.output)
        #expect(answer.lines[1].hasPrefix("ZEBRA"))
        let hint = try #require(answer.errors.split(separator: "\n").last)
        let words = hint.dropFirst("arca: hint: arca ".count).split(separator: " ").prefix(4).joined(separator: " ")
        let decoded = try CodecCommand.run(words, hidden.output).text
        #expect(zip(decoded.utf8, text.utf8).count { $0 != $1 } * 50 < text.utf8.count)
    }

    @Test("reports input without letters to rank")
    func nothing() throws {
        for cipher in ["caesar", "affine", "vigenere", "substitution"] {
            for text in ["", "1234", "日本語"] {
                let answer = try CodecCommand.run("decode \(cipher) --crack", text)
                #expect(answer.status == 5 && answer.output.isEmpty)
                #expect(answer.errors == "arca: error: there are too few letters A to Z to compare\n")
            }
        }
    }
}
