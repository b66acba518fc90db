import ArcaCore
import ArcaCrypto
import ArcaOTP
import ArcaTestSupport
import ArcaVault
import ArcaVaultExchange
import Testing

@Suite struct VaultCopyingTests {
    private static func draft(_ secret: String = "s3cret") -> ItemDraft {
        var draft = ItemDraft("db", "admin", secret)
        draft.attributes.label = "Database"
        draft.attributes.group = "Work"
        draft.attributes.fields = [VaultItem.Field("host", "db.example.org")]
        draft.secret.fields = [ItemSecret.Field("pin", SecretBytes(copying: "4711".utf8))]
        draft.created = Vault.Timestamp(milliseconds: 1_000_000)
        draft.secretChanged = Vault.Timestamp(milliseconds: 2_000_000)
        return draft
    }

    private static let name = VaultItem.Name("db", "admin")

    @Test("copies attributes, secrets, one-time passwords and attachments, but no history")
    func everything() throws {
        let (own, other) = try (Vault.inMemory(), Vault.inMemory())
        try own.add(Self.draft("old"))
        var changed = Self.draft()
        changed.secret.oneTimePassword = try OTPGenerator(
            uri: SecretBytes(copying: "otpauth://hotp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=7".utf8))
        try own.update(Self.name) { $0 = changed }
        let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 >> 8) }
        try own.attach(content, as: "big.bin", mediaType: "application/x", to: Self.name)
        let others = ["empty", "z", "m", "a", "y"]
        for name in others { try own.attach([UInt8](), as: name, to: Self.name) }
        let report = try other.copyItems([Self.name, Self.name], from: own)
        #expect(report.entries.map(\.outcome) == [.added] && report.attachmentCount == 6)
        let item = try #require(try other.item(Self.name))
        let original = try #require(try own.item(Self.name))
        #expect(item.attributes == original.attributes && item.identifier != original.identifier)
        #expect(item.created == original.created && item.secretChanged == original.secretChanged)
        #expect(item.historyCount == 0 && original.historyCount > 0)
        #expect(try other.secret(of: Self.name) == own.secret(of: Self.name))
        #expect(item.attachments.map(\.name) == ["big.bin"] + others)
        #expect(item.attachments.first?.mediaType == "application/x")
        #expect(try other.attachment("big.bin", of: Self.name) == content)
        let generation = item.version
        #expect(try other.copyItems([Self.name], from: own).names(.unchanged) == [Self.name])
        #expect(try other.item(Self.name)?.version == generation)
    }

    @Test("copies all or none, and replaces only if asked")
    func conflicts() throws {
        let (own, other) = try (Vault.inMemory(), Vault.inMemory())
        try own.add(Self.draft())
        try own.add(ItemDraft("new", "", "n"))
        try other.add(Self.draft("theirs"))
        let new = VaultItem.Name("new")
        for isDryRun in [true, false] {
            let error = #expect(throws: VaultError.code(.duplicate)) {
                try other.copyItems([new, Self.name], from: own, isDryRun: isDryRun)
            }
            #expect(error?.reason.contains("'db/admin'") == true && error?.reason.contains("new") == false)
            #expect(throws: VaultError.code(.duplicate)) {
                try other.copyItems([Self.name], from: own, isDryRun: isDryRun)
            }
        }
        #expect(try other.item(new) == nil && other.text("db", "admin") == "theirs")
        #expect(throws: VaultError.code(.notFound)) { try other.copyItems([new, .init("none")], from: own) }
        #expect(try other.item(new) == nil)
        let trial = try other.copyItems([new, Self.name], from: own, replacing: true, isDryRun: true)
        #expect(trial.entries.map(\.outcome) == [.added, .replaced])
        #expect(try other.item(new) == nil)
        #expect(
            try other.copyItems([new, Self.name], from: own, replacing: true).entries.map(\.outcome)
                == [.added, .replaced])
        #expect(try other.text("db", "admin") == "s3cret")
        #expect(try other.item(Self.name)?.historyCount == 1)
    }

    @Test("adds what the other vault has in the trash, and refuses a copy of itself")
    func trash() throws {
        let (own, other) = try (Vault.inMemory(), Vault.inMemory())
        try own.add(Self.draft())
        try other.add(Self.draft("removed"))
        try other.moveToTrash(Self.name)
        #expect(try other.copyItems([Self.name], from: own).names(.added) == [Self.name])
        #expect(try other.text("db", "admin") == "s3cret")
        #expect(throws: VaultError.code(.invalidArgument)) { try own.copyItems([Self.name], from: own) }
    }

    @Test("never lowers the counter of one-time passwords")
    func counter() throws {
        let (own, other) = try (Vault.inMemory(), Vault.inMemory())
        func draft(counter: Int, _ secret: String) throws -> ItemDraft {
            var draft = Self.draft(secret)
            draft.secret.oneTimePassword = try OTPGenerator(
                uri: SecretBytes(
                    copying: "otpauth://hotp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=\(counter)".utf8))
            return draft
        }
        try own.add(draft(counter: 3, "new"))
        try other.add(draft(counter: 9, "old"))
        try other.copyItems([Self.name], from: own, replacing: true)
        #expect(try other.text("db", "admin") == "new")
        #expect(try other.secret(of: Self.name).oneTimePassword?.counter == 9)
    }
}
