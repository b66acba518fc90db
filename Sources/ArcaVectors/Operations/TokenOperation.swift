internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaJOSE

/// Signed and encrypted JSON tokens: `verify-token` and `decrypt-token`.
///
/// | operation | algorithm | inputs | outputs |
/// |---|---|---|---|
/// | `verify-token` | `jws` | `token` (compact or JSON), `keys` (a JWK or JWK set) as text; `alg`, `payload` to compare | empty, or a refusal |
/// | `decrypt-token` | `jwe` | the same, with a private key | `msg` |
///
/// Enables RSA with PKCS #1 v1.5, which Arca supports only as an option.
enum TokenOperation: VectorOperation {
    static let names = ["verify-token", "decrypt-token"]
    /// Maximum PBKDF2 iterations in a token; RFC 7518 recommends at least 1,000.
    static let maximumIterations = 20_000

    static func respond(to request: Request) throws -> NamedValues {
        let token = try request.inputs.text("token")
        let keys = try JWKSet(Array(try request.inputs.text("keys").utf8))
        guard request.operation == "decrypt-token" else {
            let algorithms = try request.inputs["alg"].map { _ in
                Set([JWSAlgorithm(rawValue: try request.inputs.text("alg"))].compactMap(\.self))
            }
            let verified = try JWS(verifying: token, keys: keys, algorithms: algorithms)
            // Files have the payload as text, or as the Base64 or hexadecimal digits of it.
            if let payload = try request.inputs["payload"].map({ _ in try request.inputs.text("payload") }),
                payload != String(decoding: verified.payload, as: UTF8.self),
                payload != Base64.urlUnpadded.encode(verified.payload),
                payload.lowercased() != Base16.standard.encode(verified.payload)
            {
                throw OperationError.refused("the token has another payload")
            }
            return [:]
        }
        let options = JWE.Options(allowsRSA15: true, maximumIterations: maximumIterations)
        let opened = try JWE(decrypting: token, keys: keys, options: options)
        return ["msg": .bytes(opened.plaintext.withBytes { [UInt8](bytes: $0) })]
    }
}
