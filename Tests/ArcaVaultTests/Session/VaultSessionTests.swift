internal import ArcaCore
internal import ArcaTestSupport
import ArcaCrypto
import ArcaPatterns
import ArcaSystem
import Foundation
import Testing

@testable import ArcaVault

@Suite(
    .enabled(if: KernelKeyring().isAvailable, "the kernel keyring is refused here"), .enabled(if: runsSlowTests, "slow")
)
struct VaultSessionTests {
    private func run(_ body: (VaultFixture, Vault) throws -> Void) throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            defer { _ = try? vault.session.lock() }
            try body(fixture, vault)
        }
    }

    private func openBySession(_ fixture: VaultFixture) throws -> Vault {
        try Vault.open(at: fixture.path, with: .session, options: fixture.options())
    }

    @Test("an unlocked vault opens without a credential until it is locked")
    func life() throws {
        try run { fixture, vault in
            #expect(throws: VaultError.code(.locked)) { try openBySession(fixture) }
            try vault.add(ItemDraft(VaultItem.Name("a", "b"), secret: ItemSecret(SecretBytes(copying: [1, 2]))))
            try vault.startSession(seconds: 60)
            #expect(try vault.session.status() != nil)
            vault.lock()
            let other = try openBySession(fixture)
            #expect(try other.secret(of: VaultItem.Name("a", "b")).value == SecretBytes(copying: [1, 2]))
            #expect(try other.session.lock())
            #expect(throws: VaultError.code(.locked)) { try openBySession(fixture) }
        }
    }

    @Test("the key in the keyring opens no slot, makes none, and reads nothing after a rotation")
    func payload() throws {
        try run { fixture, vault in
            try vault.add(ItemDraft("a", "b", "before"))
            try vault.startSession(seconds: 60)
            let key = try vault.withEngine { try $0.unlockedVaultKey() }
            let name = "arca:vault:v1:\(hexText(vault.identifier))"
            let payload = try SecretBytes(byteCount: 1024) { output in try KernelKeyring().read(name, into: &output) }
            let bytes = [UInt8](bytes: payload)
            #expect(bytes.count == 265)
            // The keyring holds neither the vault key nor anything that its subkeys could be derived from.
            for start in 0...bytes.count - 32 {
                let candidate = SecretBytes(copying: bytes[start..<start + 32])
                #expect(candidate != key.bytes)
                let derived = try VaultKey(candidate, vault: vault.identifier, epoch: key.epoch).subkeys
                #expect(derived.bytes != key.subkeys.bytes)
            }
            // The session reads and writes, and cannot change slots or keys.
            let session = try openBySession(fixture)
            try session.set(ItemDraft("a", "b", "by the session"))
            let before = try Data(contentsOf: fixture.file)
            let slot = try session.slots[0].identifier
            #expect(throws: VaultError.code(.locked)) { try session.addSlot(.keyFile(try VaultKeyFile())) }
            #expect(throws: VaultError.code(.locked)) {
                try session.changeSlot(slot, to: .keyFile(try VaultKeyFile()))
            }
            #expect(throws: VaultError.code(.locked)) { try session.removeSlot(slot) }
            var plan = Vault.RotationPlan()
            plan[slot] = .rewrap(.keyFile(fixture.key))
            #expect(throws: VaultError.code(.locked)) { try session.rotate(plan) }
            #expect(try Data(contentsOf: fixture.file) == before)
            // A kept copy is useless after the rotation, and the session has ended.
            try vault.rotate(plan)
            try vault.set(ItemDraft("a", "b", "after"))
            #expect(throws: VaultError.code(.rotated)) { try openBySession(fixture) }
            #expect(throws: VaultError.code(.rotated)) { try session.items() }
            #expect(try vault.session.status() == nil && vault.session.read()?.subkeys == nil)
            let kept = EpochKeys(bytes.span.extracting(41...), vault: vault.identifier, epoch: 1)
            let keys = try RecordKeys(#require(kept))
            let database = try Database(fixture.path, .readOnly)
            let row = try database.read { try database.state.row() }
            #expect(throws: VaultError.code(.rotated)) { try row.open(keys) }
            try database.read { () throws in
                try database.items.forEach(atMost: 10, withSecrets: true) { row in
                    let row = try SealedRow(row, withSecret: true)
                    #expect(throws: VaultError.code(.tampered)) { try keys.openSecret(row) }
                }
            }
            try vault.startSession(seconds: 60)
            #expect(try openBySession(fixture).text("a", "b") == "after")
        }
    }

    @Test("after a rotation by another process the session asks to unlock again and keeps its floor")
    func rotation() throws {
        try run { fixture, vault in
            try vault.add(ItemDraft("a", "b", "before"))
            try vault.startSession(seconds: 60)
            let older = try Data(contentsOf: fixture.file)
            let other = try fixture.open { $0.stateFolder = nil }
            var plan = Vault.RotationPlan()
            plan[try vault.slots[0].identifier] = .rewrap(.keyFile(fixture.key))
            try other.rotate(plan)
            #expect(throws: VaultError.code(.rotated)) { try openBySession(fixture) }
            // Once the rotated file was seen here, the old file is rejected even without its anchor.
            _ = try fixture.open()
            try fixture.forgetAnchor()
            try older.write(to: fixture.file)
            #expect(throws: VaultError.code(.rotated)) { try openBySession(fixture) }
            #expect(throws: VaultError.code(.olderFile)) { try fixture.open() }
        }
    }

    @Test("rejects an invalid time", arguments: [0, -1, Int.max])
    func times(seconds: Int) throws {
        try run { (_, vault) throws in
            #expect(throws: VaultError.code(.invalidArgument)) { try vault.startSession(seconds: seconds) }
            #expect(try vault.session.status() == nil)
        }
    }

    @Test("writing raises the floor, so an older file is detected even without the anchor")
    func floor() throws {
        try run { fixture, vault in
            try vault.add(ItemDraft(VaultItem.Name("a", "1"), secret: ItemSecret(SecretBytes(copying: [1]))))
            try vault.startSession(seconds: 60)
            let older = try Data(contentsOf: fixture.file)
            let before = try #require(try vault.session.read()).generationFloor
            try vault.add(ItemDraft(VaultItem.Name("a", "2"), secret: ItemSecret(SecretBytes(copying: [2]))))
            #expect(try vault.session.read()?.generationFloor == before + 1)
            try fixture.forgetAnchor()
            try older.write(to: fixture.file)
            #expect(throws: VaultError.code(.olderFile)) { try openBySession(fixture) }
            #expect(throws: VaultError.code(.olderFile)) { try fixture.open() }
        }
    }

    @Test("reads identifier and slot kinds of a locked vault")
    func lockedVault() throws {
        try run { fixture, vault in
            let locked = try LockedVault(at: fixture.path)
            #expect(locked.identifier == vault.identifier)
            #expect(locked.slotKinds == [.keyFile] && locked.patternSpaces.isEmpty)
            #expect(throws: VaultError.code(.notFound)) { try LockedVault(at: fixture.path(of: "none")) }
        }
    }

    @Test("a pattern opens the vault on its machine, counts wrong tries, and is reset by another slot")
    func patterns() throws {
        try VaultFixture.run { fixture in
            let grid = try Pattern.Grid(rows: 4, columns: 4)
            let right = try Pattern(dots: [0, 1, 2, 6], grid: grid, rules: .android)
            let wrong = try Pattern(dots: [0, 1, 2, 3], grid: grid, rules: .android)
            let slot = NewVaultSlot.pattern(right, cost: try Scrypt.Cost(logN: 10)).permittingAnyCostForTests
            _ = try Vault.create(at: fixture.path, slots: [.keyFile(fixture.key), slot], options: fixture.options())
            let locked = try LockedVault(at: fixture.path)
            #expect(locked.patternSpaces.count == 1 && locked.patternSpaces[0] == (grid, .android))
            func open(_ pattern: Pattern, elsewhere: Bool = false) throws -> Vault {
                try Vault.open(
                    at: fixture.path, with: .pattern(pattern),
                    options: fixture.options {
                        if elsewhere { $0.stateFolder = Vault.StateFolder(fixture.path(of: "elsewhere")) }
                    })
            }
            _ = try open(right)
            let wrongCredential = VaultError.code(.wrongCredential)
            #expect(throws: wrongCredential) { try open(right, elsewhere: true) }
            for _ in 0..<5 { #expect(throws: wrongCredential) { try open(wrong) } }
            #expect(throws: VaultError.code(.lockedOut)) { try open(right) }
            _ = try fixture.open()
            _ = try open(right)
            let nowhere = fixture.options { $0.stateFolder = nil }
            #expect(throws: VaultError.code(.invalidArgument)) {
                try Vault.create(at: fixture.path(of: "b"), slots: [.keyFile(fixture.key), slot], options: nowhere)
            }
        }
    }
}
