internal import ArcaContainers
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaVault

/// The keys of a KeePass database, derived from a passphrase, a key file or both.
///
/// Source: keepass.info, "KDBX 4".
struct KDBXKeys {
    /// Encrypts the content; 32 bytes.
    let encryption: SymmetricKey
    /// The base of the keys of the MACs; 64 bytes.
    private let authentication: SecretBytes

    /// Derives the keys; the caller has checked the cost.
    init(
        passphrase: SecretBytes?, keyFile: SecretBytes?, _ derivation: KDBXHeader.Derivation, masterSeed: [UInt8]
    ) throws {
        var parts = passphrase.map { [SHA256.secret(of: [$0])] } ?? []
        if let keyFile { parts.append(try KDBXKeyFile.key(in: keyFile)) }
        let composite = SHA256.secret(of: parts)
        let transformed =
            switch derivation {
            case .aes(let seed, let rounds): try AESKDF.transform(composite, seed: seed, rounds: rounds)
            case .argon2(let parameters): try parameters.transform(composite)
            case .other: throw VaultError(.unsupported, "the key derivation of the database is not known")
            }
        let seed = SecretBytes(copying: masterSeed)
        encryption = SymmetricKey(SHA256.secret(of: [seed, transformed]))
        authentication = SHA512.secret(of: [seed, transformed, SecretBytes(copying: [1])])
    }

    /// The number of the header for ``mac(ofBlock:_:)``; those of blocks begin at 0.
    static let header = UInt64.max

    /// Starts the MAC of a block or of the header.
    func mac(ofBlock number: UInt64) -> HMAC<SHA256> {
        let place = SecretBytes(copying: number.littleEndianBytes)
        return HMAC(key: SymmetricKey(SHA512.secret(of: [place, authentication])))
    }
}

extension KDBXHeader.Derivation {
    /// Checks lengths and costs, which are untrusted.
    ///
    /// - Throws: ``VaultError`` with code `.malformed` or `.unsupported`; `CryptoError` with code `.costTooHigh`.
    func check(_ limits: CostLimits) throws {
        switch self {
        case .aes(let seed, let rounds):
            guard seed.count == 32 else { throw VaultError(.malformed, "the seed of AES-KDF is not of 32 bytes") }
            try limits.check(aesKDFRounds: rounds)
        case .argon2(let parameters): try parameters.check(limits)
        case .other(let identifier):
            throw VaultError(
                .unsupported, "the key derivation of the database is not known: \(identifier)",
                hint: "set it to Argon2 or AES-KDF in KeePass or KeePassXC, and save the database")
        }
    }
}

extension StaticHashFunction {
    /// The digest of secret parts in sequence, in memory that is wiped.
    static func secret(of parts: [SecretBytes]) -> SecretBytes {
        var state = Self()
        for part in parts { state.update(part) }
        return SecretBytes(copying: state.finalize())
    }
}

extension UInt64 {
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
