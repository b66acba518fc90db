import ArcaCore
import ArcaCrypto
import ArcaOTP
import ArcaTestSupport
import Testing

@testable import ArcaVault

@Suite("Records of items and of the state")
struct RecordCodecTests {
    static let attachment = VaultItem.Attachment(
        identifier: [UInt8](9..<25), name: "é.png", mediaType: "image/png", byteCount: 1 << 40,
        created: Vault.Timestamp(seconds: 5))

    static func item(
        attachmentByteCount: UInt64? = nil, _ change: (inout VaultItem.Attributes) -> Void = { _ in }
    ) -> VaultItem {
        let attachment = VaultItem.Attachment(
            identifier: attachment.identifier, name: attachment.name, mediaType: attachment.mediaType,
            byteCount: attachmentByteCount ?? attachment.byteCount, created: attachment.created)
        var attributes = VaultItem.Attributes()
        attributes.label = "Label"
        attributes.kind = "kind"
        attributes.comment = "two\nlines"
        attributes.group = "Work/Servers"
        attributes.expires = Vault.Timestamp(milliseconds: -7)
        attributes.fields = [VaultItem.Field("a", ""), VaultItem.Field("b", "value")]
        change(&attributes)
        return VaultItem(
            identifier: (6 as UInt128).bigEndianBytes, version: 7,
            name: VaultItem.Name(server: "example.org", account: "me", scheme: "https", port: 8443, path: "/login"),
            attributes: attributes, created: Vault.Timestamp(seconds: 1), modified: Vault.Timestamp(seconds: 2),
            secretChanged: Vault.Timestamp(seconds: 3), protectedFields: ["pin", "puk"], oneTimePassword: .counter,
            attachments: [attachment], historyCount: 2)
    }

    static let history = ItemRecord.History(rows: .init(sum: .max, count: 2), oldest: 3)
    static let row = SealedRow(
        key: .init(tag: LookupTag(value: 5), identifier: 6, version: 7, epoch: 1), attributes: [], secretHead: [],
        secret: [])

    static func secret() throws -> SecretRecord {
        let password = try OTPGenerator(
            .counter, key: SecretBytes(copying: [UInt8](1..<21)), algorithm: .sha512, digits: 8,
            counter: 1 << 63, issuer: "I", account: "A")
        let secret = ItemSecret(
            SecretBytes(copying: "value".utf8),
            fields: [.init("pin", SecretBytes(copying: "1234".utf8)), .init("puk", SecretBytes(copying: [UInt8]()))],
            oneTimePassword: password)
        let key = SecretBytes(copying: [UInt8](50..<82))
        return SecretRecord(secret, attachmentKeys: [.init(attachment: attachment.identifier, key: key)])
    }

    @Test("attributes round-trip, with every field and with none")
    func attributes() throws {
        let full = ItemRecord(Self.item(), Self.history)
        #expect(try ItemRecord([UInt8](bytes: full.fields().unpadded()), of: Self.row) == full)
        let bare = VaultItem(
            identifier: (6 as UInt128).bigEndianBytes, version: 7, name: VaultItem.Name("s"),
            attributes: VaultItem.Attributes(), created: Vault.Timestamp(seconds: 1),
            modified: Vault.Timestamp(seconds: 2),
            secretChanged: Vault.Timestamp(seconds: 3), protectedFields: [], oneTimePassword: nil, attachments: [],
            historyCount: 0)
        let record = ItemRecord(bare, ItemRecord.History())
        #expect(try ItemRecord([UInt8](bytes: record.fields().unpadded()), of: Self.row) == record)
        #expect(record.fields().byteCount == 3 + 3 + 3 * 10)
    }

    @Test("secrets round-trip, with every field and with none")
    func secrets() throws {
        let full = try Self.secret()
        #expect(try SecretRecord(full.fields().padded(), of: Self.item()) == full)
        let empty = SecretRecord(ItemSecret(SecretBytes(copying: [UInt8]())))
        #expect(empty.fields().byteCount == 0)
    }

    @Test("rejects a secret of another item")
    func belonging() throws {
        let full = try Self.secret()
        var other = full
        other.secret.fields.reverse()
        #expect(throws: VaultError.code(.tampered)) { try SecretRecord(other.fields().padded(), of: Self.item()) }
        other = full
        other.secret.oneTimePassword = nil
        #expect(throws: VaultError.code(.tampered)) { try SecretRecord(other.fields().padded(), of: Self.item()) }
        other = full
        other.attachmentKeys = []
        #expect(throws: VaultError.code(.tampered)) { try SecretRecord(other.fields().padded(), of: Self.item()) }
    }

