import ArcaCore
import ArcaCrypto
import ArcaOTP
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite("Merging two copies of a vault")
struct VaultMergeTests {
    /// Opens a copy of a fixture's vault as a separate machine.
    private func open(
        _ fixture: VaultFixture, _ name: String, machine: String? = nil,
        _ change: (inout Vault.OpenOptions) -> Void = { _ in }
    ) throws -> Vault {
        try Vault.open(
            at: fixture.path(of: name), with: .keyFile(fixture.key),
            options: fixture.options {
                $0.stateFolder = Vault.StateFolder(fixture.path(of: "state of \(machine ?? name)"))
                change(&$0)
            })
    }

    private func copy(_ fixture: VaultFixture, _ from: String = "test.vault", to name: String) throws {
        let target = fixture.folder.appendingPathComponent(name)
        try? FileManager.default.removeItem(at: target)
        try FileManager.default.copyItem(at: fixture.folder.appendingPathComponent(from), to: target)
    }

    /// Creates a vault with items and two copies of it on two machines.
    private func parted(
        _ items: [ItemDraft], _ body: (VaultFixture, _ laptop: Vault, _ phone: Vault) throws -> Void
    ) throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(items)
            for name in ["laptop", "phone"] { try copy(fixture, to: name) }
            try body(fixture, open(fixture, "laptop"), open(fixture, "phone"))
        }
    }

    /// All visible content, the trash included; conflicts with all their values.
    private func content(_ vault: Vault) throws -> [String] {
        var query = VaultQuery.all
        var lines: [String] = []
        for isInTrash in [false, true] {
            query.isInTrash = isInTrash
            for item in try vault.items(matching: query) {
                var line = "\(item.name.text) \(isInTrash) \(item.attributes) \(item.attachments.map(\.name).sorted())"
                if !isInTrash {
                    let secret = try vault.secret(of: item.name)
                    line += " \(secret.text) \(secret.fields.map { "\($0.name)=\($0.value.count)" })"
                    for conflict in try vault.conflicts(of: item.name) {
                        line += " \(conflict.field): \(conflict.choices.map { "\($0.value.text)" })"
                    }
                }
                lines.append(line)
            }
        }
        return lines
    }

    @Test("combines additions, edits of different fields and removals, and leaves the other file unchanged")
    func merges() throws {
        try parted(["a", "b", "c", "d", "e"].map { ItemDraft($0, "", "\($0)1") }) { fixture, laptop, phone in
            try laptop.add(ItemDraft("new here", "", "h"))
            try laptop.update(.init("a")) { $0.attributes.label = "from the laptop" }
            try laptop.moveToTrash(.init("b"))
            try laptop.remove(.init("e"))
            try phone.add(ItemDraft("new there", "", "t"))
            try phone.update(.init("a")) { $0.secret.value = SecretBytes(copying: "a2".utf8) }
            try phone.set(ItemDraft("c", "", "c2"))
            try phone.update(.init("d")) { $0.name.service = "d renamed" }
            let before = try Data(contentsOf: fixture.folder.appendingPathComponent("phone"))
            let trial = try laptop.merge(phone, isTrial: true)
            #expect(try laptop.text("a") == "a1")
            let report = try laptop.merge(phone)
            #expect(report == trial)
            #expect(report.added.map(\.text) == ["new there"] && Set(report.changed.map(\.text)) == ["a", "c", "d"])
            #expect(report.removed.isEmpty)
            #expect(report.conflicts.isEmpty)
            #expect(report.hasCommonPast)
            #expect(!report.isKnown)
            #expect(try Data(contentsOf: fixture.folder.appendingPathComponent("phone")) == before)
            #expect(
                try laptop.items().map(\.name.text) == ["a", "c", "d renamed", "new here", "new there"])
            #expect(try laptop.text("a") == "a2" && laptop.text("c") == "c2")
            #expect(try laptop.item(.init("a"))?.attributes.label == "from the laptop")
            #expect(try laptop.history(of: .init("c")).count == 1)
            #expect(try laptop.verify().isSound)
            // Merging the other way gives the same result, and then both are up to date.
            let back = try phone.merge(laptop)
            #expect(Set(back.removed.map(\.text)) == ["b", "e"] && back.added.map(\.text) == ["new here"])
            #expect(try content(phone) == content(laptop))
            #expect(try phone.verify().isSound)
            #expect(try phone.merge(laptop).isKnown)
            #expect(try laptop.merge(phone).added.isEmpty && content(phone) == content(laptop))
            #expect(try laptop.merge(phone).isKnown)
        }
    }

    @Test("keeps both values of a field changed in both copies, until one is chosen in either copy")
    func conflicts() throws {
        try parted([ItemDraft("site", "me", "old")]) { fixture, laptop, phone in
            let name = VaultItem.Name("site", "me")
            try laptop.set(ItemDraft("site", "me", "from the laptop"))
            try phone.set(ItemDraft("site", "me", "from the phone"))
            try phone.update(name) { $0.attributes.comment = "of the phone" }
            #expect(try laptop.merge(phone).conflicts == [name])
            #expect(try phone.merge(laptop).conflicts == [name])
            #expect(try content(laptop) == content(phone))
            let found = try laptop.conflicts()
            #expect(found.map(\.field) == ["password"] && found[0].item.conflicts == ["password"])
            #expect(Set(found[0].choices.map(\.value.text)) == ["from the laptop", "from the phone"])
            #expect(found[0].choices[0].value.text == (try laptop.text("site", "me")))
            // Edits of other fields keep the conflict; choosing a value ends it everywhere.
            try phone.update(name) { $0.attributes.label = "labelled" }
            #expect(try phone.conflicts().count == 1)
            let choice = try #require(
                try phone.conflicts()[0].choices.firstIndex { $0.value.text == "from the laptop" })
            try phone.resolve(name, field: "password", taking: choice)
            #expect(try phone.conflicts().isEmpty && phone.text("site", "me") == "from the laptop")
            try laptop.merge(phone)
            #expect(try laptop.conflicts().isEmpty && content(laptop) == content(phone))
            #expect(try laptop.item(name)?.attributes.label == "labelled")
            #expect(throws: VaultError.self) { try laptop.resolve(name, field: "password", taking: 0) }
            for vault in [laptop, phone] { #expect(try vault.verify().isSound) }
        }
    }

    @Test("keeps an edit of an item that the other copy removed")
    func editBeatsRemoval() throws {
        try parted([ItemDraft("trashed", "", "1"), ItemDraft("purged", "", "1"), ItemDraft("both", "", "1")]) {
            fixture, laptop, phone in
            try laptop.moveToTrash(.init("trashed"))
            try laptop.remove(.init("purged"))
            try laptop.moveToTrash(.init("both"))
            try phone.moveToTrash(.init("both"))
            try phone.set(ItemDraft("trashed", "", "2"))
            try phone.set(ItemDraft("purged", "", "2"))
            #expect(Set(try laptop.merge(phone).added.map(\.text)) == ["trashed", "purged"])
            try phone.merge(laptop)
            #expect(try content(laptop) == content(phone))
            #expect(try laptop.items().map(\.name.text) == ["purged", "trashed"] && laptop.text("trashed") == "2")
            // A removal by someone who had seen the edit holds.
            try phone.moveToTrash(.init("trashed"))
            #expect(try laptop.merge(phone).removed.map(\.text) == ["trashed"])
            #expect(try laptop.verify().isSound && phone.verify().isSound)
        }
    }

    @Test("keeps the attachments of both copies and the higher counter, and gives two items of one name two names")
    func unites() throws {
        let password = try OTPGenerator(.counter, key: SecretBytes(copying: "12345678901234567890".utf8), counter: 7)
        var draft = ItemDraft("login", "", "x")
        draft.secret.oneTimePassword = password
        try parted([draft, ItemDraft("files", "", "f")]) { fixture, laptop, phone in
            let content = [UInt8](repeating: 7, count: 70_000)
            try laptop.attach("same", from: MemoryReader(content), to: .init("files"))
            try phone.attach("same", from: MemoryReader([1, 2, 3]), to: .init("files"))
            try phone.attach("other", from: MemoryReader([4]), to: .init("files"))
            _ = try laptop.oneTimePassword(of: .init("login"))
            for _ in 0..<3 { _ = try phone.oneTimePassword(of: .init("login")) }
            try laptop.add(ItemDraft("twice", "me", "of the laptop"))
            try phone.add(ItemDraft("twice", "me", "of the phone"))
            let report = try laptop.merge(phone)
            #expect(report.numbered == [.init("twice", "me (2)")] && report.conflicts.isEmpty)
            try phone.merge(laptop)
            for vault in [laptop, phone] {
                let item = try #require(try vault.item(.init("files")))
                #expect(Set(item.attachments.map(\.name)) == ["other", "same", "same (2)"])
                var sizes: Set<Int> = []
                for attachment in item.attachments {
                    sizes.insert(try vault.extract(attachment.name, of: .init("files"), to: MemoryWriter()).bytes.count)
                }
                #expect(sizes == [1, 3, 70_000])
                #expect(try vault.secret(of: .init("login")).oneTimePassword?.counter == 10)
                #expect(try vault.items().filter { $0.name.service == "twice" }.count == 2)
                #expect(try vault.verify().isSound)
            }
            #expect(try self.content(laptop) == self.content(phone))
            // The number disappears with the other item.
            try laptop.remove(.init("twice", "me"))
            try phone.merge(laptop)
            #expect(try phone.items().map(\.name.text).contains("twice/me"))
            #expect(try !phone.items().map(\.name.text).contains("twice/me (2)"))
        }
    }

    @Test("merges copies exchanged by a sync program, one of which this machine saw, into one that both accept")
    func syncedFiles() throws {
        try parted([ItemDraft("a", "", "1")]) { fixture, laptop, phone in
            try laptop.set(ItemDraft("a", "", "laptop"))
            for _ in 0..<3 { try phone.add(ItemDraft("p\(UInt64.random(in: 0 ... .max))", "", "phone")) }
            // Syncthing replaces the laptop's file with the phone's and renames the laptop's.
            try copy(fixture, "laptop", to: "conflict")
            try copy(fixture, "phone", to: "laptop")
            #expect(throws: VaultError.code(.forked)) {
                do {
                    _ = try open(fixture, "laptop")
                } catch let error as VaultError {
                    throw VaultError(error.code, "")
                }
            }
            let standing = try open(fixture, "laptop") { $0.acceptsOlder = true }
            let mine = try open(fixture, "conflict", machine: "laptop") { $0.acceptsOlder = true }
            #expect(try standing.merge(mine).changed.map(\.text) == ["a"])
            #expect(try open(fixture, "laptop").items().count == 4)
            // The phone receives the merged file and recognizes it as newer than its own.
            try copy(fixture, "laptop", to: "phone")
            #expect(try open(fixture, "phone").text("a") == "laptop")
            // Neither copy follows from the one that a third machine saw.
            try copy(fixture, "test.vault", to: "third")
            let third = try open(fixture, "third")
            try third.add(ItemDraft("third", "", "3"))
            try copy(fixture, "phone", to: "third")
            let fork = try open(fixture, "third") { $0.acceptsOlder = true }
            let other = try open(fixture, "conflict", machine: "third") { $0.acceptsOlder = true }
            #expect(throws: VaultError.self) { try fork.merge(other) }
        }
    }

    @Test("rejects files that are not copies, are damaged or have another key")
    func refuses() throws {
        try parted([ItemDraft("a", "", "1")]) { fixture, laptop, phone in
            #expect(throws: VaultError.self) { try laptop.merge(laptop) }
            let stranger = try Vault.create(
                at: fixture.path(of: "stranger"), slots: [.keyFile(fixture.key)], options: fixture.options())
            let error = #expect(throws: VaultError.self) { try laptop.merge(stranger) }
            #expect(error?.code == .invalidArgument)
            try phone.set(ItemDraft("a", "", "2"))
            // A new key on one side; the other side's key is obsolete.
            var plan = Vault.RotationPlan()
            for slot in try laptop.slots { plan[slot.identifier] = .rewrap(.keyFile(fixture.key)) }
            try laptop.rotate(plan)
            let rotated = try open(fixture, "laptop")
            #expect(throws: VaultError.self) { try rotated.merge(phone) }
            #expect(throws: VaultError.self) { try phone.merge(rotated) }
            let report = try rotated.merge(phone, acceptsOlderKey: true)
            #expect(report.changed == [.init("a")] && report.hasCommonPast)
            #expect(try rotated.text("a") == "2" && rotated.verify().isSound)
            try phone.add(ItemDraft("later", "", "x"))
            let damaged = try Database(fixture.path(of: "phone"), .readWrite)
            try damaged.write { try damaged.execute("DELETE FROM item WHERE version > 2") }
            let failure = #expect(throws: VaultError.self) { try rotated.merge(phone, acceptsOlderKey: true) }
            #expect(failure?.code == .tampered)
            #expect(try rotated.item(.init("later")) == nil)
        }
    }

    @Test("rejects a copy forged with the public key of a slot")
    func forged() throws {
        try VaultFixture.run { fixture in
            let key = Curve25519.KeyAgreement.PrivateKey()
            let vault = try Vault.create(
                at: fixture.path, slots: [.keyFile(fixture.key), .x25519(key.publicKey)], options: fixture.options())
            try vault.add(ItemDraft("a", "", "1"))
            // A foreign vault with the same identifier, forged with only the public key of a slot.
            let made = try VaultKey(randomFor: vault.identifier)
            let keys = try RecordKeys(made.subkeys)
            let (slots, entries) = try VaultSlots.make([.x25519(key.publicKey)], for: made, nil)
            try Database.create(fixture.path(of: "forged")) { database in
                _ = try VaultTransaction(new: database, keys, slots, entries)
            }
            let forged = try Vault.openCopy(
                at: fixture.path(of: "forged"), with: .x25519(key), options: Vault.OpenOptions(stateFolder: nil))
            let error = #expect(throws: VaultError.self) { try vault.merge(forged) }
            #expect(error?.code == .olderFile)
        }
    }

    @Test("loses nothing without a common past and shows the differences")
    func withoutCommonPast() throws {
        try parted([ItemDraft("a", "", "1"), ItemDraft("b", "", "1")]) { fixture, laptop, phone in
            for number in 0..<270 { try laptop.set(ItemDraft("busy", "", "\(number)")) }
            try laptop.set(ItemDraft("a", "", "laptop"))
            try phone.remove(.init("b"))
            for number in 0..<3 { try phone.set(ItemDraft("a", "", "phone \(number)")) }
            let report = try laptop.merge(phone)
            #expect(!report.hasCommonPast)
            #expect(report.removed.isEmpty)
            #expect(report.conflicts == [.init("a")])
            #expect(try laptop.item(.init("b")) != nil)
            // From now on they have a common past.
            try phone.set(ItemDraft("a", "", "phone again"))
            #expect(try laptop.merge(phone).hasCommonPast)
        }
    }

    @Test("converges after random changes in any order", arguments: 0..<12 as Range<UInt64>)
    func random(_ seed: UInt64) throws {
        var random = Repeatable(seed)
        try parted((0..<4).map { ItemDraft("item \($0)", "", "start") }) { fixture, laptop, phone in
            try copy(fixture, to: "third")
            let all = [laptop, phone, try open(fixture, "third")]
            var written = 0
            func change(_ vault: Vault) throws {
                written += 1
                let items = try vault.items()
                guard let item = items.randomElement(using: &random), Int.random(in: 0..<8, using: &random) > 0 else {
                    try vault.add(ItemDraft("new \(written)", "", "\(written)"))
                    return
                }
                switch Int.random(in: 0..<9, using: &random) {
                case 0: try vault.moveToTrash(item.name)
                case 1: try vault.remove(item.name)
                case 2: try vault.update(item.name) { $0.name.account = "\(written)" }
                case 3:
                    try vault.update(item.name) {
                        $0.attributes.fields = [.init("field", "\(written)")]
                        $0.secret.fields = []
                    }
                case 4:
                    try vault.update(item.name) {
                        $0.attributes.fields = []
                        $0.secret.fields = [.init("field", SecretBytes(copying: "\(written)".utf8))]
                    }
                case 5: try vault.attach("\(written)", from: MemoryReader([1]), to: item.name)
                case 6:
                    guard let conflict = try vault.conflicts(of: item.name).first else { fallthrough }
                    // A name that another item has cannot be chosen.
                    _ = try? vault.resolve(item.name, field: conflict.field, taking: conflict.choices.count - 1)
                default: try vault.update(item.name) { $0.secret.value = SecretBytes(copying: "\(written)".utf8) }
                }
            }
            for _ in 0..<25 {
                let index = Int.random(in: 0..<3, using: &random)
                if Int.random(in: 0..<5, using: &random) > 0 {
                    try change(all[index])
                } else {
                    try all[index].merge(all[(index + 1) % 3])
                }
            }
            for _ in 0..<2 { for (one, other) in [(0, 1), (0, 2), (1, 0), (2, 0)] { try all[one].merge(all[other]) } }
            let first = try content(all[0])
            for vault in all {
                #expect(try content(vault) == first)
                let report = try vault.verify()
                #expect(report.isSound, "\(report.findings)")
            }
        }
    }
}

extension Vault.Conflict.Choice.Value {
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .secret(let bytes): String(decoding: [UInt8](bytes: bytes), as: UTF8.self)
        }
    }
}
