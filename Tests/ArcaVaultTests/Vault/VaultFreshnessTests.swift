internal import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite("Older files, forks, backups")
struct VaultFreshnessTests {
    /// A vault of generation 3 and a copy of its generation 2.
    private func make(_ fixture: VaultFixture) throws -> Data {
        let vault = try fixture.create()
        try vault.add(ItemDraft("s", "a", "old"))
        let old = try Data(contentsOf: fixture.file)
        try vault.set(ItemDraft("s", "a", "new"))
        return old
    }

    @Test("an older file is rejected, read on request, and written once it is accepted")
    func olderFile() throws {
        try VaultFixture.run { fixture in
            let old = try make(fixture)
            let open = try fixture.open()
            try old.write(to: fixture.file)
            #expect(throws: VaultError.code(.olderFile)) { try fixture.open() }
            #expect(throws: VaultError.code(.olderFile)) { try open.text("s", "a") }
            #expect(throws: VaultError.code(.olderFile)) { try open.set(ItemDraft("s", "a", "x")) }
            let vault = try fixture.open { $0.acceptsOlder = true }
            #expect(try vault.text("s", "a") == "old")
            #expect(throws: VaultError.code(.olderFile)) { try vault.set(ItemDraft("s", "a", "x")) }
            #expect(try vault.verify().findings.map(\.code) == [.olderFile])
            #expect(throws: VaultError.code(.olderFile)) { try fixture.open() }
            #expect(try vault.verify(acceptsOlder: true).findings.isEmpty)
            #expect(try vault.status.generation == 4)
            try vault.set(ItemDraft("s", "a", "onwards"))
            #expect(try fixture.open().text("s", "a") == "onwards")
        }
    }

