internal import ArcaCore

/// ML-KEM in CAVP layout: `kat_MLKEM_768.rsp` with keys, a ciphertext, and an invalid ciphertext.
struct CAVPMLKEM: VectorFamily {
    let name = "ml-kem"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("seed", because: "what the generator drew d, z and the message from")
        let seed = VectorValue.bytes(try fields.bytes("d") + fields.bytes("z"))
        let expanded = try fields.bytes("sk")
        let kem = try MLKEMNames.name(privateKeyByteCount: expanded.count)
        let privateKey = VectorValue.bytes(expanded)
        let publicKey = try fields.value("pk")
        let (ciphertext, secret) = (try fields.value("ct"), try fields.value("ss"))
        var steps: [TestPlan.Step] = [
            .publicKey(kem, of: seed, publicKey), .expansion(kem, of: seed, privateKey),
            .encapsulation(
                kem, to: publicKey, random: try fields.value("msg"), .encapsulated(ciphertext, secret)),
            .decapsulation(kem, ["seed": seed], ciphertext: ciphertext, expected: .secret(secret)),
        ]
        if fields.has("ct_n") {
            let (random, rejected) = (try fields.value("ct_n"), try fields.value("ss_n"))
            steps.append(.decapsulation(kem, ["seed": seed], ciphertext: random, expected: .secret(rejected)))
            steps.append(.decapsulation(kem, ["dk": privateKey], ciphertext: random, expected: .secret(rejected)))
        }
        return .steps(steps)
    }
}
