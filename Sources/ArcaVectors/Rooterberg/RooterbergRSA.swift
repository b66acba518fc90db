internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// RSA signatures: `RsaPkcs1Verify` and `RsaPssVerify`.
struct RooterbergRSA: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("size", "encoding", because: "the keys say them")
        // `publicKeyPkcs8` is an older name of the same field.
        let spki = fields.first(of: "publicKeySpki", "publicKeyPkcs8")
        guard fields.has(spki) else { return .skip("RSA keys without SubjectPublicKeyInfo") }
        let hash = try fields.hash("sha")
        guard (try? HashOperation.function(hash)) != nil else { return .skip("Arca has no hash function \(hash)") }
        let publicKey = try fields.value(spki)
        var files = KeyFileSteps(validity)
        if fields.has("publicKey") {
            // The same key by its numbers alone (RFC 8017, appendix A.1.1).
            let numbers: RSAPublicNumbers
            do {
                numbers = try PKCS1.publicNumbers(der: try fields.bytes("publicKey"))
            } catch let error as KeyError {
                throw VectorError(.invalidField, at: "publicKey", "publicKey is not an RSA key: \(error.reason)")
            }
            let values: NamedValues = ["n": .bytes(numbers.modulus), "e": .bytes(numbers.exponent)]
            files.read(file: publicKey, "read-public-key", values)
            try files.read(["publicKeyPem"], "read-public-key", values, of: &fields)
        } else {
            try files.readSame(publicKey, ["publicKeyPem"], "read-public-key", of: &fields)
        }
        var inputs: NamedValues = ["publicKey": publicKey, "hash": .text(hash)]
        if name == "rsa-pss" {
            let (mask, salt) = (fields.first(of: "mgfSha", "mgf_sha"), fields.first(of: "saltLen", "salt_len"))
            guard let function = try RooterbergMask(&fields, mask) else {
                return .skip("Arca has MGF1 with hash functions of fixed length alone")
            }
            (inputs["mgf"], inputs["mgfHash"]) = (.text(function.name), .text(function.hash))
            inputs["saltByteCount"] = .int(try fields.int(salt))
        }
        inputs["msg"] = try fields.value("msg")
        inputs["sig"] = try fields.value("sig")
        return files.plan(.init(Request("verify", name, inputs), validity.expectation([:])))
    }
}

/// The mask of PSS and OAEP: MGF1 with a hash function, or SHAKE itself (RFC 8702, section 2.2).
private struct RooterbergMask {
    let name: String
    let hash: String

    /// Nil for MGF1 with SHAKE.
    init?(_ fields: inout CaseFields, _ hashName: String) throws {
        let mask = try fields.text("mgf").lowercased()
        hash = fields.has(hashName) ? try fields.hash(hashName) : ""
        name = mask == "shake" ? hash : mask
        if name == "mgf1", hash.hasPrefix("shake") { return nil }
    }
}

/// RSA decryption: `RsaEsOaepDecrypt` and `RsaEsPkcs1Decrypt`.
struct RooterbergRSADecryption: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("size", because: "the length of the modulus")
        let key = try fields.value("privateKeyPkcs8")
        var files = KeyFileSteps(validity)
        try files.readSame(key, ["privateKeyPem", "privateKeyJwk"], "read-private-key", of: &fields)
        var inputs: NamedValues = ["privateKey": key]
        if name == "rsa-oaep" {
            inputs["hash"] = .text(try fields.hash("sha"))
            guard let function = try RooterbergMask(&fields, fields.first(of: "mgfSha", "mgf_sha")) else {
                return .skip("Arca has MGF1 with hash functions of fixed length alone")
            }
            (inputs["mgf"], inputs["mgfHash"]) = (.text(function.name), .text(function.hash))
            inputs["label"] = try fields.value("label")
        }
        inputs["ct"] = try fields.value("ct")
        return files.plan(
            .init(
                Request("decrypt-with-key", name, inputs), validity.expectation(["msg": try fields.value("msg")])))
    }
}

/// DSA signatures: `DsaVerify` and `DsaSign`.
struct RooterbergDSA: VectorFamily {
    let name = "dsa"
    let isGenerated: Bool

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("pLen", "qLen", because: "lengths of the key")
        let generation = fields.first(of: "signatureGeneration", "signature_generation")
        if isGenerated {
            let method = try fields.text(generation)
            guard method == "Rfc6979" else { return .skip("Arca has no DSA signatures by \(method)") }
        }
        fields.passOver(generation, because: "how the signer chose its number")
        let encoding = try fields.text("encoding")
        guard encoding == "DER" || encoding == "P1363" else {
            return .skip("Arca has no DSA signatures in the form \(encoding)")
        }
        let (der, pem) = isGenerated ? ("privateKeyPkcs8", "privateKeyPem") : ("publicKeySpki", "publicKeyPem")
        let key = try fields.bytes(der)
        // Arca's readers do not know DSA, so the files are compared as bytes.
        guard try !fields.has(pem) || (PEM.decode(fields.text(pem), options: .lenient)).map(\.bytes) == [key] else {
            throw VectorError(.invalidField, at: pem, "\(pem) is not the same key as \(der)")
        }
        let signature = try fields.value("sig")
        let inputs: NamedValues = [
            isGenerated ? "privateKey" : "publicKey": .bytes(key), "hash": .text(try fields.hash("sha")),
            "form": .text(encoding.lowercased()), "msg": try fields.value("msg"),
        ]
        return isGenerated
            ? .step("sign", name, inputs: inputs, expected: validity.expectation(["sig": signature]))
            : .step("verify", name, inputs: inputs.with("sig", signature), expected: validity.expectation([:]))
    }
}
