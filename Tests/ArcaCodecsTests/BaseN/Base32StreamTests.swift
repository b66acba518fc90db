import ArcaCodecs
import ArcaCore
import Testing

@Suite struct Base32StreamTests {
    @Test("encodes a stream like the whole, with pieces of any size")
    func piecesEncodeAsTheWhole() {
        let bytes = noise(23)
        for codec in [Base32.standard, .hex, .zBase32] {
            for size in 1...11 {
                let text = encodeInPieces(codec.makeEncoder(), bytes, cuts: Array(stride(from: size, to: 23, by: size)))
                #expect(text == codec.encodeToBytes(bytes))
            }
        }
    }
}
