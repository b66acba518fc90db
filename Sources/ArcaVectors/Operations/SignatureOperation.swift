internal import ArcaCodecs
internal import ArcaCrypto

/// Signatures: `sign` and `verify` with `rsa-pkcs1`, `rsa-pss`, `ed25519`, `ed448`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `sign` | the key's numbers or `seed`, `privateKey` (PKCS#8), padding, `msg` | `sig` |
/// | `verify` | the key's numbers or `point`, `publicKey` (SPKI), padding, `msg`, `sig` | none: yes or a refusal |
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
        let message = try inputs.bytes("msg")
        let padding = try RSAKeyInputs.signaturePadding(question)
        if question.operation == "sign" {
            return ["sig": .bytes(try RSAKeyInputs.privateKey(inputs).signature(for: message, padding: padding))]
        }
        let key = try RSAKeyInputs.publicKey(inputs)
        return try yes(key.isValidSignature(try inputs.bytes("sig"), for: message, padding: padding))
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
