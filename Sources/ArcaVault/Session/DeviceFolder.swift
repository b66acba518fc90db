internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPatterns
internal import ArcaSystem

/// The folder that binds a vault's pattern slots to this machine: a random secret and a lockout.
///
/// Patterns are few, but a pattern slot cannot be attacked with the vault alone. With a copy of this folder it falls
/// quickly. The lockout does not stop an attacker who has the files, or who can restore an older lockout and run
/// programs as the user.
///
/// Source: Documentation/VAULT-FORMAT.md, section 9.2.
struct DeviceFolder: Sendable {
    private let vault: [UInt8]
    private let path: BytePath
    private let keyring: KernelKeyring
    private let clock: @Sendable () -> BootClock

    init(of vault: [UInt8], in folder: Vault.StateFolder) {
        self.init(of: vault, in: folder, keyring: KernelKeyring()) { BootClock.now() }
    }

    init(
        of vault: [UInt8], in folder: Vault.StateFolder, keyring: KernelKeyring,
        clock: @escaping @Sendable () -> BootClock
    ) {
        (self.vault, self.keyring, self.clock) = (vault, keyring, clock)
        path = folder.device(of: vault)
    }

    /// Returns the device secret, creating it if necessary; resets the lockout.
    func makeSecret() throws -> SecretBytes {
        try VaultError.wrap {
            try Folder.createPrivate(path)
            return try Folder.whileLocked(path) {
                let known = try secret()
                let secret = try known ?? Self.newSecret()
                // Reset the lockout first: a secret without one counts as guessed at.
                try lockout(secret).reset()
                if known == nil { try write(secret) }
                return secret
            }
        }
    }

    /// Counts an attempt at the pattern slots, then runs it, unless a wait is in force.
    ///
    /// Returns nil if this machine has no device secret for the vault. An error or nil from `open` counts as a wrong
    /// pattern.
    func attempt<Result>(
        _ open: (SecretBytes) throws -> Result?
    ) throws -> Result? {
        do {
            guard let secret = try secret() else { return nil }
            return try lockout(secret).attemptOpening { try open(secret) }
        } catch let error as PatternError where error.code == .locked {
            throw VaultError(.lockedOut, error.reason)
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    /// Resets the lockout, after another slot has opened the vault; does nothing without pattern slots.
    func resetLockout() throws {
        try VaultError.wrap { if let secret = try secret() { try lockout(secret).reset() } }
    }

    /// Returns the lockout state without recording an attempt; nil if this machine has no device secret for the vault.
    func status() throws -> Pattern.Lockout.Status? {
        try VaultError.wrap { try secret().map { try lockout($0).status() } }
    }

    /// Deletes the device secret, after the last pattern slot of this machine is removed.
    func remove() throws {
        try resetLockout()
        try VaultError.wrap {
            guard try secret() != nil else { return }
            try Folder.removeFile(secretPath)
            try Folder.removeFile(lockoutPath)
        }
    }

    // MARK: Files

    private var secretPath: BytePath { path.appending("secret") }
    private var lockoutPath: BytePath { path.appending("lockout") }

    private func lockout(_ secret: SecretBytes) throws -> Pattern.Lockout {
        try Pattern.Lockout(
            at: lockoutPath, identifier: vault, key: SymmetricKey(secret), keyring: keyring, clock: clock)
    }

    private static func newSecret() throws -> SecretBytes {
        try SecretBytes(randomByteCount: GestureSlot.deviceSecretByteCount)
    }

    private func write(_ secret: SecretBytes) throws {
        var file = try AtomicFile(new: secretPath, secret: true)
        try file.write(secret)
        try file.commit()
    }

    private func secret() throws -> SecretBytes? {
        let secret: SecretBytes
        do {
            // One extra byte, to detect a longer file.
            secret = try SecretBytes(byteCount: GestureSlot.deviceSecretByteCount + 1) { output in
                try Self.read(secretPath, into: &output)
            }
        } catch let error as SystemError where error.code == .notFound || error.code == .notDirectory {
            return nil
        }
        guard secret.count == GestureSlot.deviceSecretByteCount else {
            throw VaultError(
                .malformed, "\(secretPath) is not a device secret: expected \(GestureSlot.deviceSecretByteCount) bytes")
        }
        return secret
    }

    private static func read(_ path: BytePath, into output: inout OutputSpan<UInt8>) throws {
        var file = try FileReader(path, followingLinks: false)
        try file.read(into: &output)
    }
}
