internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaPatterns

/// A slot for a gesture pattern: worth as much as the device secret, which lies beside no vault.
enum GestureSlot {
    /// Length of a device secret, 32.
    static let deviceSecretByteCount = 32
    private static let label = Array("arca.vault.v1/gesture\0".utf8)

    /// `S` of the format.
    static func secret(
        _ pattern: Pattern, deviceSecret: SecretBytes, salt: [UInt8], cost: Scrypt.Cost
    ) throws(VaultError) -> SymmetricKey {
        guard deviceSecret.count == deviceSecretByteCount else {
            throw VaultError(.invalidArgument, "expected a device secret of 32 bytes, found \(deviceSecret.count)")
        }
        return try translating { () throws(CryptoError) in
            let stretched = try Scrypt.deriveKey(
                from: pattern.canonicalBytes, salt: salt, cost: cost, memoryLimit: cost.memoryByteCount)
            var message = try HMAC<SHA256>.stream(using: SymmetricKey(deviceSecret))
            message.update(label)
            message.update(stretched)
            return SymmetricKey(copying: try message.finalize())
        }
    }
}
