internal import ArcaCore
internal import ArcaCrypto

/// Key encapsulation: `ml-kem-512`, `ml-kem-768`, `ml-kem-1024`, `x-wing`, and (decapsulation only) `dhkem-x25519`,
/// `dhkem-p-256`, `dhkem-p-384`, `dhkem-p-521`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `make-public-key` | `seed`: d ‖ z for ML-KEM, 32 bytes for X-Wing | `ek` |
/// | `expand-key` | `seed` (ML-KEM) | `dk` |
/// | `encapsulate` | `ek`, `random`: m for ML-KEM, m and the ephemeral key for X-Wing | `ct`, `shared` |
/// | `decapsulate` | `seed`, or `dk` for ML-KEM and DHKEM; `ct`; `senderPublic` for authenticated DHKEM | `shared` |
enum EncapsulationOperation: VectorOperation {
    static let names = ["make-public-key", "expand-key", "encapsulate", "decapsulate"]

    private static let parameterSets: [String: any MLKEMParameterSet.Type] = [
        "ml-kem-512": MLKEM512.self, "ml-kem-768": MLKEM768.self, "ml-kem-1024": MLKEM1024.self,
    ]

    static func respond(to request: Request) throws -> NamedValues {
        if let set = parameterSets[request.algorithm] { return try respond(to: request, set) }
        if let response = try MLDSAOperation.respond(to: request) { return response }
        switch (request.algorithm, request.operation) {
        case ("ec", "make-public-key"): return try EllipticKeyPair.respond(to: request.inputs)
        case ("x-wing", "make-public-key"), ("x-wing", "encapsulate"), ("x-wing", "decapsulate"):
            return try respondXWing(to: request)
        case (let name, "decapsulate") where name.hasPrefix("dhkem-"):
            guard let curve = HPKEOperation.curves[String(name.dropFirst(6))] else { fallthrough }
            return try decapsulate(request.inputs, curve)
        default: throw OperationError.unsupported("Arca has no \(request.operation) of \(request.algorithm)")
        }
    }

    private static func decapsulate<Key: HPKEDiffieHellmanPrivateKey>(
        _ inputs: NamedValues, _: Key.Type
    ) throws -> NamedValues {
        let secret = try HPKE.sharedSecret(
            of: inputs.bytes("ct"), privateKey: Key(rawRepresentation: secretBytes("dk", inputs)),
            authenticatedBy: HPKEOperation.senderKey(inputs, Key.self))
        return ["shared": .bytes([UInt8](bytes: secret))]
    }

    private static func respond<ParameterSet: MLKEMParameterSet>(
        to request: Request, _ set: ParameterSet.Type
    ) throws -> NamedValues {
        let inputs = request.inputs
        switch request.operation {
        case "encapsulate":
            let key = try MLKEMPublicKey<ParameterSet>(rawRepresentation: inputs.bytes("ek"))
            return values(try key.encapsulate(message: secretBytes("random", inputs)))
        case "decapsulate" where inputs["dk"] != nil:
            let key = try ExpandedMLKEMPrivateKey<ParameterSet>(secretBytes("dk", inputs))
            return ["shared": .bytes([UInt8](bytes: try key.decapsulate(inputs.bytes("ct"))))]
        default: break
        }
        let key = try MLKEMPrivateKey<ParameterSet>(seedRepresentation: secretBytes("seed", inputs))
        switch request.operation {
        case "make-public-key": return ["ek": .bytes(key.publicKey.rawRepresentation)]
        case "expand-key": return ["dk": .bytes([UInt8](bytes: key.expandedRepresentation))]
        default: return ["shared": .bytes([UInt8](bytes: try key.decapsulate(inputs.bytes("ct"))))]
        }
    }

    private static func respondXWing(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        if request.operation == "encapsulate" {
            return values(try encapsulateXWing(to: inputs.bytes("ek"), random: inputs.bytes("random")))
        }
        let key = try XWingMLKEM768X25519.PrivateKey(seedRepresentation: secretBytes("seed", inputs))
        return request.operation == "make-public-key"
            ? ["ek": .bytes(key.publicKey.rawRepresentation)]
            : ["shared": .bytes([UInt8](bytes: try key.decapsulate(inputs.bytes("ct"))))]
    }

    /// Encapsulates with 64 given bytes instead of random ones: m and the ephemeral key.
    static func encapsulateXWing(to publicKey: [UInt8], random: [UInt8]) throws -> KEM.EncapsulationResult {
        guard random.count == 64 else { throw OperationError.refused("X-Wing takes 64 random bytes") }
        return try XWingMLKEM768X25519.PublicKey(rawRepresentation: publicKey).encapsulate(
            message: SecretBytes(copying: random.prefix(32)),
            ephemeral: .init(rawRepresentation: SecretBytes(copying: random.suffix(32))))
    }

    /// Responds to `check-…-key` for ML-KEM keys; nil for other algorithms.
    static func check(_ request: Request) throws -> NamedValues? {
        guard let set = parameterSets[request.algorithm] else { return nil }
        return try check(request.inputs, set)
    }

    private static func check<ParameterSet: MLKEMParameterSet>(
        _ inputs: NamedValues, _ set: ParameterSet.Type
    ) throws -> NamedValues {
        let privateKey = try inputs["private"].map { _ in
            try ExpandedMLKEMPrivateKey<ParameterSet>(secretBytes("private", inputs))
        }
        let publicKey = try inputs["public"].map { _ in
            try MLKEMPublicKey<ParameterSet>(rawRepresentation: inputs.bytes("public"))
        }
        if let privateKey, let publicKey, privateKey.publicKey != publicKey {
            throw OperationError.refused("the public key is that of another private key")
        }
        return [:]
    }

    private static func secretBytes(_ name: String, _ inputs: NamedValues) throws(VectorError) -> SecretBytes {
        SecretBytes(copying: try inputs.bytes(name))
    }

    private static func values(_ result: KEM.EncapsulationResult) -> NamedValues {
        ["ct": .bytes(result.encapsulated), "shared": .bytes([UInt8](bytes: result.sharedSecret))]
    }
}
