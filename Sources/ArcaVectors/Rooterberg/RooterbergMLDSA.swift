internal import ArcaCore

/// ML-DSA: `MlDsaVerify`, and `MlDsa` with deterministic signatures, without a context.
struct RooterbergMLDSA: VectorFamily {
    let name = "ml-dsa"
    /// `ml-dsa-44`.
    let algorithm: String
    let isGenerated: Bool

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("primitive", because: "the algorithm")
        for name in ["ctx", "context", "hash", "sha", "prehash"] where fields.has(name) {
            return .skip("\(algorithm) with \(name)")
        }
        var inputs: NamedValues = ["msg": try fields.value("msg")]
        let signature = try fields.value("sig")
        var files = KeyFileSteps(validity)
        guard isGenerated else {
            let point = try fields.value("publicKey")
            try files.read(["publicKeySpki", "publicKeyPem"], "read-public-key", ["point": point], of: &fields)
            inputs["point"] = point
            inputs["sig"] = signature
            return files.plan(.init(Request("verify", algorithm, inputs), validity.expectation([:])))
        }
        let key = try fields.bytes("privateKey")
        let form = key.count == 32 ? "seed" : "expanded"
        inputs[form] = .bytes(key)
        // The old form is that of programs that preceded RFC 9881.
        try files.read(
            ["privateKeyPkcs8", "privateKeyPkcs8Old", "privateKeyPem"], "read-private-key", [form: .bytes(key)],
            of: &fields)
        return files.plan(.init(Request("sign", algorithm, inputs), validity.expectation(["sig": signature])))
    }
}
