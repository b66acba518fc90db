/// RSA encryption and signatures of the PKCS #1 text files.
struct PKCSText: VectorFamily {
    let name: String
    private let hash: String
    private let maskHash: String

    init?(_ kind: VectorKind) {
        let hashes = kind.algorithm.split(separator: " ").map(String.init)
        guard kind.format == PKCSTextFormat.name, hashes.count == 2,
            ["rsa-oaep", "rsa-pss", "rsa-pkcs1", "rsa-pkcs1-encryption"].contains(kind.type)
        else { return nil }
        name = kind.type
        hash = hashes[0]
        maskHash = hashes[1]
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        var key: NamedValues = [:]
        for name in ["n", "e", "d", "p", "q", "dp", "dq", "qi"] { key[name] = .bytes(try fields.bytes(name)) }
        let message = VectorValue.bytes(try fields.bytes("msg"))
        fields.passOver("seed", because: "randomness that an encryption does not take from outside")
        var inputs = key
        if name == "rsa-oaep" || name == "rsa-pkcs1-encryption" {
            if name == "rsa-oaep" {
                inputs["hash"] = .text(hash)
                inputs["mgf"] = .text("mgf1")
                inputs["mgfHash"] = .text(maskHash)
                inputs["label"] = .bytes([])
            }
            inputs["ct"] = .bytes(try fields.bytes("ct"))
            return .steps([.init(Question("decrypt-with-key", name, inputs), .outputs(["msg": message]))])
        }
        let signature = VectorValue.bytes(try fields.bytes("sig"))
        inputs["hash"] = .text(hash)
        inputs["msg"] = message
        if name == "rsa-pss" {
            inputs["mgf"] = .text("mgf1")
            inputs["mgfHash"] = .text(maskHash)
            inputs["saltByteCount"] = .int(try fields.bytes("salt").count)
        }
        var verifying = inputs
        verifying["sig"] = signature
        var steps: [Trial.Step] = [.init(Question("verify", name, verifying), .outputs([:]))]
        if name == "rsa-pkcs1" { steps.append(.init(Question("sign", name, inputs), .outputs(["sig": signature]))) }
        return .steps(steps)
    }
}
