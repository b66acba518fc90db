import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaTeam
@testable import ArcaVault

/// Attacks by a server or its superuser on members: each is detected, and nothing is taken.
@Suite("A lying team server")
struct TeamLieTests {
    /// A forged snapshot.
    ///
    /// The snapshot is Bob's: he has seen log entry 3, and entries 4 to 6 are new.
    struct Lie: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether changed tables can express it, or only a changed server program.
        let fitsTables: Bool
        let tell: @Sendable (inout TeamSnapshot) -> Void

        init(_ name: String, fitsTables: Bool = true, _ tell: @escaping @Sendable (inout TeamSnapshot) -> Void) {
            (testDescription, self.fitsTables, self.tell) = (name, fitsTables, tell)
        }
    }

    private static func header(_ commit: TeamCommit, _ change: (TeamHeader) -> TeamHeader) -> TeamCommit {
        var commit = commit
        if let header = try? TeamHeader(commit.header) { commit.header = change(header).bytes }
        return commit
    }

    static let lies: [Lie] = [
        Lie("an older log") { snapshot in
            snapshot.commits.removeAll()
            snapshot.position.generation = 2
            snapshot.records.removeAll()
        },
        Lie("an empty log") { $0 = TeamSnapshot(position: .start, commits: [], records: []) },
        Lie("another past") { $0.commits[0].signature[3] ^= 1 },
        Lie("the last commit dropped, its records kept") { snapshot in
            snapshot.commits.removeLast()
            snapshot.position = TeamPosition(generation: 5, head: snapshot.commits[snapshot.commits.count - 1].head)
        },
        Lie("a commit dropped in the middle") { $0.commits.remove(at: 2) },
        Lie("commits in another order") { $0.commits.swapAt(1, 2) },
        Lie("a commit twice") { $0.commits.insert($0.commits[1], at: 1) },
        Lie("no commit at all, and the newest position") { $0.commits.removeAll() },
        Lie("a position that no commit leads to") { $0.position.head[0] ^= 1 },
        Lie("a generation that no commit leads to") { $0.position.generation += 1 },
        Lie("a header with another time") { snapshot in
            snapshot.commits[2] = header(snapshot.commits[2]) {
                TeamHeader(
                    vault: $0.vault, generation: $0.generation, before: $0.before, device: $0.device, time: .now(),
                    keyName: $0.keyName, changes: $0.changes, root: $0.root, isOfMembers: $0.isOfMembers)
            }
        },
        Lie("a header with another sum") { snapshot in
            snapshot.commits[2] = header(snapshot.commits[2]) {
                TeamHeader(
                    vault: $0.vault, generation: $0.generation, before: $0.before, device: $0.device, time: $0.time,
                    keyName: $0.keyName, changes: $0.changes, root: .init(), isOfMembers: $0.isOfMembers)
            }
        },
        Lie("a header of rubbish") { $0.commits[2].header = [1, 2, 3] },
        Lie("a header with a field twice") { $0.commits[2].header += [1, 1, 0] },
        Lie("changes that were not signed") { $0.commits[2].changes.removeLast() },
        Lie("changes of another commit") { $0.commits[2].changes = $0.commits[1].changes },
        Lie("a signature of another commit") { $0.commits[2].signature = $0.commits[1].signature },
        Lie("a record left out") { $0.records.removeLast() },
        Lie("a record twice", fitsTables: false) { $0.records.append($0.records[0]) },
        Lie("a record added") { snapshot in
            var record = snapshot.records[0]
            record.name.key[0] ^= 1
            snapshot.records.append(record)
        },
        Lie("a record's body changed") { $0.records[0].body[60] ^= 1 },
        Lie("a record's body cut") { $0.records[0].body.removeLast() },
        Lie("a record of rubbish") { $0.records[0].body = [] },
        Lie("the bodies of two records exchanged") { snapshot in
            let body = snapshot.records[0].body
            snapshot.records[0].body = snapshot.records[1].body
            snapshot.records[1].body = body
        },
        Lie("a record of another kind") { $0.records[0].name.kind = 3 },
        Lie("a record of another generation") { $0.records[0].generation -= 1 },
        Lie("a record from before what was seen") { $0.records[0].generation = 1 },
    ]

    @Test(
        "is detected, nothing is taken, and the genuine log is accepted later", .enabled(if: runsSlowTests, "slow"),
        arguments: lies, TeamPlace.available)
    func lie(_ lie: Lie, on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            try alice.vault.set(ItemDraft("a", "", "a2"))
            try alice.sync()
            try alice.vault.set(ItemDraft("b", "", "b2"))
            try alice.sync()
            try alice.vault.add(ItemDraft("c", "", "c1"))
            try alice.sync()
            let honest = trial.server[trial.vault]
            #expect(honest.position.generation == 6)
            let before = try bob.content
            func isFound() throws {
                #expect(throws: VaultError.code(.forged)) { try bob.sync() }
                #expect(try bob.content == before)
                #expect(try bob.vault.teamStatus().generation == 3)
            }
            bob.store.lie = { snapshot in
                snapshot.records.sort { $0.name < $1.name }
                lie.tell(&snapshot)
            }
            try isFound()
            bob.store.lie = nil
            if lie.fitsTables {
                trial.server[trial.vault] = honest.after(3, lie.tell)
                try isFound()
                trial.server[trial.vault] = honest
            }
            try bob.sync()
            #expect(try bob.content == alice.content)
        }
    }

    @Test("Detects old records under new commits, and new records under old commits", arguments: TeamPlace.available)
    func mixed(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            try alice.vault.set(ItemDraft("a", "", "a2"))
            try alice.sync()
            let old = trial.server[trial.vault]
            try alice.vault.set(ItemDraft("a", "", "a3"))
            try alice.sync()
            let new = trial.server[trial.vault]
            for (commits, records) in [(old, new), (new, old)] {
                var mixed = commits
                mixed.records = records.records
                trial.server[trial.vault] = mixed
                #expect(throws: VaultError.code(.forged)) { try bob.sync() }
            }
            trial.server[trial.vault] = new
            try bob.sync()
            #expect(try bob.content[0] == "a a3 []")
        }
    }

    @Test("Rejects commits of a nonmember or of a member without the right", arguments: TeamPlace.available)
    func forgers(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, carol, bob) = (trial.alice, try trial.join("carol", as: .reader), try trial.join("bob"))
            try alice.sync()
            // A reader who controls the server. Her own program would refuse, so the commit is built by hand.
            let (team, keyring) = try carol.vault.read { transaction in
                let team = try transaction.team()
                return (team, try team.keyring(of: transaction.keys.vault))
            }
            try carol.sync()
            let position = trial.server[trial.vault].position
            let unsent = try bob.vault.write { transaction in
                _ = try transaction.add(ItemDraft("forged", "", "x"))
                return try transaction.unsent(keyring)
            }
            for forged in [team.device, [UInt8](repeating: 1, count: 16)] {
                var author = try bob.vault.read { try $0.team() }
                author.device = forged
                author.signingSeed = team.signingSeed
                let outgoing = try bob.vault.read { try TeamOutgoing(unsent, after: author.pull(keyring), author, $0) }
                if forged == team.device {
                    #expect(try bob.store.append(outgoing.batch, to: trial.vault, after: position))
                } else {
                    // A correct server rejects it.
                    trial.server[trial.vault].append(outgoing.batch)
                }
                #expect(throws: VaultError.code(.forged)) { try alice.sync() }
                #expect(try alice.content.count == 2)
                trial.server[trial.vault].position = position
                trial.server[trial.vault].commits.removeLast()
                for record in outgoing.batch.puts { trial.server[trial.vault].records[record.name] = nil }
            }
            // A writer who makes himself an admin.
            let engineKeys = try bob.vault.withEngine { engine in
                try engine.teamDeviceKeys(bob.vault.readTeam(engine))
            }
            try bob.sync()
            try alice.sync()
            let known = try bob.vault.read { try $0.teamRecords().digests() }
            let (state, members) = try bob.vault.read { transaction in
                (try transaction.team(), try transaction.teamMembers(keyring))
            }
            var device = try #require(members[state.device])
            (device.role, device.roleSince) = (.admin, state.position.generation + 1)
            let epoch = try bob.vault.read {
                try TeamEpoch($0.teamRecords().row(TeamEpoch.recordName(keyring.newest.name))!.body)
            }
            let coup = try TeamMembersCommit(
                [device], keys: keyring.newest, before: nil, epoch: epoch, after: state.position, root: state.root,
                known: known, in: trial.vault, by: state.device, engineKeys.authority)
            let honest = trial.server[trial.vault]
            #expect(try bob.store.append(coup.batch, to: trial.vault, after: state.position))
            #expect(throws: VaultError.code(.forged)) { try alice.sync() }
            #expect(throws: VaultError.code(.forged)) { try bob.sync() }
            trial.server[trial.vault] = honest
            try alice.sync()
        }
    }

    @Test(
        "Members who are shown different logs detect it when they meet, or compare codes by voice",
        arguments: TeamPlace.available)
    func forks(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            let common = trial.server[trial.vault]
            try alice.vault.set(ItemDraft("a", "", "alice's"))
            try alice.sync()
            let forAlice = trial.server[trial.vault]
            trial.server[trial.vault] = common
            try bob.vault.set(ItemDraft("a", "", "bob's"))
            try bob.sync()
            #expect(try alice.vault.compareTeamLog(with: bob.vault.teamCheckCode()) == .different)
            // Alice is shown Bob's server.
            #expect(throws: VaultError.code(.forged)) { try alice.sync() }
            // Alice's own server with a note from Bob.
            let note = trial.server[trial.vault].notes
            trial.server[trial.vault] = forAlice
            trial.server[trial.vault].notes.merge(note) { $1 }
            #expect(throws: VaultError.code(.forged)) { try alice.sync() }
            trial.server[trial.vault] = forAlice
            try alice.sync()
        }
    }

    @Test(
        "Forged letters and a used code admit no one",
        arguments: TeamPlace.available)
    func letters(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let alice = trial.alice
            let later = Vault.Timestamp.now().advanced(byMilliseconds: 60_000)
            func join(_ code: RecoveryCode, _ name: String, _ store: TrialStore) throws -> (
                vault: Vault, words: String
            ) {
                try Vault.joinTeam(
                    with: code, in: store, at: trial.fixture.path(of: "\(name).vault"),
                    slots: [.keyFile(trial.fixture.key)], place: "memory", device: "pc", options: trial.options(name))
            }
            let code = try alice.vault.invite("bob", as: .writer, login: "bob", until: later, in: alice.store)
            let store = try trial.store("bob")
            let honest = trial.server[trial.vault]
            for identifier in honest.letters.keys { trial.server[trial.vault].letters[identifier]?[50] ^= 1 }
            #expect(throws: VaultError.code(.forged)) { try join(code, "b0", store) }
            trial.server[trial.vault] = honest
            let thief = try join(code, "thief", trial.store("bob"))
            #expect(throws: VaultError.code(.forged)) { try join(code, "b1", store) }
            #expect(!FileManager.default.fileExists(atPath: trial.fixture.path(of: "b1.vault").description))
            // He is not admitted and reads nothing.
            #expect(try thief.vault.syncTeam(with: store).isWaiting)
            #expect(try thief.vault.items().isEmpty)
            #expect(throws: VaultError.code(.notFound)) { try join(RecoveryCode(), "b2", store) }
            let old = try alice.vault.invite(
                "carol", as: .reader, login: "carol", until: .now().advanced(byMilliseconds: -1), in: alice.store)
            #expect(throws: VaultError.code(.notFound)) { try join(old, "c", trial.store("carol")) }
            // The paper recovery code is not an invitation, nor is an invitation a recovery code.
            #expect(throws: VaultError.code(.invalidArgument)) {
                try Vault.recoverTeam(
                    with: code, in: store, at: trial.fixture.path(of: "r.vault"), slots: [.keyFile(trial.fixture.key)],
                    place: "memory", member: "x", device: "y", options: trial.options("r"))
            }
        }
    }

    @Test(
        "A changed or withheld piece of an attachment stops the pull, and nothing is taken",
        arguments: TeamPlace.available)
    func pieces(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            try alice.vault.attach("f", from: MemoryReader([1, 2, 3]), to: .init("a"))
            try alice.sync()
            let honest = trial.server[trial.vault]
            for lie: ([UInt8]) -> [UInt8]? in [{ _ in nil }, { [1] + $0 }, { _ in [] }] {
                var log = honest
                log.pieces = log.pieces.mapValues { $0.compactMapValues(lie) }
                trial.server[trial.vault] = log
                #expect(throws: VaultError.code(.forged)) { try bob.sync() }
                #expect(try bob.vault.item(.init("a"))?.attachments.isEmpty == true)
            }
            trial.server[trial.vault] = honest
            try bob.sync()
            #expect(try bob.vault.extract("f", of: .init("a"), to: MemoryWriter()).bytes == [1, 2, 3])
        }
    }

    @Test(
        "A member who claims to have seen another log stops all syncing, is named and can be removed",
        arguments: TeamPlace.available)
    func lyingMember(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, carol) = (trial.alice, try trial.join("carol", as: .reader))
            let team = try carol.vault.read { try $0.team() }
            let note = try TeamNote(
                position: TeamPosition(generation: 2, head: team.device + team.device), time: .now()
            )
            .signed(with: team.signingKey(), of: trial.vault, team.device)
            try carol.store.put(note: note, of: team.device, in: trial.vault)
            do {
                try alice.sync()
                Issue.record("the note was believed")
            } catch let error as VaultError {
                #expect(error.code == .forged && error.reason.contains("carol/desktop"))
            }
            try alice.vault.removeMember("carol", in: alice.store)
            try alice.sync()
        }
    }

    @Test(
        "A malformed item from another writer is skipped, and repaired by a member who has it",
        arguments: TeamPlace.available)
    func badItem(on place: TeamPlace) throws {
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
            let body = try keyring.newest.seal(TLVWriter().padded(), as: row.name)
            let digest = TeamKeys.digest(row.name, body)
            var root = team.root
            root.subtract(keyring.newest.leaf(row.name, row.digest))
            root.add(keyring.newest.leaf(row.name, digest))
            let list = TeamChange.bytes(of: [TeamChange(name: row.name, digest: digest)])
            let header = TeamHeader(
                vault: trial.vault, generation: 4, before: team.position.head, device: team.device, time: .now(),
                keyName: keyring.newest.name, changes: TeamChange.digest(of: list, count: 1), root: root,
                isOfMembers: false)
            let commit = try header.signed(with: team.signingKey(), list)
            let record = TeamRecord(name: row.name, generation: 4, body: body)
            #expect(
                try bob.store.append(
                    TeamBatch(commits: [commit], puts: [record], drops: []), to: trial.vault, after: team.position))
            let report = try alice.sync()
            #expect(report.unreadableCount == 1 && report.sentCount == 1)
            for member in [bob, alice] {
                try member.sync()
                #expect(try member.content == ["a a1 []", "b b1 []"])
                try member.vault.verifyTeamLog()
            }
        }
    }

    @Test("Detects changed log rows in the vault file")
    func file() throws {
        try TeamTrial.run { trial in
            let bob = try trial.join("bob")
            try bob.vault.verifyTeamLog()
            func edit(_ statement: String) throws {
                let database = try Database(trial.fixture.path(of: "bob.vault"), .readWrite)
                try database.write { try database.execute(statement) }
            }
            let copy = try Data(contentsOf: URL(filePath: trial.fixture.path(of: "bob.vault").description))
            for statement in [
                "UPDATE team_record SET version = version + 1 WHERE kind = 1",
                "UPDATE team_record SET body = zeroblob(200) WHERE kind = 5", "DELETE FROM team_record WHERE kind = 1",
                "UPDATE team_record SET generation = 9 WHERE kind = 6",
            ] {
                try edit(statement)
                #expect(throws: VaultError.code(.tampered)) { try trial.reopen(bob).vault.verifyTeamLog() }
                try copy.write(to: URL(filePath: trial.fixture.path(of: "bob.vault").description))
            }
            for value in ["x", "y"] {
                try bob.vault.set(ItemDraft("a", "", value))
                try bob.sync()
            }
            try edit("DELETE FROM team_commit WHERE generation = 4")
            #expect(throws: VaultError.code(.tampered)) { try trial.reopen(bob).vault.teamLog() }
        }
    }
}

