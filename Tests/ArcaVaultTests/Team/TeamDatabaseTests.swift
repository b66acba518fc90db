import ArcaCodecs
import ArcaCore
import ArcaPostgres
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaTeam
@testable import ArcaVault

/// A team database that is restored to an earlier time or runs out of disk space.
@Suite("Failures of a team's database", .enabled(if: PostgreSQLServer.isInstalled))
struct TeamDatabaseTests {
    @Test("Everyone detects a restore to a point in time with a removed login, and one repair fixes it")
    func pointInTime() throws {
        try PostgreSQLServer.run(["alice", "bob", "carol"], sql: PostgresStore.setUp) { server in
            try TeamTrial.run(on: PostgresTeamServer(server)) { trial in
                let (alice, bob) = (trial.alice, try trial.join("bob"))
                let carol = try trial.join("carol")
                /// A restarted server has cut its connections; this call fails and the next one reconnects.
                func reconnect() { for member in [alice, bob, carol] { _ = try? member.sync() } }
                try server.backUp()
                reconnect()
                try alice.vault.set(ItemDraft("a", "", "a2"))
                try alice.sync()
                try bob.sync()
                try server.mark("before")
                try alice.vault.removeMember("carol", in: alice.store)
                try bob.vault.set(ItemDraft("b", "", "b2"))
                try bob.vault.attach("f", from: MemoryReader([1, 2, 3]), to: .init("b"))
                try bob.sync()
                try alice.sync()
                #expect(trial.server[trial.vault].access["carol"] == nil)
                let last = trial.server[trial.vault].position
                try server.restore(to: "before")
                reconnect()
                #expect(trial.server[trial.vault].position.generation == last.generation - 2)
                for member in [alice, bob] { #expect(throws: VaultError.code(.forged)) { try member.sync() } }
                // Carol's login was restored with the backup: a writer supplies what the log lacks, and an admin
                // removes her access.
                #expect(trial.server[trial.vault].access["carol"] == .writer)
                #expect(try bob.vault.repairTeamLog(in: bob.store).commitCount == 2)
                #expect(trial.server[trial.vault].position == last)
                #expect(throws: VaultError.code(.notAllowed)) { try carol.sync() }
                #expect(try alice.vault.repairTeamLog(in: alice.store).commitCount == 0)
                #expect(trial.server[trial.vault].access == ["alice": .admin, "bob": .writer])
                #expect(throws: VaultError.code(.notAllowed)) { try carol.sync() }
                for member in [alice, bob] { #expect(try member.sync().commitCount == 0) }
                #expect(try alice.content == ["a a2 []", "b b2 []"] && bob.content == alice.content)
            }
        }
    }

    @Test("A full disk is a one-line error, and the change is sent later")
    func fullDisk() throws {
        try TeamTrial.run(on: .postgreSQL) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            let server = try PostgresTeamServer.shared.get().server
            let log = "'\\x\(Base16.standard.encode(trial.vault))'"
            let trigger = "full_\(Base16.standard.encode(trial.vault).lowercased())"
            try server.sql(
                """
                CREATE FUNCTION \(trigger)() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                  IF NEW.vault = \(log) THEN
                    RAISE disk_full USING MESSAGE = 'could not extend file: No space left on device';
                  END IF;
                  RETURN NEW; END $$;
                CREATE TRIGGER \(trigger) BEFORE INSERT ON arca.commit FOR EACH ROW EXECUTE FUNCTION \(trigger)();
                """)
            defer { _ = try? server.sql("DROP FUNCTION IF EXISTS \(trigger) CASCADE") }
            try alice.vault.set(ItemDraft("a", "", "a2"))
            do {
                try alice.sync()
                Issue.record("the server had no room")
            } catch let error as VaultError {
                #expect(error.code == .unreachable && error.reason.contains("No space left"), "\(error)")
            }
            #expect(try alice.vault.text("a") == "a2" && alice.vault.teamStatus().waitingCount == 1)
            try server.sql("DROP FUNCTION \(trigger) CASCADE")
            #expect(try alice.sync().sentCount == 1)
            try bob.sync()
            #expect(try bob.content == alice.content)
        }
    }
}
