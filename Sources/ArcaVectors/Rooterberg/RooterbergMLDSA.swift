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
        let expected = validity.expectation(["sig": signature])
        var steps = [TestPlan.Step(Request("sign", algorithm, inputs), expected)]
        // The old form is that of programs that preceded RFC 9881. A file may have the seed of an expanded key.
        for name in ["privateKeyPkcs8", "privateKeyPkcs8Old", "privateKeyPem"] where fields.has(name) {
            let file = VectorValue.bytes(try fields.keyFile(name))
            guard let values = try? KeyReadingOperation.respond(to: Request("read-private-key", "", ["file": file]))
            else {
                files.read(file: file, "read-private-key", [form: .bytes(key)])
                continue
            }
            files.read(file: file, "read-private-key", values)
            let request = Request("sign", algorithm, values.with("msg", inputs["msg"]))
            steps.append(.init(request, expected, isOptional: true))
        }
        return .steps(files.steps + steps)
    }
}
