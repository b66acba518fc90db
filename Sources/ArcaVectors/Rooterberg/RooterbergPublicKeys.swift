internal import ArcaCrypto

/// X25519 and X448 key agreement: `Xdh` with raw keys.
struct RooterbergXDH: VectorFamily {
    let name = "xdh"
    let algorithm: String

    init?(_ primitive: String) {
        guard ["x25519", "x448"].contains(primitive.lowercased()) else { return nil }
        algorithm = primitive.lowercased()
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        let shared = try fields.bytes("shared")
        let encoding = fields.has("encoding") ? try fields.text("encoding") : "RAW"
        let inputs: NamedValues
        switch encoding {
        case "RAW":
            inputs = [
                "encoding": .text("raw"), "private": try fields.value("privateKey"),
                "public": try fields.value("publicKey"),
            ]
        default: return .skip("keys of \(algorithm) in \(encoding) as Rooterberg has them")
        }
        // RFC 7748 allows, but does not require, rejecting an all-zero shared secret.
        let isZero = shared.allSatisfy { $0 == 0 }
        return .step(
            "agree", algorithm, inputs: inputs,
            expected: (validity == .valid && isZero ? .acceptable : validity).expectation(["shared": .bytes(shared)]))
    }
}

/// ECDH key agreement: `Ecdh` with points.
struct RooterbergECDH: VectorFamily {
    let name = "ecdh"

    init?(_ primitive: String) {
        guard primitive.lowercased() == "ecdh" else { return nil }
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        let curve = try fields.text("curve")
        guard EllipticCurve(vectorName: curve) != nil else { return .skip("Arca has no curve \(curve)") }
        let encoding = try fields.text("encoding")
        let names = ["UNCOMPRESSED": "publicKeyUncompressed", "COMPRESSED": "publicKeyCompressed"]
        guard let point = names[encoding] else { return .skip("keys of ECDH in \(encoding) as Rooterberg has them") }
        let inputs: NamedValues = [
            "curve": .text(curve), "encoding": .text("point"),
            "private": try fields.value("privateKeyFixedLength"), "public": try fields.value(point),
        ]
        return .step(
            "agree", name, inputs: inputs, expected: validity.expectation(["shared": try fields.value("shared")]))
    }
}

/// ECDSA signatures: `EcdsaVerify` in DER and P1363.
struct RooterbergECDSA: VectorFamily {
    let name = "ecdsa"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("signature_generation", because: "how the signer chose its number")
        let curve = try fields.text("curve")
        guard EllipticCurve(vectorName: curve) != nil else { return .skip("Arca has no curve \(curve)") }
        let encoding = try fields.text("encoding")
        guard let form = ["DER": "der", "P1363": "p1363"][encoding] else {
            return .skip("signatures of ECDSA in the form \(encoding)")
        }
        guard try !fields.has("normalize") || !fields.bool("normalize") else {
            return .skip("signatures of ECDSA with s made small by the verifier")
        }
        let hash = try fields.hash("sha")
        guard (try? HashOperation.function(hash)) != nil else { return .skip("Arca has no hash function \(hash)") }
        func request(_ point: VectorValue, _ fields: inout CaseFields) throws -> Request {
            Request(
                "verify", name,
                [
                    "curve": .text(curve), "point": point, "hash": .text(hash), "form": .text(form),
                    "msg": try fields.value("msg"), "sig": try fields.value("sig"),
                ])
        }
        var steps = [
            TestPlan.Step(
                try request(try fields.value("publicKeyUncompressed"), &fields), validity.expectation([:]))
        ]
        if fields.has("publicKeyCompressed") {
            let compressed = try fields.value("publicKeyCompressed")
            steps.append(
                .init(try request(compressed, &fields), validity.expectation([:]), isOptional: true))
        }
        return .steps(steps)
    }
}

/// EdDSA signatures: `EddsaVerify` and `EddsaSign`, without prehashing.
struct RooterbergEdDSA: VectorFamily {
    let name = "eddsa"
    let isGenerated: Bool

    init?(isGenerated: Bool, _ primitive: String) {
        // Only variants such as Ed25519ph have their own primitive name.
        guard ["eddsa", "ed25519", "ed448"].contains(primitive.lowercased()) else { return nil }
        self.isGenerated = isGenerated
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        let curve = try fields.text("curve")
        guard let algorithm = ["edwards25519": "ed25519", "edwards448": "ed448"][curve] else {
            return .skip("Arca has no signatures over \(curve)")
        }
        guard try !fields.has("cofactored") || !fields.bool("cofactored") else {
            return .skip("signatures verified with the cofactor")
        }
        for name in ["hash", "sha", "prehash", "ph", "ctx", "context"] where fields.has(name) {
            return .skip("\(algorithm) with \(name)")
        }
        let (message, signature) = (try fields.value("msg"), try fields.value("sig"))
        if isGenerated {
            let inputs: NamedValues = ["seed": try fields.value("privateKey"), "msg": message]
            return .step("sign", algorithm, inputs: inputs, expected: validity.expectation(["sig": signature]))
        }
        let inputs: NamedValues = ["point": try fields.value("publicKey"), "msg": message, "sig": signature]
        return .step("verify", algorithm, inputs: inputs, expected: validity.expectation([:]))
    }
}

/// RSA signatures: `RsaPkcs1Verify` and `RsaPssVerify`.
struct RooterbergRSA: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("size", "encoding", "publicKey", because: "the SPKI has the same key")
        // `publicKeyPkcs8` is an older name of the same field.
        let spki = fields.first(of: "publicKeySpki", "publicKeyPkcs8")
        guard fields.has(spki) else { return .skip("RSA keys without SubjectPublicKeyInfo") }
        let hash = try fields.hash("sha")
        guard (try? HashOperation.function(hash)) != nil else { return .skip("Arca has no hash function \(hash)") }
        var inputs: NamedValues = ["publicKey": try fields.value(spki), "hash": .text(hash)]
        if name == "rsa-pss" {
            let mask = try fields.text("mgf").lowercased()
            inputs["mgf"] = .text(mask)
            inputs["mgfHash"] = .text(fields.has("mgf_sha") ? try fields.hash("mgf_sha") : "")
            inputs["saltByteCount"] = .int(try fields.int("salt_len"))
        }
        inputs["msg"] = try fields.value("msg")
        inputs["sig"] = try fields.value("sig")
        return .step("verify", name, inputs: inputs, expected: validity.expectation([:]))
    }
}
