public import ArcaAsync
public import ArcaCore
public import ArcaSystem
public import ArcaVault

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What `localizedDescription` and alerts of Foundation show: the same text as the command prints.
extension CodedError: LocalizedError {
    /// What is wrong, and where.
    public var errorDescription: String? { message }
    /// What is wrong, without the place.
    public var failureReason: String? { reason }
    /// What would be right, if that is known.
    public var recoverySuggestion: String? { hint }
}

extension BytePath {
    /// Takes the path of a file's URL.
    ///
    /// - Parameter url: A URL with the scheme `file`.
    /// - Throws: `SystemError` `.unsupported` for any other URL.
    public init(_ url: URL) throws(SystemError) {
        guard url.isFileURL else { throw SystemError(.unsupported, "the URL names no file: its scheme is not file") }
        self = url.withUnsafeFileSystemRepresentation { path in path.map(BytePath.init(cString:)) ?? BytePath("") }
    }
}

extension FileReader {
    /// Opens a file for reading.
    ///
    /// - Parameter url: A URL with the scheme `file`.
    /// - Throws: `SystemError` as ``init(_:followingLinks:)``, `.unsupported` for any other URL.
    public init(_ url: URL) throws(SystemError) { try self.init(try BytePath(url)) }
}

extension AtomicFile {
    /// Begins a file that appears in full when it is committed, or not at all.
    ///
    /// - Parameters:
    ///   - url: A URL with the scheme `file`.
    ///   - secret: Whether only the user may read the file.
    /// - Throws: `SystemError` as ``init(_:secret:inputs:)``, `.unsupported` for any other URL.
    public init(_ url: URL, secret: Bool = false) throws(SystemError) {
        try self.init(try BytePath(url), secret: secret)
    }
}

extension FileBytes {
    /// Names a file, which each iteration opens.
    ///
    /// - Parameter url: A URL with the scheme `file`.
    /// - Throws: `SystemError` `.unsupported` for any other URL.
    public init(_ url: URL) throws(SystemError) { self.init(try BytePath(url)) }
}

extension Vault {
    /// Opens a vault.
    ///
    /// - Parameters:
    ///   - url: A URL with the scheme `file`.
    ///   - credential: What opens one of its slots.
    ///   - options: How it is opened.
    /// - Returns: The vault.
    /// - Throws: `VaultError` as for a path, `.unsupported` for any other URL.
    public static func open(
        at url: URL, with credential: VaultCredential, options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        try open(at: try VaultError.wrap { try BytePath(url) }, with: credential, options: options)
    }

    /// Makes a new vault and opens it.
    ///
    /// - Parameters:
    ///   - url: A URL with the scheme `file`.
    ///   - slots: The ways to open it, one or more.
    ///   - options: Where this machine remembers the vault.
    /// - Returns: The vault.
    /// - Throws: `VaultError` as for a path, `.unsupported` for any other URL.
    public static func create(
        at url: URL, slots: [NewVaultSlot], options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        try create(at: try VaultError.wrap { try BytePath(url) }, slots: slots, options: options)
    }
}

extension VaultActor {
    /// Opens a vault; the derivation of its key, which takes a while by design, runs on the new thread too.
    ///
    /// - Parameters:
    ///   - url: A URL with the scheme `file`.
    ///   - credential: What opens one of its slots.
    ///   - options: How it is opened.
    /// - Returns: The vault.
    /// - Throws: As for a path; `VaultError` `.unsupported` for any other URL.
    public static func open(
        at url: URL, with credential: VaultCredential, options: Vault.OpenOptions = Vault.OpenOptions()
    ) async throws -> VaultActor {
        try await open(at: try VaultError.wrap { try BytePath(url) }, with: credential, options: options)
    }

    /// Makes a new vault and opens it.
    ///
    /// - Parameters:
    ///   - url: A URL with the scheme `file`.
    ///   - slots: The ways to open it, one or more.
    ///   - options: Where this machine remembers the vault.
    /// - Returns: The vault.
    /// - Throws: As for a path; `VaultError` `.unsupported` for any other URL.
    public static func create(
        at url: URL, slots: [NewVaultSlot], options: Vault.OpenOptions = Vault.OpenOptions()
    ) async throws -> VaultActor {
        try await create(at: try VaultError.wrap { try BytePath(url) }, slots: slots, options: options)
    }
}

extension Vault.Timestamp {
    /// Makes a time to the millisecond, rounded down; one out of range becomes the earliest or latest there is.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
        self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }

    /// The time as Foundation has it.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
