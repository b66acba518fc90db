internal import ArcaCore
import ArcaContainers
import ArcaCrypto
import ArcaOTP
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("KeePass database export")
struct KDBXExportTests {
    private static let passphrase = SecretBytes(copying: "correct horse".utf8)

    private static func write(_ contents: some VaultContents) throws -> (file: [UInt8], left: [String]) {
        var writer = MemoryWriter()
        let left = try ItemsKDBX.write(contents, passphrase: passphrase, to: &writer)
        return (writer.bytes, left)
    }

    private static func read(_ file: [UInt8]) throws -> ImportedItems {
        try ImportedItems(reading: file, passphrase: passphrase)
    }

    @Test("round-trips what the format can hold, and reports the rest")
    func roundTrip() throws {
        let contents = try TestContents.rich()
        let (file, left) = try Self.write(contents)
        #expect(
            left == [
                "example.com/alice: kind, field raw, which is not text, 2 older secrets, which are not text",
                "s/a: class", "s/a: class", "s/a: class",
            ])
        let found = try Self.read(file)
        let original = contents.entries[0]
        let item = try #require(found.item("example.com"))
        #expect(item.draft.name == .init(server: "example.com", account: "alice", scheme: "https"))
        #expect(item.draft.secret.value == original.secret.value && item.protected("pin") == "1234")
        #expect(item.draft.attributes.label == original.item.attributes.label)
        #expect(item.draft.attributes.group == "Work/Servers" && item.field("color") == "blue")
        #expect(item.field("url") == "https://example.com/x" && item.protected("notes") == "two\nlines ü")
        #expect(item.draft.attributes.expires?.seconds == original.item.attributes.expires?.seconds)
        #expect(item.draft.created?.seconds == original.item.created.seconds)
        #expect(item.draft.modified?.seconds == original.item.modified.seconds)
        let password = try #require(item.draft.secret.oneTimePassword)
        let expected = try #require(original.secret.oneTimePassword)
        #expect(password.kind == .counter && password.counter == .max && password.digits == 8)
        #expect(password.key == expected.key && password.algorithm == .sha512)
        #expect(item.history.map { text($0.secret.value) } == ["", "older"])
        #expect(item.attachments.map(\.name) == ["a.txt", "empty", "../big"])
        #expect(
            item.attachments.map { Array(bytes: $0.content) } == item.attachments.map { original.attachments[$0.name] })
        #expect(found.items.count == contents.entries.count)
    }

    @Test("keeps every character, also those that XML cannot hold")
    func characters() throws {
        let odd = "a\u{1}\r\n\t<>&\"'\u{7f}\u{FFFE}\u{FFFF}\u{10FFFF}ü\r"
        var contents = TestContents()
        var attributes = VaultItem.Attributes()
        attributes.label = odd
        attributes.group = "a\u{1}/b&<"
        attributes.fields = [
            .init("plain", odd), .init("tags", "one, two"), .init("url", "https://a.example/?a=1&b=2"),
        ]
        let secret = ItemSecret(
            SecretBytes(copying: odd.utf8),
            fields: [.init("notes", SecretBytes(copying: odd.utf8)), .init("Title", SecretBytes(copying: "t".utf8))],
            oneTimePassword: try OTPGenerator(
                .time, key: SecretBytes(copying: [1, 2, 3]), digits: 8, period: 60, issuer: "I", account: "A"))
        contents.add(ItemDraft(.init(server: "a.example", account: odd), attributes, secret: secret))
        let (file, left) = try Self.write(contents)
        #expect(left.isEmpty)
        let item = try #require(Self.read(file).items.first)
        #expect(item.draft.attributes.label == odd && item.draft.name.account == odd && item.password == odd)
        #expect(item.protected("notes") == odd && item.protected("Title (2)") == "t")
        // A protected field is read as one.
        #expect(item.protected("plain") == odd && item.field("tags") == "one, two")
        #expect(item.draft.attributes.group == "a\u{FFFD}/b&<")
        #expect(item.draft.secret.oneTimePassword == secret.oneTimePassword)
    }

    @Test("a vault that imports its own export again finds nothing new")
    func idempotent() throws {
        let vault = try Vault.inMemory()
        _ = try vault.importItems(KDBXSamples().open("4.0-aes-argon2id-chacha20-none"))
        let (file, left) = try Self.write(vault)
        #expect(left.isEmpty, "\(left)")
        let report = try vault.importItems(Self.read(file))
        #expect(report.names(.added).isEmpty && report.attachmentCount == 0)
        // The counter's fields have no place for the names that its URI has.
        #expect(report.names(.unchanged).count == report.entries.count, "\(report.entries)")
    }

    @Test("writes attachments of several blocks, groups of any depth, and nothing of the content in the clear")
    func sizes() throws {
        var contents = TestContents()
        var attributes = VaultItem.Attributes()
        attributes.group = (0..<40).map { "g\($0)" }.joined(separator: "/")
        // Random bytes do not shrink.
        let content = try SecureRandom.bytes(3_000_000)
        contents.add(
            ItemDraft(.init("service-name", "alice"), attributes, secret: ItemSecret(SecretBytes(copying: "p".utf8))),
            attachments: [("big", content)])
        let (file, _) = try Self.write(contents)
        #expect(file.count > 3_000_000 && file.count < 3_100_000)
        let item = try #require(Self.read(file).items.first)
        #expect(item.attachments.map { Array(bytes: $0.content) } == [content])
        #expect(item.draft.attributes.group == attributes.group)
        #expect(!file.withBytes { String(decoding: Array(bytes: $0), as: UTF8.self) }.contains("service-name"))
        #expect(throws: VaultError.code(.invalidArgument)) {
            var writer = MemoryWriter()
            _ = try ItemsKDBX.write(contents, passphrase: SecretBytes(copying: [UInt8]()), to: &writer)
        }
    }

    /// A database with any content, of version 4.
    private static func seal(_ parts: [UInt8]...) throws -> [UInt8] {
        var writer = MemoryWriter()
        try withUnsafeMutablePointer(to: &writer) { writer in
            let sealer = try KDBXSealer(passphrase: passphrase, into: writer)
            for part in parts { try sealer.write(part) }
            try sealer.finish()
        }
        return writer.bytes
    }

    private static let innerHeader: [UInt8] =
        [1, 4, 0, 0, 0, 3, 0, 0, 0, 2, 4, 0, 0, 0, 9, 9, 9, 9] + [0, 0, 0, 0, 0]

    private static func document(_ entries: String) -> [UInt8] {
        Array("<KeePassFile><Root><Group>\(entries)</Group></Root></KeePassFile>".utf8)
    }

    @Test("refuses authentic databases with damaged content, each with a reason")
    func content() throws {
        #expect(try Self.read(Self.seal(Self.innerHeader, Self.document(""))).items.isEmpty)
        let value = "<Value Protected=\"True\">%%</Value>"
        for (parts, reason) in [
            ([Self.innerHeader], "the document is empty"), ([[1, 4, 0, 0, 0]], "inner header"), ([[]], "inner header"),
            ([[7, 0, 0, 0, 0] + Self.innerHeader], "invalid field"), ([[3, 0, 0, 0, 0] + Self.innerHeader], "invalid"),
            ([[1, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]], "ARC4"), ([[0, 0, 0, 0, 0]], "(0) that is not known"),
            ([Self.innerHeader, Self.document("<Entry><String><Key>a</Key>\(value)</String></Entry>")], "not Base64"),
            ([Self.innerHeader, Self.document("<Entry><Other>\(value)</Other></Entry>")], "not Base64"),
            ([Self.innerHeader, Array("<a/>".utf8)], "KeePassFile"),
            ([Self.innerHeader, Array("<!DOCTYPE a><KeePassFile/>".utf8)], "document type"),
            ([Self.innerHeader, Array(String(repeating: "<a>", count: 200).utf8)], "KeePassFile"),
            (
                [Self.innerHeader, Array(("<KeePassFile>" + String(repeating: "<a>", count: 200)).utf8)],
                "more than 128 deep"
            ),
        ] as [([[UInt8]], String)] {
            let error = #expect(throws: VaultError.self) { try Self.read(Self.seal(parts.flatMap(\.self))) }
            #expect(error?.reason.contains(reason) == true, "\(reason): \(error?.reason ?? "")")
            #expect(error?.offset == nil && (error?.code == .malformed || error?.code == .unsupported), "\(reason)")
        }
    }

    @Test("limits what a small file may unpack to", .enabled(if: runsSlowTests, "slow"))
    func limits() throws {
        let bomb = try Self.seal(Self.innerHeader, [UInt8](repeating: 0x20, count: 40 << 20))
        #expect(bomb.count < 100_000)
        let tooLong = #expect(throws: VaultError.code(.malformed)) { try Self.read(bomb) }
        #expect(tooLong?.reason.contains("above the limit of 16777216") == true)
        let entries = try Self.seal(
            Self.innerHeader, Self.document(String(repeating: "<Entry><a>b</a></Entry>", count: 25_001)))
        let tooMany = #expect(throws: VaultError.code(.malformed)) { try Self.read(entries) }
        #expect(tooMany?.reason.contains("more entries than") == true)
        let attachments = try Self.seal(
            Array(repeating: [3, 1, 0, 0, 0, 0], count: 100_001).flatMap(\.self), Self.innerHeader, Self.document(""))
        #expect(throws: VaultError.code(.malformed)) { try Self.read(attachments) }
    }
}
