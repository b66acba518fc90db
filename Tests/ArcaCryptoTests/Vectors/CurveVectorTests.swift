import ArcaCrypto
import ArcaVectors
import Testing

/// X25519, X448, Ed25519 and Ed448 with the test vectors of the RFCs.
@Suite struct CurveVectorTests {
    static let agreementFiles = VectorFiles.entries(in: "xdh")
    static let signatureFiles = VectorFiles.entries(in: "eddsa")

    @Test("computes the published shared secrets", arguments: agreementFiles)
    func agreement(entry: VectorFiles.Entry) throws {
        try VectorFiles.run(entry, fields: ["COUNT", "INPUT_SCALAR", "INPUT_U", "OUTPUT_U"]) { vector in
            try entry.name.hasPrefix("X25519")
                ? agrees(Curve25519.KeyAgreement.self, vector) : agrees(Curve448.KeyAgreement.self, vector)
        }
    }

    @Test("creates the published signatures, and rejects modified ones", arguments: signatureFiles)
    func signatures(entry: VectorFiles.Entry) throws {
        let fields: Set<String> = ["COUNT", "SECRET", "PUBLIC", "MESSAGE", "CONTEXT", "SIGNATURE"]
        try VectorFiles.run(entry, fields: fields) { vector in
            try entry.name.hasPrefix("Ed25519")
                ? signs(Curve25519.Signing.self, vector) : signs(Curve448.Signing.self, vector)
        }
    }

    private func agrees<Curve: KeyAgreementCurve>(_ curve: Curve.Type, _ vector: CAVPCase) throws -> Bool {
        let own = try Curve.PrivateKey(rawRepresentation: SecretBytes(copying: vector.bytes("INPUT_SCALAR")))
        let theirs = try Curve.PublicKey(rawRepresentation: vector.bytes("INPUT_U"))
        return constantTimeEqual(
            try own.sharedSecretFromKeyAgreement(with: theirs), try vector.bytes("OUTPUT_U"))
    }

    private func signs<Curve: SigningCurve>(_ curve: Curve.Type, _ vector: CAVPCase) throws -> Bool {
        let key = try Curve.PrivateKey(rawRepresentation: SecretBytes(copying: vector.bytes("SECRET")))
        let message = try vector.bytes("MESSAGE")
        let signature = try key.signature(for: message)
        let publicKey = try Curve.PublicKey(rawRepresentation: vector.bytes("PUBLIC"))
        // Libcrypto 3.0 does not support contexts; a signature with a context must not verify without it.
        let published = try vector.bytes("SIGNATURE")
        let hasContext = vector["CONTEXT"] != nil
        return key.publicKey == publicKey && (signature == published) == !hasContext
            && publicKey.isValidSignature(published, for: message) == !hasContext
            && publicKey.isValidSignature(signature, for: message)
            && !publicKey.isValidSignature(signature, for: message + [0])
            && !publicKey.isValidSignature(signature.dropLast(), for: message)
    }
}
