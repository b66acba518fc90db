/// RSA decryption of `evp_test`, and key agreement of X25519 and X448.
struct FileTestDecryption: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == FileTestFormat.name, ["Decrypt", "Derive"].contains(kind.type) else { return nil }
        name = kind.type == "Decrypt" ? "rsa-encryption" : "key-agreement"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("Reason", "Securitycheck", because: "what concerns OpenSSL's own builds")
        let result = fields.ifPresent("Result")?.text
        if let result, !["KEYOP_ERROR", "DERIVE_ERROR"].contains(result) {
            return .skip("\(result): an error of OpenSSL's interface")
        }
        guard fields.has("the key") else { return .skip("a key that the file has not") }
        return name == "key-agreement"
            ? try agreement(&fields, mustFail: result != nil) : try decryption(&fields, mustFail: result != nil)
    }

    private func decryption(_ fields: inout CaseFields, mustFail: Bool) throws(VectorError) -> Trial {
        var controls = try FileTestControls(&fields)
        let key = try FileTestPublicKey(try FileTestKeyFile.key("the key", &fields))
        guard key.signatureAlgorithm == "rsa", key.isPrivate else {
            return .skip("Arca has no decryption by \(key.name)")
        }
        var inputs = key.inputs
        inputs["ct"] = .bytes(try fields.quotedOrHex("Input"))
        let mode = controls.take("rsa_padding_mode") ?? "pkcs1"
        guard ["pkcs1", "oaep"].contains(mode) else {
            return .skip("Arca has no RSA decryption of the padding \(mode)")
        }
        if mode == "oaep" {
            let hash = CAVPSubject.hash(controls.take("rsa_oaep_md") ?? "sha1")
            inputs["hash"] = .text(hash)
            inputs["mgf"] = .text("mgf1")
            inputs["mgfHash"] = .text(controls.take("rsa_mgf1_md").map { CAVPSubject.hash($0) } ?? hash)
            inputs["label"] = .bytes(try controls.takeBytes("rsa_oaep_label") ?? [])
        }
        if !controls.left.isEmpty { return .skip("the control \(controls.left.joined(separator: ", "))") }
        let question = Question("decrypt-with-key", mode == "oaep" ? "rsa-oaep" : "rsa-pkcs1-encryption", inputs)
        guard !mustFail else {
            // A library may also give a random message, so as not to tell an attacker that the padding is wrong.
            guard mode == "pkcs1", fields.has("Output") else {
                fields.passOver("Output", because: "nothing comes out")
                return .steps([.init(question, .refusal)])
            }
            let forged = VectorValue.bytes(try fields.quotedOrHex("Output"))
            return .steps([.init(question, .notOutputs(["msg": forged]))])
        }
        return .steps([.init(question, .outputs(["msg": .bytes(try fields.quotedOrHex("Output"))]))])
    }

    private func agreement(_ fields: inout CaseFields, mustFail: Bool) throws(VectorError) -> Trial {
        guard !fields.has("Ctrl") else { return .skip("key agreement with controls") }
        fields.passOver("PeerKey", because: "the name of the other's key")
        guard fields.has("the peer's key") else { return .skip("a peer's key that the file has not") }
        let own = try FileTestKeyFile.key("the key", &fields)
        let peer = try FileTestKeyFile.key("the peer's key", &fields)
        let isRaw = !own.algorithm.isEmpty
        guard isRaw == !peer.algorithm.isEmpty else { return .skip("a raw key with one in a file") }
        let algorithm = isRaw ? own.algorithm : try FileTestPublicKey(own).name.lowercased()
        guard ["x25519", "x448"].contains(algorithm) else { return .skip("Arca has no key agreement by \(algorithm)") }
        let question = Question(
            "agree", algorithm,
            ["encoding": .text(isRaw ? "raw" : "pem"), "private": own.value, "public": peer.value])
        guard !mustFail else {
            fields.passOver("SharedSecret", because: "nothing comes out")
            return .steps([.init(question, .refusal)])
        }
        return .steps([.init(question, .outputs(["shared": .bytes(try fields.bytes("SharedSecret"))]))])
    }
}
