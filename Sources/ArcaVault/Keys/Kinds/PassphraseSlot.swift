internal import ArcaCodecs
internal import ArcaCrypto

/// A slot for a passphrase: scrypt makes each guess cost time and memory.
enum PassphraseSlot {
    /// `S` of the format.
    static func secret(
        _ passphrase: SecretBytes, salt: [UInt8], cost: Scrypt.Cost
    ) throws(VaultError) -> SymmetricKey {
        guard !passphrase.isEmpty else { throw VaultError(.invalidArgument, "the passphrase is empty") }
        return try translating { () throws(CryptoError) in
            // The cost was checked: by the caps when it was read, against the least when it is written.
            try Scrypt.deriveKey(from: passphrase, salt: salt, cost: cost, memoryLimit: cost.memoryByteCount)
        }
    }
}
