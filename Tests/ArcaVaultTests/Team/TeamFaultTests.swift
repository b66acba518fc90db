import ArcaCore
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaTeam
@testable import ArcaVault

/// A store that fails at one of its calls, before or after carrying it out.
private final class FaultyStore: TeamStore {
    let base: any TeamStore
    /// The number of the failing call, from 0.
    var fault = Int.max
    /// Whether the failing call is carried out anyway.
    var isDone = false
    private(set) var callCount = 0

    init(_ base: any TeamStore) { self.base = base }

    private func call<Result>(_ body: () throws(VaultError) -> Result) throws(VaultError) -> Result {
        callCount += 1
        guard callCount - 1 == fault else { return try body() }
        if isDone { _ = try body() }
        throw VaultError(.unreachable, "cut")
    }

    func create(_ vault: [UInt8]) throws(VaultError) { try call { () throws(VaultError) in try base.create(vault) } }
    func read(_ vault: [UInt8], from generation: UInt64) throws(VaultError) -> TeamSnapshot {
        try call { () throws(VaultError) in try base.read(vault, from: generation) }
    }
    func append(_ batch: TeamBatch, to vault: [UInt8], after position: TeamPosition) throws(VaultError) -> Bool {
        try call { () throws(VaultError) in try base.append(batch, to: vault, after: position) }
    }
    func holding<Result>(_ vault: [UInt8], _ body: () throws -> Result) throws -> Result { try body() }
    func piece(_ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError) -> [UInt8]? {
        try call { () throws(VaultError) in try base.piece(number, of: attachment, in: vault) }
    }
    func put(piece: [UInt8], _ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError) {
        try call { () throws(VaultError) in try base.put(piece: piece, number, of: attachment, in: vault) }
    }
    func letter(_ identifier: [UInt8]) throws(VaultError) -> [UInt8]? {
        try call { () throws(VaultError) in try base.letter(identifier) }
    }
    func put(letter: [UInt8], _ identifier: [UInt8], in vault: [UInt8], keepsForever: Bool) throws(VaultError) {
        try call { () throws(VaultError) in
            try base.put(letter: letter, identifier, in: vault, keepsForever: keepsForever)
        }
    }
    func put(note: [UInt8], of device: [UInt8], in vault: [UInt8]) throws(VaultError) {
        try call { () throws(VaultError) in try base.put(note: note, of: device, in: vault) }
    }
    func allow(
        _ login: String, _ access: TeamAccess, speakingFor devices: [[UInt8]], in vault: [UInt8]
    ) throws(VaultError) {
        try call { () throws(VaultError) in try base.allow(login, access, speakingFor: devices, in: vault) }
    }
    func position(of vault: [UInt8]) throws(VaultError) -> TeamPosition {
        try call { () throws(VaultError) in try base.position(of: vault) }
    }
    func notes(of devices: [[UInt8]], in vault: [UInt8]) throws(VaultError) -> [TeamSignedNote] {
        try call { () throws(VaultError) in try base.notes(of: devices, in: vault) }
    }
    func sender(of generation: UInt64, in vault: [UInt8]) throws(VaultError) -> String? {
        try call { () throws(VaultError) in try base.sender(of: generation, in: vault) }
    }
    func cut(_ vault: [UInt8], after generation: UInt64, from position: TeamPosition) throws(VaultError) -> [String] {
        try call { () throws(VaultError) in try base.cut(vault, after: generation, from: position) }
    }
}

@Suite("A server that fails during any call")
struct TeamFaultTests {
    /// Runs a member's action with a fault at each call, before and after it takes effect, and then again without
    /// faults.
    private func atEachCall(_ prepare: (TeamTrial) throws -> (_ store: any TeamStore) throws -> Void) throws {
        for isDone in [false, true] {
            var fault = 0
            var isOver = false
            while !isOver {
                try TeamTrial.run { trial in
                    let act = try prepare(trial)
                    let store = FaultyStore(trial.alice.store)
                    (store.fault, store.isDone) = (fault, isDone)
                    do { try act(store) } catch let error as VaultError where error.code == .unreachable {}
                    isOver = store.callCount <= fault
                    // The file is intact, and the next run succeeds.
                    #expect(try trial.admin.verify().isSound)
                    store.fault = .max
                    try act(store)
                    _ = try trial.admin.syncTeam(with: trial.alice.store)
                    try trial.admin.verifyTeamLog()
                    #expect(try trial.admin.teamStatus().waitingCount == 0, "call \(fault), done \(isDone)")
                }
                fault += 1
            }
            #expect(fault > 2)
        }
    }

