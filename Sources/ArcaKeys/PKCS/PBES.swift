internal import ArcaCore
public import ArcaCrypto

/// Password-based encryption of a private key: a key derivation function and a cipher.
///
/// Writes scrypt and PBKDF2 with AES-256-CBC; reads other and legacy schemes as well. None of them is authenticated: a
/// wrong passphrase and a damaged file look the same.
///
/// Source: RFC 8018 (PKCS #5), RFC 7914, section 7, and RFC 7292, appendix C (PKCS #12).
public struct PBES: Sendable, Hashable, CustomStringConvertible {
    enum Derivation: Sendable, Hashable {
        case scrypt(Scrypt.Cost, salt: [UInt8])
        case pbkdf2(AnyHashFunction, iterations: Int, salt: [UInt8])
        /// RFC 8018, section 5.1: one digest yields key and IV.
        case pbkdf1(AnyHashFunction, iterations: Int, salt: [UInt8])
        case pkcs12(iterations: Int, salt: [UInt8])
    }

    /// A cipher in CBC mode.
    ///
    /// RC2 occurs only in old stores and is not a ``Cipher``.
    package enum BlockCipher: Sendable, Hashable {
        case cipher(Cipher)
        case rc2(keyByteCount: Int)

        var name: String {
            switch self {
            case .cipher(let cipher): cipher.name
            case .rc2(let count): count == 16 ? "RC2-CBC" : "RC2-\(8 * count)-CBC"
            }
        }
        var keyByteCount: Int {
            switch self {
            case .cipher(let cipher): cipher.keyByteCount
            case .rc2(let count): count
            }
        }
        var blockByteCount: Int { if case .cipher(let cipher) = self { cipher.blockByteCount } else { 8 } }
        var ivByteCount: Int { if case .cipher(let cipher) = self { cipher.ivByteCount } else { 8 } }
    }

    let derivation: Derivation
    let blockCipher: BlockCipher
    /// The cipher, always in CBC mode; nil for RC2.
    public var cipher: Cipher? { if case .cipher(let cipher) = blockCipher { cipher } else { nil } }
    /// The IV, or nil if it is derived from the passphrase.
    let iv: [UInt8]?

    init(_ derivation: Derivation, _ cipher: BlockCipher, iv: [UInt8]?) {
        self.derivation = derivation
        blockCipher = cipher
        self.iv = iv
    }

    /// Whether the scheme is weak: a derivation other than PBKDF2 or scrypt, or a DES cipher.
    public var isWeak: Bool {
        switch derivation {
        case .scrypt, .pbkdf2: cipher?.isInsecure ?? true
        case .pbkdf1, .pkcs12: true
        }
    }

    /// Cipher and derivation with its cost: `AES-256-CBC, scrypt N=2^14 r=15 p=4`.
    public var description: String {
        switch derivation {
        case .scrypt(let cost, _): "\(blockCipher.name), scrypt N=2^\(cost.logN) r=\(cost.r) p=\(cost.p)"
        case .pbkdf2(let hash, let iterations, _): "\(blockCipher.name), PBKDF2 \(hash.name) \(iterations) iterations"
        case .pbkdf1(let hash, let iterations, _): "\(blockCipher.name), PBKDF1 \(hash.name) \(iterations) iterations"
        case .pkcs12(let iterations, _): "\(blockCipher.name), PKCS #12 SHA-1 \(iterations) iterations"
        }
    }

    func encrypt(_ plaintext: SecretBytes, passphrase: SecretBytes) throws(KeyError) -> [UInt8] {
        guard let cipher else { preconditionFailure("old schemes are not written") }
        let (key, iv) = try derive(passphrase, limits: nil)
        return try KeyError.wrap { try cipher.encrypt(plaintext, using: key, iv: iv) }
    }

