internal import ArcaCore

/// ML-DSA: `keyGen`, `sigGen` and `sigVer`.
///
/// The external interface takes a message and a context; the internal one takes the formatted message M′ or, as
/// `externalMu`, its representative μ. Older files have the internal interface alone and do not name it.
struct ACVPMLDSA: VectorFamily {
    let name = "ml-dsa"
    let mode: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let algorithm = try MLDSANames.name(try fields.text("parameterSet"))
        guard mode != "keyGen" else {
            fields.passOver("deferred", because: "how the generator came to the test")
            let seed = try fields.value("seed")
            return .steps([
                .mldsaPublicKey(algorithm, of: ["seed": seed], try fields.value("pk")),
                .mldsaExpansion(algorithm, of: seed, try fields.value("sk")),
            ])
        }
        if fields.has("preHash"), try fields.text("preHash") == "preHash" {
            return .skip("Arca has no HashML-DSA, which signs digests")
        }
        fields.passOver(
            "preHash", "hashAlg", "reason", "deferred", "cornerCase", "deterministic",
            because: "the absence of a digest, and how the generator came to the test")
        var inputs = try message(&fields)
        let signature = try fields.value("signature")
        if mode == "sigVer" {
            fields.passOver("sk", because: "what verifying has no use for")
            inputs["point"] = try fields.value("pk")
            inputs["sig"] = signature
            return .step(
                "verify", algorithm, inputs: inputs, expected: try fields.acvpMustFail() ? .refusal : .outputs([:]))
        }
        let key: NamedValues = ["expanded": try fields.value("sk")]
        if fields.has("rnd") {
            let random = try fields.bytes("rnd")
            if !random.isEmpty { inputs["random"] = .bytes(random) }
        }
        var steps = [
            TestPlan.Step(
                Request("sign", algorithm, inputs.with("expanded", key["expanded"])), .outputs(["sig": signature]))
        ]
        if fields.has("pk") { steps.append(.mldsaPublicKey(algorithm, of: key, try fields.value("pk"))) }
        return .steps(steps)
    }

    private func message(_ fields: inout CaseFields) throws -> NamedValues {
        let interface = fields.has("signatureInterface") ? try fields.text("signatureInterface") : "internal"
        let isRepresentative = fields.has("externalMu") ? try fields.bool("externalMu") : false
        switch (interface, isRepresentative) {
        case ("external", _):
            fields.passOver("mu", because: "the representative of the message")
            return ["msg": try fields.value("message"), "context": .bytes(try fields.bytesIfPresent("context") ?? [])]
        case ("internal", false):
            fields.passOver("context", "mu", because: "parts of the formatted message")
            return ["formatted": try fields.value("message")]
        case ("internal", true):
            fields.passOver("context", "message", because: "the representative stands for them")
            return ["mu": try fields.value("mu")]
        default: throw VectorError(.invalidField, at: "signatureInterface", "unknown interface \(interface)")
        }
    }
}
