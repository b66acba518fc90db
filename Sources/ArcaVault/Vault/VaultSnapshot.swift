public import ArcaCore

/// A single state of a vault, for many reads: each row is verified only once.
///
/// It is valid only during the call that provides it. Other processes cannot commit changes in the meantime.
public struct VaultSnapshot: VaultContents, @unchecked Sendable {  // One thread at a time, under the lock.
    private let transaction: VaultTransaction

    /// The vault's identifier, 16 bytes.
    public var identifier: [UInt8] { transaction.keys.vault }

    fileprivate init(_ transaction: VaultTransaction) { self.transaction = transaction }

    /// Lists items by their attributes, as ``Vault/items(matching:)`` does.
    ///
    /// - Throws: ``VaultError`` as ``Vault/items(matching:)``.
    public func items(matching query: VaultQuery = .all) throws(VaultError) -> [VaultItem] {
        try VaultError.wrap { try transaction.items(matching: query) }
    }

    /// Lists readable items, as ``Vault/listing(matching:)`` does.
    ///
    /// - Returns: The items, and the damage that hides others.
    /// - Throws: ``VaultError`` as ``Vault/listing(matching:)``.
    public func listing(matching query: VaultQuery = .all) throws(VaultError) -> Vault.Listing {
        try VaultError.wrap { try transaction.listing(matching: query) }
    }

    /// Decrypts the secret of an item.
    ///
    /// - Throws: ``VaultError`` as ``Vault/secret(of:)``.
    public func secret(of name: VaultItem.Name) throws(VaultError) -> ItemSecret {
        try VaultError.wrap { try transaction.secret(of: transaction.item(name)).secret }
    }

    /// Lists the older versions of an item.
    ///
    /// - Returns: The kept versions, newest first, without the current one.
    /// - Throws: ``VaultError`` as ``Vault/history(of:)``.
    public func history(of name: VaultItem.Name) throws(VaultError) -> [VaultItem] {
        try VaultError.wrap { try transaction.versions(of: transaction.item(name)) }
    }

    /// Decrypts the secret of an older or the current version of an item.
    ///
    /// - Throws: ``VaultError`` as ``Vault/secret(of:version:)``.
    public func secret(of name: VaultItem.Name, version: UInt64) throws(VaultError) -> ItemSecret {
        try VaultError.wrap { try transaction.version(version, of: transaction.item(name)).secret }
    }

    /// Extracts an attachment's content, in constant memory.
    ///
    /// - Throws: ``VaultError`` as ``Vault/extract(_:of:to:)``; any error of writing.
    public func extract<Output: ByteWriter & ~Copyable>(
        _ attachment: String, of name: VaultItem.Name, to output: consuming Output
    ) throws -> Output {
        try transaction.extract(attachment, of: transaction.item(name), to: output)
    }
}

extension Vault {
    /// Runs `body` with a single state of the vault, for exports, audits and other uses with many reads.
    ///
    /// - Parameter body: Receives the snapshot, which is invalid after `body` returns; must not use the vault itself.
    /// - Returns: The result of `body`.
    /// - Throws: Any error of `body`; ``VaultError`` as for any read.
    public func withSnapshot<Result>(_ body: (VaultSnapshot) throws -> Result) throws -> Result {
        let result = try read { transaction in
            Swift.Result { try body(VaultSnapshot(transaction)) }
        }
        return try result.get()
    }
}

/// A source of items for export: a vault, or a substitute in tests.
public protocol VaultContents: Sendable {
    /// The type of a snapshot.
    associatedtype Snapshot: VaultContents
    /// The vault's identifier, 16 bytes; empty if the contents are not a vault's.
    var identifier: [UInt8] { get }
    /// Runs `body` with a snapshot that is isolated from concurrent changes.
    func withSnapshot<Result>(_ body: (Snapshot) throws -> Result) throws -> Result
    /// Lists the items that match a query, attributes only.
    func items(matching query: VaultQuery) throws -> [VaultItem]
    /// Lists the readable items that match a query.
    func listing(matching query: VaultQuery) throws -> Vault.Listing
    /// Decrypts an item's secret.
    func secret(of name: VaultItem.Name) throws -> ItemSecret
    /// Lists an item's older versions, newest first.
    func history(of name: VaultItem.Name) throws -> [VaultItem]
    /// Decrypts the secret of an older version.
    func secret(of name: VaultItem.Name, version: UInt64) throws -> ItemSecret
    /// Extracts an attachment's content and returns the writer.
    func extract<Output: ByteWriter & ~Copyable>(
        _ attachment: String, of name: VaultItem.Name, to output: consuming Output
    ) throws -> Output
}

extension VaultContents {
    /// Empty by default: the contents are not a vault's.
    public var identifier: [UInt8] { [] }

    /// Lists all items, without findings, for contents that cannot be damaged.
    ///
    /// - Throws: Any error of `items(matching:)`.
    public func listing(matching query: VaultQuery) throws -> Vault.Listing {
        Vault.Listing(items: try items(matching: query), findings: [])
    }
}

extension VaultContents where Snapshot == Self {
    /// Runs `body` with the contents themselves, which never change.
    ///
    /// - Throws: Any error of `body`.
    public func withSnapshot<Result>(_ body: (Self) throws -> Result) throws -> Result { try body(self) }
}

extension Vault: VaultContents {}
