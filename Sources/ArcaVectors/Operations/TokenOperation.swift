internal import ArcaCore
internal import ArcaCrypto
internal import ArcaJOSE

/// Signed and encrypted JSON tokens: `verify-token` and `decrypt-token`.
///
/// | operation | algorithm | inputs | outputs |
/// |---|---|---|---|
/// | `verify-token` | `jws` | `token` (compact, or JSON), `keys` (a JWK or a set of them) as text | none: yes or a refusal |
/// | `decrypt-token` | `jwe` | the same, the key private | `msg` |
///
/// RSA with PKCS #1 v1.5, which Arca decrypts on request only, is allowed.
enum TokenOperation: VectorOperation {
    static let names = ["verify-token", "decrypt-token"]
    /// The maximum iterations of PBKDF2 that a token may ask for: RFC 7518 asks for a thousand or more.
    static let maximumIterations = 20_000

    static func respond(to request: Request) throws -> NamedValues {
        let token = try request.inputs.text("token")
        let keys = try JWKSet(Array(try request.inputs.text("keys").utf8))
        guard request.operation == "decrypt-token" else {
            _ = try JWS(verifying: token, keys: keys)
            return [:]
        }
        let options = JWE.Options(allowsRSA15: true, maximumIterations: maximumIterations)
        let opened = try JWE(decrypting: token, keys: keys, options: options)
        return ["msg": .bytes(opened.plaintext.withBytes { [UInt8](bytes: $0) })]
    }
}
