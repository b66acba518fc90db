import ArcaCore
import ArcaTestSupport
import ArcaVault
import Foundation
import Testing

@testable import ArcaCLI

@Suite("arca team, with a PostgreSQL server", .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL"))
struct TeamCommandTests {
    @Test("runs a team: init, invite, join, admit, write, conflict, remove, recover")
    func story() throws {
        try PostgreSQLServer.run(["alice", "bob", "carol"], sql: try Arca.run(["team", "server", "sql"]).text) {
            server in
            try Peer.inFolder { folder in
                let (alice, bob) = try (TeamPerson("alice", server, folder), TeamPerson("bob", server, folder))
                // The script says where the passwords are, with the option that reads one.
                let option = alice.serverOptions.suffix(2).joined(separator: " ")
                #expect(server.notes.hasSuffix(": \(option)\n") && server.notes.contains("LOGIN.password"))
                try alice.run("vault init --new-key-file vault.key")
                try alice.run("vault set github.com/alice --secret-from stdin", input: "s3cret")
                #expect(try alice.run("team list", status: 7).errors.contains("belongs to no team"))
                let recovery = try alice.run("team init --device laptop", more: alice.serverOptions)
                #expect(recovery.errors.contains("shared 1 item as log entry 2; you are admin"))
                #expect(try alice.run("team init", more: alice.serverOptions, status: 2).errors.contains("already"))
                let code = try alice.run("team invite bob --role writer --login bob").text
                #expect(code.count == 36)
                #expect(try alice.report("team admit", as: "arca team admit")["openInvitations"]?.int == 1)
                #expect(
                    try bob.run(
                        "team join --code-from stdin --new-key-file vault.key --device pc", more: bob.serverOptions,
                        input: "7K3QD-2M0QD-ZC81W-YB7HN-0RK4E-P5XJ2", status: 5
                    ).errors.contains("code"))
                let joined = try bob.run(
                    "team join --code-from stdin --new-key-file vault.key --device pc", more: bob.serverOptions,
                    input: code)
                #expect(try bob.report("vault sync", as: "arca vault sync")["isWaitingForAdmission"]?.bool == true)
                let request = try alice.report("team admit", as: "arca team admit")["requests"]?.array?.first
                let words = try #require(request?["words"]?.string)
                #expect(joined.errors.contains(words))
                #expect(
                    try alice.run("team admit bob --words", more: ["a b c d"], status: 4).errors.contains(
                        "someone else may have used the code"))
                #expect(
                    try alice.report("team admit bob", as: "arca team admit")["admitted"]?["device"]?.string == "pc")
                #expect(try bob.report("vault sync", as: "arca vault sync")["commits"]?.int == 1)
                #expect(try bob.run("vault get github.com/alice --field password").text.hasPrefix("s3cret"))
                // Commands that write send their changes.
                let set = try bob.run("vault set github.com/alice --secret-from stdin", input: "bob's")
                #expect(set.errors.contains("sent to the team; log entry 4"))
                #expect(try !bob.run("vault list").errors.contains("log"))
                #expect(try alice.run("vault sync").errors.contains("took 1 commit: 0 added, 1 changed"))
                let status = try alice.report("team status", as: "arca team status")
                #expect(status["generation"]?.int == 4 && status["role"]?.string == "admin")
                #expect(try alice.report("team list", as: "arca team list")["devices"]?.array?.count == 3)
                let log = try alice.report("team log", as: "arca team log")["commits"]?.array
                #expect(log?.last?["author"]?.string == "bob/pc")
                let check = try bob.run("team check").text.trimmingCharacters(in: .newlines)
                try alice.run("team check", more: [check.lowercased()])
                try alice.run("team check", more: ["4-00000-00000-00000-00000"], status: 1)
                try alice.run("team check", more: ["9-00000-00000-00000-00000"], status: 7)
                try alice.run("team check 4", status: 5)
                // Without a server, everything else works.
                try server.sql("ALTER ROLE bob NOLOGIN")
                let offline = try bob.run("vault set new --secret-from stdin", input: "n")
                #expect(offline.errors.contains("kept here, 1 change waits for the server"))
                #expect(try bob.run("vault sync", status: 8).errors.contains("not permitted to log in"))
                try server.sql("ALTER ROLE bob LOGIN")
                #expect(try bob.run("vault sync").errors.contains("sent 1 change"))
                try alice.run("team role bob reader")
                try bob.run("vault sync")
                #expect(
                    try bob.run("vault set x --secret-from stdin", input: "x", status: 2).errors.contains(
                        "you have read-only access to this vault"))
                let removed = try alice.run("team remove bob")
                #expect(removed.errors.contains("2 secrets that bob could read have not changed since"))
                try bob.run("vault sync", status: 7)
                #expect(try alice.run("team remove bob", status: 7).errors.contains("bob was removed already (log "))
                try alice.run("vault set github.com/alice --secret-from stdin", input: "new")
                #expect(
                    try alice.report("team exposure bob", as: "arca team exposure", status: 1)["items"]?.array?.count
                        == 1)
                try alice.run("vault set new --secret-from stdin", input: "new")
                #expect(
                    try alice.report("team exposure bob", as: "arca team exposure")["items"]?.array?.isEmpty == true)
                #expect(try alice.run("team remove alice", status: 2).errors.contains("no admin would be left"))
                try alice.run("team rotate")
                // The device is lost, but not the recovery code on paper.
                let carol = try TeamPerson("carol", server, folder)
                try server.sql(
                    "INSERT INTO arca.access SELECT vault, 'carol', true, true FROM arca.vault")
                #expect(
                    try carol.run(
                        "team recover --code-from stdin --new-key-file vault.key --member alice --device new",
                        more: carol.serverOptions, input: recovery.text
                    ).errors.contains("you are admin again, of a vault with 2 items"))
                try carol.run("team remove alice/laptop")
                #expect(try carol.run("vault get new --field password").text.hasPrefix("new"))
                #expect(try alice.run("vault sync", status: 7).errors.contains("alice may not read it"))
                try alice.run("team leave")
                #expect(try alice.run("vault get new --field password").text.hasPrefix("new"))
            }
        }
    }

    @Test("a failed login is not an unreachable server")
    func failedLogin() throws {
        try PostgreSQLServer.run(["alice"], sql: try Arca.run(["team", "server", "sql"]).text) { server in
            try Peer.inFolder { folder in
                let alice = try TeamPerson("alice", server, folder)
                try alice.run("vault init --new-key-file vault.key")
                let answer = try alice.run(
                    "team init", more: ["--server", alice.address, "--server-password-from", "stdin"], input: "wrong",
                    status: 3)
                #expect(answer.errors.contains("wrong login or password of the server"), "\(answer.errors)")
                #expect(!answer.errors.contains("cannot be reached"))
                #expect(!answer.errors.contains("LOCATION") && !answer.errors.contains("28P01"), "\(answer.errors)")
                try alice.run("team init", more: alice.serverOptions)
                let unknown = try alice.run("team invite bob --role writer --login bobby", status: 7)
                #expect(unknown.errors.contains("the server has no login 'bobby'") && unknown.output.isEmpty)
                try server.sql("ALTER ROLE alice NOLOGIN")
                let refused = try alice.run("vault sync", status: 8).errors
                #expect(
                    refused.contains("the server refuses the connection: ") && !refused.contains("cannot be reached"))
            }
        }
    }

    @Test("reports team actions as JSON")
    func reports() throws {
        try PostgreSQLServer.run(["alice", "bob", "carol"], sql: try Arca.run(["team", "server", "sql"]).text) {
            server in
            try Peer.inFolder { folder in
                let (alice, bob) = try (TeamPerson("alice", server, folder), TeamPerson("bob", server, folder))
                func report(
                    _ person: TeamPerson, _ words: String, more: [String] = [], input: String = "", status: Int32 = 0
                ) throws -> JSONValue {
                    let title = "arca team " + words.prefix { $0 != " " }
                    return try person.report(
                        "team " + words, as: title, more: more, input: input, status: status)
                }
                try alice.run("vault init --new-key-file vault.key")
                try alice.run("vault set a --secret-from stdin", input: "a")
                let made = try report(alice, "init --device laptop", more: alice.serverOptions)
                #expect(made["items"]?.int == 1 && made["recoveryCode"]?.string?.count == 35)
                let code = try report(alice, "invite bob --role writer --login bob")["code"]?.string
                let joined = try report(
                    bob, "join --code-from stdin --new-key-file vault.key --device pc --new-recovery-code",
                    more: bob.serverOptions, input: #require(code))
                #expect(joined["slots"]?.array?.count == 2 && joined["recoveryCode"] != nil)
                #expect(try report(alice, "admit bob")["admitted"]?["words"]?.string == joined["words"]?.string)
                try bob.run("vault sync")
                #expect(try report(alice, "role bob reader")["role"]?.string == "reader")
                let own = try report(alice, "check")["code"]?.string
                #expect(try report(alice, "check", more: [#require(own)])["same"]?.bool == true)
                let other = "4-00000-00000-00000-00000"
                #expect(try report(alice, "check", more: [other], status: 1)["same"]?.bool == false)
                #expect(
                    try report(alice, "login", more: alice.serverOptions)["server"]?.string?.hasPrefix("postgresql://")
                        == true)
                let unharmed = try report(alice, "repair")
                #expect(unharmed["commits"]?.int == 0 && unharmed["cut"]?.int == 0)
                // A commit from Bob's login that no device can follow.
                try server.sql(
                    """
                    INSERT INTO arca.commit SELECT vault, generation + 1, '\\x01', decode(repeat('00', 64), 'hex'), '', 'bob', generation
                      FROM arca.vault;
                    UPDATE arca.vault v SET generation = c.generation, head = arca.head_of(c.header, c.signature)
                      FROM arca.commit c WHERE c.login = 'bob' AND length(c.header) = 1
                    """)
                #expect(try alice.run("vault sync", status: 4).errors.contains("the login bob sent it"))
                let repaired = try report(alice, "repair")
                #expect(repaired["cut"]?.int == 1 && repaired["senders"]?.array?.map(\.string) == ["bob"])
                let key = try report(alice, "rotate")["key"]?.int
                let renewed = try report(alice, "recovery-code")
                #expect(try renewed["key"]?.int == #require(key) + 1)
                let removed = try report(alice, "remove bob")
                #expect(removed["exposed"]?.int == 1 && removed["device"]?.isNull == true)
                let carol = try TeamPerson("carol", server, folder)
                try server.sql("INSERT INTO arca.access SELECT vault, 'carol', true, true FROM arca.vault")
                let recovered = try report(
                    carol, "recover --code-from stdin --new-key-file vault.key --member alice --device new",
                    more: carol.serverOptions, input: #require(renewed["recoveryCode"]?.string))
                #expect(recovered["items"]?.int == 1)
                #expect(try report(alice, "leave")["unsent"]?.int == 0)
            }
        }
    }

    @Test("rejects invalid addresses, roles and codes before creating anything")
    func refusals() throws {
        let key = "env:PASSWORD"
        for (address, words) in [
            ("db.example.org", "begins with postgresql://"),
            ("postgresql://alice:secret@h/d", "password does not belong"),
            ("postgresql://h/d", "needs a login"), ("postgresql://a@h/d?sslmode=disable", "the only setting"),
            ("postgresql://a@h:0/d", "port"), ("postgresql://a@h,i/d", "one host"),
        ] {
            let answer = try Arca.run(
                [
                    "team", "join", "--server", address, "--server-password-from", key, "--code-from", "env:CODE",
                    "--vault", "new.arca",
                ], environment: ["PASSWORD": "x", "CODE": "9DRPW-CSCWJ-BVMJA-3BQMC-C7RQJ-GS34R"])
            #expect(answer.status == 5 && answer.errors.contains(words), "\(address): \(answer.errors)")
            #expect(!answer.errors.contains("secret"))
        }
        #expect(try Arca.run(["team", "invite", "bob", "--role", "owner"]).errors.contains("reader, writer or admin"))
        #expect(try Arca.run(["team", "server", "sql"]).text.contains("CREATE SCHEMA IF NOT EXISTS arca"))
    }
}
