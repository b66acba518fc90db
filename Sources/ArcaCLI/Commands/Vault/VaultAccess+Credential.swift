internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPatterns
internal import ArcaSystem
internal import ArcaVault

extension VaultAccess {
    struct Credentials {
        var all: [VaultCredential] = []
        /// Whether they were typed, and may contain a typo.
        var isTyped = false
    }

    /// The credentials given on the command line; otherwise asks for one that this vault accepts.
    ///
    /// `readsStandardInput` means that standard input has the command's data; `asksAlways`, that an unlocked session is
    /// not sufficient.
    func credentials(for vault: LockedVault, readsStandardInput: Bool, asksAlways: Bool) throws -> Credentials {
        if let keyFile = options.keyFile { return try fromKeyFile(keyFile, vault, readsStandardInput) }
        if let passphrase = options.passphrase {
            return try typed(passphrase, passphraseName, readsStandardInput: readsStandardInput) { .passphrase($0) }
        }
        if let recoveryCode = options.recoveryCode {
            return try typed(recoveryCode, "recovery code", readsStandardInput: readsStandardInput) {
                .recoveryCode(try RecoveryCode($0))
            }
        }
        if let pattern = options.pattern { return try drawn(pattern, vault, readsStandardInput) }
        if !options.identityFiles.isEmpty {
            return Credentials(all: try options.identityFiles.flatMap { try identities(in: $0) })
        }
        return try asked(for: vault, always: asksAlways)
    }

    private func asked(for vault: LockedVault, always: Bool) throws -> Credentials {
        let kinds = vault.slotKinds
        do {
            if kinds.contains(.passphrase) {
                return try typed(.prompt, passphraseName, readsStandardInput: false) { .passphrase($0) }
            }
            if kinds.contains(.gesture) { return try drawn(.prompt, vault, false) }
            if kinds.contains(.recoveryCode) {
                return try typed(.prompt, "recovery code", readsStandardInput: false) {
                    .recoveryCode(try RecoveryCode($0))
                }
            }
        } catch let error as UsageError where error.code == .missingArgument {
            // Without a terminal, the error below lists the options.
        }
        let choices = Self.options.filter { kinds.contains($0.kind) }.map(\.option)
            .joined(separator: " or ")
        if always {
            Messages.error("this command asks even while the vault is unlocked, and there is no terminal to ask on")
            Messages.hint("run it on a terminal, or use \(choices)")
        } else {
            let isTeams = options.place.isTeams
            Messages.error("the \(isTeams ? "team's " : "")vault is locked, and there is nothing to open it with")
            Messages.hint(
                "unlock it on a terminal with 'arca vault unlock\(isTeams ? " --team" : "")', or use "
                    + (isSecond ? TeamVaultOptions.choices : choices))
        }
        throw ExitStatus.locked
    }

    private static let options: [(kind: VaultSlot.Kind, option: String)] = [
        (.passphrase, "--passphrase-from SOURCE"), (.keyFile, "--key-file FILE"),
        (.passphraseAndKeyFile, "--key-file FILE with --passphrase-from SOURCE"), (.x25519, "--identity FILE"),
        (.hybrid, "--identity FILE"), (.rsa, "--identity FILE"), (.recoveryCode, "--recovery-code-from SOURCE"),
        (.gesture, "--pattern-from SOURCE"),
    ]

    private func typed(
        _ source: SecretSource, _ name: String, readsStandardInput: Bool,
        _ credential: (SecretBytes) throws -> VaultCredential
    ) throws -> Credentials {
        var tries = 1
        while true {
            let secret = try source.passphrase(name, isNew: false, readsStandardInput: readsStandardInput, in: context)
            do {
                return Credentials(all: [try credential(secret)], isTyped: source == .prompt)
            } catch let error as VaultError where source == .prompt && tries < Self.tries {
                // A mistyped recovery code is detected by its checksum.
                Messages.error("\(error.reason); try again")
                tries += 1
            }
        }
    }

    /// A key file alone, if it is one of Arca's and the vault accepts it; otherwise combined with the passphrase.
    private func fromKeyFile(_ file: BytePath, _ vault: LockedVault, _ readsStandardInput: Bool) throws -> Credentials {
        let contents = try SecretSource.file(file).content(
            "key file", readsStandardInput: readsStandardInput, in: context)
        let needsPassphrase =
            !VaultKeyFile.isKeyFile(contents)
            || (!vault.slotKinds.contains(.keyFile) && vault.slotKinds.contains(.passphraseAndKeyFile))
        guard options.passphrase != nil || needsPassphrase else {
            return Credentials(all: [.keyFile(try VaultKeyFile(contents))])
        }
        return try typed(options.passphrase ?? .prompt, passphraseName, readsStandardInput: readsStandardInput) {
            .passphraseAndKeyFile($0, contents: contents)
        }
    }

    /// A drawing gives different patterns for different grids and rules: try those of the vault's slots.
    private func drawn(
        _ source: SecretSource, _ vault: LockedVault, _ readsStandardInput: Bool
    ) throws -> Credentials {
        let secret = try source.passphrase(
            "pattern", isNew: false, readsStandardInput: readsStandardInput, in: context)
        let spaces = vault.patternSpaces.isEmpty ? [(grid: .standard, rules: .android)] : vault.patternSpaces
        var failure: PatternError?
        let patterns = spaces.compactMap { space in
            do throws(PatternError) {
                return try Pattern(text: Array(bytes: secret), notation: nil, grid: space.grid, rules: space.rules)
            } catch {
                failure = error
                return nil
            }
        }
        if patterns.isEmpty, let failure { throw failure }
        return Credentials(all: patterns.map { .pattern($0) })
    }

    private func identities(in path: BytePath) throws -> [VaultCredential] {
        let source = path.isDash ? SecretSource.standardInput : .file(path)
        let contents = try source.key(readsStandardInput: false, in: context)
        do {
            return try VaultCredential.all(in: contents) {
                try SecretSource.prompt.passphrase(
                    "passphrase of \(path)", isNew: false, readsStandardInput: false, in: context)
            }
        } catch let error as VaultError {
            throw VaultError(
                error.code, at: error.offset, "\(path.isDash ? "standard input" : path.description): \(error.reason)")
        }
    }
}
