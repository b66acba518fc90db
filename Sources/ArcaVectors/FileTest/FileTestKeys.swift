internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys

/// The named keys of an `evp_test` file, which later stanzas refer to.
struct FileTestKeys {
    private static let definitions = ["PrivateKey", "PublicKey", "PrivateKeyRaw", "PublicKeyRaw"]

    private var contents: [String: VectorField.Content] = [:]

    /// Stores a key definition, and returns the stanza's kind and a field with the key.
    mutating func take(_ first: VectorField) -> (VectorKind, VectorField)? {
        guard Self.definitions.contains(first.name) else { return nil }
        // A raw key is on the same line: `name:algorithm:digits`.
        let mark: Character = first.name.hasSuffix("Raw") ? ":" : "\n"
        let parts = first.text.split(separator: mark, maxSplits: 1).map(String.init)
        let content = VectorField.Content.text(parts.count == 2 ? parts[1] : "")
        if let name = parts.first { contents[name] = content }
        return (VectorKind(first.name), VectorField("the key", content))
    }

    /// The keys a stanza refers to: its own key, the peer's key, or both keys of a pair.
    func fields(of first: VectorField, beside fields: [VectorField]) -> [VectorField] {
        func named(_ name: String, _ title: String) -> [VectorField] {
            contents[name].map { [VectorField(title, $0, isShared: true)] } ?? []
        }
        let peer = fields.first { $0.name == "PeerKey" }.map { named($0.text, "the peer's key") } ?? []
        switch first.name {
        case "PrivPubKeyPair":
            let names = first.text.split(separator: ":").map(String.init)
            guard names.count == 2 else { return [] }
            return named(names[0], "the private key") + named(names[1], "the public key")
        case "Sign", "Verify", "VerifyRecover", "Decrypt", "Derive": return named(first.text, "the key") + peer
        case "DigestSign", "DigestVerify", "OneShotDigestSign", "OneShotDigestVerify":
            return fields.first { $0.name == "Key" }.map { named($0.text, "the key") } ?? []
        default: return []
        }
    }
}

/// Key files of `evp_test`, raw keys, and key pairs.
struct FileTestKeyFile: VectorFamily {
    let name = "keys"
    let type: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("Reason", because: "how OpenSSL words its error")
        let mustFail = fields.ifPresent("Result") != nil
        let expected: TestPlan.Expectation = mustFail ? .refusal : .outputs([:])
        guard type != "PrivPubKeyPair" else { return try pair(&fields, expected) }
        let key = try Self.key("the key", &fields)
        let isPrivate = type.hasPrefix("Private")
        return .step(
            isPrivate ? "check-private-key" : "check-public-key", key.algorithm,
            inputs: [isPrivate ? "private" : "public": key.value], expected: expected)
    }

    private func pair(_ fields: inout CaseFields, _ expected: TestPlan.Expectation) throws -> TestPlan {
        guard fields.has("the private key"), fields.has("the public key") else { return .skip("a pair without keys") }
        let privateKey = try Self.key("the private key", &fields)
        let publicKey = try Self.key("the public key", &fields)
        return .step(
            "check-key-pair", privateKey.algorithm.isEmpty ? publicKey.algorithm : privateKey.algorithm,
            inputs: ["private": privateKey.value, "public": publicKey.value], expected: expected)
    }

    /// A PEM key, or the bytes and algorithm of a raw key.
    static func key(
        _ name: String, _ fields: inout CaseFields
    ) throws(VectorError) -> (algorithm: String, value: VectorValue) {
        let text = try fields.text(name)
        guard !text.hasPrefix("-----BEGIN "), let mark = text.firstIndex(of: ":") else { return ("", .text(text)) }
        let digits = text[text.index(after: mark)...]
        return (text[..<mark].lowercased(), .bytes(try CaseFields.bytes(ofHex: digits, name)))
    }
}

struct FileTestPublicKey {
    /// The display name: `RSA-2048`, `X25519`.
    let name: String
    /// The signature algorithm: `rsa`, `ed25519`, `ed448`; nil for other keys.
    let signatureAlgorithm: String?
    let inputs: NamedValues
    let isPrivate: Bool

    init(_ key: (algorithm: String, value: VectorValue)) {
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
                // Includes any usage restrictions of the key.
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
