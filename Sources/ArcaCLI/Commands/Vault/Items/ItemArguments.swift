internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

/// An item's name as typed: `service/account`, or only the service; see ``VaultItem/Name/text``.
struct ItemNameText: ArgumentValue, Hashable {
    let service: String
    /// Nil without a slash; then any single account matches.
    let account: String?
    /// Whether the name has several slashes, so the separator is ambiguous.
    let isAmbiguous: Bool
    /// The reference it was typed as, `arca://service/account/field`; nil for a name.
    let reference: VaultReference?

    init(service: String, account: String?) {
        self.service = service
        self.account = account
        isAmbiguous = false
        reference = nil
    }

    init(argument: Argument) throws(UsageError) {
        let text = try String(argument: argument)
        reference = VaultReference.isReference(text) ? try? VaultReference(text) : nil
        (service, account) = VaultItem.Name.parts(of: text)
        isAmbiguous = account != nil && !text.utf8.contains(.backslash)
        guard !service.isEmpty else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' has no service", hint: "write service/account, or service alone")
        }
    }

    static var completion: Completion { .output(of: "vault list --if-unlocked", passing: "--vault") }

    var shown: String { VaultItem.Name(service, account ?? "").shown }

    /// Throws if the vault has an item whose name differs only in the position of the separator.
    ///
    /// The user may mean that item, or later mistake it for the new one.
    func refuseTwin(in vault: Vault, except known: VaultItem.Name? = nil) throws {
        guard isAmbiguous, let account else { return }
        let joined = "\(service)/\(account)"
        let twin = try vault.listing().items.map(\.name).first { name in
            name != known && (name.service, name.account) != (service, account)
                && (name.account.isEmpty ? name.service : "\(name.service)/\(name.account)") == joined
        }
        guard let twin else { return }
        throw UsageError(
            .conflict, "the vault has an item '\(twin.shown)', which differs from '\(shown)' only in what separates",
            hint: "write '\(twin.shown)' if that one is meant; --service and --account take texts as they are")
    }
}

extension VaultItem.Name {
    var shown: String { String(printable: text.utf8) }
}

enum ItemClassName: String, ArgumentValue, CaseIterable {
    case password, internet, key, certificate, note, file

    var itemClass: VaultItem.Class {
        switch self {
        case .password: .genericPassword
        case .internet: .internetPassword
        case .key: .key
        case .certificate: .certificate
        case .note: .note
        case .file: .file
        }
    }

    init(_ itemClass: VaultItem.Class) {
        switch itemClass {
        case .genericPassword: self = .password
        case .internetPassword: self = .internet
        case .key: self = .key
        case .certificate: self = .certificate
        case .note: self = .note
        case .file: self = .file
        }
    }
}

enum Expiry: ArgumentValue, Hashable {
    case at(Vault.Timestamp)
    case after(days: Int64)

    init(argument: Argument) throws(UsageError) {
        let text = try String(argument: argument)
        let units: [Character: Int64] = ["d": 1, "w": 7, "m": 30, "y": 365]
        if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            (1...100_000).contains(count)
        {
            self = .after(days: count * unit)
            return
        }
        do {
            self = .at(try Vault.Timestamp(text: text))
        } catch {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is not a time",
                hint: "write 2027-12-31, 2027-12-31T12:00:00Z, 90d, 8w, 6m or 2y")
        }
    }

    func time(from now: Vault.Timestamp = .now()) -> Vault.Timestamp {
        switch self {
        case .at(let time): time
        case .after(let days): now.advanced(byMilliseconds: days * 86_400_000)
        }
    }
}

extension VaultItem.FieldName: ArgumentValue {
    init(argument: Argument) throws(UsageError) { self.init(try String(argument: argument)) }

    static var completion: Completion { .words(builtIn + ["field:"]) }
    var argumentText: String? { nil }
}
