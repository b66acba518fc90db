internal import ArcaCore
import ArcaCompression
import ArcaCrypto
import ArcaOTP
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

/// Files of other programs, written by Vectors/vault-exchange/generate.py.
enum ExchangeVectors {
    static func read(_ name: String) throws -> [UInt8] {
        let folder = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Vectors/vault-exchange/"
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + name)))
    }
}

@Suite("1Password .1pux import")
struct OnePasswordImportTests {
    private static func read() throws -> ImportedItems {
        try ImportedItems(reading: ExchangeVectors.read("1password.1pux"))
    }

    @Test("Reads a login with its fields, sections, tags, one-time password and times")
    func login() throws {
        let item = try #require(Self.read().item("example.com"))
        #expect(item.draft.name == .init(server: "example.com", account: "alice", scheme: "https"))
        #expect(item.password == "pä\"ss" && item.protected("notes") == "recovery: 0000")
        #expect(item.draft.attributes.label == "Example" && item.draft.attributes.group == "Private")
        #expect(item.field("url") == "https://example.com/login" && item.field("url (2)") == "https://shop.example")
        #expect(item.field("tags") == "work, web" && item.field("favorite") == "true")
        #expect(item.protected("pin") == "1234" && item.field("country") == "DE" && item.field("terms") == nil)
        #expect(item.protected("Security: answer") == "Rex")
        #expect(item.field("Security: since") == "2023-11-14" && item.field("Security: valid") == "2030-11")
        #expect(item.field("Security: mail") == "alice@example.com")
        #expect(item.field("Security: home: city") == "Bern" && item.field("Security: home: state") == nil)
        #expect(item.protected("Security: panel") == "https://bob:hunter2@example.com")
        #expect(item.protected("Security: odd") == #"{"a":1}"#)
        #expect(item.draft.secret.oneTimePassword?.issuer == "Example")
        #expect(item.draft.created?.description == "2023-11-14T22:13:20Z")
        #expect(item.draft.modified?.seconds == 1_700_500_000)
    }

    @Test("Older passwords become history, oldest first, and files become attachments")
    func historyAndFiles() throws {
        let found = try Self.read()
        let item = try #require(found.item("example.com"))
        #expect(item.history.map { text($0.secret.value) } == ["oldest", "middle"])
        #expect(item.history.map { $0.modified?.seconds } == [1_700_000_000, 1_700_100_000])
        #expect(item.draft.secretChanged?.seconds == 1_700_300_000)
        #expect(item.attachments.map(\.name) == ["contract.txt"])
        #expect(item.attachments.map { text($0.content) } == ["hello"])
        #expect(found.item("Scan")?.attachments.first?.content.count == 4096)
        #expect(found.item("Lost")?.attachments.isEmpty == true)
    }

    @Test("Reads the other categories, with their secrets protected")
    func categories() throws {
        let found = try Self.read()
        let card = try #require(found.item("Card"))
        #expect(card.draft.name.itemClass == .note && card.draft.attributes.kind == "credit card")
        #expect(card.protected("number") == "4111111111111111" && card.protected("verification number") == "123")
        #expect(card.field("type") == "visa" && card.field("expiry date") == "2030-01")
        #expect(found.item("Note")?.password == "the text" && found.item("Note")?.draft.name.itemClass == .note)
        #expect(found.item("Bare")?.password == "only")
        #expect(found.item("Pass")?.protected("number") == "X123" && found.item("Pass")?.field("country") == "CH")
        let server = try #require(found.item("Server", "root"))
        #expect(server.password == "toor" && server.field("URL") == "ssh://host.example")
        #expect(found.item("API", "bot")?.password == "tok")
        let key = try #require(found.item("Deploy"))
        #expect(key.draft.name.itemClass == .key && key.password == "PRIVATE")
        #expect(key.field("publicKey") == "ssh-ed25519 AAAA" && key.field("keyFingerprint") == "SHA256:x")
        #expect(found.item("Future")?.field("x") == "y")
    }

    @Test("Counts archived and deleted items, and names what is not imported")
    func notes() throws {
        let found = try Self.read()
        #expect(found.items.count == 13 && found.item("Gone") == nil)
        #expect(found.item("Old")?.draft.attributes.group == "Private/Archive")
        #expect(found.notes(.skipped) == ["1 item of the trash"])
        #expect(
            Set(found.notes(.warning)) == [
                "1 item of the archive: imported into the group Archive",
                "'Example' has a field of an unknown kind: 'Security: odd' is kept as protected JSON",
                "the file 'lost.bin' of 'Lost' is not in the export",
                "'Future' is of a category that is not known (999)", "'Passkey' has a passkey, which is not imported",
            ])
    }

    @Test("A vault stores all of it, once")
    func vault() throws {
        let vault = try Vault.inMemory()
        #expect(try vault.importItems(Self.read()).names(.added).count == 13)
        #expect(try vault.importItems(Self.read()).names(.unchanged).count == 13)
    }
}

