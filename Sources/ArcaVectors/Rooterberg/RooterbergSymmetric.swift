internal import ArcaCore

/// The name of a symmetric primitive, such as `AriaCbcPkcs7`: cipher, mode and padding.
private struct RooterbergCipherName {
    private static let ciphers = [
        "aes": "aes", "aria": "aria", "camellia": "camellia", "seed": "seed", "sm4": "sm4", "tripledes": "tdes",
        "des": "tdes", "cast128": "cast5", "idea": "idea", "rc4": "rc4",
    ]
    private static let modes: [String: (name: String, padding: String?)] = [
        "": ("", nil), "ecb": ("ecb", nil), "ctr": ("ctr", nil), "cfb": ("cfb", nil), "cfb64": ("cfb", nil),
        "cfb128": ("cfb", nil), "cfb128pkcs7": ("cfb", "pkcs7"), "cfb8": ("cfb8", nil), "ofb": ("ofb", nil),
        "xts": ("xts", nil), "cbcpkcs5": ("cbc", "pkcs7"), "cbcpkcs7": ("cbc", "pkcs7"),
        "cbciso7816": ("cbc", "iso7816"), "cbccs1": ("cts-cs1", nil), "cbccs2": ("cts-cs2", nil),
        "cbccs3": ("cts-cs3", nil), "gcm": ("gcm", nil), "ccm": ("ccm", nil), "ocb": ("ocb", nil),
        "eax": ("eax", nil), "gcmsiv": ("gcm-siv", nil), "kw": ("kw", nil), "kwp": ("kwp", nil),
        "cmac": ("cmac", nil), "xcbcmac": ("xcbc-mac", nil), "cmacprf128": ("cmac-prf-128", nil),
    ]

    let cipher: String
    let mode: String
    let padding: String?

    init?(_ primitive: String) {
        let word = primitive.lowercased()
        // The longest name that fits, because some begin with another.
        let known = Self.ciphers.filter { word.hasPrefix($0.key) }.max { $0.key.utf8.count < $1.key.utf8.count }
        guard let known, let mode = Self.modes[String(word.dropFirst(known.key.count))] else { return nil }
        (cipher, self.mode, padding) = (known.value, mode.name, mode.padding)
    }

    var algorithm: String { mode.isEmpty ? cipher : "\(cipher)-\(mode)" }
}

/// Authenticated encryption: `Aead`, and `Daead` without a nonce.
struct RooterbergAEAD: VectorFamily {
    private static let algorithms = [
        "aeadaescmacsiv": "aes-siv", "daeadaescmacsiv": "aes-siv", "chacha20poly1305": "chacha20-poly1305",
        "xchacha20poly1305": "xchacha20-poly1305", "aes128cbchmacsha256": "a128cbc-hs256",
        "aes192cbchmacsha384": "a192cbc-hs384", "aes256cbchmacsha512": "a256cbc-hs512",
        "sm4gcm": "sm4-gcm", "sm4ccm": "sm4-ccm",
    ]
    private static let modes = ["gcm", "ccm", "ocb", "eax", "gcm-siv"]

    let name: String
    private let isDeterministic: Bool

    init?(_ primitive: String, isDeterministic: Bool) {
        self.isDeterministic = isDeterministic
        if let name = Self.algorithms[primitive.lowercased()] {
            self.name = name
        } else {
            guard let parts = RooterbergCipherName(primitive), Self.modes.contains(parts.mode) else { return nil }
            name = parts.algorithm
        }
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("keySize", because: "the length of the key")
        var inputs: NamedValues = ["key": try fields.value("key"), "aad": try fields.value("aad")]
        if let nonce = try fields.bytesIfPresent("iv", declaredBy: "ivSize") { inputs["nonce"] = .bytes(nonce) }
        fields.passOver("ivSize", because: "the length of the iv")
        let bitCount = fields.has("tagSize") ? try fields.int("tagSize") : 128
        guard bitCount.isMultiple(of: 8) else { return .skip("tags of \(bitCount) bits, which are not whole bytes") }
        let message = try fields.bytes("msg")
        var ciphertext = try fields.bytes("ct")
        let tag: [UInt8]
        if fields.has("tag") || !isDeterministic {
            tag = try fields.bytes("tag")
        } else {
            // In deterministic encryption the synthetic IV precedes the ciphertext.
            tag = Array(ciphertext.prefix(16))
            ciphertext.removeFirst(tag.count)
        }
        return .sealing(
            name, inputs, message: message, ciphertext: ciphertext, tag: tag, tagByteCount: bitCount / 8,
            validity: validity)
    }
}

