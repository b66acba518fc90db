import ArcaCodecs
import ArcaCore
import ArcaDetect
import Testing

@Suite struct XORCrackTests {
    @Test("finds XOR keys, even of short texts", arguments: ["Z", "Key!", "0x00ff13", "correct horse"])
    func xor(key: String) throws {
        let cipher = try RepeatingXOR(key: key)
        let text = """
            It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was \
            the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness.
            """
        let encrypted = cipher.transform(text.utf8)
        #expect(String(decoding: cipher.transform(encrypted), as: UTF8.self) == text)
        let best = try #require(RepeatingXOR.crack(encrypted).first)
        #expect(best.cipher == cipher)
        #expect(best.cipher.keyText == key)
        #expect(best.confidence > 0.9)
        #expect(try RepeatingXOR(key: "0x5a").key == [0x5a])
        #expect(throws: CodecError.code(.invalidOption)) { try RepeatingXOR(key: "") }
        #expect(RepeatingXOR.crack([1, 2, 3]).isEmpty)
    }

    @Test("finds a single-byte key from twenty characters")
    func shortXOR() throws {
        let encrypted = try RepeatingXOR(key: [0x37]).transform("attack at dawn, bring rope".utf8)
        #expect(RepeatingXOR.crack(encrypted).first?.cipher.key == [0x37])
    }
}
