public import ArcaCore
internal import ArcaCrypto

/// Public keys of any kind as `SubjectPublicKeyInfo`: `PUBLIC KEY`, also in certificates.
///
/// Source: RFC 5280, section 4.1; RFC 8017, RFC 4055, RFC 5480, RFC 8410, RFC 9881 and draft-connolly-cfrg-xwing-kem
/// for the key types.
public enum SPKI {
    /// Reads a public key from `SubjectPublicKeyInfo` in DER.
    ///
    /// - Throws: ``KeyError`` `.malformed`, `.unsupported` for an unknown algorithm or curve, `.invalidKey` for a key
    ///   with the wrong length.
    public static func publicKey(der: borrowing some Bytes) throws(KeyError) -> AnyPublicKey {
        try der.withBytes { bytes throws(KeyError) in
            var reader = DERReader(bytes)
            let key = try publicKey(&reader, in: bytes)
            try reader.finish()
            return key
        }
    }

    /// Writes a public key.
    ///
    /// - Returns: `SubjectPublicKeyInfo` in DER.
    /// - Throws: ``KeyError`` `.unsupported` for PSS parameters that DER cannot represent, `.invalidKey` for a
    ///   compressed point that is not on the curve (points are written uncompressed).
    public static func encode(_ key: AnyPublicKey) throws(KeyError) -> [UInt8] {
        switch key {
        case .rsa(let numbers, let restriction):
            DERValue.sequence([try rsaAlgorithm(restriction), .bitString(PKCS1.value(numbers))]).encoded()
        case .ed25519(let key): raw(.ed25519, key.rawRepresentation)
        case .ed448(let key): raw(.ed448, key.rawRepresentation)
        case .x25519(let key): raw(.x25519, key.rawRepresentation)
        case .x448(let key): raw(.x448, key.rawRepresentation)
        case .xWing(let key): raw(.xWing, key.rawRepresentation)
        case .mldsa(let key): raw(.mldsa(key.variant), key.rawRepresentation)
        case .elliptic(let key):
            DERValue.sequence([ellipticAlgorithm(key.curve), .bitString(try key.uncompressed.point)]).encoded()
        }
    }

    static func publicKey(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) -> AnyPublicKey {
        var sequence = try reader.sequence(in: bytes)
        let algorithm = try AlgorithmIdentifier(&sequence, in: bytes)
        let content = try sequence.bitString(in: bytes)
        try sequence.finish()
        func raw() throws(KeyError) -> [UInt8] {
            try algorithm.requireAbsentParameters()
            return [UInt8](bytes: bytes.extracting(content))
        }
        switch algorithm.identifier {
        case .rsaEncryption, .rsassaPSS:
            let restriction = try rsaRestriction(algorithm, in: bytes)
            var inner = DERReader(content)
            let numbers = try PKCS1.publicNumbers(&inner, in: bytes)
            try inner.finish()
            return .rsa(numbers, restriction)
        case .ed25519: return try RawKeys.ed25519(try raw())
        case .ed448: return try RawKeys.ed448(try raw())
        case .x25519: return try RawKeys.x25519(try raw())
        case .x448: return try RawKeys.x448(try raw())
        case .xWing: return try RawKeys.xWing(try raw())
        case .mldsa44: return try RawKeys.mldsa(.mldsa44, try raw())
        case .mldsa65: return try RawKeys.mldsa(.mldsa65, try raw())
        case .mldsa87: return try RawKeys.mldsa(.mldsa87, try raw())
        case .ecPublicKey:
            let curve = try namedCurve(algorithm.parameters, in: bytes)
            return .elliptic(try RawKeys.point(curve, [UInt8](bytes: bytes.extracting(content))))
        default:
            throw KeyError(
                .unsupported, "a public key for \(algorithm.identifier.name), which is not supported")
        }
    }

    private static func raw(_ identifier: ASN1ObjectIdentifier, _ bytes: [UInt8]) -> [UInt8] {
        DERValue.sequence([.algorithm(identifier), .bitString(bytes)]).encoded()
    }
}
