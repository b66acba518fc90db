internal import ArcaCore
package import ArcaCrypto

/// The key of a vault in one epoch.
///
/// Slots wrap it; all other operations use subkeys derived from it. Anyone who has it can open the epoch and make
/// slots. It is stored only in slots, and never leaves the process.
///
/// Source: Documentation/VAULT-FORMAT.md, "Keys".
package final class VaultKey: Sendable {
    package static let byteCount = 32
    static let identifierByteCount = 16

    package let bytes: SecretBytes
    package let subkeys: EpochKeys
    /// The vault's identifier, 16 random bytes, not secret.
    package var vault: [UInt8] { subkeys.vault }
    /// The epoch: 1 for a new vault, incremented by each rotation.
    package var epoch: UInt32 { subkeys.epoch }

    package init(_ bytes: SecretBytes, vault: [UInt8], epoch: UInt32) throws {
        guard bytes.count == VaultKey.byteCount, vault.count == VaultKey.identifierByteCount else {
            throw VaultError(
                .invalidArgument,
                "expected a key of 32 bytes and an identifier of 16, found \(bytes.count) and \(vault.count)")
        }
        self.bytes = bytes
        subkeys = try EpochKeys(derivedFrom: bytes, vault: vault, epoch: epoch)
    }

    package convenience init(randomFor vault: [UInt8], epoch: UInt32 = 1) throws {
        try self.init(SecretBytes(randomByteCount: VaultKey.byteCount), vault: vault, epoch: epoch)
    }
}

/// The subkeys of one epoch, which read and write its records but do not reveal the vault key.
///
/// They cannot open or make slots, and lead to no other epoch. The unlocked session holds only these. The subkeys are
/// independent of each other and bound to vault and epoch, so records of one vault and epoch cannot be decrypted in
/// another.
///
/// Source: Documentation/VAULT-FORMAT.md, "Keys".
package final class EpochKeys: Sendable {
    /// The labels used in the derivation, in the order of ``bytes``.
    private static let purposes = ["tag", "attributes", "secret", "state", "set", "chain", "nonce"]
    static let byteCount = purposes.count * VaultKey.byteCount

    let vault: [UInt8]
    package let epoch: UInt32

    /// The HMAC key for lookup tags.
    package let tag: SymmetricKey
    package let attributes: SymmetricKey
    package let secret: SymmetricKey
    package let state: SymmetricKey
    /// The HMAC key for leaves and the digest of the slots.
    package let set: SymmetricKey
    /// The HMAC key for the chain of generations.
    package let chain: SymmetricKey
    /// The HMAC key that derives nonces from randomness and message.
    package let nonce: SymmetricKey

    fileprivate convenience init(derivedFrom key: SecretBytes, vault: [UInt8], epoch: UInt32) throws {
        let extracted = try HKDF<SHA256>.extract(inputKeyMaterial: key, salt: vault)
        self.init(
            try Self.purposes.map { purpose in
                let info = Array("arca.vault.v1/\(purpose)\0".utf8) + epoch.bigEndianBytes
                return try HKDF<SHA256>.expand(
                    pseudoRandomKey: extracted, info: info, outputByteCount: VaultKey.byteCount)
            }, vault, epoch)
    }

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

    var bytes: SecretBytes {
        SecretBytes(byteCount: Self.byteCount) { output in
            for key in [tag, attributes, secret, state, set, chain, nonce] {
                key.withBytes { output.append(contentsOf: $0) }
            }
        }
    }
}
