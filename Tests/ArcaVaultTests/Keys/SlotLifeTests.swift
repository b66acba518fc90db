internal import ArcaCore
import ArcaContainers
import ArcaCrypto
import ArcaPatterns
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite(.enabled(if: runsSlowTests, "slow")) struct SlotLifeTests {
    private let cheap: Scrypt.Cost

    init() throws { cheap = try Scrypt.Cost(logN: 10) }

    private func passphrase(_ text: String) -> (slot: NewVaultSlot, credential: VaultCredential) {
        let bytes = SecretBytes(copying: text.utf8)
        return (NewVaultSlot.passphrase(bytes, cost: cheap).permittingAnyCostForTests, .passphrase(bytes))
    }

    @Test("a slot for a post-quantum key opens the vault, is listed, and is rebuilt by a rotation")
    func hybrid() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("a", "b", "secret"))
            let identity = try XWingMLKEM768X25519.PrivateKey()
            let text = "\(Age.HybridRecipient(publicKey: identity.publicKey))"
            let new = try NewVaultSlot.recipients(in: "# Alice\n\(text)\n".utf8)
            #expect(new.map(\.kind) == [.hybrid])
            let slot = try vault.addSlot(new[0].labeled("Alice"))
            #expect(slot.recipientText == text)
            #expect(!slot.kind.isOpenToQuantumComputers)
            #expect(slot.kind.isForPublicKey)
            let file = Age.HybridIdentity(privateKey: identity).text
            let credential = try #require(try VaultCredential.all(in: file) { SecretBytes(copying: []) }.first)
            let opened = try Vault.open(at: fixture.path, with: credential, options: fixture.options())
            #expect(try opened.text("a", "b") == "secret" && opened.openingSlot == slot)
            #expect(throws: VaultError.code(.wrongCredential)) {
                let other = try XWingMLKEM768X25519.PrivateKey()
                return try Vault.open(at: fixture.path, with: .hybrid(other), options: fixture.options())
            }
            var plan = Vault.RotationPlan()
            for slot in try vault.slots {
                plan[slot.identifier] = slot.kind == .hybrid ? .keep : .rewrap(.keyFile(fixture.key))
            }
            try vault.rotate(plan)
            let again = try Vault.open(at: fixture.path, with: credential, options: fixture.options())
            #expect(try again.text("a", "b") == "secret")
        }
    }

    @Test("slots are added, listed with label and recipient, changed and removed, and open the vault accordingly")
    func changes() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("a", "b", "secret"))
            let (first, second) = (passphrase("first"), passphrase("second"))
            let identity = Curve25519.KeyAgreement.PrivateKey()
            let added = try vault.addSlot(first.slot.labeled("desk"))
            try vault.addSlot(.x25519(identity.publicKey).labeled("Alice"))
            let slots = try vault.slots
            #expect(slots.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.passphrase, .keyFile, .x25519])
            #expect(slots.first { $0.identifier == added.identifier } == added && added.label == "desk")
            #expect(slots.first { $0.kind == .x25519 }?.recipientText?.hasPrefix("age1") == true)
            #expect(slots.filter(\.kind.isOpenToQuantumComputers).map(\.kind) == [.x25519])
            #expect(slots == slots.sorted { $0.identifier.lexicographicallyPrecedes($1.identifier) })
            for credential in [first.credential, .x25519(identity), .keyFile(fixture.key)] {
                let opened = try Vault.open(at: fixture.path, with: credential, options: fixture.options())
                #expect(try opened.text("a", "b") == "secret" && opened.slots == slots)
                #expect(try opened.openingSlot?.kind == credential.kind)
            }
            let byFirst = try Vault.open(at: fixture.path, with: first.credential, options: fixture.options())
            #expect(try byFirst.openingSlot == added)
            #expect(try vault.openingSlot == nil, "it was made, not opened")
            let changed = try vault.changeSlot(added.identifier, to: second.slot)
            #expect(changed.label == "desk" && changed.identifier != added.identifier)
            #expect(try byFirst.openingSlot == nil, "its slot is gone")
            #expect(throws: VaultError.code(.wrongCredential)) {
                try Vault.open(at: fixture.path, with: first.credential, options: fixture.options())
            }
            #expect(
                try Vault.open(at: fixture.path, with: second.credential, options: fixture.options()).slots.count == 3)
            try vault.removeSlot(changed.identifier)
            #expect(throws: VaultError.code(.notFound)) { try vault.removeSlot(changed.identifier) }
            #expect(throws: VaultError.code(.notFound)) { try vault.changeSlot(changed.identifier, to: first.slot) }
            #expect(throws: VaultError.code(.wrongCredential)) {
                try Vault.open(at: fixture.path, with: second.credential, options: fixture.options())
            }
            try vault.removeSlot(try #require(try vault.slots.first { $0.kind == .x25519 }).identifier)
            #expect(throws: VaultError.code(.invalidArgument)) {
                try vault.removeSlot(try #require(try vault.slots.first).identifier)
            }
        }
    }

    // A kept slot row must not undo a changed passphrase.
    @Test("an old slot put back, a removed one, and one in another's place are rejected at the next opening")
    func rowsChanged() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let (first, second) = (passphrase("first"), passphrase("second"))
            let old = try vault.addSlot(first.slot)
            /// Edits the file with another program, because Arca opens only valid vaults.
            func edit(_ statement: String) throws {
                let script =
                    "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute('ATTACH ? AS kept', sys.argv[2:3]); "
                let run = "c.executescript(sys.argv[3])"
                let arguments = [fixture.file.path, fixture.folder.path + "/kept", statement]
                let answer = try Peer.run(["python3", "-c", script + run] + arguments)
                try #require(answer.status == 0, "\(answer.errors)")
            }
            try edit("CREATE TABLE kept.slot AS SELECT * FROM slot")
            try vault.changeSlot(old.identifier, to: second.slot)
            func refused(_ statement: String) throws {
                let kept = try Data(contentsOf: fixture.file)
                try edit(statement)
                for credential in [first.credential, second.credential, .keyFile(fixture.key)] {
                    let error = #expect(throws: VaultError.self) {
                        try Vault.open(at: fixture.path, with: credential, options: fixture.options())
                    }
                    #expect(error?.code == .tampered || error?.code == .wrongCredential)
                }
                #expect(throws: VaultError.code(.tampered)) { try fixture.open() }
                try kept.write(to: fixture.file)
            }
            try refused("INSERT OR REPLACE INTO slot SELECT * FROM kept.slot")
            try refused("DELETE FROM slot WHERE length(body) > 150")
            _ = try fixture.open()
        }
    }

    @Test("a pattern opens the vault only on the machine where its slot was made")
    func gestures() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let pattern = try Pattern(dots: [0, 1, 2, 4, 6])
            let slot = try vault.addSlot(
                NewVaultSlot.pattern(pattern, cost: cheap).permittingAnyCostForTests.labeled("here"))
            _ = try Vault.open(at: fixture.path, with: .pattern(pattern), options: fixture.options())
            let wrong = VaultCredential.pattern(try Pattern(dots: [0, 1, 2, 4, 3]))
            #expect(throws: VaultError.code(.wrongCredential)) {
                try Vault.open(at: fixture.path, with: wrong, options: fixture.options())
            }
            let elsewhere = fixture.options { $0.stateFolder = Vault.StateFolder(fixture.path(of: "elsewhere")) }
            #expect(throws: VaultError.code(.wrongCredential)) {
                try Vault.open(at: fixture.path, with: .pattern(pattern), options: elsewhere)
            }
            #expect(throws: VaultError.code(.invalidArgument)) {
                try vault.removeSlot(try #require(try vault.slots.first { $0.kind == .keyFile }).identifier)
            }
            // Five wrong tries start a wait that also blocks the right pattern; the key file ends it.
            for _ in 0..<4 {
                #expect(throws: VaultError.code(.wrongCredential)) {
                    try Vault.open(at: fixture.path, with: wrong, options: fixture.options())
                }
            }
            #expect(throws: VaultError.code(.lockedOut)) {
                try Vault.open(at: fixture.path, with: .pattern(pattern), options: fixture.options())
            }
            _ = try fixture.open()
            _ = try Vault.open(at: fixture.path, with: .pattern(pattern), options: fixture.options())
            try vault.removeSlot(slot.identifier)
        }
    }
}
