/// ML-KEM: `MLKEMTest` with seeds, `MLKEMEncapsTest`, `MLKEMKeyGen`, and `MLKEMDecapsValidationTest` with expanded keys.
///
/// Invalid cases have a wrong length, an invalid coefficient, or an inconsistent expanded key, and must be rejected. A
/// modified ciphertext is valid, and results in the secret of implicit rejection.
struct WycheproofMLKEM: VectorFamily {
    static let types: Set<String> = ["MLKEMTest", "MLKEMEncapsTest", "MLKEMKeyGen", "MLKEMDecapsValidationTest"]

    let name = "ml-kem"
    let type: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let kem = try MLKEMNames.name(try fields.text("parameterSet"))
        let validity = try fields.validity()
        guard validity != .acceptable else {
            throw VectorError(.invalidField, at: "result", "no result of ML-KEM is left open")
        }
        let isValid = validity == .valid
        switch type {
        case "MLKEMEncapsTest": return try encapsulation(kem, &fields, isValid: isValid)
        case "MLKEMKeyGen": return try keyGeneration(kem, &fields, isValid: isValid)
        default: return try decapsulation(kem, &fields, isValid: isValid)
        }
    }

    private func encapsulation(_ kem: String, _ fields: inout CaseFields, isValid: Bool) throws -> TestPlan {
        let (publicKey, random) = (try fields.value("ek"), try fields.value("m"))
        guard isValid else {
            fields.passOver("c", "K", because: "what an invalid key gives none of")
            return .steps([.encapsulation(kem, to: publicKey, random: random, .refusal)])
        }
        let expected = TestPlan.Expectation.encapsulated(try fields.value("c"), try fields.value("K"))
        return .steps([.encapsulation(kem, to: publicKey, random: random, expected)])
    }

    private func keyGeneration(_ kem: String, _ fields: inout CaseFields, isValid: Bool) throws -> TestPlan {
        let seed = try fields.value("seed")
        guard isValid else {
            fields.passOver("ek", "dk", because: "what an invalid seed gives none of")
            return .step("make-public-key", kem, inputs: ["seed": seed], expected: .refusal)
        }
        return .steps([
            .publicKey(kem, of: seed, try fields.value("ek")), .expansion(kem, of: seed, try fields.value("dk")),
        ])
    }

    /// With a seed, or with an expanded key whose secret may be missing; then only the key is checked.
    private func decapsulation(_ kem: String, _ fields: inout CaseFields, isValid: Bool) throws -> TestPlan {
        let form = type == "MLKEMTest" ? "seed" : "dk"
        let (key, ciphertext) = (try fields.value(form), try fields.value("c"))
        guard isValid else {
            fields.passOver("ek", "K", because: "what an invalid key or ciphertext need not have")
            return .steps([.decapsulation(kem, [form: key], ciphertext: ciphertext, expected: .refusal)])
        }
        let publicKey = try fields.value("ek")
        var steps: [TestPlan.Step] = [
            form == "seed" ? .publicKey(kem, of: key, publicKey) : .keyPair(kem, key, publicKey)
        ]
        if form == "seed" || fields.has("K") {
            steps.append(
                .decapsulation(kem, [form: key], ciphertext: ciphertext, expected: .secret(try fields.value("K"))))
        }
        return .steps(steps)
    }
}
