public import ArcaAsync
internal import ArcaCore
public import ArcaCryptoFoundation
internal import ArcaFoundation
internal import ArcaSystem
public import ArcaVault

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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

extension Vault {
    /// Reads an attachment's content into `Data`.
    ///
    /// - Throws: `VaultError` `.costTooHigh` for content longer than `limit` bytes, or as `extract`.
    public func attachment<Content: BytesResult>(
        _ attachment: String, of name: VaultItem.Name, limit: Int = 256 << 20
    ) throws(VaultError) -> Content { Content(try self.attachment(attachment, of: name, limit: limit) as [UInt8]) }
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
