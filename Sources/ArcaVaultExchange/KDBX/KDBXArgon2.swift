internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaVault

extension KDBXHeader.Derivation.Argon2 {
    /// The parameters that Arca can compute; throws `.malformed` or `.unsupported` for others.
    func accepted() throws -> (version: Argon2KDF.Version, cost: Argon2KDF.Cost) {
        guard let version = Argon2KDF.Version(rawValue: version) else {
            throw VaultError(.unsupported, "\(name) of version \(version) is not known")
        }
        do throws(CryptoError) {
            return (version, try Argon2KDF.Cost(memoryKiB: memoryByteCount >> 10, passes: passes, lanes: lanes))
        } catch {
            throw VaultError(.malformed, error.reason)
        }
    }

    func transform(
        _ key: SecretBytes, _ version: Argon2KDF.Version, _ cost: Argon2KDF.Cost
    ) throws -> SecretBytes {
        let derived = try Argon2KDF.deriveKey(
            from: key, salt: salt, secret: secret, associatedData: associatedData, variant: isHybrid ? .id : .d,
            version: version, cost: cost, memoryLimit: .max)
        return SecretBytes(copying: derived)
    }
}
