import ArcaTestSupport
import Foundation
import Testing

@Suite("Merging copies of a vault on the command line")
struct VaultMergeCommandTests {
    /// Runs a command on the phone's copy.
    private func phone(_ trial: VaultTrial, _ words: [String], _ input: String = "") throws -> Peer.Answer {
        try trial.arca(
            words, input,
            environment: [
                "ARCA_VAULT": trial.folder.path + "/phone.arca", "XDG_STATE_HOME": trial.folder.path + "/phone state",
            ])
    }

    private func copy(_ trial: VaultTrial, _ from: String, _ to: String) throws {
        let target = trial.folder.appendingPathComponent(to)
        try? FileManager.default.removeItem(at: target)
        try FileManager.default.copyItem(at: trial.folder.appendingPathComponent(from), to: target)
    }

    private func parted(_ body: (VaultTrial) throws -> Void) throws {
        try VaultTrial.run { trial in
            try trial.set("site/me", "old")
            try trial.set("mail/me", "old")
            try copy(trial, "vault.arca", "phone.arca")
            try trial.set("site/me", "laptop")
            #expect(try phone(trial, ["set", "site/me", "--secret-from", "stdin"], "phone\n").status == 0)
            #expect(try phone(trial, ["set", "new/it", "--secret-from", "stdin"], "phone\n").status == 0)
            #expect(try trial.arca(["rm", "mail/me"]).status == 0)
            try body(trial)
        }
    }

