public import ArcaCore
public import ArcaCrypto

/// Private keys of any kind, encrypted or not: `PRIVATE KEY`, `ENCRYPTED PRIVATE KEY`.
///
/// ```swift
/// let der = try PKCS8.encrypt(key, passphrase: passphrase)
/// let key = try PKCS8.privateKey(encrypted: der, passphrase: passphrase)
/// ```
///
/// Source: RFC 5958; RFC 8017, RFC 4055, RFC 5915, RFC 8410 and RFC 9881 for the key types.
public enum PKCS8 {
    /// Reads an unencrypted private key.
    ///
    /// - Parameter der: `PrivateKeyInfo` or `OneAsymmetricKey`; secret.
    /// - Returns: The key. A public half in the structure must match it.
    /// - Throws: ``KeyError`` `.malformed`, `.unsupported` for an unknown algorithm or curve, `.invalidKey` for a key
    ///   with the wrong length or a mismatched public half.
    public static func privateKey(der: borrowing some Bytes) throws(KeyError) -> AnyPrivateKey {
        try der.withBytes { bytes throws(KeyError) in
            var reader = DERReader(bytes)
            let key = try privateKey(&reader, in: bytes)
            try reader.finish()
            return key
        }
    }

    /// Reads an encrypted private key.
    ///
    /// - Parameters:
    ///   - der: `EncryptedPrivateKeyInfo`.
    ///   - passphrase: The passphrase, of any length including 0; secret.
    ///   - limits: The maximum cost of the key derivation. The file chooses its parameters.
    /// - Returns: The key.
    /// - Throws: ``KeyError`` `.wrongPassphrase`, which cannot be distinguished from damage; `.costTooHigh`;
    ///   `.malformed` and `.unsupported` for the outer structure or, with the right passphrase, for the inner one.
    public static func privateKey(
        encrypted der: borrowing some Bytes, passphrase: SecretBytes, limits: CostLimits = .keys
    ) throws(KeyError) -> AnyPrivateKey {
        try der.withBytes { bytes throws(KeyError) in
            let (scheme, content) = try encryptedParts(bytes)
            let plain = try scheme.decrypt(bytes.extracting(content), passphrase: passphrase, limits: limits)
            do throws(KeyError) {
                return try privateKey(der: plain)
            } catch {
                // One wrong passphrase in 256 yields valid padding.
                guard error.code == .malformed else { throw error }
                throw KeyError.wrongPassphrase
            }
        }
    }

    /// Reads the scheme of an `EncryptedPrivateKeyInfo`; no passphrase is needed.
    ///
    /// - Throws: ``KeyError`` `.malformed`, `.unsupported`.
    public static func scheme(encrypted der: borrowing some Bytes) throws(KeyError) -> PBES {
        try der.withBytes { bytes throws(KeyError) in try encryptedParts(bytes).scheme }
    }

    /// Writes a private key without encryption.
    ///
    /// - Returns: `PrivateKeyInfo` in DER; secret.
    /// - Throws: ``KeyError`` `.unsupported` for PSS parameters that DER cannot represent.
    public static func encode(_ key: AnyPrivateKey) throws(KeyError) -> SecretBytes {
        // Without the public half: version 1 has no field for it, and OpenSSL does not read it.
        let (algorithm, content): (DERValue, DERValue) =
            switch key {
            case .rsa(let numbers, let restriction): (try SPKI.rsaAlgorithm(restriction), PKCS1.value(numbers))
            case .ed25519(let key): (.algorithm(.ed25519), .octetString(key.rawRepresentation))
            case .ed448(let key): (.algorithm(.ed448), .octetString(key.rawRepresentation))
            case .x25519(let key): (.algorithm(.x25519), .octetString(key.rawRepresentation))
            case .x448(let key): (.algorithm(.x448), .octetString(key.rawRepresentation))
            case .elliptic(let key):
                (SPKI.ellipticAlgorithm(key.publicKey.curve), try SEC1.value(key, namesCurve: false))
            // The seed is the private key itself, without a second OCTET STRING.
            case .xWing(let key): (.algorithm(.xWing), .octetString(key.seedRepresentation))
            case .mldsa(let key): (.algorithm(.mldsa(key.variant)), try MLDSAContent.value(key))
            }
        let isWhole = if case .xWing = key { true } else { false }
        return encode(algorithm, isWhole ? content : .octetString(content))
    }

