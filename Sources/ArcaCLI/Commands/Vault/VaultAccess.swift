internal import ArcaCore
internal import ArcaSystem
internal import ArcaTeam
internal import ArcaVault

/// The vault of a command's options, and the ways to open it.
struct VaultAccess {
    let options: VaultOptions
    let context: CommandContext
    var passphraseName = "passphrase"
    /// Whether it is the team's vault of a command that also uses the user's own.
    var isSecond = false
    /// Whether an unlocked session precedes the credential given on the command line, which may be another vault's.
    var prefersSession = false
    /// The passphrase's name in prompts that also ask for a new one.
    static let currentPassphraseName = "current passphrase"

    static let tries = 3

    /// Opens the vault with the credential given on the command line, else the unlocked session, else by asking.
    ///
    /// `readsStandardInput` means that standard input has the command's data, so a secret cannot come from there.
    func open(
        isReadOnly: Bool = false, salvages: Bool = false, readsStandardInput: Bool = false
    ) throws -> Vault {
        let vault = try openUnnoted(isReadOnly, salvages, readsStandardInput)
        if !isReadOnly { context.changedVaults.append(vault) }
        return vault
    }

    private func openUnnoted(_ isReadOnly: Bool, _ salvages: Bool, _ readsStandardInput: Bool) throws -> Vault {
        let path = try options.path()
        try requireVault(path)
        if !options.namesCredential || prefersSession {
            do {
                let openOptions = makeOpenOptions(isReadOnly: isReadOnly, salvages: salvages)
                return try Vault.open(at: path, with: .session, options: openOptions)
            } catch {
                // Ask for a credential below, when the file has been read and its slots are known.
                try Self.passLocked(error)
            }
        }
        let openOptions = makeOpenOptions(isReadOnly: isReadOnly, salvages: salvages)
        return try withCredential(for: path, readsStandardInput: readsStandardInput, asksAlways: false) {
            try Vault.open(at: path, with: $0, options: openOptions)
        }
    }

    /// Opens the vault for reading with the unlocked session, or throws; never asks.
    func openUnlocked() throws -> Vault {
        try Vault.open(at: options.path(), with: .session, options: makeOpenOptions(isReadOnly: true))
    }

    /// Opens the vault for reading with a credential that another program asked for.
    func open(with credential: VaultCredential) throws -> Vault {
        try Vault.open(at: options.path(), with: credential, options: makeOpenOptions(isReadOnly: true))
    }

    /// Opens the vault for writing with what the command line gives, else with the unlocked session; nil if it is locked.
    func openWithoutAsking() throws -> Vault? {
        guard !options.namesCredential else { return try open(readsStandardInput: true) }
        do {
            let vault = try Vault.open(
                at: options.path(), with: .session, options: makeOpenOptions(isReadOnly: false))
            context.changedVaults.append(vault)
            return vault
        } catch {
            guard (error as? VaultError)?.kind == .locked else { throw error }
            return nil
        }
    }

    private func requireVault(_ path: BytePath) throws {
        do {
            _ = try FileInfo(path)
        } catch {
            guard error.code == .notFound else { return }
            throw VaultError(
                .notFound, "there is no vault \(path)",
                hint: options.place.isTeams
                    ? "'arca team join' makes it with an invitation, 'arca vault init --team' for a new team"
                    : "create one with 'arca vault init', or give yours: --vault FILE")
        }
    }

    /// Rethrows the error unless the session is missing or was ended by a rotation.
    private static func passLocked(_ error: VaultError) throws(VaultError) {
        if error.code == .rotated { return Messages.note(error.reason) }
        if error.code != .locked { throw error }
    }

    /// Opens the vault with a credential even if it is unlocked, for actions that access to an unlocked machine must
    /// not allow.
    func openWithCredential(
        isReadOnly: Bool = false, isBackup: Bool = false, salvages: Bool = false, readsStandardInput: Bool = false
    ) throws -> Vault {
        try openedByCredential(
            isReadOnly: isReadOnly, isBackup: isBackup, salvages: salvages, readsStandardInput: readsStandardInput
        ).vault
    }

    /// The same; also returns the credential that opened it.
    func openedByCredential(
        isReadOnly: Bool = false, isBackup: Bool = false, salvages: Bool = false, readsStandardInput: Bool = false
    ) throws -> (vault: Vault, credential: VaultCredential) {
        let path = try options.path()
        try requireVault(path)
        let openOptions = makeOpenOptions(isReadOnly: isReadOnly, isBackup: isBackup, salvages: salvages)
        return try withCredential(for: path, isCopy: isBackup, readsStandardInput: readsStandardInput) {
            (try Vault.open(at: path, with: $0, options: openOptions), $0)
        }
    }

    /// Verifies a vault or backup that may be too damaged to open.
    func verify(isBackup: Bool) throws -> Vault.VerificationReport {
        let path = try options.path()
        let openOptions = makeOpenOptions(isReadOnly: true, isBackup: isBackup)
        if !options.namesCredential {
            do {
                return try Vault.verify(at: path, with: .session, options: openOptions)
            } catch {
                // Ask for a credential below.
                try Self.passLocked(error)
            }
        }
        return try withCredential(for: path, isCopy: isBackup, asksAlways: false) {
            try Vault.verify(at: path, with: $0, options: openOptions)
        }
    }

