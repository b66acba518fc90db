internal import ArcaCodecs
internal import ArcaCrypto

/// A slot for an X25519 public key: made without its owner, opened by the private key alone.
enum X25519Slot {
    private static let label = Array("arca.vault.v1/x25519\0".utf8)

    /// Makes a key pair for this slot alone, which is forgotten but for its public half.
    ///
    /// - Parameter recipient: Whom the slot is for.
    /// - Returns: The public half, which stands in the slot, and `S` of the format.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a recipient of small order.
    static func make(
        for recipient: Curve25519.KeyAgreement.PublicKey
    ) throws(VaultError) -> (ephemeralKey: [UInt8], secret: SymmetricKey) {
        try translating { () throws(CryptoError) in
            let ephemeral = try Curve25519.KeyAgreement.PrivateKey()
            let share = try ephemeral.publicKey.rawRepresentation
            let shared = try ephemeral.sharedSecretFromKeyAgreement(with: recipient)
            return (share, try derive(shared, share, recipient.rawRepresentation))
        }
    }

    /// `S` of the format, by the owner of the private key.
    static func secret(
        _ privateKey: Curve25519.KeyAgreement.PrivateKey, ephemeralKey: [UInt8]
    ) throws(VaultError) -> SymmetricKey {
        do throws(CryptoError) {
            let shared = try privateKey.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: ephemeralKey))
            return try derive(shared, ephemeralKey, privateKey.publicKey.rawRepresentation)
        } catch {
            // A point of small order gives a secret of zeros, with which everybody could have made the slot.
            guard error.code == .invalidKey else { throw VaultError(error) }
            throw VaultError(.tampered, "an X25519 slot was forged: its ephemeral key has small order")
        }
    }

    private static func derive(
        _ shared: SharedSecret, _ share: [UInt8], _ recipient: [UInt8]
    ) throws(CryptoError) -> SymmetricKey {
        try shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: share + recipient, sharedInfo: label, outputByteCount: 32)
    }
}