    static func encode(_ algorithm: DERValue, _ content: DERValue) -> SecretBytes {
        DERValue.sequence([.integer(0), algorithm, content]).encodedSecret()
    }

    /// Writes a private key encrypted with a passphrase.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - passphrase: The passphrase, at least 1 byte; secret.
    ///   - encryption: The encryption; scrypt with AES-256-CBC by default.
    /// - Returns: `EncryptedPrivateKeyInfo` in DER.
    /// - Throws: ``KeyError`` `.invalidOption` for an empty passphrase, `.unsupported`, `.costTooHigh` if memory
    ///   allocation fails.
    public static func encrypt(
        _ key: AnyPrivateKey, passphrase: SecretBytes, encryption: KeyEncryption = .standard
    ) throws(KeyError) -> [UInt8] {
        guard !passphrase.isEmpty else { throw KeyError(.invalidOption, "an empty passphrase protects nothing") }
        let scheme = try encryption.scheme()
        let encrypted = try scheme.encrypt(try encode(key), passphrase: passphrase)
        return DERValue.sequence([scheme.algorithm(), .octetString(encrypted)]).encoded()
    }

    private static func encryptedParts(_ bytes: Span<UInt8>) throws(KeyError) -> (scheme: PBES, content: Range<Int>) {
        var reader = DERReader(bytes)
        var sequence = try reader.sequence(in: bytes)
        try reader.finish()
        let scheme = try PBES(&sequence, in: bytes)
        let content = try sequence.read(.octetString, in: bytes)
        try sequence.finish()
        return (scheme, content)
    }

    private static func privateKey(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) -> AnyPrivateKey {
        var sequence = try reader.sequence(in: bytes)
        let place = sequence.offset
        let version = try sequence.smallInteger(in: bytes)
        guard version <= 1 else {
            throw KeyError(.malformed, at: place, "version \(version) of a private key, which is 0 or 1")
        }
        let algorithm = try AlgorithmIdentifier(&sequence, in: bytes)
        let content = try sequence.read(.octetString, in: bytes)
        // Attributes do not affect the key.
        _ = try sequence.readIfPresent(.context(0, isConstructed: true), in: bytes)
        var publicHalf: Range<Int>?
        if version == 1, sequence.peek(in: bytes) == .context(1, isConstructed: false) {
            publicHalf = try sequence.bitString(.context(1, isConstructed: false), in: bytes)
        }
        try sequence.finish()
        let key = try privateKey(algorithm, DERReader(content), in: bytes)
        if let publicHalf { try check(key, [UInt8](bytes: bytes.extracting(publicHalf))) }
        return key
    }

    private static func privateKey(
        _ algorithm: AlgorithmIdentifier, _ content: DERReader, in bytes: Span<UInt8>
    ) throws(KeyError) -> AnyPrivateKey {
        var inner = content
        func raw(_ inner: inout DERReader) throws(KeyError) -> SecretBytes {
            try algorithm.requireAbsentParameters()
            let key = SecretBytes(copying: bytes.extracting(try inner.read(.octetString, in: bytes)))
            try inner.finish()
            return key
        }
        switch algorithm.identifier {
        case .rsaEncryption, .rsassaPSS:
            let restriction = try SPKI.rsaRestriction(algorithm, in: bytes)
            let numbers = try PKCS1.privateNumbers(&inner, in: bytes)
            try inner.finish()
            return .rsa(numbers, restriction)
        case .ed25519: return try RawKeys.ed25519(try raw(&inner))
        case .ed448: return try RawKeys.ed448(try raw(&inner))
        case .x25519: return try RawKeys.x25519(try raw(&inner))
        case .x448: return try RawKeys.x448(try raw(&inner))
        case .xWing:
            try algorithm.requireAbsentParameters()
            return try RawKeys.xWing(SecretBytes(copying: bytes.extracting(inner.offset..<inner.end)))
        case .ecPublicKey:
            let curve = try SPKI.namedCurve(algorithm.parameters, in: bytes)
            let key = try SEC1.privateKey(&inner, curve: curve, in: bytes)
            try inner.finish()
            return .elliptic(key)
        case .mldsa44, .mldsa65, .mldsa87:
            try algorithm.requireAbsentParameters()
            return .mldsa(try MLDSAContent.privateKey(inner, algorithm.identifier, in: bytes))
        default:
            throw KeyError(.unsupported, "a private key for \(algorithm.identifier.name), which is not supported")
        }
    }

