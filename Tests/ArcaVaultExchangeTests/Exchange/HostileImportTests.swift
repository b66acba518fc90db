import ArcaCore
import ArcaCodecs
import ArcaCompression
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

/// Imports of small files that would take much memory or time.
@Suite("A hostile import file", .enabled(if: runsSlowTests, "slow"))
struct HostileImportTests {
    private static func keePass(_ meta: String = "", _ entry: String) -> [UInt8] {
        Array("<KeePassFile><Meta>\(meta)</Meta><Root><Group>\(entry)</Group></Root></KeePassFile>".utf8)
    }

    private static func bitwarden(_ login: String, _ members: String = "\"name\": \"n\"") -> [UInt8] {
        Array("{\"items\": [{\"type\": 1, \(members), \"login\": {\(login)}}]}".utf8)
    }

    private static func list(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: ",")
    }

    @Test("does not fill the vault by repeating one content again and again")
    func references() throws {
        let content = try Deflater.deflate([UInt8](repeating: 0, count: 8 << 20), format: .gzip)
        let meta =
            "<Binaries><Binary ID=\"0\" Compressed=\"True\">\(Base64.standard.encode(content))</Binary></Binaries>"
        func document(_ count: Int) -> [UInt8] {
            let references = (0..<count).map { "<Binary><Key>\($0)</Key><Value Ref=\"0\"/></Binary>" }.joined()
            return Self.keePass(meta, "<Entry>\(references)</Entry>")
        }
        #expect(document(100).count < 30_000)
        #expect(try ImportedItems(reading: document(3)).items[0].attachments.count == 3)
        let error = #expect(throws: VaultError.self) { try ImportedItems(reading: document(100)) }
        #expect(error?.code == .malformed && error?.reason.contains("256 MiB") == true)
    }

    @Test("does not repeat the long names of groups inside each other, and splits a limited number of addresses")
    func paths() throws {
        let name = String(repeating: "n", count: 40_000)
        let nested = String(repeating: "<Group><Name>\(name)</Name>", count: 3) + "</Group></Group></Group>"
        let folders = Self.list(3) { "{\"folderId\": \"\($0)\", \"parentFolderId\": \"0\", \"name\": \"\(name)\"}" }
        let item = "{\"folderId\": \"2\", \"data\": {\"type\": \"note\", \"metadata\": {\"name\": \"x\"}}}"
        for bytes in [
            Self.keePass("", nested),
            Array("{\"vaults\": {\"v\": {\"folders\": [\(folders)], \"items\": [\(item)]}}}".utf8),
        ] {
            let error = #expect(throws: VaultError.code(.malformed)) { try ImportedItems(reading: bytes) }
            #expect(error?.reason.contains("more than 64 KiB") == true)
        }
        let urls = String(repeating: "a.b,", count: 10_000)
        let entry = "<Entry><String><Key>URL</Key><Value>\(urls)</Value></String></Entry>"
        let found = try ImportedItems(reading: Self.keePass("", String(repeating: entry, count: 20)))
        let counts = found.items.map { item in item.draft.attributes.fields.count }
        #expect(counts.reduce(0, +) < 120_000 && counts.contains { $0 > 9_000 } && counts.contains(1))
    }

    @Test("does not repeat long texts in versions, groups and notes")
    func repeatedTexts() throws {
        let long = String(repeating: "x", count: 500_000)
        let versions = Self.list(1000) { "{\"password\": \"\($0)\", \"lastUsedDate\": null}" }
        let history = Self.bitwarden(
            "\"username\": \"u\"",
            "\"name\": \"n\", \"notes\": \"\(long)\"")
        #expect(try ImportedItems(reading: history).items.count == 1)
        let repeated = Self.bitwarden(
            "", "\"name\": \"n\", \"notes\": \"\(long)\", \"passwordHistory\": [\(versions)]")
        #expect(throws: VaultError.code(.malformed)) { try ImportedItems(reading: repeated) }
        let items = Self.list(1000) { "{\"type\": 2, \"name\": \"\($0)\", \"folderId\": \"f\"}" }
        let folder = "{\"folders\": [{\"id\": \"f\", \"name\": \"\(long)\"}], \"items\": [\(items)]}"
        #expect(throws: VaultError.code(.malformed)) { try ImportedItems(reading: folder.utf8) }
        let links = Self.list(1000) { "{\"name\": \"\($0)\", \"type\": 3}" }
        let notes = Self.bitwarden("", "\"name\": \"\(long)\", \"fields\": [\(links)]")
        let found = try ImportedItems(reading: notes)
        #expect(found.notes.count == 1000 && found.notes.allSatisfy { $0.text.utf8.count < 400 })
    }

    @Test(
        "takes time that grows with its length",
        arguments: [
            "attachments", "urls", "own urls", "fields", "tags", "items", "attachments of ours", "fields of ours",
        ])
    func time(kind: String) throws {
        let count = 20_000
        func repeated(_ text: String) -> String { String(repeating: text, count: count) }
        let bytes: [UInt8] =
            switch kind {
            case "attachments":
                Self.keePass("", "<Entry>\(repeated("<Binary><Key>a</Key><Value>aGk=</Value></Binary>"))</Entry>")
            case "urls": Self.bitwarden("\"uris\": [\(Self.list(count) { _ in "{\"uri\": \"https://a.example\"}" })]")
            case "own urls":
                Self.keePass(
                    "", "<Entry>\(repeated("<String><Key>URL</Key><Value>https://a.example</Value></String>"))</Entry>")
            case "fields":
                Self.bitwarden(
                    "", "\"name\": \"n\", \"fields\": [\(Self.list(count) { _ in "{\"name\": \"f\", \"type\": 1}" })]")
            case "tags": Self.keePass("", "<Entry>\(repeated("<Tags>t</Tags>"))</Entry>")
            case "items":
                Array(
                    ("name,url,username,password\n" + (0..<count).map { "n,https://a.example,u,\($0)\n" }.joined()).utf8
                )
            case "attachments of ours":
                Self.ours(
                    "\"attachments\": ["
                        + Self.list(count) { "{\"name\": \"\($0)\", \"mediaType\": \"\", \"byteCount\": 0}" } + "]")
            default: Self.ours("\"fields\": [" + Self.list(count) { "{\"name\": \"\($0)\", \"value\": \"\"}" } + "]")
            }
        let begin = ThreadClock.seconds
        let found = try ImportedItems(reading: bytes)
        #expect(found.items.count == (kind == "items" ? count : 1))
        let vault = try Vault.inMemory()
        if kind == "items" {
            _ = try vault.importItems(found, isDryRun: true)
        } else {
            // The item's limits are checked only after all of it has been read.
            _ = try? vault.importItems(found, isDryRun: true)
        }
        #expect(ThreadClock.seconds - begin < 4, "\(ThreadClock.seconds - begin) s")
    }

    private static func ours(_ members: String) -> [UInt8] {
        Array(
            "{\"arca-vault-items\": 1, \"items\": [{\"class\": \"note\", \"service\": \"s\", \"secret\": \"\", \(members)}]}"
                .utf8)
    }

    @Test("writes and compares thousands of attachments of one item at once")
    func attachments() throws {
        let binaries = String(repeating: "<Binary><Key>a</Key><Value>aGk=</Value></Binary>", count: 2000)
        let found = try ImportedItems(reading: Self.keePass("", "<Entry>\(binaries)</Entry>"))
        let vault = try Vault.inMemory()
        let begin = ThreadClock.seconds
        #expect(try vault.importItems(found).attachmentCount == 2000)
        #expect(try vault.importItems(found).names(.unchanged).count == 1)
        #expect(ThreadClock.seconds - begin < 8, "\(ThreadClock.seconds - begin) s")
        let item = try #require(try vault.items().first)
        #expect(Set(item.attachments.map(\.name)).count == 2000 && item.historyCount == 0)
        #expect(try vault.verify().isSound)
    }
}
