/// An item as an app or a user writes it; what the vault itself keeps account of is not in it.
public struct ItemDraft: Sendable, Equatable {
    /// What the item is found by.
    public var name: VaultItem.Name
    /// What can be seen without opening the secret.
    public var attributes: VaultItem.Attributes
    /// What must not be seen.
    public var secret: ItemSecret
    /// When the item was made, for one that comes from elsewhere; nil for now.
    public var created: Timestamp?
    /// When the item was last changed, for one that comes from elsewhere; nil for now.
    public var modified: Timestamp?
    /// When the secret last changed, for one that comes from elsewhere; nil for now.
    public var secretChanged: Timestamp?

    /// Makes a draft.
    ///
    /// - Parameters:
    ///   - name: What the item is found by.
    ///   - attributes: What can be seen without opening the secret.
    ///   - secret: What must not be seen.
    public init(_ name: VaultItem.Name, _ attributes: VaultItem.Attributes = .init(), secret: ItemSecret) {
        self.name = name
        self.attributes = attributes
        self.secret = secret
    }
}
