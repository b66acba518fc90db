internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// ML-DSA: `ml-dsa-44`, `ml-dsa-65`, `ml-dsa-87`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `make-public-key` | `seed`, or `expanded` | `point` |
/// | `expand-key` | `seed` | `expanded` |
/// | `sign` | `seed` or `expanded`; a message; `random`: 32 bytes, zeros by default | `sig` |
/// | `verify` | `point`, a message, `sig` | empty, or a refusal |
///
/// A message is `msg` with an optional `context`, or `formatted` (M′ of the internal interface), or `mu`.
enum MLDSAOperation {
    private static let publicKeys = KeyCache<AnyMLDSAPublicKey>()
    private static let privateKeys = KeyCache<AnyMLDSAPrivateKey>()

    /// Responds to a request for an ML-DSA algorithm; nil for other algorithms.
    static func respond(to request: Request) throws -> NamedValues? {
        guard let variant = MLDSAVariant(rawValue: request.algorithm.uppercased()) else { return nil }
        let inputs = request.inputs
        switch request.operation {
        case "make-public-key": return ["point": .bytes(try privateKey(variant, inputs).publicKey.rawRepresentation)]
        case "expand-key":
            return ["expanded": .bytes([UInt8](bytes: try privateKey(variant, inputs).expandedRepresentation))]
        case "sign":
            let (message, input) = try message(inputs)
            let random = SecretBytes(
                copying: try inputs["random"] == nil ? [UInt8](repeating: 0, count: 32) : inputs.bytes("random"))
            return ["sig": .bytes(try privateKey(variant, inputs).signature(for: message, input, random: random))]
        case "verify":
            let (message, input) = try message(inputs)
            let point = try inputs.bytes("point")
            let key = try publicKeys.key(variant.name, point) {
                try AnyMLDSAPublicKey(variant, rawRepresentation: point)
            }
            guard key.isValidSignature(try inputs.bytes("sig"), for: message, input) else {
                throw OperationError.refused("the signature does not match")
            }
            return [:]
        default: throw OperationError.unsupported("Arca has no \(request.operation) of \(request.algorithm)")
        }
    }

    private static func privateKey(_ variant: MLDSAVariant, _ inputs: NamedValues) throws -> AnyMLDSAPrivateKey {
        let isSeed = inputs["expanded"] == nil
        let bytes = try inputs.bytes(isSeed ? "seed" : "expanded")
        return try privateKeys.key(variant.name, bytes) {
            let secret = SecretBytes(copying: bytes)
            return try isSeed
                ? AnyMLDSAPrivateKey(variant, seedRepresentation: secret)
                : AnyMLDSAPrivateKey(variant, expandedRepresentation: secret)
        }
    }

    private static func message(_ inputs: NamedValues) throws -> ([UInt8], MLDSAInput) {
        if inputs["mu"] != nil {
            let mu = try inputs.bytes("mu")
            guard mu.count == 64 else { throw OperationError.refused("a message representative has 64 bytes") }
            return (mu, .representative)
        }
        if inputs["formatted"] != nil { return (try inputs.bytes("formatted"), .formatted) }
        let context = try inputs["context"] == nil ? [] : inputs.bytes("context")
        return (try inputs.bytes("msg"), try MLDSAInput(context: context))
    }
}
