import ArcaCodecs
import ArcaCore
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaTeam
@testable import ArcaVault

/// A second implementation, written from the format document alone, checks a vault's copy of a team log.
@Suite("A team log, checked against a second implementation", .enabled(if: Peer.hasPython(module: "cryptography")))
struct TeamPeerTests {
    private struct Log: Decodable {
        struct Item: Decodable, Equatable {
            let name, secret: String
            let conflicts: [String]
            let secretGeneration: Int
        }
        let generation, epoch: Int
        let devices: [String]
        let items: [String: Item]
    }

    private static func read(_ member: TeamTrial.Member, _ file: String, _ trial: TeamTrial) throws -> Peer.Answer {
        let key = try member.vault.withEngine { engine in try engine.unlockedVaultKey().bytes }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Peer/vault.py").path
        return try Peer.run([
            "python3", script, "team", trial.fixture.path(of: file).description, "--vault-key",
            Base16.standard.encode([UInt8](bytes: key)),
        ])
    }

    @Test("agrees on members, epochs, items, conflicts and attachments, and detects changes")
    func reads() throws {
        try TeamTrial.run { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            try alice.vault.attach("f", from: MemoryReader([UInt8](repeating: 3, count: 5000)), to: .init("a"))
            try alice.vault.set(ItemDraft("b", "", "x"))
            try bob.vault.set(ItemDraft("b", "", "y"))
            for member in [alice, bob, alice] { try member.sync() }
            _ = try trial.join("carol", as: .reader)
            try alice.vault.removeMember("carol", in: alice.store)
            try bob.vault.add(ItemDraft("c", "d", "new"))
            try bob.vault.remove(.init("a"))
            for member in [bob, alice] { try member.sync() }
            for (member, file) in [(alice, "test.vault"), (bob, "bob.vault")] {
                let answer = try Self.read(member, file, trial)
                #expect(answer.status == 0, "\(answer.errors)")
                let log = try JSONDecoder().decode(Log.self, from: Data(answer.output))
                #expect(try UInt64(log.generation) == member.vault.teamStatus().generation && log.epoch == 2)
                #expect(
                    log.devices == [
                        "alice/laptop admin", "bob/desktop writer", "carol/desktop removed",
                        "recovery code/paper admin",
                    ])
                #expect(log.items.values.map(\.name).sorted() == ["b", "c/d"])
                let conflict = log.items.values.first { $0.name == "b" }
                #expect(conflict?.conflicts == ["password"] && conflict?.secret == "78")
            }
            let database = try Database(trial.fixture.path(of: "bob.vault"), .readWrite)
            try database.write {
                try database.execute("UPDATE team_commit SET signature = zeroblob(64) WHERE generation = 5")
            }
            #expect(try Self.read(bob, "bob.vault", trial).status == 4)
        }
    }
}
