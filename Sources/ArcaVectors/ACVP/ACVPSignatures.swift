internal import ArcaCore

/// RSA signatures of `sigVer` and `sigGen`.
struct ACVPRSA: VectorFamily {
    let name = "rsa-signature"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver(
            "modulo", "pubExp", "fixedPubExp", "keyFormat", "d", "p", "q", "dmp1", "dmq1", "iqmp", "conformance",
            "seed",
            because: "the modulus' length, and what verifying has no use for")
        let type = try fields.text("sigType")
        let hash = try fields.hash("hashAlg")
        var inputs: NamedValues = [
            "n": .bytes(try fields.evenBytes("n")), "e": .bytes(try fields.evenBytes("e")), "hash": .text(hash),
            "msg": try fields.value("message"), "sig": try fields.value("signature"),
        ]
        let algorithm: String
        switch type {
        case "pkcs1v1.5":
            algorithm = "rsa-pkcs1"
            fields.passOver("saltLen", "salt", "maskFunction", because: "PKCS#1 v1.5 has no salt")
        case "pss":
            algorithm = "rsa-pss"
            fields.passOver("salt", because: "the length alone is needed")
            inputs["saltByteCount"] = .int(try fields.int("saltLen"))
            let mask = fields.has("maskFunction") ? try fields.text("maskFunction").lowercased() : "mgf1"
            inputs["mgf"] = .text(mask == "mgf1" ? mask : mask.filter { $0 != "-" })
            inputs["mgfHash"] = .text(hash)
        default: return .skip("Arca has no RSA signatures of \(type)")
        }
        return .step(
            "verify", algorithm, inputs: inputs, expected: try fields.acvpMustFail() ? .refusal : .outputs([:]))
    }
}

/// Ed25519 and Ed448 signatures of `sigVer` and `sigGen`.
struct ACVPEdwards: VectorFamily {
    let name = "eddsa"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("contextLength", because: "the length of the context, which is given")
        let curve = try fields.text("curve")
        guard let algorithm = ["ED-25519": "ed25519", "ED-448": "ed448"][curve] else {
            throw VectorError(.invalidField, at: "curve", "unknown curve \(curve)")
        }
        if fields.has("preHash"), try fields.bool("preHash") {
            return .skip("signatures of digests by Edwards curves")
        }
        if fields.has("context"), try !fields.text("context").isEmpty { return .skip("signatures with a context") }
        let (point, message) = (try fields.value("q"), try fields.value("message"))
        let signature = try fields.value("signature")
        let inputs: NamedValues = ["point": point, "msg": message]
        guard try !fields.acvpMustFail() else {
            return .step("verify", algorithm, inputs: inputs.with("sig", signature), expected: .refusal)
        }
        let seed = try fields.bytesIfPresent("d")
        return .signature(
            algorithm, verifying: inputs, signing: seed.map { ["seed": .bytes($0), "msg": message] }, signature)
    }
}
