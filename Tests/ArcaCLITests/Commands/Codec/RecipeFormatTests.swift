internal import ArcaTestSupport
import Testing

/// CyberChef recipes on the command line.
@Suite struct RecipeFormatTests {
    private static func run(_ words: [String], _ input: String) throws -> Peer.Answer {
        try Arca.run(words, input: Array(input.utf8))
    }

    @Test(
        "runs a recipe given instead of codecs, each operation in its own direction",
        arguments: [
            ("decode", "From_Base64('A-Za-z0-9+/=',true,false)", "aGVs bG8=\n", "hello"),
            ("decode", "From_Base64('A-Za-z0-9+/=',true,false)To_Hex('None',0)", "aGVsbG8=", "68656c6c6f"),
            ("encode", "To_Base64('A-Za-z0-9+/=')To_Hex('None',0)", "hi", "61476b3d"),
            (
                "decode",
                "[{\"op\":\"From Hex\",\"args\":[\"Auto\"]},{\"op\":\"ROT13\",\"args\":[true,true,false,13]}]", "75 76",
                "hi"
            ),
        ])
    func runs(way: String, recipe: String, input: String, output: String) throws {
        let answer = try Self.run([way, recipe], input)
        #expect(answer.text == output && answer.status == 0, "\(answer.errors)")
    }

    @Test("names an unsupported operation and its position")
    func unavailable() throws {
        let answer = try Self.run(["decode", "From_Base64()LZMA_Decompress(false)"], "")
        #expect(
            answer.status == 2
                && answer.errors.contains("the operation 'LZMA Decompress' is not available at offset 13"))
    }

    @Test("prints recipes in another format, also for auto")
    func prints() throws {
        let text = "From_Base64('A-Za-z0-9+/=',true,false)Gunzip()\n"
        #expect(try Self.run(["decode", "base64,gunzip", "--recipe-format", "cyberchef"], "").text == text)
        #expect(
            try Self.run(["decode", String(text.dropLast()), "--recipe-format", "arca"], "").text
                == "base64(lenient),gunzip\n")
        #expect(
            try Self.run(["decode", "xor", "--key", "0x5a", "--recipe-format", "cyberchef-json"], "").text
                == "[{\"op\":\"XOR\",\"args\":[{\"option\":\"Hex\",\"string\":\"5a\"},\"Standard\",false]}]\n")
        #expect(
            try Self.run(["encode", "base64", "--recipe-format", "cyberchef"], "").text == "To_Base64('A-Za-z0-9+/=')\n"
        )
        let lacking = try Self.run(["decode", "crockford", "--recipe-format", "cyberchef"], "")
        #expect(lacking.status == 2 && lacking.errors.contains("CyberChef has no operation for 'decode crockford'"))
        let input = "SXQgd2FzIHRoZSBiZXN0IG9mIHRpbWVzLCBpdCB3YXMgdGhlIHdvcnN0IG9mIHRpbWVzLg=="
        let auto = try Self.run(["decode", "auto", "--recipe-format", "cyberchef"], input)
        #expect(auto.text == "It was the best of times, it was the worst of times.")
        #expect(auto.errors.contains("recipe for CyberChef: From_Base64('A-Za-z0-9+/=',true,false)\n"))
        let json = try Self.run(["decode", "auto", "--json", "--recipe-format", "cyberchef"], input)
        #expect(json.text.contains("\"cyberChef\""))
        let other = try Self.run(["decode", "To_Base64()", "--recipe-format", "arca"], "")
        #expect(other.status == 2 && other.errors.contains("goes the other way"))
        #expect(try Self.run(["decode", "To_Base64()", "--lines"], "a\n").status == 2)
    }
}
