internal import ArcaCore
internal import ArcaCrypto

/// An algorithm and its parameters; their format depends on the algorithm.
///
/// Source: RFC 5280, section 4.1.1.2.
struct AlgorithmIdentifier {
    let identifier: ASN1ObjectIdentifier
    /// A reader for the parameters, at its end if there are none.
    let parameters: DERReader

    init(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        var sequence = try reader.sequence(in: bytes)
        identifier = try sequence.objectIdentifier(in: bytes)
        parameters = sequence
        // At most one value.
        if !sequence.isAtEnd { _ = try sequence.skip(in: bytes) }
        try sequence.finish()
    }

    /// Accepts NULL or absence: the standards require one of the two, and files contain both.
    func requireNoParameters(in bytes: Span<UInt8>) throws(KeyError) {
        var reader = parameters
        if !reader.isAtEnd { try reader.null(in: bytes) }
    }

    /// RFC 8410, section 3; NULL is rejected.
    func requireAbsentParameters() throws(KeyError) {
        guard parameters.isAtEnd else {
            throw KeyError(.malformed, at: parameters.offset, "parameters where \(identifier.name) has none")
        }
    }
}

extension DERValue {
    static func algorithm(_ identifier: ASN1ObjectIdentifier) -> DERValue { .sequence([.objectIdentifier(identifier)]) }

    static func algorithm(_ identifier: ASN1ObjectIdentifier, _ parameters: DERValue) -> DERValue {
        .sequence([.objectIdentifier(identifier), parameters])
    }
}

// The parts shared by SubjectPublicKeyInfo and PKCS #8.

extension SPKI {
    static func rsaRestriction(
        _ algorithm: AlgorithmIdentifier, in bytes: Span<UInt8>
    ) throws(KeyError) -> RSAKeyRestriction? {
        if algorithm.identifier == .rsassaPSS { return try RSAKeyRestriction(algorithm, in: bytes) }
        try algorithm.requireNoParameters(in: bytes)
        return nil
    }

    static func rsaAlgorithm(_ restriction: RSAKeyRestriction?) throws(KeyError) -> DERValue {
        try restriction?.algorithm() ?? .algorithm(.rsaEncryption, .null)
    }

    static func ellipticAlgorithm(_ curve: EllipticCurve) -> DERValue {
        .algorithm(.ecPublicKey, .objectIdentifier(curve.identifier))
    }

    /// Rejects explicit curve parameters: the curve may be insecure.
    static func namedCurve(_ parameters: DERReader, in bytes: Span<UInt8>) throws(KeyError) -> EllipticCurve {
        var reader = parameters
        guard reader.peek(in: bytes) != .sequence else {
            throw KeyError(.unsupported, at: reader.offset, "a curve that is given by its parameters, not by name")
        }
        let identifier = try reader.objectIdentifier(in: bytes)
        try reader.finish()
        guard let curve = EllipticCurve(identifier: identifier) else {
            throw KeyError(.unsupported, "a key on the curve \(identifier), which is not supported")
        }
        return curve
    }
}

enum RawKeys {
    static func point(_ curve: EllipticCurve, _ point: [UInt8]) throws(KeyError) -> EllipticPublicKey {
        try KeyError.wrap { try EllipticPublicKey(curve, point: point) }
    }

    static func elliptic(_ publicKey: EllipticPublicKey, _ scalar: SecretBytes) throws(KeyError) -> EllipticPrivateKey {
        try KeyError.wrap { try EllipticPrivateKey(publicKey: publicKey, scalar: scalar) }
    }

    static func ed25519(_ bytes: [UInt8]) throws(KeyError) -> AnyPublicKey {
        try KeyError.wrap { .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: bytes)) }
    }

    static func ed448(_ bytes: [UInt8]) throws(KeyError) -> AnyPublicKey {
        try KeyError.wrap { .ed448(try Curve448.Signing.PublicKey(rawRepresentation: bytes)) }
    }

    static func x25519(_ bytes: [UInt8]) throws(KeyError) -> AnyPublicKey {
        try KeyError.wrap { .x25519(try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)) }
    }

    static func x448(_ bytes: [UInt8]) throws(KeyError) -> AnyPublicKey {
        try KeyError.wrap { .x448(try Curve448.KeyAgreement.PublicKey(rawRepresentation: bytes)) }
    }

    static func xWing(_ bytes: [UInt8]) throws(KeyError) -> AnyPublicKey {
        try KeyError.wrap { .xWing(try XWingMLKEM768X25519.PublicKey(rawRepresentation: bytes)) }
    }

    static func mldsa(_ variant: MLDSAVariant, _ bytes: [UInt8]) throws(KeyError) -> AnyPublicKey {
        try KeyError.wrap { .mldsa(try AnyMLDSAPublicKey(variant, rawRepresentation: bytes)) }
    }

    static func ed25519(_ bytes: SecretBytes) throws(KeyError) -> AnyPrivateKey {
        try KeyError.wrap { .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: bytes)) }
    }

    static func ed448(_ bytes: SecretBytes) throws(KeyError) -> AnyPrivateKey {
        try KeyError.wrap { .ed448(try Curve448.Signing.PrivateKey(rawRepresentation: bytes)) }
    }

    static func x25519(_ bytes: SecretBytes) throws(KeyError) -> AnyPrivateKey {
        try KeyError.wrap { .x25519(try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)) }
    }

    static func x448(_ bytes: SecretBytes) throws(KeyError) -> AnyPrivateKey {
        try KeyError.wrap { .x448(try Curve448.KeyAgreement.PrivateKey(rawRepresentation: bytes)) }
    }

    static func xWing(_ bytes: SecretBytes) throws(KeyError) -> AnyPrivateKey {
        try KeyError.wrap { .xWing(try XWingMLKEM768X25519.PrivateKey(seedRepresentation: bytes)) }
    }
}