    @Test("while changes and an attachment are sent: nothing is lost or sent twice")
    func sync() throws {
        try atEachCall { trial in
            let bob = try trial.join("bob")
            try bob.vault.set(ItemDraft("b", "", "bob's"))
            try bob.sync()
            try trial.admin.set(ItemDraft("a", "", "a2"))
            try trial.admin.attach("f", from: MemoryReader([1, 2, 3]), to: .init("a"))
            return { store in
                _ = try trial.admin.syncTeam(with: store)
                try bob.sync()
                #expect(try bob.content == ["a a2 []", "b bob's []"])
                #expect(try bob.vault.extract("f", of: .init("a"), to: MemoryWriter()).bytes == [1, 2, 3])
                #expect(try bob.vault.teamLog().filter { !$0.items.isEmpty }.count <= 3)
            }
        }
    }

    @Test("while a member is admitted: exactly once")
    func admission() throws {
        try atEachCall { trial in
            let later = Vault.Timestamp.now().advanced(byMilliseconds: 60_000)
            let code = try trial.admin.invite("bob", as: .writer, login: "bob", until: later, in: trial.alice.store)
            let store = try trial.store("bob")
            let (vault, _) = try Vault.joinTeam(
                with: code, in: store, at: trial.fixture.path(of: "bob.vault"), slots: [.keyFile(trial.fixture.key)],
                place: "memory", device: "pc", options: trial.options("bob"))
            let request = try #require(try trial.admin.teamRequests(in: trial.alice.store).requests.first)
            return { faulty in
                try trial.admin.admit(request, in: faulty)
                #expect(try !vault.syncTeam(with: store).isWaiting)
                #expect(try trial.admin.teamStatus().devices.count == 3)
                #expect(trial.server[trial.vault].access["bob"] == .writer)
            }
        }
    }

    @Test("while a member is removed: the retry also removes the login's access")
    func removal() throws {
        try atEachCall { trial in
            let bob = try trial.join("bob")
            return { store in
                try trial.admin.removeMember("bob", in: store)
                #expect(trial.server[trial.vault].access["bob"] == nil)
                #expect(try trial.admin.teamStatus().epoch == 2)
                #expect(throws: VaultError.self) { try bob.sync() }
            }
        }
    }

    @Test("while a restored database is repaired")
    func repair() throws {
        try atEachCall { trial in
            let backup = trial.server[trial.vault]
            try trial.admin.attach("f", from: MemoryReader([1, 2, 3]), to: .init("a"))
            try trial.alice.sync()
            try trial.admin.detach("f", from: .init("a"))
            try trial.admin.attach("g", from: MemoryReader([4]), to: .init("b"))
            try trial.alice.sync()
            let last = trial.server[trial.vault].position
            trial.server[trial.vault] = backup
            return { store in
                _ = try trial.admin.repairTeamLog(in: store)
                #expect(trial.server[trial.vault].position == last)
                #expect(trial.server[trial.vault].pieces.count == 1)
            }
        }
    }

    @Test("while a team is created: the same command completes it")
    func beginning() throws {
        for isDone in [false, true] {
            for fault in 0..<7 {
                try VaultFixture.run { fixture in
                    let vault = try fixture.create()
                    try vault.add(ItemDraft("a", "", "a1"))
                    let server = MemoryTeamServer()
                    let store = FaultyStore(server.store("alice"))
                    (store.fault, store.isDone) = (fault, isDone)
                    func begin() throws {
                        _ = try vault.createTeam(in: store, at: "memory", member: "alice", device: "laptop")
                    }
                    do { try begin() } catch let error as VaultError where error.code == .unreachable {
                        store.fault = .max
                        // If the file already belongs to the team, syncing completes it.
                        if try vault.teamPlace == nil { try begin() } else { _ = try vault.syncTeam(with: store) }
                    }
                    try vault.verifyTeamLog()
                    #expect(try vault.teamStatus().waitingCount == 0)
                    #expect(server[vault.identifier].records.values.contains { $0.name.kind == TeamRecord.Name.item })
                }
            }
        }
    }
}