    @Test("shows the changes, merges them once, and lists the conflicts")
    func merges() throws {
        try parted { trial in
            let would = try trial.arca(["merge", "--dry-run", "phone.arca"])
            #expect(would.status == 0 && would.text == "added\tnew/it\nchanged\tsite/me\nconflict\tsite/me\n")
            #expect(would.errors.contains("would merge: 1 added, 1 changed, 0 removed, 1 conflict"))
            #expect(try trial.arca(["get", "new/it"]).status == 7)
            let merged = try trial.arca(["merge", "phone.arca"])
            #expect(merged.status == 0 && merged.text.isEmpty)
            #expect(
                merged.errors.contains(
                    "arca: merged: 1 added, 1 changed, 0 removed, 1 conflict; phone.arca is unchanged"))
            #expect(try trial.arca(["merge", "phone.arca"]).errors.contains("nothing to merge"))
            #expect(try trial.arca(["get", "site/me"]).errors.contains("several values of password"))
            #expect(try trial.arca(["conflicts", "--check"]).status == 1)
            let list = try trial.arca(["conflicts", "site/me", "--reveal"]).text
            #expect(list.hasPrefix("site/me\tpassword\t1\t2") && list.contains("Z\tshown\t'"), "\(list)")
            #expect(list.contains("\t'phone'\n") && list.contains("\t'laptop'\n"), "\(list)")
            let hidden = try trial.arca(["conflicts"])
            #expect(hidden.lines.count == 2 && hidden.lines.allSatisfy { $0.hasSuffix("\t[hidden]") }, "\(hidden.text)")
            #expect(hidden.errors.contains("--reveal shows the hidden values"))
            let json = try trial.arca(["conflicts", "--json", "--reveal"]).text
            #expect(json.contains("\"field\": \"password\"") && json.contains("\"value\": \"laptop\""))
            #expect(!(try trial.arca(["conflicts", "--json"]).text.contains("laptop")))
            let wrong = try trial.arca(["resolve", "site/me", "--field", "password", "--take", "3"])
            #expect(wrong.status == 7 && wrong.errors.contains("'arca vault conflicts'"), "\(wrong.errors)")
            #expect(try trial.arca(["resolve", "site/me", "--field", "label", "--take", "1"]).status == 7)
            let number = list.contains("\t1\t") && list.prefix { $0 != "\n" }.contains("'laptop'") ? "1" : "2"
            #expect(try trial.arca(["resolve", "site/me", "--field", "password", "--take", number]).status == 0)
            #expect(try trial.get("site/me") == "laptop")
            #expect(try trial.arca(["conflicts", "--check"]).status == 0)
            // For the phone, the merged file is newer.
            try copy(trial, "vault.arca", "phone.arca")
            #expect(try phone(trial, ["get", "site/me", "-f", "password"]).text == "laptop")
            #expect(try trial.arca(["verify"]).status == 0 && phone(trial, ["verify"]).status == 0)
        }
    }

    @Test("values that are not secret are listed without --reveal")
    func plainConflict() throws {
        try VaultTrial.run { trial in
            try trial.set("site/me", "1")
            try copy(trial, "vault.arca", "phone.arca")
            #expect(try phone(trial, ["edit", "site/me", "--comment", "from the phone"]).status == 0)
            #expect(try trial.arca(["edit", "site/me", "--comment", "from the laptop"]).status == 0)
            #expect(try trial.arca(["merge", "phone.arca"]).status == 0)
            let list = try trial.arca(["conflicts"])
            #expect(list.text.contains("'from the phone'\n") && list.text.contains("'from the laptop'\n"), "\(list)")
            #expect(!list.errors.contains("--reveal"))
        }
    }

    @Test("two copies of one user are not a replaced file: the message names the other one")
    func twoCopies() throws {
        try VaultTrial.run { trial in
            try trial.set("site/me", "1")
            try copy(trial, "vault.arca", "desk.arca")
            let other = ["--vault", "desk.arca"]
            #expect(try trial.arca(["edit", "site/me", "--label", "x"] + other).status == 0)
            let path = trial.folder.resolvingSymlinksInPath().path + "/desk.arca"
            let older = try trial.arca(["list"])
            #expect(older.status == 4 && older.errors.contains("this file is older than \(path)"), "\(older.errors)")
            #expect(older.errors.contains("'arca vault merge \(path)'"), "\(older.errors)")
            #expect(!older.errors.contains("put in the vault's place"))
            #expect(try trial.arca(["merge", "desk.arca"]).status == 0)
            #expect(try trial.get("site/me", "label") == "x")
            // Another machine changes the copy, and this one the vault.
            for label in ["y", "z", "y"] {
                #expect(try phone(trial, ["edit", "site/me", "--label", label] + other).status == 0)
            }
            let forked = try trial.arca(["list"] + other)
            #expect(forked.status == 4 && forked.errors.contains("were both changed"), "\(forked.errors)")
            #expect(forked.errors.contains("/vault.arca'"), "\(forked.errors)")
            // An older file in its own place is still an attack.
            try copy(trial, "vault.arca", "old.arca")
            try trial.set("site/me", "2")
            try copy(trial, "old.arca", "vault.arca")
            let replaced = try trial.arca(["list"])
            #expect(replaced.errors.contains("an older file was put in the vault's place"), "\(replaced.errors)")
        }
    }

    @Test("sync --device renames this machine's copy, and leaves none behind as another machine")
    func renamedDevice() throws {
        try VaultTrial.run { trial in
            let folder = trial.folder.appendingPathComponent("shared")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try trial.set("site/me", "1")
            #expect(try trial.arca(["sync", "shared", "--device", "desk"]).status == 0)
            let renamed = try trial.arca(["sync", "--device", "laptop"])
            #expect(renamed.status == 0 && renamed.errors.contains("; 0 other copies"), "\(renamed.errors)")
            let subfolder = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
            let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(subfolder)")
            #expect(files.count == 1 && files.allSatisfy { $0.hasPrefix("laptop-") }, "\(files)")
            #expect(try trial.arca(["sync"]).errors.contains("; 0 other copies"))
        }
    }

    @Test("merges copies after a sync program replaced one with the other")
    func synced() throws {
        try parted { trial in
            try copy(trial, "vault.arca", "vault.sync-conflict.arca")
            try copy(trial, "phone.arca", "vault.arca")
            let fork = try trial.arca(["list"])
            #expect(fork.status == 4 && fork.errors.contains("'arca vault merge FILE'"), "\(fork.errors)")
            #expect(try trial.arca(["merge", "vault.sync-conflict.arca"]).status == 0)
            #expect(try trial.arca(["list"]).text == "new/it\nsite/me\n")
            #expect(try trial.arca(["verify"]).status == 0)
        }
    }

    @Test("accepts a backup, and rejects unrelated files with a hint")
    func others() throws {
        try parted { trial in
            #expect(try trial.arca(["backup", "backup.arca"]).status == 0)
            try trial.set("later/it", "1")
            #expect(try trial.arca(["merge", "backup.arca"]).status == 0)
            #expect(try trial.get("later/it") == "1")
            let same = try trial.arca(["merge", "vault.arca"])
            #expect(same.status == 2 && same.errors.contains("is the vault itself"))
            #expect(try trial.arca(["merge", "missing.arca"]).status == 8)
            try trial.write("text", "no vault")
            #expect(try trial.arca(["merge", "text"]).status == 5)
            let made = try trial.arca(
                ["init", "--vault", "other.arca", "--new-key-file", "other key"], opens: false)
            #expect(made.status == 0, "\(made.errors)")
            let other = try trial.arca(["merge", "other.arca", "--other-key-file", "other key"])
            #expect(other.status == 2 && other.errors.contains("another vault"), "\(other.errors)")
            #expect(try trial.arca(["merge", "other.arca"]).status != 0)
            // One flipped byte in the other copy: nothing of it is merged.
            let url = trial.folder.appendingPathComponent("phone.arca")
            var bytes = try Data(contentsOf: url)
            bytes[bytes.count - 700] ^= 1
            try bytes.write(to: url)
            let damaged = try trial.arca(["merge", "phone.arca"])
            #expect(damaged.status == 4, "\(damaged.errors)")
            #expect(try trial.arca(["get", "new/it"]).status == 7)
        }
    }
}
