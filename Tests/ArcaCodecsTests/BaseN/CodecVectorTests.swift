import ArcaCodecs
import ArcaCore
import Testing

@Suite struct CodecVectorTests {
    @Test("Base64 agrees with the second implementation")
    func base64() throws {
        let forms: [String: Base64] = [
            "standard": .standard, "url": .url, "urlUnpadded": .urlUnpadded, "mime": .mime, "pem": .pem,
        ]
        for vector in try CodecVector.read("base64") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("Base16 agrees with the second implementation")
    func base16() throws {
        let forms: [String: Base16] = ["standard": .standard, "upper": .upper]
        for vector in try CodecVector.read("base16") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("Base32 agrees with the second implementation")
    func base32() throws {
        let forms: [String: Base32] = ["standard": .standard, "hex": .hex, "zBase32": .zBase32]
        for vector in try CodecVector.read("base32") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("Crockford agrees with the second implementation")
    func crockford() throws {
        let forms: [String: Crockford] = [
            "standard": .standard, "checked": Crockford(hasCheckSymbol: true),
            "hyphens": try Crockford(hyphenInterval: 4),
        ]
        for vector in try CodecVector.read("crockford") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("Base45 agrees with the second implementation")
    func base45() throws {
        let forms: [String: Base45] = ["standard": .standard]
        for vector in try CodecVector.read("base45") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("Base58 agrees with the second implementation")
    func base58() throws {
        let forms: [String: Base58] = ["standard": .standard, "ripple": .ripple, "flickr": .flickr]
        for vector in try CodecVector.read("base58") { vector.checkOneShot(try #require(forms[vector.form])) }
    }

    @Test("Base58Check agrees with the second implementation")
    func base58Check() throws {
        let forms: [String: Base58Check] = ["standard": .standard]
        for vector in try CodecVector.read("base58check") { vector.checkOneShot(try #require(forms[vector.form])) }
    }

    @Test("Base62 agrees with the second implementation")
    func base62() throws {
        let forms: [String: Base62] = ["standard": .standard, "lowerFirst": .lowerFirst]
        for vector in try CodecVector.read("base62") { vector.checkOneShot(try #require(forms[vector.form])) }
    }

    @Test("Ascii85 agrees with the second implementation")
    func ascii85() throws {
        let forms: [String: Ascii85] = ["standard": .standard, "adobe": .adobe, "btoa": .btoa]
        for vector in try CodecVector.read("ascii85") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("Base85 agrees with the second implementation")
    func base85() throws {
        let forms: [String: Base85] = ["standard": .standard]
        for vector in try CodecVector.read("base85") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("Z85 agrees with the second implementation")
    func z85() throws {
        let forms: [String: Z85] = ["standard": .standard]
        for vector in try CodecVector.read("z85") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("IMAPMailboxName agrees with the second implementation")
    func imapMailboxName() throws {
        let forms: [String: IMAPMailboxName] = ["standard": .standard]
        for vector in try CodecVector.read("imap") { vector.checkOneShot(try #require(forms[vector.form])) }
    }
}
