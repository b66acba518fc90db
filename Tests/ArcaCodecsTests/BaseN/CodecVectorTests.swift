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

    @Test("agrees with the second implementation on Base32")
    func base32() throws {
        let forms: [String: Base32] = ["standard": .standard, "hex": .hex, "zBase32": .zBase32]
        for vector in try CodecVector.read("base32") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("agrees with the second implementation on Crockford")
    func crockford() throws {
        let forms: [String: Crockford] = [
            "standard": .standard, "checked": Crockford(hasCheckSymbol: true),
            "hyphens": try Crockford(hyphenInterval: 4),
        ]
        for vector in try CodecVector.read("crockford") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("agrees with the second implementation on Base45")
    func base45() throws {
        let forms: [String: Base45] = ["standard": .standard]
        for vector in try CodecVector.read("base45") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("agrees with the second implementation on Base58")
    func base58() throws {
        let forms: [String: Base58] = ["standard": .standard, "ripple": .ripple, "flickr": .flickr]
        for vector in try CodecVector.read("base58") { vector.checkOneShot(try #require(forms[vector.form])) }
    }

    @Test("agrees with the second implementation on Base58Check")
    func base58Check() throws {
        let forms: [String: Base58Check] = ["standard": .standard]
        for vector in try CodecVector.read("base58check") { vector.checkOneShot(try #require(forms[vector.form])) }
    }

    @Test("agrees with the second implementation on Base62")
    func base62() throws {
        let forms: [String: Base62] = ["standard": .standard, "lowerFirst": .lowerFirst]
        for vector in try CodecVector.read("base62") { vector.checkOneShot(try #require(forms[vector.form])) }
    }

    @Test("agrees with the second implementation on Ascii85")
    func ascii85() throws {
        let forms: [String: Ascii85] = ["standard": .standard, "adobe": .adobe, "btoa": .btoa]
        for vector in try CodecVector.read("ascii85") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("agrees with the second implementation on Base85")
    func base85() throws {
        let forms: [String: Base85] = ["standard": .standard]
        for vector in try CodecVector.read("base85") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("agrees with the second implementation on Z85")
    func z85() throws {
        let forms: [String: Z85] = ["standard": .standard]
        for vector in try CodecVector.read("z85") { vector.check(try #require(forms[vector.form])) }
    }

    @Test("agrees with the second implementation on IMAPMailboxName")
    func imapMailboxName() throws {
        let forms: [String: IMAPMailboxName] = ["standard": .standard]
        for vector in try CodecVector.read("imap") { vector.checkOneShot(try #require(forms[vector.form])) }
    }
}
