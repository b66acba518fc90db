internal import ArcaAsync
public import ArcaSystem
public import ArcaVault

/// A vault for async code, whose calls run one at a time on a separate thread.
///
/// ```swift
/// let vault = try await VaultActor.open(at: "secrets.arca", with: .passphrase(passphrase))
/// let token = try await vault.withVault { vault in try vault.secret(of: .init("api", "deploy")) }
/// ```
///
/// A vault executes one call at a time, so more threads would not help. A call that has started is not cancelled; each
/// change is atomic.
public actor VaultActor {
    private let thread: ThreadExecutor
    private let vault: Vault

    /// The executor, which runs on the actor's thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Creates an actor for an open vault.
    ///
    /// - Parameter vault: The vault; other code may continue to use it.
    /// - Throws: `SystemError` with code `.failed` if no thread can be created.
    public init(_ vault: Vault) throws(SystemError) { self.init(vault, try ThreadExecutor()) }

    private init(_ vault: Vault, _ thread: ThreadExecutor) {
        self.thread = thread
        self.vault = vault
    }

    /// Opens a vault; the slow key derivation also runs on the actor's thread.
    ///
    /// - Throws: `VaultError` as `Vault.open`; `SystemError` if no thread can be created; `CancellationError`.
    public static func open(
        at path: BytePath, with credential: VaultCredential, options: Vault.OpenOptions = Vault.OpenOptions()
    ) async throws -> VaultActor {
        try await make { try Vault.open(at: path, with: credential, options: options) }
    }

    /// Creates and opens a vault.
    ///
    /// - Throws: `VaultError` as `Vault.create`; `SystemError` if no thread can be created; `CancellationError`.
    public static func create(
        at path: BytePath, slots: [NewVaultSlot], options: Vault.OpenOptions = Vault.OpenOptions()
    ) async throws -> VaultActor {
        try await make { try Vault.create(at: path, slots: slots, options: options) }
    }

    private static func make(_ body: @escaping @Sendable () throws -> Vault) async throws -> VaultActor {
        let thread = try ThreadExecutor()
        return VaultActor(try await VaultMaker(thread).run(body), thread)
    }

    /// Runs a closure with the vault on its thread, without interleaving other calls of this actor.
    ///
    /// - Parameter body: Called with the vault; it may block.
    /// - Returns: The result of `body`.
    /// - Throws: An error of `body`, or `CancellationError` if the task was cancelled before the call started.
    @discardableResult
    public func withVault<Result>(_ body: @Sendable (Vault) throws -> sending Result) throws -> sending Result {
        try Task.checkCancellation()
        return try body(vault)
    }
}

/// Creates a vault on the thread that the actor will use.
private actor VaultMaker {
    private let thread: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ thread: ThreadExecutor) { self.thread = thread }

    func run(_ body: @Sendable () throws -> Vault) throws -> Vault {
        try Task.checkCancellation()
        return try body()
    }
}
