import ArcaCore
import ArcaCrypto
import ArcaOTP
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite("Restoring a backup")
struct VaultRestoreTests {
    private func restore(
        _ fixture: VaultFixture, with key: VaultKeyFile? = nil, to path: BytePath? = nil, discarding: Bool = false,
        _ change: (inout Vault.OpenOptions) -> Void = { _ in }
    ) throws -> Vault {
        try Vault.restore(
            from: fixture.path(of: "copy"), to: path ?? fixture.path, with: .keyFile(key ?? fixture.key),
            replacing: true, discarding: discarding, options: fixture.options(change))
    }

    private func content(_ vault: Vault) throws -> [String: String] {
        try Dictionary(uniqueKeysWithValues: vault.items().map { ($0.name.text, try vault.secret(of: $0.name).text) })
    }

    @Test("changes the items of the vault, whose key and slots stay, and moves what it replaces to the history")
    func edits() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let recovery = try RecoveryCode()
            try vault.add([
                ItemDraft("kept", "", "same"), ItemDraft("changed", "", "1"), ItemDraft("removed", "", "gone"),
                ItemDraft("trashed", "", "t1"), ItemDraft("back", "", "b"), ItemDraft("left", "", "a"),
                ItemDraft("right", "", "b"), ItemDraft("attached", "", "x"),
            ])
            try vault.set(ItemDraft("removed", "", "gone later"))
            for name in ["stays", "goes"] {
                try vault.attach(name, from: MemoryReader(Array(name.utf8)), to: .init("attached"))
            }
            let bob = try VaultKeyFile()
            let slot = try vault.addSlot(.keyFile(bob))
            try vault.backup(to: fixture.path(of: "copy"))
            // Since the backup, a slot was removed, another added, and the key rotated.
            try vault.removeSlot(slot.identifier)
            try vault.addSlot(.recoveryCode(recovery))
            var plan = Vault.RotationPlan()
            for slot in try vault.slots {
                plan[slot.identifier] =
                    slot.kind == .keyFile ? .rewrap(.keyFile(fixture.key)) : .replace(.recoveryCode(recovery))
            }
            try vault.rotate(plan)
            try vault.set(ItemDraft("changed", "", "2"))
            try vault.remove(.init("removed"))
            try vault.set(ItemDraft("trashed", "", "t2"))
            for name in ["trashed", "back"] { try vault.moveToTrash(.init(name)) }
            try vault.detach("goes", from: .init("attached"))
            try vault.attach("new", from: MemoryReader([1]), to: .init("attached"))
            try vault.add(ItemDraft("added", "", "since"))
            // Two items have swapped names.
            try vault.update(.init("left")) { $0.name.service = "other" }
            try vault.update(.init("right")) { $0.name.service = "left" }
            try vault.update(.init("other")) { $0.name.service = "right" }
            let kept = try #require(try vault.item(.init("kept")))
            let (slots, generation) = (try vault.slots, try vault.status.generation)

