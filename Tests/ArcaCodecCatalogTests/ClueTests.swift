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
