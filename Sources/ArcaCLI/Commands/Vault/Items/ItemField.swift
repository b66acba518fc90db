internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaVault

/// One field of an item, by the name that the command line and references use.
struct ItemField: ArgumentValue, Hashable {
    /// The fields that every item can have; custom ones of the same name are `field:NAME`.
    static let builtIn = [
        "password", "account", "service", "label", "kind", "comment", "group", "expires", "created", "modified", "otp",
        "otpauth",
    ]
    /// What is shown when nothing else is asked for.
    static let password = ItemField(name: "password", isCustom: false)

    let name: String
    private let isCustom: Bool

    private init(name: String, isCustom: Bool) {
        self.name = name
        self.isCustom = isCustom
    }

    init(argument: Argument) throws(UsageError) { self.init(try String(argument: argument)) }

    init(_ text: String) {
        let prefix = "field:"
        isCustom = text.hasPrefix(prefix) || !Self.builtIn.contains(text)
        name = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }

    /// Whether it is a one-time password's code, which is made anew each time.
    var isCode: Bool { !isCustom && name == "otp" }

    static var completion: Completion { .words(builtIn + ["field:"]) }
    var argumentText: String? { nil }

    /// What a field holds.
    enum Value {
        case open(String)
        case secret(SecretBytes)
    }

    /// The field of an item.
    ///
    /// `secret` is called only for what is one, so that reading an attribute opens no secret.
    func value(of item: VaultItem, in vault: Vault, secret: () throws -> ItemSecret) throws -> Value {
        if isCustom { return try custom(item, secret) }
        switch name {
        case "account": return .open(item.name.account)
        case "service": return .open(item.name.service)
        case "label": return .open(item.attributes.label)
        case "kind": return .open(item.attributes.kind)
        case "comment": return .open(item.attributes.comment)
        case "group": return .open(item.attributes.group)
        case "created": return .open(item.created.description)
        case "modified": return .open(item.modified.description)
        case "expires":
            guard let time = item.attributes.expires else { throw missing(item) }
            return .open(time.description)
        case "otp":
            guard item.oneTimePassword != nil else { throw missing(item) }
            return .secret(try vault.oneTimePassword(of: item.name).digits)
        case "otpauth":
            guard let generator = try secret().oneTimePassword else { throw missing(item) }
            return .secret(generator.uri)
        default: return .secret(try secret().value)
        }
    }

    private func custom(_ item: VaultItem, _ secret: () throws -> ItemSecret) throws -> Value {
        if let field = item.attributes.fields.first(where: { $0.name == name }) { return .open(field.value) }
        guard item.protectedFields.contains(name), let field = try secret().fields.first(where: { $0.name == name })
        else { throw missing(item) }
        return .secret(field.value)
    }

    private func missing(_ item: VaultItem) -> VaultError {
        let names = item.attributes.fields.map(\.name) + item.protectedFields
        let own =
            names.isEmpty
            ? "" : "; its own fields are \(names.map { String(printable: $0.utf8) }.joined(separator: ", "))"
        if !isCustom, names.contains(name) {
            return VaultError(
                .notFound, "'\(item.name.shown)' has no \(name) of that kind; its own field is field:\(name)")
        }
        return VaultError(.notFound, "'\(item.name.shown)' has no field '\(String(printable: name.utf8))'" + own)
    }
}
