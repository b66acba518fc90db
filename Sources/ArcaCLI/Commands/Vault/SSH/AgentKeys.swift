internal import ArcaKeys
internal import ArcaSignatures
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange
internal import Synchronization

/// The SSH keys of a vault that is unlocked for the user: the agent keeps none, and reads one for each signature.
///
/// A locked vault has no keys.
final class SessionKeys: SSHAgentKeys {
    private let vault: VaultAccess
    private let report: @Sendable (SSHAgent.Use) -> Void
    private let keys: Mutex<VaultSSHKeys>

    init(_ keys: VaultSSHKeys, in vault: VaultAccess, report: @escaping @Sendable (SSHAgent.Use) -> Void) {
        self.vault = vault
        self.report = report
        self.keys = Mutex(keys)
    }

    func identities() -> [SSHAgentIdentity] {
        keys.withLock { keys in
            do {
                try keys.update(from: try vault.openUnlocked())
            } catch {
                keys.clear()
            }
            return keys.keys.map(\.identity)
        }
    }

    func privateKey(of identity: SSHAgentIdentity) throws -> AnyPrivateKey {
        guard let key = key(identity) else { throw VaultError(.notFound, "the vault no longer has the key") }
        return try VaultSSHKeys.privateKey(key, in: try vault.openUnlocked())
    }

    func record(_ use: SSHAgent.Use) throws {
        // A use that cannot be recorded is refused, and reported as that.
        if use.refusal != nil { report(use) }
        // Keys that clients added are not the vault's.
        if let key = key(use.identity) { try vault.openUnlocked().record(use.access(item: key.item)) }
        if use.refusal == nil { report(use) }
    }

    private func key(_ identity: SSHAgentIdentity) -> VaultSSHKeys.Key? {
        keys.withLock { keys in keys.keys.first { $0.identity.key == identity.key } }
    }
}

/// The log of an agent that keeps the keys of a vault that it cannot open.
struct HeldKeysLog: SSHAgentKeys {
    let vault: [UInt8]
    let report: @Sendable (SSHAgent.Use) -> Void

    func identities() -> [SSHAgentIdentity] { [] }

    func privateKey(of identity: SSHAgentIdentity) throws -> AnyPrivateKey {
        throw VaultError(.locked, "the agent cannot open the vault")
    }

    func record(_ use: SSHAgent.Use) throws {
        if use.refusal != nil { report(use) }
        let (service, account) = VaultItem.Name.parts(of: use.identity.comment)
        let item = service.isEmpty ? nil : VaultItem.Name(service, account ?? "")
        guard try Vault.recordWithoutKeys(use.access(item: item), by: vault) || use.refusal != nil else {
            throw VaultError(
                .locked, "the log of accesses was removed, so the use cannot be recorded",
                hint: "end the agent, and start it again")
        }
        if use.refusal == nil { report(use) }
    }
}

extension SSHAgent.Use {
    fileprivate func access(item: VaultItem.Name?) -> Access {
        let place = isForwarded ? " from another machine" : ""
        return Access(
            "ssh", "\(purpose)\(place) with \(identity.key.fingerprint)", item: item,
            refusal.map { .refused($0) } ?? .given,
            client: client.map { PeerProcess(identifier: $0.process, user: $0.user, program: $0.program) })
    }

    /// A line for an agent in the foreground.
    var note: String {
        let client = client?.description ?? "a program"
        let outcome = refusal.map { "refused: \($0)" } ?? "signed"
        return "\(identity.comment): \(client), to \(purpose): \(outcome)"
    }
}

/// Asks the user to confirm a use of a key, one question at a time.
struct AgentConfirmation: Sendable {
    /// Whether the terminal is free for questions.
    let usesTerminal: Bool

    private static let isAsking = Mutex<Void>(())

    private static var askpass: [UInt8]? {
        Environment.value(of: "SSH_ASKPASS").flatMap { $0.isEmpty ? nil : $0 }
    }

    private static var prefersAskpass: Bool {
        ["force", "prefer"].contains(
            String(decoding: Environment.value(of: "SSH_ASKPASS_REQUIRE") ?? [], as: UTF8.self))
    }

    /// Throws if no question could be asked.
    func check() throws {
        guard Self.askpass == nil, !usesTerminal || (try? Terminal.show("".utf8)) == nil else { return }
        throw UsageError(
            .missingArgument, "--confirm has no way to ask",
            hint: "set SSH_ASKPASS to a program such as ssh-askpass, or give --foreground on a terminal")
    }

    func ask(_ use: SSHAgent.Use) -> Bool {
        let client = use.client?.description ?? "a program"
        let place = use.isForwarded ? " on another machine" : ""
        let question =
            "Allow \(client)\(place) to use the key \(use.identity.comment) (\(use.identity.key.fingerprint)) "
            + "to \(use.purpose)?"
        return Self.isAsking.withLock { _ in
            if usesTerminal, !(Self.prefersAskpass && Self.askpass != nil) {
                do throws(SystemError) { return try Terminal.confirm(question) } catch {
                    guard error.code == .noTerminal else { return false }
                }
            }
            return Self.askpass.map { Self.ask(question, by: $0) } ?? false
        }
    }

    /// The question by a program as ssh starts it: it confirms with status 0, and an answer that is empty or yes.
    private static func ask(_ question: String, by program: [UInt8]) -> Bool {
        let command =
            "SSH_ASKPASS_PROMPT=confirm exec \(BytePath(program).shellQuoted) \(question.shellQuoted)"
        let answer = try? [UInt8](capacity: 1024) { output throws(SystemError) in
            try ChildProcess.read(Array(command.utf8), into: &output)
        }
        guard let answer else { return false }
        let line = String(decoding: answer.prefix { $0 != 0x0a && $0 != 0x0d }, as: UTF8.self)
        return line.isEmpty || line.lowercased() == "yes"
    }
}
