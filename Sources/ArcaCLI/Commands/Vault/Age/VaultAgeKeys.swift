internal import ArcaContainers
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaVault

/// The age keys of the user's vault and of their team's, for other programs; each access is recorded.
struct VaultAgeKeys: AgePluginKeys {
    /// The request in the log: `encrypt` or `decrypt`.
    let purpose: String
    private let context = CommandContext()
    /// The vaults that were opened, by identifier.
    private var opened: [[UInt8]: Vault] = [:]

    private static let tries = 3

    init(purpose: String) { self.purpose = purpose }

    mutating func recipient(_ text: String) throws -> any Age.Recipient {
        throw ContainerError(
            .unsupported, "keys of the vault have no recipients age1arca1…",
            hint: "encrypt to the public key, age1…, that 'arca vault age-identity' prints")
    }

    mutating func keys(forIdentity text: String, _ ask: Asking) throws -> Keys {
        let identity = try VaultAgeIdentity.parse(text)
        let vault = try vault(identity?.vault, ask)
        let items = try items(identity, in: vault)
        let field = identity?.field ?? .password
        var files: [Age.IdentityFile] = []
        var failure: (any Error)?
        for item in items {
            // Recorded before the key is read: what cannot be recorded is not given.
            try vault.record(Access("age", purpose, item: item.name, .given, client: .parent))
            do { files.append(try vault.ageKeys(of: field, in: item)) } catch { failure = failure ?? error }
        }
        // Other items of the default service may be passwords.
        if let failure, identity != nil || files.isEmpty { throw failure }
        return (files.flatMap(\.identities), files.flatMap(\.recipients))
    }

    private func items(_ identity: VaultAgeIdentity?, in vault: Vault) throws -> [VaultItem] {
        guard let identity else {
            let service = VaultAgeIdentity.defaultService
            let found = try vault.items(matching: VaultQuery(service: service))
            guard !found.isEmpty else {
                throw ContainerError(
                    .unsupported, "the vault has no item of the service '\(service)', which the default identity uses")
            }
            return found
        }
        guard let item = try vault.items().first(where: { $0.identifier == identity.item }) else {
            throw ContainerError(.unsupported, "the vault no longer has the item of this identity")
        }
        return [item]
    }

    // MARK: Vault

    /// Opens the vault with an identifier, or the user's own without one.
    private mutating func vault(_ identifier: [UInt8]?, _ ask: Asking) throws -> Vault {
        let (access, locked) = try find(identifier)
        if let vault = opened[locked.identifier] { return vault }
        let vault: Vault
        do {
            vault = try access.openUnlocked()
        } catch let error as VaultError where error.code == .locked || error.code == .rotated {
            vault = try unlock(access, locked, ask)
        }
        opened[locked.identifier] = vault
        return vault
    }

    private func find(_ identifier: [UInt8]?) throws -> (access: VaultAccess, locked: LockedVault) {
        var failure: (any Error)?
        for isTeams in [false, true] {
            var options = VaultOptions()
            options.place.isTeams = isTeams
            do {
                let locked = try LockedVault(at: options.path())
                guard locked.identifier == identifier ?? locked.identifier else { continue }
                return (VaultAccess(options: options, context: context), locked)
            } catch let error as VaultError where error.code != .notFound {
                failure = failure ?? error
            } catch { continue }
        }
        throw failure
            ?? ContainerError(
                .unsupported, "the vault of this identity was not found",
                hint: "set ARCA_VAULT to its path; the identity may also be of another vault")
    }

    /// Asks the user of the other program, up to three times.
    private func unlock(_ access: VaultAccess, _ locked: LockedVault, _ ask: Asking) throws -> Vault {
        let path = try access.options.path()
        let isCode = !locked.slotKinds.contains(.passphrase)
        guard !isCode || locked.slotKinds.contains(.recoveryCode) else {
            throw ContainerError(
                .wrongKey, "the vault \(path) is locked and has no passphrase", hint: "run 'arca vault unlock' before")
        }
        var reason = "no passphrase was given"
        for _ in 0..<Self.tries {
            let prompt = "\(isCode ? "recovery code" : "passphrase") of the vault \(path)"
            guard let secret = try ask(.secret(prompt)), !secret.isEmpty else { break }
            do {
                return try access.open(with: isCode ? .recoveryCode(RecoveryCode(secret)) : .passphrase(secret))
            } catch let error as VaultError where error.code == .wrongCredential || error.code == .malformed && isCode {
                reason = error.reason
                _ = try ask(.message(reason))
            }
        }
        let refusal = Access("age", purpose, .refused("locked"), client: .parent)
        _ = try? Vault.recordWithoutKeys(refusal, by: locked.identifier)
        throw ContainerError(
            .wrongKey, "the vault \(path) is locked: \(reason)", hint: "run 'arca vault unlock' before")
    }
}

/// `age-plugin-arca`, a link to the command: age runs it for an identity that 'arca vault age-identity' made.
enum AgePluginDialect {
    static let program = "age-plugin-arca"

    private static let option = "--age-plugin="

    static func run(_ words: [Argument]) -> ExitStatus {
        let context = CommandContext()
        do {
            guard words.count == 1, let text = words[0].text, text.hasPrefix(option) else {
                throw UsageError(
                    .missingArgument, "\(program) is run by age, with \(option)identity-v1 or recipient-v1",
                    hint: "'arca vault age-identity' makes an identity for age -i")
            }
            let stateMachine = String(text.dropFirst(option.count))
            var keys = VaultAgeKeys(purpose: stateMachine == "recipient-v1" ? "encrypt" : "decrypt")
            let output = FileWriter(descriptor: 1, name: "standard output")
            var server = AgePluginServer(try FileReader.standardInput(), output)
            return try server.serve(stateMachine, &keys) ? .success : .mismatch
        } catch {
            return ExitStatus.reporting(error, in: context)
        }
    }
}
