internal import ArcaCore

/// An item as the vault lists it: its name and attributes, never a secret.
///
/// Attributes are kept in ordinary memory; what must not leak belongs into ``ItemSecret``.
public struct VaultItem: Sendable, Hashable, Codable {
    /// 16 random bytes that stay the same under every change, also of the name.
    public let identifier: [UInt8]
    /// The generation of the vault that wrote this version; grows with every change.
    public internal(set) var version: UInt64
    /// What the item is found by.
    public let name: Name
    /// What can be seen and changed without opening the secret.
    public let attributes: Attributes
    /// When the item was first added.
    public let created: Vault.Timestamp
    /// When anything of it was last changed.
    public let modified: Vault.Timestamp
    /// When its secret value was last changed.
    public let secretChanged: Vault.Timestamp
    /// Names of the custom fields whose values are with the secret.
    public let protectedFields: [String]
    /// What kind of one-time password is with the secret, if any.
    public let oneTimePassword: OneTimePassword.Kind?
    /// The attachments, by name.
    public let attachments: [Attachment]
    /// How many older versions are kept.
    public let historyCount: Int
    /// When the item was put into the trash; nil for all others.
    public internal(set) var removed: Vault.Timestamp?
    /// Parts of which merged copies have several values that nobody has chosen from, such as `password` or the name of a custom
    /// field; ``Vault/conflicts(of:)`` gives the values.
    public internal(set) var conflicts: [String] = []
    /// Whether the vault proves that this is the newest version; only salvaging gives items of which it does not.
    public internal(set) var isProven = true

    /// Whether the item's expiry has come.
    ///
    /// - Parameter now: The time to compare with.
    /// - Returns: False also for an item that never expires.
    public func isExpired(at now: Vault.Timestamp = .now()) -> Bool { attributes.expires.map { $0 <= now } ?? false }
}

extension VaultItem {
    /// What an item says about itself without its secret being opened.
    public struct Attributes: Sendable, Hashable, Codable {
        /// What people call the item; may be empty.
        public var label = ""
        /// A free word for the kind of item, such as `database password`; may be empty.
        public var kind = ""
        /// A remark; may be empty, may have several lines.
        public var comment = ""
        /// The folder or group that other managers had the item in, such as `Work/Servers`; may be empty.
        public var group = ""
        /// When the secret should no longer be used; nil for never.
        public var expires: Vault.Timestamp?
        /// Custom fields that are not secrets, in order; no two share a name.
        public var fields: [Field] = []

        /// Makes attributes that say nothing yet.
        public init() {}
    }

    /// A custom field that is not a secret.
    public struct Field: Sendable, Hashable, Codable {
        /// The field's name; not empty.
        public var name: String
        /// Its value.
        public var value: String

        /// Makes a field.
        ///
        /// - Parameters:
        ///   - name: Its name; not empty.
        ///   - value: Its value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What is known of an attachment without opening it.
    public struct Attachment: Sendable, Hashable, Codable {
        /// 16 random bytes.
        public let identifier: [UInt8]
        /// Its name, unique in the item; never used as a path by itself.
        public let name: String
        /// Its media type, such as `image/png`; empty when unknown.
        public let mediaType: String
        /// Its true length in bytes; the file holds a padded one.
        public let byteCount: UInt64
        /// When it was attached.
        public let created: Vault.Timestamp
    }
}

extension VaultItem {
    /// What kind of thing an item is, as in a keychain.
    ///
    /// The raw values stand in the file.
    public enum Class: UInt8, Sendable, Hashable, Codable, CaseIterable {
        /// A password of anything: a service and an account.
        case genericPassword = 1
        /// A password of a server: protocol, port and path are part of the name.
        case internetPassword = 2
        /// A cryptographic key.
        case key = 3
        /// A certificate.
        case certificate = 4
        /// A text.
        case note = 5
        /// A file, as a secret or as an attachment.
        case file = 6
    }

    /// What an item is found by; no two items of a vault share one.
    ///
    /// Names are compared by their UTF-8 bytes in the file; a name that is not found so is looked for again by Unicode's
    /// canonical equivalence, which is also what `==` means.
    public struct Name: Sendable, Hashable, Codable {
        /// The class; items of different classes may share service and account.
        public var itemClass: Class
        /// The service, or the server's name for an internet password; not empty.
        public var service: String
        /// The account; may be empty.
        public var account: String
        /// The protocol of an internet password, such as `https`; empty for other classes.
        public var scheme: String
        /// The port of an internet password, 0 for the protocol's own; 0 for other classes.
        public var port: UInt16
        /// The path of an internet password; empty for other classes.
        public var path: String

        /// Names an item of any class but an internet password.
        ///
        /// - Parameters:
        ///   - service: The service; not empty.
        ///   - account: The account; may be empty.
        ///   - itemClass: The class.
        public init(_ service: String, _ account: String = "", class itemClass: Class = .genericPassword) {
            self.init(itemClass, service, account, "", 0, "")
        }

        /// Names an internet password.
        ///
        /// - Parameters:
        ///   - server: The server's name; not empty.
        ///   - account: The account; may be empty.
        ///   - scheme: The protocol, such as `https`; may be empty.
        ///   - port: The port; 0 for the protocol's own.
        ///   - path: The path; may be empty.
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
    /// The order of lists: by service, account, class, protocol, port and path.
    public static func < (left: Self, right: Self) -> Bool {
        if left.service != right.service { return left.service < right.service }
        if left.account != right.account { return left.account < right.account }
        return (left.itemClass.rawValue, left.scheme, left.port, left.path)
            < (right.itemClass.rawValue, right.scheme, right.port, right.path)
    }
}
