internal import ArcaCore
package import ArcaCrypto

/// The key of a vault in one epoch, which slots wrap; all that it seals and proves is done by the subkeys made from it.
///
/// Anyone who has it opens the epoch and can make slots. It is stored only in slots, and never leaves the process.
///
/// Source: Documentation/VAULT-FORMAT.md, "Keys".
package final class VaultKey: Sendable {
    /// Length of the vault key, 32.
    static let byteCount = 32
    /// Length of a vault's identifier, 16.
    static let identifierByteCount = 16

    /// The vault key itself, 32 random bytes; every secret of the vault hangs on it.
    package let bytes: SecretBytes
    /// The subkeys of its epoch.
    package let subkeys: EpochKeys
    /// The vault's identifier, 16 random bytes, not secret.
    var vault: [UInt8] { subkeys.vault }
    /// 1 for a new vault, greater with each rotation.
    package var epoch: UInt32 { subkeys.epoch }

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
        self.bytes = bytes
        subkeys = try EpochKeys(derivedFrom: bytes, vault: vault, epoch: epoch)
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

/// The subkeys of one epoch, which read and write all of it, and say nothing about the vault key.
///
/// They open no slot, make no slot, and lead to no other epoch: the unlocked session has these alone. No
/// subkey says anything about another; vault and epoch are bound into each, so what was sealed in one vault and
/// epoch opens in no other.
///
/// Source: Documentation/VAULT-FORMAT.md, "Keys".
package final class EpochKeys: Sendable {
    /// What they are called in their derivation, in the order of ``bytes``.
    private static let purposes = ["tag", "attributes", "secret", "state", "set", "chain", "nonce"]
    /// Length of all of them together, 224.
    static let byteCount = purposes.count * VaultKey.byteCount

    /// The vault's identifier, 16 bytes.
    let vault: [UInt8]
    /// The epoch.
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

    /// Derives them from a vault key.
    fileprivate convenience init(derivedFrom key: SecretBytes, vault: [UInt8], epoch: UInt32) throws {
        let extracted = try HKDF<SHA256>.extract(inputKeyMaterial: key, salt: vault)
        self.init(
            try Self.purposes.map { purpose in
                let info = Array("arca.vault.v1/\(purpose)\0".utf8) + epoch.bigEndianBytes
                return try HKDF<SHA256>.expand(
                    pseudoRandomKey: extracted, info: info, outputByteCount: VaultKey.byteCount)
            }, vault, epoch)
    }

    /// Takes what ``bytes`` gave; nil for another length.
    convenience init?(_ bytes: Span<UInt8>, vault: [UInt8], epoch: UInt32) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(
            Self.purposes.indices.map { index in
                let start = index * VaultKey.byteCount
                return SymmetricKey(copying: bytes.extracting(start..<start + VaultKey.byteCount))
            }, vault, epoch)
    }

    private init(_ keys: [SymmetricKey], _ vault: [UInt8], _ epoch: UInt32) {
        (self.vault, self.epoch) = (vault, epoch)
        (tag, attributes, secret, state) = (keys[0], keys[1], keys[2], keys[3])
        (set, chain, nonce) = (keys[4], keys[5], keys[6])
    }

    /// All of them, one behind the other.
    var bytes: SecretBytes {
        SecretBytes(byteCount: Self.byteCount) { output in
            for key in [tag, attributes, secret, state, set, chain, nonce] {
                key.withBytes { output.append(contentsOf: $0) }
            }
        }
    }
}
