internal import ArcaCrypto

/// Signatures of `evp_test` by RSA, Ed25519 and Ed448: of messages, and by RSA of digests that were computed before.
struct FileTestSignature: VectorFamily {
    let name = "signatures"
    private let type: String
    private let hash: String

    init?(_ kind: VectorKind) {
        guard kind.format == FileTestFormat.name,
            ["Sign", "Verify", "DigestSign", "DigestVerify", "OneShotDigestSign", "OneShotDigestVerify"]
                .contains(kind.type)
        else { return nil }
        type = kind.type
        hash = kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("Key", "Reason", "Securitycheck", because: "the key's name, and what concerns OpenSSL's builds")
        var controls = try FileTestControls(&fields)
        let result = fields.ifPresent("Result")?.text
        if let result, result != "VERIFY_ERROR" { return .skip("\(result): an error of OpenSSL's interface") }
        guard fields.has("the key") else { return .skip("a key that the file has not") }
        let key = try FileTestPublicKey(try FileTestKeyFile.key("the key", &fields))
        guard let algorithm = key.signatureAlgorithm else { return .skip("Arca has no signatures by \(key.name)") }
        var message = try fields.quotedOrHex("Input")
        var number = 2
        while fields.has("Input \(number)") {
            message += try fields.quotedOrHex("Input \(number)")
            number += 1
        }
        let signature = VectorValue.bytes(try fields.quotedOrHex("Output"))
        var inputs = key.inputs
        var question = algorithm
        var isRepeatable = true
        inputs["msg"] = .bytes(message)
        if algorithm == "rsa" {
            switch try padding(&controls) {
            case .failure(let reason): return .skip(reason.text)
            case .success(let padding):
                question = padding.algorithm
                for element in padding.inputs.elements { inputs[element.name] = element.value }
                isRepeatable = padding.isRepeatable
            }
            if ["Sign", "Verify"].contains(type) {
                inputs["msg"] = nil
                inputs["digest"] = .bytes(message)
            }
        }
        if !controls.left.isEmpty { return .skip("the control \(controls.left.joined(separator: ", "))") }
        var verifying = inputs
        verifying["sig"] = signature
        var steps: [Trial.Step] = [
            .init(Question("verify", question, verifying), result == nil ? .outputs([:]) : .refusal)
        ]
        if type.hasSuffix("Sign"), isRepeatable {
            guard result == nil, key.isPrivate else { return .skip("a signature that cannot be made again") }
            steps.append(.init(Question("sign", question, inputs), .outputs(["sig": signature])))
        }
        return .steps(steps)
    }

    /// Why a padding is not Arca's.
    private struct Reason: Error { let text: String }

    /// A padding's algorithm and inputs, and whether it gives the same signature each time.
    private struct Padding {
        let algorithm: String
        let inputs: NamedValues
        let isRepeatable: Bool
    }

    private func padding(_ controls: inout FileTestControls) throws(VectorError) -> Result<Padding, Reason> {
        let mode = controls.take("rsa_padding_mode") ?? "pkcs1"
        // PSS has SHA-1 where nothing is said.
        let given = controls.take("digest") ?? (mode == "pss" ? "sha1" : nil)
        let isOfDigest = ["Sign", "Verify"].contains(type)
        guard let word = isOfDigest ? given : hash else {
            return .failure(Reason(text: "signatures of bare bytes without a digest's name"))
        }
        let hash = CAVPSubject.hash(word)
        guard let function = try? HashOperation.function(hash) else {
            return .failure(Reason(text: "Arca has no hash function \(hash)"))
        }
        switch mode {
        case "pkcs1":
            return .success(Padding(algorithm: "rsa-pkcs1", inputs: ["hash": .text(hash)], isRepeatable: true))
        case "pss":
            let mask = controls.take("rsa_mgf1_md").map { CAVPSubject.hash($0) } ?? hash
            let length = controls.take("rsa_pss_saltlen") ?? "auto"
            // Where OpenSSL finds the length out, its files have salts as long as the digest.
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