    @Test("reports a field of a newer arca as unsupported")
    func unknownField() throws {
        var writer = ItemRecord(Self.item(), Self.history).fields()
        writer.add(29, [])
        #expect(throws: VaultError.code(.unsupported)) {
            try ItemRecord([UInt8](bytes: writer.unpadded()), of: Self.row)
        }
        var secret = try Self.secret().fields()
        secret.add(6, [])
        #expect(throws: VaultError.code(.unsupported)) { try SecretRecord(secret.padded(), of: Self.item()) }
        var state = Self.state().fields(withChain: true)
        state.add(22, [])
        #expect(throws: VaultError.code(.unsupported)) { try StateRecord(state.padded()) }
    }

    @Test("rejects truncated attributes and repeated names")
    func damagedAttributes() throws {
        let bytes = [UInt8](bytes: ItemRecord(Self.item(), Self.history).fields().unpadded())
        for count in 0..<bytes.count {
            // Truncation between optional fields leaves a valid record; padding and tag protect its end.
            if let record = try? ItemRecord(Array(bytes[..<count]), of: Self.row) {
                #expect(record.fields().byteCount == count)
            }
        }
        let twice = Self.item { $0.fields.append(VaultItem.Field("pin", "")) }
        let nameless = Self.item { $0.fields.append(VaultItem.Field("", "x")) }
        for item in [twice, nameless] {
            let fields = ItemRecord(item, Self.history).fields()
            #expect(throws: VaultError.code(.tampered)) {
                try ItemRecord([UInt8](bytes: fields.unpadded()), of: Self.row)
            }
        }
        // A record is not trusted because it opens: a public key suffices to create one.
        for (byteCount, isRead) in [(1 << 52, true), (1 << 52 + 1, false), (.max, false)] as [(UInt64, Bool)] {
            let long = Self.item(attachmentByteCount: byteCount)
            let fields = ItemRecord(long, Self.history).fields()
            let record = try? ItemRecord([UInt8](bytes: fields.unpadded()), of: Self.row)
            #expect((record != nil) == isRead, "\(byteCount)")
        }
        var newer = Self.history
        newer.oldest = 7
        let fields = ItemRecord(Self.item(), newer).fields()
        #expect(throws: VaultError.code(.tampered)) {
            try ItemRecord([UInt8](bytes: fields.unpadded()), of: Self.row)
        }
    }

    static func state() -> StateRecord {
        var state = StateRecord(created: Vault.Timestamp(seconds: 1))
        state.generation = 9
        state.modified = Vault.Timestamp(seconds: 2)
        state.logStart = 4
        state.slotDigest = [UInt8](3..<35)
        state.chain = [UInt8](7..<39)
        state.sums[0].add(5)
        state.sums[255].add(.max)
        state.sums[255].add(2)
        return state
    }

    @Test("a state round-trips, with every field and with none")
    func state() throws {
        var state = Self.state()
        #expect(state.sums[255] == GroupChecksums.Group(sum: 1, count: 2))
        #expect(state.sums.rowCount == 3)
        #expect(try StateRecord(state.fields(withChain: true).padded()) == state)
        state.kind = .backup
        state.historyLimit = 0
        state.slots = [
            .init(identifier: [UInt8](1..<17), kind: 1, created: Vault.Timestamp(seconds: 1), label: "", recipient: []),
            .init(
                identifier: [UInt8](2..<18), kind: 4, created: Vault.Timestamp(seconds: 2), label: "ü",
                recipient: [UInt8](0..<32)),
        ]
        state.staged = [.init(attachment: 1, begun: Vault.Timestamp(seconds: 1)), .init(attachment: 2, begun: .now())]
        state.epoch = 3
        state.previous = .init(epoch: 1, keyBytes: SecretBytes(copying: [UInt8](0..<224)), sums: state.sums)
        #expect(try StateRecord(state.fields(withChain: true).padded()) == state)
        #expect(state.fields(withChain: true).byteCount == state.fields(withChain: false).byteCount + 34)
        // Format 1 has no window, and stores the previous epoch's vault key.
        var old = state
        (old.window, old.epoch) = (nil, 2)
        #expect(throws: VaultError.code(.tampered)) { try StateRecord(old.fields(withChain: true).padded()) }
        old.previous?.keyBytes = SecretBytes(copying: [UInt8](1..<33))
        #expect(try StateRecord(old.fields(withChain: true).padded()) == old)
        old.window = state.window
        #expect(throws: VaultError.code(.tampered)) { try StateRecord(old.fields(withChain: true).padded()) }
        state.slots.reverse()
        #expect(throws: VaultError.code(.tampered)) { try StateRecord(state.fields(withChain: true).padded()) }
    }

    @Test("rejects a state that lacks a required field")
    func incompleteState() throws {
        #expect(throws: VaultError.code(.tampered)) {
            try StateRecord(Self.state().fields(withChain: false).padded())
        }
        var state = Self.state()
        state.previous = .init(epoch: 1, keyBytes: SecretBytes(copying: [UInt8](0..<224)), sums: state.sums)
        #expect(throws: VaultError.code(.tampered)) { try StateRecord(state.fields(withChain: true).padded()) }
        state = Self.state()
        state.logStart = 10
        #expect(throws: VaultError.code(.tampered)) { try StateRecord(state.fields(withChain: true).padded()) }
    }
}
