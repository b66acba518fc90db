/// What Wycheproof has and Arca has not: told by the algorithm, so that a misspelt type of one that Arca has is an error.
struct WycheproofAbsent: VectorFamily {
    /// How the names of algorithms begin that Arca does not have.
    private static let algorithms = [
        "AEGIS", "ARIA", "ASCON", "BLS", "CAMELLIA", "DSA", "ECDH", "ECDSA", "EC", "ML-DSA",
        "ML-KEM", "MLDSA", "MLKEM", "MORUS", "SEED", "SIPHASH", "SLH", "SM4", "VMAC", "HALFSIPHASH",
    ]
    /// The types of files that name no algorithm.
    private static let types: Set<String> = [
        "JsonWebCrypto", "JsonWebEncryption", "JsonWebKey", "JsonWebSignature",
    ]

    let name: String
    private let reason: String

    init?(_ kind: VectorKind) {
        guard kind.format == WycheproofFormat.name else { return nil }
        if Self.types.contains(kind.type) {
            name = "jose"
            reason = "Arca has no JOSE"
            return
        }
        if kind.type == "StreamCipherTest" {
            name = kind.algorithm.lowercased()
            reason = "Arca has no \(kind.algorithm) alone"
            return
        }
        let algorithm = kind.algorithm.uppercased()
        guard Self.algorithms.contains(where: { algorithm.hasPrefix($0) }) else { return nil }
        name = kind.algorithm.lowercased()
        reason = "Arca has no \(kind.algorithm)"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial { .skip(reason) }
}
