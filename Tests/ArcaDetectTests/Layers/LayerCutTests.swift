import ArcaCodecCatalog
import ArcaCodecs
import ArcaCore
internal import ArcaCompression
import ArcaDetect
import ArcaTestSupport
import Testing

/// Truncated inputs, and long ones that are decided by their prefix.
@Suite struct LayerCutTests {
    private static let finder = LayerFinder()
    private static let text = "It was the best of times, it was the worst of times, it was the age of wisdom."

    @Test(
        "removes the layers of truncated text, and marks the recipe as cut",
        arguments: ["base64", "base16", "base32", "ascii85", "base45", "base64url", "z85"], [1, 2, 3, 5])
    func cut(name: String, missing: Int) throws {
        let codec = try Codec(named: name)
        // A multiple of four and of five. The question mark yields an underscore in Base64url.
        let content = Array("So? \(Self.text)".utf8.prefix(60))
        let input = Array(try codec.encode(content).dropLast(missing))
        let report = Self.finder.find(input)
        #expect(report.recipe?.codecs == [codec], "\(report.alternatives.map(\.recipe.description))")
        #expect(content.starts(with: report.output.dropLast()) && report.output.count >= 50)
        #expect(report.recipe?.replay(input) == report.output)
        let arguments = report.recipe?.arguments.dropFirst() ?? []
        #expect(arguments == (report.recipe?.isCut ?? false ? ["--cut"] : []))
    }

    @Test("removes the layers of truncated compressed data")
    func cutGzip() throws {
        let content = Array((0..<80).map { "line \($0): \(Self.text)\n" }.joined().utf8)
        let packed = Base64.standard.encodeToBytes(try Deflater.deflate(content, format: .gzip))
        let report = Self.finder.find(packed.dropLast(40))
        #expect(report.recipe?.steps == "base64,gunzip")
        #expect(report.recipe?.isCut == true)
        #expect(content.starts(with: report.output) && report.output.count > content.count / 2)
    }

    @Test(
        "leaves words unchanged even if they could be truncated encodings",
        arguments: ["SGVsbG8gd29yb", "68656c6c6", "NBSWY3DPE"])
    func shortWords(text: String) {
        #expect(Self.finder.find(text.utf8).recipe?.isCut != true)
    }

    @Test("decides by the prefix of a long input, and decodes all of it")
    func window() throws {
        let content = Array(String(repeating: Self.text + "\n", count: 40_000).utf8)
        for input in [
            Base64.standard.encodeToBytes(content), try Deflater.deflate(content, format: .gzip),
            Base16.standard.encodeToBytes(content),
        ] {
            let report = Self.finder.find(input)
            #expect(report.output == content)
            #expect(report.recipe?.isCut == false)
            #expect(report.layers.first?.inputByteCount == input.count)
            #expect(report.layers.last?.outputByteCount == content.count)
        }
    }

    @Test("finds the recipe of a whole input from its prefix alone")
    func beginning() throws {
        let content = Array(String(repeating: Self.text + "\n", count: 20_000).utf8)
        let input = Base64.standard.encodeToBytes(Base16.standard.encodeToBytes(content))
        let report = Self.finder.find(beginning: input.prefix(LayerFinder.windowByteCount - 1))
        #expect(report.recipe?.arguments == ["base64,base16"])
        #expect(report.recipe?.replay(input) == content)
        #expect(content.starts(with: report.output))
    }

    @Test("leaves a long input unchanged if it does not continue as it begins")
    func changing() {
        let content = Array(String(repeating: Self.text + "\n", count: 20_000).utf8)
        let input = Base64.standard.encodeToBytes(content) + Array("\u{1}\u{2}!!! the end".utf8)
        let report = Self.finder.find(input)
        #expect(report.best == nil)
    }
}
