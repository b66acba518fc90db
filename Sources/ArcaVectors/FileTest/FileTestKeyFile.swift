/// Key files of `evp_test`, raw keys, and pairs of both.
struct FileTestKeyFile: VectorFamily {
    let name = "keys"
    private let type: String

    init?(_ kind: VectorKind) {
        guard kind.format == FileTestFormat.name,
            ["PrivateKey", "PublicKey", "PrivateKeyRaw", "PublicKeyRaw", "PrivPubKeyPair"].contains(kind.type)
        else { return nil }
        type = kind.type
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("Reason", because: "how OpenSSL words its error")
        let mustFail = fields.ifPresent("Result") != nil
        let expected: ExpectedAnswer = mustFail ? .refusal : .outputs([:])
        guard type == "PrivPubKeyPair" else {
            let isPrivate = type.hasPrefix("Private")
            let key = try Self.key("the key", &fields)
            return .steps([
                .init(
                    Question(
                        isPrivate ? "check-private-key" : "check-public-key", key.algorithm,
                        [isPrivate ? "private" : "public": key.value]), expected)
            ])
        }
        guard fields.has("the private key"), fields.has("the public key") else { return .skip("a pair without keys") }
        let privateKey = try Self.key("the private key", &fields)
        let publicKey = try Self.key("the public key", &fields)
        let algorithm = privateKey.algorithm.isEmpty ? publicKey.algorithm : privateKey.algorithm
        return .steps([
            .init(
                Question("check-key-pair", algorithm, ["private": privateKey.value, "public": publicKey.value]),
                expected)
        ])
    }

    /// A key as PEM, or the bytes of a raw one with its algorithm.
    static func key(
        _ name: String, _ fields: inout CaseFields
    ) throws(VectorError) -> (algorithm: String, value: VectorValue) {
        let text = try fields.text(name)
        guard !text.hasPrefix("-----BEGIN "), let mark = text.firstIndex(of: ":") else { return ("", .text(text)) }
        var digits = CaseFields([VectorField(name, .text(String(text[text.index(after: mark)...])))])
        return (text[..<mark].lowercased(), .bytes(try digits.bytes(name)))
    }
}
