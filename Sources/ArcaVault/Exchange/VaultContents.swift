public import ArcaCodecs

/// Something that items are exported from: a vault, or in tests what stands for one.
public protocol VaultContents: Sendable {
    /// The contents at one moment.
    associatedtype Snapshot: VaultContents
    /// Runs `body` with the contents as they are now, whatever others change meanwhile.
    func withSnapshot<Result>(_ body: (Snapshot) throws -> Result) throws -> Result
    /// The items that a query means, attributes only.
    func items(matching query: VaultQuery) throws -> [VaultItem]
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

extension VaultContents where Snapshot == Self {
    /// What never changes is its own snapshot.
    ///
    /// - Parameter body: Receives the contents.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withSnapshot<Result>(_ body: (Self) throws -> Result) throws -> Result { try body(self) }
}

extension Vault: VaultContents {}
