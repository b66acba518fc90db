import ArcaCodecs
import ArcaCore
import ArcaTestSupport
import Testing

@testable import ArcaDetect

@Suite struct PlausibilityTests {
    private static func bitsPerByte(_ text: String) -> Double { Plausibility(text.utf8).bits / Double(text.utf8.count) }

    @Test("prose costs less than four bits per byte in many languages")
    func prose() {
        for sample in SampleTexts.all where sample.text.utf8.count > 60 {
            #expect(Self.bitsPerByte(sample.text) < 4.5, "\(sample.text)")
        }
    }

    @Test("encoded text costs much more than the text")
    func encoded() {
        for sample in SampleTexts.all {
            let plain = Plausibility(sample.text.utf8).bits
            #expect(Plausibility(Base64.standard.encodeToBytes(sample.text.utf8)).bits > plain + 8, "\(sample.text)")
            #expect(Plausibility(Base16.standard.encodeToBytes(sample.text.utf8)).bits > plain + 8, "\(sample.text)")
        }
    }

    @Test("random bytes cost eight bits each and are not text")
    func noise() {
        let bytes = Repeatable.sample(1000)
        let plausibility = Plausibility(bytes)
        #expect((8000...8100).contains(plausibility.bits))
        #expect(!plausibility.isText)
    }

    @Test("long data is sampled at character boundaries")
    func long() {
        let text = String(repeating: "Größe und Gewicht, 今天天气很好。 ", count: 20_000)
        let (whole, part) = (Plausibility(text.utf8), Plausibility(text.prefix(3000).utf8))
        #expect(whole.isText)
        let ratio = whole.bits / Double(text.utf8.count) / (part.bits / Double(text.prefix(3000).utf8.count))
        #expect((0.95...1.05).contains(ratio))
    }

    @Test("repeated bytes cost almost nothing")
    func repeated() {
        #expect(Plausibility([UInt8](repeating: 0x61, count: 10_000)).bits < 200)
    }

    @Test(
        "logarithms match known values",
        arguments: [(1.0, 0.0), (2, 1), (0.5, -1), (3, 1.584962500721156), (1000, 9.965784284662087)])
    func logarithms(value: Double, result: Double) {
        #expect(abs(BinaryLogarithm.of(value) - result) < 1e-9)
    }
}

extension Repeatable {
    fileprivate static func sample(_ count: Int) -> [UInt8] {
        var random = Repeatable(5)
        return random.bytes(count)
    }
}
