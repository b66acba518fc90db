internal import ArcaCore

/// Authenticated encryption: `Aead`, and `Daead` without a nonce.
struct RooterbergAEAD: VectorFamily {
    private static let algorithms = [
        "aesgcm": "aes-gcm", "aesccm": "aes-ccm", "aeseax": "aes-eax", "aesgcmsiv": "aes-gcm-siv",
        "aeadaescmacsiv": "aes-siv", "daeadaescmacsiv": "aes-siv", "chacha20poly1305": "chacha20-poly1305",
        "xchacha20poly1305": "xchacha20-poly1305", "aes128cbchmacsha256": "a128cbc-hs256",
        "aes192cbchmacsha384": "a192cbc-hs384", "aes256cbchmacsha512": "a256cbc-hs512",
        "sm4gcm": "sm4-gcm", "sm4ccm": "sm4-ccm",
    ]

    let name: String

    init?(_ primitive: String) {
        guard let name = Self.algorithms[primitive.lowercased()] else { return nil }
        self.name = name
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("keySize", "ivSize", because: "the lengths of key and iv")
        var inputs: NamedValues = ["key": try fields.value("key"), "aad": try fields.value("aad")]
        if fields.has("iv") { inputs["nonce"] = try fields.value("iv") }
        let bitCount = fields.has("tagSize") ? try fields.int("tagSize") : 128
        guard bitCount.isMultiple(of: 8) else { return .skip("tags of \(bitCount) bits, which are not whole bytes") }
        let message = try fields.value("msg")
        var ciphertext = try fields.bytes("ct")
        let tag: [UInt8]
        if fields.has("tag") {
            tag = try fields.bytes("tag")
        } else {
            // In deterministic encryption the synthetic IV precedes the ciphertext.
            tag = Array(ciphertext.prefix(16))
            ciphertext.removeFirst(tag.count)
        }
        let sealing = inputs.with("tagByteCount", .int(bitCount / 8)).with("msg", message)
        let opening = inputs.with("ct", .bytes(ciphertext)).with("tag", .bytes(tag))
        let sealed: NamedValues = ["ct": .bytes(ciphertext), "tag": .bytes(tag)]
        return .steps([
            .init(Request("seal", name, sealing), validity.expectation(sealed)),
            .init(Request("open", name, opening), validity.expectation(["msg": message])),
        ])
    }
}

/// MACs: `Mac` with CMAC, HMAC and KMAC.
struct RooterbergMAC: VectorFamily {
    let name: String

    init?(_ primitive: String) {
        let word = primitive.lowercased()
        switch word {
        case "aescmac": name = "cmac"
        case "kmac128", "kmac256": name = word
        case _ where word.hasPrefix("hmac"):
            let hash = HashName.arca(word.dropFirst(4))
            guard (try? HashOperation.function(hash)) != nil else { return nil }
            name = "hmac-" + hash
        default: return nil
        }
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("keySize", because: "the length of the key")
        let bitCount = try fields.int("macSize")
        var inputs: NamedValues = ["key": try fields.value("key"), "msg": try fields.value("msg")]
        if fields.has("customization") { inputs["customization"] = try fields.value("customization") }
        let tag = try fields.value("mac")
        guard bitCount.isMultiple(of: 8) else { return .skip("codes of \(bitCount) bits, which are not whole bytes") }
        return .steps([
            .init(
                Request("mac", name, inputs.with("tagByteCount", .int(bitCount / 8))),
                validity.expectation(["tag": tag])),
            .init(Request("verify-mac", name, inputs.with("tag", tag)), validity.expectation([:])),
        ])
    }
}

/// Unauthenticated encryption (`IndCpa`) and key wrap (`KeyWrap`).
struct RooterbergCipher: VectorFamily {
    private static let algorithms = [
        "aescbcpkcs7": "aes-cbc", "aescbcpkcs5": "aes-cbc", "aescfb128": "aes-cfb", "aescfb": "aes-cfb",
        "aescfb8": "aes-cfb8", "aesofb": "aes-ofb", "aesxts": "aes-xts", "aesctr": "aes-ctr",
        "tripledescbcpkcs7": "tdes-cbc", "tripledescfb64": "tdes-cfb", "tripledescfb8": "tdes-cfb8",
        "aeskw": "aes-kw", "aeskwp": "aes-kwp", "sm4cbcpkcs7": "sm4-cbc", "sm4cfb128": "sm4-cfb", "sm4ofb": "sm4-ofb",
    ]

    let name: String

    init?(_ primitive: String) {
        guard let name = Self.algorithms[primitive.lowercased()] else { return nil }
        self.name = name
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("keySize", "key_size", "ivSize", "paddingSize", because: "lengths of what the case has")
        fields.passOver("cipher", "mode", because: "the primitive says them")
        var inputs: NamedValues = ["key": try fields.value("key")]
        if fields.has("iv") { inputs["iv"] = try fields.value("iv") }
        if name.hasSuffix("-cbc") { inputs["padding"] = .text("pkcs7") }
        if fields.has("padding") {
            let padding = try fields.text("padding").lowercased()
            guard (padding == "pkcs7") == name.hasSuffix("-cbc"), ["pkcs7", "none"].contains(padding) else {
                return .skip("\(name) with the padding \(padding)")
            }
        }
        return .roundTrip(
            name, inputs, message: try fields.value("msg"), ciphertext: try fields.value("ct"), validity: validity)
    }
}
