internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// Parsing key files: `read-public-key` and `read-private-key`, for RSA, curve and symmetric keys.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `read-public-key` | `file`: DER, PEM or JWK; or `curve` and `point`, compressed or not | `n`, `e`; or `point` |
/// | `read-private-key` | `file` | `n`, `e`, `d`; or `seed` (`expanded` for ML-DSA without a seed); `key` for a symmetric key |
/// | `make-public-key` | `ec`: `curve`, `private` (a scalar) | `point`, `compressed` |
///
/// Integers have no leading zeros.
enum KeyReadingOperation: VectorOperation {
    static let names = ["read-public-key", "read-private-key"]
    /// Decompressing a point takes up to 1 ms.
    private static let points = KeyCache<[UInt8]>()

    static func respond(to request: Request) throws -> NamedValues {
        if request.inputs["point"] != nil {
            let curve = try EllipticCurve(of: request.inputs)
            let point = try points.key(curve.name, request.inputs.bytes("point")) {
                try uncompressed(EllipticPublicKey(curve, point: request.inputs.bytes("point")))
            }
            return ["point": .bytes(point)]
        }
        let key = try AnyKey(request.inputs.bytes("file"))
        switch (request.operation, key.content) {
        case ("read-private-key", .symmetric(let key)): return ["key": .bytes(key.withBytes { [UInt8](bytes: $0) })]
        case ("read-public-key", .publicKey(let key)): return try values(key)
        case ("read-private-key", .privateKey(let key)): return try values(key)
        default: throw OperationError.refused("a \(key.kindName)")
        }
    }

    /// The bytes of a public key of Ed25519 or Ed448.
    static func point(_ key: AnyPublicKey, _ algorithm: String) throws(OperationError) -> [UInt8] {
        switch key {
        case .ed25519(let key) where algorithm == "ed25519": return key.rawRepresentation
        case .ed448(let key) where algorithm == "ed448": return key.rawRepresentation
        default: throw .refused("a key for \(key.algorithmName), not for \(algorithm)")
        }
    }

    private static func values(_ key: AnyPublicKey) throws(OperationError) -> NamedValues {
        switch key {
        case .rsa(let numbers, _): ["n": .bytes(numbers.modulus), "e": .bytes(numbers.exponent)]
        case .ed25519(let key): ["point": .bytes(key.rawRepresentation)]
        case .ed448(let key): ["point": .bytes(key.rawRepresentation)]
        case .x25519(let key): ["point": .bytes(key.rawRepresentation)]
        case .x448(let key): ["point": .bytes(key.rawRepresentation)]
        case .xWing(let key): ["point": .bytes(key.rawRepresentation)]
        case .mldsa(let key): ["point": .bytes(key.rawRepresentation)]
        case .elliptic(let key): ["point": .bytes(try uncompressed(key))]
        }
    }

    private static func uncompressed(_ key: EllipticPublicKey) throws(OperationError) -> [UInt8] {
        do { return try key.uncompressedPoint } catch { throw .refused("\(error)") }
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
        case .xWing(let key): return seed(key.seedRepresentation)
        case .mldsa(let key):
            if let bytes = key.seedRepresentation { return seed(bytes) }
            guard let bytes = try? key.expandedRepresentation else { throw .refused("no key") }
            return ["expanded": .bytes([UInt8](bytes: bytes))]
        case .elliptic(let key): return seed(key.scalar)
        }
    }
}

/// Checks that keys are valid and match: `check-private-key`, `check-public-key` and `check-key-pair`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `check-private-key` | `private`: PEM as text, or raw bytes, expanded for ML-KEM | empty, or a refusal |
/// | `check-public-key` | `public` | empty, or a refusal |
/// | `check-key-pair` | `private`, `public` | empty, or a refusal |
enum KeyCheckOperation: VectorOperation {
    static let names = ["check-private-key", "check-public-key", "check-key-pair"]

    static func respond(to request: Request) throws -> NamedValues {
        if let result = try EncapsulationOperation.check(request) { return result }
        let isPair = request.operation == "check-key-pair"
        let privateKey = request.operation == "check-public-key" ? nil : try privateKey(request)
        let publicKey = request.operation == "check-private-key" ? nil : try publicKey(request)
        if isPair, let privateKey, let publicKey, try !isSame(privateKey.publicKey, publicKey) {
            throw OperationError.refused("the public key is that of another private key")
        }
        return [:]
    }

    /// Compares two public keys, ignoring usage restrictions of RSA keys.
    private static func isSame(_ one: AnyPublicKey, _ other: AnyPublicKey) -> Bool {
        if case (.rsa(let one, _), .rsa(let other, _)) = (one, other) { return one == other }
        return one == other
    }

