internal import ArcaCore

/// RSA signatures, PKCS#1 v1.5 and PSS: from `SigGen` and `SigVer`.
struct CAVPRSA: VectorFamily {
    let name: String
    let isVerifying: Bool

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver(
            "mod", "p", "q", "EM with hash moved", "EM with trailer wrong",
            because: "the modulus' length and factors, and how a forged message was encoded")
        let hash = try fields.hash("SHAAlg")
        let signature = VectorValue.bytes(try fields.evenBytes("S"))
        var inputs: NamedValues = [
            "n": .bytes(try fields.evenBytes("n")), "e": .bytes(try fields.evenBytes("e")), "hash": .text(hash),
            "msg": .bytes(try fields.evenBytes("Msg")),
        ]
        if name == "rsa-pss" {
            inputs["mgf"] = .text("mgf1")
            inputs["mgfHash"] = .text(hash)
            inputs["saltByteCount"] = .int(try saltByteCount(&fields))
        } else {
            fields.passOver("SaltVal", "Salt len", because: "PKCS#1 v1.5 has no salt")
        }
        if isVerifying {
            fields.passOver("d", because: "the private exponent, which verifying has no use for")
            guard try fields.cavpPasses() else {
                return .step("verify", name, inputs: inputs.with("sig", signature), expected: .refusal)
            }
        }
        let exponent = isVerifying || !fields.has("d") ? nil : VectorValue.bytes(try fields.evenBytes("d"))
        // The salt cannot be chosen, so only PKCS#1 v1.5 signatures are reproducible.
        let signing = name == "rsa-pkcs1" ? exponent.map { inputs.with("d", $0) } : nil
        return .signature(name, verifying: inputs, signing: signing, signature)
    }

    /// The salt length, from the salt (`00` means none) or from the file's comment.
    private func saltByteCount(_ fields: inout CaseFields) throws -> Int {
        guard fields.has("SaltVal") else { return try fields.int("Salt len") }
        fields.passOver("Salt len", because: "the length of the salt that is given")
        let salt = try fields.bytes("SaltVal")
        return salt == [0] ? 0 : salt.count
    }
}

/// RSA with the numbers of a private key in separate fields: the PKCS #1 examples and others in CAVP layout.
struct CAVPRSAExample: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        if fields.has("RSAPadding") { return try labeled(&fields) }
        fields.passOver(
            "p", "q", "Seed", because: "the modulus' factors, and randomness that is not taken from outside")
        var inputs: NamedValues = [:]
        for name in ["n", "e", "d"] { inputs[name] = .bytes(try fields.evenBytes(name)) }
        let message = try fields.value("Msg")
        guard !fields.has("CT") else {
            if name == "rsa-oaep" {
                inputs["hash"] = .text(try fields.hash("hash"))
                inputs["mgf"] = .text("mgf1")
                inputs["mgfHash"] = .text(try fields.hash("mgf"))
                inputs["label"] = .bytes([])
            }
            inputs["ct"] = try fields.value("CT")
            return .step("decrypt-with-key", name, inputs: inputs, expected: .outputs(["msg": message]))
        }
        // The PKCS #1 examples all use SHA-1.
        inputs["hash"] = .text("sha1")
        inputs["msg"] = message
        let signature = try fields.value("S")
        if name == "rsa-pss" {
            inputs["mgf"] = .text("mgf1")
            inputs["mgfHash"] = .text("sha1")
            inputs["saltByteCount"] = .int(try fields.bytes("SaltVal").count)
        }
        return .signature(name, verifying: inputs, signing: name == "rsa-pkcs1" ? inputs : nil, signature)
    }

    private func labeled(_ fields: inout CaseFields) throws -> TestPlan {
        let padding = try fields.text("RSAPadding")
        guard padding == "OAEP" else {
            throw VectorError(.invalidField, at: "RSAPadding", "unknown padding \(padding)")
        }
        let hash = VectorValue.text(try fields.hash("OAEPDigest"))
        let inputs: NamedValues = [
            "privateKey": try fields.value("KEY"), "hash": hash, "mgf": .text("mgf1"), "mgfHash": hash,
            "label": try fields.value("OAEPLabel"), "ct": try fields.value("Input"),
        ]
        let message = VectorValue.bytes(try fields.quotedOrHex("Output"))
        return .step("decrypt-with-key", name, inputs: inputs, expected: .outputs(["msg": message]))
    }
}

