internal import ArcaCore
import ArcaCrypto
import Testing

@Suite struct NumeralAlphabetTests {
    @Test("converts scalars of any plane, in small and large alphabets", arguments: [2, 255, 256, 257, 65536])
    func findsEach(count: Int) throws {
        let scalars = (0..<count).compactMap { Unicode.Scalar(UInt32($0 < 0xd000 ? $0 : $0 + 0x10000)) }
        let text = String(String.UnicodeScalarView(scalars))
        let alphabet = try NumeralAlphabet(text)
        #expect(alphabet.radix == count)
        let places = [0, 1, count / 2, count - 1]
        let some = String(String.UnicodeScalarView(places.map { scalars[$0] }))
        #expect(try alphabet.numerals(of: some) == places.map { UInt16($0) })
        // A round trip through the cipher, which outputs any character.
        let key = try SymmetricKey(bitCount: 128)
        let long = String(String.UnicodeScalarView((0..<30).map { scalars[$0 * 31 % count] }))
        let encrypted = try AES.FF1.encrypt(long, alphabet: alphabet, using: key)
        #expect(encrypted.unicodeScalars.count == 30)
        #expect(try AES.FF1.decrypt(encrypted, alphabet: alphabet, using: key) == long)
    }

    @Test("names the first character that is not in the alphabet, and its offset")
    func namesStranger() throws {
        let large = try NumeralAlphabet(
            String(String.UnicodeScalarView((0x4e00..<0x5000).compactMap(Unicode.Scalar.init))))
        for (alphabet, text, offset, reason) in [
            (NumeralAlphabet.decimal, "4111-1111", 4, "'-' is not in the alphabet"),
            (NumeralAlphabet.decimal, "12\n", 2, "U+000A is not in the alphabet"),
            (NumeralAlphabet.decimal, "é1", 0, "'é' is not in the alphabet"),
            (large, "一丁a", 2, "'a' is not in the alphabet"),
        ] {
            do throws(CryptoError) {
                _ = try alphabet.numerals(of: text)
                Issue.record("\(text) was read")
            } catch {
                #expect(error == CryptoError.code(.invalidFormat, at: offset))
                #expect(error.reason == reason)
            }
        }
        #expect(try NumeralAlphabet.decimal.numerals(of: "0987654321") == [0, 9, 8, 7, 6, 5, 4, 3, 2, 1])
        #expect(try NumeralAlphabet.decimal.numerals(of: "").isEmpty)
    }

    @Test("rejects alphabets of one character, of too many, and with duplicates")
    func refuses() {
        let many = String(String.UnicodeScalarView((0x10000..<0x20001).compactMap(Unicode.Scalar.init)))
        for text in ["", "0", "0120", "aa", many] {
            #expect(throws: CryptoError.code(.invalidParameter)) { try NumeralAlphabet(text) }
        }
    }
}
