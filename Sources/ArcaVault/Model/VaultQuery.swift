internal import ArcaCore

/// Which items are meant: every condition that is set must hold.
///
/// ```swift
/// let expired = try vault.items(matching: VaultQuery(class: .internetPassword, expiresBefore: .now()))
/// ```
public struct VaultQuery: Sendable, Hashable {
    /// All items.
    public static let all = VaultQuery()

    /// The class.
    public var itemClass: VaultItem.Class?
    /// The whole service (or server), by canonical equivalence.
    public var service: String?
    /// The whole account, by canonical equivalence.
    public var account: String?
    /// What `service/account` begins with, as it is or as ``VaultItem/Name/text``, letters' case ignored.
    public var prefix: String?
    /// What stands somewhere in name, path, label, kind, comment, group, a plain field, or the name of a protected field or
    /// attachment, letters' case ignored.
    public var text: String?
    /// The group, itself or one below it (`Work` finds `Work/Servers`).
    public var group: String?
    /// Items that expire before this time; those that never do are left out.
    public var expiresBefore: Vault.Timestamp?
    /// Whether there is a one-time password.
    public var hasOneTimePassword: Bool?
    /// Whether items in the trash are meant, instead of all others.
    public var isInTrash: Bool

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - itemClass: The class.
    ///   - service: The whole service.
    ///   - account: The whole account.
    ///   - prefix: What `service/account` begins with.
    ///   - text: What stands somewhere in the attributes.
    ///   - group: The group, itself or one below it.
    ///   - expiresBefore: Items that expire before this time.
    ///   - hasOneTimePassword: Whether there is a one-time password.
    ///   - isInTrash: Whether items in the trash are meant, instead of all others.
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

    /// Whether an item is meant.
    ///
    /// - Parameter item: An item as the vault lists it.
    /// - Returns: Whether every condition holds.
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
    /// Without the difference of capital and small letters.
    fileprivate var folded: String { lowercased() }

    /// Whether a text stands in this one; compared by character, so that an accent is never cut from its letter.
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
