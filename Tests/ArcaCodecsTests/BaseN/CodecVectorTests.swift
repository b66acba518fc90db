import ArcaCodecs
import Testing

@Suite struct CodecVectorTests {
    @Test("agrees with the second implementation on Base64")
    func base64() throws {
        let forms: [String: Base64] = [
            "standard": .standard, "url": .url, "urlUnpadded": .urlUnpadded, "mime": .mime, "pem": .pem,
        ]
        for vector in try CodecVector.read("base64") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("agrees with the second implementation on Base16")
    func base16() throws {
        let forms: [String: Base16] = ["standard": .standard, "upper": .upper]
        for vector in try CodecVector.read("base16") { vector.check(try #require(forms[vector.form])) }
    }
}