            let restored = try restore(fixture)
            #expect(
                try content(restored) == [
                    "kept": "same", "changed": "1", "trashed": "t1", "back": "b", "removed": "gone later", "left": "a",
                    "right": "b", "attached": "x",
                ])
            #expect(try restored.slots == slots && fixture.number("SELECT epoch FROM state") == 2)
            #expect(try restored.status.generation == generation + 1)
            #expect(try restored.item(.init("kept")) == kept)
            #expect(fixture.notes.list.last == .restored(added: 3, changed: 4, removed: 1))
            // The replaced version is one step back.
            let versions = try restored.history(of: .init("changed"))
            #expect(try versions.map { try restored.secret(of: $0.name, version: $0.version).text } == ["2", "1"])
            #expect(try restored.history(of: .init("removed")).count == 1)
            let trashed = try restored.history(of: .init("trashed"))
            #expect(try trashed.map { try restored.secret(of: $0.name, version: $0.version).text } == ["t2", "t1"])
            #expect(try restored.history(of: .init("back")).isEmpty)
            #expect(try restored.takeFromTrash(.init("added")).name.service == "added")
            try restored.remove(.init("added"))
            #expect(try restored.history(of: .init("left")).contains { $0.name.service == "right" })
            #expect(
                try restored.item(.init("attached"))?.attachments.map(\.name) == ["stays", "goes"])
            for name in ["stays", "goes"] {
                let writer = try restored.extract(name, of: .init("attached"), to: MemoryWriter())
                #expect(writer.bytes == Array(name.utf8))
            }
            #expect(try restored.verify().findings.isEmpty)
            // An open vault continues; the removed slot opens nothing.
            try vault.set(ItemDraft("kept", "", "newer"))
            #expect(try fixture.open().text("kept") == "newer")
            #expect(throws: VaultError.code(.wrongCredential)) {
                try Vault.open(at: fixture.path, with: .keyFile(bob), options: fixture.options())
            }
        }
    }

    @Test("never lowers a counter of one-time passwords, and leaves an equal vault unchanged")
    func counter() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let password = try OTPGenerator(.counter, key: SecretBytes(copying: [1, 2, 3]), counter: 5)
            let secret = ItemSecret(SecretBytes(copying: [1]), oneTimePassword: password)
            try vault.add(ItemDraft(.init("s"), secret: secret))
            try vault.backup(to: fixture.path(of: "copy"))
            _ = try vault.oneTimePassword(of: .init("s"))
            let restored = try restore(fixture)
            #expect(try restored.secret(of: .init("s")).oneTimePassword?.counter == 6)
            #expect(fixture.notes.list == [.restored(added: 0, changed: 0, removed: 0)])
        }
    }

    @Test("creates a new key and one slot if the vault is missing, above every generation seen on this machine")
    func missing() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "1"))
            try vault.set(ItemDraft("s", "a", "2"))
            try vault.attach("x", from: MemoryReader([1, 2, 3]), to: .init("s", "a"))
            let bob = try VaultKeyFile()
            let slot = try vault.addSlot(.keyFile(bob).labeled("Bob"))
            try vault.backup(to: fixture.path(of: "copy"))
            let old = try vault.withEngine { try $0.unlockedKeys() }
            try vault.removeSlot(slot.identifier)
            for _ in 0..<2 {
                var plan = Vault.RotationPlan()
                plan[try vault.slots[0].identifier] = .rewrap(.keyFile(fixture.key))
                try vault.rotate(plan)
            }
            let generation = try vault.status.generation
            try FileManager.default.removeItem(at: fixture.file)
            let restored = try restore(fixture)
            #expect(fixture.notes.list == [.slotsLeftOut([slot])])
            #expect(try fixture.number("SELECT epoch FROM state") == 4)
            #expect(try restored.status.generation > generation)
            #expect(try restored.text("s", "a") == "2" && restored.history(of: .init("s", "a")).count == 2)
            #expect(try restored.extract("x", of: .init("s", "a"), to: MemoryWriter()).bytes == [1, 2, 3])
            #expect(try restored.slots.count == 1 && restored.verify().findings.isEmpty)
            try restored.set(ItemDraft("s", "a", "3"))
            #expect(try fixture.open().text("s", "a") == "3")
            // Neither the removed slot nor the backup's key opens it.
            #expect(throws: VaultError.code(.wrongCredential)) {
                try Vault.open(at: fixture.path, with: .keyFile(bob), options: fixture.options())
            }
            let row = try Database(fixture.path, .readOnly).state.row()
            #expect(throws: VaultError.code(.rotated)) { try row.open(old) }
            #expect(try fixture.number("SELECT count(*) FROM history WHERE epoch <> 4") == 0)
        }
    }

    @Test("opens with the recovery code that opened the backup")
    func recoveryCode() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let code = try RecoveryCode()
            try vault.addSlot(.recoveryCode(code))
            try vault.add(ItemDraft("s", "a", "1"))
            try vault.backup(to: fixture.path(of: "copy"))
            try FileManager.default.removeItem(at: fixture.file)
            _ = try Vault.restore(
                from: fixture.path(of: "copy"), to: fixture.path, with: .recoveryCode(code), options: fixture.options())
            let opened = try Vault.open(at: fixture.path, with: .recoveryCode(code), options: fixture.options())
            #expect(try opened.text("s", "a") == "1")
        }
    }

    @Test("replaces a damaged vault as a whole and reports it")
    func damaged() throws {
        for edit in [
            "DELETE FROM item", "UPDATE log SET digest = zeroblob(32)", "UPDATE state SET sealed = zeroblob(300)",
        ] {
            try VaultFixture.run { fixture in
                let vault = try fixture.create()
                try vault.add(ItemDraft("s", "a", "1"))
                try vault.backup(to: fixture.path(of: "copy"))
                try vault.set(ItemDraft("s", "a", "2"))
                try fixture.edit(edit)
                let restored = try restore(fixture)
                #expect(fixture.notes.list.contains(.replacedUntrusted(fixture.path)))
                #expect(try restored.text("s", "a") == "1" && restored.verify().findings.isEmpty)
                #expect(try fixture.number("SELECT epoch FROM state") == 2)
            }
        }
    }

    @Test("rejects a damaged backup and leaves the vault unchanged")
    func damagedBackup() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "1"))
            try vault.attach("x", from: MemoryReader([1, 2, 3]), to: .init("s", "a"))
            try vault.backup(to: fixture.path(of: "copy"))
            let database = try Database(fixture.path(of: "copy"), .readWrite)
            try database.write { try database.execute("UPDATE piece SET data = zeroblob(length(data))") }
            let before = try Data(contentsOf: fixture.file)
            #expect(throws: VaultError.code(.tampered)) { try restore(fixture) }
            #expect(try Data(contentsOf: fixture.file) == before)
        }
    }

    @Test("rejects another vault's backup, an unreadable target or a foreign file unless their loss is accepted")
    func refused() throws {
        try VaultFixture.run { fixture in
            let other = try Vault.create(
                at: fixture.path(of: "other"), slots: [.keyFile(fixture.key)], options: fixture.options())
            try other.add(ItemDraft("other", "", "1"))
            try other.backup(to: fixture.path(of: "copy"))
            try fixture.create().add(ItemDraft("mine", "", "1"))
            let before = try Data(contentsOf: fixture.file)
            #expect(throws: VaultError.code(.duplicate)) { try restore(fixture) }
            #expect(try Data(contentsOf: fixture.file) == before)
            #expect(try content(restore(fixture, discarding: true)) == ["other": "1"])
            try Data("a letter".utf8).write(to: fixture.file)
            #expect(throws: VaultError.code(.duplicate)) { try restore(fixture) }
            #expect(try content(restore(fixture, discarding: true)) == ["other": "1"])
            // The same vault, which needs another credential since the backup.
            let vault = try fixture.open()
            try vault.backup(to: fixture.path(of: "copy"), existing: .replace)
            let new = try VaultKeyFile()
            try vault.changeSlot(vault.slots[0].identifier, to: .keyFile(new))
            #expect(throws: VaultError.code(.locked)) { try restore(fixture) }
            #expect(
                try Vault.open(at: fixture.path, with: .keyFile(new), options: fixture.options()).items().count == 1)
            #expect(try content(restore(fixture, discarding: true)) == ["other": "1"])
            #expect(throws: VaultError.code(.wrongCredential)) {
                try Vault.open(at: fixture.path, with: .keyFile(new), options: fixture.options())
            }
        }
    }

    @Test("follows a symbolic link and keeps it")
    func link() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "1"))
            try vault.backup(to: fixture.path(of: "copy"))
            let link = fixture.folder.appendingPathComponent("link")
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "test.vault")
            for isThere in [true, false] {
                try fixture.open().set(ItemDraft("s", "a", "2"))
                if !isThere { try fixture.edit("DELETE FROM item") }
                #expect(try restore(fixture, to: fixture.path(of: "link")).text("s", "a") == "1")
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "test.vault")
                #expect(try fixture.open().text("s", "a") == "1")
            }
        }
    }

    @Test("lets open writers continue, or tells them that the file was replaced, never that it is older")
    func writers() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "1"))
            try vault.backup(to: fixture.path(of: "copy"))
            let other = try fixture.open()
            _ = try restore(fixture)
            try other.set(ItemDraft("s", "a", "2"))
            #expect(try vault.text("s", "a") == "2")
            let reader = try fixture.open()
            try fixture.edit("DELETE FROM item")
            _ = try restore(fixture)
            #expect(throws: VaultError.code(.busy)) { try other.set(ItemDraft("s", "a", "3")) }
            #expect(throws: VaultError.code(.busy)) { try reader.set(ItemDraft("s", "a", "3")) }
            #expect(try fixture.open().text("s", "a") == "1")
        }
    }

    @Test("opening notes a vault that others can write, but not one they can only read")
    func mode() throws {
        try VaultFixture.run { fixture in
            _ = try fixture.create()
            for (mode, isTold) in [(0o600, false), (0o644, false), (0o620, true), (0o602, true)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: fixture.file.path)
                let count = fixture.notes.list.count
                _ = try fixture.open()
                #expect(
                    fixture.notes.list.dropFirst(count).elementsEqual(isTold ? [.writableByOthers(fixture.path)] : []))
            }
        }
    }

    @Test("a planted journal is named with a hint")
    func journal() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "1"))
            vault.lock()
            try FileManager.default.createSymbolicLink(
                atPath: fixture.file.path + "-journal", withDestinationPath: "/etc/passwd")
            let error = vaultError { _ = try fixture.open() }
            #expect(error?.code == .tampered)
            #expect(error?.reason.contains("\(fixture.path)-journal") == true && error?.hint?.contains("move") == true)
        }
    }

    @Test("an anchor that cannot be read is named with a hint")
    func anchor() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let file = fixture.folder.appendingPathComponent("state/anchors/\(hexText(vault.identifier))")
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/etc/passwd")
            let error = vaultError { _ = try fixture.open() }
            #expect(error?.code == .systemFailed)
            #expect(error?.reason.contains(file.path) == true && error?.hint?.contains("remove it") == true)
        }
    }
}
