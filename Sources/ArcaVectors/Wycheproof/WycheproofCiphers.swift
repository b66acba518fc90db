internal import ArcaCore
internal import ArcaCompression

/// Authenticated encryption: `AeadTest` with a nonce, `DaeadTest` without.
struct WycheproofAEAD: VectorFamily {
    static let algorithms = [
        "AES-GCM": "aes-gcm", "AES-CCM": "aes-ccm", "AES-EAX": "aes-eax", "AES-GCM-SIV": "aes-gcm-siv",
        "AEAD-AES-SIV-CMAC": "aes-siv", "AES-SIV-CMAC": "aes-siv", "CHACHA20-POLY1305": "chacha20-poly1305",
        "XCHACHA20-POLY1305": "xchacha20-poly1305", "A128CBC-HS256": "a128cbc-hs256",
        "A192CBC-HS384": "a192cbc-hs384", "A256CBC-HS512": "a256cbc-hs512", "SM4-GCM": "sm4-gcm", "SM4-CCM": "sm4-ccm",
    ]

    let name: String
    let isDeterministic: Bool

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        fields.passOver("keySize", "ivSize", because: "the lengths of key and iv")
        var inputs: NamedValues = ["key": try fields.value("key"), "aad": try fields.value("aad")]
        let message = try fields.bytes("msg")
        var ciphertext = try fields.bytes("ct")
        var tagByteCount = 16
        let tag: [UInt8]
        if isDeterministic {
            tag = Array(ciphertext.prefix(tagByteCount))
            ciphertext.removeFirst(tag.count)
        } else {
            inputs["nonce"] = try fields.value("iv")
            tag = try fields.bytes("tag")
            // The tag may be empty in cases that test something else, so its length comes from the group.
            let bitCount = try fields.int("tagSize")
            guard bitCount.isMultiple(of: 8) else {
                return .skip("tags of \(bitCount) bits, which are not whole bytes")
            }
            tagByteCount = bitCount / 8
        }
        return .sealing(
            name, inputs, message: message, ciphertext: ciphertext, tag: tag, tagByteCount: tagByteCount,
            validity: validity)
    }
}

/// Unauthenticated encryption, `IndCpaTest`, and key wrap, `KeywrapTest`.
struct WycheproofCipher: VectorFamily {
    static let algorithms = [
        "AES-CBC-PKCS5": "aes-cbc", "AES-XTS": "aes-xts", "AES-WRAP": "aes-kw", "AES-KW": "aes-kw",
        "AES-KWP": "aes-kwp", "KW": "aes-kw", "KWP": "aes-kwp", "SM4-CBC-PKCS5": "sm4-cbc",
    ]

    let name: String
    let isKeyWrap: Bool

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        fields.passOver("keySize", "ivSize", because: "the lengths of key and iv")
        var inputs: NamedValues = ["key": try fields.value("key")]
        if !isKeyWrap {
            var iv = try fields.bytes("iv")
            // The XTS tweak is a 128-bit little-endian number; the file omits trailing zeros.
            if name == "aes-xts" { iv += Array(repeating: 0, count: max(0, 16 - iv.count)) }
            inputs["iv"] = .bytes(iv)
        }
        if name == "aes-cbc" { inputs["padding"] = .text("pkcs7") }
        let (message, ciphertext) = (try fields.value("msg"), try fields.value("ct"))
        // In invalid key wrap cases only the ciphertext is invalid; the message is ignored.
        if isKeyWrap, validity == .invalid {
            return .step("decrypt", name, inputs: inputs.with("ct", ciphertext), expected: .refusal)
        }
        return .roundTrip(name, inputs, message: message, ciphertext: ciphertext, validity: validity)
    }
}

/// Format-preserving encryption: `FpeStrTest` with text, `FpeListTest` with digits.
struct WycheproofFPE: VectorFamily {
    let name = "aes-ff1"
    let isText: Bool

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        fields.passOver("keySize", "msgSize", because: "the lengths of key and msg")
        var inputs: NamedValues = [
            "key": try fields.value("key"), "tweak": try fields.value("tweak"), "radix": .int(try fields.int("radix")),
        ]
        if isText { inputs["alphabet"] = .text(try fields.text("alphabet")) }
        return .roundTrip(
            name, inputs, message: try digits("msg", &fields), ciphertext: try digits("ct", &fields),
            operations: ("fpe-encrypt", "fpe-decrypt"), validity: validity)
    }

    private func digits(_ name: String, _ fields: inout CaseFields) throws -> VectorValue {
        isText ? .text(try fields.text(name)) : .ints(try fields.ints(name))
    }
}

/// Chunked encryption: `ChunkedEncryption`, as specified in c2sp.org/chunked-encryption.
struct WycheproofChunked: VectorFamily {
    let name = "c2sp-chunked"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        fields.passOver("aeadKey", "baseNonce", because: "what Arca derives inside, and the ciphertext proves")
        let file: [UInt8]
        do {
            file = try CaseLimits.decompress(try fields.bytes("ct"), format: .zlib)
        } catch let error as CompressionError {
            throw VectorError(.invalidField, at: "ct", "ct cannot be decompressed: \(error)")
        }
        let inputs: NamedValues = [
            "key": try fields.value("key"), "context": try fields.value("ctx"), "hash": .text(try fields.hash("sha")),
            "file": .bytes(file), "digest": .text("sha512"),
        ]
        let algorithm = try fields.text("aead")
        // For an invalid file these describe the plaintext before the damage, which may be released before it is
        // detected.
        var expected: NamedValues = [:]
        if fields.has("msgLength") { expected["byteCount"] = .int(try fields.int("msgLength")) }
        if fields.has("msgSha512") { expected["digest"] = try fields.value("msgSha512") }
        return .step(
            "open-chunked", algorithm, inputs: inputs,
            expected: validity == .invalid ? .refusal : validity.expectation(expected))
    }
}
