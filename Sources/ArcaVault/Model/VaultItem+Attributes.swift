extension VaultItem {
    /// What an item says about itself without its secret being opened.
    public struct Attributes: Sendable, Hashable {
        /// What people call the item; may be empty.
        public var label = ""
        /// A free word for the kind of item, such as `database password`; may be empty.
        public var kind = ""
        /// A remark; may be empty, may have several lines.
        public var comment = ""
        /// The folder or group that other managers had the item in, such as `Work/Servers`; may be empty.
        public var group = ""
        /// When the secret should no longer be used; nil for never.
        public var expires: Timestamp?
        /// Custom fields that are no secrets, in order; no two share a name.
        public var fields: [Field] = []

        /// Makes attributes that say nothing yet.
        public init() {}
    }

    /// A custom field that is no secret.
    public struct Field: Sendable, Hashable {
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
    public struct Attachment: Sendable, Hashable {
        /// 16 random bytes.
        public let identifier: [UInt8]
        /// Its name, unique in the item; never used as a path by itself.
        public let name: String
        /// Its media type, such as `image/png`; empty when unknown.
        public let mediaType: String
        /// Its true length in bytes; the file holds a padded one.
        public let byteCount: UInt64
        /// When it was attached.
        public let created: Timestamp
    }
}
