internal import ArcaCore
internal import ArcaTestSupport
import ArcaCrypto
import Testing

@Suite struct WordListTests {
    @Test("contains the EFF's list as published")
    func holdsPublishedList() throws {
        let list = WordList.english
        #expect(list.count == 7776)
        #expect(list.longestByteCount == 9)
        // SHA-256 of the words in order, each with a line end: `cut -f 2 eff_large_wordlist.txt | sha256sum`.
        var digest = SHA256()
        for index in 0..<list.count {
            digest.update(list[index] ?? [])
            digest.update("\n".utf8)
        }
        #expect(
            digest.finalize() == hex("6d557f0693958fb5e650b68b5bee585eb82cf4da32965505c789e924743bc522"))
        #expect(list[0].map { Array($0) } == Array("abacus".utf8))
        #expect(list[7775].map { Array($0) } == Array("zoom".utf8))
    }

    @Test("has no word that is a prefix of another")
    func hasNoPrefixes() throws {
        let words = (0..<WordList.english.count).map { String(decoding: WordList.english[$0] ?? [], as: UTF8.self) }
        #expect(try WordList(words).count == 7776)
    }

    @Test("accepts custom words")
    func takesOwnWords() throws {
        let list = try WordList(["größe", "a b", "x"])
        #expect((0..<3).map { String(decoding: list[$0] ?? [], as: UTF8.self) } == ["größe", "a b", "x"])
        #expect(list.longestByteCount == 7)
    }

    @Test("rejects lists that lose entropy", arguments: [[], ["a"], ["a", "a"], ["a", ""], ["ab", "b", "abc"]])
    func refusesUnfitLists(words: [String]) {
        #expect(throws: CryptoError.code(.invalidParameter)) { try WordList(words) }
    }
}
