/// An item as the vault lists it: its name and attributes, never a secret.
///
/// Attributes are kept in ordinary memory; what must not leak belongs into ``ItemSecret``.
public struct VaultItem: Sendable, Equatable {
    /// 16 random bytes that stay the same under every change, also of the name.
    public let identifier: [UInt8]
    /// The generation of the vault that wrote this version; grows with every change.
    public let version: UInt64
    /// What the item is found by.
    public let name: Name
    /// What can be seen and changed without opening the secret.
    public let attributes: Attributes
    /// When the item was first added.
    public let created: Timestamp
    /// When anything of it was last changed.
    public let modified: Timestamp
    /// When its secret value was last changed.
    public let secretChanged: Timestamp
    /// Names of the custom fields whose values are with the secret.
    public let protectedFields: [String]
    /// What kind of one-time password is with the secret, if any.
    public let oneTimePassword: OneTimePassword.Kind?
    /// The attachments, by name.
    public let attachments: [Attachment]
    /// How many older versions are kept.
    public let historyCount: Int

    /// Whether the item's expiry has come.
    ///
    /// - Parameter now: The time to compare with.
    /// - Returns: False also for an item that never expires.
    public func isExpired(at now: Timestamp = .now()) -> Bool { attributes.expires.map { $0 <= now } ?? false }
}
