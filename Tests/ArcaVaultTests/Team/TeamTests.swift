import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaTeam
@testable import ArcaVault

@Suite("A vault that a team shares")
struct TeamTests {
    @Test("Items are exchanged between members until all agree", arguments: TeamPlace.available)
    func shares(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            #expect(try bob.content == alice.content)
            try bob.vault.add(ItemDraft("c", "", "c1"))
            try bob.vault.set(ItemDraft("a", "", "a2"))
            #expect(try bob.sync().sentCount == 2)
            let report = try alice.sync()
            #expect(report.taken.added.map(\.text) == ["c"] && report.taken.changed.map(\.text) == ["a"])
            #expect(try alice.content == ["a a2 []", "b b1 []", "c c1 []"])
            try alice.vault.moveToTrash(.init("b"))
            try alice.sync()
            try bob.sync()
            #expect(try bob.content == ["a a2 []", "c c1 []"])
            #expect(try bob.vault.items(matching: VaultQuery()).count == 2)
            let generation = trial.server[trial.vault].position.generation
            for member in [alice, bob, alice] {
                let report = try member.sync()
                #expect(report.sentCount == 0)
                #expect(report.commitCount == 0)
                #expect(report.waitingCount == 0)
            }
            #expect(trial.server[trial.vault].position.generation == generation)
            for member in [alice, bob] {
                try member.vault.verifyTeamLog()
                #expect(try member.vault.verify().isSound)
            }
        }
    }

    @Test(
        "Edits of different fields are combined; after edits of one field, everyone sees both values",
        arguments: TeamPlace.available)
    func merges(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            var draft = ItemDraft("a", "", "a1")
            draft.attributes.comment = "alice's"
            try alice.vault.set(draft)
            try bob.vault.set(ItemDraft("a", "", "bob's"))
            for member in [alice, bob, alice] { try member.sync() }
            for member in [alice, bob] {
                #expect(try member.content[0] == "a bob's []")
                #expect(try member.vault.item(.init("a"))?.attributes.comment == "alice's")
            }
            try alice.vault.set(ItemDraft("b", "", "x"))
            try bob.vault.set(ItemDraft("b", "", "y"))
            for member in [alice, bob, alice] { try member.sync() }
            #expect(try alice.content[1] == "b x [\"password 2\"]")
            #expect(try bob.content == alice.content)
            try bob.vault.resolve(.init("b"), field: "password", taking: 1)
            for member in [bob, alice] { try member.sync() }
            for member in [alice, bob] { #expect(try member.content[1] == "b y []") }
            // An edit wins over a removal that had not seen it.
            try alice.vault.set(ItemDraft("a", "", "kept"))
            try bob.vault.moveToTrash(.init("a"))
            for member in [alice, bob, alice] { try member.sync() }
            for member in [alice, bob] { #expect(try member.content[0] == "a kept []") }
        }
    }

    @Test(
        "Two items of one name are both kept, one with a number, without an extra edit",
        arguments: TeamPlace.available)
    func namesMeet(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            try alice.vault.add(ItemDraft("same", "", "1"))
            try bob.vault.add(ItemDraft("same", "", "2"))
            for member in [alice, bob, alice, bob] { try member.sync() }
            #expect(try alice.content == bob.content)
            #expect(try alice.vault.items().map(\.name.text) == ["a", "b", "same", "same (2)"])
            let last = trial.server[trial.vault].position
            for member in [alice, bob] { try member.sync() }
            #expect(trial.server[trial.vault].position == last)
        }
    }

    @Test("Attachments are copied and removed with their items, piece by piece", arguments: TeamPlace.available)
    func attachments(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            let content = [UInt8]((0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            try alice.vault.attach("photo", from: MemoryReader(content), to: .init("a"))
            try alice.sync()
            try bob.sync()
            #expect(try bob.vault.extract("photo", of: .init("a"), to: MemoryWriter()).bytes == content)
            #expect(trial.server[trial.vault].pieces.values.map(\.count) == [2])
            try bob.vault.detach("photo", from: .init("a"))
            try bob.sync()
            try alice.sync()
            #expect(try alice.vault.item(.init("a"))?.attachments.isEmpty == true)
            #expect(trial.server[trial.vault].pieces.isEmpty)
        }
    }

    @Test("A reader cannot write, and a writer cannot manage members", arguments: TeamPlace.available)
    func roles(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, carol) = (trial.alice, try trial.join("carol", as: .reader))
            #expect(throws: VaultError.code(.notAllowed)) { try carol.vault.set(ItemDraft("a", "", "x")) }
            #expect(throws: VaultError.code(.notAllowed)) { try carol.vault.remove(.init("a")) }
            #expect(try carol.content == ["a a1 []", "b b1 []"])
            let bob = try trial.join("bob")
            let later = Vault.Timestamp.now().advanced(byMilliseconds: 60_000)
            #expect(throws: VaultError.code(.notAllowed)) {
                try bob.vault.invite("dave", as: .reader, until: later, in: bob.store)
            }
            #expect(throws: VaultError.code(.notAllowed)) {
                try bob.vault.removeMember("carol", in: bob.store)
            }
            try alice.vault.setRole(.writer, of: "carol", in: alice.store)
            try carol.sync()
            try carol.vault.set(ItemDraft("a", "", "x"))
            try carol.sync()
            try alice.sync()
            #expect(try alice.content[0] == "a x []")
            #expect(throws: VaultError.code(.invalidArgument)) {
                try alice.vault.setRole(.writer, of: "alice", in: alice.store)
            }
        }
    }

    @Test(
        "A removed member reads and writes nothing new, and known secrets are listed until they change",
        arguments: TeamPlace.available)
    func removal(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob, carol) = (trial.alice, try trial.join("bob"), try trial.join("carol"))
            let exposed = try alice.vault.removeMember("bob", in: alice.store)
            #expect(exposed.map(\.text) == ["a", "b"])
            #expect(trial.server[trial.vault].access["bob"] == nil)
            try alice.vault.set(ItemDraft("a", "", "new secret"))
            try alice.sync()
            try carol.sync()
            #expect(try carol.content[0] == "a new secret []")
            #expect(try alice.vault.exposure(of: "bob").map(\.text) == ["b"])
            #expect(try carol.vault.exposure(of: "bob").map(\.text) == ["b"])
            // Even if he controls the server.
            trial.server[trial.vault].access["bob"] = .admin
            #expect(throws: VaultError.code(.notAllowed)) { try bob.sync() }
            #expect(throws: VaultError.code(.notAllowed)) { try bob.sync() }
            #expect(try bob.content[0] == "a a1 []")
            #expect(throws: VaultError.code(.notAllowed)) { try bob.vault.set(ItemDraft("a", "", "mine")) }
            #expect(throws: VaultError.code(.notFound)) { try alice.vault.exposure(of: "nobody") }
        }
    }

    @Test(
        "Everything works offline and is sent later, and a lost answer loses no change",
        arguments: TeamPlace.available)
    func offline(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            alice.store.appending = { _, _ throws(VaultError) in throw VaultError(.unreachable, "cut") }
            try alice.vault.set(ItemDraft("a", "", "a2"))
            #expect(throws: VaultError.code(.unreachable)) { try alice.sync() }
            #expect(try alice.content[0] == "a a2 []")
            #expect(try alice.vault.teamStatus().waitingCount == 1)
            // The append succeeded, but the answer was lost.
            alice.store.appending = { batch, honest throws(VaultError) in
                _ = try honest(batch)
                throw VaultError(.unreachable, "cut")
            }
            #expect(throws: VaultError.code(.unreachable)) { try alice.sync() }
            alice.store.appending = nil
            let report = try alice.sync()
            #expect(report.sentCount == 0)
            #expect(report.commitCount == 1)
            #expect(report.waitingCount == 0)
            try bob.sync()
            #expect(try bob.content == alice.content)
        }
    }

    @Test("The paper recovery code restores an admin", arguments: TeamPlace.available)
    func recovers(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let bob = try trial.join("bob")
            try bob.vault.set(ItemDraft("a", "", "a2"))
            try bob.sync()
            trial.server[trial.vault].access["new"] = .admin
            let store = try trial.store("new")
            let vault = try Vault.recoverTeam(
                with: trial.recovery, in: store, at: trial.fixture.path(of: "new.vault"),
                slots: [.keyFile(trial.fixture.key)], place: "memory", member: "alice", device: "new laptop",
                options: trial.options("new"))
            #expect(try vault.text("a") == "a2")
            try vault.removeMember("alice", device: "laptop", in: store)
            try vault.set(ItemDraft("b", "", "b2"))
            _ = try vault.syncTeam(with: store)
            try bob.sync()
            #expect(try bob.content == ["a a2 []", "b b2 []"])
            #expect(throws: VaultError.code(.notFound)) { try trial.alice.sync() }
            trial.server[trial.vault].access["alice"] = .admin
            #expect(throws: VaultError.code(.notAllowed)) { try trial.alice.sync() }
            let status = try vault.teamStatus(asking: store)
            #expect(status.devices.filter { $0.isOwn }.map(\.device.fullName) == ["alice/new laptop"])
            #expect(status.devices.first { $0.device.memberName == "bob" }?.seen?.generation == status.generation)
        }
    }

    @Test("A lost paper recovery code is replaced and no longer opens anything", arguments: TeamPlace.available)
    func newRecoveryCode(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let alice = trial.alice
            let code = try alice.vault.renewTeamRecoveryCode(in: alice.store)
            trial.server[trial.vault].access["new"] = .admin
            let store = try trial.store("new")
            func recover(_ code: RecoveryCode, _ name: String) throws -> Vault {
                try Vault.recoverTeam(
                    with: code, in: store, at: trial.fixture.path(of: name), slots: [.keyFile(trial.fixture.key)],
                    place: "memory", member: "alice", device: name, options: trial.options(name))
            }
            #expect(throws: VaultError.code(.notAllowed)) { try recover(trial.recovery, "one") }
            #expect(try recover(code, "two").text("a") == "a1")
        }
    }

    @Test("Everyone detects a database that was set back, and one member repairs it", arguments: TeamPlace.available)
    func repairs(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            let backup = trial.server[trial.vault]
            let copy = trial.fixture.path(of: "copy.vault")
            try FileManager.default.copyItem(
                atPath: trial.fixture.path(of: "bob.vault").description, toPath: copy.description)
            try alice.vault.set(ItemDraft("a", "", "a2"))
            try alice.vault.attach("note", from: MemoryReader([1, 2, 3]), to: .init("b"))
            try alice.sync()
            try bob.vault.add(ItemDraft("c", "", "c1"))
            try bob.sync()
            try alice.sync()
            let last = trial.server[trial.vault].position
            trial.server[trial.vault] = backup
            #expect(throws: VaultError.code(.forged)) { try alice.sync() }
            #expect(throws: VaultError.code(.forged)) { try bob.sync() }
            #expect(try bob.vault.repairTeamLog(in: bob.store).commitCount == 2)
            #expect(trial.server[trial.vault].position == last)
            for member in [alice, bob] { #expect(try member.sync().commitCount == 0) }
            let carol = try trial.join("carol")
            #expect(try carol.content == ["a a2 []", "b b1 []", "c c1 []"])
            #expect(try carol.vault.extract("note", of: .init("b"), to: MemoryWriter()).bytes == [1, 2, 3])
            // Someone has written to the restored database.
            trial.server[trial.vault] = backup
            let other = try Vault.open(
                at: copy, with: .keyFile(trial.fixture.key), options: trial.options("another machine"))
            try other.set(ItemDraft("a", "", "other"))
            _ = try other.syncTeam(with: bob.store)
            #expect(throws: VaultError.code(.forged)) { try bob.vault.repairTeamLog(in: bob.store) }
        }
    }

    @Test("The log shows who wrote which change, and two people compare it by voice", arguments: TeamPlace.available)
    func log(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            try bob.vault.set(ItemDraft("a", "", "a2"))
            try bob.vault.remove(.init("b"))
            try bob.sync()
            try alice.sync()
            let log = try alice.vault.teamLog()
            #expect(log.map(\.author) == ["alice/laptop", "alice/laptop", "alice/laptop", "bob/desktop"])
            #expect(log[2].members.map(\.device) == ["bob/desktop"] && log[2].members.map(\.role) == [.writer])
            #expect(log[3].items.compactMap { $0.name?.text } == ["a"])
            #expect(Set(log[3].items.map(\.act)) == [.wrote, .removed])
            #expect(try alice.vault.teamLog(after: 3).count == 1)
            let code = try bob.vault.teamCheckCode()
            #expect(code.hasPrefix("4-") && code.count == 25)
            #expect(try alice.vault.compareTeamLog(with: code.lowercased()) == .same)
            try alice.vault.set(ItemDraft("a", "", "a3"))
            try alice.sync()
            #expect(try alice.vault.compareTeamLog(with: code) == .same)
            #expect(try bob.vault.compareTeamLog(with: alice.vault.teamCheckCode()) == .unknown)
            let last = code.last == "0" ? "1" : "0"
            #expect(try alice.vault.compareTeamLog(with: code.dropLast() + last) == .different)
            #expect(throws: VaultError.code(.malformed)) { try alice.vault.compareTeamLog(with: "4-AAAAA") }
        }
    }

    @Test("A vault that was rotated separately stays in the team", arguments: TeamPlace.available)
    func rotates(on place: TeamPlace) throws {
        try TeamTrial.run(on: place) { trial in
            let (alice, bob) = (trial.alice, try trial.join("bob"))
            var plan = Vault.RotationPlan()
            for slot in try bob.vault.slots { plan[slot.identifier] = .rewrap(.keyFile(trial.fixture.key)) }
            try bob.vault.rotate(plan)
            try alice.vault.renewTeamKey(in: alice.store)
            try bob.vault.set(ItemDraft("a", "", "a2"))
            try bob.sync()
            try alice.sync()
            #expect(try alice.content == bob.content)
            #expect(try trial.reopen(bob).content[0] == "a a2 []")
            try bob.vault.leaveTeam()
            #expect(try bob.vault.teamPlace == nil)
            #expect(throws: VaultError.code(.notFound)) { try bob.sync() }
            #expect(try trial.reopen(bob).content[0] == "a a2 []")
        }
    }
}
