internal import ArcaCore
package import ArcaCrypto
internal import ArcaPatterns

/// A slot: the vault key, wrapped under a secret from a passphrase, file, private key or code.
///
/// Source: Documentation/VAULT-FORMAT.md, "Slots".
package struct SealedSlot: Sendable {
    static let magic = Array("arcaslot".utf8)
    /// 2 has Argon2id in place of scrypt; other slots have 1.
    static let versions: ClosedRange<UInt8> = 1...2
    static let identifierByteCount = 16
    static let saltByteCount = 32
    static let tagByteCount = 32
    static let checkByteCount = 4
    static let largestByteCount = 4096
    /// Offsets of vault, identifier, epoch, kind, parameters' length, and parameters.
    static let (vaultAt, identifierAt, epochAt, kindAt, lengthAt, parametersAt) = (9, 25, 41, 45, 46, 50)
    private static let endByteCount = saltByteCount + VaultKey.byteCount + tagByteCount + checkByteCount

    let identifier: [UInt8]
    let vault: [UInt8]
    package let epoch: UInt32
    package let kind: VaultSlot.Kind
    let parameters: SlotParameters
    /// 32 random bytes, new for every wrap.
    let salt: [UInt8]
    let body: [UInt8]

    /// The cost of an attempt, to compare slots; 0 without a derivation from a passphrase or pattern.
    package var work: Int { parameters.work }
    /// `H` in the format: everything before the wrapped key.
    var header: ArraySlice<UInt8> { body[..<wrappedAt] }
    /// `C` in the format.
    var wrappedKey: ArraySlice<UInt8> { body[wrappedAt..<wrappedAt + VaultKey.byteCount] }
    /// `T` in the format.
    var tag: ArraySlice<UInt8> { body[(wrappedAt + VaultKey.byteCount)...].prefix(SealedSlot.tagByteCount) }
    private var wrappedAt: Int { body.count - SealedSlot.endByteCount + SealedSlot.saltByteCount }

    /// Parses a body and checks everything that needs no secret: its identifiers, limits and check bytes.
    package init(parsing body: [UInt8], identifier: [UInt8], vault: [UInt8]) throws {
        guard body.count >= SealedSlot.parametersAt + SealedSlot.endByteCount,
            body.count <= SealedSlot.largestByteCount,
            body.starts(with: SealedSlot.magic)
        else { throw VaultError(.tampered, at: 0, "a slot is damaged: its body is malformed") }
        // Check this before any field: accidental damage must always be reported as damage. An attacker can fix the
        // check bytes, but not the tag.
        let checked = body.count - SealedSlot.checkByteCount
        guard SealedSlot.check(body[..<checked]).elementsEqual(body[checked...]) else {
            throw VaultError(.tampered, at: checked, "a slot is damaged: its check bytes do not match")
        }
        let version = body[SealedSlot.magic.count]
        guard SealedSlot.versions.contains(version), let kind = VaultSlot.Kind(rawValue: body[SealedSlot.kindAt]),
            version == 1 || kind.isStretched
        else {
            throw VaultError(
                .unsupported, at: SealedSlot.magic.count,
                "a slot of version \(version), kind \(body[SealedSlot.kindAt]): written by a newer Arca")
        }
        guard body[SealedSlot.vaultAt...].starts(with: vault), body[SealedSlot.identifierAt...].starts(with: identifier)
        else {
            throw VaultError(.tampered, at: SealedSlot.vaultAt, "a slot belongs to another place or another vault")
        }
        let epoch = body[SealedSlot.epochAt..<SealedSlot.kindAt].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let length = body[SealedSlot.lengthAt..<SealedSlot.parametersAt].reduce(0) { $0 << 8 | Int($1) }
        guard epoch >= 1, length == body.count - SealedSlot.parametersAt - SealedSlot.endByteCount else {
            throw VaultError(.tampered, at: SealedSlot.epochAt, "a slot's epoch or length is invalid")
        }
        let saltAt = SealedSlot.parametersAt + length
        parameters = try SlotParameters(
            body[SealedSlot.parametersAt..<saltAt], of: kind, version: version, at: SealedSlot.parametersAt)
        (self.identifier, self.vault, self.epoch, self.kind) = (identifier, vault, epoch, kind)
        salt = Array(body[saltAt..<saltAt + SealedSlot.saltByteCount])
        self.body = body
    }

    /// Wraps a vault key under `secret` (`S` in the format); the salt must never repeat, or the key stream would.
    init(
        wrapping key: VaultKey, identifier: [UInt8], kind: VaultSlot.Kind, parameters: SlotParameters, salt: [UInt8],
        under secret: SymmetricKey
    ) throws {
        precondition(identifier.count == SealedSlot.identifierByteCount && salt.count == SealedSlot.saltByteCount)
        let header =
            SealedSlot.magic + [parameters.cost?.version ?? 1] + key.vault + identifier + key.epoch.bigEndianBytes + [
                kind.rawValue
            ]
            + parameters.bytes.lengthPrefixed + salt
        let keys = try SlotKeys(secret: secret, salt: salt, header: header[...])
        let wrapped = keys.wrap(key.bytes)
        let sealed = header + wrapped + (try keys.tag(over: header + wrapped))
        body = sealed + SealedSlot.check(sealed[...])
        (self.identifier, self.vault, self.epoch, self.kind) = (identifier, key.vault, key.epoch, kind)
        (self.parameters, self.salt) = (parameters, salt)
    }

    /// Unwraps the vault key; nil for a wrong secret.
    func unwrap(under secret: SymmetricKey) throws -> VaultKey? {
        let keys = try SlotKeys(secret: secret, salt: salt, header: header)
        // The tag commits to the secret: two secrets for one slot would be a SHA-256 collision, so no slot can test
        // many passphrases at once. Compare in constant time, before using the wrapped key.
        guard constantTimeEqual(try keys.tag(over: header + wrappedKey), tag) else { return nil }
        return try VaultKey(keys.unwrap(wrappedKey), vault: vault, epoch: epoch)
    }

    /// The check bytes, which distinguish accidental damage from a wrong passphrase.
    private static func check(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        SHA256.hash(bytes).prefix(checkByteCount)
    }
}