    private static func privateKey(_ request: Request) throws -> AnyPrivateKey {
        if case .text(let text) = request.inputs["private"] { return try AnyKey(Array(text.utf8)).privateKey() }
        let bytes = SecretBytes(copying: try request.inputs.bytes("private"))
        switch request.algorithm {
        case "x25519": return .x25519(try .init(rawRepresentation: bytes))
        case "x448": return .x448(try .init(rawRepresentation: bytes))
        case "ed25519": return .ed25519(try .init(rawRepresentation: bytes))
        case "ed448": return .ed448(try .init(rawRepresentation: bytes))
        case "p-256": return .init(try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes))
        case "p-384": return .init(try P384.KeyAgreement.PrivateKey(rawRepresentation: bytes))
        case "p-521": return .init(try P521.KeyAgreement.PrivateKey(rawRepresentation: bytes))
        default: throw OperationError.unsupported("Arca has no raw keys of \(request.algorithm)")
        }
    }

    private static func publicKey(_ request: Request) throws -> AnyPublicKey {
        if case .text(let text) = request.inputs["public"] { return try AnyKey(Array(text.utf8)).publicKey() }
        let bytes = try request.inputs.bytes("public")
        switch request.algorithm {
        case "x25519": return .x25519(try .init(rawRepresentation: bytes))
        case "x448": return .x448(try .init(rawRepresentation: bytes))
        case "ed25519": return .ed25519(try .init(rawRepresentation: bytes))
        case "ed448": return .ed448(try .init(rawRepresentation: bytes))
        case "p-256": return .init(try P256.KeyAgreement.PublicKey(x963Representation: bytes))
        case "p-384": return .init(try P384.KeyAgreement.PublicKey(x963Representation: bytes))
        case "p-521": return .init(try P521.KeyAgreement.PublicKey(x963Representation: bytes))
        default: throw OperationError.unsupported("Arca has no raw keys of \(request.algorithm)")
        }
    }
}

/// RSA keys from the integers of a request, named as in RFC 7517: `n`, `e`, `d`, `p`, `q`, `dp`, `dq`, `qi`; other
/// primes as `r3`, `d3`, `t3` and so on.
enum RSAKeyInputs {
    static func publicNumbers(_ inputs: NamedValues) throws -> RSAPublicNumbers {
        RSAPublicNumbers(modulus: try inputs.bytes("n"), exponent: try inputs.bytes("e"))
    }

    /// The public key from `publicKey`, which may restrict its usage, or else from its integers.
    static func publicKey(_ inputs: NamedValues) throws -> RSAPublicKey {
        guard inputs["publicKey"] != nil else { return try RSAPublicKey(publicNumbers(inputs)) }
        return try SPKI.publicKey(der: try inputs.bytes("publicKey")).rsa()
    }

    static func privateKey(_ inputs: NamedValues) throws -> RSAPrivateKey {
        guard inputs["n"] != nil else { return try RSAPrivateKey(file: try inputs.bytes("privateKey")) }
        let publicNumbers = try publicNumbers(inputs)
        let exponent = try inputs.bytes("d")
        guard inputs["p"] != nil else {
            return try RSAPrivateKey(RSAPrivateNumbers(publicNumbers: publicNumbers, privateExponent: exponent))
        }
        var further: [RSAPrivateNumbers.OtherPrime] = []
        while inputs["r\(further.count + 3)"] != nil {
            let number = further.count + 3
            further.append(
                .init(
                    prime: try inputs.bytes("r\(number)"), exponent: try inputs.bytes("d\(number)"),
                    coefficient: try inputs.bytes("t\(number)")))
        }
        return try RSAPrivateKey(
            RSAPrivateNumbers(
                publicNumbers: publicNumbers, privateExponent: exponent, prime1: try inputs.bytes("p"),
                prime2: try inputs.bytes("q"), exponent1: try inputs.bytes("dp"), exponent2: try inputs.bytes("dq"),
                coefficient: try inputs.bytes("qi"), otherPrimes: further))
    }

    static func signaturePadding(_ request: Request) throws -> RSASignaturePadding {
        let hash = try HashOperation.function(request.inputs.text("hash"))
        guard request.algorithm == "rsa-pss" else { return .pkcs1v15(hash) }
        return .pss(
            RSAPSSParameters(
                hash: hash, maskHash: try maskHash(request.inputs),
                saltByteCount: try request.inputs.int("saltByteCount")))
    }

    /// The hash function of the mask: that of MGF1, or the extendable function that is used as the mask.
    static func maskHash(_ inputs: NamedValues) throws -> AnyHashFunction {
        let function = try inputs.text("mgf")
        return try HashOperation.function(function == "mgf1" ? inputs.text("mgfHash") : function)
    }
}
