public import ArcaCrypto

/// All object identifiers that Arca knows, with their names.
extension ASN1ObjectIdentifier {
    // Keys (RFC 8017, appendix C; RFC 5480; RFC 8410).
    static let rsaEncryption = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 1, 1)
    static let mgf1 = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 1, 8)
    static let rsassaPSS = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 1, 10)
    static let ecPublicKey = ASN1ObjectIdentifier(1, 2, 840, 10045, 2, 1)
    static let x25519 = ASN1ObjectIdentifier(1, 3, 101, 110)
    static let x448 = ASN1ObjectIdentifier(1, 3, 101, 111)
    static let ed25519 = ASN1ObjectIdentifier(1, 3, 101, 112)
    static let ed448 = ASN1ObjectIdentifier(1, 3, 101, 113)
    // ML-DSA (RFC 9881, section 2).
    static let mldsa44 = ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 17)
    static let mldsa65 = ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 18)
    static let mldsa87 = ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 19)
    /// X-Wing (draft-connolly-cfrg-xwing-kem, section 7).
    static let xWing = ASN1ObjectIdentifier(1, 3, 6, 1, 4, 1, 62253, 25722)

    // Passphrases (RFC 8018, appendix C; RFC 7914, section 7).
    package static let pbkdf2 = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 5, 12)
    /// A key derivation function and a cipher, each named by its own identifier.
    package static let pbes2 = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 5, 13)
    package static let scrypt = ASN1ObjectIdentifier(1, 3, 6, 1, 4, 1, 11591, 4, 11)

    // Messages (RFC 5652).
    package static let signedData = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 7, 2)
    package static let envelopedData = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 7, 3)
    package static let digestedData = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 7, 5)
    package static let authenticatedData = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 9, 16, 1, 2)
    package static let compressedData = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 9, 16, 1, 9)
    package static let authEnvelopedData = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 9, 16, 1, 23)
    static let rsaesOAEP = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 1, 7)

    package var name: String { ASN1ObjectIdentifier.names[self] ?? description }

    /// Names of algorithms and curves, including unsupported ones, for error messages.
    private static let names: [ASN1ObjectIdentifier: String] = {
        var names: [ASN1ObjectIdentifier: String] = [
            rsaEncryption: "RSA", rsassaPSS: "RSA-PSS", ecPublicKey: "EC", mgf1: "MGF1",
            x25519: "X25519", x448: "X448", ed25519: "Ed25519", ed448: "Ed448",
            xWing: "MLKEM768-X25519",
            pbkdf2: "PBKDF2", pbes2: "PBES2", scrypt: "scrypt",
            ASN1ObjectIdentifier(1, 2, 840, 10040, 4, 1): "DSA",
            ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 3, 1): "Diffie-Hellman",
            ASN1ObjectIdentifier(1, 2, 840, 10046, 2, 1): "Diffie-Hellman (X9.42)",
            rsaesOAEP: "RSA-OAEP",
            ASN1ObjectIdentifier(1, 3, 14, 7, 2, 1, 1): "ElGamal",
            mldsa44: "ML-DSA-44", mldsa65: "ML-DSA-65", mldsa87: "ML-DSA-87",
            ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 4, 1): "ML-KEM-512",
            ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 4, 2): "ML-KEM-768",
            ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 4, 3): "ML-KEM-1024",
        ]
        // Key agreement and key wrapping in messages (RFC 5753, section 7.1; RFC 3565, section 2.3.2).
        for (number, hash) in ["SHA-224", "SHA-256", "SHA-384", "SHA-512"].enumerated() {
            names[ASN1ObjectIdentifier(1, 3, 132, 1, 11, number)] = "ECDH with \(hash)"
            names[ASN1ObjectIdentifier(1, 3, 132, 1, 14, number)] = "cofactor ECDH with \(hash)"
        }
        names[ASN1ObjectIdentifier(1, 3, 133, 16, 840, 63, 0, 2)] = "ECDH with SHA-1"
        names[ASN1ObjectIdentifier(1, 3, 133, 16, 840, 63, 0, 3)] = "cofactor ECDH with SHA-1"
        names[ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 9, 16, 3, 5)] = "Diffie-Hellman"
        names[ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 9, 16, 3, 6)] = "3DES-Wrap"
        for (index, bits) in [128, 192, 256].enumerated() {
            names[ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 5 + 20 * index)] = "AES-\(bits)-Wrap"
        }
        for curve in EllipticCurve.allCases { names[curve.identifier] = curve.name }
        for (identifier, function) in hashes { names[identifier] = function.name }
        for (identifier, function) in hmacs { names[identifier] = "HMAC-\(function.name)" }
        for (identifier, function) in rsaSignatures { names[identifier] = "RSA with \(function.name)" }
        for (identifier, function) in ecdsaSignatures { names[identifier] = "ECDSA with \(function.name)" }
        for cipher in ciphers { names[cipher.identifier] = cipher.name }
        for scheme in passwordSchemes { names[scheme.identifier] = scheme.name }
        return names
    }()

    /// Content types of messages (RFC 5652).
    package static let messageNames: [ASN1ObjectIdentifier: String] = [
        data: "data", signedData: "signed message", envelopedData: "encrypted message",
        digestedData: "digested message", encryptedData: "encrypted data",
        authenticatedData: "authenticated message", compressedData: "compressed message",
        authEnvelopedData: "authenticated and encrypted message",
    ]

    /// PBES2 (RFC 8018, appendix B.2; NIST's list for AES); those without a `cipher` are not supported.
    package static let ciphers: [(identifier: ASN1ObjectIdentifier, name: String, cipher: Cipher?)] = [
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 42), "AES-256-CBC", .aes256CBC),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 22), "AES-192-CBC", .aes192CBC),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 2), "AES-128-CBC", .aes128CBC),
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 3, 7), "3DES-CBC", Insecure.TripleDES.cbc),
        (ASN1ObjectIdentifier(1, 3, 14, 3, 2, 7), "DES-CBC", Insecure.DES.cbc),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 6), "AES-128-GCM", nil),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 26), "AES-192-GCM", nil),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 46), "AES-256-GCM", nil),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 7), "AES-128-CCM", nil),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 27), "AES-192-CCM", nil),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 47), "AES-256-CCM", nil),
        (ASN1ObjectIdentifier(1, 2, 392, 200011, 61, 1, 1, 1, 2), "Camellia-128-CBC", nil),
        (ASN1ObjectIdentifier(1, 2, 392, 200011, 61, 1, 1, 1, 3), "Camellia-192-CBC", nil),
        (ASN1ObjectIdentifier(1, 2, 392, 200011, 61, 1, 1, 1, 4), "Camellia-256-CBC", nil),
        (ASN1ObjectIdentifier(1, 2, 410, 200004, 1, 4), "SEED-CBC", nil),
        (ASN1ObjectIdentifier(1, 2, 156, 10197, 1, 104, 2), "SM4-CBC", nil),
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 3, 4), "RC4", nil),
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 9, 16, 3, 18), "ChaCha20-Poly1305", nil),
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 3, 2), "RC2-CBC", nil),
    ]

    /// A scheme older than PBES2: one identifier for both key derivation and cipher.
    package struct PasswordScheme: Sendable {
        package let identifier: ASN1ObjectIdentifier
        package let name: String
        package let cipherName: String
        /// The hash of PBKDF1, or nil for the key derivation of PKCS #12.
        package let hash: AnyHashFunction?
        package let cipher: PBES.BlockCipher?
    }

    /// The schemes that preceded PBES2 (RFC 8018, appendix A.3; RFC 7292, appendix C).
    package static let passwordSchemes: [PasswordScheme] = {
        func pkcs5(_ number: Int, _ hash: AnyHashFunction, _ cipher: String, _ value: PBES.BlockCipher?)
            -> PasswordScheme
        {
            PasswordScheme(
                identifier: ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 5, number),
                name: "PBE with \(hash.name) and \(cipher)", cipherName: "\(cipher)-CBC", hash: hash, cipher: value)
        }
        func pkcs12(_ number: Int, _ name: String, _ cipher: String, _ value: PBES.BlockCipher?) -> PasswordScheme {
            PasswordScheme(
                identifier: ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 12, 1, number),
                name: "PBE with SHA-1 and \(name)", cipherName: cipher, hash: nil, cipher: value)
        }
        return [
            pkcs5(3, .md5, "DES", .cipher(Insecure.DES.cbc)), pkcs5(10, .sha1, "DES", .cipher(Insecure.DES.cbc)),
            pkcs5(4, .md5, "RC2", .rc2(keyByteCount: 8)), pkcs5(11, .sha1, "RC2", .rc2(keyByteCount: 8)),
            pkcs12(3, "3DES", "3DES-CBC", .cipher(Insecure.TripleDES.cbc)),
            pkcs12(4, "3DES with two keys", "3DES-CBC with two keys", .cipher(Insecure.TripleDES.twoKeyCBC)),
            pkcs12(1, "128-bit RC4", "RC4", nil), pkcs12(2, "40-bit RC4", "RC4", nil),
            pkcs12(5, "128-bit RC2", "RC2-CBC", .rc2(keyByteCount: 16)),
            pkcs12(6, "40-bit RC2", "RC2-40-CBC", .rc2(keyByteCount: 5)),
        ]
    }()

    /// Hash functions by identifier (RFC 8017, appendix B.1; NIST's list for SHA-3).
    static let hashes: [(identifier: ASN1ObjectIdentifier, function: AnyHashFunction)] = [
        (ASN1ObjectIdentifier(1, 3, 14, 3, 2, 26), .sha1),
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 2, 5), .md5),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 4), .sha224),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 1), .sha256),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 2), .sha384),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 3), .sha512),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 5), .sha512t224),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 6), .sha512t256),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 7), .sha3_224),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 8), .sha3_256),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 9), .sha3_384),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 10), .sha3_512),
    ]

    /// RSA signatures with PKCS #1 v1.5 (RFC 8017, appendix C).
    static let rsaSignatures: [(identifier: ASN1ObjectIdentifier, function: AnyHashFunction)] = [
        (4, .md5), (5, .sha1), (11, .sha256), (12, .sha384), (13, .sha512), (14, .sha224), (15, .sha512t224),
        (16, .sha512t256),
    ].map { (ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 1, $0), $1) }

    /// ECDSA signatures (RFC 3279, section 2.2.3; RFC 5758, section 3.2).
    static let ecdsaSignatures: [(identifier: ASN1ObjectIdentifier, function: AnyHashFunction)] = [
        (ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 1), .sha1),
        (ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 3, 1), .sha224),
        (ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 3, 2), .sha256),
        (ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 3, 3), .sha384),
        (ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 3, 4), .sha512),
    ]

    /// HMAC functions, as their hash (RFC 8018, appendix B.1.2; NIST's list for SHA-3).
    package static let hmacs: [(identifier: ASN1ObjectIdentifier, function: AnyHashFunction)] = [
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 2, 7), .sha1),
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 2, 6), .md5),
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 2, 8), .sha224),
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 2, 9), .sha256),
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 2, 10), .sha384),
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 2, 11), .sha512),
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 2, 12), .sha512t224),
        (ASN1ObjectIdentifier(1, 2, 840, 113549, 2, 13), .sha512t256),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 13), .sha3_224),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 14), .sha3_256),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 15), .sha3_384),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 16), .sha3_512),
    ]
}

