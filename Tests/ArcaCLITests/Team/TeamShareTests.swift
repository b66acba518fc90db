import ArcaCore
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite(
    "a personal vault and a team's, with a PostgreSQL server", .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL"))
struct TeamShareTests {
    private static let own = ["--key-file", "own.key"]
    private static let team = ["--team", "--key-file", "team.key"]
    private static let both = ["--key-file", "own.key", "--team-key-file", "team.key"]

    /// A team of Alice and Bob, who have vaults of their own in the default place.
    private static func run(_ body: (_ alice: TeamPerson, _ bob: TeamPerson) throws -> Void) throws {
        try PostgreSQLServer.run(["alice", "bob"], sql: try Arca.run(["team", "server", "sql"]).text) { server in
            try Peer.inFolder { folder in
                var (alice, bob) = try (TeamPerson("alice", server, folder), TeamPerson("bob", server, folder))
                (alice.namesVault, bob.namesVault) = (false, false)
                for person in [alice, bob] { try person.run("vault init --new-key-file own.key") }
                try alice.run("vault init --team --new-key-file team.key")
                // The team's vault, because the own one belongs to no team.
                try alice.run(
                    "team init --device laptop", more: alice.serverOptions, opening: ["--key-file", "team.key"])
                let code = try alice.run(
                    "team invite bob --role writer --login bob", opening: ["--key-file", "team.key"]
                ).text
                let joined = try bob.run(
                    "team join --code-from stdin --new-key-file team.key --device pc", more: bob.serverOptions,
                    input: code)
                #expect(joined.errors.contains("data/arca/team.arca; 'arca vault list --team' shows it"))
                #expect(joined.errors.contains("'arca vault sync --team' fetches the vault"))
                try alice.run("team admit bob", opening: ["--key-file", "team.key"])
                try bob.run("vault sync", opening: team)
                try body(alice, bob)
            }
        }
    }

    @Test("copies items with everything, and other members get them")
    func share() throws {
        try Self.run { alice, bob in
            try alice.run(
                "vault set db/admin --secret-from stdin --label Database --group Work/Servers --field host=db.example.org",
                input: "old", opening: Self.own)
            try alice.run("vault set db/admin --secret-from stdin", input: "s3cret", opening: Self.own)
            try alice.run(
                "vault set db/admin --otp-from stdin",
                input: "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", opening: Self.own)
            try alice.run("vault set db/admin --secret-field pin=stdin", input: "4711", opening: Self.own)
            try alice.run("vault attach db/admin - --as notes.txt", input: "attached", opening: Self.own)
            try alice.run("vault set other --secret-from stdin", input: "not shared", opening: Self.own)
            let dry = try alice.run("team share db/admin --dry-run", opening: Self.both).errors
            #expect(dry.contains("would copy db/admin into the team's vault, with 1 attachment"))
            #expect(try alice.run("vault list", opening: Self.team).text.isEmpty)
            let shared = try alice.run("team share db/admin", opening: Self.both)
            #expect(shared.errors.contains("copied db/admin into the team's vault, with 1 attachment"))
            #expect(shared.errors.contains("sent to the team; log entry"))
            for secret in ["s3cret", "old", "4711", "GEZD", "attached"] {
                #expect(!shared.errors.contains(secret) && !shared.text.contains(secret))
            }
            try bob.run("vault sync", opening: Self.team)
            func field(_ name: String, _ person: TeamPerson) throws -> String {
                try person.run("vault get db/admin --field \(name)", opening: Self.team).text
            }
            #expect(try field("password", bob) == "s3cret" && field("pin", bob) == "4711")
            #expect(try field("host", bob) == "db.example.org" && field("group", bob) == "Work/Servers")
            #expect(try field("otpauth", bob).contains("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"))
            #expect(try bob.run("vault extract db/admin notes.txt", opening: Self.team).text == "attached")
            // The older versions stay private.
            let item = try bob.report("vault get db/admin", as: "arca vault get", opening: Self.team)
            #expect(item["olderVersions"]?.int == 0)
            let original = try alice.report("vault get db/admin", as: "arca vault get", opening: Self.own)
            #expect(try #require(original["olderVersions"]?.int) > 0)
            // Bob's own vault is the default, and has nothing.
            #expect(try bob.run("vault list", opening: Self.own).text.isEmpty)
            #expect(try bob.run("vault list", opening: Self.team).text == "db/admin\n")
            // A repeated copy changes nothing.
            let again = try alice.report("team share db/admin", as: "arca team share", opening: Self.both)
            #expect(again["items"]?.array?.first?["outcome"]?.string == "unchanged")
        }
    }

    @Test("names what the team has in another form, replaces it, and moves")
    func conflict() throws {
        try Self.run { alice, bob in
            for (name, secret) in [("a", "own a"), ("b", "own b")] {
                try alice.run("vault set \(name) --secret-from stdin", input: secret, opening: Self.own)
            }
            try bob.run("vault set b --secret-from stdin", input: "team's b", opening: Self.team)
            try alice.run("vault sync", opening: Self.team)
            let refused = try alice.run("team share a b", status: 2, opening: Self.both).errors
            #expect(refused.contains("another item 'b'") && refused.contains("--replace"))
            #expect(try alice.run("vault list", opening: Self.team).text == "b\n")
            #expect(try alice.run("team share c", status: 7, opening: Self.both).errors.contains("no item 'c'"))
            let moved = try alice.report("team share a b --replace --move", as: "arca team share", opening: Self.both)
            #expect(moved["items"]?.array?.map { $0["outcome"]?.string } == ["added", "replaced"])
            #expect(moved["isMoved"]?.bool == true)
            #expect(try alice.run("vault list", opening: Self.own).text.isEmpty)
            #expect(try alice.run("vault list --trash --json", opening: Self.own).text.contains("\"service\": \"b\""))
            try bob.run("vault sync", opening: Self.team)
            #expect(try bob.run("vault get b --field password", opening: Self.team).text == "own b")
            // The log orders them, not a clock: what was replaced is in the history.
            let history = try bob.report("vault history b", as: "arca vault history", opening: Self.team)
            #expect(history["versions"]?.array?.count == 2)
            // A reader shares nothing, and its own vault keeps the item.
            try alice.run("team role bob reader", opening: ["--key-file", "team.key"])
            try bob.run("vault sync", opening: Self.team)
            try bob.run("vault set mine --secret-from stdin", input: "m", opening: Self.own)
            let reader = try bob.run("team share mine --move", status: 2, opening: Self.both).errors
            #expect(reader.contains("read-only access"))
            #expect(try bob.run("vault list", opening: Self.own).text == "mine\n")
            // A removed member keeps the own vault, and gets nothing that is shared later.
            try alice.run("team remove bob", opening: ["--key-file", "team.key"])
            try alice.run("vault set late --secret-from stdin", input: "l", opening: Self.own)
            try alice.run("team share late", opening: Self.both)
            try bob.run("vault sync", status: 7, opening: Self.team)
            #expect(try bob.run("vault list", opening: Self.team).text == "a\nb\n")
            #expect(try bob.run("vault get mine --field password", opening: Self.own).text == "m")
        }
    }

    @Test("shows both vaults with --all-vaults, and references name one")
    func both() throws {
        try Self.run { alice, _ in
            for (name, secret, opening) in [
                ("same", "own same", Self.own), ("same", "team's same", Self.team), ("own/x", "o", Self.own),
                ("shared/x", "s", Self.team),
            ] {
                try alice.run("vault set \(name) --secret-from stdin", input: secret, opening: opening)
            }
            func both(_ line: String, status: Int32 = 0) throws -> Peer.Answer {
                try alice.run(line + " --all-vaults", status: status, opening: Self.both)
            }
            #expect(
                try both("vault list").text
                    == "personal\town/x\npersonal\tsame\nteam\tsame\nteam\tshared/x\n")
            #expect(try both("vault list shared").text == "team\tshared/x\n")
            #expect(try both("vault find x").text == "personal\town/x\nteam\tshared/x\n")
            #expect(try both("vault find shred").text == "team\tshared/x\n")
            let items = try alice.report("vault list --all-vaults", as: "arca vault list", opening: Self.both)["items"]
            #expect(items?.array?.map { $0["vault"]?.string } == ["personal", "personal", "team", "team"])
            #expect(try both("vault get shared/x --field password").text == "s")
            #expect(try both("vault get own/x --field password").text == "o")
            #expect(try both("vault get own/x").text.hasPrefix("vault: personal\n"))
            let ambiguous = try both("vault get same --field password", status: 2)
            #expect(ambiguous.errors.contains("both have 'same'") && ambiguous.text.isEmpty)
            #expect(try both("vault get nowhere", status: 7).errors.contains("neither your own vault nor the team's"))
            // References.
            func get(_ reference: String, _ opening: [String]) throws -> String {
                try alice.run("vault get \(reference)", opening: opening).text
            }
            #expect(try get("arca://same", Self.own) == "own same")
            #expect(try get("arca-team://same", ["--key-file", "team.key"]) == "team's same")
            try alice.run("vault get arca-team://same", status: 2, opening: ["--vault", "x"])
            try alice.run("vault get arca-team://same --all-vaults", status: 2, opening: Self.both)
            let words = ["vault", "run", "--env", "A=arca://same", "--env", "B=arca-team://same//password"]
            let run = try Arca.spawn(
                words + Self.both + ["--no-masking", "--", "sh", "-c", "printf '%s|%s' \"$A\" \"$B\""],
                environment: [
                    "XDG_STATE_HOME": alice.home.path + "/state", "XDG_DATA_HOME": alice.home.path + "/data",
                ],
                in: alice.home)
            #expect(run.text == "own same|team's same", "\(run.errors)")
        }
    }

    @Test("each vault opens by its own credential only, and says which one is locked")
    func locked() throws {
        try Self.run { alice, _ in
            try alice.run("vault set x --secret-from stdin", input: "o", opening: Self.own)
            // The credential of one is tried for the other only if nothing else is named.
            let wrong = try alice.run("vault list --all-vaults", status: 3, opening: Self.own).errors
            #expect(wrong.contains("the team's vault: ") && wrong.contains("--team-key-file"))
            try alice.run("vault list", status: 3, opening: ["--team", "--key-file", "own.key"])
            try alice.run(
                "team share x", status: 3, opening: ["--key-file", "team.key", "--team-key-file", "team.key"])
            try alice.run("team share x", status: 3, opening: Self.own)
            #expect(try alice.run("vault list", opening: Self.team).text.isEmpty)
            try alice.run("vault list --team-key-file team.key", status: 2, opening: Self.own)
            // The own vault as the team's is refused, and so is a vault of no team.
            let same = ["--team-vault", "data/arca/vault.arca", "--key-file", "own.key"]
            #expect(try alice.run("team share x", status: 7, opening: same).errors.contains("belongs to no team"))
            let twice = ["--team", "--key-file", "team.key"]
            #expect(try alice.run("team share x", status: 7, opening: twice).errors.contains("no item 'x'"))
        }
    }

    @Test("without a vault of one's own, the team's is the usual one")
    func usual() throws {
        try Self.run { alice, bob in
            try FileManager.default.removeItem(at: bob.home)
            try FileManager.default.createDirectory(at: bob.home, withIntermediateDirectories: true)
            let code = try alice.run(
                "team invite bob --role writer --login bob", opening: ["--key-file", "team.key"]
            ).text
            let joined = try bob.run(
                "team join --code-from stdin --new-key-file team.key --device new", more: bob.serverOptions, input: code
            )
            #expect(joined.errors.contains("'arca vault sync' fetches the vault"))
            try alice.run("team admit bob", opening: ["--key-file", "team.key"])
            try bob.run("vault sync", opening: ["--key-file", "team.key"])
            try bob.run("vault set x --secret-from stdin", input: "x", opening: ["--key-file", "team.key"])
            #expect(try bob.run("team list", opening: ["--key-file", "team.key"]).text.contains("this device"))
            // Without a second vault, --all-vaults shows the first, and 'share' says how to create another.
            #expect(
                try bob.run("vault list --all-vaults", opening: ["--key-file", "team.key"]).text == "personal\tx\n")
            let share = try bob.run("team share x", status: 7, opening: ["--key-file", "team.key"]).errors
            #expect(share.contains("there is no vault") && share.contains("arca team join"))
        }
    }
}
