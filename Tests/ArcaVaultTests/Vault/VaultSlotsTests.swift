import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@testable import ArcaVault

@Suite("Slots of a vault", .enabled(if: runsSlowTests, "slow"))
struct VaultSlotsTests {
    @Test("are added, changed and removed, and open what they should")
    func changes() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "1"))
            let first = try #require(try vault.slots.first)
            #expect(try vault.slots.count == 1)
            #expect(first.kind == .keyFile)
            #expect(first.label.isEmpty)
            let code = try RecoveryCode()
            let second = try vault.addSlot(.recoveryCode(code).labeled("paper"))
            #expect(second.label == "paper" && second.kind == .recoveryCode)
            let identity = Curve25519.KeyAgreement.PrivateKey()
            let third = try vault.addSlot(.x25519(identity.publicKey))
            #expect(third.recipient == identity.publicKey.rawRepresentation)
            #expect(try Set(vault.slots) == [first, second, third])
            for credential in [VaultCredential.keyFile(fixture.key), .recoveryCode(code), .x25519(identity)] {
                let other = try Vault.open(at: fixture.path, with: credential, options: fixture.options())
                #expect(try other.text("s", "a") == "1")
            }
            let newCode = try RecoveryCode()
            let changed = try vault.changeSlot(second.identifier, to: .recoveryCode(newCode))
            #expect(changed.label == "paper" && changed.identifier != second.identifier)
            try vault.removeSlot(first.identifier)
            for credential in [VaultCredential.keyFile(fixture.key), .recoveryCode(code)] {
                #expect(throws: VaultError.code(.wrongCredential)) {
                    try Vault.open(at: fixture.path, with: credential, options: fixture.options())
                }
            }
            _ = try Vault.open(at: fixture.path, with: .recoveryCode(newCode), options: fixture.options())
            #expect(throws: VaultError.code(.notFound)) { try vault.removeSlot(first.identifier) }
            try vault.removeSlot(third.identifier)
            #expect(throws: VaultError.code(.invalidArgument)) { try vault.removeSlot(changed.identifier) }
            try vault.changeSlot(changed.identifier, to: .keyFile(fixture.key))
            #expect(try fixture.open().slots.map(\.kind) == [.keyFile])
        }
    }

    @Test("with labels that are too long are rejected, and a state that could not be read again is not written")
    func largest() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let label = String(repeating: "x", count: 1024)
            #expect(throws: VaultError.code(.invalidArgument)) {
                try vault.addSlot(.recoveryCode(RecoveryCode()).labeled(label + "x"))
            }
            try vault.addSlot(.recoveryCode(RecoveryCode()).labeled(label))
            func stage(_ count: Int) throws {
                try vault.write { transaction in
                    for number in 0..<count { transaction.stage(UInt128(transaction.state.staged.count + number)) }
                }
            }
            // An unfinished attachment takes 26 bytes.
            try stage(9_000)
            #expect(throws: VaultError.code(.invalidArgument)) { try stage(1_000) }
            #expect(try fixture.open().slots.count == 2)
            var plan = Vault.RotationPlan()
            for slot in try vault.slots { plan[slot.identifier] = .drop }
            let first = try #require(try vault.slots.first { $0.kind == .keyFile })
            plan[first.identifier] = .rewrap(.keyFile(fixture.key))
            try vault.rotate(plan)
            #expect(try fixture.open().rotation == nil)
        }
    }

    @Test("that were removed and put back, or added, are rejected", arguments: [true, false])
    func putBack(afterOpening: Bool) throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let code = try RecoveryCode()
            let slot = try vault.addSlot(.recoveryCode(code))
            let database = try Database(fixture.path, .readOnly)
            let rows = try database.read { try database.slots.rows() }
            let body = try #require(rows.first { $0.identifier == slot.identifier }).body
            try vault.removeSlot(slot.identifier)
            let text = { (bytes: [UInt8]) in "X'" + Base16.standard.encode(bytes) + "'" }
            try fixture.edit("INSERT INTO slot VALUES(\(text(slot.identifier)), \(text(body)))")
            if afterOpening {
                #expect(throws: VaultError.code(.tampered)) { try vault.slots }
                #expect(throws: VaultError.code(.tampered)) { try vault.add(ItemDraft("s", "", "1")) }
            } else {
                #expect(throws: VaultError.code(.tampered)) {
                    try Vault.open(at: fixture.path, with: .recoveryCode(code), options: fixture.options())
                }
                #expect(throws: VaultError.code(.tampered)) { try fixture.open() }
            }
        }
    }

    @Test("need one that is not a gesture, and are limited to 32")
    func limits() throws {
        try VaultFixture.run { fixture in
            #expect(throws: VaultError.code(.invalidArgument)) {
                try Vault.create(at: fixture.path, slots: [], options: fixture.options())
            }
            let vault = try fixture.create()
            for _ in 0..<31 { try vault.addSlot(.recoveryCode(RecoveryCode())) }
            #expect(throws: VaultError.code(.invalidArgument)) { try vault.addSlot(.recoveryCode(RecoveryCode())) }
            #expect(try vault.slots.count == 32)
        }
    }
}
