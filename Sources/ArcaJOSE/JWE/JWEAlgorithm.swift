public import ArcaCore
internal import ArcaCrypto
public import ArcaKeys

/// The key management algorithms of encrypted tokens.
///
/// Source: RFC 7518, section 4; RFC 8037 for X25519 and X448.
public enum JWEAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSA PKCS #1 v1.5: accepted only with the caller's permission, never written.
    case rsa15 = "RSA1_5"
    /// RSA-OAEP with SHA-1.
    case rsaOAEP = "RSA-OAEP"
    /// RSA-OAEP with SHA-256.
    case rsaOAEP256 = "RSA-OAEP-256"
    /// AES key wrap with a 16-byte key.
    case a128KW = "A128KW"
    /// AES key wrap with a 24-byte key.
    case a192KW = "A192KW"
    /// AES key wrap with a 32-byte key.
    case a256KW = "A256KW"
    /// Direct encryption of the content with the shared symmetric key.
    case direct = "dir"
    /// ECDH-ES key agreement; the agreed key encrypts the content directly.
    case ecdhES = "ECDH-ES"
    /// ECDH-ES key agreement, and AES key wrap with a 16-byte key.
    case ecdhESA128KW = "ECDH-ES+A128KW"
    /// ECDH-ES key agreement, and AES key wrap with a 24-byte key.
    case ecdhESA192KW = "ECDH-ES+A192KW"
    /// ECDH-ES key agreement, and AES key wrap with a 32-byte key.
    case ecdhESA256KW = "ECDH-ES+A256KW"
    /// Key wrap with AES-128-GCM.
    case a128GCMKW = "A128GCMKW"
    /// Key wrap with AES-192-GCM.
    case a192GCMKW = "A192GCMKW"
    /// Key wrap with AES-256-GCM.
    case a256GCMKW = "A256GCMKW"
    /// A passphrase: PBKDF2 with HMAC-SHA-256, and AES key wrap with a 16-byte key.
    case pbes2HS256A128KW = "PBES2-HS256+A128KW"
    /// A passphrase: PBKDF2 with HMAC-SHA-384, and AES key wrap with a 24-byte key.
    case pbes2HS384A192KW = "PBES2-HS384+A192KW"
    /// A passphrase: PBKDF2 with HMAC-SHA-512, and AES key wrap with a 32-byte key.
    case pbes2HS512A256KW = "PBES2-HS512+A256KW"

    enum Scheme {
        case rsa(RSAEncryptionPadding)
        case keyWrap(byteCount: Int)
        case galoisWrap(byteCount: Int)
        case direct
        case agreement(wrapByteCount: Int?)
        case passphrase(AnyHashFunction, byteCount: Int)
    }

    var scheme: Scheme {
        switch self {
        case .rsa15: .rsa(.pkcs1v15)
        case .rsaOAEP: .rsa(.oaep(RSAOAEPParameters(hash: .sha1)))
        case .rsaOAEP256: .rsa(.oaep)
        case .a128KW: .keyWrap(byteCount: 16)
        case .a192KW: .keyWrap(byteCount: 24)
        case .a256KW: .keyWrap(byteCount: 32)
        case .a128GCMKW: .galoisWrap(byteCount: 16)
        case .a192GCMKW: .galoisWrap(byteCount: 24)
        case .a256GCMKW: .galoisWrap(byteCount: 32)
        case .direct: .direct
        case .ecdhES: .agreement(wrapByteCount: nil)
        case .ecdhESA128KW: .agreement(wrapByteCount: 16)
        case .ecdhESA192KW: .agreement(wrapByteCount: 24)
        case .ecdhESA256KW: .agreement(wrapByteCount: 32)
        case .pbes2HS256A128KW: .passphrase(.sha256, byteCount: 16)
        case .pbes2HS384A192KW: .passphrase(.sha384, byteCount: 24)
        case .pbes2HS512A256KW: .passphrase(.sha512, byteCount: 32)
        }
    }

    /// Whether the encrypted key part of the token is empty.
    var hasNoKeyPart: Bool { self == .direct || self == .ecdhES }

    /// Creates the default algorithm for encrypting to a key: its `alg` if it has one, else RSA-OAEP-256,
    /// ECDH-ES+A256KW, or AES key wrap for a symmetric key of 16, 24 or 32 bytes.
    ///
    /// - Throws: ``JOSEError`` `.wrongKeyType` for a key that does not allow encryption.
    public init(for key: JSONWebKey) throws(JOSEError) {
        if let name = key.algorithm {
            guard let own = JWEAlgorithm(rawValue: name) else {
                throw JOSEError(.wrongKeyType, "the key is for \(JOSEHeader.shown(name)) (alg), not for encryption")
            }
            self = own
            return
        }
        switch key.content {
        case .symmetric(let secret) where secret.byteCount == 16: self = .a128KW
        case .symmetric(let secret) where secret.byteCount == 24: self = .a192KW
        case .symmetric(let secret) where secret.byteCount == 32: self = .a256KW
        case .publicKey(.rsa), .privateKey(.rsa): self = .rsaOAEP256
        case .publicKey(.elliptic), .privateKey(.elliptic), .publicKey(.x25519), .privateKey(.x25519),
            .publicKey(.x448), .privateKey(.x448):
            self = .ecdhESA256KW
        default: throw JOSEError(.wrongKeyType, "no algorithm of JWE is for a \(key) unless it is named")
        }
    }

    init(_ header: JOSEHeader, _ options: JWE.Options) throws(JOSEError) {
        let name = try header.text("alg")
        guard let algorithm = JWEAlgorithm(rawValue: name) else {
            throw JOSEError(.unsupported, "no key management algorithm is called \(JOSEHeader.shown(name))")
        }
        // Each response to a modified RSA1_5 token can leak information about the content key (RFC 8725, section
        // 3.2).
        guard algorithm != .rsa15 || options.allowsRSA15 else {
            throw JOSEError(.algorithmNotAllowed, "the token uses RSA1_5, which was broken; it is read on demand only")
        }
        if let allowed = options.algorithms, !allowed.contains(algorithm) {
            let names = JWEAlgorithm.allCases.filter(allowed.contains).map(\.rawValue).joined(separator: ", ")
            throw JOSEError(.algorithmNotAllowed, "the token is encrypted by \(name); allowed are \(names)")
        }
        self = algorithm
    }

    // MARK: The key decides

    /// Rejects a key that does not allow this algorithm.
    ///
    /// The header only names an algorithm; the key decides.
    func check(_ key: JSONWebKey, _ encryption: JWEEncryption, isEncrypting: Bool) throws(JOSEError) {
        var algorithms = [rawValue]
        let operations: [String]
        switch scheme {
        case .rsa:
            if isEncrypting {
                _ = try key.rsaPublicKey(rawValue)
            } else {
                _ = try key.rsaPrivateKey(rawValue)
            }
            operations = isEncrypting ? ["encrypt", "wrapKey"] : ["decrypt", "unwrapKey"]
        case .keyWrap(let byteCount), .galoisWrap(let byteCount):
            try checkSymmetric(key, byteCount)
            operations = isEncrypting ? ["wrapKey", "encrypt"] : ["unwrapKey", "decrypt"]
        case .direct:
            try checkSymmetric(key, encryption.keyByteCount)
            operations = [isEncrypting ? "encrypt" : "decrypt"]
            // The key encrypts the content directly, so its `alg` may also be the content encryption algorithm.
            algorithms.append(encryption.rawValue)
        case .agreement:
            try checkAgreement(key, isEncrypting: isEncrypting)
            operations = ["deriveKey", "deriveBits"]
        case .passphrase:
            guard case .symmetric(let secret) = key.content, secret.byteCount > 0 else {
                throw key.misfit(rawValue, needs: "a passphrase (oct)")
            }
            operations = ["deriveKey", "deriveBits"]
        }
        // In a key agreement the public key performs no operation, so its key_ops may be empty.
        let isPassive = isEncrypting && operations[0] == "deriveKey" && key.operations?.isEmpty ?? false
        try key.checkUse("enc", operations: isPassive ? nil : operations, algorithms: algorithms)
    }

    private func checkSymmetric(_ key: JSONWebKey, _ byteCount: Int) throws(JOSEError) {
        guard case .symmetric(let secret) = key.content else {
            throw key.misfit(rawValue, needs: "a symmetric key (oct)")
        }
        guard secret.byteCount == byteCount else {
            throw JOSEError(
                .wrongKeyType, "\(rawValue) needs a key of \(byteCount) bytes here; this one has \(secret.byteCount)")
        }
    }

    private func checkAgreement(_ key: JSONWebKey, isEncrypting: Bool) throws(JOSEError) {
        switch key.content {
        case .privateKey(.elliptic(let own)):
            guard own.publicKey.curve.jwkName != nil else { break }
            return
        case .publicKey(.elliptic(let own)):
            guard isEncrypting, own.curve.jwkName != nil else { break }
            return
        case .privateKey(.x25519), .privateKey(.x448): return
        case .publicKey(.x25519), .publicKey(.x448):
            guard isEncrypting else { break }
            return
        default: break
        }
        throw key.misfit(rawValue, needs: "a\(isEncrypting ? "" : " private") key on a curve for key agreement")
    }
}
