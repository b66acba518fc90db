internal import ArcaCodecs
internal import ArcaSystem
internal import ArcaVault

/// `arca://service/account/field`: where a secret is, in place of the secret itself.
///
/// Each part is percent-encoded, so that a slash in it is `%2F`. Without a field it is the password; without an account
/// (`arca://service`) the item whose account is empty, or the only one of that service.
struct SecretReference: Hashable {
    static let beginning = "arca://"

    let name: ItemNameText
    let field: ItemField

    /// Whether a text means to be a reference, right or wrong.
    static func isReference(_ text: String) -> Bool { text.hasPrefix(beginning) }

    init(_ text: String) throws(UsageError) {
        let shown = String(printable: text.utf8)
        func wrong(_ reason: String) -> UsageError {
            UsageError(
                .invalidValue, "'\(shown)' is no reference: \(reason)", hint: "write arca://service/account/field")
        }
        guard Self.isReference(text) else { throw wrong("it begins with \(Self.beginning)") }
        var parts: [String] = []
        for part in text.dropFirst(Self.beginning.count).split(
            separator: "/" as Character, omittingEmptySubsequences: false)
        {
            guard let bytes = try? PercentEncoding.decode(String(part)),
                let text = String(validating: bytes, as: UTF8.self)
            else { throw wrong("a part of it is not percent-encoded text") }
            parts.append(text)
        }
        guard (1...3).contains(parts.count), !parts[0].isEmpty else {
            throw wrong("it has a service, an account and a field")
        }
        name = ItemNameText(service: parts[0], account: parts.count > 1 ? parts[1] : nil)
        guard parts.count < 3 || !parts[2].isEmpty else { throw wrong("its field is empty") }
        field = parts.count > 2 ? ItemField(parts[2]) : .password
    }
}
