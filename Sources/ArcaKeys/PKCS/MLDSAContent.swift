internal import ArcaCore
internal import ArcaCrypto

/// The content of an ML-DSA private key in PKCS #8: a seed, an expanded key, or both.
///
/// Programs that are older than the RFC wrote a seed or an expanded key without a tag, which is also read.
///
/// Source: RFC 9881, section 6.
enum MLDSAContent {
    /// Reads a key in any of the forms; both parts must match.
    static func privateKey(
        _ content: DERReader, _ identifier: ASN1ObjectIdentifier, in bytes: Span<UInt8>
    ) throws(KeyError) -> AnyMLDSAPrivateKey {
        guard let variant = identifier.mldsaVariant else {
            throw KeyError(.unsupported, "a private key for \(identifier.name), which is not supported")
        }
        func secret(_ range: Range<Int>) -> SecretBytes { SecretBytes(copying: bytes.extracting(range)) }
        func seed(_ range: Range<Int>) throws(KeyError) -> AnyMLDSAPrivateKey {
            try KeyError.wrap { try AnyMLDSAPrivateKey(variant, seedRepresentation: secret(range)) }
        }
        func expanded(_ range: Range<Int>) throws(KeyError) -> AnyMLDSAPrivateKey {
            try KeyError.wrap { try AnyMLDSAPrivateKey(variant, expandedRepresentation: secret(range)) }
        }
        var reader = content
        let whole = reader.offset..<reader.end
        // Tagged forms have other lengths.
        if whole.count == MLDSAVariant.seedByteCount { return try seed(whole) }
        if whole.count == variant.expandedKeyByteCount { return try expanded(whole) }
        switch reader.peek(in: bytes) {
        case .context(0, isConstructed: false):
            let content = try reader.read(.context(0, isConstructed: false), in: bytes)
            try reader.finish()
            return try seed(content)
        case .octetString:
            let content = try reader.read(.octetString, in: bytes)
            try reader.finish()
            return try expanded(content)
        case .sequence:
            let place = reader.offset
            var both = try reader.sequence(in: bytes)
            let key = try seed(try both.read(.octetString, in: bytes))
            let other = try expanded(try both.read(.octetString, in: bytes))
            try both.finish()
            try reader.finish()
            guard key == other else {
                throw KeyError(.invalidKey, at: place, "the seed and the expanded key belong to different keys")
            }
            return key
        default:
            throw KeyError(
                .malformed, at: reader.offset,
                "an \(variant.name) private key that is not a seed, an expanded key or both")
        }
    }

    /// The seed, which is shorter and cannot be malformed; keys without one are written in their expanded form.
    static func value(_ key: AnyMLDSAPrivateKey) throws(KeyError) -> DERValue {
        guard let seed = key.seedRepresentation else {
            return .octetString(try KeyError.wrap { try key.expandedRepresentation })
        }
        return .primitive(.context(0, isConstructed: false), seed)
    }
}

extension ASN1ObjectIdentifier {
    /// The identifier of a parameter set (RFC 9881, section 2).
    static func mldsa(_ variant: MLDSAVariant) -> ASN1ObjectIdentifier {
        switch variant {
        case .mldsa44: mldsa44
        case .mldsa65: mldsa65
        case .mldsa87: mldsa87
        }
    }

    var mldsaVariant: MLDSAVariant? { MLDSAVariant.allCases.first { .mldsa($0) == self } }
}
