/// Encryption that authenticates nothing, `IndCpaTest`, and key wrap, `KeywrapTest`.
struct WycheproofCipher: VectorFamily {
    private static let algorithms = [
        "AES-CBC-PKCS5": "aes-cbc", "AES-XTS": "aes-xts", "AES-WRAP": "aes-kw", "AES-KW": "aes-kw",
        "AES-KWP": "aes-kwp",
    ]

    let name: String
    private let isKeyWrap: Bool

    init?(_ kind: VectorKind) {
        guard kind.format == WycheproofFormat.name, ["IndCpaTest", "KeywrapTest"].contains(kind.type),
            let name = Self.algorithms[kind.algorithm.uppercased()]
        else { return nil }
        self.name = name
        isKeyWrap = kind.type == "KeywrapTest"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let verdict = try fields.verdict()
        fields.passOver("keySize", "ivSize", because: "the lengths of key and iv")
        var inputs: NamedValues = ["key": .bytes(try fields.bytes("key"))]
        if !isKeyWrap {
            var iv = try fields.bytes("iv")
            // The tweak of XTS is a number of 128 bits, the lowest byte first; the file drops its zeros.
            if name == "aes-xts" { iv += Array(repeating: 0, count: max(0, 16 - iv.count)) }
            inputs["iv"] = .bytes(iv)
        }
        if name == "aes-cbc" { inputs["padding"] = .text("pkcs7") }
        let (message, ciphertext) = (try fields.bytes("msg"), try fields.bytes("ct"))
        var (encrypt, decrypt) = (inputs, inputs)
        encrypt["msg"] = .bytes(message)
        decrypt["ct"] = .bytes(ciphertext)
        let back = Trial.Step(Question("decrypt", name, decrypt), verdict.of(["msg": .bytes(message)]))
        // What is invalid about key wrap is the ciphertext alone; the message is not meant.
        if isKeyWrap, verdict == .invalid { return .steps([.init(back.question, .refusal)]) }
        return .steps([
            .init(Question("encrypt", name, encrypt), verdict.of(["ct": .bytes(ciphertext)])), back,
        ])
    }
}
