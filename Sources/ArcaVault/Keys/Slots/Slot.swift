internal import ArcaCodecs
internal import ArcaCrypto

/// One way to the vault key: the key, wrapped under what a passphrase, a file, a private key or a code gives.
///
/// Source: Documentation/VAULT-FORMAT.md, "Slots".
package struct Slot: Sendable {
    static let magic = Array("arcaslot".utf8)
    static let version: UInt8 = 1
    static let identifierByteCount = 16
    static let saltByteCount = 32
    static let tagByteCount = 32
    static let checkByteCount = 4
    /// The longest body that is read.
    static let largestByteCount = 4096
    /// Where vault, identifier, epoch, kind, and the parameters' length and bytes begin.
    private static let (vaultAt, identifierAt, epochAt, kindAt, lengthAt, parametersAt) = (9, 25, 41, 45, 46, 50)
    /// Everything behind the parameters.
    private static let endByteCount = saltByteCount + VaultKey.byteCount + tagByteCount + checkByteCount

    /// 16 random bytes.
    let identifier: [UInt8]
    /// The vault's identifier.
    let vault: [UInt8]
    /// The epoch of the key inside.
    package let epoch: UInt32
    /// How it is opened.
    package let kind: VaultSlotKind
    /// What it says in clear about that.
    let parameters: SlotParameters
    /// 32 random bytes, new with every wrap.
    let salt: [UInt8]
    /// The whole body, as it stands in the file.
    let body: [UInt8]

    /// What a try to open it costs: N·r·p of scrypt, 0 without it.
    package var work: Int { parameters.work }
    /// `H` of the format: everything before the wrapped key.
    var header: ArraySlice<UInt8> { body[..<wrappedAt] }
    /// `C` of the format.
    var wrappedKey: ArraySlice<UInt8> { body[wrappedAt..<wrappedAt + VaultKey.byteCount] }
    /// `T` of the format.
    var tag: ArraySlice<UInt8> { body[(wrappedAt + VaultKey.byteCount)...].prefix(Slot.tagByteCount) }
    private var wrappedAt: Int { body.count - Slot.endByteCount + Slot.saltByteCount }

    /// Reads a body, which needs no secret, and checks all of it that can be checked so.
    ///
    /// - Parameters:
    ///   - body: The column `body`.
    ///   - identifier: The column `id`, which the body must agree with.
    ///   - vault: The vault's identifier, which the body must agree with.
    /// - Throws: ``VaultError``: `.tampered`, `.costTooHigh` for parameters beyond the caps, `.unsupported` for what a
    ///   newer Arca wrote.
    package init(parsing body: [UInt8], identifier: [UInt8], vault: [UInt8]) throws(VaultError) {
        guard body.count >= Slot.parametersAt + Slot.endByteCount, body.count <= Slot.largestByteCount,
            body.starts(with: Slot.magic)
        else { throw VaultError(.tampered, at: 0, "a slot is damaged: its body is none") }
        // Before any field is looked at: what an accident changed is called damage, whatever it now says. An attacker
        // can make it fit, and then meets the tag.
        let checked = body.count - Slot.checkByteCount
        guard try Slot.check(body[..<checked]).elementsEqual(body[checked...]) else {
            throw VaultError(.tampered, at: checked, "a slot is damaged: its check bytes do not fit")
        }
        guard body[Slot.magic.count] == Slot.version, let kind = VaultSlotKind(rawValue: body[Slot.kindAt]) else {
            throw VaultError(
                .unsupported, at: Slot.magic.count,
                "a slot of version \(body[Slot.magic.count]), kind \(body[Slot.kindAt]): written by a newer arca")
        }
        guard body[Slot.vaultAt...].starts(with: vault), body[Slot.identifierAt...].starts(with: identifier) else {
            throw VaultError(.tampered, at: Slot.vaultAt, "a slot belongs to another place or another vault")
        }
        let epoch = body[Slot.epochAt..<Slot.kindAt].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let length = body[Slot.lengthAt..<Slot.parametersAt].reduce(0) { $0 << 8 | Int($1) }
        guard epoch >= 1, length == body.count - Slot.parametersAt - Slot.endByteCount else {
            throw VaultError(.tampered, at: Slot.epochAt, "a slot's epoch or length is none")
        }
        let saltAt = Slot.parametersAt + length
        parameters = try SlotParameters(body[Slot.parametersAt..<saltAt], of: kind, at: Slot.parametersAt)
        (self.identifier, self.vault, self.epoch, self.kind) = (identifier, vault, epoch, kind)
        salt = Array(body[saltAt..<saltAt + Slot.saltByteCount])
        self.body = body
    }

    /// Wraps a vault key.
    ///
    /// - Parameters:
    ///   - key: The vault key.
    ///   - identifier: The slot's identifier, 16 random bytes.
    ///   - kind: How the slot is opened.
    ///   - parameters: What the body says about that, of that kind.
    ///   - salt: 32 random bytes, never used before: the key stream is as new as they are.
    ///   - secret: `S` of the format: what only who may open the slot can make.
    /// - Throws: ``VaultError`` with code `.systemFailed` when libcrypto fails.
    init(
        wrapping key: VaultKey, identifier: [UInt8], kind: VaultSlotKind, parameters: SlotParameters, salt: [UInt8],
        under secret: SymmetricKey
    ) throws(VaultError) {
        precondition(identifier.count == Slot.identifierByteCount && salt.count == Slot.saltByteCount)
        let header =
            Slot.magic + [Slot.version] + key.vault + identifier + key.epoch.bigEndianBytes + [kind.rawValue]
            + parameters.bytes.lengthPrefixed + salt
        let keys = try SlotKeys(secret: secret, salt: salt, header: header[...])
        let wrapped = keys.wrap(key.bytes)
        let sealed = header + wrapped + (try keys.tag(over: header + wrapped))
        body = sealed + (try Slot.check(sealed[...]))
        (self.identifier, self.vault, self.epoch, self.kind) = (identifier, key.vault, key.epoch, kind)
        (self.parameters, self.salt) = (parameters, salt)
    }

    /// Takes the vault key out.
    ///
    /// - Parameter secret: `S` of the format.
    /// - Returns: The key, or nil when the secret is another one.
    /// - Throws: ``VaultError`` with code `.systemFailed` when libcrypto fails.
    func unwrap(under secret: SymmetricKey) throws(VaultError) -> VaultKey? {
        let keys = try SlotKeys(secret: secret, salt: salt, header: header)
        // The tag commits to the secret: two that open one slot would be a collision of SHA-256, so a slot made to try
        // many passphrases at once cannot be made. In constant time, before the wrapped key is used.
        guard constantTimeEqual(try keys.tag(over: header + wrappedKey), tag) else { return nil }
        return try VaultKey(keys.unwrap(wrappedKey), vault: vault, epoch: epoch)
    }

    /// The bytes that tell accidental damage from a wrong passphrase.
    private static func check(_ bytes: ArraySlice<UInt8>) throws(VaultError) -> ArraySlice<UInt8> {
        SHA256.hash(bytes).prefix(checkByteCount)
    }
}
