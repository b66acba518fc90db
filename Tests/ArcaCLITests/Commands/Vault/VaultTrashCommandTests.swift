import ArcaTestSupport
import Foundation
import Testing

/// Names with slashes, and removed items.
@Suite("Names and removal of vault items")
struct VaultTrashCommandTests {
    @Test("rm moves to the trash, undo restores with history and attachments, purge removes permanently")
    func trash() throws {
        try VaultTrial.run { trial in
            try trial.set("a/b", "one")
            try trial.set("a/b", "two")
            try trial.write("file", "attached")
            #expect(try trial.arca(["attach", "a/b", "file"]).status == 0)
            let history = try trial.arca(["history", "a/b"]).lines.count
            let removed = try trial.arca(["rm", "a/b"])
            #expect(removed.status == 0 && removed.errors.contains("arca vault undo"), "\(removed.errors)")
            for words in [["get", "a/b"], ["history", "a/b"], ["rm", "a/b"], ["find", "a"], ["extract", "a/b"]] {
                #expect(try trial.arca(words).status == 7, "\(words)")
            }
            #expect(try trial.arca(["list"]).text.isEmpty)
            #expect(try trial.arca(["export", "--format", "json"]).text.contains("\"items\": []"))
            #expect(try trial.arca(["list", "--trash"]).text.hasSuffix("Z\ta/b\n"))
            #expect(try trial.arca(["list", "--trash", "--json"]).text.contains("\"removed\": \"2"))
            #expect(try trial.arca(["undo", "a/b"]).status == 0)
            #expect(try trial.get("a/b") == "two" && trial.arca(["history", "a/b"]).lines.count == history)
            #expect(try trial.arca(["extract", "a/b", "-o", "-"]).text == "attached")
            #expect(try trial.arca(["undo", "a/b"]).status == 7)

            #expect(try trial.arca(["rm", "a/b"]).status == 0)
            try trial.set("a/b", "three")
            let taken = try trial.arca(["undo", "a/b"])
            #expect(taken.status == 2 && taken.errors.contains("already"), "\(taken.errors)")
            #expect(try trial.arca(["purge", "--trash", "--yes"]).errors.contains("removed 1 item from"))
            #expect(try trial.arca(["undo", "a/b"]).status == 7)
            try trial.set("a/b", "four")
            #expect(try trial.arca(["purge", "--history", "a/b", "-y"]).errors.contains("removed 1 older version of"))
            #expect(try trial.get("a/b") == "four" && trial.arca(["history", "a/b"]).lines.count == 1)
            #expect(try trial.arca(["purge", "--trash", "--history"]).status == 2)
            #expect(try trial.arca(["purge"]).status == 2)
            #expect(try trial.arca(["verify"]).status == 0)
        }
    }

    @Test("rm takes several items, and removes none if one does not exist")
    func several() throws {
        try VaultTrial.run { trial in
            for name in ["a/1", "a/2", "b/3", "c/4"] { try trial.set(name, "x") }
            let typo = try trial.arca(["rm", "a/1", "a/9"])
            #expect(typo.status == 7 && typo.errors.contains("there is no item 'a/9'"), "\(typo.errors)")
            #expect(try trial.arca(["list"]).lines.count == 4)
            let removed = try trial.arca(["rm", "a/1", "b/3", "a/1"])
            #expect(removed.status == 0 && removed.errors.contains("moved b/3 to the trash"), "\(removed.errors)")
            #expect(try trial.arca(["list"]).text == "a/2\nc/4\n")
            #expect(try trial.arca(["list", "--trash"]).lines.count == 2)
            #expect(try trial.arca(["rm", "--service", "a", "--account", "2", "c/4"]).status == 2)
            let report = try trial.arca(["rm", "a/2", "c/4", "--json"]).text
            #expect(report.contains("\"items\": [") && report.contains("\"account\": \"4\""), "\(report)")
        }
    }

    @Test("on a terminal rm and purge ask for confirmation", .enabled(if: Peer.has("python3")))
    func questions() throws {
        try VaultTrial.run { trial in
            try trial.set("a/b", "one")
            let refused = try trial.onTerminal(["rm", "a/b"], [("to the trash? [y/N] ", "")])
            #expect(refused.status == 2 && refused.text.contains("nothing was changed"), "\(refused.text)")
            #expect(try trial.get("a/b") == "one")
            #expect(try trial.onTerminal(["rm", "a/b"], [("to the trash? [y/N] ", "y")]).status == 0)
            #expect(try trial.onTerminal(["purge", "a/b"], [("for good? [y/N] ", "n")]).status == 2)
            #expect(try trial.arca(["undo", "a/b"]).status == 0)
            #expect(try trial.onTerminal(["rm", "a/b", "--yes"], []).status == 0)
            // Without a terminal, nothing is removed permanently without --yes.
            let unasked = try Peer.run(
                ["setsid", "-w", Peer.arca, "vault", "purge", "--trash", "--key-file", "key"],
                environment: trial.environment, in: trial.folder)
            #expect(unasked.status == 2 && unasked.errors.contains("--yes"), "\(unasked.errors)")
            #expect(try trial.onTerminal(["purge", "--trash"], [("for good? [y/N] ", "yes")]).status == 0)
            #expect(try trial.arca(["list", "--trash"]).text.isEmpty)
        }
    }

