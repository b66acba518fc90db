internal import ArcaCore
internal import ArcaCrypto

// Steps of key encapsulation and of ML-DSA that several formats share.

extension TestPlan.Step {
    static func publicKey(_ kem: String, of seed: VectorValue, _ publicKey: VectorValue) -> Self {
        .init(Request("make-public-key", kem, ["seed": seed]), .outputs(["ek": publicKey]))
    }

    /// Expands a seed to the private key format of older libraries; optional, because not every program can.
    static func expansion(
        _ kem: String, of seed: VectorValue, _ privateKey: VectorValue
    ) -> Self {
        .init(Request("expand-key", kem, ["seed": seed]), .outputs(["dk": privateKey]), isOptional: true)
    }

    static func encapsulation(
        _ kem: String, to publicKey: VectorValue, random: VectorValue, _ expected: TestPlan.Expectation
    ) -> Self {
        .init(Request("encapsulate", kem, ["ek": publicKey, "random": random]), expected)
    }

    /// Decapsulates with a key in any form, named `seed` or `dk`.
    static func decapsulation(
        _ kem: String, _ key: NamedValues, ciphertext: VectorValue, expected: TestPlan.Expectation
    ) -> Self {
        .init(Request("decapsulate", kem, key.with("ct", ciphertext)), expected)
    }

    /// Parses a pair of raw keys and checks that they match.
    static func keyPair(_ algorithm: String, _ privateKey: VectorValue, _ publicKey: VectorValue) -> Self {
        .init(Request("check-key-pair", algorithm, ["private": privateKey, "public": publicKey]), .outputs([:]))
    }
}

extension TestPlan.Expectation {
    static func encapsulated(_ ciphertext: VectorValue, _ secret: VectorValue) -> Self {
        .outputs(["ct": ciphertext, "shared": secret])
    }

    static func secret(_ secret: VectorValue) -> Self { .outputs(["shared": secret]) }
}

enum MLKEMNames {
    /// Lengths of public keys in bytes; an expanded private key is twice as long, plus 32 bytes.
    private static let publicKeyByteCounts = [800: "ml-kem-512", 1_184: "ml-kem-768", 1_568: "ml-kem-1024"]

    static func name(publicKeyByteCount count: Int) -> String? { publicKeyByteCounts[count] }

    static func name(privateKeyByteCount count: Int) throws(VectorError) -> String {
        guard let name = publicKeyByteCounts.first(where: { 2 * $0.key + 32 == count })?.value else {
            throw VectorError(.invalidField, "no private key of ML-KEM has \(count) bytes")
        }
        return name
    }

    static func name(_ word: String) throws(VectorError) -> String {
        guard publicKeyByteCounts.values.contains(word.lowercased()) else {
            throw VectorError(.invalidField, at: "parameterSet", "unknown parameter set \(word)")
        }
        return word.lowercased()
    }
}

extension TestPlan.Step {
    /// The public key of a private key, named `seed` or `expanded`.
    static func mldsaPublicKey(_ algorithm: String, of key: NamedValues, _ publicKey: VectorValue) -> Self {
        .init(Request("make-public-key", algorithm, key), .outputs(["point": publicKey]))
    }

    /// Expands a seed; optional, because not every program can.
    static func mldsaExpansion(_ algorithm: String, of seed: VectorValue, _ expanded: VectorValue) -> Self {
        .init(Request("expand-key", algorithm, ["seed": seed]), .outputs(["expanded": expanded]), isOptional: true)
    }
}

enum MLDSANames {
    /// The name of the algorithm in requests; nil for another word than a parameter set.
    static func known(_ word: String) -> String? {
        MLDSAVariant(rawValue: word.uppercased()).map { $0.name.lowercased() }
    }

    static func name(_ word: String) throws(VectorError) -> String {
        guard let name = known(word) else {
            throw VectorError(.invalidField, at: "parameterSet", "unknown parameter set \(word)")
        }
        return name
    }

    static func name(publicKeyByteCount count: Int) throws(VectorError) -> String {
        guard let variant = MLDSAVariant.allCases.first(where: { $0.publicKeyByteCount == count }) else {
            throw VectorError(.invalidField, "no public key of ML-DSA has \(count) bytes")
        }
        return variant.name.lowercased()
    }
}