    /// Without this check, signatures could be made for another key.
    private static func check(_ key: AnyPrivateKey, _ found: [UInt8]) throws(KeyError) {
        let expected: [UInt8] =
            switch try key.publicKey {
            case .rsa(let numbers, _): PKCS1.encode(numbers)
            case .ed25519(let key): key.rawRepresentation
            case .ed448(let key): key.rawRepresentation
            case .x25519(let key): key.rawRepresentation
            case .x448(let key): key.rawRepresentation
            case .xWing(let key): key.rawRepresentation
            case .mldsa(let key): key.rawRepresentation
            case .elliptic(let key): key.point
            }
        guard expected == found else {
            throw KeyError(.invalidKey, "the public half next to the private key belongs to another key")
        }
    }
}

/// Elliptic curve private keys: `EC PRIVATE KEY`, or the content of PKCS #8.
///
/// Source: RFC 5915, section 3.
enum SEC1 {
    /// `curve` is the curve of the enclosing structure; the key may name it again.
    static func privateKey(
        _ reader: inout DERReader, curve: EllipticCurve?, in bytes: Span<UInt8>
    ) throws(KeyError) -> EllipticPrivateKey {
        var sequence = try reader.sequence(in: bytes)
        let place = sequence.offset
        guard try sequence.smallInteger(in: bytes) == 1 else {
            throw KeyError(.malformed, at: place, "an elliptic-curve private key of another version than 1")
        }
        let scalar = SecretBytes(copying: bytes.extracting(try sequence.read(.octetString, in: bytes)))
        var curve = curve
        if let content = try sequence.readIfPresent(.context(0, isConstructed: true), in: bytes) {
            let inner = try SPKI.namedCurve(DERReader(content), in: bytes)
            guard curve == nil || curve == inner else {
                throw KeyError(.malformed, at: content.lowerBound, "a key that names two different curves")
            }
            curve = inner
        }
        guard let curve else { throw KeyError(.malformed, at: place, "a key that names no curve") }
        guard let content = try sequence.readIfPresent(.context(1, isConstructed: true), in: bytes) else {
            try sequence.finish()
            return try KeyError.wrap { try EllipticPrivateKey(curve, scalar: scalar) }
        }
        var explicit = DERReader(content)
        let point = [UInt8](bytes: bytes.extracting(try explicit.bitString(in: bytes)))
        try explicit.finish()
        try sequence.finish()
        return try RawKeys.elliptic(try RawKeys.point(curve, point), scalar)
    }

    /// PKCS #8 names the curve in the outer structure.
    static func value(_ key: EllipticPrivateKey, namesCurve: Bool) throws(KeyError) -> DERValue {
        value(key.scalar, try key.publicKey.uncompressed, namesCurve: namesCurve)
    }

    /// The encoded key with an uncompressed point.
    static func value(_ scalar: SecretBytes, _ publicKey: EllipticPublicKey, namesCurve: Bool) -> DERValue {
        var values: [DERValue] = [.integer(1), .octetString(scalar)]
        if namesCurve { values.append(.explicit(0, .objectIdentifier(publicKey.curve.identifier))) }
        values.append(.explicit(1, .bitString(publicKey.point)))
        return .sequence(values)
    }
}
