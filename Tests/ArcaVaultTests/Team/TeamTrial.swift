import ArcaCore
import Testing

@testable import ArcaTeam
@testable import ArcaVault

/// A login's store that can lose answers and send false data.
final class TrialStore: TeamStore {
    let base: any TeamStore
    /// Replaces an append.
    var appending: ((_ batch: TeamBatch, _ honest: (TeamBatch) throws(VaultError) -> Bool) throws(VaultError) -> Bool)?

    /// Changes the snapshot that a member reads.
    var lie: ((inout TeamSnapshot) -> Void)?

    /// The error of every call about notes.
    var noteFailure: VaultError?
    /// The error of storing a note.
    var refusesNotes: VaultError?

    init(_ base: any TeamStore) { self.base = base }

    func append(_ batch: TeamBatch, to vault: [UInt8], after position: TeamPosition) throws(VaultError) -> Bool {
        let honest = { (batch: TeamBatch) throws(VaultError) -> Bool in
            try self.base.append(batch, to: vault, after: position)
        }
        guard let appending else { return try honest(batch) }
        return try appending(batch, honest)
    }

    func create(_ vault: [UInt8]) throws(VaultError) { try base.create(vault) }
    func read(_ vault: [UInt8], from generation: UInt64) throws(VaultError) -> TeamSnapshot {
        var snapshot = try base.read(vault, from: generation)
        lie?(&snapshot)
        return snapshot
    }
    func holding<Result>(_ vault: [UInt8], _ body: () throws -> Result) throws -> Result {
        try base.holding(vault, body)
    }
    func piece(_ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError) -> [UInt8]? {
        try base.piece(number, of: attachment, in: vault)
    }
    func put(piece: [UInt8], _ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError) {
        try base.put(piece: piece, number, of: attachment, in: vault)
    }
    func letter(_ identifier: [UInt8]) throws(VaultError) -> [UInt8]? { try base.letter(identifier) }
    func put(letter: [UInt8], _ identifier: [UInt8], in vault: [UInt8], keepsForever: Bool) throws(VaultError) {
        try base.put(letter: letter, identifier, in: vault, keepsForever: keepsForever)
    }
    func put(note: [UInt8], of device: [UInt8], in vault: [UInt8]) throws(VaultError) {
        if let failure = noteFailure ?? refusesNotes { throw failure }
        try base.put(note: note, of: device, in: vault)
    }
    func allow(
        _ login: String, _ access: TeamAccess, speakingFor devices: [[UInt8]], in vault: [UInt8]
    ) throws(VaultError) { try base.allow(login, access, speakingFor: devices, in: vault) }
    func position(of vault: [UInt8]) throws(VaultError) -> TeamPosition { try base.position(of: vault) }
    func notes(of devices: [[UInt8]], in vault: [UInt8]) throws(VaultError) -> [TeamSignedNote] {
        if let noteFailure { throw noteFailure }
        return try base.notes(of: devices, in: vault)
    }
    func sender(of generation: UInt64, in vault: [UInt8]) throws(VaultError) -> String? {
        try base.sender(of: generation, in: vault)
    }
    func cut(_ vault: [UInt8], after generation: UInt64, from position: TeamPosition) throws(VaultError) -> [String] {
        try base.cut(vault, after: generation, from: position)
    }
}

/// Members who share a vault.
struct TeamTrial {
    let fixture: VaultFixture
    let server: any TeamServer
    let admin: Vault
    let recovery: RecoveryCode

    /// A member's vault and store.
    struct Member {
        let name: String
        let vault: Vault
        let store: TrialStore

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
    private let aliceStore: TrialStore

    static func run(
        _ items: [ItemDraft] = [ItemDraft("a", "", "a1"), ItemDraft("b", "", "b1")], on place: TeamPlace = .memory,
        _ body: (TeamTrial) throws -> Void
    ) throws { try run(items, on: place.server, body) }

    static func run(
        _ items: [ItemDraft] = [ItemDraft("a", "", "a1"), ItemDraft("b", "", "b1")], on server: any TeamServer,
        _ body: (TeamTrial) throws -> Void
    ) throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(items)
            try body(TeamTrial(fixture, vault, server))
        }
    }

    private init(_ fixture: VaultFixture, _ vault: Vault, _ server: any TeamServer) throws {
        (self.fixture, self.server, admin) = (fixture, server, vault)
        aliceStore = TrialStore(try server.store("alice"))
        recovery = try vault.createTeam(
            in: aliceStore, at: "memory", member: "alice", device: "laptop", login: "alice")
    }

    var vault: [UInt8] { admin.identifier }

    func store(_ login: String) throws -> TrialStore { TrialStore(try server.store(login)) }

    func options(_ name: String) -> Vault.OpenOptions {
        fixture.options {
            $0.stateFolder = Vault.StateFolder(fixture.path(of: "state of \(name)"))
            $0.extension = .team
        }
    }

    /// Invites and admits a member.
    func join(_ name: String, as role: TeamRole = .writer, member: String? = nil) throws -> Member {
        let code = try admin.invite(
            member ?? name, as: role, login: name, until: .now().advanced(byMilliseconds: 60_000), in: aliceStore)
        let store = try self.store(name)
        let (vault, words) = try Vault.joinTeam(
            with: code, in: store, at: fixture.path(of: "\(name).vault"), slots: [.keyFile(fixture.key)],
            place: "memory", device: "desktop", options: options(name))
        let requests = try admin.teamRequests(in: aliceStore).requests
        try admin.admit(#require(requests.first { $0.words == words }), in: aliceStore)
        let member = Member(name: name, vault: vault, store: store)
        try member.sync()
        return member
    }

    func reopen(_ member: Member) throws -> Member {
        Member(
            name: member.name,
            vault: try Vault.open(
                at: fixture.path(of: "\(member.name).vault"), with: .keyFile(fixture.key), options: options(member.name)
            ),
            store: member.store)
    }
}
