internal import ArcaCodecs
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

    @Test("an unlocked vault opens without a credential, until it is locked")
    func life() throws {
        try run { fixture, vault in
            #expect(throws: VaultError(.locked, "")) { try openBySession(fixture) }
            try vault.add(ItemDraft(VaultItem.Name("a", "b"), secret: ItemSecret(SecretBytes(copying: [1, 2]))))
            try vault.startSession(seconds: 60)
            #expect(try vault.session.status() != nil)
            vault.lock()
            let other = try openBySession(fixture)
            #expect(try other.secret(of: VaultItem.Name("a", "b")).value == SecretBytes(copying: [1, 2]))
            #expect(try other.session.lock())
            #expect(throws: VaultError(.locked, "")) { try openBySession(fixture) }
        }
    }

    @Test("a time that is none is refused", arguments: [0, -1, Int.max])
    func times(seconds: Int) throws {
        try run { (_, vault) throws in
            #expect(throws: VaultError(.invalidArgument, "")) { try vault.startSession(seconds: seconds) }
            #expect(try vault.session.status() == nil)
        }
    }

    @Test("writing raises the floor, so that an older file shows with the anchor gone as well")
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
            #expect(throws: VaultError(.olderFile, "")) { try openBySession(fixture) }
            #expect(throws: VaultError(.olderFile, "")) { try fixture.open() }
        }
    }

    @Test("what the file says before it is opened")
    func lockedVault() throws {
        try run { fixture, vault in
            let locked = try LockedVault(at: fixture.path)
            #expect(locked.identifier == vault.identifier)
            #expect(locked.slotKinds == [.keyFile] && locked.patternSpaces.isEmpty)
            #expect(throws: VaultError(.notFound, "")) { try LockedVault(at: fixture.path(of: "none")) }
        }
    }

    @Test("a pattern opens the vault on its machine, counts wrong tries, and is freed by another slot")
    func patterns() throws {
        try VaultFixture.run { fixture in
            let grid = try Pattern.Grid(rows: 4, columns: 4)
            let right = try Pattern(dots: [0, 1, 2, 6], grid: grid, rules: .android)
            let wrong = try Pattern(dots: [0, 1, 2, 3], grid: grid, rules: .android)
            let slot = NewVaultSlot.pattern(right, cost: try Scrypt.Cost(logN: 10)).permittingAnyCost
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
            let wrongCredential = VaultError(.wrongCredential, "")
            #expect(throws: wrongCredential) { try open(right, elsewhere: true) }
            for _ in 0..<5 { #expect(throws: wrongCredential) { try open(wrong) } }
            #expect(throws: wrongCredential) { try open(right) }
            _ = try fixture.open()
            _ = try open(right)
            let nowhere = fixture.options { $0.stateFolder = nil }
            #expect(throws: VaultError(.invalidArgument, "")) {
                try Vault.create(at: fixture.path(of: "b"), slots: [.keyFile(fixture.key), slot], options: nowhere)
            }
        }
    }
}
