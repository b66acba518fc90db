import ArcaCore
import ArcaCodecs
import ArcaCrypto
import ArcaTeam
import ArcaTestSupport
import ArcaVault
import Foundation
import Testing

@testable import ArcaPostgres

/// Attacks on a team by one of its logins, with its own SQL statements.
@Suite("A malicious login", .enabled(if: TeamServer.isInstalled, "PostgreSQL"), .serialized)
struct HostileLoginTests {
    private static let vault = [UInt8](repeating: 7, count: 16)
    private static let device = RawCommit.device
    private static let note = [UInt8](repeating: 1, count: TeamSignedNote.byteCount)
    private static let item = TeamRecord.Name(kind: 1, key: [UInt8](repeating: 1, count: 16))
    private static let other = TeamRecord.Name(kind: 1, key: [UInt8](repeating: 2, count: 16))

    /// Alice is an admin, Bob a writer, Carol a reader.
    private static func run(
        devices: [[UInt8]] = [device],
        body: (_ server: TeamServer, _ alice: PostgresStore, _ bob: PostgresStore, _ carol: PostgresStore) throws ->
            Void
    ) throws {
        try TeamServer.run("alice", "bob", "carol") { server in
            let (alice, bob, carol) = try (server.store("alice"), server.store("bob"), server.store("carol"))
            try RawCommit.begin(vault, in: alice, devices: devices)
            try alice.allow("bob", .writer, speakingFor: [], in: vault)
            try alice.allow("carol", .reader, speakingFor: [], in: vault)
            try body(server, alice, bob, carol)
        }
    }

