public import ArcaCodecs

extension Vault {
    /// How a vault is opened.
    public struct OpenOptions: Sendable {
        /// Whether the file is opened for reading alone; a write that was cut short is undone all the same.
        public var isReadOnly = false
        /// Whether an older file or a fork may be read; it is written only after ``Vault/verify(acceptsOlder:progress:)``.
        public var acceptsOlder = false
        /// Whether the file is a backup, which is read and never written.
        public var isBackup = false
        /// Where this machine remembers what it has seen of vaults; nil for nowhere, which gives up finding older files.
        public var stateFolder: StateFolder?
        /// How long to wait for another process, in milliseconds.
        public var busyMilliseconds = 60_000
        /// Receives what is worth telling the user; must not use the vault, whose lock is held.
        public var notes: @Sendable (VaultNote) -> Void = { _ in }
        /// Receives what went wrong in subscripts, which cannot throw; ``Vault/lastFailure`` keeps it as well.
        public var failures: @Sendable (VaultError) -> Void = { _ in }

        /// Makes options.
        ///
        /// - Parameter stateFolder: Where this machine remembers what it has seen of vaults.
        public init(stateFolder: StateFolder? = .standard) { self.stateFolder = stateFolder }
    }
}
