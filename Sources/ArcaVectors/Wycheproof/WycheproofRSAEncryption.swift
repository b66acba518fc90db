/// RSA decryption: `RsaesOaepDecrypt` and `RsaesPkcs1Decrypt`.
///
/// Invalid cases of PKCS#1 v1.5 hold a message that a careless program would give. Arca gives another one, made of key
/// and ciphertext, so that a padding oracle has nothing to see; the judge compares contents.
struct WycheproofRSAEncryption: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == WycheproofFormat.name else { return nil }
        switch kind.type {
        case "RsaesOaepDecrypt": name = "rsa-oaep"
        case "RsaesPkcs1Decrypt": name = "rsa-pkcs1-encryption"
        default: return nil
        }
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let verdict = try fields.verdict()
        let key = try WycheproofRSAKey(privateIn: &fields)
        var inputs = key.inputs
        if name == "rsa-oaep" {
            inputs["hash"] = .text(try fields.hash("sha"))
            inputs["mgf"] = .text(try fields.text("mgf").lowercased())
            inputs["mgfHash"] = .text(try fields.hash("mgfSha"))
            inputs["label"] = .bytes(try fields.bytes("label"))
        }
        inputs["ct"] = .bytes(try fields.bytes("ct"))
        let message = VectorValue.bytes(try fields.bytes("msg"))
        return key.files.trial([.init(Question("decrypt-with-key", name, inputs), verdict.of(["msg": message]))])
    }
}
