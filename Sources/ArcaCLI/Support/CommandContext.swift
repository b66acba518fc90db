internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaSystem
internal import ArcaVault
internal import Synchronization

/// The state of one run of a command besides its own options; it ends with the run, and so do the secrets.
final class CommandContext: Sendable {
    private struct State {
        var secrets: [SecretSource: SecretBytes] = [:]
        var isInputSecret = false
        var vaultOptions = VaultOptions()
        var changedVaults: [Vault] = []
    }

    /// Whether `--json` is given: reports and errors are then JSON, even if the other arguments are invalid.
    let wantsJSON: Bool

    private let state = Mutex(State())

    /// Creates the context for the arguments of a command.
    init(_ words: [Argument] = []) { wantsJSON = words.prefix { $0 != "--" }.contains("--json") }

    /// The options of `Parameter.vault`.
    var vaultOptions: VaultOptions {
        get { state.withLock { $0.vaultOptions } }
        set { state.withLock { $0.vaultOptions = newValue } }
    }

    /// The vaults that were opened for writing; a team's vault sends its changes after the command.
    var changedVaults: [Vault] {
        get { state.withLock { $0.changedVaults } }
        set { state.withLock { $0.changedVaults = newValue } }
    }

    // MARK: Secrets

    /// A secret that was read already.
    subscript(source: SecretSource) -> SecretBytes? {
        get { state.withLock { $0.secrets[source] } }
        set { state.withLock { $0.secrets[source] = newValue } }
    }

    /// Whether a secret is read from standard input, which no child process may then inherit.
    var isInputSecret: Bool { state.withLock { $0.isInputSecret } }

    /// Keeps a secret from child processes.
    ///
    /// They could inherit a variable, which is taken out of the environment, or a descriptor, from which they could
    /// reread a file or read what is left in a pipe.
    func protect(_ source: SecretSource) {
        switch source.plain {
        case .standardInput: protect(descriptor: 0)
        case .descriptor(let number): protect(descriptor: number)
        case .file(let path): protect(path)
        case .environment(let variable):
            if let secret = Environment.take(variable, { SecretBytes(copying: $0) }) { self[source.plain] = secret }
        default: break
        }
    }

    /// The same for a path of a descriptor, such as a shell's `<(…)`.
    func protect(_ path: BytePath) {
        if path.isDash || path == "/dev/stdin" { return protect(descriptor: 0) }
        let parts = path.bytes.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count > 2, let number = Int32(parts[parts.count - 1]), parts[parts.count - 2] == "fd",
            parts[0] == "dev" || parts[0] == "proc"
        else { return }
        protect(descriptor: number)
    }

    private func protect(descriptor: Int32) {
        if descriptor == 0 { state.withLock { $0.isInputSecret = true } }
        // Standard output and error must stay inheritable.
        if descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
}
