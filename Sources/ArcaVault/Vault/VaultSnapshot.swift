public import ArcaCore

/// A vault at one moment: a reader of much of it sees one state, and each row is checked once.
///
/// It is good for as long as the call lasts that gives it; until then nobody else's change is committed.
public struct VaultSnapshot: VaultContents, @unchecked Sendable {  // One thread at a time, under the lock.
    private let transaction: VaultTransaction

    /// The vault's identifier, 16 bytes.
    public var identifier: [UInt8] { transaction.keys.vault }

    fileprivate init(_ transaction: VaultTransaction) { self.transaction = transaction }

    /// Lists items by their attributes, as ``Vault/items(matching:)`` does.
    ///
    /// - Parameter query: Which items.
    /// - Returns: The items, in the order of their names.
    /// - Throws: ``VaultError`` as ``Vault/items(matching:)``.
    public func items(matching query: VaultQuery = .all) throws(VaultError) -> [VaultItem] {
        try VaultError.wrap { try transaction.items(matching: query) }
    }

    /// Lists items as far as they can be read, as ``Vault/listing(matching:)`` does.
    ///
    /// - Parameter query: Which items.
    /// - Returns: The items, and the damage that is in the way of others.
    /// - Throws: ``VaultError`` as ``Vault/listing(matching:)``.
    public func listing(matching query: VaultQuery = .all) throws(VaultError) -> Vault.Listing {
        try VaultError.wrap { try transaction.listing(matching: query) }
    }

    /// Opens the secret of an item.
    ///
    /// - Parameter name: The item's name.
    /// - Returns: Its secret.
    /// - Throws: ``VaultError`` as ``Vault/secret(of:)``.
    public func secret(of name: VaultItem.Name) throws(VaultError) -> ItemSecret {
        try VaultError.wrap { try transaction.secret(of: transaction.item(name)).secret }
    }

    /// Lists the older versions of an item.
    ///
    /// - Parameter name: The item's name.
    /// - Returns: The versions that are kept, newest first, without the current one.
    /// - Throws: ``VaultError`` as ``Vault/history(of:)``.
    public func history(of name: VaultItem.Name) throws(VaultError) -> [VaultItem] {
        try VaultError.wrap { try transaction.versions(of: transaction.item(name)) }
    }

    /// Opens the secret of an older version of an item, or of the current one.
    ///
    /// - Parameters:
    ///   - name: The item's name.
    ///   - version: As ``history(of:)`` tells it.
    /// - Returns: The secret of that version.
    /// - Throws: ``VaultError`` as ``Vault/secret(of:version:)``.
    public func secret(of name: VaultItem.Name, version: UInt64) throws(VaultError) -> ItemSecret {
        try VaultError.wrap { try transaction.version(version, of: transaction.item(name)).secret }
    }

    /// Writes an attachment's content, in constant memory.
    ///
    /// - Parameters:
    ///   - attachment: Its name.
    ///   - name: The item's name.
    ///   - output: Takes the content; given back for closing.
    /// - Returns: The writer.
    /// - Throws: ``VaultError`` as ``Vault/extract(_:of:to:)``; what writing throws.
    public func extract<Output: ByteWriter & ~Copyable>(
        _ attachment: String, of name: VaultItem.Name, to output: consuming Output
    ) throws -> Output {
        try transaction.extract(attachment, of: transaction.item(name), to: output)
    }
}

extension Vault {
    /// Runs `body` with one state of the vault: for exports, audits and whatever else reads much of it.
    ///
    /// - Parameter body: Receives the state, which is good until `body` returns; must not use the vault itself.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; ``VaultError`` as any reading.
    public func withSnapshot<Result>(_ body: (VaultSnapshot) throws -> Result) throws -> Result {
        let result = try read { transaction in
            Swift.Result { try body(VaultSnapshot(transaction)) }
        }
        return try result.get()
    }
}

/// Something that items are exported from: a vault, or in tests what stands for one.
public protocol VaultContents: Sendable {
    /// The contents at one moment.
    associatedtype Snapshot: VaultContents
    /// The vault's identifier, 16 bytes; empty for what is none.
    var identifier: [UInt8] { get }
    /// Runs `body` with the contents as they are now, whatever others change meanwhile.
    func withSnapshot<Result>(_ body: (Snapshot) throws -> Result) throws -> Result
    /// The items that a query means, attributes only.
    func items(matching query: VaultQuery) throws -> [VaultItem]
    /// The items that a query means, as far as they can be read.
    func listing(matching query: VaultQuery) throws -> Vault.Listing
    /// An item's secret.
    func secret(of name: VaultItem.Name) throws -> ItemSecret
    /// An item's older versions, the newest first.
    func history(of name: VaultItem.Name) throws -> [VaultItem]
    /// The secret of an older version.
    func secret(of name: VaultItem.Name, version: UInt64) throws -> ItemSecret
    /// Writes an attachment's content, and gives the writer back.
    func extract<Output: ByteWriter & ~Copyable>(
        _ attachment: String, of name: VaultItem.Name, to output: consuming Output
    ) throws -> Output
}

extension VaultContents {
    /// Contents are those of no vault unless they say so.
    public var identifier: [UInt8] { [] }

    /// What has no damage lists everything.
    ///
    /// - Parameter query: Which items.
    /// - Returns: The items.
    /// - Throws: What `items(matching:)` throws.
    public func listing(matching query: VaultQuery) throws -> Vault.Listing {
        Vault.Listing(items: try items(matching: query), findings: [])
    }
}

extension VaultContents where Snapshot == Self {
    /// What never changes is its own snapshot.
    ///
    /// - Parameter body: Receives the contents.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withSnapshot<Result>(_ body: (Self) throws -> Result) throws -> Result { try body(self) }
}

extension Vault: VaultContents {}
