internal import ArcaCrypto

/// Signatures of `evp_test` with RSA, Ed25519 and Ed448: over messages and, for RSA, precomputed digests.
struct FileTestSignature: VectorFamily {
    let name = "signatures"
    let type: String
    let hash: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("Key", "Reason", "Securitycheck", because: "the key's name, and what concerns OpenSSL's builds")
        var controls = try FileTestControls(&fields)
        let result = fields.ifPresent("Result")?.text
        if let result, result != "VERIFY_ERROR" { return .skip("\(result): an error of OpenSSL's interface") }
        guard fields.has("the key") else { return .skip("a key that the file does not have") }
        let key = FileTestPublicKey(try FileTestKeyFile.key("the key", &fields))
        guard var algorithm = key.signatureAlgorithm else { return .skip("Arca has no signatures by \(key.name)") }
        var message = try fields.quotedOrHex("Input")
        var number = 2
        while fields.has("Input \(number)") {
            message += try fields.quotedOrHex("Input \(number)")
            number += 1
        }
        let signature = VectorValue.bytes(try fields.quotedOrHex("Output"))
        var inputs = key.inputs
        var isRepeatable = true
        inputs["msg"] = .bytes(message)
        if algorithm == "rsa" {
            switch try padding(&controls) {
            case .failure(let reason): return .skip(reason.text)
            case .success(let padding):
                algorithm = padding.algorithm
                for element in padding.inputs.elements { inputs[element.name] = element.value }
                isRepeatable = padding.isRepeatable
            }
            if ["Sign", "Verify"].contains(type) {
                inputs["msg"] = nil
                inputs["digest"] = .bytes(message)
            }
        }
        if !controls.left.isEmpty { return .skip("the control \(controls.left.joined(separator: ", "))") }
        let isMade = type.hasSuffix("Sign") && isRepeatable
        guard result == nil else {
            guard !isMade else { return .skip("a signature that cannot be made again") }
            return .step("verify", algorithm, inputs: inputs.with("sig", signature), expected: .refusal)
        }
        guard !isMade || key.isPrivate else { return .skip("a signature that cannot be made again") }
        return .signature(algorithm, verifying: inputs, signing: isMade ? inputs : nil, signature)
    }

    private struct Reason: Error { let text: String }

    /// The algorithm and inputs of a padding, and whether its signatures are deterministic.
    private struct Padding {
        let algorithm: String
        let inputs: NamedValues
        let isRepeatable: Bool
    }

    private func padding(_ controls: inout FileTestControls) throws(VectorError) -> Result<Padding, Reason> {
        let mode = controls.take("rsa_padding_mode") ?? "pkcs1"
        // The default for PSS is SHA-1.
        let given = controls.take("digest") ?? (mode == "pss" ? "sha1" : nil)
        let isOfDigest = ["Sign", "Verify"].contains(type)
        guard let word = isOfDigest ? given : hash else {
            return .failure(Reason(text: "signatures of bare bytes without a digest's name"))
        }
        let hash = HashName.arca(word)
        guard let function = try? HashOperation.function(hash) else {
            return .failure(Reason(text: "Arca has no hash function \(hash)"))
        }
        switch mode {
        case "pkcs1":
            return .success(Padding(algorithm: "rsa-pkcs1", inputs: ["hash": .text(hash)], isRepeatable: true))
        case "pss":
            let mask = controls.take("rsa_mgf1_md").map { HashName.arca($0) } ?? hash
            let length = controls.take("rsa_pss_saltlen") ?? "auto"
            // If OpenSSL determines the length itself, salts in its files are as long as the digest.
            guard let count = Int(length) ?? (["auto", "digest"].contains(length) ? function.digestByteCount : nil)
            else { return .failure(Reason(text: "salts of the length \(length)")) }
            let inputs: NamedValues = [
                "hash": .text(hash), "mgf": .text("mgf1"), "mgfHash": .text(mask), "saltByteCount": .int(count),
            ]
            return .success(Padding(algorithm: "rsa-pss", inputs: inputs, isRepeatable: count == 0))
        default: return .failure(Reason(text: "Arca has no RSA signatures of the padding \(mode)"))
        }
    }
}

struct FileTestDecryption: VectorFamily {
    let name = "rsa-encryption"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let (reason, mustFail) = fields.keyOperationFails()
        if let reason { return .skip(reason) }
        var controls = try FileTestControls(&fields)
        let key = FileTestPublicKey(try FileTestKeyFile.key("the key", &fields))
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
            let hash = HashName.arca(controls.take("rsa_oaep_md") ?? "sha1")
            inputs["hash"] = .text(hash)
            inputs["mgf"] = .text("mgf1")
            inputs["mgfHash"] = .text(controls.take("rsa_mgf1_md").map { HashName.arca($0) } ?? hash)
            inputs["label"] = .bytes(try controls.takeBytes("rsa_oaep_label") ?? [])
        }
        if !controls.left.isEmpty { return .skip("the control \(controls.left.joined(separator: ", "))") }
        let expected: TestPlan.Expectation
        if !mustFail {
            expected = .outputs(["msg": .bytes(try fields.quotedOrHex("Output"))])
        } else if mode == "pkcs1", fields.has("Output") {
            // With implicit rejection, a library may return a random message to hide that the padding is wrong.
            expected = .notOutputs(["msg": .bytes(try fields.quotedOrHex("Output"))])
        } else {
            fields.passOver("Output", because: "nothing comes out")
            expected = .refusal
        }
        return .step(
            "decrypt-with-key", mode == "oaep" ? "rsa-oaep" : "rsa-pkcs1-encryption", inputs: inputs, expected: expected
        )
    }
}

struct FileTestAgreement: VectorFamily {
    let name = "key-agreement"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let (reason, mustFail) = fields.keyOperationFails()
        if let reason { return .skip(reason) }
        guard !fields.has("Ctrl") else { return .skip("key agreement with controls") }
        fields.passOver("PeerKey", because: "the name of the other's key")
        guard fields.has("the peer's key") else { return .skip("a peer's key that the file does not have") }
        let own = try FileTestKeyFile.key("the key", &fields)
        let peer = try FileTestKeyFile.key("the peer's key", &fields)
        let isRaw = !own.algorithm.isEmpty
        guard isRaw == !peer.algorithm.isEmpty else { return .skip("a raw key with one in a file") }
        let algorithm = isRaw ? own.algorithm : FileTestPublicKey(own).name.lowercased()
        guard ["x25519", "x448"].contains(algorithm) else { return .skip("Arca has no key agreement by \(algorithm)") }
        if mustFail { fields.passOver("SharedSecret", because: "nothing comes out") }
        return .step(
            "agree", algorithm,
            inputs: ["encoding": .text(isRaw ? "raw" : "pem"), "private": own.value, "public": peer.value],
            expected: mustFail ? .refusal : .outputs(["shared": try fields.value("SharedSecret")]))
    }
}

extension CaseFields {
    /// The reason to skip a stanza about a key, or whether its operation must fail.
    fileprivate mutating func keyOperationFails() -> (reasonToSkip: String?, mustFail: Bool) {
        passOver("Reason", "Securitycheck", because: "what concerns OpenSSL's own builds")
        let result = ifPresent("Result")?.text
        if let result, !["KEYOP_ERROR", "DERIVE_ERROR"].contains(result) {
            return ("\(result): an error of OpenSSL's interface", true)
        }
        return (has("the key") ? nil : "a key that the file does not have", result != nil)
    }
}
