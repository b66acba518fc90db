internal import ArcaCore
internal import ArcaCrypto

// Steps of ML-DSA that several formats share.

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
