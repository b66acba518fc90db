/// What `evp_test` and FileTest have beside: not run, and said so.
struct FileTestAbsent: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        // A kind that `evp_test` does not have either is misspelt: no family knows it, which fails the case.
        guard kind.format == FileTestFormat.name, kind.type == "stanza" || FileTestFormat.kinds.contains(kind.type)
        else { return nil }
        name =
            ["stanza", "Cipher", "Digest", "MAC", "KDF", "PKEYKDF", "PBE"].contains(kind.type)
            ? kind.algorithm : kind.type
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        .skip("Arca does not run \(name) of OpenSSL's and BoringSSL's files")
    }
}
