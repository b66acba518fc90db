extension VaultItem {
    /// What kind of thing an item is, as in a keychain.
    ///
    /// The raw values stand in the file.
    public enum Class: UInt8, Sendable, Hashable, CaseIterable {
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
    public struct Name: Sendable, Hashable {
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
