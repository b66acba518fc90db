internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// ECDSA signatures: `sign` and `verify` with `ecdsa`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `verify` | `curve`, `point` or `publicKey` (SPKI, JWK), `hash`, `msg`, `form`, `sig`; `lowS` | empty, or a refusal |
/// | `sign` | `curve`, `private` (a scalar), `hash`, `msg`, `form`; `lowS` | `sig`, deterministic (RFC 6979) |
///
/// Forms are `der`, `p1363`, `ssh` (RFC 5656), `low-s` (DER with low s), and `recoverable`: P1363 with `recoveryID`, the
/// number of the public key among the four that a signature may have. With `lowS` = 1 a high s is refused, or replaced.
enum ECDSAOperation {
    private static let publicKeys = KeyCache<EllipticPublicKey>()
    private static let privateKeys = KeyCache<EllipticPrivateKey>()

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let curve = try EllipticCurve(of: inputs)
        let form = try inputs.text("form")
        let needsLowS = inputs["lowS"] == .int(1) || form == "low-s"
        let hash = try inputs.text("hash")
        let digest = try HashOperation.digest(hash, inputs.bytes("msg"))
        if request.operation == "sign" {
            let key = try privateKeys.key(curve.name, inputs.bytes("private")) {
                try EllipticPrivateKey(curve, scalar: SecretBytes(copying: inputs.bytes("private")))
            }
            var signature = try key.deterministicSignature(forDigest: digest, hash: HashOperation.function(hash))
            if needsLowS { signature = signature.lowS }
            return [
                "sig": .bytes(form == "p1363" ? signature.rawRepresentation : signature.derRepresentation)
            ]
        }
        let key = try publicKey(inputs, curve)
        let signature = try signature(inputs.bytes("sig"), form, curve)
        guard !needsLowS || signature.isLowS else { throw OperationError.refused("s is above half the order") }
        guard try key.isValidSignature(signature, forDigest: digest) else {
            throw OperationError.refused("the signature does not match")
        }
        if form == "recoverable" {
            let found = try EllipticGroup.named(curve)?.point(
                recoveredFrom: signature, digest: digest, identifier: inputs.int("recoveryID"))
            guard try found == key.uncompressedPoint else {
                throw OperationError.refused("the recovery identifier is that of another key")
            }
        }
        return [:]
    }

    private static func publicKey(_ inputs: NamedValues, _ curve: EllipticCurve) throws -> EllipticPublicKey {
        guard inputs["point"] == nil else {
            return try publicKeys.key(curve.name, inputs.bytes("point")) {
                try EllipticPublicKey(curve, point: inputs.bytes("point"))
            }
        }
        return try publicKeys.key("file", KeyFileInput.bytes("publicKey", inputs)) {
            guard case .elliptic(let key) = try KeyFileInput.publicKey("publicKey", inputs, .verifying),
                key.curve == curve
            else { throw OperationError.refused("a key of another curve or kind") }
            return key
        }
    }

    private static func signature(
        _ bytes: [UInt8], _ form: String, _ curve: EllipticCurve
    ) throws -> ECDSASignature {
        switch form {
        case "p1363", "recoverable": return try ECDSASignature(rawRepresentation: bytes, curve: curve)
        case "ssh": return try secureShell(bytes, curve)
        default: return try ECDSASignature(derRepresentation: bytes, curve: curve)
        }
    }

    /// Two integers, alone or after the name of the algorithm.
    private static func secureShell(_ bytes: [UInt8], _ curve: EllipticCurve) throws -> ECDSASignature {
        var reader = SSHReader(0..<bytes.count)
        var whole = reader
        let prefix = "ecdsa-sha2-"
        if let name = try? whole.text(in: bytes.span), name.hasPrefix(prefix) {
            guard name.dropFirst(prefix.count) == curve.openSSHName ?? curve.objectIdentifier else {
                throw OperationError.refused("a signature by \(name)")
            }
            reader = SSHReader(try whole.string(in: bytes.span))
            try whole.finish()
        }
        let r = try reader.unsignedInteger(in: bytes.span)
        let s = try reader.unsignedInteger(in: bytes.span)
        try reader.finish()
        return try ECDSASignature(r: Array(bytes[r]), s: Array(bytes[s]), curve: curve)
    }
}

/// The public key of a private scalar: `make-public-key` with `ec`.
enum EllipticKeyPair {
    static func respond(to inputs: NamedValues) throws -> NamedValues {
        let key = try EllipticPrivateKey(
            EllipticCurve(of: inputs), scalar: SecretBytes(copying: inputs.bytes("private")))
        let point = key.publicKey
        return ["point": .bytes(try point.uncompressedPoint), "compressed": .bytes(try point.compressedPoint)]
    }
}

/// ECDH key agreement: `agree` with `ecdh`, a part of ``AgreementOperation``.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `agree` | `encoding` (`point`, `der`, `files`, `pem` or `jwk`), `curve`, `private`, `public`; `private` is a scalar for `point` and `der`; for `point` also `privatePoint` | `shared` |
enum EllipticAgreement {
    private static let privateKeys = KeyCache<EllipticPrivateKey>()

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
        guard publicKey.curve == curve else { throw OperationError.refused("a public key of \(publicKey.curve.name)") }
        let secret = try privateKey(inputs, curve, encoding).sharedSecretFromKeyAgreement(with: publicKey)
        return ["shared": .bytes([UInt8](bytes: secret))]
    }

    private static func privateKey(
        _ inputs: NamedValues, _ curve: EllipticCurve, _ encoding: String
    ) throws -> EllipticPrivateKey {
        guard encoding == "point" || encoding == "der" else {
            return try privateKeys.key("file", KeyFileInput.bytes("private", inputs)) {
                guard case .elliptic(let key) = try AgreementOperation.privateKey(inputs) else {
                    throw OperationError.refused("no private key of an elliptic curve")
                }
                return key
            }
        }
        let scalar = SecretBytes(copying: try inputs.bytes("private"))
        guard inputs["privatePoint"] != nil else {
            return try privateKeys.key(curve.name, inputs.bytes("private")) {
                try EllipticPrivateKey(curve, scalar: scalar)
            }
        }
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

    init(of inputs: NamedValues) throws {
        let name = try inputs.text("curve")
        guard let curve = EllipticCurve(vectorName: name), curve.isAvailable else {
            throw OperationError.unsupported("Arca has no curve \(name)")
        }
        self = curve
    }
}
