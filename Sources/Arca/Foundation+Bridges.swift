public import ArcaAsync
public import ArcaSystem
public import ArcaVault

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Support for `localizedDescription` and alerts, which show the same text as the command.
extension CodedError: LocalizedError {
    /// The problem and its location.
    public var errorDescription: String? { message }
    /// The problem, without its location.
    public var failureReason: String? { reason }
    /// A hint for solving the problem, or nil.
    public var recoverySuggestion: String? { hint }
}

extension BytePath {
    /// Creates a path from a file URL.
    ///
    /// - Throws: `SystemError` `.unsupported` for any other URL.
    public init(_ url: URL) throws(SystemError) {
        guard url.isFileURL else { throw SystemError(.unsupported, "the URL names no file: its scheme is not file") }
        self = url.withUnsafeFileSystemRepresentation { path in path.map(BytePath.init(cString:)) ?? BytePath("") }
    }
}

extension FileReader {
    /// Opens a file for reading by its file URL.
    ///
    /// - Throws: `SystemError` as ``init(_:followingLinks:)``, `.unsupported` for any other URL.
    public init(_ url: URL) throws(SystemError) { try self.init(try BytePath(url)) }
}

extension AtomicFile {
    /// Begins a file that is written atomically, when it is committed.
    ///
    /// - Parameters:
    ///   - url: A URL with the scheme `file`.
    ///   - secret: Whether only the user may read the file (mode 600).
    /// - Throws: `SystemError` as ``init(_:secret:inputs:)``, `.unsupported` for any other URL.
    public init(_ url: URL, secret: Bool = false) throws(SystemError) {
        try self.init(try BytePath(url), secret: secret)
    }
}

extension FileBytes {
    /// Creates a sequence for a file URL; the file is opened by each iteration.
    ///
    /// - Throws: `SystemError` `.unsupported` for any other URL.
    public init(_ url: URL) throws(SystemError) { self.init(try BytePath(url)) }
}

extension Vault {
    /// Opens a vault by its file URL.
    ///
    /// - Throws: `VaultError` as for a path, `.unsupported` for any other URL.
    public static func open(
        at url: URL, with credential: VaultCredential, options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        try open(at: try VaultError.wrap { try BytePath(url) }, with: credential, options: options)
    }

    /// Creates and opens a vault at a file URL.
    ///
    /// - Throws: `VaultError` as for a path, `.unsupported` for any other URL.
    public static func create(
        at url: URL, slots: [NewVaultSlot], options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        try create(at: try VaultError.wrap { try BytePath(url) }, slots: slots, options: options)
    }
}

extension VaultActor {
    /// Opens a vault by its file URL; the slow key derivation also runs on the actor's thread.
    ///
    /// - Throws: As for a path; `VaultError` `.unsupported` for any other URL.
    public static func open(
        at url: URL, with credential: VaultCredential, options: Vault.OpenOptions = Vault.OpenOptions()
    ) async throws -> VaultActor {
        try await open(at: try VaultError.wrap { try BytePath(url) }, with: credential, options: options)
    }

    /// Creates and opens a vault at a file URL.
    ///
    /// - Throws: As for a path; `VaultError` `.unsupported` for any other URL.
    public static func create(
        at url: URL, slots: [NewVaultSlot], options: Vault.OpenOptions = Vault.OpenOptions()
    ) async throws -> VaultActor {
        try await create(at: try VaultError.wrap { try BytePath(url) }, slots: slots, options: options)
    }
}

extension Vault.Timestamp {
    /// Creates a timestamp, rounded down to milliseconds and clamped to the valid range.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
        self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }

    /// The time as a Foundation date.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
