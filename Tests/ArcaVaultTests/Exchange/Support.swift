import ArcaCore
import ArcaCrypto
import ArcaVault

/// A secret's content as text.
func text(_ secret: SecretBytes) -> String { String(decoding: Array(bytes: secret), as: UTF8.self) }

extension ImportedItems {
    /// The item of a service, and of an account where that is given.
    func item(_ service: String, _ account: String? = nil) -> ImportedItems.Item? {
        items.first { $0.draft.name.service == service && (account == nil || $0.draft.name.account == account) }
    }

    /// The notes of a kind.
    func notes(_ kind: ImportedItems.Note.Kind) -> [String] { notes.filter { $0.kind == kind }.map(\.description) }
}

extension ImportedItems.Item {
    /// A plain field's value.
    func field(_ name: String) -> String? { draft.attributes.fields.first { $0.name == name }?.value }

    /// A protected field's value.
    func protected(_ name: String) -> String? { draft.secret.fields.first { $0.name == name }.map { text($0.value) } }

    /// The password.
    var password: String { text(draft.secret.value) }
}
