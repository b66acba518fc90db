public import ArcaOTP

/// An item as listed by the vault: its name and attributes, never a secret.
///
/// Attributes are kept in ordinary memory; put anything that must not leak into ``ItemSecret``.
public struct VaultItem: Sendable, Hashable, Codable {
    /// The identifier, 16 random bytes that never change, even if the name does.
    public let identifier: [UInt8]
    /// The vault generation that wrote this version; increases with every change.
    public internal(set) var version: UInt64
    /// The name.
    public internal(set) var name: Name
    /// The attributes, readable and changeable without decrypting the secret.
    public internal(set) var attributes: Attributes
    /// The time when the item was added.
    public internal(set) var created: Vault.Timestamp
    /// The time of the last change to any part.
    public internal(set) var modified: Vault.Timestamp
    /// The time when the secret value last changed.
    public internal(set) var secretChanged: Vault.Timestamp
    /// Names of the custom fields stored with the secret.
    public internal(set) var protectedFields: [String]
    /// The kind of one-time password stored with the secret, if any.
    public internal(set) var oneTimePassword: OneTimePassword.Kind?
    /// The attachments, sorted by name.
    public internal(set) var attachments: [Attachment]
    /// The number of older versions kept.
    public internal(set) var historyCount: Int
    /// The time when the item was moved to the trash, or nil.
    public internal(set) var removed: Vault.Timestamp?
    /// Parts with unresolved conflicts after a merge, such as `password` or the name of a custom field;
    /// ``Vault/conflicts(of:)`` returns their values.
    public internal(set) var conflicts: [String] = []
    /// Whether the vault proves that this is the newest version; false only for items from salvaging.
    public internal(set) var isProven = true

    /// Returns whether the expiry date has passed; false for an item that never expires.
    public func isExpired(at now: Vault.Timestamp = .now()) -> Bool { attributes.expires.map { $0 <= now } ?? false }
}

extension VaultItem {
    /// The attributes of an item, readable without decrypting its secret.
    public struct Attributes: Sendable, Hashable, Codable {
        /// The display name; may be empty.
        public var label = ""
        /// A free description of the kind of item, such as `database password`; may be empty.
        public var kind = ""
        /// A comment; may be empty or have several lines.
        public var comment = ""
        /// The item's folder or group in other password managers, such as `Work/Servers`; may be empty.
        public var group = ""
        /// The time after which the secret should no longer be used, or nil.
        public var expires: Vault.Timestamp?
        /// Custom fields that are not secret, in order; names are distinct.
        public var fields: [Field] = []

        /// Creates empty attributes.
        public init() {}
    }

    /// A custom field that is not secret.
    public struct Field: Sendable, Hashable, Codable {
        /// The name; not empty.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The attributes of an attachment, readable without decrypting it.
    public struct Attachment: Sendable, Hashable, Codable {
        /// The identifier, 16 random bytes.
        public let identifier: [UInt8]
        /// The name, unique in the item; never used as a path.
        public let name: String
        /// The media type, such as `image/png`; empty if unknown.
        public let mediaType: String
        /// The length of the content in bytes; the stored content is padded.
        public let byteCount: UInt64
        /// The time when it was attached.
        public let created: Vault.Timestamp
    }
}

extension VaultItem {
    /// The class of an item, as in a keychain.
    ///
    /// The raw values are stored in the file.
    public enum Class: UInt8, Sendable, Hashable, Codable, CaseIterable {
        /// A password with a service and an account.
        case genericPassword = 1
        /// A password for a server; protocol, port and path are part of its name.
        case internetPassword = 2
        /// A cryptographic key.
        case key = 3
        /// A certificate.
        case certificate = 4
        /// A text.
        case note = 5
        /// A file, stored as a secret or as an attachment.
        case file = 6
    }

    /// The name of an item, unique in the vault.
    ///
    /// The file compares names by their UTF-8 bytes. A name that is not found is looked up again by Unicode canonical
    /// equivalence, which `==` also uses.
    public struct Name: Sendable, Hashable, Codable {
        /// The class; items of different classes may share service and account.
        public var itemClass: Class
        /// The service, or the server of an internet password; not empty.
        public var service: String
        /// The account; may be empty.
        public var account: String
        /// The protocol of an internet password, such as `https`; empty for other classes.
        public var scheme: String
        /// The port of an internet password, 0 for the protocol's default; 0 for other classes.
        public var port: UInt16
        /// The path of an internet password; empty for other classes.
        public var path: String

        /// Creates the name of an item other than an internet password.
        public init(_ service: String, _ account: String = "", class itemClass: Class = .genericPassword) {
            self.init(itemClass, service, account, "", 0, "")
        }

        /// Creates the name of an internet password.
        public init(server: String, account: String, scheme: String = "", port: UInt16 = 0, path: String = "") {
            self.init(.internetPassword, server, account, scheme, port, path)
        }

        private init(
            _ itemClass: Class, _ service: String, _ account: String, _ scheme: String, _ port: UInt16, _ path: String
        ) {
            self.itemClass = itemClass
            self.service = service
            self.account = account
            self.scheme = scheme
            self.port = port
            self.path = path
        }
    }
}

extension VaultItem.Name: Comparable {
    /// The order in lists: by service, account, class, protocol, port and path.
    public static func < (left: Self, right: Self) -> Bool {
        if left.service != right.service { return left.service < right.service }
        if left.account != right.account { return left.account < right.account }
        return (left.itemClass.rawValue, left.scheme, left.port, left.path)
            < (right.itemClass.rawValue, right.scheme, right.port, right.path)
    }
}
