/// MACs: `MacTest`, and `MacWithIvTest` with a nonce.
struct WycheproofMAC: VectorFamily {
    let name: String
    private let hasNonce: Bool

    init?(_ kind: VectorKind) {
        hasNonce = kind.type == "MacWithIvTest"
        switch kind.algorithm.uppercased() {
        case "AES-GMAC" where hasNonce: name = "gmac"
        case _ where hasNonce: return nil
        case "AES-CMAC": name = "cmac"
        case "KMAC128": name = "kmac128"
        case "KMAC256": name = "kmac256"
        case let algorithm where algorithm.hasPrefix("HMAC"): name = "hmac-" + HashName.arca(algorithm.dropFirst(4))
        default: return nil
        }
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        fields.passOver("keySize", "ivSize", because: "the lengths of key and iv")
        var inputs: NamedValues = ["key": try fields.value("key"), "msg": try fields.value("msg")]
        if hasNonce { inputs["nonce"] = try fields.value("iv") }
        let tag = try fields.bytes("tag")
        let bitCount = try fields.int("tagSize")
        guard bitCount.isMultiple(of: 8) else { return .skip("tags of \(bitCount) bits, which are not whole bytes") }
        return .authenticating(name, inputs, tag: tag, tagByteCount: bitCount / 8, validity: validity)
    }
}

/// Key derivation: `HkdfTest` and `PbkdfTest`.
struct WycheproofDerivation: VectorFamily {
    let name: String
    private let hash: String
    private let isHKDF: Bool

    init?(_ kind: VectorKind) {
        isHKDF = kind.type == "HkdfTest"
        let prefix = isHKDF ? "HKDF-" : "PBKDF2-HMAC"
        guard kind.algorithm.uppercased().hasPrefix(prefix) else { return nil }
        hash = HashName.arca(kind.algorithm.dropFirst(prefix.count))
        name = (isHKDF ? "hkdf-" : "pbkdf2-") + hash
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        let salt = try fields.value("salt")
        guard isHKDF else {
            let inputs: NamedValues = [
                "password": try fields.value("password"), "salt": salt,
                "iterations": .int(try fields.int("iterationCount")), "outputByteCount": .int(try fields.int("dkLen")),
            ]
            return .derivation("pbkdf2", hash, inputs, key: try fields.value("dk"), validity: validity)
        }
        fields.passOver("keySize", because: "the length of ikm")
        let inputs: NamedValues = [
            "ikm": try fields.value("ikm"), "salt": salt, "info": try fields.value("info"),
            "outputByteCount": .int(try fields.int("size")),
        ]
        return .derivation("hkdf", hash, inputs, key: try fields.value("okm"), validity: validity)
    }
}

/// Password-based encryption, `PbeTest`: PBES2 with PBKDF2 and AES-CBC.
struct WycheproofPBE: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        // PbeWithHmacSha256AndAes_256
        let algorithm = kind.algorithm.lowercased()
        let (prefix, suffix) = ("pbewithhmac", "andaes_")
        guard algorithm.hasPrefix(prefix), let keySize = ["128", "192", "256"].first(where: algorithm.hasSuffix),
            algorithm.dropLast(3).hasSuffix(suffix)
        else { return nil }
        let hash = algorithm.dropFirst(prefix.count).dropLast(suffix.count + 3)
        guard !hash.isEmpty else { return nil }
        name = "pbes2-\(hash)-aes-\(keySize)-cbc"
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        let inputs: NamedValues = [
            "password": try fields.value("password"), "salt": try fields.value("salt"),
            "iterations": .int(try fields.int("iterationCount")), "iv": try fields.value("iv"),
        ]
        return .roundTrip(
            name, inputs, message: try fields.value("msg"), ciphertext: try fields.value("ct"),
            operations: ("pbe-encrypt", "pbe-decrypt"), validity: validity)
    }
}

/// Primality tests: `PrimalityTest`, with numbers in two's complement.
struct WycheproofPrimality: VectorFamily {
    let name = "primality"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        return .step("is-prime", "", inputs: ["number": try fields.value("value")], expected: validity.expectation([:]))
    }
}
