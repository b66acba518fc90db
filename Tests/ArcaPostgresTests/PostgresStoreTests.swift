import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTeam
import ArcaTestSupport
import ArcaVault
import Foundation
import Testing

@testable import ArcaPostgres

@Suite("A team's log on PostgreSQL", .enabled(if: TeamServer.isInstalled, "PostgreSQL"), .serialized)
struct PostgresStoreTests {
    private static let vault = [UInt8](repeating: 7, count: 16)

    private static func batch(
        _ text: String, after position: TeamPosition, drops: [TeamRecord.Name] = []
    ) -> TeamBatch {
        let item = TeamRecord.Name(kind: 1, key: [UInt8](repeating: UInt8(position.generation + 1), count: 16))
        return RawCommit(text, after: position, in: vault, puts: [(item, Array("body \(text)".utf8))], drops: drops)
            .batch
    }

    @Test("Each call follows the protocol, and each login has the rights of its role")
    func calls() throws {
        try TeamServer.run("alice", "bob", "carol") { server in
            let (alice, bob, carol) = try (server.store("alice"), server.store("bob"), server.store("carol"))
            let vault = Self.vault
            #expect(throws: VaultError.code(.notFound)) { try alice.read(vault, from: 0) }
            #expect(throws: VaultError.code(.notFound)) { try alice.position(of: vault) }
            let start = try RawCommit.begin(vault, in: alice)
            #expect(throws: VaultError.code(.duplicate)) { try alice.create(vault) }
            #expect(throws: VaultError.code(.duplicate)) { try bob.create(vault) }
            #expect(try alice.read(vault, from: 0).position == start)
            let one = Self.batch("one", after: start)
            #expect(try alice.append(one, to: vault, after: start))
            #expect(try !alice.append(Self.batch("two", after: start), to: vault, after: start))
            let first = try alice.read(vault, from: 1)
            #expect(first.position.generation == 2 && Array(first.commits.dropFirst()) == one.commits)
            #expect(first.position.head == RawCommit.head(of: one.commits[0]))
            #expect(first.records == one.puts)
            #expect(try alice.read(vault, from: 2).records.isEmpty && alice.read(vault, from: 2).commits.count == 1)
            // Other logins see none of it.
            for stranger in [bob, carol] {
                #expect(throws: VaultError.code(.notFound)) { try stranger.read(vault, from: 0) }
                #expect(throws: VaultError.code(.notAllowed)) {
                    try stranger.append(Self.batch("x", after: first.position), to: vault, after: first.position)
                }
                #expect(throws: VaultError.code(.notAllowed)) {
                    try stranger.allow("bob", .admin, speakingFor: [], in: vault)
                }
                #expect(throws: VaultError.code(.notAllowed)) {
                    try stranger.put(letter: [1], [UInt8](repeating: 1, count: 16), in: vault, keepsForever: false)
                }
            }
            try alice.allow("bob", .writer, speakingFor: [RawCommit.device], in: vault)
            try alice.allow("carol", .reader, speakingFor: [], in: vault)
            let item = try #require(first.records.first { $0.name.kind == 1 })
            let two = Self.batch("two", after: first.position, drops: [item.name])
            #expect(try bob.append(two, to: vault, after: first.position))
            #expect(throws: VaultError.code(.notAllowed)) {
                try bob.allow("carol", .writer, speakingFor: [], in: vault)
            }
            let second = try carol.read(vault, from: 2)
            #expect(second.commits.count == 2 && second.records == two.puts)
            #expect(throws: VaultError.code(.notAllowed)) {
                try carol.append(Self.batch("x", after: second.position), to: vault, after: second.position)
            }
            #expect(throws: VaultError.code(.notAllowed)) {
                try carol.put(piece: [1], 0, of: [UInt8](repeating: 9, count: 16), in: vault)
            }
            for member in [bob, carol] {
                #expect(throws: VaultError.code(.notAllowed)) {
                    try member.put(letter: [1], [UInt8](repeating: 3, count: 16), in: vault, keepsForever: true)
                }
            }
            let (attachment, letter) = ([UInt8](repeating: 9, count: 16), [UInt8](repeating: 2, count: 16))
            try bob.put(piece: [1, 2], 0, of: attachment, in: vault)
            try bob.put(piece: [3], 1, of: attachment, in: vault)
            #expect(try carol.piece(1, of: attachment, in: vault) == [3])
            #expect(try carol.piece(2, of: attachment, in: vault) == nil)
            try carol.put(letter: [5], letter, in: vault, keepsForever: false)
            #expect(throws: VaultError.code(.duplicate)) {
                try bob.put(letter: [6], letter, in: vault, keepsForever: false)
            }
            #expect(try bob.letter(letter) == [5])
            #expect(try bob.letter(attachment) == nil)
            let note = [UInt8](repeating: 1, count: 112)
            try bob.put(note: note, of: RawCommit.device, in: vault)
            #expect(
                try alice.notes(of: [letter, RawCommit.device], in: vault) == [
                    TeamSignedNote(device: RawCommit.device, body: note)
                ])
            #expect(try alice.notes(of: [letter], in: vault).isEmpty)
            try alice.allow("carol", .none, speakingFor: [], in: vault)
            #expect(throws: VaultError.code(.notFound)) { try carol.read(vault, from: 0) }
            #expect(try carol.letter(letter) == nil)
            // The tables cannot be accessed directly.
            for statement in [
                "DELETE FROM arca.commit", "UPDATE arca.vault SET generation = 0", "SELECT * FROM arca.access",
                "SELECT * FROM arca.letter", "INSERT INTO arca.note VALUES ('', '', 'bob', '')",
                "SELECT * FROM arca.replaced", "SELECT arca.enter('')", "UPDATE arca.quota SET most = 1",
                "SELECT * FROM arca.spent",
            ] {
                let password = String(
                    decoding: try server.password("bob").withBytes { [UInt8](bytes: $0) }, as: UTF8.self)
                let answer = try Peer.run(
                    [
                        "psql", "-h", "localhost", "-p", "\(server.port)", "-U", "bob", "-d", "arca", "-c", statement,
                    ], environment: ["PGPASSWORD": password])
                #expect(answer.status != 0 && answer.errors.contains("permission denied"), "\(statement)")
            }
        }
    }

    @Test("Only one of two concurrent appends succeeds, and a lock on the log excludes others")
    func races() throws {
        try TeamServer.run("alice", "bob") { server in
            let (alice, bob) = try (server.store("alice"), server.store("bob"))
            let vault = Self.vault
            try RawCommit.begin(vault, in: alice)
            try alice.allow("bob", .writer, speakingFor: [], in: vault)
            for round in 1..<11 as Range<UInt64> {
                let position = try alice.read(vault, from: round).position
                #expect(position.generation == round)
                let done = try [
                    alice.append(Self.batch("a\(round)", after: position), to: vault, after: position),
                    bob.append(Self.batch("b\(round)", after: position), to: vault, after: position),
                ]
                #expect(done == [true, false])
            }
            try alice.holding(vault) {
                let position = try alice.read(vault, from: 11).position
                let impatient = PostgresStore(
                    try #require(server.addresses["bob"]), password: try server.password("bob"), timeout: 300)
                #expect(throws: VaultError.code(.unreachable)) {
                    try impatient.append(Self.batch("b", after: position), to: vault, after: position)
                }
                #expect(try alice.append(Self.batch("a", after: position), to: vault, after: position))
            }
            let last = try bob.read(vault, from: 12)
            #expect(last.records.isEmpty && last.commits.count == 1)
            #expect(try bob.append(Self.batch("b", after: last.position), to: vault, after: last.position))
        }
    }

    @Test("A lost connection is a one-line error, and the next call reconnects")
    func outages() throws {
        try TeamServer.run("alice") { server in
            let alice = try server.store("alice")
            try alice.create(Self.vault)
            try server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'alice'")
            do {
                _ = try alice.read(Self.vault, from: 0)
                Issue.record("the connection was cut")
            } catch let error as VaultError {
                #expect(error.code == .unreachable && !error.reason.contains("\n"))
            }
            #expect(try alice.read(Self.vault, from: 0).position == .start)
            let wrong = PostgresStore(
                try #require(server.addresses["alice"]), password: SecretBytes(copying: "wrong".utf8))
            #expect(throws: VaultError.code(.wrongCredential)) { try wrong.read(Self.vault, from: 0) }
            let text = try #require(server.addresses["alice"]).description
            let roots = try ServerAddress(String(text.prefix(while: { $0 != "?" })))
            do {
                _ = try PostgresStore(roots, password: server.password("alice")).read(Self.vault, from: 0)
                Issue.record("another authority was believed")
            } catch let error as VaultError {
                #expect(error.code == .unreachable && error.hint?.contains("authority") == true, "\(error)")
            }
        }
    }

    @Test("Limits and checks rows that a superuser changed")
    func hostileRows() throws {
        try TeamServer.run("alice") { server in
            let alice = try server.store("alice")
            let start = try RawCommit.begin(Self.vault, in: alice)
            #expect(try alice.append(Self.batch("one", after: start), to: Self.vault, after: start))
            for change in [
                "ALTER TABLE arca.commit DROP CONSTRAINT commit_signature_check; UPDATE arca.commit SET signature = ''",
                "UPDATE arca.commit SET signature = decode(repeat('00', 64), 'hex'); "
                    + "ALTER TABLE arca.record ALTER generation TYPE int",
                "ALTER TABLE arca.record ALTER generation TYPE bigint; ALTER TABLE arca.record ALTER body DROP NOT NULL; "
                    + "UPDATE arca.record SET body = NULL",
                "UPDATE arca.record SET body = '', generation = -1",
            ] {
                try server.sql(change)
                if change.hasSuffix("-1") {
                    #expect(try alice.read(Self.vault, from: 0).records.isEmpty)
                } else {
                    #expect(throws: VaultError.code(.malformed)) { try alice.read(Self.vault, from: 0) }
                }
            }
        }
    }

    @Test("A team over a server joins, resolves a conflict, removes a member and repairs an older database")
    func team() throws {
        try TeamServer.run("alice", "bob") { server in
            try Peer.inFolder { folder in
                func path(_ name: String) -> BytePath { BytePath(Array(folder.appendingPathComponent(name).path.utf8)) }
                func options(_ name: String) -> Vault.OpenOptions {
                    Vault.OpenOptions(stateFolder: Vault.StateFolder(path("state of \(name)")))
                }
                func item(_ name: String, _ secret: String) -> ItemDraft {
                    ItemDraft(.init(name, ""), secret: ItemSecret(SecretBytes(copying: secret.utf8)))
                }
                let key = try VaultKeyFile()
                let alice = try Vault.create(at: path("alice"), slots: [.keyFile(key)], options: options("alice"))
                try alice.add(item("a", "1"))
                let stores = try (server.store("alice"), server.store("bob"))
                _ = try alice.createTeam(
                    in: stores.0, at: #require(server.addresses["alice"]).description, member: "alice",
                    device: "laptop", login: "alice"
                )
                let code = try alice.invite(
                    "bob", as: .writer, login: "bob", until: .now().advanced(byMilliseconds: 60_000), in: stores.0)
                let (bob, words) = try Vault.joinTeam(
                    with: code, in: stores.1, at: path("bob"), slots: [.keyFile(key)], place: "here", device: "pc",
                    options: options("bob"))
                #expect(try bob.syncTeam(with: stores.1).isWaiting)
                let request = try #require(try alice.teamRequests(in: stores.0).requests.first)
                #expect(request.words == words && request.deviceName == "pc")
                try alice.admit(request, in: stores.0)
                #expect(try !bob.syncTeam(with: stores.1).isWaiting)
                #expect(try bob.items().map(\.name.text) == ["a"])
                try bob.attach("f", from: MemoryReader([UInt8](repeating: 5, count: 100_000)), to: .init("a"))
                _ = try bob.syncTeam(with: stores.1)
                _ = try alice.syncTeam(with: stores.0)
                #expect(try alice.extract("f", of: .init("a"), to: MemoryWriter()).bytes.count == 100_000)
                for (vault, secret) in [(alice, "x"), (bob, "y")] { try vault.set(item("a", secret)) }
                _ = try alice.syncTeam(with: stores.0)
                _ = try bob.syncTeam(with: stores.1)
                _ = try alice.syncTeam(with: stores.0)
                #expect(try alice.conflicts().map(\.choices.count) == [2])
                #expect(try bob.teamCheckCode() == alice.teamCheckCode())
                try alice.removeMember("bob", in: stores.0)
                #expect(throws: VaultError.code(.notFound)) { try bob.syncTeam(with: stores.1) }
                // No secrets are stored unencrypted on the server.
                let dump = try Peer.output([
                    "pg_dump", "-h", server.server.socket.path, "-p", "\(server.port)", "-U",
                    "postgres", "arca",
                ])
                for text in ["laptop", "recovery code"] { #expect(!dump.contains(text)) }
                for bytes in ["laptop", "bob/"] {
                    #expect(!dump.contains(bytes.utf8.map { String(format: "%02x", $0) }.joined()))
                }
            }
        }
    }
}
