import ArcaCodecs
import Foundation
import Synchronization
import Testing

@testable import ArcaVault

/// A server in memory, with the rules of the real one.
final class MemoryTeamServer: Sendable {
    struct Log: Sendable {
        var position = TeamPosition.start
        var commits: [TeamCommit] = []
        var records: [TeamRecord.Name: TeamRecord] = [:]
        var notes: [[UInt8]: [UInt8]] = [:]
        var pieces: [[UInt8]: [Int: [UInt8]]] = [:]
        var letters: [[UInt8]: [UInt8]] = [:]
        var access: [String: TeamAccess] = [:]
    }

    let logs = Mutex<[[UInt8]: Log]>([:])

    /// The log of a vault as it stands, to be put back.
    subscript(vault: [UInt8]) -> Log {
        get { logs.withLock { $0[vault] ?? Log() } }
        set { logs.withLock { $0[vault] = newValue } }
    }

    /// What one login sees.
    func login(_ name: String) -> MemoryTeamStore { MemoryTeamStore(self, name) }
}

/// What one login sees of a server, which may lie to it.
final class MemoryTeamStore: TeamStore {
    let server: MemoryTeamServer
    let login: String
    /// Changes what is read.
    var lie: (inout TeamSnapshot) -> Void = { _ in }
    /// What becomes of an append instead of what should.
    var appending: ((_ batch: TeamBatch, _ honest: (TeamBatch) throws(VaultError) -> Bool) throws(VaultError) -> Bool)?
    /// Changes pieces.
    var piece: ([UInt8]?) -> [UInt8]? = { $0 }
    /// Changes letters.
    var letter: ([UInt8]?) -> [UInt8]? = { $0 }
    /// How often it was asked for the log.
    private(set) var readCount = 0

    init(_ server: MemoryTeamServer, _ login: String) { (self.server, self.login) = (server, login) }

    private func check(_ vault: [UInt8], _ least: TeamAccess) throws(VaultError) {
        let order = TeamAccess.allCases
        let access = server[vault].access[login] ?? .none
        guard let has = order.firstIndex(of: access), let needs = order.firstIndex(of: least), has >= needs else {
            throw VaultError(least == .reader ? .notFound : .notAllowed, "the login \(login) may not")
        }
    }

    func create(_ vault: [UInt8]) throws(VaultError) {
        guard server.logs.withLock({ $0[vault] }) == nil else { throw VaultError(.duplicate, "there is one") }
        var log = MemoryTeamServer.Log()
        log.access[login] = .admin
        server[vault] = log
    }

    func read(_ vault: [UInt8], from generation: UInt64) throws(VaultError) -> TeamSnapshot {
        try check(vault, .reader)
        readCount += 1
        let log = server[vault]
        var snapshot = TeamSnapshot(
            position: log.position, commits: Array(log.commits.dropFirst(max(0, Int(generation) - 1))),
            records: log.records.values.filter { $0.generation > generation },
            notes: log.notes.map { (device: $0.key, body: $0.value) })
        lie(&snapshot)
        return snapshot
    }

    func append(_ batch: TeamBatch, to vault: [UInt8], after position: TeamPosition) throws(VaultError) -> Bool {
        try check(vault, .writer)
        let honest = { (batch: TeamBatch) throws(VaultError) -> Bool in
            self.server.logs.withLock { logs in
                guard var log = logs[vault], log.position == position else { return false }
                for commit in batch.commits {
                    log.commits.append(commit)
                    log.position = TeamPosition(generation: log.position.generation + 1, head: commit.head)
                }
                for record in batch.puts { log.records[record.name] = record }
                for name in batch.drops {
                    log.records[name] = nil
                    if name.kind == TeamRecord.Name.attachment { log.pieces[name.key] = nil }
                }
                logs[vault] = log
                return true
            }
        }
        guard let appending else { return try honest(batch) }
        return try appending(batch, honest)
    }

    func holding<Result>(_ vault: [UInt8], _ body: () throws -> Result) throws -> Result { try body() }

