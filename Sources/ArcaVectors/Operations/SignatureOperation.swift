internal import ArcaCodecs
internal import ArcaCrypto

/// Signatures: `sign` and `verify` with `rsa-pkcs1`, `rsa-pss`, `ed25519`, `ed448`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `sign` | the key's numbers or `seed`, `privateKey` (PKCS#8), padding, `msg`, for RSA also `digest` in its place | `sig` |
/// | `verify` | the key's numbers or `point`, `publicKey` (SPKI), padding, `msg` or `digest`, `sig` | none: yes or a refusal |
///
/// RSA keys are named as ``RSAKeyInputs`` says; `hash`, `mgf`, `mgfHash` and `saltByteCount` are the padding.
enum SignatureOperation: VectorOperation {
    static let names = ["sign", "verify"]

    static func answer(_ question: Question) throws -> NamedValues {
        switch question.algorithm {
        case "ed25519": try answer(question, Curve25519.Signing.self)
        case "ed448": try answer(question, Curve448.Signing.self)
        case "rsa-pkcs1", "rsa-pss": try answerRSA(question)
        default: throw OperationError.unsupported("Arca has no signatures by \(question.algorithm)")
        }
    }

    private static func answerRSA(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let padding = try RSAKeyInputs.signaturePadding(question)
        let isOfDigest = inputs["digest"] != nil
        let message = try inputs.bytes(isOfDigest ? "digest" : "msg")
        if question.operation == "sign" {
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

    private static func answer<Curve: SigningCurve>(
        _ question: Question, _ curve: Curve.Type
    ) throws -> NamedValues {
        let inputs = question.inputs
        let message = try inputs.bytes("msg")
        if question.operation == "sign" {
            let key = try SigningPrivateKey<Curve>(rawRepresentation: SecretBytes(copying: try inputs.bytes("seed")))
            return ["sig": .bytes(try key.signature(for: message))]
        }
        let key = try SigningPublicKey<Curve>(rawRepresentation: try inputs.bytes("point"))
        return try yes(key.isValidSignature(try inputs.bytes("sig"), for: message))
    }

    private static func yes(_ fits: Bool) throws(OperationError) -> NamedValues {
        guard fits else { throw .refused("the signature does not fit") }
        return [:]
    }
}
