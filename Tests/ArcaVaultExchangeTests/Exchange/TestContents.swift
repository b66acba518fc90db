import ArcaCore
import ArcaCrypto
import ArcaOTP
@testable import ArcaVault
@testable import ArcaVaultExchange

/// Vault contents in memory.
struct TestContents: VaultContents {
    struct Entry {
        var item: VaultItem
        var secret: ItemSecret
        /// Newest first.
        var history: [(item: VaultItem, secret: ItemSecret)] = []
        var attachments: [String: [UInt8]] = [:]
    }

    var entries: [Entry] = []

    /// Adds an item with the defaults that a vault applies.
    mutating func add(
        _ draft: ItemDraft, history: [ItemDraft] = [], attachments: [(name: String, content: [UInt8])] = [],
        now: Vault.Timestamp = Vault.Timestamp(seconds: 1_700_000_000)
    ) {
        let listed = attachments.map {
            VaultItem.Attachment(
                identifier: [], name: $0.name, mediaType: "text/plain", byteCount: UInt64($0.content.count),
                created: now)
        }
        let versions = history.enumerated().map { (Self.item($1, UInt64($0 + 1), now), $1.secret) }
        var entry = Entry(
            item: Self.item(draft, UInt64(history.count + 1), now, listed, history.count), secret: draft.secret,
            history: versions.reversed())
        for attachment in attachments { entry.attachments[attachment.name] = attachment.content }
        entries.append(entry)
    }

    private static func item(
        _ draft: ItemDraft, _ version: UInt64, _ now: Vault.Timestamp, _ attachments: [VaultItem.Attachment] = [],
        _ historyCount: Int = 0
    ) -> VaultItem {
        VaultItem(
            identifier: [], version: version, name: draft.name, attributes: draft.attributes,
            created: draft.created ?? now, modified: draft.modified ?? now, secretChanged: draft.secretChanged ?? now,
            protectedFields: draft.secret.fields.map(\.name), oneTimePassword: draft.secret.oneTimePassword?.kind,
            attachments: attachments, historyCount: historyCount)
    }

    private func entry(_ name: VaultItem.Name) throws -> Entry {
        guard let entry = entries.first(where: { $0.item.name == name }) else {
            throw VaultError(.notFound, "not there")
        }
        return entry
    }

    func items(matching query: VaultQuery) -> [VaultItem] { entries.map(\.item).filter { query.matches($0) } }

    func secret(of name: VaultItem.Name) throws -> ItemSecret { try entry(name).secret }

    func history(of name: VaultItem.Name) throws -> [VaultItem] { try entry(name).history.map(\.item) }

    func secret(of name: VaultItem.Name, version: UInt64) throws -> ItemSecret {
        guard let found = try entry(name).history.first(where: { $0.item.version == version }) else {
            throw VaultError(.notFound, "no such version")
        }
        return found.secret
    }

    func extract<Output: ByteWriter & ~Copyable>(
        _ attachment: String, of name: VaultItem.Name, to output: consuming Output
    ) throws -> Output {
        guard let content = try entry(name).attachments[attachment] else { throw VaultError(.notFound, "not there") }
        var output = output
        // In pieces, as when reading a file.
        for start in stride(from: 0, to: content.count, by: 1000) {
            try output.write(content[start..<min(start + 1000, content.count)])
        }
        return output
    }

    /// Items that use every feature.
    static func rich() throws -> TestContents {
        var contents = TestContents()
        var attributes = VaultItem.Attributes()
        attributes.label = "Example, \"Inc\""
        attributes.kind = "login"
        attributes.comment = "two\nlines ü"
        attributes.group = "Work/Servers"
        attributes.expires = Vault.Timestamp(milliseconds: 1_900_000_000_123)
        attributes.fields = [.init("url", "https://example.com/x"), .init("color", "blue")]
        var draft = ItemDraft(
            .init(server: "example.com", account: "alice", scheme: "https", port: 8443, path: "/x"), attributes,
            secret: ItemSecret(
                SecretBytes(copying: "p\"ass,\nwörd".utf8),
                fields: [
                    .init("pin", SecretBytes(copying: "1234".utf8)),
                    .init("raw", SecretBytes(copying: [0, 0xff, 0x80])),
                ],
                oneTimePassword: try OTPGenerator(
                    .counter, key: SecretBytes(copying: [1, 2, 3]), algorithm: .sha512, digits: 8, counter: .max,
                    issuer: "I:s", account: " a")))
        draft.created = Vault.Timestamp(milliseconds: 1_500_000_000_001)
        draft.modified = Vault.Timestamp(milliseconds: 1_600_000_000_000)
        draft.secretChanged = Vault.Timestamp(milliseconds: 1_550_000_000_999)
        var older = draft
        older.secret.value = SecretBytes(copying: "older".utf8)
        older.attributes.comment = ""
        var oldest = older
        oldest.name = .init("old name", "alice")
        oldest.secret = ItemSecret(SecretBytes(copying: [0xff]))
        contents.add(
            draft, history: [oldest, older],
            attachments: [
                ("a.txt", Array("attached".utf8)), ("empty", []), ("../big", Array(repeating: 7, count: 300_000)),
            ])
        for itemClass in VaultItem.Class.allCases where itemClass != .internetPassword {
            contents.add(
                ItemDraft(.init("s", "a", class: itemClass), secret: ItemSecret(SecretBytes(copying: "x".utf8))),
                attachments: [("a.txt", Array("\(itemClass)".utf8))])
        }
        return contents
    }

    /// Describes how imported items differ from these.
    func differences(from imported: [ImportedItems.Item]) -> [String] {
        guard entries.count == imported.count else { return ["\(imported.count) instead of \(entries.count) items"] }
        return zip(entries, imported).flatMap { entry, item -> [String] in
            var found: [String] = []
            if item.draft != Self.draft(entry.item, entry.secret) { found.append("\(entry.item.name): the item") }
            let versions = entry.history.reversed().map { Self.draft($0.item, $0.secret) }
            if item.history != versions { found.append("\(entry.item.name): the history") }
            return found
        }
    }

    private static func draft(_ item: VaultItem, _ secret: ItemSecret) -> ItemDraft {
        var draft = ItemDraft(item.name, item.attributes, secret: secret)
        draft.created = item.created
        draft.modified = item.modified
        draft.secretChanged = item.secretChanged
        return draft
    }
}
