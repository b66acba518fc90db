public import ArcaCrypto
public import ArcaOTP

/// An item as written by an app or a user, without the vault's bookkeeping.
public struct ItemDraft: Sendable, Equatable {
    /// The name.
    public var name: VaultItem.Name
    /// The attributes, readable without decrypting the secret.
    public var attributes: VaultItem.Attributes
    /// The secret.
    public var secret: ItemSecret
    /// The creation time of an imported item, or nil for now.
    public var created: Vault.Timestamp?
    /// The modification time of an imported item, or nil for now.
    public var modified: Vault.Timestamp?
    /// The time when an imported secret last changed, or nil for now.
    public var secretChanged: Vault.Timestamp?

    /// Creates a draft.
    public init(_ name: VaultItem.Name, _ attributes: VaultItem.Attributes = .init(), secret: ItemSecret) {
        self.name = name
        self.attributes = attributes
        self.secret = secret
    }
}

/// The secret part of an item: its value, protected custom fields, a one-time password.
///
/// Printing it shows lengths and field names, never a value.
public struct ItemSecret: Sendable, Equatable {
    /// Maximum size of an item's secret in bytes, all parts together; use an attachment for more.
    public static let largestByteCount = 1 << 20

    /// A custom field with a secret value.
    public struct Field: Sendable, Equatable {
        /// The name of the field; not empty.
        ///
        /// It is an attribute, so it is shown in lists.
        public var name: String
        /// The value; may be empty.
        public var value: SecretBytes

        /// Creates a field.
        public init(_ name: String, _ value: SecretBytes) {
            self.name = name
            self.value = value
        }
    }

    /// The password, key or text; may be empty.
    public var value: SecretBytes
    /// Protected custom fields, in order; names are distinct, also from those of plain fields.
    public var fields: [Field]
    /// The one-time password generator, if the item has one.
    public var oneTimePassword: OneTimePassword?

    /// Creates a secret.
    public init(_ value: SecretBytes, fields: [Field] = [], oneTimePassword: OneTimePassword? = nil) {
        self.value = value
        self.fields = fields
        self.oneTimePassword = oneTimePassword
    }
}

extension ItemSecret {
    /// The secret with the counter of a newer one with the same key: a lower counter would repeat codes.
    package func keepingCounter(of newer: ItemSecret) -> ItemSecret {
        guard let now = newer.oneTimePassword, let then = oneTimePassword, now.key == then.key,
            now.counter > then.counter
        else { return self }
        var secret = self
        secret.oneTimePassword = now
        return secret
    }
}
