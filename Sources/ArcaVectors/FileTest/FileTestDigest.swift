/// Digests of `evp_test`.
struct FileTestDigest: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == FileTestFormat.name, kind.type == "Digest" else { return nil }
        name = CAVPSubject.hash(kind.algorithm)
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("Availablein", "FIPSversion", because: "what concerns OpenSSL's own builds")
        guard !fields.has("Ncopy"), !fields.has("Count"), !fields.has("XOF") else {
            return .skip("messages that OpenSSL repeats, and output in pieces")
        }
        let message = try fields.quotedOrHex("Input")
        let digest = try fields.bytes("Output")
        var inputs: NamedValues = ["msg": .bytes(message)]
        if name.hasPrefix("shake") { inputs["outputByteCount"] = .int(digest.count) }
        return .steps([.init(Question("hash", name, inputs), .outputs(["digest": .bytes(digest)]))])
    }
}