/// MACs: `Mac` with CMAC, XCBC, HMAC, KMAC and SipHash, and `OneTimeMac` with Poly1305.
struct RooterbergMAC: VectorFamily {
    private static let modes = ["cmac", "xcbc-mac", "cmac-prf-128"]

    let name: String

    init?(_ primitive: String) {
        let word = primitive.lowercased()
        if let parts = RooterbergCipherName(primitive), Self.modes.contains(parts.mode) {
            name = parts.algorithm == "aes-cmac" ? "cmac" : parts.algorithm
            return
        }
        switch word {
        case "kmac128", "kmac256", "poly1305": name = word
        case _ where word.hasPrefix("siphash"):
            // SipHash24, and SipHash128_24 for codes of 128 bits.
            let rounds = word.dropFirst(7).split(separator: "_").last ?? ""
            guard rounds.count == 2, rounds.allSatisfy(\.isNumber) else { return nil }
            name = "siphash-\(rounds.prefix(1))-\(rounds.suffix(1))"
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
        if fields.has("customization") {
            let customization = try fields.bytes("customization")
            if name.hasPrefix("kmac") || !customization.isEmpty { inputs["customization"] = .bytes(customization) }
        }
        let tag = try fields.bytes("mac")
        guard bitCount.isMultiple(of: 8) else { return .skip("codes of \(bitCount) bits, which are not whole bytes") }
        return .authenticating(name, inputs, tag: tag, tagByteCount: bitCount / 8, validity: validity)
    }
}

/// Unauthenticated encryption (`IndCpa`, `StreamCipherWithoutIv`, `BlockCipher`) and key wrap (`KeyWrap`).
struct RooterbergCipher: VectorFamily {
    let name: String
    private let padding: String?

    init?(_ primitive: String, _ type: String) {
        guard let parts = RooterbergCipherName(primitive) else { return nil }
        let isBlock = type == "BlockCipher"
        guard isBlock == (parts.mode.isEmpty && parts.cipher != "rc4"),
            (type == "KeyWrap") == parts.mode.hasPrefix("kw")
        else { return nil }
        name = isBlock ? parts.cipher + "-ecb" : parts.algorithm
        padding = isBlock ? "none" : parts.padding
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver(
            "keySize", "key_size", "ivSize", "paddingSize", "feedback", because: "lengths of what the case has")
        fields.passOver("cipher", "mode", "padding", because: "the primitive says them")
        var inputs: NamedValues = ["key": try fields.value("key")]
        if fields.has("iv") { inputs["iv"] = try fields.value("iv") }
        if let padding { inputs["padding"] = .text(padding) }
        let (message, ciphertext) = (try fields.value("msg"), try fields.value("ct"))
        guard validity == .valid else {
            return .step(
                "decrypt", name, inputs: inputs.with("ct", ciphertext),
                expected: validity.expectation(["msg": message]))
        }
        return .roundTrip(name, inputs, message: message, ciphertext: ciphertext)
    }
}

/// Format-preserving encryption: `Fpe` with text in an alphabet, lists of digits, or digits as bytes.
struct RooterbergFPE: VectorFamily {
    let name = "aes-ff1"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("keySize", because: "the length of the key")
        let radix = try fields.int("radix")
        var inputs: NamedValues = [
            "key": try fields.value("key"), "tweak": try fields.value("tweak"), "radix": .int(radix),
        ]
        let alphabet = fields.has("alphabet") ? try fields.text("alphabet") : ""
        let isText = try !alphabet.isEmpty && fields.json("msg").value?.string != nil
        if isText { inputs["alphabet"] = .text(alphabet) }
        func digits(_ name: String, _ fields: inout CaseFields) throws -> VectorValue {
            if isText { return .text(try fields.text(name)) }
            guard try fields.json(name).value?.string != nil else { return .ints(try fields.ints(name)) }
            return .ints(try Self.digits(of: fields.bytes(name), radix))
        }
        return .roundTrip(
            name, inputs, message: try digits("msg", &fields), ciphertext: try digits("ct", &fields),
            operations: ("fpe-encrypt", "fpe-decrypt"), validity: validity)
    }

    /// One byte per digit, or two for a radix above 256.
    private static func digits(of bytes: [UInt8], _ radix: Int) throws -> [Int] {
        guard radix > 256 else { return bytes.map(Int.init) }
        guard bytes.count.isMultiple(of: 2) else {
            throw VectorError(.invalidField, at: "msg", "digits of radix \(radix) in an odd number of bytes")
        }
        return stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
    }
}
