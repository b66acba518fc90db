internal import ArcaCore
import ArcaCrypto
import ArcaOTP
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("Password-protected JSON of Bitwarden")
struct BitwardenEncryptionTests {
    private static let passphrase = SecretBytes(copying: "correct horse".utf8)

    private static func document() throws -> String {
        String(decoding: try ExchangeVectors.read("bitwarden-protected.json"), as: UTF8.self)
    }

    private static func error(
        _ text: String, _ passphrase: SecretBytes? = passphrase, limits: CostLimits = .reading
    ) -> VaultError? {
        #expect(throws: VaultError.self) {
            try ImportedItems(reading: text.utf8, passphrase: passphrase, limits: limits)
        }
    }

    @Test("Reads what a second implementation wrote")
    func read() throws {
        let found = try ImportedItems(reading: Self.document().utf8, passphrase: Self.passphrase)
        let item = try #require(found.item("example.com"))
        #expect(item.draft.name.account == "alice" && item.password == "pä\"ss" && item.protected("pin") == "1234")
        #expect(item.protected("notes") == "remark" && item.draft.attributes.group == "Work")
        #expect(item.draft.secret.oneTimePassword != nil)
        #expect(found.item("Note")?.password == "the text" && found.notes.isEmpty)
    }

    @Test("Reads a key of Argon2id, which libargon2 derived")
    func argon2id() throws {
        let text = String(decoding: try ExchangeVectors.read("bitwarden-argon2id.json"), as: UTF8.self)
        let found = try ImportedItems(reading: text.utf8, passphrase: Self.passphrase)
        #expect(found.item("example.com")?.password == "pä\"ss" && found.item("Note")?.password == "the text")
        #expect(Self.error(text, SecretBytes(copying: "wrong".utf8))?.code == .wrongCredential)
        for (old, new, code) in [
            ("kdfMemory\": 16", "kdfMemory\": 1025", .costTooHigh), ("kdfMemory\": 16", "kdfMemory\": 0", nil),
            ("kdfMemory\": 16", "kdfMemory\": 9007199254740991", nil), ("kdfMemory\": 16", "kdfMemory\": null", nil),
            ("kdfIterations\": 2", "kdfIterations\": 4000000000", .costTooHigh),
            ("kdfIterations\": 2", "kdfIterations\": 0", .invalidArgument),
            ("kdfParallelism\": 3", "kdfParallelism\": 0", .invalidArgument),
            ("kdfParallelism\": 3", "kdfParallelism\": 4", .wrongCredential),
        ] as [(String, String, VaultError.Code?)] {
            let error = Self.error(text.replacing(old, with: new))
            #expect(text.contains(old) && error != nil, "\(new)")
            if let code { #expect(error?.code == code, "\(new): \(error?.reason ?? "")") }
        }
    }

    @Test("Asks for a passphrase, and tells a wrong one from changed items")
    func passphrases() throws {
        let text = try Self.document()
        #expect(Self.error(text, nil)?.code == .locked)
        #expect(Self.error(text, SecretBytes(copying: "wrong".utf8))?.code == .wrongCredential)
        let marker = "\"data\": \"2."
        let start = try #require(text.utf8.indices.first { text.utf8[$0...].starts(with: marker.utf8) })
        for distance in [marker.utf8.count, 60, 400] {
            var bytes = Array(text.utf8)
            let index = text.utf8.distance(from: text.utf8.startIndex, to: start) + distance
            bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(Self.error(String(decoding: bytes, as: UTF8.self))?.code == .tampered)
        }
    }

    @Test("Refuses costs above the limits before deriving anything")
    func costs() throws {
        let costly = try Self.document().replacing("\"kdfIterations\": 1000", with: "\"kdfIterations\": 2000000000")
        #expect(Self.error(costly)?.code == .costTooHigh)
        let none = try Self.document().replacing("\"kdfIterations\": 1000", with: "\"kdfIterations\": 0")
        #expect(Self.error(none)?.code == .invalidArgument)
        var limits = CostLimits.reading
        limits.pbkdf2Iterations = 1...999
        #expect(try Self.error(Self.document(), limits: limits)?.code == .costTooHigh)
    }

    @Test("Names the exports that it does not read")
    func unsupported() throws {
        let other = try Self.error(Self.document().replacing("\"kdfType\": 0", with: "\"kdfType\": 2"))
        #expect(other?.code == .unsupported && other?.reason.contains("(2)") == true)
        #expect(other?.hint?.contains("Argon2id") == true)
        let account = Self.error(#"{"encrypted": true, "encKeyValidation_DO_NOT_EDIT": "2.a|b|c", "items": []}"#)
        #expect(account?.code == .unsupported && account?.reason.contains("one Bitwarden account") == true)
        for (old, new) in [("\"2.", "\"0."), ("|", "|AAAA|"), ("2.AAAA", "2.AA"), ("2.AAAA", "2.!AAA")] {
            let text = try Self.document()
            #expect(Self.error(text.replacing(old, with: new)) != nil, "\(old)")
        }
    }

    @Test("What a vault exports, it imports again")
    func roundTrip() throws {
        let vault = try Vault.inMemory()
        _ = try vault.importItems(ImportedItems(reading: ExchangeVectors.read("1password.1pux")))
        var writer = MemoryWriter()
        let left = try ItemsBitwarden.write(vault, passphrase: Self.passphrase, to: &writer)
        #expect(left.contains { $0.contains("attachment contract.txt") })
        let written = String(decoding: writer.bytes, as: UTF8.self)
        #expect(written.contains("\"kdfIterations\": 600000") && !written.contains("hunter2"))
        let found = try ImportedItems(reading: writer.bytes, passphrase: Self.passphrase)
        let item = try #require(found.item("example.com"))
        let before = try #require(
            try ImportedItems(reading: ExchangeVectors.read("1password.1pux")).item("example.com"))
        #expect(item.draft.name == before.draft.name && item.draft.secret.value == before.draft.secret.value)
        #expect(item.draft.secret.oneTimePassword == before.draft.secret.oneTimePassword)
        #expect(item.draft.attributes.label == "Example" && item.draft.attributes.group == "Private")
        #expect(
            Set(item.draft.attributes.fields) == Set(before.draft.attributes.fields.filter { $0.name != "favorite" }))
        for field in before.draft.secret.fields { #expect(item.protected(field.name) == text(field.value)) }
        #expect(item.history.map { text($0.secret.value) } == ["oldest", "middle"])
        #expect(item.draft.modified == before.draft.modified && item.draft.created == before.draft.created)
        #expect(found.item("Note")?.password == "the text" && found.items.count == 13)
    }
}
