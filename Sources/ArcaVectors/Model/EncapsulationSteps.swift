internal import ArcaCore

// Steps of key encapsulation that several formats share.

extension TestPlan.Step {
    /// Making the public key of a seed.
    static func publicKey(_ kem: String, of seed: VectorValue, _ publicKey: VectorValue) -> Self {
        .init(Request("make-public-key", kem, ["seed": seed]), .outputs(["ek": publicKey]))
    }

    /// Expanding a seed to the private key that old libraries store; not every program shows it.
    static func expansion(
        _ kem: String, of seed: VectorValue, _ privateKey: VectorValue
    ) -> Self {
        .init(Request("expand-key", kem, ["seed": seed]), .outputs(["dk": privateKey]), isOptional: true)
    }

    /// Encapsulating with the random bytes given.
    static func encapsulation(
        _ kem: String, to publicKey: VectorValue, random: VectorValue, _ expected: TestPlan.Expectation
    ) -> Self {
        .init(Request("encapsulate", kem, ["ek": publicKey, "random": random]), expected)
    }

    /// Decapsulating with a key of whatever form: its name is `seed` or `dk`.
    static func decapsulation(
        _ kem: String, _ key: NamedValues, _ ciphertext: VectorValue, _ expected: TestPlan.Expectation
    ) -> Self {
        .init(Request("decapsulate", kem, key.with("ct", ciphertext)), expected)
    }

    /// Reading both halves of a pair of raw keys, which must belong together.
    static func keyPair(_ algorithm: String, _ privateKey: VectorValue, _ publicKey: VectorValue) -> Self {
        .init(Request("check-key-pair", algorithm, ["private": privateKey, "public": publicKey]), .outputs([:]))
    }
}

extension TestPlan.Expectation {
    /// A ciphertext and its secret.
    static func encapsulated(_ ciphertext: VectorValue, _ secret: VectorValue) -> Self {
        .outputs(["ct": ciphertext, "shared": secret])
    }

    /// A secret.
    static func secret(_ secret: VectorValue) -> Self { .outputs(["shared": secret]) }
}

/// The parameter sets of ML-KEM by the lengths of their keys.
enum MLKEMNames {
    /// Lengths of public keys; an expanded private key holds two such vectors and 32 bytes more than the public key.
    private static let publicKeyByteCounts = [800: "ml-kem-512", 1_184: "ml-kem-768", 1_568: "ml-kem-1024"]

    /// The set whose public keys have that length.
    static func name(publicKeyByteCount count: Int) -> String? { publicKeyByteCounts[count] }

    /// The set whose expanded private keys have that length.
    static func name(privateKeyByteCount count: Int) throws(VectorError) -> String {
        guard let name = publicKeyByteCounts.first(where: { 2 * $0.key + 32 == count })?.value else {
            throw VectorError(.invalidField, "no private key of ML-KEM has \(count) bytes")
        }
        return name
    }

    /// The set of a name as files spell it: `ML-KEM-768`.
    static func name(_ word: String) throws(VectorError) -> String {
        guard publicKeyByteCounts.values.contains(word.lowercased()) else {
            throw VectorError(.invalidField, at: "parameterSet", "unknown parameter set \(word)")
        }
        return word.lowercased()
    }
}
