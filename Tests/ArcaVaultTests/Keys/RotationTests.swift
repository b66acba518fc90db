internal import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite struct RotationTests {
    /// A vault with items, some with older versions.
    private func filled(_ fixture: VaultFixture, _ count: Int) throws -> Vault {
        let vault = try fixture.create()
        try vault.add((0..<count).map { ItemDraft("service \($0)", "alice", "secret \($0)") })
        for number in stride(from: 0, to: count, by: 97) {
            try vault.set(ItemDraft("service \(number)", "alice", "newer \(number)"))
            try vault.set(ItemDraft("service \(number)", "alice", "newest \(number)"))
        }
        return vault
    }

    private func expectAll(_ vault: Vault, _ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try vault.items().count == count, sourceLocation: sourceLocation)
        for number in stride(from: 0, to: count, by: 13) {
            let isChanged = number % 97 == 0
            let text = try vault.text("service \(number)", "alice")
            #expect(text == (isChanged ? "newest \(number)" : "secret \(number)"), sourceLocation: sourceLocation)
            let name = VaultItem.Name("service \(number)", "alice")
            let history = try vault.history(of: name)
            #expect(history.count == (isChanged ? 2 : 0), sourceLocation: sourceLocation)
            if let oldest = history.last {
                let secret = try vault.secret(of: name, version: oldest.version)
                #expect(secret.text == "secret \(number)", sourceLocation: sourceLocation)
            }
        }
    }

    private func plan(_ vault: Vault, _ fixture: VaultFixture, to key: VaultKeyFile? = nil) throws -> Vault.RotationPlan
    {
        var plan = Vault.RotationPlan()
        for slot in try vault.slots {
            plan[slot.identifier] = key.map { .replace(.keyFile($0)) } ?? .rewrap(.keyFile(fixture.key))
        }
        return plan
    }

    @Test("all items and their history are under the new key, and the old one no longer opens anything")
    func rotates() throws {
        try VaultFixture.run { fixture in
            let vault = try filled(fixture, 300)
            let old = try vault.read { transaction in transaction.keys }
            let other = try fixture.open()
            let new = try VaultKeyFile()
            var remaining: [Int] = []
            try vault.rotate(plan(vault, fixture, to: new)) { remaining.append($0.remainingCount) }
            #expect(remaining.first == 300)
            #expect(remaining == remaining.sorted(by: >))
            #expect(remaining.last == 0)
            #expect(remaining.count > 2)
            try expectAll(vault, 300)
            #expect(try vault.rotation == nil)
            #expect(try fixture.number("SELECT count(*) FROM item WHERE epoch <> 2") == 0)
            #expect(try fixture.number("SELECT count(*) FROM history WHERE epoch <> 2") == 0)
            #expect(try fixture.number("SELECT count(*) FROM slot") == 1)
            // A vault opened with the old key asks to be opened again.
            #expect(throws: VaultError.code(.rotated)) { try other.items() }
            #expect(throws: VaultError.code(.wrongCredential)) { try fixture.open() }
            let opened = try Vault.open(at: fixture.path, with: .keyFile(new), options: fixture.options())
            try expectAll(opened, 300)
            try opened.add(ItemDraft("new", "", "secret"))
            // A kept copy of the old vault key opens neither state nor rows nor log.
            let database = try Database(fixture.path, .readOnly)
            let row = try database.read { try database.state.row() }
            #expect(throws: VaultError.code(.tampered)) { try old.openState(row.sealed, generation: row.generation) }
            try database.read { () throws in
                func check(_ row: borrowing Row) throws {
                    let row = try SealedRow(row, withSecret: true)
                    #expect(throws: VaultError.code(.tampered)) { try old.openAttributes(row) }
                    #expect(throws: VaultError.code(.tampered)) { try old.openSecret(row) }
                }
                try database.items.forEach(atMost: .max, withSecrets: true, check)
                try database.history.forEach(atMost: .max, withSecrets: true, check)
            }
        }
    }

    @Test("re-wrapped slots keep Argon2id, but not its cost", arguments: [nil, 3])
    func keepsArgon2(passes: Int?) throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let passphrase = SecretBytes(copying: "a b".utf8)
            let cheap = VaultSlot.Cost.argon2id(try Argon2KDF.Cost(memoryKiB: 64, passes: 1))
            let weak = NewVaultSlot.passphrase(passphrase).derived(with: cheap).permittingAnyCostForTests
            let added = try vault.addSlot(weak)
            #expect(added.cost == cheap && added.cost?.description == "Argon2id with m = 64 KiB, t = 1, p = 1")
            #expect(try vault.slots.map(\.cost) == vault.slots.map { $0.kind == .passphrase ? cheap : nil })
            var plan = try plan(vault, fixture)
            plan[added.identifier] = .rewrap(.passphrase(passphrase))
            if let passes {
                plan.argon2Cost = try Argon2KDF.Cost(
                    memoryKiB: Argon2KDF.Cost.slot.memoryKiB, passes: passes, lanes: Argon2KDF.Cost.slot.lanes)
            }
            try vault.rotate(plan)
            let opened = try Vault.open(at: fixture.path, with: .passphrase(passphrase), options: fixture.options())
            #expect(try opened.openingSlot?.cost == .argon2id(plan.argon2Cost))
            #expect(passes != nil || .argon2id(plan.argon2Cost) == VaultSlot.Cost.standardArgon2id)
        }
    }

    // A killed process leaves the file as the last transaction left it.
    @Test("interrupted after any transaction, only the new key opens it, everything reads, and it completes")
    func cutShort() throws {
        try VaultFixture.run { fixture in
            let count = 700
            let vault = try filled(fixture, count)
            let new = try VaultKeyFile()
            var files: [URL] = []
            try vault.rotate(plan(vault, fixture, to: new)) { _ in
                let copy = fixture.folder.appendingPathComponent("cut-\(files.count).vault")
                try? FileManager.default.copyItem(at: fixture.file, to: copy)
                files.append(copy)
            }
            #expect(files.count >= 4)
            for (index, file) in files.enumerated() {
                let path = BytePath(Array(file.path.utf8))
                func open(_ key: VaultKeyFile) throws -> Vault {
                    let options = fixture.options {
                        $0.stateFolder = Vault.StateFolder(fixture.path(of: "state-\(index)"))
                    }
                    return try Vault.open(at: path, with: .keyFile(key), options: options)
                }
                #expect(throws: VaultError.code(.wrongCredential)) { try open(fixture.key) }
                let reader = try open(new)
                #expect(try reader.rotation != nil)
                try expectAll(reader, count)
                #expect(try reader.item(.init("service \(count)", "alice")) == nil)
                // A writer changes old and new items and advances the rotation.
                let writer = try open(new)
                let before = try #require(try writer.rotation)
                #expect(throws: VaultError.code(.duplicate)) { try writer.add(ItemDraft("service 5", "alice", "x")) }
                try writer.add(ItemDraft("service \(count)", "alice", "secret \(count)"))
                try writer.update(.init("service 1", "alice")) { $0.name.service = "renamed" }
                try writer.remove(.init("service 2", "alice"))
                let after = try writer.rotation
                #expect(before.remainingCount == 0 || after?.remainingCount ?? 0 < before.remainingCount)
                try writer.resumeRotation()
                #expect(try writer.rotation == nil && writer.items().count == count)
                #expect(
                    try writer.text("renamed", "alice") == "secret 1" && writer.text("service 3", "alice") == "secret 3"
                )
                #expect(try open(new).items().count == count)
                let database = try Database(path, .readOnly)
                #expect(
                    try database.read {
                        try database.integer("SELECT count(*) FROM item WHERE epoch <> 2")
                    } == 0)
            }
        }
    }

    @Test("a slot without a decision, a wrong credential or no remaining slot stops it, and nothing changes")
    func refused() throws {
        try VaultFixture.run { fixture in
            let vault = try filled(fixture, 3)
            let identity = Curve25519.KeyAgreement.PrivateKey()
            let file = try #require(try vault.slots.first)
            let recipient = try vault.addSlot(.x25519(identity.publicKey).labeled("Alice"))
            let before = try Data(contentsOf: fixture.file)
            func refused(
                _ code: VaultError.Code, _ file: Vault.RotationPlan.Decision?, _ other: Vault.RotationPlan.Decision?
            )
                throws
            {
                var plan = Vault.RotationPlan()
                (plan[file1], plan[recipient.identifier]) = (file, other)
                #expect(throws: VaultError(code, "")) { try vault.rotate(plan) }
                #expect(try Data(contentsOf: fixture.file) == before)
            }
            let file1 = file.identifier
            let rewrap = Vault.RotationPlan.Decision.rewrap(.keyFile(fixture.key))
            try refused(.invalidArgument, rewrap, nil)
            try refused(.invalidArgument, nil, .keep)
            try refused(.invalidArgument, .keep, .keep)
            try refused(.invalidArgument, .drop, .drop)
            try refused(.wrongCredential, .rewrap(.keyFile(try VaultKeyFile())), .keep)
            try refused(.wrongCredential, .rewrap(.x25519(identity)), .keep)
            try refused(.invalidArgument, rewrap, .rewrap(.session))
            var unknown = try plan(vault, fixture)
            unknown[recipient.identifier] = .keep
            unknown[[UInt8](repeating: 0, count: 16)] = .drop
            #expect(throws: VaultError.code(.notFound)) { try vault.rotate(unknown) }
            var plan = Vault.RotationPlan()
            (plan[file1], plan[recipient.identifier]) = (rewrap, .keep)
            try vault.rotate(plan)
            let kept = try #require(try vault.slots.first { $0.kind == .x25519 })
            #expect(
                kept.label == "Alice" && kept.recipient == recipient.recipient
                    && kept.identifier != recipient.identifier)
            let opened = try Vault.open(at: fixture.path, with: .x25519(identity), options: fixture.options())
            try expectAll(opened, 3)
        }
    }

    @Test("rotates twice in a row, and a vault without items")
    func again() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.rotate(plan(vault, fixture))
            try vault.add(ItemDraft("a", "", "b"))
            try vault.rotate(plan(vault, fixture))
            #expect(try vault.text("a") == "b" && fixture.open().text("a") == "b")
            #expect(try fixture.number("SELECT epoch FROM state") == 3)
        }
    }

    @Test("rows changed during the rotation stop it and are not re-encrypted")
    func tampered() throws {
        for statement in [
            "DELETE FROM item WHERE tag = (SELECT max(tag) FROM item WHERE epoch = 1)",
            "UPDATE item SET version = version - 1 WHERE tag = (SELECT max(tag) FROM item WHERE epoch = 1)",
            "DELETE FROM history WHERE epoch = 1",
        ] {
            try VaultFixture.run { fixture in
                let vault = try filled(fixture, 300)
                var isDone = false
                #expect(throws: VaultError.code(.tampered)) {
                    try vault.rotate(plan(vault, fixture)) { progress in
                        guard !isDone, progress.remainingCount < 300 || statement.contains("history") else { return }
                        isDone = true
                        #expect(throws: Never.self) { try fixture.edit(statement) }
                    }
                }
                #expect(try vault.rotation != nil)
            }
        }
    }
}
