internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct MLDSATests {
    private static let message = Array("message".utf8)

    private static func seed(_ byte: UInt8) -> SecretBytes {
        SecretBytes(copying: [UInt8](repeating: byte, count: 32))
    }

    private static func changed(_ secret: SecretBytes, at place: Int, by mask: UInt8 = 1) -> SecretBytes {
        var bytes = [UInt8](bytes: secret)
        bytes[place] ^= mask
        return SecretBytes(copying: bytes)
    }

    @Test("signs and verifies with every parameter set, and accepts only its lengths")
    func lengths() throws {
        try lengths(MLDSA44.self, 1312, 2420)
        try lengths(MLDSA65.self, 1952, 3309)
        try lengths(MLDSA87.self, 2592, 4627)
    }

    private func lengths<Parameters: MLDSAParameterSet>(
        _ set: Parameters.Type, _ publicCount: Int, _ count: Int
    ) throws {
        #expect(set.publicKeyByteCount == publicCount && set.signatureByteCount == count)
        let key = try set.PrivateKey()
        #expect(key.publicKey.rawRepresentation.count == publicCount)
        let signature = try key.signature(for: Self.message)
        #expect(signature.count == count)
        let publicKey = try set.PublicKey(rawRepresentation: key.publicKey.rawRepresentation)
        #expect(publicKey == key.publicKey)
        #expect(publicKey.isValidSignature(signature, for: Self.message))
        for wrong in [[], signature.dropLast(), signature + [0]] {
            #expect(!publicKey.isValidSignature(Array(wrong), for: Self.message))
        }
        for wrong in [0, publicCount - 1, publicCount + 1] {
            #expect(throws: CryptoError.code(.invalidKeyLength)) {
                try set.PublicKey(rawRepresentation: [UInt8](repeating: 0, count: wrong))
            }
        }
        for wrong in [0, 31, 33, 64] {
            #expect(throws: CryptoError.code(.invalidKeyLength)) {
                try set.PrivateKey(seedRepresentation: SecretBytes(copying: [UInt8](repeating: 0, count: wrong)))
            }
        }
    }

    @Test("rejects every changed message and key, and changes in every part of a signature")
    func forgeries() throws {
        let key = try MLDSA65.PrivateKey(seedRepresentation: Self.seed(1))
        let signature = try key.deterministicSignature(for: Self.message)
        #expect(key.publicKey.isValidSignature(signature, for: Self.message))
        #expect(!key.publicKey.isValidSignature(signature, for: Self.message + [0]))
        #expect(!key.publicKey.isValidSignature(signature, for: []))
        for place in Array(stride(from: 0, to: signature.count, by: 41)) + [signature.count - 1] {
            for mask in [1, 0x80] as [UInt8] {
                var wrong = signature
                wrong[place] ^= mask
                #expect(!key.publicKey.isValidSignature(wrong, for: Self.message), "\(place)")
            }
        }
        for place in [0, 31, 32, 1000, 1951] {
            var wrong = key.publicKey.rawRepresentation
            wrong[place] ^= 1
            #expect(try !MLDSA65.PublicKey(rawRepresentation: wrong).isValidSignature(signature, for: Self.message))
        }
        let other = try MLDSA65.PrivateKey(seedRepresentation: Self.seed(2))
        #expect(!other.publicKey.isValidSignature(signature, for: Self.message))
    }

    @Test("a signature is valid in its own context only")
    func contexts() throws {
        let key = try MLDSA44.PrivateKey(seedRepresentation: Self.seed(3))
        let contexts: [[UInt8]] = [[], [0], Array("context".utf8), [UInt8](repeating: 7, count: 255)]
        for context in contexts {
            let signature = try key.signature(for: Self.message, context: context)
            for other in contexts {
                #expect(
                    key.publicKey.isValidSignature(signature, for: Self.message, context: other) == (context == other))
            }
            #expect(key.publicKey.isValidSignature(signature, for: Self.message) == context.isEmpty)
        }
        let long = [UInt8](repeating: 7, count: 256)
        #expect(throws: CryptoError.code(.invalidParameter)) { try key.signature(for: Self.message, context: long) }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try key.deterministicSignature(for: Self.message, context: long)
        }
        let signature = try key.signature(for: Self.message, context: long.dropLast())
        #expect(!key.publicKey.isValidSignature(signature, for: Self.message, context: long))
    }

    @Test("randomizes signatures by default, and repeats deterministic ones")
    func determinism() throws {
        let key = try MLDSA44.PrivateKey(seedRepresentation: Self.seed(4))
        #expect(try key.signature(for: Self.message) != key.signature(for: Self.message))
        let signature = try key.deterministicSignature(for: Self.message)
        #expect(try signature == key.deterministicSignature(for: Self.message, context: [] as [UInt8]))
        #expect(try signature != key.deterministicSignature(for: Self.message + [0]))
        #expect(try signature != key.deterministicSignature(for: Self.message, context: [0]))
    }

    @Test("signs long messages")
    func longMessages() throws {
        let key = try MLDSA44.PrivateKey(seedRepresentation: Self.seed(5))
        for count in [0, 1, 71, 72, 135, 136, 137, 1 << 20] {
            let message = [UInt8](repeating: 0x5a, count: count)
            #expect(key.publicKey.isValidSignature(try key.signature(for: message), for: message), "\(count)")
        }
    }

    @Test("checks a seed against its public key or digest")
    func integrity() throws {
        let (key, other) = (try MLDSA65.PrivateKey(), try MLDSA65.PrivateKey())
        #expect(key != other)
        #expect(try MLDSA65.PrivateKey(seedRepresentation: key.seedRepresentation, publicKey: key.publicKey) == key)
        #expect(throws: CryptoError.code(.invalidKey)) {
            try MLDSA65.PrivateKey(seedRepresentation: key.seedRepresentation, publicKey: other.publicKey)
        }
        let checked = key.integrityCheckedRepresentation
        #expect(checked.count == 64)
        #expect(try MLDSA65.PrivateKey(integrityCheckedRepresentation: checked) == key)
        for place in [0, 31, 32, 63] {
            #expect(throws: CryptoError.code(.invalidKey)) {
                try MLDSA65.PrivateKey(integrityCheckedRepresentation: Self.changed(checked, at: place))
            }
        }
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try MLDSA65.PrivateKey(integrityCheckedRepresentation: key.seedRepresentation)
        }
    }

    @Test("an expanded key signs like its seed, and every part of it is checked", arguments: MLDSAVariant.allCases)
    func expandedKeys(variant: MLDSAVariant) throws {
        let key = try AnyMLDSAPrivateKey(variant, seedRepresentation: Self.seed(6))
        let bytes = try key.expandedRepresentation
        #expect(bytes.count == variant.expandedKeyByteCount)
        let expanded = try AnyMLDSAPrivateKey(variant, expandedRepresentation: bytes)
        #expect(expanded == key && expanded.seedRepresentation == nil)
        #expect(try expanded.expandedRepresentation == bytes)
        #expect(
            try expanded.deterministicSignature(for: Self.message) == key.deterministicSignature(for: Self.message))
        // ρ, tr, s₁, s₂, t₀. A changed K is another valid key.
        for place in [0, 31, 64, 127, 128, 500, 1000, bytes.count - 400, bytes.count - 1] {
            #expect(throws: CryptoError.code(.invalidKey)) {
                try AnyMLDSAPrivateKey(variant, expandedRepresentation: Self.changed(bytes, at: place))
            }
        }
        let other = try AnyMLDSAPrivateKey(variant, expandedRepresentation: Self.changed(bytes, at: 40))
        #expect(other != key && other.publicKey == key.publicKey)
        // A coefficient that is not in [-η, η].
        let mask = [UInt8](bytes: bytes)[128] & (variant == .mldsa65 ? 15 : 7)
        #expect(throws: CryptoError.code(.invalidKey)) {
            try AnyMLDSAPrivateKey(
                variant,
                expandedRepresentation: Self.changed(bytes, at: 128, by: mask ^ (variant == .mldsa65 ? 15 : 7)))
        }
        for wrong in [bytes.count - 1, bytes.count + 1] {
            #expect(throws: CryptoError.code(.invalidKeyLength)) {
                try AnyMLDSAPrivateKey(
                    variant, expandedRepresentation: SecretBytes(copying: [UInt8](repeating: 0, count: wrong)))
            }
        }
    }

    @Test("converts keys of any set to typed ones of their own set only")
    func conversions() throws {
        let key = try MLDSA44.PrivateKey(seedRepresentation: Self.seed(7))
        #expect(try MLDSA44.PrivateKey(key.key) == key)
        #expect(try MLDSA44.PublicKey(key.publicKey.key) == key.publicKey)
        #expect(throws: CryptoError.code(.invalidKey)) { try MLDSA65.PrivateKey(key.key) }
        #expect(throws: CryptoError.code(.invalidKey)) { try MLDSA87.PublicKey(key.publicKey.key) }
        let expanded = try AnyMLDSAPrivateKey(.mldsa44, expandedRepresentation: key.key.expandedRepresentation)
        #expect(throws: CryptoError.code(.invalidKey)) { try MLDSA44.PrivateKey(expanded) }
    }

    @Test("prints no secret")
    func prints() throws {
        let key = try MLDSA65.PrivateKey()
        #expect("\(key)" == "ML-DSA-65 private key" && "\(key.key)" == "ML-DSA-65 private key")
        #expect(Mirror(reflecting: key).children.isEmpty && Mirror(reflecting: key.key).children.isEmpty)
    }
}
