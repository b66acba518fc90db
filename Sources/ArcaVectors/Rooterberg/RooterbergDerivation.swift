internal import ArcaCore

/// Hash functions: `Hash`, and `Xof` with outputs of any length.
struct RooterbergHash: VectorFamily {
    let name: String
    private let isExtendable: Bool

    init?(_ primitive: String, isExtendable: Bool) {
        let name = HashName.arca(primitive)
        guard HashOperation.isKnown(name), !isExtendable || name.contains("shake") else { return nil }
        self.name = name
        self.isExtendable = isExtendable
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        let digest = try fields.bytes(isExtendable ? "okm" : "digest")
        var inputs: NamedValues = ["msg": try fields.value(isExtendable ? "ikm" : "msg")]
        if isExtendable {
            try fields.check(length: "size", of: digest)
            if fields.has("customization"), try !fields.bytes("customization").isEmpty {
                return .skip("Arca has no \(name) with a customization")
            }
        }
        let bitCount = fields.has("digestSize") ? try fields.int("digestSize") : digest.count * 8
        guard bitCount == digest.count * 8 else {
            throw VectorError(.invalidField, at: "digestSize", "digestSize is not the length of the digest")
        }
        var algorithm = name
        if name.contains("shake") { inputs["outputByteCount"] = .int(digest.count) }
        if name == "blake2b", bitCount != 512 { algorithm = "blake2b-\(bitCount)" }
        if name == "blake2s", bitCount != 256 { return .skip("Arca has BLAKE2s with 256 bits alone") }
        return .step("hash", algorithm, inputs: inputs, expected: validity.expectation(["digest": .bytes(digest)]))
    }
}

/// Key derivation: `Hkdf`, `Kdf` (SP 800-56C and X9.63), `Pbkdf` and `Scrypt`.
struct RooterbergDerivation: VectorFamily {
    let name: String

    init?(_ type: String, _ primitive: String) {
        let word = primitive.lowercased()
        switch type {
        case "Hkdf": name = "hkdf"
        case "Pbkdf": name = "pbkdf2"
        case "Scrypt": name = "scrypt"
        case "Kdf" where word.hasPrefix("concatkdf"): name = "concat-kdf"
        case "Kdf" where word.hasPrefix("x963kdf"): name = "x963-kdf"
        default: return nil
        }
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        let isOfPassword = name == "pbkdf2" || name == "scrypt"
        let key = try fields.bytes(isOfPassword ? "dk" : "okm")
        let byteCount = try fields.check(
            length: isOfPassword ? fields.first(of: "dkLen", "dk_len") : "outLen", of: key, isExact: validity == .valid)
        var inputs: NamedValues = [:]
        if isOfPassword {
            inputs["password"] = try fields.value("password")
        } else {
            inputs["ikm"] = try fields.value("ikm")
            inputs["info"] = try fields.value("info")
        }
        if isOfPassword || name == "hkdf" { inputs["salt"] = try fields.value("salt") }
        var hash = ""
        if name == "scrypt" {
            for number in ["n", "r", "p"] { inputs[number] = .int(try fields.int(number)) }
        } else {
            hash = try fields.hash("sha")
            guard (try? HashOperation.function(hash)) != nil else { return .skip("Arca has no hash function \(hash)") }
        }
        if name == "pbkdf2" { inputs["iterations"] = .int(try fields.int(fields.first(of: "iterCount", "iter_count"))) }
        inputs["outputByteCount"] = .int(byteCount)
        return .derivation(name, hash, inputs, key: .bytes(key), validity: validity)
    }
}

/// Password-based encryption: `Pbes2` with PBKDF2 and AES-CBC.
struct RooterbergPBES2: VectorFamily {
    let name = "pbes2"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        let (cipher, hash, bitCount) = (try fields.text("cipher"), try fields.hash("sha"), try fields.int("keySize"))
        guard cipher.lowercased() == "aes" else { return .skip("Arca has no PBES2 with \(cipher)") }
        guard (try? HashOperation.function(hash)) != nil else { return .skip("Arca has no hash function \(hash)") }
        let inputs: NamedValues = [
            "password": try fields.value("password"), "salt": try fields.value("salt"),
            "iterations": .int(try fields.int(fields.first(of: "iterCount", "iter_count"))),
            "iv": try fields.value("iv"),
        ]
        // Between the words of the algorithm are hyphens, so its hash function has none.
        let algorithm = "pbes2-\(hash.filter { $0 != "-" })-aes-\(bitCount)-cbc"
        let (message, ciphertext) = (try fields.value("msg"), try fields.value("ct"))
        guard validity == .valid else {
            return .step(
                "pbe-decrypt", algorithm, inputs: inputs.with("ct", ciphertext),
                expected: validity.expectation(["msg": message]))
        }
        return .roundTrip(
            algorithm, inputs, message: message, ciphertext: ciphertext, operations: ("pbe-encrypt", "pbe-decrypt"))
    }
}

/// Encrypted private keys: `Pkcs8Decrypt`.
struct RooterbergPKCS8: VectorFamily {
    let name = "pkcs8"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("sha", "cipher", because: "the encrypted key names its algorithms")
        fields.passOver("keyType", because: "the decrypted key names its algorithm")
        let (whole, inner) = (try fields.bytes("privateKeyInfo"), try fields.bytes("privateKey"))
        // The key without its algorithm is a part of the structure, which the operation checks.
        guard validity == .invalid || whole.contains(inner) else {
            throw VectorError(.invalidField, at: "privateKey", "privateKey is not a part of privateKeyInfo")
        }
        let inputs: NamedValues = ["password": try fields.value("password"), "ct": try fields.value("ct")]
        return .step(
            "decrypt-private-key", "", inputs: inputs,
            expected: validity.expectation(["privateKeyInfo": .bytes(whole)]),
            refusesUnsupported: validity == .invalid)
    }
}

extension CaseFields {
    /// Reads a length in bytes or bits, which must be that of the output.
    @discardableResult
    mutating func check(length name: String, of output: [UInt8], isExact: Bool = true) throws -> Int {
        let length = try int(name)
        if length == output.count * 8 { return output.count }
        guard length == output.count || !isExact else {
            throw VectorError(.invalidField, at: name, "\(name) is \(length), but the output has \(output.count) bytes")
        }
        return length
    }
}
