/// A filter for items: every condition that is set must match.
///
/// ```swift
/// let expired = try vault.items(matching: VaultQuery(class: .internetPassword, expiresBefore: .now()))
/// ```
public struct VaultQuery: Sendable, Hashable {
    /// Matches all items outside the trash.
    public static let all = VaultQuery()

    /// The class.
    public var itemClass: VaultItem.Class?
    /// The complete service (or server), compared by canonical equivalence.
    public var service: String?
    /// The complete account, compared by canonical equivalence.
    public var account: String?
    /// A prefix of `service/account`, plain or as in ``VaultItem/Name/text``, ignoring case.
    public var prefix: String?
    /// A substring of the name, path, label, kind, comment, group, a plain field, or the name of a protected field or
    /// attachment, ignoring case.
    public var text: String?
    /// A group, including its subgroups: `Work` matches `Work/Servers`.
    public var group: String?
    /// Matches items that expire before this time; excludes those that never expire.
    public var expiresBefore: Vault.Timestamp?
    /// Whether the item has a one-time password.
    public var hasOneTimePassword: Bool?
    /// Whether to match items in the trash instead of all others.
    public var isInTrash: Bool

    /// Creates a query.
    public init(
        class itemClass: VaultItem.Class? = nil, service: String? = nil, account: String? = nil,
        prefix: String? = nil, text: String? = nil, group: String? = nil, expiresBefore: Vault.Timestamp? = nil,
        hasOneTimePassword: Bool? = nil, isInTrash: Bool = false
    ) {
        self.itemClass = itemClass
        self.service = service
        self.account = account
        self.prefix = prefix
        self.text = text
        self.group = group
        self.expiresBefore = expiresBefore
        self.hasOneTimePassword = hasOneTimePassword
        self.isInTrash = isInTrash
    }

    /// Returns whether an item matches.
    public func matches(_ item: VaultItem) -> Bool {
        (item.removed != nil) == isInTrash && (itemClass == nil || itemClass == item.name.itemClass)
            && (service == nil || service == item.name.service)
            && (account == nil || account == item.name.account)
            && (prefix.map { Self.name(of: item, beginsWith: $0.folded) } ?? true)
            && (text.map { Self.texts(of: item, contain: $0.folded) } ?? true)
            && (group.map { item.attributes.group == $0 || item.attributes.group.hasPrefix("\($0)/") } ?? true)
            && (expiresBefore.map { limit in item.attributes.expires.map { $0 < limit } ?? false } ?? true)
            && (hasOneTimePassword == nil || hasOneTimePassword == (item.oneTimePassword != nil))
    }

    private static func name(of item: VaultItem, beginsWith prefix: String) -> Bool {
        "\(item.name.service)/\(item.name.account)".folded.hasPrefix(prefix) || item.name.text.folded.hasPrefix(prefix)
    }

    private static func texts(of item: VaultItem, contain wanted: String) -> Bool {
        let name = "\(item.name.service)/\(item.name.account)"
        let all = item.attributes
        let texts =
            [name, item.name.path, all.label, all.kind, all.comment, all.group]
            + all.fields.flatMap { [$0.name, $0.value] } + item.protectedFields + item.attachments.map(\.name)
        return texts.contains { $0.folded.hasSubstring(wanted) }
    }
}

extension String {
    fileprivate var folded: String { lowercased() }

    /// Substring search by characters, so a letter never matches without its combining accent.
    fileprivate func hasSubstring(_ wanted: String) -> Bool {
        guard let first = wanted.first else { return true }
        var rest = self[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.hasPrefix(wanted) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