    func piece(_ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError) -> [UInt8]? {
        try check(vault, .reader)
        return piece(server[vault].pieces[attachment]?[number])
    }

    func put(piece: [UInt8], _ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError) {
        try check(vault, .writer)
        server[vault].pieces[attachment, default: [:]][number] = piece
    }

    func letter(_ identifier: [UInt8]) throws(VaultError) -> [UInt8]? {
        letter(server.logs.withLock { logs in logs.values.compactMap { $0.letters[identifier] }.first })
    }

    func put(
        letter: [UInt8], _ identifier: [UInt8], in vault: [UInt8], keepsForever: Bool
    ) throws(VaultError) {
        guard server[vault].letters[identifier] == nil else { throw VaultError(.duplicate, "there is one") }
        server[vault].letters[identifier] = letter
    }

    func put(note: [UInt8], of device: [UInt8], in vault: [UInt8]) throws(VaultError) {
        server[vault].notes[device] = note
    }

    func allow(_ login: String, _ access: TeamAccess, in vault: [UInt8]) throws(VaultError) {
        try check(vault, .admin)
        server[vault].access[login] = access
    }
}

/// People with a vault that they share.
struct TeamTrial {
    let fixture: VaultFixture
    let server = MemoryTeamServer()
    let admin: Vault
    let recovery: RecoveryCode

    /// A member's vault and what the member sees of the server.
    struct Member {
        let name: String
        let vault: Vault
        let store: MemoryTeamStore

        @discardableResult
        func sync() throws -> Vault.TeamReport { try vault.syncTeam(with: store) }

        /// Names, secrets and conflicts.
        var content: [String] {
            get throws {
                try vault.items().map { item in
                    let conflicts = try vault.conflicts(of: item.name).map { "\($0.field) \($0.choices.count)" }
                    return try "\(item.name.text) \(vault.secret(of: item.name).text) \(conflicts)"
                }
            }
        }
    }

    var alice: Member { Member(name: "alice", vault: admin, store: aliceStore) }
    private let aliceStore: MemoryTeamStore

    static func run(
        _ items: [ItemDraft] = [ItemDraft("a", "", "a1"), ItemDraft("b", "", "b1")], _ body: (TeamTrial) throws -> Void
    ) throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(items)
            try body(TeamTrial(fixture, vault))
        }
    }

    private init(_ fixture: VaultFixture, _ vault: Vault) throws {
        (self.fixture, admin) = (fixture, vault)
        aliceStore = server.login("alice")
        recovery = try vault.createTeam(
            in: aliceStore, at: "memory", member: "alice", device: "laptop", login: "alice")
    }

    var vault: [UInt8] { admin.identifier }

    func options(_ name: String) -> Vault.OpenOptions {
        fixture.options { $0.stateFolder = Vault.StateFolder(fixture.path(of: "state of \(name)")) }
    }

    /// Lets a member in.
    func join(_ name: String, as role: TeamRole = .writer, member: String? = nil) throws -> Member {
        let code = try admin.invite(
            member ?? name, as: role, login: name, until: .now().advanced(byMilliseconds: 60_000), in: aliceStore)
        let store = server.login(name)
        let (vault, words) = try Vault.joinTeam(
            with: code, in: store, at: fixture.path(of: "\(name).vault"), slots: [.keyFile(fixture.key)],
            place: "memory", device: "desktop", options: options(name))
        let requests = try admin.teamRequests(in: aliceStore).requests
        try admin.admit(#require(requests.first { $0.words == words }), in: aliceStore)
        let member = Member(name: name, vault: vault, store: store)
        try member.sync()
        return member
    }

    /// Opens a member's file again.
    func reopen(_ member: Member) throws -> Member {
        Member(
            name: member.name,
            vault: try Vault.open(
                at: fixture.path(of: "\(member.name).vault"), with: .keyFile(fixture.key), options: options(member.name)
            ),
            store: member.store)
    }
}
