/// FF1, which encrypts a text to a text of the same form.
struct ACVPFPE: VectorFamily {
    let name = "aes-ff1"

    init?(_ kind: VectorKind) {
        guard kind.format == ACVPFormat.name, kind.acvpName == "AES-FF1" else { return nil }
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver(
            "keyLen", "tweakLen", "ptLen", "ctLen", "payloadLen", because: "lengths of what each test has")
        let encrypts = try fields.acvpDirection()
        let alphabet = try fields.text("alphabet")
        let radix = fields.has("radix") ? try fields.int("radix") : alphabet.count
        let inputs: NamedValues = [
            "key": .bytes(try fields.bytes("key")), "tweak": .bytes(try fields.bytesIfPresent("tweak") ?? []),
            "alphabet": .text(alphabet), "radix": .int(radix),
        ]
        var (encrypting, decrypting) = (inputs, inputs)
        guard try !fields.acvpMustFail() else {
            let given = VectorValue.text(try fields.text(encrypts ? "pt" : "ct"))
            encrypting[encrypts ? "msg" : "ct"] = given
            return .steps([.init(Question(encrypts ? "fpe-encrypt" : "fpe-decrypt", name, encrypting), .refusal)])
        }
        let (message, ciphertext) = (VectorValue.text(try fields.text("pt")), VectorValue.text(try fields.text("ct")))
        encrypting["msg"] = message
        decrypting["ct"] = ciphertext
        return .steps([
            .init(Question("fpe-encrypt", name, encrypting), .outputs(["ct": ciphertext])),
            .init(Question("fpe-decrypt", name, decrypting), .outputs(["msg": message])),
        ])
    }
}
