import ArcaCore
import ArcaCodecs
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaTeam
@testable import ArcaVault

/// Attacks on a team by a member with a modified program, and the team's recovery.
@Suite("A member that attacks the team")
struct TeamAttackTests {
    /// An unsigned commit that the server accepts; it replaces some records with garbage and drops others.
    private static func vandalism(
        by device: [UInt8], on log: TeamLog, _ vault: [UInt8], ofMembers isOfMembers: Bool = false
    ) -> TeamBatch {
        let generation = log.position.generation + 1
        var (changes, puts, drops): ([TeamChange], [TeamRecord], [TeamRecord.Name]) = ([], [], [])
        for name in log.records.keys.sorted() where name.isOfMembers == isOfMembers {
            guard isOfMembers || puts.count <= drops.count else {
                drops.append(name)
                changes.append(TeamChange(name: name, digest: nil))
                continue
            }
            let record = TeamRecord(name: name, generation: generation, body: [1, 2, 3])
            puts.append(record)
            changes.append(
                TeamChange(name: name, digest: TeamKeys.digest(name, record.body), body: isOfMembers ? [1, 2, 3] : []))
        }
        let list = TeamChange.bytes(of: changes)
        let header = TeamHeader(
            vault: vault, generation: generation, before: log.position.head, device: device, time: .now(),
            keyName: [UInt8](repeating: 3, count: 16), changes: TeamChange.digest(of: list, count: changes.count),
            root: .init(), isOfMembers: isOfMembers)
        let commit = TeamCommit(header: header.bytes, signature: [UInt8](repeating: 0, count: 64), changes: list)
        return TeamBatch(commits: [commit], puts: puts, drops: drops)
    }

