internal import ArcaCodecs

/// Ed25519 and Ed448: `sigVer` judges signatures, `sigGen` shows those that were made.
struct ACVPEdwards: VectorFamily {
    let name = "eddsa"

    init?(_ kind: VectorKind) {
        guard kind.format == ACVPFormat.name, ["EDDSA/sigVer", "EDDSA/sigGen"].contains(kind.acvpName) else {
            return nil
        }
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("contextLength", because: "the length of the context, which is given")
        let curve = try fields.text("curve")
        guard let algorithm = ["ED-25519": "ed25519", "ED-448": "ed448"][curve] else {
            throw VectorError(.invalidField, at: "curve", "no curve \(curve) is known")
        }
        if fields.has("preHash"), try fields.json("preHash").value?.bool != false {
            return .skip("signatures of digests by Edwards curves")
        }
        if fields.has("context"), try !fields.text("context").isEmpty { return .skip("signatures with a context") }
        let inputs: NamedValues = [
            "point": .bytes(try fields.bytes("q")), "msg": .bytes(try fields.bytes("message")),
            "sig": .bytes(try fields.bytes("signature")),
        ]
        let mustFail = try fields.acvpMustFail()
        var steps: [Trial.Step] = [
            .init(Question("verify", algorithm, inputs), mustFail ? .refusal : .outputs([:]))
        ]
        if let seed = try fields.bytesIfPresent("d"), !mustFail {
            let signing: NamedValues = ["seed": .bytes(seed), "msg": .bytes(try inputs.bytes("msg"))]
            steps.append(
                .init(Question("sign", algorithm, signing), .outputs(["sig": .bytes(try inputs.bytes("sig"))])))
        }
        return .steps(steps)
    }
}
