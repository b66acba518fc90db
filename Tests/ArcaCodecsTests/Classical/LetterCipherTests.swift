internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@Suite struct LetterCipherTests {
    private static let alphabets = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 !~é日😀"

    @Test("ROT13 matches Python's", .enabled(if: Peer.has("python3")))
    func rot13IsPythons() throws {
        let answer = try Peer.python(
            "import codecs,sys; sys.stdout.write(codecs.encode(sys.stdin.read(), 'rot13'))",
            input: Array(Self.alphabets.utf8))
        #expect(Rot.rot13.encode(Self.alphabets) == answer.text)
    }

    @Test("encodes known examples")
    func knownTextsAreGiven() throws {
        // Suetonius, Caesar LVI: D for A. The other examples are from Wikipedia's articles on the ciphers.
        #expect(
            Caesar(shift: 23).encode("THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG")
                == "QEB NRFZH YOLTK CLU GRJMP LSBO QEB IXWV ALD")
        #expect(Caesar(shift: 3).encode("Zebra, zoo") == "Cheud, crr")
        #expect(Rot.rot13.encode("Why did the chicken cross the road?") == "Jul qvq gur puvpxra pebff gur ebnq?")
        #expect(Rot.rot5.encode("0123456789 abc") == "5678901234 abc")
        #expect(Rot.rot18.encode("Room 101, Az9") == "Ebbz 656, Nm4")
        #expect(
            Rot.rot47.encode("The Quick Brown Fox Jumps Over The Lazy Dog.")
                == "%96 \"F:4< qC@H? u@I yF>AD ~G6C %96 {2KJ s@8]")
        #expect(Atbash().encode("wizard WIZARD") == "draziw DRAZIW")
        #expect(try Affine(multiplier: 5, offset: 8).encode("AFFINE CIPHER affine") == "IHHWVC SWFRCP ihhwvc")
        #expect(try Vigenere(key: "Lemon").encode("attack at dawn") == "lxfopv ef rnhr")
        #expect(try Vigenere(key: "OCULORHINOLARINGOLOGY").encode("attacking tonight") == "ovnlqbpvt hznzouz")
    }

    @Test("every shift maps each letter to the expected one")
    func shiftsMoveLetters() throws {
        for shift in -30...60 {
            let cipher = Caesar(shift: shift)
            let byte = UInt8((shift + 78) % 26)
            #expect(cipher.shift == Int(byte))
            // Every byte value at every position of a block.
            for value in UInt8.min...UInt8.max {
                let input = [UInt8](repeating: value, count: 37)
                let expected: UInt8 =
                    switch value {
                    case 0x41...0x5a: 0x41 + (value - 0x41 + byte) % 26
                    case 0x61...0x7a: 0x61 + (value - 0x61 + byte) % 26
                    default: value
                    }
                #expect(cipher.encode(input) == [UInt8](repeating: expected, count: 37), "\(value) by \(shift)")
            }
        }
    }

    @Test("decoding reverses encoding, for every length and split")
    func decodingUndoes() throws {
        var random = Repeatable(26)
        let ciphers: [any LetterCipher] = [
            Caesar(shift: 0), Caesar(shift: 1), Caesar(shift: 25), Rot.rot5, Rot.rot13, Rot.rot18, Rot.rot47, Atbash(),
            try Vigenere(key: "A"), try Vigenere(key: "secretKEY"),
        ]
        let affine = try Affine.multipliers.map { try Affine(multiplier: $0, offset: $0 * 3) }
        for cipher in ciphers + affine {
            for count in 0...70 {
                let bytes = random.bytes(count).map { count % 2 == 0 ? $0 & 0x7f : $0 }
                let encoded = cipher.encode(bytes)
                #expect(cipher.decode(encoded) == bytes)
                var encoder = cipher.makeEncoder()
                #expect(encoder.maximumOutputCount(for: count) == count)
                let cut = Int.random(in: 0...count, using: &random)
                let parts = [UInt8](capacity: count) { output in
                    encoder.update(bytes[..<cut], into: &output)
                    encoder.update(bytes[cut...], into: &output)
                    encoder.finish(into: &output)
                }
                #expect(parts == encoded)
            }
            #expect(cipher.decode(cipher.encode(Self.alphabets)) == Self.alphabets)
            #expect(Array(cipher.encode(Self.alphabets).utf8) == cipher.encode(Self.alphabets.utf8))
        }
    }

    @Test("rejects multipliers that are not invertible", arguments: [0, 2, 4, 13, 26, -2, 39])
    func badMultipliersAreRefused(multiplier: Int) {
        #expect(throws: CodecError.code(.invalidOption)) { try Affine(multiplier: multiplier, offset: 1) }
    }

    @Test("reduces multipliers and offsets modulo 26")
    func affineKeysAreReduced() throws {
        #expect(try Affine(multiplier: -1, offset: -1) == Affine(multiplier: 25, offset: 25))
        #expect(try Affine(multiplier: 31, offset: 34) == Affine(multiplier: 5, offset: 8))
        #expect(try Affine(multiplier: 25, offset: 25).encode("wizard") == "draziw")
    }

    @Test("rejects keys with characters other than letters")
    func badKeysAreRefused() throws {
        #expect(throws: CodecError.code(.invalidOption)) { try Vigenere(key: "") }
        for (key, offset) in [("a b", 1), ("abc1", 3), ("é", 0), ("ke-y", 2)] {
            #expect(throws: CodecError.code(.invalidCharacter, at: TextPosition(offset: offset, in: key.utf8))) {
                try Vigenere(key: key)
            }
        }
        #expect(try Vigenere(key: "aBz").shifts == [0, 1, 25])
        #expect(try Vigenere(key: "aBz").key == "ABZ")
    }
}