    @Test("a writer that saw an older state does not overwrite another process's write")
    func writerAsksAgain() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "1"))
            let other = try fixture.open()
            let old = try Data(contentsOf: fixture.file)
            try vault.set(ItemDraft("s", "a", "2"))
            try old.write(to: fixture.file)
            #expect(throws: VaultError.code(.olderFile)) { try other.set(ItemDraft("s", "a", "3")) }
        }
    }

    @Test("a fork is rejected, at the same generation and at a later one")
    func fork() throws {
        for count in [1, 3] {
            try VaultFixture.run { fixture in
                let old = try make(fixture)
                // Another machine continues from the copy.
                try old.write(to: fixture.folder.appendingPathComponent("copy"))
                let copy = try Vault.open(
                    at: fixture.path(of: "copy"), with: .keyFile(fixture.key),
                    options: .init(stateFolder: Vault.StateFolder(fixture.path(of: "elsewhere"))))
                for number in 0..<count { try copy.set(ItemDraft("s", "a", "fork \(number)")) }
                try Data(contentsOf: fixture.folder.appendingPathComponent("copy")).write(to: fixture.file)
                #expect(throws: VaultError.code(.forked)) { try fixture.open() }
                let vault = try fixture.open { $0.acceptsOlder = true }
                #expect(try vault.verify().findings.map(\.code) == [.fork])
                #expect(try vault.verify(acceptsOlder: true).isSound)
                #expect(try fixture.open().text("s", "a") == "fork \(count - 1)")
            }
        }
    }

    @Test("a machine that never saw the vault reports it once and then remembers")
    func firstSight() throws {
        try VaultFixture.run { fixture in
            let old = try make(fixture)
            try fixture.forgetAnchor()
            _ = try fixture.open()
            #expect(fixture.notes.list == [.unseen])
            _ = try fixture.open()
            #expect(fixture.notes.list == [.unseen])
            try old.write(to: fixture.file)
            #expect(throws: VaultError.code(.olderFile)) { try fixture.open() }
        }
    }

    @Test("a later file is followed through the log, or noted if the log does not reach back")
    func log() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let anchors = try FileManager.default.contentsOfDirectory(
                at: fixture.folder.appendingPathComponent("state/anchors"), includingPropertiesForKeys: nil)
            let anchor = try #require(anchors.first { $0.lastPathComponent.count == 32 })
            let first = try Data(contentsOf: anchor)
            for number in 0..<254 { try vault.set(ItemDraft("s", "a", "\(number)")) }
            let second = try Data(contentsOf: anchor)
            try first.write(to: anchor)
            _ = try fixture.open()
            #expect(fixture.notes.list.isEmpty)
            #expect(try Data(contentsOf: anchor) == second)
            for number in 0..<3 { try vault.set(ItemDraft("s", "a", "\(number)")) }
            #expect(try fixture.number("SELECT count(*) FROM log") == 256)
            try first.write(to: anchor)
            _ = try fixture.open()
            #expect(fixture.notes.list == [.untraceable])
        }
    }

    @Test("a key from a public-key slot does not vouch for a past that cannot be traced")
    func unproven() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let identity = Curve25519.KeyAgreement.PrivateKey()
            try vault.addSlot(.x25519(identity.publicKey))
            try fixture.forgetAnchor()
            _ = try Vault.open(at: fixture.path, with: .x25519(identity), options: fixture.options())
            #expect(fixture.notes.list == [.unseenAndUnproven])
            let anchors = fixture.folder.appendingPathComponent("state/anchors")
            let anchor = try #require(
                try FileManager.default.contentsOfDirectory(at: anchors, includingPropertiesForKeys: nil)
                    .first { $0.lastPathComponent.count == 32 })
            let seen = try Data(contentsOf: anchor)
            for number in 0..<258 { try vault.set(ItemDraft("s", "a", "\(number)")) }
            try seen.write(to: anchor)
            #expect(throws: VaultError.code(.forked)) {
                try Vault.open(at: fixture.path, with: .x25519(identity), options: fixture.options())
            }
            _ = try fixture.open()
        }
    }

    @Test("a file from before a rotation is older, and continues only when accepted")
    func epochs() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "old"))
            let old = try Data(contentsOf: fixture.file)
            let new = try VaultKeyFile()
            var plan = Vault.RotationPlan()
            plan[try vault.slots[0].identifier] = .replace(.keyFile(new))
            try vault.rotate(plan)
            try old.write(to: fixture.file)
            // A vault open with the new key sees a foreign key; one opened with the old key sees what this machine
            // remembers.
            #expect(throws: VaultError.code(.olderFile)) { try vault.text("s", "a") }
            #expect(throws: VaultError.code(.olderFile)) { try fixture.open() }
            let accepted = try fixture.open { $0.acceptsOlder = true }
            #expect(try accepted.text("s", "a") == "old")
            #expect(try accepted.verify().findings.map(\.code) == [.olderFile])
            // The file restores a replaced key, so continuing creates a new one and needs a credential for its slot.
            #expect(throws: VaultError.code(.locked)) { try accepted.verify(acceptsOlder: true) }
            #expect(throws: VaultError.code(.wrongCredential)) {
                try accepted.verify(acceptsOlder: true, with: .keyFile(new))
            }
            #expect(try Data(contentsOf: fixture.file) == old)
            let before = try accepted.withEngine { try $0.unlockedKeys() }
            #expect(try accepted.verify(acceptsOlder: true, with: .keyFile(fixture.key)).isSound)
            #expect(try fixture.number("SELECT epoch FROM state") == 3)
            #expect(try fixture.number("SELECT count(*) FROM item WHERE epoch <> 3") == 0)
            try fixture.open().set(ItemDraft("s", "a", "onwards"))
            #expect(try fixture.open().text("s", "a") == "onwards")
            // The copy's key does not open later writes either.
            let row = try Database(fixture.path, .readOnly).state.row()
            #expect(throws: VaultError.code(.rotated)) { try row.open(before) }
        }
    }

    @Test(
        "the removal of a slot survives accepting a file from before it, whichever slot opened it"
    )
    func removedSlot() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "old"))
            let other = try VaultKeyFile()
            let slot = try vault.addSlot(.keyFile(other).labeled("Bob"))
            let old = try Data(contentsOf: fixture.file)
            try vault.removeSlot(slot.identifier)
            try old.write(to: fixture.file)
            let accepted = try fixture.open { $0.acceptsOlder = true }
            #expect(throws: VaultError.code(.locked)) { try accepted.verify(acceptsOlder: true) }
            #expect(try accepted.verify(acceptsOlder: true, with: .keyFile(fixture.key)).isSound)
            #expect(fixture.notes.list.last == .slotsLeftOut([slot]))
            #expect(throws: VaultError.code(.wrongCredential)) {
                try Vault.open(at: fixture.path, with: .keyFile(other), options: fixture.options())
            }
            let opened = try fixture.open()
            #expect(try opened.slots.count == 1 && opened.text("s", "a") == "old")
            #expect(try opened.verify().findings.isEmpty)
            // A state with the current slots continues unchanged, with its keys.
            let before = try Data(contentsOf: fixture.file)
            try opened.set(ItemDraft("s", "a", "new"))
            try before.write(to: fixture.file)
            let again = try fixture.open { $0.acceptsOlder = true }
            #expect(try again.verify(acceptsOlder: true).isSound)
            #expect(try fixture.number("SELECT epoch FROM state") == 2)
        }
    }

    @Test("a rotation elsewhere is a fork unless its generation is higher; then it is noted")
    func rotatedElsewhere() throws {
        for (changes, isAbove) in [(0, false), (9, true)] {
            try VaultFixture.run { fixture in
                let vault = try fixture.create()
                try vault.add(ItemDraft("s", "a", "here"))
                let copyFile = fixture.folder.appendingPathComponent("copy")
                try FileManager.default.copyItem(at: fixture.file, to: copyFile)
                for number in 0..<5 { try vault.set(ItemDraft("s", "a", "\(number)")) }
                let copy = try Vault.open(
                    at: fixture.path(of: "copy"), with: .keyFile(fixture.key),
                    options: .init(stateFolder: Vault.StateFolder(fixture.path(of: "elsewhere"))))
                for number in 0..<changes { try copy.set(ItemDraft("s", "a", "\(number)")) }
                var plan = Vault.RotationPlan()
                plan[try copy.slots[0].identifier] = .rewrap(.keyFile(fixture.key))
                try copy.rotate(plan)
                try Data(contentsOf: copyFile).write(to: fixture.file)
                if isAbove {
                    _ = try fixture.open()
                    #expect(fixture.notes.list == [.untraceable])
                } else {
                    #expect(throws: VaultError.code(.forked)) { try fixture.open() }
                }
            }
        }
    }

    @Test("a damaged or unwritable anchor is noted and fails nothing")
    func notes() throws {
        try VaultFixture.run { fixture in
            try fixture.create().add(ItemDraft("s", "a", "1"))
            let anchors = fixture.folder.appendingPathComponent("state/anchors")
            let anchor = try #require(
                try FileManager.default.contentsOfDirectory(at: anchors, includingPropertiesForKeys: nil)
                    .first { $0.lastPathComponent.count == 32 })
            try Data("garbage".utf8).write(to: anchor)
            #expect(try fixture.open().text("s", "a") == "1")
            #expect(
                fixture.notes.list == [
                    .damagedAnchor(fixture.path(of: "state/anchors/\(anchor.lastPathComponent)")), .unseen,
                ])
            // The anchors cannot be written: their folder is a file.
            try FileManager.default.removeItem(at: anchors)
            try Data().write(to: anchors)
            try fixture.open().set(ItemDraft("s", "a", "2"))
            let isTold = fixture.notes.list.dropFirst(2).contains { note in
                if case .anchorNotKept = note { true } else { false }
            }
            #expect(isTold)
        }
    }

    @Test("a new file is not created next to a journal, which would be replayed into it")
    func journalAtTarget() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "1"))
            let copy = fixture.folder.appendingPathComponent("copy")
            try Data([1]).write(to: URL(fileURLWithPath: copy.path + "-journal"))
            #expect(throws: VaultError.code(.duplicate)) { try vault.backup(to: fixture.path(of: "copy")) }
            #expect(throws: VaultError.code(.duplicate)) {
                try Vault.create(
                    at: fixture.path(of: "copy"), slots: [.keyFile(fixture.key)], options: fixture.options())
            }
            #expect(!FileManager.default.fileExists(atPath: copy.path))
        }
    }

    @Test("a vault is replaced only while no one writes to it")
    func restoreWhileWriting() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "1"))
            try vault.backup(to: fixture.path(of: "copy"))
            func restore() throws -> Vault {
                try Vault.restore(
                    from: fixture.path(of: "copy"), to: fixture.path, with: .keyFile(fixture.key), replacing: true,
                    options: fixture.options { $0.busyMilliseconds = 50 })
            }
            try vault.write { (_) throws in
                _ = #expect(throws: VaultError.code(.busy)) { try restore() }
            }
            #expect(try vault.text("s", "a") == "1")
            #expect(try restore().text("s", "a") == "1")
        }
    }

    @Test("a backup opens only as a backup, and restores above every generation seen")
    func backup() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "1"))
            let path = fixture.path(of: "copy")
            try vault.backup(to: path)
            #expect(throws: VaultError.code(.duplicate)) { try vault.backup(to: path) }
            try vault.backup(to: path, existing: .replace)
            try vault.set(ItemDraft("s", "a", "2"))
            let generation = try vault.status.generation
            func open(_ path: BytePath, _ isBackup: Bool) throws -> Vault {
                try Vault.open(
                    at: path, with: .keyFile(fixture.key), options: fixture.options { $0.isBackup = isBackup })
            }
            let copy = try open(path, true)
            #expect(try copy.text("s", "a") == "1")
            #expect(throws: VaultError.code(.readOnly)) { try copy.set(ItemDraft("s", "a", "3")) }
            #expect(try copy.verify().findings.isEmpty)
            #expect(throws: VaultError.code(.tampered)) { try open(path, false) }
            #expect(throws: VaultError.code(.invalidArgument)) { try open(fixture.path, true) }
            // The vault is not verified as a backup either, because nothing would be compared.
            #expect(throws: VaultError.code(.invalidArgument)) {
                try Vault.verify(
                    at: fixture.path, with: .keyFile(fixture.key), options: fixture.options { $0.isBackup = true })
            }
            // A backup in the vault's place is an error.
            let live = try Data(contentsOf: fixture.file)
            try Data(contentsOf: fixture.folder.appendingPathComponent("copy")).write(to: fixture.file)
            #expect(throws: VaultError.code(.tampered)) { try fixture.open() }
            try live.write(to: fixture.file)
            #expect(throws: VaultError.code(.duplicate)) {
                try Vault.restore(from: path, to: fixture.path, with: .keyFile(fixture.key), options: fixture.options())
            }
            let restored = try Vault.restore(
                from: path, to: fixture.path, with: .keyFile(fixture.key), replacing: true, options: fixture.options())
            #expect(try restored.text("s", "a") == "1")
            #expect(try restored.status.generation > generation)
            try restored.set(ItemDraft("s", "a", "4"))
            #expect(try fixture.open().text("s", "a") == "4")
            #expect(try restored.verify().findings.isEmpty)
            #expect(fixture.notes.list == [.restored(added: 0, changed: 1, removed: 0)])
            #expect(throws: VaultError.code(.invalidArgument)) {
                try Vault.restore(
                    from: fixture.path, to: fixture.path(of: "x"), with: .keyFile(fixture.key),
                    options: fixture.options())
            }
        }
    }
}
