internal import ArcaCodecs
public import ArcaCore
internal import ArcaOTP
public import ArcaVault

/// A reference to a secret, used in its place: `arca://service/account/field`.
///
/// Each part is percent-encoded, so a slash in it is `%2F`. Without a field it refers to the password. Without an
/// account (`arca://service`) it refers to the item with an empty account, or the service's only item.
/// `arca-team://service/account/field` refers to the team's vault of a user who has two.
///
/// ```swift
/// let value = try vault.value(of: VaultReference("arca://db/admin/password"))
/// ```
public struct VaultReference: Sendable, Hashable {
    /// The prefix of references to the user's vault.
    public static let prefix = "arca://"
    /// The prefix of references to the team's vault of a user who has two.
    public static let teamPrefix = "arca-team://"

    /// Whether it refers to the team's vault.
    ///
    /// The caller chooses the vault; ``Vault/value(of:)`` reads from any.
    public let isOfTeam: Bool
    /// The service or server.
    public let service: String
    /// The account, or nil if it is omitted.
    public let account: String?
    /// The field.
    public let field: VaultItem.FieldName

    /// Returns whether a text starts with ``prefix`` or ``teamPrefix`` and is therefore meant as a reference, valid or
    /// not.
    public static func isReference(_ text: String) -> Bool { text.hasPrefix(prefix) || text.hasPrefix(teamPrefix) }

    /// Parses a reference.
    ///
    /// - Parameter text: The reference, with nothing before or after it.
    /// - Throws: ``VaultError`` with code `.malformed`.
    public init(_ text: String) throws(VaultError) {
        func invalid(_ reason: String) -> VaultError {
            VaultError(
                .malformed, "'\(text)' is not a reference: \(reason)", hint: "write arca://service/account/field")
        }
        guard Self.isReference(text) else { throw invalid("it does not begin with \(Self.prefix)") }
        isOfTeam = text.hasPrefix(Self.teamPrefix)
        var parts: [String] = []
        for part in text.dropFirst((isOfTeam ? Self.teamPrefix : Self.prefix).count).split(
            separator: "/" as Character, omittingEmptySubsequences: false)
        {
            guard let bytes = try? PercentEncoding.component.decode(String(part)),
                let text = String(validating: bytes, as: UTF8.self)
            else { throw invalid("a part is not percent-encoded text") }
            parts.append(text)
        }
        guard (1...3).contains(parts.count), !parts[0].isEmpty else {
            throw invalid("expected a service, an account and a field")
        }
        guard parts.count < 3 || !parts[2].isEmpty else { throw invalid("its field is empty") }
        service = parts[0]
        account = parts.count > 1 ? parts[1] : nil
        field = parts.count > 2 ? VaultItem.FieldName(parts[2]) : .password
    }
}

extension VaultReference: CustomStringConvertible, Codable {
    /// The text of the reference, `arca://service/account/field`, which parses to the same reference.
    public var description: String {
        var parts = [service] + (account.map { [$0] } ?? [])
        if field != .password { parts.append(field.text) }
        return (isOfTeam ? Self.teamPrefix : Self.prefix)
            + parts.map { PercentEncoding.component.encode($0.utf8) }.joined(separator: "/")
    }

    /// Decodes the format of ``description``.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try Self($0) } }

    /// Encodes ``description``.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension Vault {
    /// Reads the value that a reference points to.
    ///
    /// - Throws: ``VaultError`` with code `.notFound` for the item or the field, `.invalidArgument` if several items
    ///   match, or as ``item(_:)``.
    public func value(of reference: VaultReference) throws(VaultError) -> VaultItem.FieldValue {
        try value(of: reference.field, in: item(of: reference))
    }

    /// Checks that the value that a reference points to exists; no counter of a one-time password advances.
    package func check(_ reference: VaultReference) throws(VaultError) {
        let item = try item(of: reference)
        guard reference.field.isCode else {
            _ = try value(of: reference.field, in: item)
            return
        }
        guard item.oneTimePassword != nil else { throw Self.missing(reference.field, item) }
    }

    private func item(of reference: VaultReference) throws(VaultError) -> VaultItem {
        let found = try items(matching: VaultQuery(service: reference.service, account: reference.account))
        // Without an account in the reference, an item with an empty account takes precedence.
        let exact = found.filter { $0.name.account == reference.account ?? "" }
        let items = exact.isEmpty ? found : exact
        let name = VaultItem.Name(reference.service, reference.account ?? "").text
        guard let item = items.first else { throw VaultError(.notFound, "the vault has no item \(name)") }
        guard items.count == 1 else {
            throw VaultError(.invalidArgument, "\(items.count) items are called \(name), and a reference means one")
        }
        return item
    }

    /// Reads a field of an item; only secret fields decrypt the secret.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - item: The item as listed by the vault, or one of its older versions.
    ///   - name: The item's current name, for an older version.
    /// - Returns: The field's value.
    /// - Throws: ``VaultError`` with code `.notFound`, also for a missing field, or as ``item(_:)``.
    public func value(
        of field: VaultItem.FieldName, in item: VaultItem, named name: VaultItem.Name? = nil
    ) throws(VaultError) -> VaultItem.FieldValue {
        func secret() throws(VaultError) -> ItemSecret {
            try self.secret(of: name ?? item.name, version: item.version)
        }
        guard !field.isCustom else {
            if let plain = item.attributes.fields.first(where: { $0.name == field.name }) { return .plain(plain.value) }
            guard item.protectedFields.contains(field.name),
                let value = try secret().fields.first(where: { $0.name == field.name })
            else { throw Self.missing(field, item) }
            return .secret(value.value)
        }
        switch field.name {
        case "account": return .plain(item.name.account)
        case "service": return .plain(item.name.service)
        case "label": return .plain(item.attributes.label)
        case "kind": return .plain(item.attributes.kind)
        case "comment": return .plain(item.attributes.comment)
        case "group": return .plain(item.attributes.group)
        case "created": return .plain(item.created.description)
        case "modified": return .plain(item.modified.description)
        case "expires":
            guard let time = item.attributes.expires else { throw Self.missing(field, item) }
            return .plain(time.description)
        case "otp":
            guard item.oneTimePassword != nil else { throw Self.missing(field, item) }
            return .secret(try oneTimePassword(of: name ?? item.name).digits)
        case "otpauth":
            guard let generator = try secret().oneTimePassword else { throw Self.missing(field, item) }
            return .secret(generator.uri)
        default: return .secret(try secret().value)
        }
    }

    private static func missing(_ field: VaultItem.FieldName, _ item: VaultItem) -> VaultError {
        let names = item.attributes.fields.map(\.name) + item.protectedFields
        if !field.isCustom, names.contains(field.name) {
            return VaultError(
                .notFound, "'\(item.name.text)' has no \(field.name) of that kind",
                hint: "its own field is field:\(field.name)")
        }
        let own = names.isEmpty ? nil : "its own fields are \(names.joined(separator: ", "))"
        return VaultError(.notFound, "'\(item.name.text)' has no field '\(field.name)'", hint: own)
    }
}
