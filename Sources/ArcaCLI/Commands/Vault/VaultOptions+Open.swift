internal import ArcaSystem
internal import ArcaVault

extension VaultOptions {
    /// How often a credential may be mistyped.
    private static let tries = 3

    /// Opens the vault: by the unlocked session, unless the command line names something else, else by asking.
    ///
    /// `readsStandardInput` says that the command's data come from there, so that a secret cannot.
    func open(isReadOnly: Bool = false, readsStandardInput: Bool = false) throws -> Vault {
        let path = try path()
        if !namesCredential {
            do throws(VaultError) {
                return try Vault.open(at: path, with: .session, options: openOptions(isReadOnly: isReadOnly))
            } catch {
                // A locked vault is asked for below, where the file says with what.
                if error.code != .locked { throw error }
            }
        }
        return try openWithCredential(isReadOnly: isReadOnly, readsStandardInput: readsStandardInput)
    }

    /// Opens the vault by a credential, even while it is unlocked: for what somebody at an unlocked machine must not do.
    func openWithCredential(
        isReadOnly: Bool = false, isBackup: Bool = false, readsStandardInput: Bool = false
    ) throws -> Vault {
        let path = try path()
        let locked = try LockedVault(at: path)
        var options = openOptions(isReadOnly: isReadOnly)
        options.isBackup = isBackup
        var tries = 1
        while true {
            let credentials = try credentials(for: locked, readsStandardInput: readsStandardInput)
            do throws(VaultError) {
                return try Self.open(path, credentials.all, options)
            } catch {
                guard error.code == .wrongCredential, credentials.isTyped, tries < Self.tries else { throw error }
                Messages.error("\(error.reason); try again")
                tries += 1
            }
        }
    }

    /// Opens the vault by the first credential that fits.
    private static func open(
        _ path: FilePath, _ credentials: [VaultCredential], _ options: Vault.OpenOptions
    ) throws(VaultError) -> Vault {
        var failure = VaultError(.wrongCredential, "no identity was given")
        for credential in credentials {
            do throws(VaultError) {
                return try Vault.open(at: path, with: credential, options: options)
            } catch {
                guard error.code == .wrongCredential else { throw error }
                failure = error
            }
        }
        throw failure
    }

    private func openOptions(isReadOnly: Bool) -> Vault.OpenOptions {
        var options = Vault.OpenOptions()
        options.isReadOnly = isReadOnly
        options.acceptsOlder = acceptsOlder
        options.notes = { Messages.note($0.description) }
        return options
    }
}
