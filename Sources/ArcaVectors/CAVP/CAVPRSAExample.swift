internal import ArcaCodecs

/// RSA with private keys, one number a field: examples of PKCS #1 and others, in texts of CAVP's layout.
struct CAVPRSAExample: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == CAVPFormat.name, kind.type == CAVPSubject.rsaExample else { return nil }
        name = kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        if fields.has("RSAPadding") { return try labelled(&fields) }
        fields.passOver(
            "p", "q", "Seed", because: "the modulus' factors, and randomness that is not taken from outside")
        var inputs: NamedValues = [:]
        for name in ["n", "e", "d"] { inputs[name] = .bytes(try fields.evenBytes(name)) }
        let message = VectorValue.bytes(try fields.bytes("Msg"))
        guard !fields.has("CT") else {
            if name == "rsa-oaep" {
                inputs["hash"] = .text(CAVPSubject.hash(try fields.text("hash")))
                inputs["mgf"] = .text("mgf1")
                inputs["mgfHash"] = .text(CAVPSubject.hash(try fields.text("mgf")))
                inputs["label"] = .bytes([])
            }
            inputs["ct"] = .bytes(try fields.bytes("CT"))
            return .steps([.init(Question("decrypt-with-key", name, inputs), .outputs(["msg": message]))])
        }
        // The examples of PKCS #1 are of a time that had no other hash function.
        inputs["hash"] = .text("sha1")
        inputs["msg"] = message
        let signature = VectorValue.bytes(try fields.bytes("S"))
        if name == "rsa-pss" {
            inputs["mgf"] = .text("mgf1")
            inputs["mgfHash"] = .text("sha1")
            inputs["saltByteCount"] = .int(try fields.bytes("SaltVal").count)
        }
        var verifying = inputs
        verifying["sig"] = signature
        var steps: [Trial.Step] = [.init(Question("verify", name, verifying), .outputs([:]))]
        if name == "rsa-pkcs1" { steps.append(.init(Question("sign", name, inputs), .outputs(["sig": signature]))) }
        return .steps(steps)
    }

    /// A case with a label for OAEP and the key as PKCS #8.
    private func labelled(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let padding = try fields.text("RSAPadding")
        guard padding == "OAEP" else {
            throw VectorError(.invalidField, at: "RSAPadding", "no padding is called \(padding)")
        }
        let hash = CAVPSubject.hash(try fields.text("OAEPDigest"))
        let inputs: NamedValues = [
            "privateKey": .bytes(try fields.bytes("KEY")), "hash": .text(hash), "mgf": .text("mgf1"),
            "mgfHash": .text(hash), "label": .bytes(try fields.bytes("OAEPLabel")),
            "ct": .bytes(try fields.bytes("Input")),
        ]
        let message = VectorValue.bytes(try fields.quotedOrHex("Output"))
        return .steps([.init(Question("decrypt-with-key", name, inputs), .outputs(["msg": message]))])
    }
}
