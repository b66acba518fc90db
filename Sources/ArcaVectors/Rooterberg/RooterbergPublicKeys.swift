internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// X25519 and X448 key agreement: `Xdh` with keys as bytes, DER and PEM.
struct RooterbergXDH: VectorFamily {
    let name = "xdh"
    let algorithm: String

    init?(_ primitive: String) {
        guard ["x25519", "x448"].contains(primitive.lowercased()) else { return nil }
        algorithm = primitive.lowercased()
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        fields.passOver("curve", because: "the primitive says it")
        let shared = try fields.bytes("shared")
        let inputs = try RooterbergAgreementKeys.inputs(&fields, raw: "publicKey")
        // RFC 7748 allows, but does not require, rejecting an all-zero shared secret.
        let isZero = shared.allSatisfy { $0 == 0 }
        return .step(
            "agree", algorithm, inputs: inputs,
            expected: (validity == .valid && isZero ? .acceptable : validity).expectation(["shared": .bytes(shared)]),
            refusesUnsupported: validity == .invalid)
    }
}

/// ECDH key agreement: `Ecdh` with points, DER, PEM and JWK.
struct RooterbergECDH: VectorFamily {
    let name = "ecdh"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        let curve = try fields.text("curve")
        guard EllipticCurve(vectorName: curve)?.isAvailable ?? false else { return .skip("Arca has no curve \(curve)") }
        var inputs = try RooterbergAgreementKeys.inputs(
            &fields, raw: fields.first(of: "publicKeyUncompressed", "publicKeyCompressed"))
        inputs["curve"] = .text(curve)
        return .step(
            "agree", name, inputs: inputs, expected: validity.expectation(["shared": try fields.value("shared")]),
            refusesUnsupported: validity == .invalid)
    }
}

/// The two keys of a key agreement, in the encoding of the file.
private enum RooterbergAgreementKeys {
    static func inputs(_ fields: inout CaseFields, raw: String) throws -> NamedValues {
        let encoding = fields.has("encoding") ? try fields.text("encoding") : "RAW"
        switch encoding {
        case "DER":
            return [
                "encoding": .text("files"), "private": try fields.value("privateKeyPkcs8"),
                "public": try fields.value("publicKeySpki"),
            ]
        case "PEM":
            return [
                "encoding": .text("pem"), "private": .text(try fields.text("privateKeyPem")),
                "public": .text(try fields.text("publicKeyPem")),
            ]
        case "JWK":
            return [
                "encoding": .text("jwk"), "private": .text(try fields.field("privateKeyJwk").text),
                "public": .text(try fields.field("publicKeyJwk").text),
            ]
        case "RAW", "COMPRESSED", "UNCOMPRESSED":
            // `privateKeyFixedLength` is an older name.
            let privateKey = fields.first(of: "privateKey", "privateKeyFixedLength")
            return [
                "encoding": .text(encoding == "RAW" ? "raw" : "point"),
                "private": .bytes(try fields.evenBytes(privateKey)), "public": try fields.value(raw),
            ]
        default: throw VectorError(.invalidField, at: "encoding", "keys of a key agreement in \(encoding)")
        }
    }
}

/// ECDSA signatures: `EcdsaVerify` and `EcdsaSign`.
struct RooterbergECDSA: VectorFamily {
    let name = "ecdsa"
    let isGenerated: Bool

