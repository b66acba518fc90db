internal import ArcaCodecs
package import ArcaCrypto

/// The key of a vault in one epoch, with the subkeys that do the work, each prepared once.
///
/// No subkey says anything about another or about the vault key; vault and epoch are bound into each, so what one vault or
/// one epoch has sealed opens nowhere else.
///
/// Source: Documentation/VAULT-FORMAT.md, "Keys".
package final class VaultKey: Sendable {
    /// Length of the vault key, 32.
    static let byteCount = 32
    /// Length of a vault's identifier, 16.
    static let identifierByteCount = 16

    /// The vault key itself, 32 random bytes; every secret of the vault hangs on it.
    package let bytes: SecretBytes
    /// The vault's identifier, 16 random bytes, not secret.
    let vault: [UInt8]
    /// 1 for a new vault, one more with each rotation.
    package let epoch: UInt32

    /// Makes lookup tags, by HMAC.
    package let tag: SymmetricKey
    /// Seals attributes, by XAES-256-GCM.
    package let attributes: SymmetricKey
    /// Seals secrets, by XAES-256-GCM.
    package let secret: SymmetricKey
    /// Seals the state, by XAES-256-GCM.
    package let state: SymmetricKey
    /// Makes the leaves of the sums and the digest of the slots, by HMAC.
    package let set: SymmetricKey
    /// Chains the generations, by HMAC.
    package let chain: SymmetricKey
    /// Makes nonces out of randomness and message, by HMAC.
    package let nonce: SymmetricKey

    /// Prepares a key.
    ///
    /// - Parameters:
    ///   - bytes: The vault key, 32 bytes.
    ///   - vault: The vault's identifier, 16 bytes.
    ///   - epoch: The epoch, 1 or more.
    /// - Throws: ``VaultError`` with code `.systemFailed` when libcrypto fails.
    package init(_ bytes: SecretBytes, vault: [UInt8], epoch: UInt32) throws {
        guard bytes.count == VaultKey.byteCount, vault.count == VaultKey.identifierByteCount else {
            throw VaultError(
                .invalidArgument,
                "expected a key of 32 bytes and an identifier of 16, found \(bytes.count) and \(vault.count)")
        }
        let extracted = try HKDF<SHA256>.extract(inputKeyMaterial: bytes, salt: vault)
        func subkey(_ purpose: String) throws -> SymmetricKey {
            let info = Array("arca.vault.v1/\(purpose)\0".utf8) + epoch.bigEndianBytes
            return try HKDF<SHA256>.expand(pseudoRandomKey: extracted, info: info, outputByteCount: VaultKey.byteCount)
        }
        self.bytes = bytes
        self.vault = vault
        self.epoch = epoch
        tag = try subkey("tag")
        attributes = try subkey("attributes")
        secret = try subkey("secret")
        state = try subkey("state")
        set = try subkey("set")
        chain = try subkey("chain")
        nonce = try subkey("nonce")
    }

    /// Makes the key of a new epoch out of randomness alone: the one before says nothing about it.
    ///
    /// - Parameters:
    ///   - vault: The vault's identifier, 16 bytes.
    ///   - epoch: The epoch, 1 or more.
    /// - Throws: ``VaultError`` with code `.systemFailed` when there is no randomness.
    convenience init(randomFor vault: [UInt8], epoch: UInt32 = 1) throws {
        try self.init(SecretBytes(randomByteCount: VaultKey.byteCount), vault: vault, epoch: epoch)
    }
}