extension [(identifier: ASN1ObjectIdentifier, function: AnyHashFunction)] {
    package subscript(_ identifier: ASN1ObjectIdentifier) -> AnyHashFunction? {
        first { $0.identifier == identifier }?.function
    }

    subscript(_ function: AnyHashFunction) -> ASN1ObjectIdentifier? {
        first { $0.function == function }?.identifier
    }
}

extension EllipticCurve {
    /// The object identifier in keys and certificates.
    public var identifier: ASN1ObjectIdentifier {
        guard let identifier = Self.identifiers[self] else { preconditionFailure("every curve has an identifier") }
        return identifier
    }

    /// Finds a curve by its object identifier, or returns nil for an unknown one.
    public init?(identifier: ASN1ObjectIdentifier) {
        guard let found = Self.identifiers.first(where: { $0.value == identifier }) else { return nil }
        self = found.key
    }

    private static let identifiers = Dictionary(
        uniqueKeysWithValues: allCases.map { curve in
            (curve, ASN1ObjectIdentifier(numbers: curve.objectIdentifier.split(separator: ".").compactMap { Int($0) }))
        })

    /// The name in OpenSSH keys (RFC 5656, section 10.1), or nil if OpenSSH does not support the curve.
    public var openSSHName: String? {
        switch self {
        case .p256: "nistp256"
        case .p384: "nistp384"
        case .p521: "nistp521"
        default: nil
        }
    }

    /// The name in JWK (RFC 7518, section 6.2.1.1; RFC 8812, section 3.1), or nil if none is registered.
    public var jwkName: String? {
        switch self {
        case .p256, .p384, .p521, .secp256k1: rawValue
        default: nil
        }
    }
}
