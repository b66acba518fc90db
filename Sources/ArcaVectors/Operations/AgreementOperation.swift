internal import ArcaCodecs
internal import ArcaCrypto

/// Key agreement: `agree` with `x25519` and `x448`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `agree` | `encoding` (`raw`, `der`, `pem` or `jwk`), `private`, `public` | `shared` |
enum AgreementOperation: VectorOperation {
    static let names = ["agree"]

    static func answer(_ question: Question) throws -> NamedValues {
        switch question.algorithm {
        case "x25519": try answer(question, Curve25519.KeyAgreement.self)
        case "x448": try answer(question, Curve448.KeyAgreement.self)
        default: throw OperationError.unsupported("Arca has no key agreement by \(question.algorithm)")
        }
    }

    private static func answer<Curve: KeyAgreementCurve>(
        _ question: Question, _ curve: Curve.Type
    ) throws -> NamedValues {
        let inputs = question.inputs
        let encoding = try inputs.text("encoding")
        guard encoding == "raw" else { throw OperationError.unsupported("Arca does not read keys in \(encoding) here") }
        let privateKey = try KeyAgreementPrivateKey<Curve>(
            rawRepresentation: SecretBytes(copying: try inputs.bytes("private")))
        let publicKey = try KeyAgreementPublicKey<Curve>(rawRepresentation: try inputs.bytes("public"))
        let secret = try privateKey.sharedSecretFromKeyAgreement(with: publicKey)
        return ["shared": .bytes([UInt8](bytes: secret))]
    }
}
