internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys

/// Whether keys can be read and belong together: `check-private-key`, `check-public-key` and `check-key-pair`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `check-private-key` | `private`: PEM as text, or the algorithm's raw bytes | none: yes or a refusal |
/// | `check-public-key` | `public` | none |
/// | `check-key-pair` | `private`, `public` | none |
enum KeyCheckOperation: VectorOperation {
    static let names = ["check-private-key", "check-public-key", "check-key-pair"]

    static func answer(_ question: Question) throws -> NamedValues {
        let isPair = question.operation == "check-key-pair"
        let privateKey = question.operation == "check-public-key" ? nil : try privateKey(question)
        let publicKey = question.operation == "check-private-key" ? nil : try publicKey(question)
        if isPair, let privateKey, let publicKey, try !isSame(privateKey.publicKey, publicKey) {
            throw OperationError.refused("the public key is that of another private key")
        }
        return [:]
    }

    /// Whether the numbers are the same; what a file allows an RSA key to be used for is no part of the pair.
    private static func isSame(_ one: AnyPublicKey, _ other: AnyPublicKey) -> Bool {
        if case (.rsa(let one, _), .rsa(let other, _)) = (one, other) { return one == other }
        return one == other
    }

    private static func privateKey(_ question: Question) throws -> AnyPrivateKey {
        if case .text(let text) = question.inputs["private"] { return try AnyKey(Array(text.utf8)).privateKey() }
        let bytes = SecretBytes(copying: try question.inputs.bytes("private"))
        switch question.algorithm {
        case "x25519": return .x25519(try .init(rawRepresentation: bytes))
        case "x448": return .x448(try .init(rawRepresentation: bytes))
        case "ed25519": return .ed25519(try .init(rawRepresentation: bytes))
        case "ed448": return .ed448(try .init(rawRepresentation: bytes))
        default: throw OperationError.unsupported("Arca has no raw keys of \(question.algorithm)")
        }
    }

    private static func publicKey(_ question: Question) throws -> AnyPublicKey {
        if case .text(let text) = question.inputs["public"] { return try AnyKey(Array(text.utf8)).publicKey() }
        let bytes = try question.inputs.bytes("public")
        switch question.algorithm {
        case "x25519": return .x25519(try .init(rawRepresentation: bytes))
        case "x448": return .x448(try .init(rawRepresentation: bytes))
        case "ed25519": return .ed25519(try .init(rawRepresentation: bytes))
        case "ed448": return .ed448(try .init(rawRepresentation: bytes))
        default: throw OperationError.unsupported("Arca has no raw keys of \(question.algorithm)")
        }
    }
}
