/// What `evp_test` and FileTest have beside: not run, and said so.
struct FileTestAbsent: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == FileTestFormat.name else { return nil }
        name = kind.type == "stanza" || kind.type == "Cipher" ? kind.algorithm : kind.type
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        .skip("Arca does not run \(name) of OpenSSL's and BoringSSL's files")
    }
}