    /// The forms of a signature; the keys of `JWK` are JSON Web Keys, whose signatures have the form of JOSE.
    private static let forms = [
        "DER": "der", "P1363": "p1363", "JWK": "p1363", "SSH": "ssh", "BITCOIN": "low-s", "RAW": "recoverable",
    ]

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        let generation = fields.first(of: "signatureGeneration", "signature_generation")
        if isGenerated {
            let method = try fields.text(generation)
            guard method == "Rfc6979" else { return .skip("Arca has no ECDSA signatures by \(method)") }
        }
        fields.passOver(generation, because: "how the signer chose its number")
        let curve = try fields.text("curve")
        guard let group = EllipticCurve(vectorName: curve), group.isAvailable else {
            return .skip("Arca has no curve \(curve)")
        }
        let encoding = try fields.text("encoding")
        guard let form = Self.forms[encoding] else {
            return .skip("Arca has no ECDSA signatures in the form \(encoding)")
        }
        let hash = try fields.hash("sha")
        guard HashOperation.isKnown(hash) else { return .skip("Arca has no hash function \(hash)") }
        var inputs: NamedValues = [
            "curve": .text(curve), "hash": .text(hash), "form": .text(form), "msg": try fields.value("msg"),
        ]
        if try fields.has("normalize") && fields.bool("normalize") { inputs["lowS"] = .int(1) }
        var files = KeyFileSteps(validity)
        if isGenerated {
            let scalar = try fields.evenBytes("privateKey").drop { $0 == 0 }
            let padded = [UInt8](repeating: 0, count: max(0, group.orderByteCount - scalar.count)) + scalar
            try files.read(
                ["privateKeyPkcs8", "privateKeyPem"], "read-private-key", ["seed": .bytes(padded)], of: &fields)
            inputs["private"] = .bytes(padded)
            return files.plan(
                .init(Request("sign", name, inputs), validity.expectation(["sig": try fields.value("sig")])))
        }
        if fields.has("publicKeyUncompressed") {
            let point = try fields.value("publicKeyUncompressed")
            if fields.has("publicKeyCompressed") {
                files.read(point: try fields.bytes("publicKeyCompressed"), curve: curve, ["point": point])
            }
            try files.read(
                ["publicKeySpki", "publicKeyPem", "publicKeyJwk"], "read-public-key", ["point": point], of: &fields)
            inputs["point"] = point
        } else {
            inputs["publicKey"] = .text(try fields.field("publicKeyJwk").text)
        }
        guard try readSignature(&fields, &inputs, group) else {
            // A number that no encoding of the curve can hold is never valid.
            guard validity == .invalid else { throw VectorError(.invalidField, at: "sig", "sig is not a signature") }
            return files.plan(
                .init(Request("read-public-key", "", ["curve": .text(curve), "point": .bytes([])]), .refusal))
        }
        return files.plan(.init(Request("verify", name, inputs), validity.expectation([:])))
    }

    /// Reads the bytes of a signature, or the numbers r and s and the number of the public key.
    private func readSignature(
        _ fields: inout CaseFields, _ inputs: inout NamedValues, _ curve: EllipticCurve
    ) throws -> Bool {
        let signature = try fields.json("sig")
        guard signature.value?.object != nil else {
            inputs["sig"] = try fields.value("sig")
            return true
        }
        var bytes: [UInt8] = []
        for name in ["r", "s"] {
            guard let number = try Self.number(signature[name]), number.count <= curve.orderByteCount else {
                return false
            }
            bytes += [UInt8](repeating: 0, count: curve.orderByteCount - number.count) + number
        }
        inputs["sig"] = .bytes(bytes)
        // The identifier is the only other member.
        let others = try signature.members.filter { $0.name != "r" && $0.name != "s" }
        guard others.count <= 1 else { throw signature.error("has other members than r, s and an identifier") }
        if let other = others.first {
            guard let number = try Self.number(other.field), number.count <= 4 else { return false }
            inputs["recoveryID"] = .int(number.reduce(0) { $0 << 8 | Int($1) })
        } else {
            inputs["form"] = .text("p1363")
        }
        return true
    }

    /// A number in hexadecimal digits or JSON, without leading zeros; nil for a negative one.
    private static func number(_ field: JSONField) throws -> [UInt8]? {
        guard let text = field.value?.string else {
            let value = try field.int
            guard value >= 0 else { return nil }
            return Array((0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }.drop { $0 == 0 })
        }
        guard !text.hasPrefix("-") else { return nil }
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        return Array(
            try CaseFields.bytes(ofHex: (digits.utf8.count % 2 == 1 ? "0" : "") + digits, "sig").drop { $0 == 0 })
    }
}

/// EdDSA signatures: `EddsaVerify` and `EddsaSign`, without prehashing.
struct RooterbergEdDSA: VectorFamily {
    let name = "eddsa"
    let isGenerated: Bool

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.rooterbergValidity()
        let curve = try fields.text("curve")
        guard let algorithm = ["edwards25519": "ed25519", "edwards448": "ed448"][curve] else {
            return .skip("Arca has no signatures over \(curve)")
        }
        guard try !fields.has("cofactored") || !fields.bool("cofactored") else {
            return .skip("Arca has no EdDSA signatures verified with the cofactor")
        }
        for name in ["hash", "sha", "prehash", "ph", "ctx", "context"] where fields.has(name) {
            return .skip("\(algorithm) with \(name)")
        }
        fields.passOver("encoding", because: "the names of the keys say it")
        let (message, signature) = (try fields.value("msg"), try fields.value("sig"))
        var files = KeyFileSteps(validity)
        if isGenerated {
            let seed = try fields.value("privateKey")
            try files.read(["privateKeyPkcs8", "privateKeyPem"], "read-private-key", ["seed": seed], of: &fields)
            return files.plan(
                .init(
                    Request("sign", algorithm, ["seed": seed, "msg": message]), validity.expectation(["sig": signature])
                ))
        }
        var inputs: NamedValues = ["msg": message, "sig": signature]
        if fields.has("publicKey") {
            let point = try fields.value("publicKey")
            try files.read(
                ["publicKeySpki", "publicKeyPem", "publicKeyJwk"], "read-public-key", ["point": point], of: &fields)
            inputs["point"] = point
        } else {
            inputs["publicKey"] = .text(try fields.field("publicKeyJwk").text)
        }
        return files.plan(.init(Request("verify", algorithm, inputs), validity.expectation([:])))
    }
}

/// The public key of a private one: `KeyPair`.
struct RooterbergKeyPair: VectorFamily {
    let name = "key-pair"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let curve = try fields.text("curve")
        guard EllipticCurve(vectorName: curve)?.isAvailable ?? false else { return .skip("Arca has no curve \(curve)") }
        let privateKey = fields.first(of: "privateKey", "privateKeyFixedLength")
        let (point, compressed) = (
            try fields.value("publicKeyUncompressed"), try fields.bytes("publicKeyCompressed")
        )
        var files = KeyFileSteps()
        files.read(point: compressed, curve: curve, ["point": point])
        let inputs: NamedValues = ["curve": .text(curve), "private": .bytes(try fields.evenBytes(privateKey))]
        return files.plan(
            .init(
                Request("make-public-key", "ec", inputs),
                .outputs(["point": point, "compressed": .bytes(compressed)])))
    }
}