extension SealedSlot {
    static func wrap(
        _ key: VaultKey, in new: NewVaultSlot, deviceSecret: SecretBytes? = nil
    ) throws -> SealedSlot {
        let identifier = try SecureRandom.bytes(identifierByteCount)
        // New for every wrap, even with the same key and passphrase: the key stream must not repeat.
        let salt = try SecureRandom.bytes(saltByteCount)
        let (parameters, secret) = try new.secret(salt: salt, deviceSecret: deviceSecret)
        return try SealedSlot(
            wrapping: key, identifier: identifier, kind: new.kind, parameters: parameters, salt: salt, under: secret)
    }

    /// The vault key, or nil if the credential does not match; throws if the slot was forged.
    package func unwrap(with credential: VaultCredential, deviceSecret: SecretBytes? = nil) throws -> VaultKey? {
        guard let secret = try self.secret(for: credential, deviceSecret) else { return nil }
        return try unwrap(under: secret)
    }

    /// `S` in the format, or nil if the credential is of another kind.
    private func secret(
        for credential: VaultCredential, _ deviceSecret: SecretBytes?
    ) throws -> SymmetricKey? {
        guard credential.kind == kind else { return nil }
        switch (credential, parameters) {
        case (.passphrase(let passphrase), .cost(let cost)):
            return try PassphraseSlot.secret(passphrase, salt: salt, cost: cost)
        case (.passphraseAndKeyFile(let passphrase, let contents), .cost(let cost)):
            return try PassphraseAndKeyFileSlot.secret(passphrase, contents: contents, salt: salt, cost: cost)
        case (.keyFile(let file), .none): return file.slotSecret
        case (.recoveryCode(let code), .none): return code.slotSecret
        case (.x25519(let key), .ephemeralKey(let share)): return try X25519Slot.secret(key, ephemeralKey: share)
        case (.hybrid(let key), .ephemeralKey(let encapsulated)):
            return try HybridSlot.secret(key, encapsulatedKey: encapsulated)
        case (.rsa(let key), .ciphertext(let ciphertext)): return try RSASlot.secret(key, ciphertext: ciphertext)
        case (.pattern(let pattern), .gesture(let cost, let grid, let rules)):
            guard let deviceSecret, pattern.grid == grid, pattern.rules == rules else { return nil }
            return try GestureSlot.secret(pattern, deviceSecret: deviceSecret, salt: salt, cost: cost)
        default: return nil
        }
    }
}

extension NewVaultSlot {
    fileprivate func secret(
        salt: [UInt8], deviceSecret: SecretBytes?
    ) throws -> (SlotParameters, SymmetricKey) {
        switch content {
        case .passphrase(let passphrase):
            return (.cost(try checkedCost), try PassphraseSlot.secret(passphrase, salt: salt, cost: checkedCost))
        case .passphraseAndKeyFile(let passphrase, let contents):
            let secret = try PassphraseAndKeyFileSlot.secret(
                passphrase, contents: contents, salt: salt, cost: checkedCost)
            return (.cost(cost), secret)
        case .keyFile(let file): return (.none, file.slotSecret)
        case .recoveryCode(let code): return (.none, code.slotSecret)
        case .x25519(let key):
            let made = try X25519Slot.make(for: key)
            return (.ephemeralKey(made.ephemeralKey), made.secret)
        case .hybrid(let key):
            let made = try HybridSlot.make(for: key)
            return (.ephemeralKey(made.encapsulatedKey), made.secret)
        case .rsa(let key):
            let made = try RSASlot.make(for: key)
            return (.ciphertext(made.ciphertext), made.secret)
        case .pattern(let pattern):
            guard let deviceSecret else {
                throw VaultError(.invalidArgument, "a gesture slot needs this machine's device secret")
            }
            let secret = try GestureSlot.secret(
                pattern, deviceSecret: deviceSecret, salt: salt, cost: checkedCost)
            return (.gesture(cost, pattern.grid, pattern.rules), secret)
        }
    }

    /// The cost, checked against the minimum for writing and the maximum for reading.
    private var checkedCost: VaultSlot.Cost {
        get throws {
            guard takesAnyCost || cost.isHighEnough else {
                throw VaultError(.invalidArgument, "\(cost) is below the minimum for slots")
            }
            try VaultError.wrap { try cost.check() }
            return cost
        }
    }
}