extension TeamState {
    /// A pull without new commits.
    fileprivate func pull(_ keyring: TeamKeyring) -> TeamPull {
        TeamPull(position: position, root: root, keyring: keyring, role: role)
    }
}

extension TeamLog {
    /// Appends commits without checks, as a superuser can.
    mutating func append(_ batch: TeamBatch) {
        for commit in batch.commits {
            commits.append(commit)
            position = TeamPosition(generation: position.generation + 1, head: commit.head)
        }
        for record in batch.puts { records[record.name] = record }
        for name in batch.drops { records[name] = nil }
    }

    /// The log with a forged snapshot for a member who has seen a generation.
    fileprivate func after(_ generation: UInt64, _ tell: (inout TeamSnapshot) -> Void) -> TeamLog {
        var snapshot = TeamSnapshot(
            position: position, commits: Array(commits[(Int(generation) - 1)...]),
            records: records.values.filter { $0.generation > generation }.sorted { $0.name < $1.name })
        tell(&snapshot)
        var log = self
        log.position = snapshot.position
        log.commits = Array(commits[..<(Int(generation) - 1)]) + snapshot.commits
        log.records = records.filter { $0.value.generation <= generation }
        for record in snapshot.records { log.records[record.name] = record }
        return log
    }
}

extension Vault {
    fileprivate func readTeam(_ engine: VaultEngine) throws -> TeamState { try engine.read { try $0.team() } }
}
