internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// Signatures: `sign` and `verify` with `rsa-pkcs1`, `rsa-pss`, `ed25519`, `ed448`; see also ``ECDSAOperation`` and
/// ``MLDSAOperation``.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `sign` | the key's integers or `seed`, `privateKey` (PKCS#8), padding, `msg`, or for RSA `digest` instead | `sig` |
/// | `verify` | the key's integers or `point`, `publicKey` (SPKI; for EdDSA without `point` also a JWK), padding, `msg` or `digest`, `sig` | empty, or a refusal |
///
/// ``RSAKeyInputs`` has the names of the integers. The padding inputs are `hash`, `mgf`, `mgfHash` and `saltByteCount`.
enum SignatureOperation: VectorOperation {
    static let names = ["sign", "verify"]

    static func respond(to request: Request) throws -> NamedValues {
        switch request.algorithm {
        case "ed25519": try respond(to: request, Curve25519.Signing.self)
        case "ed448": try respond(to: request, Curve448.Signing.self)
        case "rsa-pkcs1", "rsa-pss": try respondRSA(to: request)
        case "ecdsa": try ECDSAOperation.respond(to: request)
        case "dsa": try DSAOperation.respond(to: request)
        default:
            if let response = try MLDSAOperation.respond(to: request) {
                response
            } else {
                throw OperationError.unsupported("Arca has no signatures by \(request.algorithm)")
            }
        }
    }

    private static func respondRSA(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let padding = try RSAKeyInputs.signaturePadding(request)
        let isOfDigest = inputs["digest"] != nil
        let message = try inputs.bytes(isOfDigest ? "digest" : "msg")
        if request.operation == "sign" {
            let key = try RSAKeyInputs.privateKey(inputs)
            let signature =
                try isOfDigest
                ? key.signature(forDigest: message, padding: padding) : key.signature(for: message, padding: padding)
            return ["sig": .bytes(signature)]
        }
        let key = try RSAKeyInputs.publicKey(inputs)
        let signature = try inputs.bytes("sig")
        return try yes(
            isOfDigest
                ? key.isValidSignature(signature, forDigest: message, padding: padding)
                : key.isValidSignature(signature, for: message, padding: padding))
    }

    private static func respond<Curve: SigningCurve>(
        to request: Request, _ curve: Curve.Type
    ) throws -> NamedValues {
        let inputs = request.inputs
        let message = try inputs.bytes("msg")
        if request.operation == "sign" {
            let key = try SigningPrivateKey<Curve>(rawRepresentation: SecretBytes(copying: try inputs.bytes("seed")))
            return ["sig": .bytes(try key.signature(for: message))]
        }
        let point =
            inputs["point"] == nil
            ? try KeyReadingOperation.point(KeyFileInput.publicKey("publicKey", inputs, .verifying), request.algorithm)
            : try inputs.bytes("point")
        let key = try SigningPublicKey<Curve>(rawRepresentation: point)
        return try yes(key.isValidSignature(try inputs.bytes("sig"), for: message))
    }

    private static func yes(_ fits: Bool) throws(OperationError) -> NamedValues {
        guard fits else { throw .refused("the signature does not match") }
        return [:]
    }
}

/// Public-key encryption: `decrypt-with-key` with `rsa-oaep` and `rsa-pkcs1-encryption`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `decrypt-with-key` | the key's integers, `privateKey` (PKCS#8), `ct`; for OAEP `hash`, `mgf`, `mgfHash`, `label` | `msg` |
enum KeyDecryptionOperation: VectorOperation {
    static let names = ["decrypt-with-key"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let padding: RSAEncryptionPadding
        switch request.algorithm {
        case "rsa-pkcs1-encryption": padding = .pkcs1v15
        case "rsa-oaep":
            padding = .oaep(
                RSAOAEPParameters(
                    hash: try HashOperation.function(inputs.text("hash")), maskHash: try RSAKeyInputs.maskHash(inputs),
                    label: try inputs.bytes("label")))
        default: throw OperationError.unsupported("Arca has no encryption by \(request.algorithm)")
        }
        let message = try RSAKeyInputs.privateKey(inputs).decrypt(try inputs.bytes("ct"), padding: padding)
        return ["msg": .bytes([UInt8](bytes: message))]
    }
}

/// Key agreement: `agree` with `x25519` and `x448`; see also ``EllipticAgreement``.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `agree` | `encoding` (`raw`, `der`, `pem` or `jwk`), `private`, `public`: bytes, text for PEM and JWK | `shared` |
enum AgreementOperation: VectorOperation {
    static let names = ["agree"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let isRaw = try inputs.text("encoding") == "raw"
        switch request.algorithm {
        case "x25519":
            return isRaw
                ? try agree(Curve25519.KeyAgreement.self, inputs)
                : try agree(privateKey(inputs).x25519(), publicKey(inputs).x25519())
        case "x448":
            guard !isRaw else { return try agree(Curve448.KeyAgreement.self, inputs) }
            guard case .x448(let privateKey) = try privateKey(inputs), case .x448(let publicKey) = try publicKey(inputs)
            else { throw OperationError.refused("no keys of X448") }
            return try agree(privateKey, publicKey)
        case "ecdh": return try EllipticAgreement.respond(to: inputs)
        default: throw OperationError.unsupported("Arca has no key agreement by \(request.algorithm)")
        }
    }

    private static func agree<Curve: KeyAgreementCurve>(
        _ curve: Curve.Type, _ inputs: NamedValues
    ) throws -> NamedValues {
        try agree(
            KeyAgreementPrivateKey<Curve>(rawRepresentation: SecretBytes(copying: try inputs.bytes("private"))),
            KeyAgreementPublicKey<Curve>(rawRepresentation: try inputs.bytes("public")))
    }

    private static func agree<Curve: KeyAgreementCurve>(
        _ privateKey: KeyAgreementPrivateKey<Curve>, _ publicKey: KeyAgreementPublicKey<Curve>
    ) throws -> NamedValues {
        let secret = try privateKey.sharedSecretFromKeyAgreement(with: publicKey)
        return ["shared": .bytes([UInt8](bytes: secret))]
    }

    static func privateKey(_ inputs: NamedValues) throws -> AnyPrivateKey {
        try KeyFileInput.privateKey("private", inputs, .agreement)
    }

    static func publicKey(_ inputs: NamedValues) throws -> AnyPublicKey {
        try KeyFileInput.publicKey("public", inputs, .agreement)
    }
}

/// Primality tests: `is-prime`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `is-prime` | `number`: two's complement, big-endian | empty, or a refusal |
enum PrimalityOperation: VectorOperation {
    static let names = ["is-prime"]

    static func respond(to request: Request) throws -> NamedValues {
        let number = try request.inputs.bytes("number")
        // A negative number is not prime; Arca's integers are unsigned.
        guard number.first.map({ $0 < 0x80 }) ?? true else { throw OperationError.refused("a negative number") }
        guard try Primality.isPrime(number) else { throw OperationError.refused("not a prime") }
        return [:]
    }
}
