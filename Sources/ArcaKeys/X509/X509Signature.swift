internal import ArcaCore
internal import ArcaCrypto

struct X509Signature: Sendable, Hashable {
    enum Scheme: Sendable, Hashable {
        case rsa(RSASignaturePadding)
        case ecdsa(AnyHashFunction)
        case ed25519
        case ed448
        case mldsa(MLDSAVariant)
    }

    let identifier: ASN1ObjectIdentifier
    let scheme: Scheme?
    let message: Range<Int>
    let signature: Range<Int>

    init(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        var outer = try reader.sequence(in: bytes)
        guard outer.peek(in: bytes) == .sequence else {
            throw KeyError(.malformed, at: outer.offset, "no SEQUENCE where the signed content should be")
        }
        message = try outer.skip(in: bytes)
        let algorithm = try AlgorithmIdentifier(&outer, in: bytes)
        signature = try outer.bitString(in: bytes)
        try outer.finish()
        identifier = algorithm.identifier
        scheme = try? Self.scheme(algorithm, in: bytes)
    }

    private static func scheme(_ algorithm: AlgorithmIdentifier, in bytes: Span<UInt8>) throws(KeyError) -> Scheme? {
        switch algorithm.identifier {
        case .ed25519: return .ed25519
        case .ed448: return .ed448
        case .rsassaPSS:
            return try RSAKeyRestriction(algorithm, in: bytes).parameters.map { .rsa(.pss($0)) }
        default:
            if let hash = ASN1ObjectIdentifier.rsaSignatures[algorithm.identifier] { return .rsa(.pkcs1v15(hash)) }
            if let variant = algorithm.identifier.mldsaVariant {
                // RFC 9881, section 2.
                try algorithm.requireAbsentParameters()
                return .mldsa(variant)
            }
            return ASN1ObjectIdentifier.ecdsaSignatures[algorithm.identifier].map { .ecdsa($0) }
        }
    }

    var name: String {
        if case .rsa(let padding)? = scheme, padding.pssParameters != nil {
            return "\(identifier.name) with \(padding.hash.name)"
        }
        return identifier.name
    }

    /// Whether the signature matches the key, or nil for an unsupported scheme or key.
    func isValid(in bytes: [UInt8], using key: AnyPublicKey) -> Bool? {
        let (message, signature) = (Array(bytes[message]), Array(bytes[signature]))
        switch (scheme, key) {
        case (.rsa(let padding), .rsa):
            return try? key.rsa().isValidSignature(signature, for: message, padding: padding)
        case (.ecdsa(let hash), .elliptic(let key)):
            guard key.curve.isAvailable else { return nil }
            guard let read = try? ECDSASignature(derRepresentation: signature, curve: key.curve),
                let digest = try? hash.hash(message)
            else { return false }
            return (try? key.isValidSignature(read, forDigest: digest)) ?? false
        case (.ed25519, .ed25519(let key)): return key.isValidSignature(signature, for: message)
        case (.ed448, .ed448(let key)): return key.isValidSignature(signature, for: message)
        case (.mldsa(let variant), .mldsa(let key)):
            return key.variant == variant && key.isValidSignature(signature, for: message)
        case (nil, _): return nil
        default: return false
        }
    }
}