    @Test("an account with a slash is listed as it can be typed, and every command accepts it")
    func slashes() throws {
        try VaultTrial.run { trial in
            try trial.write(
                "items.json",
                #"{"arca-vault-items": 1, "items": [{"class": "genericPassword", "service": "svc", "account": "a/b", "secret": "x"}]}"#
            )
            #expect(try trial.arca(["import", "items.json"]).status == 0)
            #expect(try trial.arca(["list"]).text == "svc/a\\/b\n")
            #expect(try trial.arca(["list", "svc/a\\"]).text == "svc/a\\/b\n")
            // No item is created that could be confused with an existing one.
            for command in [["set", "svc/a/b", "--secret-from", "stdin"], ["generate", "svc/a/b"]] {
                let twin = try trial.arca(command, "y")
                #expect(twin.status == 2 && twin.errors.contains("svc/a\\/b"), "\(twin.errors)")
            }
            let name = "svc/a\\/b"
            try trial.set(name, "new")
            #expect(try trial.get(name) == "new" && trial.get(name, "account") == "a/b")
            try trial.write("file", "attached")
            for words in [
                ["edit", name, "--label", "L"], ["history", name], ["attach", name, "file"],
                ["attach", "--service", "svc", "--account", "a/b", "file", "--as", "again"], ["extract", name, "file"],
                ["get", "--service=svc", "--account", "a/b"], ["generate", name], ["rm", name], ["undo", name],
                ["mv", name, "moved\\/x"], ["mv", "--service", "moved/x", "--account", "a/b", "svc/a\\/b"],
            ] {
                let answer = try trial.arca(words)
                #expect(answer.status == 0, "\(words): \(answer.errors)")
            }
            #expect(try trial.arca(["list"]).text == "svc/a\\/b\n")
            // Explicit service and account create the other item anyway.
            #expect(try trial.arca(["generate", "--service", "svc/a", "--account", "b"]).status == 0)
            #expect(try trial.arca(["list"]).text == "svc/a\\/b\nsvc/a/b\n")
            #expect(try trial.get("svc/a/b", "service") == "svc/a")
            #expect(try trial.arca(["get", "--account", "b"]).status == 2)
            #expect(try trial.arca(["get", "--service", "svc", "name"]).status == 2)
            try trial.set("CORP\\bob", "x")
            #expect(try trial.get("CORP\\bob", "service") == "CORP\\bob")
        }
    }

    @Test("an archive of the same vault replaces nothing newer, and restores nothing that was removed")
    func ownArchive() throws {
        try VaultTrial.run { trial in
            for name in ["changed/a", "gone/a", "trashed/a", "same/a"] { try trial.set(name, "old") }
            try trial.write("pw", "x")
            let archive = ["--archive-passphrase-from", "file:pw"]
            #expect(try trial.arca(["export", "--work-factor", "2", "-o", "a.age"] + archive).status == 0)
            try trial.set("changed/a", "new")
            for name in ["gone/a", "trashed/a"] { #expect(try trial.arca(["rm", name]).status == 0) }
            #expect(try trial.arca(["purge", "gone/a", "--yes"]).status == 0)
            for options in [["--replace"], []] {
                let read = try trial.arca(["import", "a.age"] + options + archive)
                #expect(read.status == 0 && read.text.contains("2 removed before"), "\(read.text)")
                #expect(
                    read.errors.contains("skipped gone/a: it was removed") && read.errors.contains("--with-removed"))
                #expect(read.text.contains("1 newer in the vault"), "\(read.text)")
            }
            #expect(try trial.get("changed/a") == "new")
            #expect(try trial.arca(["list"]).text == "changed/a\nsame/a\n")
            let json = try trial.arca(["import", "--replace", "--json", "--dry-run", "a.age"] + archive).text
            #expect(json.contains("\"newer\": [\n    \"changed/a\"\n  ]") && json.contains("\"trashed/a\""), "\(json)")
            let back = try trial.arca(["import", "--with-removed", "a.age"] + archive)
            #expect(back.text.contains("2 added"), "\(back.text)")
            #expect(try trial.get("gone/a") == "old")
        }
    }
}
