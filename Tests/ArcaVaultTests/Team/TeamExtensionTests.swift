import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@testable import ArcaTeam
@testable import ArcaVault

/// A team's vault in a program that does not know teams.
@Suite struct TeamExtensionTests {
    private static func open(_ trial: TeamTrial, _ rules: VaultExtension? = nil) throws -> Vault {
        var options = trial.options("alice")
        options.extension = rules
        options.stateFolder = Vault.StateFolder(trial.fixture.path(of: "state"))
        return try Vault.open(at: trial.fixture.path, with: .keyFile(trial.fixture.key), options: options)
    }

    private static func error(_ body: () throws -> Void) -> VaultErrorCode? {
        do { try body() } catch { return (error as? VaultError)?.code }
        return nil
    }

    @Test("a program without the rules reads a team's vault, but changes neither items nor the key")
    func reads() throws {
        try TeamTrial.run { trial in
            let vault = try Self.open(trial)
            #expect(try vault.secret(of: .init("a", "")).text == "a1")
            #expect(try vault.verify().isSound)
            let before = try vault.read { $0.state }
            #expect(Self.error { try vault.set(ItemDraft("a", "", "a2")) } == .unsupported)
            #expect(Self.error { try vault.remove(.init("a", "")) } == .unsupported)
            var plan = Vault.RotationPlan()
            for slot in try vault.slots { plan[slot.identifier] = .rewrap(.keyFile(trial.fixture.key)) }
            #expect(Self.error { try vault.rotate(plan) } == .unsupported)
            #expect(try vault.read { $0.state } == before)
            #expect(try vault.secret(of: .init("a", "")).text == "a1")
        }
    }

    @Test("a program without the rules keeps the team's state when it changes slots and writes a backup")
    func keeps() throws {
        try TeamTrial.run { trial in
            let vault = try Self.open(trial)
            let before = try vault.read { $0.state.extensionState }
            #expect(before != nil)
            let key = try VaultKeyFile()
            try vault.addSlot(.keyFile(key))
            #expect(try vault.read { $0.state.extensionState } == before)
            try vault.backup(to: trial.fixture.path(of: "backup"))
            let copy = try Vault.openCopy(
                at: trial.fixture.path(of: "backup"), with: .keyFile(trial.fixture.key), options: trial.options("b"))
            #expect(try copy.read { $0.state.extensionState } == before)
            let again = try Self.open(trial, .team)
            try again.set(ItemDraft("a", "", "a2"))
            #expect(try again.syncTeam(with: trial.alice.store).sentCount == 1)
        }
    }

    @Test("a team's call makes the vault know the rules")
    func learns() throws {
        try TeamTrial.run { trial in
            let vault = try Self.open(trial)
            _ = try vault.syncTeam(with: trial.alice.store)
            try vault.set(ItemDraft("a", "", "a2"))
            #expect(try vault.secret(of: .init("a", "")).text == "a2")
        }
    }

    @Test("a reader's file takes no items from a merge either")
    func refusesMerge() throws {
        try TeamTrial.run { trial in
            let bob = try trial.join("bob", as: .reader)
            let copy = trial.fixture.path(of: "copy")
            try bob.vault.backup(to: copy)
            #expect(Self.error { try bob.vault.set(ItemDraft("a", "", "a2")) } == .notAllowed)
            // A copy without news merges.
            let same = try Vault.openCopy(at: copy, with: .keyFile(trial.fixture.key), options: trial.options("c"))
            #expect(try bob.vault.merge(same).isKnown)
        }
    }

    @Test("the tables of format 3 are the team's, and no others")
    func checksTables() throws {
        try TeamTrial.run { trial in
            try trial.fixture.edit("CREATE TABLE other(x INTEGER) STRICT")
            #expect(Self.error { _ = try Self.open(trial) } == .tampered)
        }
        try TeamTrial.run { trial in
            try trial.fixture.edit("DROP TABLE team_commit")
            #expect(Self.error { _ = try Self.open(trial) } == .tampered)
        }
    }
}
