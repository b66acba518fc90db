internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys

/// Key files: `read-public-key` and `read-private-key`, of RSA and the curves.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `read-public-key` | `file`: DER, PEM or JWK | `n`, `e`; or `point` |
/// | `read-private-key` | `file` | `n`, `e`, `d`; or `seed` |
///
/// Numbers have no zeros in front.
enum KeyReadingOperation: VectorOperation {
    static let names = ["read-public-key", "read-private-key"]

    static func answer(_ question: Question) throws -> NamedValues {
        let key = try AnyKey(question.inputs.bytes("file"))
        switch (question.operation, key.content) {
        case ("read-public-key", .publicKey(let key)): return try values(key)
        case ("read-private-key", .privateKey(let key)): return try values(key)
        default: throw OperationError.refused("a \(key.kindName)")
        }
    }

    private static func values(_ key: AnyPublicKey) throws(OperationError) -> NamedValues {
        switch key {
        case .rsa(let numbers, _): ["n": .bytes(numbers.modulus), "e": .bytes(numbers.exponent)]
        case .ed25519(let key): ["point": .bytes(key.rawRepresentation)]
        case .ed448(let key): ["point": .bytes(key.rawRepresentation)]
        case .x25519(let key): ["point": .bytes(key.rawRepresentation)]
        case .x448(let key): ["point": .bytes(key.rawRepresentation)]
        case .elliptic: throw .unsupported("Arca does not operate with \(key.algorithmName)")
        }
    }

    private static func values(_ key: AnyPrivateKey) throws(OperationError) -> NamedValues {
        func seed(_ bytes: SecretBytes) -> NamedValues { ["seed": .bytes([UInt8](bytes: bytes))] }
        switch key {
        case .rsa(let numbers, _):
            return [
                "n": .bytes(numbers.publicNumbers.modulus), "e": .bytes(numbers.publicNumbers.exponent),
                "d": .bytes([UInt8](bytes: numbers.privateExponent)),
            ]
        case .ed25519(let key): return seed(key.rawRepresentation)
        case .ed448(let key): return seed(key.rawRepresentation)
        case .x25519(let key): return seed(key.rawRepresentation)
        case .x448(let key): return seed(key.rawRepresentation)
        case .elliptic: throw .unsupported("Arca does not operate with \(key.algorithmName)")
        }
    }
}
