internal import ArcaCore

/// RSA decryption: `RsaesOaepDecrypt` and `RsaesPkcs1Decrypt`.
///
/// Invalid cases of PKCS#1 v1.5 hold a message that a careless program would give. Arca gives another one, derived from
/// key and ciphertext, so that a padding oracle has nothing to see; the checker compares contents.
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
            // With SHAKE the mask is SHAKE's own output: RFC 8702, section 2.2.
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

/// Edwards-curve signatures: `EddsaVerify`.
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
        var files = WycheproofKeyFiles()
        try files.read(
            ["publicKeyDer", "publicKeyPem", "publicKeyJwk"], "read-public-key", ["point": point], of: &fields)
        if let seed = key["sk"].ifPresent {  // version 0.8 alone
            try files.read(["privateKeyJwk"], "read-private-key", ["seed": .bytes(try seed.hex)], of: &fields)
        }
        let inputs: NamedValues = [
            "point": point, "publicKey": try fields.value("publicKeyDer"), "msg": try fields.value("msg"),
            "sig": try fields.value("sig"),
        ]
        return files.plan(.init(Request("verify", algorithm, inputs), validity.expectation([:])))
    }
}

/// Key agreement over Montgomery curves: `XdhComp` with raw keys, and the same in DER, PEM and JWK.
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
        return .step("agree", algorithm, inputs, validity.expectation(["shared": try fields.value("shared")]))
    }
}

/// The RSA key of a group: its numbers, and the files that hold the same key.
struct WycheproofRSAKey {
    /// The names of a key's numbers, Wycheproof's and those of RFC 7517.
    private static let names = [
        ("modulus", "n"), ("publicExponent", "e"), ("privateExponent", "d"), ("prime1", "p"), ("prime2", "q"),
        ("exponent1", "dp"), ("exponent2", "dq"), ("coefficient", "qi"),
    ]

    /// The numbers by their names in RFC 7517, and the DER file as `publicKey` or `privateKey`.
    var inputs: NamedValues
    /// The steps that read the files.
    private(set) var files = WycheproofKeyFiles()

    /// Reads a public key.
    init(publicIn fields: inout CaseFields) throws {
        inputs = try Self.numbers("publicKey", ["modulus", "publicExponent"], &fields)
        try files.read(
            ["publicKeyAsn", "publicKeyDer", "publicKeyPem", "publicKeyJwk", "keyJwk"], "read-public-key", inputs,
            of: &fields)
        inputs["publicKey"] = try fields.value("publicKeyDer")
        fields.passOver("keySize", because: "the length of the modulus")
    }

    /// Reads a private key.
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
            // Version 0.8: the numbers stand in the group, by their short names.
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

    /// A number without leading zeros, which the files have where the highest bit is set.
    private static func number(_ field: JSONField) throws -> VectorValue {
        .bytes(Array(try field.hex.drop { $0 == 0 }))
    }
}

/// The forms in which a group holds its key besides the plain numbers: each must read as the same key.
struct WycheproofKeyFiles {
    private var steps: [TestPlan.Step] = []

    /// Reads the key files of these names, as far as the group has them.
    ///
    /// `values` is what each must hold, the same in every case, whatever the case's validity.
    mutating func read(
        _ names: [String], _ operation: String, _ values: NamedValues, of fields: inout CaseFields
    ) throws {
        for name in names {
            guard let field = fields.ifPresent(name) else { continue }
            let file: [UInt8]
            switch field.content {
            // Hexadecimal digits of DER, but for PEM, which has other characters too.
            case .text(let text) where text.utf8.first != UInt8(ascii: "-"): file = try fields.bytes(name)
            default: file = Array(field.text.utf8)
            }
            steps.append(.init(Request(operation, "", ["file": .bytes(file)]), .outputs(values), isOptional: true))
        }
    }

    /// The steps that read the keys, and the case's own.
    func plan(_ step: TestPlan.Step) -> TestPlan { .steps(steps + [step]) }
}
