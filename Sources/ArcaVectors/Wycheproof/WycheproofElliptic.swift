internal import ArcaCore
internal import ArcaCrypto

/// ECDSA signatures: `EcdsaVerify`, `EcdsaP1363Verify`, `EcdsaBitcoinVerify`.
struct WycheproofECDSA: VectorFamily {
    let name = "ecdsa"
    let form: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        let key = try fields.json("publicKey")
        try key.allowOnly(["type", "curve", "keySize", "uncompressed", "wx", "wy"])
        let curve = try key["curve"].string
        guard EllipticCurve(vectorName: curve) != nil else { return .skip("Arca has no curve \(curve)") }
        let point = VectorValue.bytes(try key["uncompressed"].hex)
        var files = KeyFileSteps()
        try files.read(
            ["publicKeyDer", "publicKeyPem", "publicKeyJwk"], "read-public-key", ["point": point], of: &fields)
        let inputs: NamedValues = [
            "curve": .text(curve), "point": point, "publicKey": try fields.value("publicKeyDer"),
            "hash": .text(try fields.hash("sha")), "form": .text(form), "msg": try fields.value("msg"),
            "sig": try fields.value("sig"),
        ]
        return files.plan(.init(Request("verify", name, inputs), validity.expectation([:])))
    }
}

/// ECDH key agreement: `EcdhTest` with SPKI, `EcdhEcpointTest`, `EcdhPemTest`, `EcdhWebcryptoTest`.
struct WycheproofECDH: VectorFamily {
    let name = "ecdh"
    let encoding: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        fields.passOver("encoding", because: "the group's type says it")
        let curve = try fields.text("curve")
        guard EllipticCurve(vectorName: curve) != nil else { return .skip("Arca has no curve \(curve)") }
        var inputs: NamedValues = ["curve": .text(curve), "encoding": .text(encoding)]
        for name in ["private", "public"] {
            switch encoding {
            case "pem": inputs[name] = .text(try fields.text(name))
            case "jwk": inputs[name] = .text(try fields.field(name).text)
            default: inputs[name] = .bytes(try fields.evenBytes(name))
            }
        }
        return .step(
            "agree", name, inputs: inputs, expected: validity.expectation(["shared": try fields.value("shared")]),
            refusesUnsupported: validity != .valid)
    }
}
