public import ArcaCore
internal import ArcaCrypto
public import ArcaKeys

/// The algorithms of signed tokens, except `none`.
///
/// Source: RFC 7518, section 3; RFC 8037; RFC 8812; RFC 9864; draft-ietf-cose-dilithium.
public enum JWSAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// HMAC with SHA-256 and a key of at least 32 bytes.
    case hs256 = "HS256"
    /// HMAC with SHA-384 and a key of at least 48 bytes.
    case hs384 = "HS384"
    /// HMAC with SHA-512 and a key of at least 64 bytes.
    case hs512 = "HS512"
    /// RSA PKCS #1 v1.5 with SHA-256.
    case rs256 = "RS256"
    /// RSA PKCS #1 v1.5 with SHA-384.
    case rs384 = "RS384"
    /// RSA PKCS #1 v1.5 with SHA-512.
    case rs512 = "RS512"
    /// RSA-PSS with SHA-256 and a 32-byte salt.
    case ps256 = "PS256"
    /// RSA-PSS with SHA-384 and a 48-byte salt.
    case ps384 = "PS384"
    /// RSA-PSS with SHA-512 and a 64-byte salt.
    case ps512 = "PS512"
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
    /// ECDSA on P-384 with SHA-384.
    case es384 = "ES384"
    /// ECDSA on P-521 with SHA-512.
    case es512 = "ES512"
    /// ECDSA on secp256k1 with SHA-256.
    case es256k = "ES256K"
    /// Ed25519 or Ed448, depending on the key: the older name, which most programs use.
    case edDSA = "EdDSA"
    /// Ed25519.
    case ed25519 = "Ed25519"
    /// Ed448.
    case ed448 = "Ed448"
    /// ML-DSA-44 without a context.
    case mldsa44 = "ML-DSA-44"
    /// ML-DSA-65 without a context.
    case mldsa65 = "ML-DSA-65"
    /// ML-DSA-87 without a context.
    case mldsa87 = "ML-DSA-87"

    private enum Scheme {
        case hmac(AnyHashFunction)
        case rsa(RSASignaturePadding)
        case ecdsa(EllipticCurve, AnyHashFunction)
        case edwards
        case mldsa(MLDSAVariant)
    }

    private var scheme: Scheme {
        switch self {
        case .hs256: .hmac(.sha256)
        case .hs384: .hmac(.sha384)
        case .hs512: .hmac(.sha512)
        case .rs256: .rsa(.pkcs1v15(.sha256))
        case .rs384: .rsa(.pkcs1v15(.sha384))
        case .rs512: .rsa(.pkcs1v15(.sha512))
        case .ps256: .rsa(.pss(RSAPSSParameters(hash: .sha256)))
        case .ps384: .rsa(.pss(RSAPSSParameters(hash: .sha384)))
        case .ps512: .rsa(.pss(RSAPSSParameters(hash: .sha512)))
        case .es256: .ecdsa(.p256, .sha256)
        case .es384: .ecdsa(.p384, .sha384)
        case .es512: .ecdsa(.p521, .sha512)
        case .es256k: .ecdsa(.secp256k1, .sha256)
        case .edDSA, .ed25519, .ed448: .edwards
        case .mldsa44: .mldsa(.mldsa44)
        case .mldsa65: .mldsa(.mldsa65)
        case .mldsa87: .mldsa(.mldsa87)
        }
    }

    init(_ header: JOSEHeader, allowed: Set<JWSAlgorithm>?) throws(JOSEError) {
        let name = try header.text("alg")
        guard let algorithm = JWSAlgorithm(rawValue: name) else {
            // RFC 8725, section 3.2. Any letter case is rejected, because some programs ignore case.
            let isNone = name.isEmpty || name.lowercased() == "none"
            throw JOSEError(
                .unsupported,
                isNone
                    ? "the token is not signed (alg is \(JOSEHeader.shown(name))), which is never accepted"
                    : "no signature algorithm is called \(JOSEHeader.shown(name))")
        }
        if let allowed, !allowed.contains(algorithm) {
            let names = JWSAlgorithm.allCases.filter(allowed.contains).map(\.rawValue).joined(separator: ", ")
            throw JOSEError(
                .algorithmNotAllowed, "the token is signed by \(algorithm.rawValue); allowed are \(names)")
        }
        self = algorithm
    }

    /// Creates the default algorithm for signing with a key: its `alg` if it has one, else the most common for its
    /// type: HS256, HS384 or HS512 by its length, RS256, ECDSA by its curve, EdDSA, ML-DSA by its parameter set.
    ///
    /// - Throws: ``JOSEError`` `.wrongKeyType` for a key that cannot sign.
    public init(for key: JSONWebKey) throws(JOSEError) {
        if let name = key.algorithm {
            guard let own = JWSAlgorithm(rawValue: name) else {
                throw JOSEError(.wrongKeyType, "the key is for \(JOSEHeader.shown(name)) (alg), not for signatures")
            }
            self = own
            return
        }
        var found: JWSAlgorithm?
        switch key.content {
        case .symmetric(let key):
            found = key.byteCount >= 64 ? .hs512 : key.byteCount >= 48 ? .hs384 : .hs256
        case .privateKey(.rsa(_, let restriction)): found = restriction == nil ? .rs256 : .ps256
        case .privateKey(.ed25519), .privateKey(.ed448): found = .edDSA
        case .privateKey(.mldsa(let key)): found = JWSAlgorithm(rawValue: key.variant.name)
        case .privateKey(.elliptic(let key)):
            found = [.es256, .es384, .es512, .es256k].first { $0.curve == key.publicKey.curve }
        default: break
        }
        guard let found else {
            throw JOSEError(.wrongKeyType, "a \(key) does not sign tokens")
        }
        self = found
    }

    private var curve: EllipticCurve? {
        guard case .ecdsa(let curve, _) = scheme else { return nil }
        return curve
    }

    // MARK: The key decides

    /// Rejects a key that does not allow this algorithm: the header only names one, the key decides (RFC 8725, section
    /// 3.1).
    ///
    /// This stops attacks such as HS256 with a public key as the secret, or an RSA signature for an elliptic-curve key.
    func check(_ key: JSONWebKey, operation: String) throws(JOSEError) {
        switch scheme {
        case .hmac(let hash):
            guard case .symmetric(let secret) = key.content else {
                throw key.misfit(rawValue, needs: "a symmetric key (oct)")
            }
            try key.checkUse("sig", operations: [operation], algorithms: [rawValue])
            // RFC 7518, section 3.2.
            guard secret.byteCount >= hash.digestByteCount || key.allowsShortSecret else {
                throw JOSEError(
                    .weakKey,
                    "\(rawValue) needs a key of \(hash.digestByteCount) bytes or more; this one has \(secret.byteCount)"
                )
            }
        case .rsa(let padding):
            let publicKey = try key.rsaPublicKey(rawValue)
            guard publicKey.restriction == nil || padding.pssParameters != nil else {
                throw JOSEError(.wrongKeyType, "the RSA key is for PSS signatures alone, not for \(rawValue)")
            }
            try key.checkUse("sig", operations: [operation], algorithms: [rawValue])
        case .ecdsa(let curve, _):
            let publicKey = try key.ellipticPublicKey(curve, rawValue)
            try key.checkUse("sig", operations: [operation], algorithms: [rawValue])
            try JOSEError.key { try publicKey.check() }
        case .edwards:
            let own: JWSAlgorithm
            switch key.content {
            case .publicKey(.ed25519), .privateKey(.ed25519): own = .ed25519
            case .publicKey(.ed448), .privateKey(.ed448): own = .ed448
            default: throw key.misfit(rawValue, needs: "an Ed25519 or Ed448 key")
            }
            guard self == .edDSA || self == own else {
                throw key.misfit(rawValue, needs: "an \(rawValue) key")
            }
            // The algorithm has two names.
            try key.checkUse(
                "sig", operations: [operation], algorithms: [rawValue, JWSAlgorithm.edDSA.rawValue, own.rawValue])
        case .mldsa(let variant):
            switch key.content {
            case .publicKey(.mldsa(let key)) where key.variant == variant: break
            case .privateKey(.mldsa(let key)) where key.variant == variant: break
            default: throw key.misfit(rawValue, needs: "an \(rawValue) key")
            }
            try key.checkUse("sig", operations: [operation], algorithms: [rawValue])
        }
    }

    // MARK: Verification

    /// Verifies a signature with a key that passed ``check(_:operation:)``.
    ///
    /// - Throws: ``JOSEError`` `.malformed` for a signature of the wrong length for the algorithm and key.
    func isValid(_ signature: [UInt8], for input: [UInt8], by key: JSONWebKey) throws(JOSEError) -> Bool {
        func checkLength(_ byteCount: Int) throws(JOSEError) {
            guard signature.count == byteCount else {
                throw JOSEError(
                    .malformed,
                    "a signature by \(rawValue) with this key has \(byteCount) bytes; found \(signature.count)")
            }
        }
        func mldsa(_ key: AnyMLDSAPublicKey) throws(JOSEError) -> Bool {
            try checkLength(key.variant.signatureByteCount)
            return key.isValidSignature(signature, for: input)
        }
        func edwards<Curve: SigningCurve>(_ key: SigningPublicKey<Curve>) throws(JOSEError) -> Bool {
            try checkLength(Curve.signatureByteCount)
            return key.isValidSignature(signature, for: input)
        }
        switch (scheme, key.content) {
        case (.hmac(let hash), .symmetric(let secret)):
            try checkLength(hash.digestByteCount)
            return try JOSEError.wrap { try MACFunction.hmac(hash).isValid(signature, for: input, using: secret) }
        case (.rsa(let padding), _):
            let publicKey = try key.rsaPublicKey(rawValue)
            try checkLength(publicKey.byteCount)
            return try JOSEError.wrap { try publicKey.isValidSignature(signature, for: input, padding: padding) }
        case (.ecdsa(let curve, let hash), _):
            let publicKey = try key.ellipticPublicKey(curve, rawValue)
            // Fixed-length r ‖ s, not DER (RFC 7518, section 3.4).
            try checkLength(2 * curve.orderByteCount)
            // Zero and values not below the order are never valid.
            guard let pair = try? ECDSASignature(rawRepresentation: signature, curve: curve) else { return false }
            return try JOSEError.key { try publicKey.isValidSignature(pair, forDigest: hash.hash(input)) }
        case (.edwards, .publicKey(.ed25519(let key))): return try edwards(key)
        case (.edwards, .privateKey(.ed25519(let key))): return try edwards(key.publicKey)
        case (.edwards, .publicKey(.ed448(let key))): return try edwards(key)
        case (.edwards, .privateKey(.ed448(let key))): return try edwards(key.publicKey)
        case (.mldsa, .publicKey(.mldsa(let key))): return try mldsa(key)
        case (.mldsa, .privateKey(.mldsa(let key))): return try mldsa(key.publicKey)
        default: throw JOSEError(.wrongKeyType, "\(rawValue) is not for a \(key)")
        }
    }

    // MARK: Signing

    /// Signs with a key that passed ``check(_:operation:)``.
    func signature(for input: [UInt8], by key: JSONWebKey) throws(JOSEError) -> [UInt8] {
        switch (scheme, key.content) {
        case (.hmac(let hash), .symmetric(let secret)):
            return try JOSEError.wrap { try MACFunction.hmac(hash).code(for: input, using: secret) }
        case (.rsa(let padding), .privateKey(.rsa)):
            let privateKey = try key.rsaPrivateKey(rawValue)
            return try JOSEError.wrap { try privateKey.signature(for: input, padding: padding) }
        case (.ecdsa(_, let hash), .privateKey(.elliptic(let privateKey))):
            return try JOSEError.key { try privateKey.signature(forDigest: hash.hash(input)).rawRepresentation }
        case (.edwards, .privateKey(.ed25519(let key))): return try JOSEError.wrap { try key.signature(for: input) }
        case (.edwards, .privateKey(.ed448(let key))): return try JOSEError.wrap { try key.signature(for: input) }
        case (.mldsa, .privateKey(.mldsa(let key))): return try JOSEError.wrap { try key.signature(for: input) }
        default: throw JOSEError(.wrongKeyType, "\(rawValue) signs with a private or symmetric key; this is a \(key)")
        }
    }
}