    /// Opens the vault, even if older than this machine has seen, and another copy with the same credential or by
    /// asking.
    ///
    /// `otherOptions` are the credentials of the copy, if the command line gives any.
    func openWithCopy(_ other: BytePath, _ otherOptions: OtherCopyOptions) throws -> (vault: Vault, other: Vault) {
        let path = try options.path()
        try requireVault(path)
        var openOptions = makeOpenOptions(isReadOnly: false)
        // The merge decides whether either of them is acceptable.
        openOptions.acceptsOlder = true
        let (vault, credential) =
            try opened(path, by: .session, openOptions)
            ?? withCredential(for: path, asksAlways: false) { [openOptions] in
                (try Vault.open(at: path, with: $0, options: openOptions), $0)
            }
        if !otherOptions.credential.isNamed, let copy = try Self.copy(at: other, with: credential, openOptions) {
            return (vault, copy)
        }
        var copyOptions = VaultOptions()
        copyOptions.place.file = other
        copyOptions.take(otherOptions.credential)
        let source = VaultAccess(options: copyOptions, context: context, passphraseName: "passphrase of \(other)")
        let copy = try source.withCredential(for: other, isCopy: true, asksAlways: false) { [openOptions] in
            try Vault.openCopy(at: other, with: $0, options: openOptions)
        }
        return (vault, copy)
    }

    /// Opens the vault with the unlocked session; nil without a session, or if the command line gives a credential.
    private func opened(
        _ path: BytePath, by session: VaultCredential, _ openOptions: Vault.OpenOptions
    ) throws -> (Vault, VaultCredential)? {
        guard !options.namesCredential else { return nil }
        do {
            return (try Vault.open(at: path, with: session, options: openOptions), session)
        } catch {
            try Self.passLocked(error)
            return nil
        }
    }

    /// Opens a copy with the vault's credential; nil if it has another key or other slots.
    private static func copy(
        at path: BytePath, with credential: VaultCredential, _ openOptions: Vault.OpenOptions
    ) throws -> Vault? {
        do {
            return try Vault.openCopy(at: path, with: credential, options: openOptions)
        } catch {
            guard [.locked, .lockedOut, .rotated, .wrongCredential, .olderFile].contains(error.code) else {
                throw error
            }
            return nil
        }
    }

    /// Restores the vault from a backup, then adds slots.
    ///
    /// `makeSlots` receives the kind of the credential that opens the backup, and the backup's slots. It runs before
    /// anything is changed.
    func restore(
        _ backup: BytePath, replacing: Bool, discarding: Bool,
        adding makeSlots: (VaultSlot.Kind?, [VaultSlot]) throws -> [NewVaultSlot]
    ) throws -> Vault {
        let path = try options.path()
        let openOptions = makeOpenOptions(isReadOnly: false)
        var backupOptions = makeOpenOptions(isReadOnly: true, isBackup: true)
        backupOptions.notes = { _ in }
        return try withCredential(for: backup, isCopy: true) { [backupOptions] credential in
            let old = try Vault.open(at: backup, with: credential, options: backupOptions).slots
            let slots = try makeSlots(credential.kind, old)
            try options.place.createFolder(for: path)
            let vault = try Vault.restore(
                from: backup, to: path, with: credential, replacing: replacing, discarding: discarding,
                options: openOptions)
            for slot in slots { try vault.addSlot(slot) }
            return vault
        }
    }

    /// Runs `body` with the first matching credential; asks again after a typo.
    private func withCredential<Result>(
        for path: BytePath, isCopy: Bool = false, readsStandardInput: Bool = false, asksAlways: Bool = true,
        _ body: (VaultCredential) throws -> Result
    ) throws -> Result {
        let locked = try LockedVault(at: path, isCopy: isCopy)
        var tries = 1
        while true {
            let credentials = try credentials(
                for: locked, readsStandardInput: readsStandardInput, asksAlways: asksAlways)
            var failure = VaultError(.wrongCredential, "no identity was given")
            for credential in credentials.all {
                do {
                    return try body(credential)
                } catch let error as VaultError where error.code == .wrongCredential {
                    failure = error
                }
            }
            guard credentials.isTyped, tries < Self.tries else {
                guard isSecond else { throw failure }
                throw VaultError(
                    failure.code, "the team's vault: \(failure.reason)", hint: "give \(TeamVaultOptions.choices)")
            }
            Messages.error("\(failure.reason); try again")
            tries += 1
        }
    }

    private static func tell(_ note: VaultNote) {
        switch note {
        case .writableByOthers(let path):
            Messages.warning(note.description)
            Messages.hint("run 'chmod go-w \(path)'")
        case .replacedUntrusted: Messages.warning(note.description)
        case .slotsLeftOut(let slots):
            Messages.warning(note.description)
            for slot in slots {
                let what =
                    slot.kind == .recoveryCode ? "the old code opens only the backup; make a new one" : "add it again"
                Messages.hint("\(slot.text): \(what) with 'arca vault slot add \(slot.addition)'")
            }
        default: Messages.note(note.description)
        }
    }

    private func makeOpenOptions(
        isReadOnly: Bool, isBackup: Bool = false, salvages: Bool = false
    ) -> Vault.OpenOptions {
        var open = Vault.OpenOptions()
        open.isReadOnly = isReadOnly
        open.isBackup = isBackup
        open.salvages = salvages
        open.acceptsOlder = options.acceptsOlder
        open.extension = .team
        open.notes = { Self.tell($0) }
        return open
    }
}
