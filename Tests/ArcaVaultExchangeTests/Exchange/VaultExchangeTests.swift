import ArcaCore
import ArcaContainers
import ArcaCrypto
@testable import ArcaVault
@testable import ArcaVaultExchange
import Testing

/// Exports, audits and imports with a real vault.
@Suite("Exchange with a vault")
struct VaultExchangeTests {
    private static func vault() throws -> Vault {
        let vault = try Vault.inMemory()
        for entry in try TestContents.rich().entries {
            for version in entry.history.reversed() + [(entry.item, entry.secret)] {
                var draft = ItemDraft(entry.item.name, version.0.attributes, secret: version.1)
                draft.created = version.0.created
                draft.modified = version.0.modified
                draft.secretChanged = version.0.secretChanged
                try vault.set(draft)
            }
            for attachment in entry.item.attachments {
                try vault.attach(
                    attachment.name, mediaType: attachment.mediaType,
                    from: MemoryReader(entry.attachments[attachment.name] ?? []), to: entry.item.name)
            }
        }
        return vault
    }

    /// All items and their versions, as drafts.
    private static func drafts(_ vault: Vault) throws -> [ItemDraft] {
        func draft(_ item: VaultItem, _ secret: ItemSecret) -> ItemDraft {
            var draft = ItemDraft(item.name, item.attributes, secret: secret)
            draft.created = item.created
            draft.modified = item.modified
            draft.secretChanged = item.secretChanged
            return draft
        }
        return try vault.items().flatMap { item in
            try [draft(item, vault.secret(of: item.name))]
                + vault.history(of: item.name).map { version in
                    draft(version, try vault.secret(of: item.name, version: version.version))
                }
        }
    }

    /// The drafts without times and without repeated versions: attaching a file adds a version that is otherwise equal.
    private static func contents(_ vault: Vault) throws -> [ItemDraft] {
        var contents: [ItemDraft] = []
        for draft in try drafts(vault) {
            let plain = ItemDraft(draft.name, draft.attributes, secret: draft.secret)
            if contents.last != plain { contents.append(plain) }
        }
        return contents
    }

    @Test("An archive reproduces the vault, attachments included")
    func archive() throws {
        let vault = try Self.vault()
        let passphrase = try Age.Passphrase(SecretBytes(copying: "x".utf8), logN: 10)
        let format = Age(recipients: [passphrase], identities: [passphrase])
        var writer = MemoryWriter()
        let written = try VaultArchive.write(vault, sealing: format, into: &writer)
        #expect(written.itemCount == 6 && written.attachmentCount == 8)
        let copy = try Vault.inMemory()
        var reader = MemoryReader(writer.bytes)
        let items = try VaultArchive.read(&reader, opening: format).items.items
        for item in items { for draft in item.history + [item.draft] { try copy.set(draft) } }
        var again = MemoryReader(writer.bytes)
        _ = try VaultArchive.read(&again, opening: format) { attachment, content in
            try copy.attach(
                attachment.name, mediaType: attachment.mediaType, from: content, to: attachment.item)
        }
        #expect(try Self.contents(copy) == Self.contents(vault))
        for item in try vault.items() {
            for attachment in item.attachments {
                let bytes = try vault.extract(attachment.name, of: item.name, to: MemoryWriter()).bytes
                #expect(try copy.extract(attachment.name, of: item.name, to: MemoryWriter()).bytes == bytes)
                #expect(bytes.count == Int(attachment.byteCount))
            }
        }
    }

    @Test("JSON reproduces a vault without attachments")
    func json() throws {
        let vault = try Self.vault()
        for item in try vault.items() {
            for attachment in item.attachments { try vault.detach(attachment.name, from: item.name) }
        }
        var writer = MemoryWriter()
        #expect(try ItemsJSON.write(vault, to: &writer).isEmpty)
        let copy = try Vault.inMemory()
        for item in try ImportedItems(reading: writer.bytes).items {
            for draft in item.history + [item.draft] { try copy.set(draft) }
        }
        #expect(try Self.drafts(copy) == Self.drafts(vault))
    }

    @Test("Audits a vault")
    func audit() throws {
        let audit = try VaultAudit(try Self.vault())
        #expect(audit.itemCount == 6 && audit.passwordCount == 2)
        #expect(audit.findings.contains { $0.code == .weak && $0.item.service == "s" })
    }
}
