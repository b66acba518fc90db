internal import ArcaCore
public import ArcaCrypto

/// The encryption of a private key file.
///
/// ```swift
/// let text = try key.pemRepresentation(passphrase: passphrase, encryption: .pbkdf2())
/// ```
public struct KeyEncryption: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case scrypt(Scrypt.Cost)
        case pbkdf2(AnyHashFunction, iterations: Int)
    }
    private let kind: Kind

    /// The default: scrypt with N = 2^14, r = 15, p = 4, about 300 ms and 30 MiB.
    ///
    /// This takes as long as OWASP's recommendation N = 2^17, r = 8, p = 1, which needs 128 MiB. `openssl` limits the
    /// memory for a key to 32 MiB.
    public static let standard: KeyEncryption = {
        guard let cost = try? Scrypt.Cost(logN: 14, r: 15, p: 4) else { preconditionFailure("within scrypt's bounds") }
        return .scrypt(cost)
    }()

    /// scrypt with AES-256-CBC.
    ///
    /// - Parameter cost: The cost of decrypting the key; if 128·N·r is 32 MiB or more, `openssl` cannot read it.
    /// - Returns: The encryption.
    public static func scrypt(_ cost: Scrypt.Cost) -> KeyEncryption { KeyEncryption(kind: .scrypt(cost)) }

    /// PBKDF2 with AES-256-CBC, which nearly all programs support.
    ///
    /// - Parameters:
    ///   - hash: The hash function of the HMAC: SHA-2 or SHA-3; writing fails for others.
    ///   - iterations: The iteration count, at least 1; 600,000 by default.
    /// - Returns: The encryption.
    public static func pbkdf2(_ hash: AnyHashFunction = .sha256, iterations: Int = 600_000) -> KeyEncryption {
        KeyEncryption(kind: .pbkdf2(hash, iterations: iterations))
    }

    /// The scheme with a new random salt and IV.
    func scheme() throws(KeyError) -> PBES {
        try KeyError.wrap {
            let cipher = Cipher.aes256CBC
            let salt = try SecureRandom.bytes(16)
            let iv = try SecureRandom.bytes(cipher.ivByteCount)
            switch kind {
            case .scrypt(let cost): return PBES(.scrypt(cost, salt: salt), cipher, iv: iv)
            case .pbkdf2(let hash, let iterations):
                guard ASN1ObjectIdentifier.hmacs[hash] != nil, !hash.isInsecure else {
                    throw CryptoError(.unsupported, "PBKDF2 of a new key takes SHA-2 or SHA-3, not \(hash.name)")
                }
                return PBES(.pbkdf2(hash, iterations: iterations, salt: salt), cipher, iv: iv)
            }
        }
    }
}
