internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// ECDSA signatures: `verify` with `ecdsa`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `verify` | `curve`, `point`, `publicKey` (SPKI), `hash`, `msg`, `form` (`der`, `p1363`, `low-s` for DER with low s), `sig` | empty, or a refusal |
enum ECDSAOperation {
    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        guard request.operation == "verify" else {
            throw OperationError.unsupported("ECDSA signatures differ each time")
        }
        let curve = try EllipticCurve(of: inputs)
        let key = try EllipticPublicKey(curve, point: inputs.bytes("point"))
        let (form, bytes) = (try inputs.text("form"), try inputs.bytes("sig"))
        let signature =
            form == "p1363"
            ? try ECDSASignature(rawRepresentation: bytes, curve: curve)
            : try ECDSASignature(derRepresentation: bytes, curve: curve)
        guard form != "low-s" || signature.isLowS else { throw OperationError.refused("s is above half the order") }
        let digest = try HashOperation.function(inputs.text("hash")).hash(inputs.bytes("msg"))
        guard try key.isValidSignature(signature, forDigest: digest) else {
            throw OperationError.refused("the signature does not match")
        }
        return [:]
    }
}

/// ECDH key agreement: `agree` with `ecdh`, a part of ``AgreementOperation``.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `agree` | `encoding` (`point`, `der`, `pem` or `jwk`), `curve`, `private`, `public`; `private` is a scalar for `point` and `der`; for `point` also `privatePoint` | `shared` |
enum EllipticAgreement {
    static func respond(to inputs: NamedValues) throws -> NamedValues {
        let curve = try EllipticCurve(of: inputs)
        let encoding = try inputs.text("encoding")
        let publicKey: EllipticPublicKey
        if encoding == "point" {
            publicKey = try EllipticPublicKey(curve, point: inputs.bytes("public"))
        } else {
            guard case .elliptic(let key) = try AgreementOperation.publicKey(inputs) else {
                throw OperationError.refused("no public key of an elliptic curve")
            }
            publicKey = key
        }
        let secret = try privateKey(inputs, curve, encoding).sharedSecretFromKeyAgreement(with: publicKey)
        return ["shared": .bytes([UInt8](bytes: secret))]
    }

    private static func privateKey(
        _ inputs: NamedValues, _ curve: EllipticCurve, _ encoding: String
    ) throws -> EllipticPrivateKey {
        guard encoding == "point" || encoding == "der" else {
            guard case .elliptic(let key) = try AgreementOperation.privateKey(inputs) else {
                throw OperationError.refused("no private key of an elliptic curve")
            }
            return key
        }
        let scalar = SecretBytes(copying: try inputs.bytes("private"))
        guard inputs["privatePoint"] != nil else { return try EllipticPrivateKey(curve, scalar: scalar) }
        return try EllipticPrivateKey(
            publicKey: EllipticPublicKey(curve, point: inputs.bytes("privatePoint")), scalar: scalar)
    }
}

extension EllipticCurve {
    /// Additional names in vectors: those of SEC 2, and NIST's short names.
    private static let otherNames: [String: EllipticCurve] = [
        "secp224r1": .p224, "secp256r1": .p256, "secp384r1": .p384, "secp521r1": .p521, "P-192": .secp192r1,
        "P-256K": .secp256k1, "K-256": .secp256k1, "K-163": .sect163k1,
        "B-163": .sect163r2, "K-233": .sect233k1, "B-233": .sect233r1, "K-283": .sect283k1, "B-283": .sect283r1,
        "K-409": .sect409k1,
        "B-409": .sect409r1, "K-571": .sect571k1, "B-571": .sect571r1,
    ]

    init?(vectorName name: String) {
        guard let curve = EllipticCurve(rawValue: name) ?? Self.otherNames[name], curve != .sm2 else { return nil }
        self = curve
    }

    fileprivate init(of inputs: NamedValues) throws {
        let name = try inputs.text("curve")
        guard let curve = EllipticCurve(vectorName: name), curve.isAvailable else {
            throw OperationError.unsupported("Arca has no curve \(name)")
        }
        self = curve
    }
}
