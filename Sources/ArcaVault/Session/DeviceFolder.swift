internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPatterns
internal import ArcaSystem

/// What binds a vault's pattern slots to this machine: a random secret, and the lockout of those who guess.
///
/// With the vault alone a pattern slot cannot be attacked, however few patterns there are; with a copy of this folder it
/// falls quickly, and no lockout binds a person who has the files, or who can put an older lockout back and start programs
/// as the user.
///
/// Source: Documentation/VAULT-FORMAT.md, section 9.2.
struct DeviceFolder: Sendable {
    private let vault: [UInt8]
    private let path: BytePath
    private let keyring: KernelKeyring
    private let clock: @Sendable () -> BootClock

    /// Names the folder of a vault, which need not be there.
    ///
    /// - Parameters:
    ///   - vault: The vault's identifier, 16 bytes.
    ///   - folder: Where this machine keeps what belongs to no vault's file.
    init(of vault: [UInt8], in folder: Vault.StateFolder) {
        self.init(of: vault, in: folder, keyring: KernelKeyring()) { BootClock.now() }
    }

    /// Names a folder with another keyring and clock, for tests.
    init(
        of vault: [UInt8], in folder: Vault.StateFolder, keyring: KernelKeyring,
        clock: @escaping @Sendable () -> BootClock
    ) {
        (self.vault, self.keyring, self.clock) = (vault, keyring, clock)
        path = folder.device(of: vault)
    }

    /// The device secret, made if there is none; the lockout starts again.
    ///
    /// - Returns: 32 bytes.
    /// - Throws: ``VaultError``: `.systemFailed` when it cannot be written, `.malformed` for one that is damaged.
    func makeSecret() throws -> SecretBytes {
        try VaultError.wrap {
            try Folder.createPrivate(path)
            return try Folder.whileLocked(path) {
                let known = try secret()
                let secret = try known ?? Self.newSecret()
                // The lockout first: a secret without one counts as guessed at.
                try lockout(secret).reset()
                if known == nil { try write(secret) }
                return secret
            }
        }
    }

    /// Lets one try at the pattern slots through, unless a wait is on, and counts it before anything is computed.
    ///
    /// - Parameter open: Tries with the device secret; what it throws, and nil, count as a wrong pattern.
    /// - Returns: What `open` returned; nil also when this machine has no device secret of the vault.
    /// - Throws: ``VaultError`` with code `.wrongCredential` while a wait lasts, `.systemFailed` when the try cannot be
    ///   counted; what `open` throws.
    func attempt<Result>(
        _ open: (SecretBytes) throws -> Result?
    ) throws -> Result? {
        do {
            guard let secret = try secret() else { return nil }
            return try lockout(secret).attemptOpening { try open(secret) }
        } catch let error as PatternError where error.code == .locked {
            // It is the pattern that is refused; the vault opens by other means.
            throw VaultError(.wrongCredential, error.reason)
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    /// Starts the count again, because another slot has opened the vault; does nothing where there are no pattern slots.
    ///
    /// - Throws: ``VaultError`` with code `.systemFailed` when it cannot be written.
    func resetLockout() throws {
        try VaultError.wrap { if let secret = try secret() { try lockout(secret).reset() } }
    }

    /// How the lockout stands; nil where this machine has no device secret of the vault.
    ///
    /// - Returns: Failures, wait, free tries.
    /// - Throws: ``VaultError`` with code `.systemFailed` when it cannot be read.
    func status() throws -> Pattern.Lockout.Status? {
        try VaultError.wrap { try secret().map { try lockout($0).status() } }
    }

    /// Forgets the device secret, after the last pattern slot of this machine.
    ///
    /// - Throws: ``VaultError`` with code `.systemFailed` when it cannot be removed.
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
            // One byte of room more than a secret has, so that a longer file shows.
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
