internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys

/// A key of an `evp_test` file as the operations take it.
struct FileTestPublicKey {
    /// What the key is called: `RSA-2048`, `X25519`.
    let name: String
    /// The algorithm that signs with it: `rsa` and its padding, `ed25519`, `ed448`; nil for any other.
    let signatureAlgorithm: String?
    /// The inputs that operations know the key by.
    let inputs: NamedValues
    /// Whether it is a private key.
    let isPrivate: Bool

    /// Reads a key: PEM, or raw bytes with an algorithm.
    init(_ key: (algorithm: String, value: VectorValue)) throws(VectorError) {
        guard case .text(let text) = key.value else {
            self.init(key.algorithm, nil, [:], isPrivate: false)
            return
        }
        let file = Array(text.utf8)
        guard let read = try? AnyKey(file), let publicKey = try? read.publicKey() else {
            self.init("a key of another kind", nil, [:], isPrivate: false)
            return
        }
        let privateKey = try? read.privateKey()
        var inputs: NamedValues = [:]
        let algorithm: String?
        switch publicKey {
        case .rsa(let numbers, _):
            algorithm = "rsa"
            if let block = try? PEM.decode(file).first { inputs["privateKey"] = .bytes(block.bytes) }
            if privateKey == nil {
                // With what the key may be used for, if it says so.
                inputs["publicKey"] = inputs["privateKey"]
                inputs["privateKey"] = nil
            } else {
                inputs["e"] = .bytes(numbers.exponent)
                inputs["n"] = .bytes(numbers.modulus)
                if case .rsa(let numbers, _) = privateKey {
                    inputs["d"] = .bytes([UInt8](bytes: numbers.privateExponent))
                }
            }
        case .ed25519(let key):
            algorithm = "ed25519"
            inputs["point"] = .bytes(key.rawRepresentation)
            if case .ed25519(let key) = privateKey { inputs["seed"] = .bytes([UInt8](bytes: key.rawRepresentation)) }
        case .ed448(let key):
            algorithm = "ed448"
            inputs["point"] = .bytes(key.rawRepresentation)
            if case .ed448(let key) = privateKey { inputs["seed"] = .bytes([UInt8](bytes: key.rawRepresentation)) }
        default: algorithm = nil
        }
        self.init(publicKey.algorithmName, algorithm, inputs, isPrivate: privateKey != nil)
    }

    private init(_ name: String, _ signatureAlgorithm: String?, _ inputs: NamedValues, isPrivate: Bool) {
        self.name = name
        self.signatureAlgorithm = signatureAlgorithm
        self.inputs = inputs
        self.isPrivate = isPrivate
    }
}
