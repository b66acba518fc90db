/// What ACVP has sets for and Arca does not have.
struct ACVPAbsent: VectorFamily {
    private static let prefixes = [
        "ANSIX9", "ConditioningComponent", "CMAC-TDES", "DSA", "DetECDSA", "ECDSA", "EDDSA", "HMACDRBG", "KAS", "KDA",
        "KDF", "KMAC", "KTS", "LMS", "ML-DSA", "ML-KEM", "ParallelHash", "RSA", "SLH-DSA", "TDES-CBCI", "TDES-CFBP",
        "TDES-CTR", "TDES-KW", "TDES-OFBI", "TLS", "TupleHash", "XECDH", "AES-CBC-CS", "AES-FF3", "AES-XPN", "cSHAKE",
        "ctrDRBG", "hashDRBG", "hmacDRBG", "kdf-components", "safePrimes", "Ascon",
    ]

    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == ACVPFormat.name, Self.prefixes.contains(where: { kind.acvpName.hasPrefix($0) }) else {
            return nil
        }
        name = kind.acvpName
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial { .skip("Arca does not run ACVP's \(name)") }
}