struct CAVPEdwards: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        guard !fields.has("CONTEXT") else { return .skip("signatures with a context") }
        let message = try fields.value("MESSAGE")
        return .signature(
            name, verifying: ["point": try fields.value("PUBLIC"), "msg": message],
            signing: ["seed": try fields.value("SECRET"), "msg": message], try fields.value("SIGNATURE"))
    }
}

struct CAVPAgreement: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let inputs: NamedValues = [
            "encoding": .text("raw"), "private": try fields.value("INPUT_SCALAR"),
            "public": try fields.value("INPUT_U"),
        ]
        return .step("agree", name, inputs: inputs, expected: .outputs(["shared": try fields.value("OUTPUT_U")]))
    }
}

/// ML-KEM in CAVP layout: `kat_MLKEM_768.rsp` with keys, a ciphertext, and an invalid ciphertext.
struct CAVPMLKEM: VectorFamily {
    let name = "ml-kem"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("seed", because: "what the generator drew d, z and the message from")
        let seed = VectorValue.bytes(try fields.bytes("d") + fields.bytes("z"))
        let expanded = try fields.bytes("sk")
        let kem = try MLKEMNames.name(privateKeyByteCount: expanded.count)
        let privateKey = VectorValue.bytes(expanded)
        let publicKey = try fields.value("pk")
        let (ciphertext, secret) = (try fields.value("ct"), try fields.value("ss"))
        var steps: [TestPlan.Step] = [
            .publicKey(kem, of: seed, publicKey), .expansion(kem, of: seed, privateKey),
            .encapsulation(
                kem, to: publicKey, random: try fields.value("msg"), .encapsulated(ciphertext, secret)),
            .decapsulation(kem, ["seed": seed], ciphertext: ciphertext, expected: .secret(secret)),
        ]
        if fields.has("ct_n") {
            let (random, rejected) = (try fields.value("ct_n"), try fields.value("ss_n"))
            steps.append(.decapsulation(kem, ["seed": seed], ciphertext: random, expected: .secret(rejected)))
            steps.append(.decapsulation(kem, ["dk": privateKey], ciphertext: random, expected: .secret(rejected)))
        }
        return .steps(steps)
    }
}

/// ML-DSA in CAVP layout: `kat_MLDSA_65_det_pure.rsp` with keys and deterministic signatures, followed by the message.
struct CAVPMLDSA: VectorFamily {
    let name = "ml-dsa"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("seed", "mlen", "smlen", because: "what the generator drew from, and lengths")
        let (seed, point) = (try fields.value("xi"), try fields.bytes("pk"))
        let algorithm = try MLDSANames.name(publicKeyByteCount: point.count)
        let (message, signed, expanded) = (try fields.bytes("msg"), try fields.bytes("sm"), try fields.value("sk"))
        guard signed.count >= message.count, signed.suffix(message.count).elementsEqual(message) else {
            throw VectorError(.invalidField, at: "sm", "sm does not end with the message")
        }
        let inputs: NamedValues = ["msg": .bytes(message), "context": try fields.value("ctx")]
        let signature = VectorValue.bytes(signed.dropLast(message.count))
        let result = TestPlan.Expectation.outputs(["sig": signature])
        return .steps([
            .mldsaPublicKey(algorithm, of: ["seed": seed], .bytes(point)),
            .mldsaExpansion(algorithm, of: seed, expanded),
            .init(Request("sign", algorithm, inputs.with("seed", seed)), result),
            .init(Request("sign", algorithm, inputs.with("expanded", expanded)), result, isOptional: true),
            .init(
                Request("verify", algorithm, inputs.with("point", .bytes(point)).with("sig", signature)), .outputs([:])),
        ])
    }
}
