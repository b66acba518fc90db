internal import ArcaCodecs
internal import ArcaCrypto

/// A slot for an RSA public key: made without its owner, opened by the private key alone.
enum RSASlot {
    /// Moduli that slots are made for.
    static let bitCounts = 2048...8192
    private static let secretByteCount = 32
    private static let padding = RSAEncryptionPadding.oaep(
        RSAOAEPParameters(hash: .sha256, label: "arca.vault.v1/rsa".utf8))

    /// Encrypts a new secret.
    ///
    /// - Parameter recipient: Whom the slot is for.
    /// - Returns: The ciphertext, which stands in the slot, and `S` of the format.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a key that is too short or too long, or for signatures
    ///   alone.
    static func make(for recipient: RSAPublicKey) throws(VaultError) -> (ciphertext: [UInt8], secret: SymmetricKey) {
        try check(bitCount: recipient.bitCount)
        return try translating { () throws(CryptoError) in
            let secret = try SecretBytes(randomByteCount: secretByteCount)
            return (try recipient.encrypt(secret, padding: padding), SymmetricKey(secret))
        }
    }

    /// `S` of the format, by the owner of the private key; nil when the slot is for another key.
    static func secret(_ privateKey: RSAPrivateKey, ciphertext: [UInt8]) throws(VaultError) -> SymmetricKey? {
        try check(bitCount: privateKey.publicKey.bitCount)
        let secret: SecretBytes
        do throws(CryptoError) {
            secret = try privateKey.decrypt(ciphertext, padding: padding)
        } catch {
            // One answer for all causes, or the padding could be guessed at.
            if error.code == .decryptionFailed || error.code == .invalidInputLength { return nil }
            throw VaultError(error)
        }
        guard secret.count == secretByteCount else {
            throw VaultError(.tampered, "an RSA slot holds \(secret.count) bytes, not \(secretByteCount)")
        }
        return SymmetricKey(secret)
    }

    private static func check(bitCount: Int) throws(VaultError) {
        guard bitCounts.contains(bitCount) else {
            throw VaultError(
                .invalidArgument,
                "slots are for RSA keys of \(bitCounts.lowerBound) to \(bitCounts.upperBound) bits, not \(bitCount)")
        }
    }
}
