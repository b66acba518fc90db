internal import ArcaCodecs
internal import ArcaSystem
internal import ArcaVault

/// The name of an item as it is typed: `service/account`, or the service alone.
///
/// The last slash separates, so that a service may look like a path; an account has none.
struct ItemNameText: ArgumentValue, Hashable {
    let service: String
    /// Nil without a slash, when any account will do if there is only one.
    let account: String?

    init(service: String, account: String?) {
        self.service = service
        self.account = account
    }

    init(argument: Argument) throws(UsageError) {
        let text = try String(argument: argument)
        let slash = text.lastIndex(of: "/")
        service = String(text[..<(slash ?? text.endIndex)])
        account = slash.map { String(text[text.index(after: $0)...]) }
        guard !service.isEmpty else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' names no service", hint: "write service/account, or service alone")
        }
    }

    /// The name for a message, safe to print.
    var shown: String { Self.shown(service: service, account: account ?? "") }

    static func shown(service: String, account: String) -> String {
        String(printable: (account.isEmpty ? service : "\(service)/\(account)").utf8)
    }
}

extension VaultItem.Name {
    /// `service/account`, safe to print.
    var shown: String { ItemNameText.shown(service: service, account: account) }
}
