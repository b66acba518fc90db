internal import ArcaCore
public import ArcaCrypto

/// An item as an app or a user writes it; what the vault itself keeps account of is not in it.
public struct ItemDraft: Sendable, Equatable {
    /// What the item is found by.
    public var name: VaultItem.Name
    /// What can be seen without opening the secret.
    public var attributes: VaultItem.Attributes
    /// What must not be seen.
    public var secret: ItemSecret
    /// When the item was made, for one that comes from elsewhere; nil for now.
    public var created: Vault.Timestamp?
    /// When the item was last changed, for one that comes from elsewhere; nil for now.
    public var modified: Vault.Timestamp?
    /// When the secret last changed, for one that comes from elsewhere; nil for now.
    public var secretChanged: Vault.Timestamp?

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

/// What an item keeps secret: its value, protected custom fields, a one-time password.
///
/// Printing it shows lengths and names of fields, never a value.
public struct ItemSecret: Sendable, Equatable {
    /// The largest value of an item in bytes, all parts together; what is larger is an attachment.
    public static let largestByteCount = 1 << 20

    /// A custom field whose value is a secret.
    public struct Field: Sendable, Equatable {
        /// The field's name; not empty.
        ///
        /// It is an attribute, so listing shows it.
        public var name: String
        /// Its value; may be empty.
        public var value: SecretBytes

        /// Makes a field.
        ///
        /// - Parameters:
        ///   - name: Its name; not empty.
        ///   - value: Its value.
        public init(_ name: String, _ value: SecretBytes) {
            self.name = name
            self.value = value
        }
    }

    /// The password, key or text itself; may be empty.
    public var value: SecretBytes
    /// Protected custom fields, in order; no two share a name, nor with a plain field.
    public var fields: [Field]
    /// What makes one-time passwords, if the item has it.
    public var oneTimePassword: OneTimePassword?

    /// Makes a secret.
    ///
    /// - Parameters:
    ///   - value: The password, key or text itself; may be empty.
    ///   - fields: Protected custom fields.
    ///   - oneTimePassword: What makes one-time passwords.
    public init(_ value: SecretBytes, fields: [Field] = [], oneTimePassword: OneTimePassword? = nil) {
        self.value = value
        self.fields = fields
        self.oneTimePassword = oneTimePassword
    }
}

extension ItemSecret {
    /// The secret with the counter of a newer one of the same key: a counter that went back would give codes a second time.
    package func keepingCounter(of newer: ItemSecret) -> ItemSecret {
        guard let now = newer.oneTimePassword, let then = oneTimePassword, now.key == then.key,
            now.counter > then.counter
        else { return self }
        var secret = self
        secret.oneTimePassword = now
        return secret
    }
}
