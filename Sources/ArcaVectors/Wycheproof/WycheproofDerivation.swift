/// Keys of secrets: `HkdfTest` and `PbkdfTest`.
struct WycheproofDerivation: VectorFamily {
    let name: String
    private let hash: String
    private let isHKDF: Bool

    init?(_ kind: VectorKind) {
        guard kind.format == WycheproofFormat.name else { return nil }
        isHKDF = kind.type == "HkdfTest"
        guard isHKDF || kind.type == "PbkdfTest",
            let hash = WycheproofNames.rest(of: kind.algorithm, after: isHKDF ? "HKDF-" : "PBKDF2-HMAC")
        else { return nil }
        self.hash = WycheproofNames.hash(hash)
        name = (isHKDF ? "hkdf-" : "pbkdf2-") + self.hash
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let verdict = try fields.verdict()
        let salt = VectorValue.bytes(try fields.bytes("salt"))
        if isHKDF {
            fields.passOver("keySize", because: "the length of ikm")
            let inputs: NamedValues = [
                "ikm": .bytes(try fields.bytes("ikm")), "salt": salt, "info": .bytes(try fields.bytes("info")),
                "outputByteCount": .int(try fields.int("size")),
            ]
            let key = VectorValue.bytes(try fields.bytes("okm"))
            return .steps([.init(Question("hkdf", hash, inputs), verdict.of(["key": key]))])
        }
        let inputs: NamedValues = [
            "password": .bytes(try fields.bytes("password")), "salt": salt,
            "iterations": .int(try fields.int("iterationCount")),
            "outputByteCount": .int(try fields.int("dkLen")),
        ]
        let key = VectorValue.bytes(try fields.bytes("dk"))
        return .steps([.init(Question("pbkdf2", hash, inputs), verdict.of(["key": key]))])
    }
}
