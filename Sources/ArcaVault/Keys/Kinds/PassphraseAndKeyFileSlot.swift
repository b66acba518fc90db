internal import ArcaCodecs
internal import ArcaCrypto

/// A slot that takes a passphrase and a file, both: who has one of them has nothing.
enum PassphraseAndKeyFileSlot {
    private static let label = Array("arca.vault.v1/and\0".utf8)

    /// `S` of the format.
    static func secret(
        _ passphrase: SecretBytes, contents: SecretBytes, salt: [UInt8], cost: Scrypt.Cost
    ) throws(VaultError) -> SymmetricKey {
        guard !contents.isEmpty else { throw VaultError(.invalidArgument, "the file that is to be a key is empty") }
        let stretched = try PassphraseSlot.secret(passphrase, salt: salt, cost: cost)
        return try translating { () throws(CryptoError) in
            let message = label + SHA256.hash(contents)
            return SymmetricKey(copying: try HMAC<SHA256>.authenticationCode(for: message, using: stretched))
        }
    }
}