@Suite("A ZIP archive")
struct ZIPArchiveTests {
    private static func error(_ bytes: [UInt8]) -> VaultError? {
        #expect(throws: VaultError.self) { try ImportedItems(reading: bytes, as: .onePassword) }
    }

    @Test("is refused if it is truncated anywhere")
    func truncated() throws {
        let whole = try ExchangeVectors.read("1password.1pux")
        for count in stride(from: 0, to: whole.count, by: 37) {
            #expect(Self.error(Array(whole[..<count]))?.code == .malformed)
        }
    }

    @Test("with a changed byte is refused, or gives the same items")
    func damaged() throws {
        let whole = try ExchangeVectors.read("1password.1pux")
        let expected = try ImportedItems(reading: whole).items.map(\.draft)
        for index in stride(from: 0, to: whole.count, by: 3) {
            var bytes = whole
            bytes[index] ^= 0x55
            // Times, attributes and the names of files that no item uses are not verified.
            if let found = try? ImportedItems(reading: bytes, as: .onePassword) {
                #expect(found.items.map(\.draft) == expected, "byte \(index)")
            }
        }
    }

    /// A ZIP archive of one file, with the fields of its headers as given.
    private static func zip(
        _ name: String, _ content: [UInt8], method: Int = 0, flags: Int = 0, byteCount: Int? = nil, crc: UInt32? = nil,
        copies: Int = 1
    ) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xff) } }
        let common =
            number(flags, 2) + number(method, 2) + number(0, 4) + number(Int(crc ?? Checksum.crc32(content)), 4)
            + number(content.count, 4) + number(byteCount ?? content.count, 4) + number(name.utf8.count, 2)
            + number(0, 2)
        let file = number(0x0403_4b50, 4) + number(20, 2) + common + Array(name.utf8) + content
        let entry = number(0x0201_4b50, 4) + number(20, 2) + number(20, 2) + common + number(0, 14) + Array(name.utf8)
        let directory = [[UInt8]](repeating: entry, count: copies).flatMap(\.self)
        let end =
            number(0x0605_4b50, 4) + number(0, 4) + number(copies, 2) + number(copies, 2) + number(directory.count, 4)
            + number(file.count, 4) + number(0, 2)
        return file + directory + end
    }

    @Test("is refused with names that leave a folder, encryption, other methods and repeated files")
    func strictness() throws {
        let text = Array(#"{"accounts": []}"#.utf8)
        #expect(try ImportedItems(reading: Self.zip("export.data", text)).items.isEmpty)
        for name in ["../export.data", "/export.data", "a\\export.data", "a/../export.data", ""] {
            #expect(Self.error(Self.zip(name, text))?.reason == "a file of the ZIP archive has an invalid name")
        }
        #expect(Self.error(Self.zip("export.data", text, flags: 1))?.code == .unsupported)
        #expect(Self.error(Self.zip("export.data", text, method: 12))?.code == .unsupported)
        #expect(Self.error(Self.zip("export.data", text, byteCount: 0xffff_ffff))?.code == .unsupported)
        #expect(Self.error(Self.zip("export.data", text, copies: 2))?.reason.contains("same name") == true)
        #expect(
            Self.error(Self.zip("export.data", text, crc: 0))?.reason == "'export.data' in the ZIP archive is damaged")
        #expect(Self.error(Self.zip("other", text))?.reason.contains("no export.data") == true)
        #expect(throws: VaultError.self) { try ImportedItems(reading: Self.zip("other", text)) }
    }

    @Test("does not expand beyond its limit")
    func bomb() throws {
        let zeros = [UInt8](repeating: 0x20, count: 20 << 20)
        let small = try Deflater.deflate(zeros, format: .deflate)
        let honest = Self.zip(
            "export.data", small, method: 8, byteCount: zeros.count, crc: Checksum.crc32(zeros))
        #expect(Self.error(honest)?.reason.contains("above the limit of 16777216") == true)
        let lying = Self.zip("export.data", small, method: 8, byteCount: 100, crc: Checksum.crc32(zeros))
        #expect(Self.error(lying)?.reason == "'export.data' in the ZIP archive is damaged")
    }

    @Test("refuses older passwords that repeat thousands of fields, without counting them all")
    func versions() {
        func list(_ text: String) -> String { [String](repeating: text, count: 8000).joined(separator: ",") }
        let details =
            "\"sections\": [{\"title\": \"\", \"fields\": [\(list("{\"title\": \"f\", \"value\": {\"concealed\": \"x\"}}"))]}], "
            + "\"passwordHistory\": [\(list("{\"value\": \"y\", \"time\": 1}"))]"
        let text =
            "{\"accounts\": [{\"attrs\": {}, \"vaults\": [{\"attrs\": {}, \"items\": "
            + "[{\"categoryUuid\": \"001\", \"details\": {\(details)}}]}]}]}"
        let begin = ThreadClock.seconds
        #expect(Self.error(Self.zip("export.data", Array(text.utf8)))?.reason.contains("256 MiB") == true)
        #expect(ThreadClock.seconds - begin < 4, "\(ThreadClock.seconds - begin) s")
    }
}
