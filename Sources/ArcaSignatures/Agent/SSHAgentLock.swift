internal import ArcaCore
internal import ArcaCrypto

/// The passphrase of `ssh-add -x`, hashed slowly so that a guess takes 60 ms.
struct SSHAgentLock: Sendable {
    private let salt: [UInt8]
    private let hash: SymmetricKey

    init(_ passphrase: SecretBytes) throws(CryptoError) {
        salt = try SecureRandom.bytes(16)
        hash = try Self.hash(passphrase, salt)
    }

    func accepts(_ passphrase: SecretBytes) -> Bool { (try? Self.hash(passphrase, salt)) == hash }

    private static func hash(_ passphrase: SecretBytes, _ salt: [UInt8]) throws(CryptoError) -> SymmetricKey {
        try BcryptPBKDF.deriveKey(from: passphrase, salt: salt, rounds: 12)
    }
}