    @Test(
        "sends a commit that no device can follow: all report its login, an admin removes it, and nothing is lost",
        arguments: [false, true], TeamPlace.available)
    func unreadable(ofMembers isOfMembers: Bool, on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob, carol) = (trial.alice, try trial.join("bob"), try trial.join("carol"))
            // The admin has not seen Carol's changes, which the commit destroys on the server.
            try carol.sync()
            try carol.vault.set(ItemDraft("a", "", "carol's"))
            try carol.vault.add(ItemDraft("c", "", "c1"))
            try carol.sync()
            let log = trial.server[trial.vault]
            let bad = Self.vandalism(
                by: try alice.vault.read { try $0.team().device }, on: log, trial.vault, ofMembers: isOfMembers)
            #expect(try bob.store.append(bad, to: trial.vault, after: log.position))
            let acts: [() throws -> Void] = [
                { try alice.sync() }, { try carol.sync() },
                { try alice.vault.removeMember("bob", in: alice.store) },
                { try alice.vault.renewTeamKey(in: alice.store) },
            ]
            for act in acts {
                do {
                    try act()
                    Issue.record("the commit was taken")
                } catch let error as VaultError {
                    #expect(error.code == .forged && error.reason.contains("the login bob sent it"), "\(error)")
                    #expect(error.hint?.contains("arca team repair") == true)
                }
            }
            #expect(throws: VaultError.code(.forged)) { try carol.vault.repairTeamLog(in: carol.store) }
            let repair = try alice.vault.repairTeamLog(in: alice.store)
            #expect(repair.cutCount == 1 && repair.senders == ["bob"] && repair.commitCount == 0)
            #expect(trial.server[trial.vault].position == log.position)
            #expect(trial.server[trial.vault].records == log.records)
            #expect(trial.server[trial.vault].access == ["alice": .admin, "bob": .reader, "carol": .writer])
            #expect(throws: VaultError.code(.notAllowed)) {
                try bob.store.append(bad, to: trial.vault, after: log.position)
            }
            // All devices continue from where they were.
            try carol.vault.set(ItemDraft("b", "", "b2"))
            for member in [carol, alice, bob] { try member.sync() }
            let content = ["a carol's []", "b b2 []", "c c1 []"]
            for member in [carol, alice, bob] {
                #expect(try member.content == content)
                try member.vault.verifyTeamLog()
            }
            try alice.vault.removeMember("bob", in: alice.store)
            #expect(trial.server[trial.vault].access["bob"] == nil)
            for member in [carol, alice] { try member.sync() }
            #expect(try carol.vault.teamCheckCode() == alice.vault.teamCheckCode())
        }
    }

    @Test(
        "A login that sent such a commit by mistake writes again after another repair", arguments: TeamPlace.available)
    func forgiven(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            let log = trial.server[trial.vault]
            let bad = Self.vandalism(by: try bob.vault.read { try $0.team().device }, on: log, trial.vault)
            #expect(try bob.store.append(bad, to: trial.vault, after: log.position))
            for expected in [1, 0] {
                #expect(try alice.vault.repairTeamLog(in: alice.store).cutCount == expected)
            }
            try bob.vault.set(ItemDraft("a", "", "a2"))
            try bob.sync()
            try alice.sync()
            #expect(try alice.content[0] == "a a2 []")
        }
    }

    @Test("A repair removes nothing that a server only displays differently, or that a device can follow")
    func noCut() throws {
        try TeamTrial.run { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            try bob.vault.set(ItemDraft("a", "", "a2"))
            try bob.sync()
            let log = trial.server[trial.vault]
            // A history that differs from the device's is not a reason to cut.
            alice.store.lie = { $0.commits[0].signature[0] ^= 1 }
            #expect(throws: VaultError.code(.forged)) { try alice.vault.repairTeamLog(in: alice.store) }
            alice.store.lie = nil
            #expect(trial.server[trial.vault].position == log.position)
            #expect(try alice.vault.repairTeamLog(in: alice.store).cutCount == 0)
            #expect(try alice.content[0] == "a a2 []")
        }
    }

    @Test("Everything works without notes: removal, key rotation, roles, repair and comparison")
    func withoutNotes() throws {
        try TeamTrial.run { trial in
            let (alice, bob, carol) = (trial.alice, try trial.join("bob"), try trial.join("carol"))
            alice.store.noteFailure = VaultError(.malformed, "the server sends more than 1 GiB")
            try alice.vault.setRole(.reader, of: "carol", in: alice.store)
            try alice.vault.renewTeamKey(in: alice.store)
            try alice.vault.removeMember("bob", in: alice.store)
            _ = try alice.vault.repairTeamLog(in: alice.store)
            #expect(try alice.vault.compareTeamLog(with: alice.vault.teamCheckCode()) == .same)
            #expect(throws: VaultError.self) { try bob.sync() }
            // The device's own note may fail, and that is reported.
            let refused = VaultError(.notAllowed, "no")
            carol.store.refusesNotes = refused
            #expect(try carol.sync().noteFailure == refused)
            carol.store.refusesNotes = nil
            try alice.vault.setRole(.writer, of: "carol", in: alice.store)
            #expect(try carol.sync().noteFailure == nil)
        }
    }

    @Test(
        "A note under another device's name hides no fork", .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL"))
    func strangeNote() throws {
        try TeamTrial.run(on: .postgreSQL) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            let carol = try trial.join("carol", as: .reader)
            let device = try bob.vault.read { try $0.team().device }
            let server = try PostgresTeamServer.shared.get().server
            let own = "vault = '\\x\(Base16.standard.encode(trial.vault))'"
            // Once admitted with its login, the device has only its own notes.
            let rubbish = [UInt8](repeating: 1, count: TeamSignedNote.byteCount)
            #expect(throws: VaultError.code(.notAllowed)) {
                try carol.store.put(note: rubbish, of: device, in: trial.vault)
            }
            // Without an assigned login, another login's note comes first.
            try server.sql("DELETE FROM arca.device WHERE \(own); DELETE FROM arca.note WHERE \(own)")
            try carol.store.put(note: rubbish, of: device, in: trial.vault)
            let common = trial.server[trial.vault]
            try alice.sync()
            try alice.vault.set(ItemDraft("a", "", "alice's"))
            try alice.sync()
            let forAlice = trial.server[trial.vault]
            trial.server[trial.vault] = common
            try bob.vault.set(ItemDraft("a", "", "bob's"))
            #expect(try bob.sync().noteFailure == nil)
            // The server shows Alice her log again, and Bob's note is stored.
            let notes = try server.sql("SELECT count(*) FROM arca.note WHERE \(own) AND login = 'bob'")
            #expect(notes == "1\n")
            var mixed = forAlice
            mixed.notes = trial.server[trial.vault].notes
            try server.sql(
                "CREATE TABLE IF NOT EXISTS saved AS TABLE arca.note WITH NO DATA; DELETE FROM saved; INSERT INTO saved SELECT * FROM arca.note WHERE \(own)"
            )
            trial.server[trial.vault] = mixed
            try server.sql("DELETE FROM arca.note WHERE \(own); INSERT INTO arca.note SELECT * FROM saved")
            do {
                try alice.sync()
                Issue.record("the fork was hidden")
            } catch let error as VaultError {
                #expect(error.code == .forged && error.reason.contains("bob/desktop"), "\(error)")
            }
        }
    }

    @Test(
        "An item from a newer Arca stops no device, and is not overwritten",
        arguments: TeamPlace.available)
    func newerItem(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            let (team, keyring) = try bob.vault.read { transaction in
                (try transaction.team(), try transaction.team().keyring(of: transaction.keys.vault))
            }
            let row = try #require(
                try bob.vault.read { transaction in
                    try transaction.teamRecords().row(
                        TeamRecord.Name(kind: 1, key: transaction.item(.init("a")).item.identifier))
                })
            var writer = TLVWriter()
            writer.add(99, [1])
            let body = try keyring.newest.seal(writer.padded(), as: row.name)
            let digest = TeamKeys.digest(row.name, body)
            var root = team.root
            root.subtract(keyring.newest.leaf(row.name, row.digest))
            root.add(keyring.newest.leaf(row.name, digest))
            let list = TeamChange.bytes(of: [TeamChange(name: row.name, digest: digest)])
            let header = TeamHeader(
                vault: trial.vault, generation: 4, before: team.position.head, device: team.device, time: .now(),
                keyName: keyring.newest.name, changes: TeamChange.digest(of: list, count: 1), root: root,
                isOfMembers: false)
            let record = TeamRecord(name: row.name, generation: 4, body: body)
            #expect(
                try bob.store.append(
                    TeamBatch(commits: [header.signed(with: team.signingKey(), list)], puts: [record], drops: []),
                    to: trial.vault, after: team.position))
            let report = try alice.sync()
            #expect(report.unreadableCount == 1 && report.sentCount == 0)
            try alice.vault.set(ItemDraft("a", "", "a2"))
            try alice.vault.set(ItemDraft("b", "", "b2"))
            for _ in 0..<2 {
                let report = try alice.sync()
                #expect(report.waitingCount == 1)
            }
            #expect(trial.server[trial.vault].records[row.name]?.body == body)
            try bob.sync()
            #expect(try bob.content == ["a a1 []", "b b2 []"])
            #expect(try alice.content == ["a a2 []", "b b2 []"])
            try alice.vault.removeMember("bob", in: alice.store)
        }
    }

    @Test(
        "A man in the middle of an invitation cannot exchange letters or answer in someone's place unnoticed",
        arguments: TeamPlace.available)
    func mediator(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let alice = trial.alice
            let later = Vault.Timestamp.now().advanced(byMilliseconds: 60_000)
            func join(_ code: RecoveryCode, _ name: String, _ login: String) throws -> String {
                try Vault.joinTeam(
                    with: code, in: trial.store(login), at: trial.fixture.path(of: "\(name).vault"),
                    slots: [.keyFile(trial.fixture.key)], place: "memory", device: "pc", options: trial.options(name)
                ).words
            }
            let codes = try ["bob", "carol"].map {
                try alice.vault.invite($0, as: .writer, login: $0, until: later, in: alice.store)
            }
            func exchange(_ names: [[UInt8]]) {
                let letters = trial.server[trial.vault].letters
                trial.server[trial.vault].letters[names[0]] = letters[names[1]]
                trial.server[trial.vault].letters[names[1]] = letters[names[0]]
            }
            let invitations = try codes.map { try TeamInvitationCode(code: $0.code).invitationName }
            let answers = try codes.map { try TeamInvitationCode(code: $0.code).answerName }
            exchange(invitations)
            for (code, name) in zip(codes, ["bob", "carol"]) {
                #expect(throws: VaultError.code(.forged)) { try join(code, "\(name) 0", name) }
            }
            exchange(invitations)
            let words = [try join(codes[0], "bob", "bob"), try join(codes[1], "carol", "carol")]
            // Exchanged answers, and an invitation letter in place of an answer.
            exchange(answers)
            #expect(try alice.vault.teamRequests(in: alice.store).forged.sorted() == ["bob", "carol"])
            #expect(try alice.vault.teamRequests(in: alice.store).requests.isEmpty)
            exchange(answers)
            let honest = trial.server[trial.vault].letters
            trial.server[trial.vault].letters[answers[0]] = honest[invitations[0]]
            // An invalid answer does not block the other.
            let requests = try alice.vault.teamRequests(in: alice.store)
            #expect(requests.forged == ["bob"] && requests.requests.map(\.words) == [words[1]])
            // Anyone who knows the code can replace Bob's keys, but the words to compare then differ.
            let answer = try TeamInvitationAnswer("pc", TeamDeviceKeys())
            trial.server[trial.vault].letters[answers[0]] = try TeamInvitationCode(code: codes[0].code).seal(answer)
            let request = try #require(
                try alice.vault.teamRequests(in: alice.store).requests.first { $0.memberName == "bob" })
            #expect(request.words == answer.words && request.words != words[0])
            trial.server[trial.vault].letters = honest
            #expect(Set(try alice.vault.teamRequests(in: alice.store).requests.map(\.words)) == Set(words))
        }
    }
}
