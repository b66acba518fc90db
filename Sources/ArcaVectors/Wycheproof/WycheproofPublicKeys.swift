internal import ArcaCore

/// RSA decryption: `RsaesOaepDecrypt` and `RsaesPkcs1Decrypt`.
///
/// Invalid cases for PKCS#1 v1.5 contain the message that a vulnerable program would return. Arca returns a different
/// one, derived from key and ciphertext, to prevent padding oracles; the checker compares contents.
struct WycheproofRSAEncryption: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        let key = try WycheproofRSAKey(privateIn: &fields)
        var inputs = key.inputs
        if name == "rsa-oaep" {
            inputs["hash"] = .text(try fields.hash("sha"))
            inputs["mgf"] = .text(try fields.text("mgf").lowercased())
            inputs["mgfHash"] = .text(try fields.hash("mgfSha"))
            inputs["label"] = try fields.value("label")
        }
        inputs["ct"] = try fields.value("ct")
        let expected = validity.expectation(["msg": try fields.value("msg")])
        return key.files.plan(.init(Request("decrypt-with-key", name, inputs), expected))
    }
}

/// RSA signatures: `RsassaPkcs1Generate`, `RsassaPkcs1Verify`, `RsassaPssVerify`, `RsassaPssWithParametersVerify`.
struct WycheproofRSASignature: VectorFamily {
    let name: String
    let isGenerated: Bool

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        let key =
            isGenerated ? try WycheproofRSAKey(privateIn: &fields) : try WycheproofRSAKey(publicIn: &fields)
        var inputs = key.inputs
        inputs["hash"] = .text(try fields.hash("sha"))
        if name == "rsa-pss" {
            inputs["mgf"] = .text(try fields.text("mgf").lowercased())
            // With SHAKE, the mask is SHAKE's output (RFC 8702, section 2.2).
            inputs["mgfHash"] = .text(try fields.hash("mgfSha"))
            inputs["saltByteCount"] = .int(try fields.int("sLen"))
        }
        inputs["msg"] = try fields.value("msg")
        let signature = try fields.value("sig")
        if isGenerated {
            return key.files.plan(.init(Request("sign", name, inputs), validity.expectation(["sig": signature])))
        }
        return key.files.plan(
            .init(Request("verify", name, inputs.with("sig", signature)), validity.expectation([:])))
    }
}

/// EdDSA signatures: `EddsaVerify`.
struct WycheproofEdDSA: VectorFamily {
    let name = "eddsa"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        let key = try fields.json("publicKey")
        try key.allowOnly(["type", "curve", "keySize", "pk", "sk"])
        let curve = try key["curve"].string
        guard let algorithm = ["edwards25519": "ed25519", "edwards448": "ed448"][curve] else {
            return .skip("Arca has no signatures over \(curve)")
        }
        let point = VectorValue.bytes(try key["pk"].hex)
        var files = KeyFileSteps()
        try files.read(
            ["publicKeyDer", "publicKeyPem", "publicKeyJwk"], "read-public-key", ["point": point], of: &fields)
        if let seed = key["sk"].ifPresent {  // version 0.8 only
            try files.read(["privateKeyJwk"], "read-private-key", ["seed": .bytes(try seed.hex)], of: &fields)
        }
        let inputs: NamedValues = [
            "point": point, "publicKey": try fields.value("publicKeyDer"), "msg": try fields.value("msg"),
            "sig": try fields.value("sig"),
        ]
        return files.plan(.init(Request("verify", algorithm, inputs), validity.expectation([:])))
    }
}

/// X25519 and X448 key agreement: `XdhComp` with raw keys, and the same in DER, PEM and JWK.
struct WycheproofXDH: VectorFamily {
    let name = "xdh"
    let encoding: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        let curve = try fields.text("curve")
        guard let algorithm = ["curve25519": "x25519", "curve448": "x448"][curve] else {
            return .skip("Arca has no key agreement over \(curve)")
        }
        var inputs: NamedValues = ["encoding": .text(encoding)]
        for name in ["private", "public"] {
            switch encoding {
            case "pem": inputs[name] = .text(try fields.text(name))
            case "jwk": inputs[name] = .text(try fields.field(name).text)
            default: inputs[name] = try fields.value(name)
            }
        }
        return .step(
            "agree", algorithm, inputs: inputs, expected: validity.expectation(["shared": try fields.value("shared")]),
            refusesUnsupported: validity != .valid)
    }
}

/// The RSA key of a group: its integers and files with the same key.
struct WycheproofRSAKey {
    private static let names = [
        ("modulus", "n"), ("publicExponent", "e"), ("privateExponent", "d"), ("prime1", "p"), ("prime2", "q"),
        ("exponent1", "dp"), ("exponent2", "dq"), ("coefficient", "qi"),
    ]

    /// The integers by their names in RFC 7517, and the DER file as `publicKey` or `privateKey`.
    var inputs: NamedValues
    private(set) var files = KeyFileSteps()

    init(publicIn fields: inout CaseFields) throws {
        inputs = try Self.numbers("publicKey", ["modulus", "publicExponent"], &fields)
        try files.read(
            ["publicKeyAsn", "publicKeyDer", "publicKeyPem", "publicKeyJwk", "keyJwk"], "read-public-key", inputs,
            of: &fields)
        inputs["publicKey"] = try fields.value("publicKeyDer")
        fields.passOver("keySize", because: "the length of the modulus")
    }

    init(privateIn fields: inout CaseFields) throws {
        inputs = try Self.numbers("privateKey", Set(Self.names.map(\.0) + ["otherPrimeInfos"]), &fields)
        let publicNumbers: NamedValues = ["n": inputs["n"] ?? .bytes([]), "e": inputs["e"] ?? .bytes([])]
        try files.read(["keyAsn", "keyDer", "keyPem", "keyJwk"], "read-public-key", publicNumbers, of: &fields)
        try files.read(
            ["privateKeyPkcs8", "privateKeyPem", "privateKeyJwk"], "read-private-key",
            publicNumbers.with("d", inputs["d"]), of: &fields)
        inputs["privateKey"] = try fields.value("privateKeyPkcs8")
        fields.passOver("keySize", because: "the length of the modulus")
    }

    private static func numbers(
        _ name: String, _ members: Set<String>, _ fields: inout CaseFields
    ) throws -> NamedValues {
        var values: NamedValues = [:]
        if !fields.has(name) {
            // In version 0.8 the integers are group members with short names.
            for (theirs, ours) in names.prefix(3) where members.contains(theirs) {
                values[ours] = .bytes(Array(try fields.evenBytes(ours).drop { $0 == 0 }))
            }
            return values
        }
        let key = try fields.json(name)
        try key.allowOnly(members)
        for (theirs, ours) in names {
            if let field = key[theirs].ifPresent { values[ours] = try number(field) }
        }
        // RFC 8017, appendix A.1.2: prime, exponent and coefficient of each other prime.
        let others = try key["otherPrimeInfos"].ifPresent?.array ?? []
        guard others.count <= 16 else { throw key["otherPrimeInfos"].error("has more than 16 primes") }
        for (index, other) in others.enumerated() {
            for (place, name) in ["r", "d", "t"].enumerated() {
                values["\(name)\(index + 3)"] = try number(other[place])
            }
        }
        return values
    }

    /// An integer without the leading zero that the files add if the highest bit is set.
    private static func number(_ field: JSONField) throws -> VectorValue {
        .bytes(Array(try field.hex.drop { $0 == 0 }))
    }
}
