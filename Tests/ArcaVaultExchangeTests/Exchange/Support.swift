import ArcaCore
import ArcaCrypto
import ArcaVault
import ArcaVaultExchange

func text(_ secret: SecretBytes) -> String { String(decoding: Array(bytes: secret), as: UTF8.self) }

extension ImportedItems {
    func item(_ service: String, _ account: String? = nil) -> ImportedItems.Item? {
        items.first { $0.draft.name.service == service && (account == nil || $0.draft.name.account == account) }
    }

    func notes(_ kind: ImportedItems.Note.Kind) -> [String] { notes.filter { $0.kind == kind }.map(\.description) }
}

extension ImportedItems.Item {
    func field(_ name: String) -> String? { draft.attributes.fields.first { $0.name == name }?.value }

    func protected(_ name: String) -> String? { draft.secret.fields.first { $0.name == name }.map { text($0.value) } }

    var password: String { text(draft.secret.value) }

    var files: [String: String] {
        Dictionary(attachments.map { ($0.name, text($0.content)) }) { first, _ in first }
    }
}
