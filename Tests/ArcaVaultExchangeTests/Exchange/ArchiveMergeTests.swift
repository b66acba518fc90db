import ArcaCore
import ArcaContainers
import ArcaCrypto
import ArcaOTP
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

/// Imports an archive of one copy of a vault into another copy.
@Suite("Importing an archive of the same vault merges it")
struct ArchiveMergeTests {
    /// Creates two copies of a vault and sends the second one's changes to the first as an archive.
    private static func run(
        _ items: [ItemDraft],
        _ body: (_ here: Vault, _ there: Vault, _ send: () throws -> Vault.ImportReport) throws -> Void
    ) throws {
        try VaultFolder.run { fixture in
            let vault = try fixture.create()
            try vault.add(items)
            try FileManager.default.copyItem(at: fixture.file, to: fixture.folder.appendingPathComponent("copy"))
            let other = try fixture.open("copy", state: "state of copy")
            let identity = try Age.X25519Identity()
            try body(vault, other) {
                var bytes = MemoryWriter()
                try VaultArchive.write(other, sealing: Age(recipients: [identity.recipient]), into: &bytes)
                func take(isDryRun: Bool) throws -> Vault.ImportReport {
                    try vault.importArchive(opening: Age(identities: [identity]), isDryRun: isDryRun) {
                        MemoryReader(bytes.bytes)
                    }.report
                }
                let told = try take(isDryRun: true)
                let report = try take(isDryRun: false)
                #expect(told == report)
                // Importing again changes nothing.
                let generation = try vault.status.generation
                let again = try take(isDryRun: false)
                #expect(again.entries.allSatisfy { [.unchanged, .newer, .removed].contains($0.outcome) }, "\(again)")
                #expect(try vault.status.generation == generation && vault.verify().isSound)
                return report
            }
        }
    }

    private static func outcomes(_ report: Vault.ImportReport) -> [String: Vault.ImportReport.Outcome] {
        Dictionary(uniqueKeysWithValues: report.entries.map { ($0.name.service, $0.outcome) })
    }

    @Test("Takes or keeps what one side changed, merges edits of different fields, and keeps both values of one field")
    func fields() throws {
        try Self.run(["here", "there", "fields", "both", "same"].map { ItemDraft($0, "", "\($0)1") }) {
            here, there, send in
            try here.set(ItemDraft("here", "", "here2"))
            for value in ["there2", "there3"] { try there.set(ItemDraft("there", "", value)) }
            try here.update(.init("fields")) { $0.attributes.comment = "of here" }
            try there.update(.init("fields")) { $0.secret.value = SecretBytes(copying: "fields2".utf8) }
            for (vault, value) in [(here, "h"), (there, "t")] { try vault.set(ItemDraft("both", "", value)) }
            try there.add(ItemDraft("new", "", "new1"))
            let report = try send()
            #expect(
                Self.outcomes(report) == [
                    "here": .newer, "there": .replaced, "fields": .merged, "both": .merged, "same": .unchanged,
                    "new": .added,
                ])
            #expect(report.entries.filter(\.hasConflicts).map(\.name.service) == ["both"])
            #expect(try here.text("here") == "here2" && here.text("there") == "there3")
            // The intermediate version is in the history.
            #expect(
                try here.history(of: .init("there")).map {
                    try here.secret(of: .init("there"), version: $0.version).text
                }
                    == ["there2", "there1"])
            #expect(try here.text("fields") == "fields2")
            #expect(try here.item(.init("fields"))?.attributes.comment == "of here")
            let choices = try here.conflicts(of: .init("both"))
            #expect(choices.map(\.field) == ["password"] && choices[0].choices.count == 2)
        }
    }

    @Test("An edit brings an item back from the trash, an unchanged item stays there, and a new name is taken")
    func removals() throws {
        try Self.run(["edited", "left", "renamed", "taken"].map { ItemDraft($0, "", "\($0)1") }) { here, there, send in
            for name in ["edited", "left"] { try here.moveToTrash(.init(name)) }
            try there.set(ItemDraft("edited", "", "edited2"))
            try there.update(.init("renamed")) { $0.name.service = "new name" }
            try there.remove(.init("taken"))
            try there.update(.init("left")) { _ in }
            let report = try send()
            #expect(Self.outcomes(report) == ["edited": .merged, "left": .removed, "new name": .merged])
            #expect(
                try here.text("edited") == "edited2" && here.text("new name") == "renamed1"
                    && here.text("taken") == "taken1")
            #expect(try here.item(.init("left")) == nil && here.item(.init("renamed")) == nil)
        }
    }

    @Test("Keeps the attachments of both sides and the higher counter of one-time passwords")
    func attachments() throws {
        var draft = ItemDraft("item", "", "1")
        draft.secret.oneTimePassword = try OTPGenerator(
            uri: "otpauth://hotp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=5".utf8)
        try Self.run([draft]) { here, there, send in
            let name = VaultItem.Name("item")
            for _ in 0..<3 { _ = try here.oneTimePassword(of: name) }
            _ = try there.oneTimePassword(of: name)
            for (vault, content) in [(here, "of here"), (there, "of there")] {
                try vault.attach("a.txt", from: MemoryReader(Array(content.utf8)), to: name)
                try vault.attach(content, from: MemoryReader(Array(content.utf8)), to: name)
                try vault.update(name) { $0.attributes.fields.append(.init(content, "x")) }
            }
            #expect(try Self.outcomes(send()) == ["item": .merged])
            let item = try #require(try here.item(name))
            #expect(Set(item.attachments.map(\.name)) == ["a.txt", "a.txt (2)", "of here", "of there"])
            #expect(Set(item.attributes.fields.map(\.name)) == ["of here", "of there"])
            #expect(try here.secret(of: name).oneTimePassword?.counter == 8)
        }
    }
}
