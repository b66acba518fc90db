import ArcaCodecCatalog
import ArcaCore
import Testing

/// What the search for layers knows about codecs.
@Suite struct ClueTests {
    @Test("the codecs of a stage have an order", arguments: [Codec.Clue.Stage.frame, .charset, .text])
    func ranks(stage: Codec.Clue.Stage) {
        let ranks = Codec.searched(in: stage).map(\.clue.rank)
        #expect(ranks == Array(ranks.indices))
    }

    @Test("every codec is in one stage, and exactly the ciphers have the cost of a cipher")
    func stages() {
        let found = Codec.Clue.Stage.allCases.flatMap { Codec.searched(in: $0) }
        #expect(found.count == Codec.all.count)
        for codec in Codec.all { #expect((codec.clue.cipher != nil) == (codec.clue.stage == .cipher), "\(codec)") }
    }

    @Test("a kind of compressed file leads to its codec")
    func fileKinds() {
        let codecs = ["gzip", "bzip2", "xz", "zip"].map { Codec.decompressing($0) }
        #expect(codecs == [.gunzip, .bunzip2, .unxz, nil])
    }

    @Test(
        "a key of the affine cipher has the codec that people know",
        arguments: [(1, 13, "rot13"), (1, 3, "caesar(shift=3)"), (25, 25, "atbash"), (5, 8, #"affine(key=5\,8)"#)])
    func affineKeys(multiplier: Int, offset: Int, step: String) {
        #expect(Codec.Step(affineMultiplier: multiplier, offset: offset).description == step)
    }

    /// Bytes, a text with everything that has to be escaped, a name, and letters.
    private static let samples: [[UInt8]] = [
        Array(0...255),
        Array("Grüße & \"Küsse\" = 100 % + <b>mehr</b>, 中文 auch, in einer Zeile von mehr als achtzig Zeichen".utf8),
        Array("bücher".utf8), Array("HELLO WORLD WIDE".utf8),
    ]

    @Test(
        "a clue recognizes what its codec encodes",
        // LayerCharsetTests has the charsets, which are found without a clue.
        arguments: Codec.all.filter {
            $0.supports(.encoding) && $0 != .charset && ![.cipher, .unsearched].contains($0.clue.stage)
        })
    func ownText(codec: Codec) {
        var options: Codec.Options = [:]
        if let requirement = codec.requirement(for: .encoding) {
            options[requirement.option] = .text(requirement.example)
        }
        let isRecognized = Self.samples.contains { sample in
            guard let text = try? codec.encode(sample, options) else { return false }
            let input = Codec.Clue.Input(
                text.span, ByteCensus(text.span), isText: true, isKnownFormat: false, hasStrayBytes: false)
            return !codec.clue.attempts(text.span, input).isEmpty
        }
        #expect(isRecognized)
    }
}
