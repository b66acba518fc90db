internal import ArcaCodecs
package import ArcaCrypto
internal import ArcaPatterns

extension Slot {
    /// Wraps a vault key in a new slot.
    ///
    /// - Parameters:
    ///   - key: The vault key.
    ///   - new: How the slot is to be opened.
    ///   - deviceSecret: This machine's device secret, for gesture slots.
    /// - Returns: The slot, under an identifier and a salt of its own.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for an empty passphrase, a cost below the standard, or a
    ///   key that slots are not made for; `.costTooHigh`, `.systemFailed`.
    static func wrap(
        _ key: VaultKey, in new: NewVaultSlot, deviceSecret: SecretBytes? = nil
    ) throws(VaultError) -> Slot {
        let identifier = try translating { () throws(CryptoError) in try SecureRandom.bytes(identifierByteCount) }
        // New for every wrap, also of the same key for the same passphrase: the key stream is used once.
        let salt = try translating { () throws(CryptoError) in try SecureRandom.bytes(saltByteCount) }
        let (parameters, secret) = try new.secret(salt: salt, deviceSecret: deviceSecret)
        return try Slot(
            wrapping: key, identifier: identifier, kind: new.kind, parameters: parameters, salt: salt, under: secret)
    }

    /// Tries a credential on this slot.
    ///
    /// - Parameters:
    ///   - credential: What somebody has or knows.
    ///   - deviceSecret: This machine's device secret, for gesture slots.
    /// - Returns: The vault key; nil when the credential is another one or of another kind.
    /// - Throws: ``VaultError``: `.tampered` for a slot that was forged, `.invalidArgument` for a credential that opens
    ///   no slot at all, `.costTooHigh`, `.systemFailed`.
    package func unwrap(with credential: VaultCredential, deviceSecret: SecretBytes? = nil) throws(VaultError)
        -> VaultKey?
    {
        guard let secret = try self.secret(for: credential, deviceSecret) else { return nil }
        return try unwrap(under: secret)
    }

    /// `S` of the format, out of a credential that fits the slot's kind.
    private func secret(
        for credential: VaultCredential, _ deviceSecret: SecretBytes?
    ) throws(VaultError) -> SymmetricKey? {
        guard credential.kind == kind else { return nil }
        switch (credential, parameters) {
        case (.passphrase(let passphrase), .cost(let cost)):
            return try PassphraseSlot.secret(passphrase, salt: salt, cost: cost)
        case (.passphraseAndKeyFile(let passphrase, let contents), .cost(let cost)):
            return try PassphraseAndKeyFileSlot.secret(passphrase, contents: contents, salt: salt, cost: cost)
        case (.keyFile(let file), .none): return file.slotSecret
        case (.recoveryCode(let code), .none): return code.slotSecret
        case (.x25519(let key), .ephemeralKey(let share)): return try X25519Slot.secret(key, ephemeralKey: share)
        case (.rsa(let key), .ciphertext(let ciphertext)): return try RSASlot.secret(key, ciphertext: ciphertext)
        case (.pattern(let pattern), .gesture(let cost, let grid, let rules)):
            guard let deviceSecret, pattern.grid == grid, pattern.rules == rules else { return nil }
            return try GestureSlot.secret(pattern, deviceSecret: deviceSecret, salt: salt, cost: cost)
        default: return nil
        }
    }
}

extension NewVaultSlot {
    /// What the body says in clear, and `S` of the format.
    fileprivate func secret(
        salt: [UInt8], deviceSecret: SecretBytes?
    ) throws(VaultError) -> (SlotParameters, SymmetricKey) {
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

    /// The cost, if it is neither below what is written nor above what is read.
    private var checkedCost: Scrypt.Cost {
        get throws(VaultError) {
            guard takesAnyCost || cost.isAtLeast(.standard) else {
                throw VaultError(
                    .invalidArgument,
                    "scrypt with N = 2^\(cost.logN), r = \(cost.r), p = \(cost.p) is below the least that slots are made with"
                )
            }
            try translating { () throws(CryptoError) in try CostLimits.reading.check(cost) }
            return cost
        }
    }
}
