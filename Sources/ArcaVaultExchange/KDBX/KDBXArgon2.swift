internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaVault

extension KDBXHeader.Derivation.Argon2 {
    /// The parameters that Arca can compute; throws `.malformed` or `.unsupported` for others.
    private func accepted() throws -> (version: Argon2.Version, cost: Argon2.Cost) {
        guard let version = Argon2.Version(rawValue: version) else {
            throw VaultError(.unsupported, "\(name) of version \(version) is not known")
        }
        do throws(CryptoError) {
            return (version, try Argon2.Cost(memoryKiB: memoryByteCount >> 10, passes: passes, lanes: lanes))
        } catch {
            throw VaultError(.malformed, error.reason)
        }
    }

    func check(_ limits: CostLimits) throws {
        try limits.check(argon2: try accepted().cost)
    }

    func transform(_ key: SecretBytes) throws -> SecretBytes {
        let (version, cost) = try accepted()
        let derived = try Argon2.deriveKey(
            from: key, salt: salt, secret: secret, associatedData: associatedData, variant: isHybrid ? .id : .d,
            version: version, cost: cost, memoryLimit: .max)
        return SecretBytes(copying: derived)
    }
}
