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

    /// Derives the keys; nil for `limits` if the cost is this program's.
    ///
    /// - Throws: ``VaultError`` with code `.malformed` or `.unsupported`, before any computation; `CryptoError` with
    ///   code `.costTooHigh`.
    init(
        passphrase: SecretBytes?, keyFile: SecretBytes?, _ derivation: KDBXHeader.Derivation, masterSeed: [UInt8],
        limits: CostLimits?
    ) throws {
        let transform = try derivation.accepted(limits)
        var parts = passphrase.map { [SHA256.secret(of: [$0])] } ?? []
        if let keyFile { parts.append(try KDBXKeyFile.key(in: keyFile)) }
        let composite = SHA256.secret(of: parts)
        let transformed = try transform(composite)
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
    /// The derivation as a function, after a check of its lengths and costs, which are untrusted.
    fileprivate func accepted(_ limits: CostLimits?) throws -> (SecretBytes) throws -> SecretBytes {
        switch self {
        case .aes(let seed, let rounds):
            guard seed.count == 32 else {
                throw VaultError(.malformed, "the seed of AES-KDF has 32 bytes, not \(seed.count)")
            }
            try limits?.check(aesKDFRounds: rounds)
            return { try AESKDF.transform($0, seed: seed, rounds: rounds) }
        case .argon2(let parameters):
            let (version, cost) = try parameters.accepted()
            try limits?.check(argon2: cost)
            return { try parameters.transform($0, version, cost) }
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