    /// A connection for the login's own statements.
    private static func connect(_ login: String, _ server: TeamServer) throws -> Connection {
        try Connection(#require(server.addresses[login]), server.password(login), timeout: 20_000)
    }

    private static func append(
        _ text: String, _ puts: [(TeamRecord.Name, [UInt8])], drops: [TeamRecord.Name] = [], by store: PostgresStore
    ) throws -> TeamPosition {
        let position = try store.position(of: vault)
        let batch = RawCommit(
            text, after: position, in: vault, puts: puts.map { (name: $0.0, body: $0.1) }, drops: drops
        )
        .batch
        #expect(try store.append(batch, to: vault, after: position))
        return try store.position(of: vault)
    }

    // MARK: Notes

    @Test("can leave one note per device, only for devices of the team, and replaces no other login's")
    func notes() throws {
        let unknown = [UInt8](repeating: 9, count: 16)
        try Self.run { server, alice, bob, carol in
            #expect(throws: VaultError.code(.notAllowed)) {
                try carol.put(note: Self.note, of: unknown, in: Self.vault)
            }
            for count in [0, 111, 113, 4096] {
                #expect(throws: VaultError.code(.malformed)) {
                    try carol.put(note: [UInt8](repeating: 1, count: count), of: Self.device, in: Self.vault)
                }
            }
            for byte in 0..<5 as Range<UInt8> {
                try carol.put(note: [UInt8](repeating: byte, count: 112), of: Self.device, in: Self.vault)
            }
            // The device's own login writes later, and its note is stored too.
            try bob.put(note: Self.note, of: Self.device, in: Self.vault)
            #expect(try alice.notes(of: [Self.device], in: Self.vault).map(\.body).contains(Self.note))
            #expect(try alice.notes(of: [Self.device], in: Self.vault).count == 2)
            // After an admin assigns the device to a login, no other login can leave notes for it.
            try alice.allow("bob", .writer, speakingFor: [Self.device, unknown], in: Self.vault)
            #expect(try alice.notes(of: [Self.device], in: Self.vault).map(\.body) == [Self.note])
            #expect(throws: VaultError.code(.notAllowed)) {
                try carol.put(note: Self.note, of: Self.device, in: Self.vault)
            }
            try bob.put(note: Self.note, of: Self.device, in: Self.vault)
            #expect(try server.sql("SELECT count(*) FROM arca.note") == "1\n")
            #expect(try server.sql("SELECT count(*) FROM arca.device") == "1\n")
            try alice.allow("bob", .none, speakingFor: [], in: Self.vault)
            #expect(try server.sql("SELECT count(*) FROM arca.note") == "0\n")
        }
    }

    @Test("cannot add notes to a reading: only those of members' devices are fetched")
    func otherNotes() throws {
        let devices = (0..<250 as Range<UInt8>).map { [UInt8](repeating: $0, count: 16) }
        try Self.run(devices: devices) { server, alice, _, _ in
            // As stored by an earlier version of the server.
            try server.sql(
                """
                INSERT INTO arca.note SELECT vault, decode(md5(i::text), 'hex'), 'carol', decode(repeat('00', 4096), 'hex')
                  FROM arca.vault, generate_series(1, 20000) i;
                INSERT INTO arca.note SELECT vault, key, 'l' || i, decode(repeat('01', 112), 'hex')
                  FROM arca.record, generate_series(1, 100) i WHERE kind = 5
                """)
            let notes = try alice.notes(of: devices, in: Self.vault)
            #expect(notes.count == 250 * 64 && Set(notes.map(\.device)) == Set(devices))
        }
    }

    // MARK: Quotas

    @Test("has a quota for each function that stores data, and cannot reset it")
    func quotas() throws {
        try Self.run { server, alice, bob, carol in
            func identifier(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 16) }
            /// Expects the second of two calls to be refused.
            func expectLimit(_ what: String, _ most: Int, _ act: (UInt8) throws -> Void) throws {
                try server.sql("DELETE FROM arca.spent; UPDATE arca.quota SET most = \(most) WHERE what = '\(what)'")
                try act(1)
                do {
                    try act(2)
                    Issue.record("\(what): no quota")
                } catch let error as VaultError {
                    #expect(error.code == .unreachable && error.reason.contains("quota of \(most) \(what)"), "\(error)")
                }
                try server.sql("UPDATE arca.quota SET most = 1000000 WHERE what = '\(what)'")
            }
            try expectLimit("vaults a day", 1) { try carol.create(identifier(100 + $0)) }
            try expectLimit("letters a day", 1) {
                try carol.put(letter: [1], identifier($0), in: Self.vault, keepsForever: false)
            }
            try expectLimit("notes a day", 1) { _ in try carol.put(note: Self.note, of: Self.device, in: Self.vault) }
            try expectLimit("bytes of pieces a day", 4096) {
                try bob.put(piece: [$0], 0, of: identifier($0), in: Self.vault)
            }
            try expectLimit("commits a day", 1) { _ = try Self.append("\($0)", [(Self.item, [$0])], by: bob) }
            try expectLimit("bytes of records a day", 2000) {
                _ = try Self.append("\($0)", [(Self.item, [UInt8](repeating: $0, count: 1000))], by: bob)
            }
            try expectLimit("bytes of records in a vault", 3000) { number in
                let record = TeamRecord.Name(kind: 1, key: identifier(number))
                _ = try Self.append("\(number)", [(record, [UInt8](repeating: number, count: 2000))], by: bob)
            }
            try expectLimit("holds a day", 1) { _ in try bob.holding(Self.vault) {} }
            try expectLimit("logins in a vault", 4) {
                try alice.allow("login\($0)", .reader, speakingFor: [], in: Self.vault)
            }
            // At any time, the date differs between these two zones.
            try server.sql("DELETE FROM arca.spent; UPDATE arca.quota SET most = 1 WHERE what = 'letters a day'")
            let connection = try Self.connect("carol", server)
            var failureCount = 0
            for (place, zone) in ["Etc/GMT-14", "Etc/GMT+12", "Etc/GMT-14"].enumerated() {
                try connection.run("SET TIME ZONE '\(zone)'")
                do {
                    try connection.run(
                        "SELECT arca.put_letter($1, $2, $3, false)",
                        [.bytes(Self.vault), .bytes(identifier(UInt8(50 + place))), .bytes([1])])
                } catch { failureCount += 1 }
            }
            #expect(failureCount == 2)
        }
    }

    // MARK: Commits

    @Test("cannot store a malformed commit, or one with other records than it names")
    func malformed() throws {
        try Self.run { server, alice, bob, _ in
            let position = try Self.append("one", [(Self.item, [1])], by: bob)
            let good = RawCommit(
                "two", after: position, in: Self.vault, puts: [(Self.item, [2]), (Self.other, [3])]
            ).batch
            func changed(_ change: (inout TeamBatch) -> Void) -> TeamBatch {
                var batch = good
                change(&batch)
                return batch
            }
            func other(
                puts: [(TeamRecord.Name, [UInt8])] = [(Self.item, [2])], drops: [TeamRecord.Name] = [],
                by device: [UInt8] = Self.device, in vault: [UInt8] = Self.vault, after: TeamPosition? = nil
            ) -> TeamBatch {
                RawCommit(
                    "x", after: after ?? position, in: vault, puts: puts.map { (name: $0.0, body: $0.1) }, drops: drops,
                    by: device
                ).batch
            }
            let stray = TeamRecord.Name(kind: 1, key: [UInt8](repeating: 77, count: 16))
            let attachment = TeamRecord.Name(kind: 3, key: [UInt8](repeating: 78, count: 16))
            var bad: [(String, TeamBatch)] = [
                ("no commit", changed { $0.commits = [] }), ("no list", changed { $0.commits[0].changes = [] }),
                ("a header of one byte", changed { $0.commits[0].header = [1] }),
                ("a header and a byte", changed { $0.commits[0].header.append(0) }),
                ("a header of members", changed { $0.commits[0].header += [9, 1, 1] }),
                ("a list cut off", changed { $0.commits[0].changes.removeLast() }),
                ("a list and a byte", changed { $0.commits[0].changes.append(1) }),
                ("another record", changed { $0.puts[0].body = [9] }),
                ("a record less", changed { $0.puts.removeLast() }),
                ("a record of before", changed { $0.puts[0].generation = 1 }),
                ("a record of later", changed { $0.puts[0].generation += 1 }),
                ("a record more", changed { $0.puts.append(TeamRecord(name: stray, generation: 3, body: [1])) }),
                ("an old record more", changed { $0.puts.append(TeamRecord(name: stray, generation: 1, body: [1])) }),
                ("a drop that no list has", changed { $0.drops = [stray] }),
                ("a device dropped", changed { $0.drops = [TeamRecord.Name(kind: 5, key: Self.device)] }),
                ("a commit twice", changed { $0.commits.append($0.commits[0]) }),
                (
                    "a drop that is not sent",
                    {
                        var batch = other(drops: [Self.other]); batch.drops = []; return batch
                    }()
                ),
                ("another vault", other(in: [UInt8](repeating: 8, count: 16))),
                ("another generation", other(after: TeamPosition(generation: 5, head: position.head))),
                ("another past", other(after: TeamPosition(generation: 2, head: [UInt8](repeating: 1, count: 32)))),
                ("a stranger's device", other(by: [UInt8](repeating: 66, count: 16))),
                ("a kind that is none", other(puts: [(TeamRecord.Name(kind: 2, key: Self.item.key), [1])])),
                (
                    "items among members",
                    other(puts: [(Self.item, [1]), (TeamRecord.Name(kind: 6, key: Self.item.key), [1])])
                ),
                ("an attachment without pieces", other(puts: [(attachment, [UInt8](repeating: 1, count: 32))])),
                ("an attachment of rubbish", other(puts: [(attachment, [1])])),
            ]
            for byte in [0, 1, 2, 20, 27, 30, 60, 62, 81, 90, 109, 113, 120, 146] {
                bad.append(("byte \(byte) of the header", changed { $0.commits[0].header[byte] ^= 0x40 }))
            }
            for byte in [0, 1, 2, 30, 51, 52] {
                bad.append(("byte \(byte) of the list", changed { $0.commits[0].changes[byte] ^= 0x40 }))
            }
            let before = try alice.read(Self.vault, from: 1)
            for (what, batch) in bad {
                #expect(throws: VaultError.code(.malformed), "\(what)") {
                    try bob.append(batch, to: Self.vault, after: position)
                }
                #expect(try alice.position(of: Self.vault) == position, "\(what)")
            }
            let after = try alice.read(Self.vault, from: 1)
            #expect(after.records == before.records && after.commits == before.commits)
            // Nulls, and arrays of other shapes.
            let connection = try Self.connect("bob", server)
            for arguments in [
                "NULL, NULL, NULL, NULL", "ARRAY[NULL::bytea], ARRAY[NULL::bytea], ARRAY[NULL::bytea], NULL",
                "ARRAY[ARRAY['a'::bytea]], ARRAY['a'::bytea], ARRAY['a'::bytea], NULL",
            ] {
                #expect(throws: VaultError.code(.malformed), "\(arguments)") {
                    try connection.run(
                        "SELECT arca.append($1, 2, $2, \(arguments), NULL, NULL, NULL, NULL, NULL)",
                        [.bytes(Self.vault), .bytes(position.head)])
                }
            }
            // A commit with all its pieces is accepted, and so is the unmodified version of the commit above.
            try bob.put(piece: [1, 2], 0, of: attachment.key, in: Self.vault)
            _ = try Self.append("piece", [(attachment, SHA256.hash([1, 2]))], by: bob)
            _ = try Self.append("two", [(Self.item, [2]), (Self.other, [3])], by: bob)
            #expect(try alice.sender(of: 4, in: Self.vault) == "bob" && alice.sender(of: 9, in: Self.vault) == nil)
        }
    }

    @Test("loses the right to write when an admin removes its commits, and the records are restored")
    func cut() throws {
        try Self.run { server, alice, bob, carol in
            let good = try Self.append("good", [(Self.item, [1]), (Self.other, [2])], by: alice)
            let before = try alice.read(Self.vault, from: 1)
            let size = try server.sql("SELECT stored FROM arca.vault")
            _ = try Self.append("bad", [(Self.item, [3])], drops: [Self.other], by: bob)
            let last = try Self.append("worse", [(Self.item, [4])], by: bob)
            for login in [bob, carol] {
                #expect(throws: VaultError.code(.notAllowed)) {
                    try login.cut(Self.vault, after: good.generation, from: last)
                }
            }
            #expect(throws: VaultError.code(.busy)) { try alice.cut(Self.vault, after: 1, from: good) }
            #expect(throws: VaultError.code(.malformed)) { try alice.cut(Self.vault, after: 0, from: last) }
            #expect(throws: VaultError.code(.malformed)) {
                try alice.cut(Self.vault, after: last.generation, from: last)
            }
            #expect(try alice.cut(Self.vault, after: good.generation, from: last) == ["bob"])
            let after = try alice.read(Self.vault, from: 1)
            #expect(after.position == good && after.commits == before.commits)
            #expect(Set(after.records) == Set(before.records))
            #expect(try server.sql("SELECT stored FROM arca.vault") == size)
            #expect(throws: VaultError.code(.notAllowed)) { try Self.append("again", [(Self.item, [5])], by: bob) }
            #expect(try bob.position(of: Self.vault) == good)
            _ = try Self.append("goes on", [(Self.item, [6])], drops: [Self.other], by: alice)
        }
    }

    @Test("has commits that were sent together removed together")
    func cutBatch() throws {
        try Self.run { _, alice, bob, _ in
            let good = try Self.append("good", [(Self.item, [1])], by: alice)
            let first = RawCommit("first", after: good, in: Self.vault, puts: [(Self.item, [2])]).batch
            let middle = TeamPosition(generation: 3, head: RawCommit.head(of: first.commits[0]))
            let second = RawCommit("second", after: middle, in: Self.vault, puts: [(Self.item, [3])]).batch
            #expect(
                try bob.append(
                    TeamBatch(commits: first.commits + second.commits, puts: second.puts, drops: []), to: Self.vault,
                    after: good))
            // The body of log 3 was never sent, so the whole call is removed.
            #expect(try alice.cut(Self.vault, after: 3, from: alice.position(of: Self.vault)) == ["bob"])
            let after = try alice.read(Self.vault, from: 1)
            #expect(after.position == good && after.records.map(\.body) == [[1]])
        }
    }

    // MARK: Locks

    @Test("keeps a transaction open, with its limits reset, and others can still write")
    func openTransactions() throws {
        try Self.run { server, alice, bob, carol in
            try server.sql("ALTER FUNCTION arca.enter(bytea) SET lock_timeout = '300ms'")
            try carol.put(letter: [1], [UInt8](repeating: 1, count: 16), in: Self.vault, keepsForever: false)
            try server.sql("UPDATE arca.letter SET stored = now() - interval '31 days'")
            let position = try alice.position(of: Self.vault)
            func begin(_ login: String) throws -> Connection {
                let connection = try Self.connect(login, server)
                for statement in [
                    "SET idle_in_transaction_session_timeout = 0", "SET lock_timeout = 0", "SET statement_timeout = 0",
                    "BEGIN",
                ] { try connection.run(statement) }
                return connection
            }
            // A reader's note locks no row of others, and its letter locks none of the rows that are removed with it.
            let reader = try begin("carol")
            try reader.run("SELECT arca.put_note($1, $2, $3)", [Self.vault, Self.device, Self.note].map { .bytes($0) })
            try reader.run(
                "SELECT arca.put_letter($1, $2, $3, false)",
                [Self.vault, [UInt8](repeating: 2, count: 16), [1]].map { .bytes($0) })
            let quick = PostgresStore(
                try #require(server.addresses["alice"]), password: try server.password("alice"), timeout: 10_000)
            try quick.put(letter: [1], [UInt8](repeating: 3, count: 16), in: Self.vault, keepsForever: false)
            try quick.allow("carol", .none, speakingFor: [], in: Self.vault)
            let next = RawCommit("next", after: position, in: Self.vault, puts: [(Self.item, [1])]).batch
            #expect(try quick.append(next, to: Self.vault, after: position))
            try alice.allow("carol", .reader, speakingFor: [], in: Self.vault)
            // A writer's append and hold lock the log's row; any login can take the advisory lock that identifies the
            // holder.
            let wrong =
                "SELECT arca.append($1, 0, '', ARRAY['a'::bytea], ARRAY['a'::bytea], ARRAY['a'::bytea], NULL, NULL, NULL, NULL, NULL, NULL)"
            let release = "SELECT arca.release($1)"
            let groups: [(login: String, statements: [String])] = [
                ("bob", ["SELECT arca.hold($1)"]), ("bob", [wrong]),
                ("bob", ["SAVEPOINT a", release, "RELEASE a", "SAVEPOINT b", release]),
                ("carol", ["SELECT pg_advisory_lock(1634886499, hashtext(encode($1, 'hex')))"]),
            ]
            for (number, group) in groups.enumerated() {
                let connection = try begin(group.login)
                for statement in group.statements {
                    try connection.run(statement, statement.contains("$1") ? [.bytes(Self.vault)] : [])
                }
                let last = try Self.append("\(number)", [(Self.item, [UInt8(number)])], by: alice)
                #expect(last.generation == UInt64(3 + number))
                #expect(throws: VaultError.self) { try connection.run("SELECT 1") }
            }
        }
    }

    @Test("holds the log only until the lease expires, even if the connection stays open")
    func lease() throws {
        try Self.run { server, alice, bob, _ in
            let connection = try Self.connect("bob", server)
            try connection.run("SELECT arca.hold($1)", [.bytes(Self.vault)])
            #expect(try server.sql("SELECT arca.is_held(vault) FROM arca.vault") == "t\n")
            // Simulates 10 s passing.
            try server.sql("UPDATE arca.vault SET held = held - interval '10 s'")
            #expect(try Self.append("x", [(Self.item, [1])], by: alice).generation == 2)
            try connection.run("SELECT arca.release($1)", [.bytes(Self.vault)])
            try bob.holding(Self.vault) {}
        }
    }

    // MARK: Servers of an earlier version

    @Test("did damage before an update of the server, which the SQL cleans up, also when run twice")
    func migration() throws {
        try PostgreSQLServer.run(["alice", "bob", "carol"], sql: EarlierSetUp.version0_2) { server in
            let team = try TeamServer(server: server, addresses: server.addresses.mapValues { try ServerAddress($0) })
            let vault = "decode(repeat('07', 16), 'hex')"
            let first = RawCommit(
                "first", after: .start, in: Self.vault, puts: [(TeamRecord.Name(kind: 5, key: Self.device), [1])]
            ).batch
            func hex(_ bytes: [UInt8]) -> String { "'\\x\(Base16.standard.encode(bytes))'" }
            let commit = first.commits[0]
            try server.sql(
                """
                INSERT INTO arca.vault VALUES (\(vault), 2, '\\x\(String(repeating: "ab", count: 32))');
                INSERT INTO arca.access VALUES (\(vault), 'alice', true, true), (\(vault), 'bob', true, false);
                INSERT INTO arca.commit VALUES
                  (\(vault), 1, \(hex(commit.header)), \(hex(commit.signature)), \(hex(commit.changes))),
                  (\(vault), 2, '\\x01', decode(repeat('00', 64), 'hex'), '');
                INSERT INTO arca.record VALUES (\(vault), 5, \(hex(Self.device)), 1, '\\x01');
                INSERT INTO arca.note SELECT \(vault), decode(md5(i::text), 'hex'), 'carol', '\\x00' FROM generate_series(1, 5000) i;
                INSERT INTO arca.note VALUES (\(vault), \(hex(Self.device)), 'bob', \(hex(Self.note)));
                """)
            for _ in 0..<2 {
                try server.sql(PostgresStore.setUp)
                #expect(try server.sql("SELECT count(*) FROM arca.note") == "1\n")
                #expect(try server.sql("SELECT count(*) FROM pg_constraint WHERE contype = 'f'") == "0\n")
            }
            let alice = try team.store("alice")
            let last = try alice.position(of: Self.vault)
            #expect(try alice.cut(Self.vault, after: 1, from: last).isEmpty)
            #expect(try alice.position(of: Self.vault) == TeamPosition(generation: 1, head: RawCommit.head(of: commit)))
            #expect(try Self.append("next", [(Self.item, [1])], by: team.store("bob")).generation == 2)
        }
    }
}
