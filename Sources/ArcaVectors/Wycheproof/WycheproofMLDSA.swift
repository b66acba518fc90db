internal import ArcaCore

/// ML-DSA: `MlDsaSign` with seeds or expanded keys, and `MlDsaVerify`.
///
/// Signatures are deterministic unless a case has `rnd`. Cases of the internal interface have μ and no message.
struct WycheproofMLDSA: VectorFamily {
    static let types: Set<String> = ["MlDsaSign", "MlDsaVerify"]

    let name = "ml-dsa"
    /// `ml-dsa-44`.
    let algorithm: String
    let isGenerated: Bool

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        guard validity != .acceptable else {
            throw VectorError(.invalidField, at: "result", "no result of ML-DSA is left open")
        }
        return isGenerated
            ? try signing(&fields, isValid: validity == .valid) : try verifying(&fields, validity)
    }

    private func verifying(_ fields: inout CaseFields, _ validity: Validity) throws -> TestPlan {
        let point = try fields.value("publicKey")
        var files = KeyFileSteps(validity)
        try files.read(["publicKeyDer", "publicKeyPem"], "read-public-key", ["point": point], of: &fields)
        let signature = try fields.value("sig")
        let steps = try messages(&fields).map { message in
            TestPlan.Step(
                Request("verify", algorithm, message.with("point", point).with("sig", signature)),
                validity.expectation([:]))
        }
        return .steps(files.steps + steps)
    }

    private func signing(_ fields: inout CaseFields, isValid: Bool) throws -> TestPlan {
        let form = fields.has("privateSeed") ? "seed" : "expanded"
        let key: NamedValues = [form: try fields.value(form == "seed" ? "privateSeed" : "privateKey")]
        var steps: [TestPlan.Step] = []
        // An invalid key has no public key.
        let publicKey = fields.has("publicKey") ? try fields.json("publicKey").value?.string : nil
        if isValid, let publicKey {
            let point = VectorValue.bytes(try CaseFields.bytes(ofHex: publicKey, "publicKey"))
            steps.append(.mldsaPublicKey(algorithm, of: key, point))
        }
        if form == "seed", fields.has("privateKey") {
            let expanded = try fields.value("privateKey")
            if isValid, let seed = key["seed"] { steps.append(.mldsaExpansion(algorithm, of: seed, expanded)) }
        }
        var files = KeyFileSteps(isValid ? .valid : .invalid)
        if form == "seed" { try files.read(["privateKeyPkcs8"], "read-private-key", key, of: &fields) }
        let random = try fields.bytesIfPresent(fields.first(of: "rnd", "randomness"))
        let signature = try fields.value("sig")
        for message in try messages(&fields) {
            var inputs = message.with(form, key[form])
            if let random { inputs["random"] = .bytes(random) }
            steps.append(
                .init(Request("sign", algorithm, inputs), isValid ? .outputs(["sig": signature]) : .refusal))
            // A context that is too long shows in the message alone.
            if !isValid { break }
        }
        return .steps(files.steps + steps)
    }

    /// The message with its context, and μ of it.
    private func messages(_ fields: inout CaseFields) throws -> [NamedValues] {
        var result: [NamedValues] = []
        if fields.has("msg") {
            var message: NamedValues = ["msg": try fields.value("msg")]
            if fields.has("ctx") { message["context"] = try fields.value("ctx") }
            result.append(message)
        }
        // A case that is invalid because of its context has no μ.
        if let mu = try fields.bytesIfPresent("mu"), !mu.isEmpty { result.append(["mu": .bytes(mu)]) }
        guard !result.isEmpty else { throw VectorError(.missingField, at: "msg", "the case has neither msg nor mu") }
        return result
    }
}
