internal import ArcaCrypto

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

    // Passphrases (RFC 8018, appendix C; RFC 7914, section 7).
    static let pbkdf2 = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 5, 12)
    static let pbes2 = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 5, 13)
    static let scrypt = ASN1ObjectIdentifier(1, 3, 6, 1, 4, 1, 11591, 4, 11)

    /// Names of what is not read, so that the message says what was found.
    static let foreignNames: [ASN1ObjectIdentifier: String] = [
        ASN1ObjectIdentifier(1, 2, 840, 10040, 4, 1): "DSA",
        ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 3, 1): "Diffie-Hellman",
        ASN1ObjectIdentifier(1, 2, 840, 10046, 2, 1): "Diffie-Hellman (X9.42)",
        ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 1, 7): "RSAES-OAEP",
        ASN1ObjectIdentifier(1, 3, 14, 7, 2, 1, 1): "ElGamal",
        ASN1ObjectIdentifier(1, 2, 840, 113549, 3, 2): "RC2-CBC",
        ASN1ObjectIdentifier(1, 2, 840, 113549, 3, 4): "RC4",
        ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 5, 4): "PBE with MD5 and RC2",
        ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 5, 11): "PBE with SHA-1 and RC2",
        ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 12, 1, 1): "PBE with SHA-1 and 128-bit RC4",
        ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 12, 1, 2): "PBE with SHA-1 and 40-bit RC4",
        ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 12, 1, 5): "PBE with SHA-1 and 128-bit RC2",
        ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 12, 1, 6): "PBE with SHA-1 and 40-bit RC2",
        ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 17): "ML-DSA-44",
        ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 18): "ML-DSA-65",
        ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 19): "ML-DSA-87",
        ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 4, 1): "ML-KEM-512",
        ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 4, 2): "ML-KEM-768",
        ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 4, 3): "ML-KEM-1024",
    ]

    /// The name where there is one, else the numbers.
    var name: String { ASN1ObjectIdentifier.foreignNames[self] ?? description }

    /// Hash functions by identifier (RFC 8017, appendix B.1; NIST's list for SHA-3).
    static let hashes: [(identifier: ASN1ObjectIdentifier, function: HashFunction)] = [
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

    /// HMAC functions by identifier, named after their hash (RFC 8018, appendix B.1.2; NIST's list for SHA-3).
    static let hmacs: [(identifier: ASN1ObjectIdentifier, function: HashFunction)] = [
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

extension [(identifier: ASN1ObjectIdentifier, function: HashFunction)] {
    /// The function that an identifier names.
    subscript(_ identifier: ASN1ObjectIdentifier) -> HashFunction? {
        first { $0.identifier == identifier }?.function
    }

    /// The identifier that names a function.
    subscript(_ function: HashFunction) -> ASN1ObjectIdentifier? {
        first { $0.function == function }?.identifier
    }
}
