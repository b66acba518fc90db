internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys

/// Key agreement: `agree` with `x25519` and `x448`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `agree` | `encoding` (`raw`, `der`, `pem` or `jwk`), `private`, `public`: bytes, text for PEM and JWK | `shared` |
enum AgreementOperation: VectorOperation {
    static let names = ["agree"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let isRaw = try inputs.text("encoding") == "raw"
        switch question.algorithm {
        case "x25519":
            return isRaw
                ? try agree(Curve25519.KeyAgreement.self, inputs)
                : try agree(privateKey(inputs).x25519(), publicKey(inputs).x25519())
        case "x448":
            guard !isRaw else { return try agree(Curve448.KeyAgreement.self, inputs) }
            guard case .x448(let privateKey) = try privateKey(inputs), case .x448(let publicKey) = try publicKey(inputs)
            else { throw OperationError.refused("no keys of X448") }
            return try agree(privateKey, publicKey)
        default: throw OperationError.unsupported("Arca has no key agreement by \(question.algorithm)")
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

    private static func privateKey(_ inputs: NamedValues) throws -> AnyPrivateKey {
        try refusing { try AnyKey(file("private", inputs)).privateKey() }
    }

    private static func publicKey(_ inputs: NamedValues) throws -> AnyPublicKey {
        guard case .publicKey(let key) = try refusing({ try AnyKey(file("public", inputs)).content }) else {
            throw OperationError.refused("no public key")
        }
        return key
    }

    /// A key of another curve is refused here, whether Arca has that curve or not.
    private static func refusing<Result>(_ read: () throws -> Result) throws -> Result {
        do { return try read() } catch let error as KeyError { throw OperationError.refused("\(error)") }
    }

    private static func file(_ name: String, _ inputs: NamedValues) throws(VectorError) -> [UInt8] {
        if case .text(let text) = inputs[name] { return Array(text.utf8) }
        return try inputs.bytes(name)
    }
}
