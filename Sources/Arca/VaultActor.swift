internal import ArcaAsync
internal import ArcaCore
internal import ArcaCrypto
public import ArcaSystem
public import ArcaVault

/// A vault for async code: its calls run on a thread of its own, one after the other, and block nobody else.
///
/// ```swift
/// let vault = try await VaultActor.open(at: "secrets.arca", with: .passphrase(passphrase))
/// let token = try await vault.withVault { vault in try vault.secret(of: .init("api", "deploy")) }
/// ```
///
/// A vault does one thing at a time, no matter who asks, so that more threads would gain nothing. A call that has begun is not
/// cancelled: a change is made as a whole or not at all.
public actor VaultActor {
    private let thread: ThreadExecutor
    private let vault: Vault

    /// The thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Takes a vault that is open.
    ///
    /// - Parameter vault: The vault; others may go on using it.
    /// - Throws: `SystemError` with code `.failed` when the system has no thread to give.
    public init(_ vault: Vault) throws(SystemError) { self.init(vault, try ThreadExecutor()) }

    private init(_ vault: Vault, _ thread: ThreadExecutor) {
        self.thread = thread
        self.vault = vault
    }

    /// Opens a vault; the derivation of its key, which takes a while by design, runs on the new thread too.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - credential: What opens one of its slots.
    ///   - options: How it is opened.
    /// - Returns: The vault.
    /// - Throws: `VaultError` as `Vault.open`; `SystemError` when the system has no thread to give; `CancellationError`.
    public static func open(
        at path: BytePath, with credential: VaultCredential, options: Vault.OpenOptions = Vault.OpenOptions()
    ) async throws -> VaultActor {
        try await make { try Vault.open(at: path, with: credential, options: options) }
    }

    /// Makes a new vault and opens it.
    ///
    /// - Parameters:
    ///   - path: The file to make.
    ///   - slots: The ways to open it, one or more.
    ///   - options: Where this machine remembers the vault.
    /// - Returns: The vault.
    /// - Throws: `VaultError` as `Vault.create`; `SystemError` when the system has no thread to give; `CancellationError`.
    public static func create(
        at path: BytePath, slots: [NewVaultSlot], options: Vault.OpenOptions = Vault.OpenOptions()
    ) async throws -> VaultActor {
        try await make { try Vault.create(at: path, slots: slots, options: options) }
    }

    private static func make(_ body: @escaping @Sendable () throws -> Vault) async throws -> VaultActor {
        let thread = try ThreadExecutor()
        return VaultActor(try await VaultMaker(thread).run(body), thread)
    }

    /// Runs calls of the vault on its thread, without others of this actor between them.
    ///
    /// - Parameter body: Gets the vault; it may block.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; `CancellationError` for a task that was cancelled before its turn came.
    @discardableResult
    public func withVault<Result>(_ body: @Sendable (Vault) throws -> sending Result) throws -> sending Result {
        try Task.checkCancellation()
        return try body(vault)
    }
}

/// Runs what makes a vault, on the thread that the vault will have.
private actor VaultMaker {
    private let thread: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ thread: ThreadExecutor) { self.thread = thread }

    func run(_ body: @Sendable () throws -> Vault) throws -> Vault {
        try Task.checkCancellation()
        return try body()
    }
}
