internal import ArcaCore

/// ML-KEM: `keyGen`, and `encapDecap` with its key checks.
///
/// Keys are part of each test, or of the group in older files. The revision `FIPS203-tr1` also has seeds as private
/// keys.
struct ACVPMLKEM: VectorFamily {
    let name = "ml-kem"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let kem = try MLKEMNames.name(try fields.text("parameterSet"))
        fields.passOver("reason", "deferred", because: "how the generator came to the test")
        guard fields.has("function") else { return .steps(try keySteps(kem, &fields, try seed(&fields))) }
        switch try fields.text("function") {
        case "encapsulation": return try encapsulation(kem, &fields)
        case "decapsulation": return try decapsulation(kem, &fields)
        case "encapsulationKeyCheck": return try check(kem, "public", name: "ek", other: "dk", fields: &fields)
        case "decapsulationKeyCheck": return try check(kem, "private", name: "dk", other: "ek", fields: &fields)
        case let other: throw VectorError(.invalidField, at: "function", "unknown function \(other)")
        }
    }

    private func seed(_ fields: inout CaseFields) throws -> VectorValue {
        .bytes(try fields.bytes("d") + fields.bytes("z"))
    }

    private func keySteps(
        _ kem: String, _ fields: inout CaseFields, _ seed: VectorValue
    ) throws -> [TestPlan.Step] {
        [
            .publicKey(kem, of: seed, try fields.value("ek")), .expansion(kem, of: seed, try fields.value("dk")),
        ]
    }

    private func encapsulation(_ kem: String, _ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("keyFormat", because: "the form of private keys, which encapsulating has no use for")
        let (publicKey, random) = (try fields.value("ek"), try fields.value("m"))
        let (ciphertext, secret) = (try fields.value("c"), try fields.value("k"))
        var steps: [TestPlan.Step] = [
            .encapsulation(kem, to: publicKey, random: random, .encapsulated(ciphertext, secret))
        ]
        if fields.has("dk") {
            steps.append(
                .decapsulation(kem, ["dk": try fields.value("dk")], ciphertext: ciphertext, expected: .secret(secret)))
        }
        return .steps(steps)
    }

    private func decapsulation(_ kem: String, _ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("m", because: "what a ciphertext was made of before it was changed")
        let format = fields.has("keyFormat") ? try fields.text("keyFormat") : "expanded"
        let (ciphertext, secret) = (try fields.value("c"), try fields.value("k"))
        var key: NamedValues = [:]
        var steps: [TestPlan.Step] = []
        switch format {
        case "seed":
            key["seed"] = try seed(&fields)
            if fields.has("ek"), fields.has("dk") { steps = try keySteps(kem, &fields, try seed(&fields)) }
        case "expanded":
            key["dk"] = try fields.value("dk")
            if fields.has("ek") { steps = [.keyPair(kem, try fields.value("dk"), try fields.value("ek"))] }
        default: throw VectorError(.invalidField, at: "keyFormat", "unknown form of keys \(format)")
        }
        return .steps(steps + [.decapsulation(kem, key, ciphertext: ciphertext, expected: .secret(secret))])
    }

    /// Checks that a key is accepted or rejected as expected: rejected for a wrong length, digest or coefficient.
    private func check(
        _ kem: String, _ half: String, name: String, other: String, fields: inout CaseFields
    ) throws -> TestPlan {
        fields.passOver("keyFormat", "d", "z", because: "keys to check are expanded")
        guard fields.has(name) else { return .skip("checks of a key that the file does not hold") }
        let key = try fields.value(name)
        let expected: TestPlan.Expectation = try fields.bool("testPassed") ? .outputs([:]) : .refusal
        fields.passOver(other, because: "the half that is not checked")
        return .step("check-\(half)-key", kem, inputs: [half: key], expected: expected)
    }
}