    /// Decrypts; the caller checks whether the result is plausible.
    func decrypt(
        _ ciphertext: Span<UInt8>, passphrase: SecretBytes, limits: CostLimits
    ) throws(KeyError) -> SecretBytes {
        guard !ciphertext.isEmpty, ciphertext.count.isMultiple(of: blockCipher.blockByteCount) else {
            throw KeyError(.malformed, "the encrypted key is not whole blocks of \(blockCipher.name)")
        }
        let (key, iv) = try derive(passphrase, limits: limits)
        do {
            switch blockCipher {
            case .cipher(let cipher): return try cipher.decryptSecret(ciphertext, using: key, iv: iv)
            case .rc2(let count):
                return try Insecure.RC2.decrypt(ciphertext, using: key, iv: iv, effectiveBitCount: 8 * count)
            }
        } catch {
            throw error.code == .decryptionFailed ? KeyError.wrongPassphrase : KeyError(wrapping: error)
        }
    }

    private func derive(
        _ passphrase: SecretBytes, limits: CostLimits?
    ) throws(KeyError) -> (key: SymmetricKey, iv: [UInt8]) {
        try KeyError.wrap {
            let count = blockCipher.keyByteCount
            switch derivation {
            case .scrypt(let cost, let salt):
                try limits?.check(cost)
                return (
                    try Scrypt.deriveKey(
                        from: passphrase, salt: salt, cost: cost, outputByteCount: count,
                        memoryLimit: cost.memoryByteCount), iv ?? []
                )
            case .pbkdf2(let hash, let iterations, let salt):
                try limits?.check(pbkdf2Iterations: iterations)
                return (
                    try PBKDF2.deriveKey(
                        from: passphrase, salt: salt, using: hash, iterations: iterations, outputByteCount: count),
                    iv ?? []
                )
            case .pbkdf1(let hash, let iterations, let salt):
                try limits?.check(pbkdf2Iterations: iterations)
                let both = try Insecure.BytesToKey.deriveKey(
                    from: passphrase, salt: salt, using: hash, count: iterations, keyByteCount: count,
                    ivByteCount: blockCipher.ivByteCount)
                return (both.key, both.iv)
            case .pkcs12(let iterations, let salt):
                try limits?.check(pbkdf2Iterations: iterations)
                let key = try Insecure.PKCS12KDF.deriveKey(
                    from: passphrase, salt: salt, iterations: iterations, purpose: .key, outputByteCount: count)
                let iv = try Insecure.PKCS12KDF.deriveKey(
                    from: passphrase, salt: salt, iterations: iterations, purpose: .iv,
                    outputByteCount: blockCipher.ivByteCount)
                return (key, [UInt8](bytes: iv))
            }
        }
    }
}

extension KeyError {
    static var wrongPassphrase: KeyError {
        KeyError(.wrongPassphrase, "the passphrase is wrong, or the encrypted key was changed")
    }

    static var passphraseNeeded: KeyError { KeyError(.passphraseNeeded, "the key is encrypted: it needs a passphrase") }
}

extension CostLimits {
    /// The default limits for reading encrypted keys: ``keys(upTo:)`` with 20, a few seconds.
    ///
    /// Weak derivations of old files are accepted.
    public static let keys: CostLimits = keys(upTo: 20)

    /// Limits for encrypted keys, expressed as an age work factor.
    ///
    /// - Parameter logN: Allows scrypt with N = 2^`logN` and r = 8, and the equivalent time of other functions:
    ///   2^(`logN` + 2) iterations of PBKDF2, 2^(`logN` - 12) rounds of bcrypt_pbkdf,
    ///   192·2^`logN` rounds of AES-KDF, 2^`logN` KiB and 2^(`logN` + 4) KiB × passes of Argon2. Clamped to 1…30.
    /// - Returns: The limits.
    public static func keys(upTo logN: Int) -> CostLimits {
        let logN = min(max(logN, 1), 30)
        return CostLimits(
            scryptLogN: 1...40, scryptR: 1 << 12, scryptP: 1 << 12, scryptTableByteCount: 1024 << logN,
            scryptWork: 8 << logN, pbkdf2Iterations: 1...(4 << logN), bcryptRounds: 1...max(1, (1 << logN) >> 12),
            argon2MemoryKiB: 8...max(8, 1 << logN), argon2Work: 16 << logN, aesKDFRounds: 1...(192 << logN))
    }
}
