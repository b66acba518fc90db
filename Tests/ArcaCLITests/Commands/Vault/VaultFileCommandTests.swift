import ArcaTestSupport
import Foundation
import Testing

@Suite("Vault file commands")
struct VaultFileCommandTests {
    @Test("attachments of any kind are restored byte for byte, from files and pipes")
    func attachments() throws {
        try VaultTrial.run { trial in
            try trial.set("bank/alice", "x")
            let content = Array((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
            try Data(content).write(to: trial.folder.appendingPathComponent("scan.bin"))
            #expect(try trial.arca(["attach", "bank/alice", "scan.bin", "--type", "image/png"]).status == 0)
            #expect(try trial.arca(["attach", "bank/alice", "-", "--as", "note"], "from a pipe").status == 0)
            #expect(try trial.arca(["attach", "bank/alice", "scan.bin"]).status == 2)
            #expect(try trial.arca(["attach", "bank/alice", "-"], "x").status == 2)
            #expect(try trial.arca(["extract", "bank/alice", "note"]).text == "from a pipe")
            #expect(try trial.arca(["extract", "bank/alice", "scan.bin", "-o", "out"]).status == 0)
            #expect(try Data(contentsOf: trial.folder.appendingPathComponent("out")) == Data(content))
            let several = try trial.arca(["extract", "bank/alice"])
            #expect(several.status == 2 && several.errors.contains("scan.bin"))
            #expect(try trial.arca(["attach", "bank/alice", "--remove", "note"]).status == 0)
            #expect(try trial.arca(["extract", "bank/alice", "note"]).status == 7)
            #expect(try trial.arca(["get", "bank/alice"]).text.contains("attachment: scan.bin"))
            #expect(try trial.arca(["verify"]).status == 0)
        }
    }

    @Test("an older vault file is read and written only once it is accepted")
    func olderFile() throws {
        try VaultTrial.run { trial in
            let file = trial.folder.appendingPathComponent("vault.arca")
            try trial.set("a/b", "old")
            let old = try Data(contentsOf: file)
            try trial.set("a/b", "new")
            try old.write(to: file)
            let refused = try trial.arca(["get", "a/b"])
            #expect(refused.status == 4 && refused.errors.contains("older file"))
            #expect(try trial.arca(["verify"]).errors.contains("older-file"))
            #expect(try trial.arca(["set", "c/d", "--generate"]).status == 4)
            #expect(try trial.arca(["get", "a/b", "-f", "password", "--accept-older"]).text == "old")
            #expect(try trial.arca(["set", "c/d", "--generate", "--accept-older"]).status == 4)
            #expect(try trial.arca(["verify", "--accept-older"]).status == 0)
            #expect(try trial.arca(["set", "c/d", "--generate"]).status == 0)
        }
    }

    @Test("a backup cannot be used before it is restored, and then is the newest state")
    func backup() throws {
        try VaultTrial.run { trial in
            try trial.set("a/b", "one")
            #expect(try trial.arca(["backup", "copy.arca"]).status == 0)
            #expect(try trial.arca(["backup", "copy.arca"]).status == 2)
            #expect(try trial.arca(["verify", "--backup", "--vault", "copy.arca"]).status == 0)
            #expect(try trial.arca(["list", "--vault", "copy.arca"]).status == 4)
            try trial.set("a/b", "two")
            #expect(try trial.arca(["restore", "copy.arca"]).status == 2)
            #expect(try trial.arca(["restore", "copy.arca", "--replace"]).status == 0)
            #expect(try trial.get("a/b") == "one")
            try trial.set("a/b", "three")
            #expect(try trial.arca(["verify"]).status == 0)
            let mode = try FileManager.default.attributesOfItem(atPath: trial.folder.path + "/copy.arca")
            #expect(mode[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("replaces another vault only with --force, and lists the slots that are lost")
    func restore() throws {
        try VaultTrial.run { trial in
            try trial.set("a/b", "one")
            #expect(try trial.arca(["slot", "add", "--new-recovery-code", "--slot-label", "paper"]).status == 0)
            #expect(try trial.arca(["backup", "copy.arca"]).status == 0)
            // A link remains a link, and later changes of the vault go to the history.
            try trial.set("a/b", "two")
            let link = trial.folder.path + "/link.arca"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "vault.arca")
            let edited = try trial.arca(["restore", "copy.arca", "--replace", "--vault", "link.arca"])
            #expect(edited.status == 0 && edited.errors.contains("changed 1"), "\(edited.errors)")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "vault.arca")
            #expect(try trial.get("a/b") == "one" && trial.arca(["history", "a/b"]).lines.count == 3)
            #expect(
                try trial.arca(["init", "--vault", "other.arca", "--new-key-file", "key"], opens: false).status == 0)
            let other = ["restore", "copy.arca", "--vault", "other.arca"]
            let refused = try trial.arca(other + ["--replace"])
            #expect(refused.status == 2 && refused.errors.contains("another vault"))
            #expect(refused.errors.contains("hint: give --force"))
            let forced = try trial.arca(other + ["--force"])
            #expect(forced.status == 0, "\(forced.errors)")
            #expect(forced.errors.contains("recovery code 'paper'"))
            #expect(forced.errors.contains("'arca vault slot add --new-recovery-code --slot-label \"paper\"'"))
        }
    }

    @Test("verify names damage, also as JSON, and ends with 4")
    func damage() throws {
        try VaultTrial.run { trial in
            for number in 1...3 { try trial.set("service\(number)/x", "secret\(number)") }
            let sound = try trial.arca(["verify", "--json"])
            #expect(sound.status == 0 && sound.text.contains("\"isSound\": true"))
            #expect(sound.text.contains("\"itemCount\": 3"))
            // Rows with the same tag prefix are counted together, and cannot be told apart if one is missing.
            let first = "(SELECT min(tag) FROM item)"
            let script = """
                SELECT count(*) FROM item WHERE substr(tag, 1, 1) = substr(\(first), 1, 1);
                DELETE FROM item WHERE tag = \(first)
                """
            let removed = try Peer.run(["sqlite3", "vault.arca", script], in: trial.folder)
            let counted = try #require(Int(removed.lines.first ?? ""), "\(removed.errors)")
            let damaged = try trial.arca(["verify", "--json"])
            #expect(damaged.status == 4 && damaged.text.contains("\"record-missing\""))
            #expect(try trial.arca(["list"]).status == 4)
            // The name with the missing row is not reported as missing, and the others can still be read.
            let statuses = try (1...3).map { try trial.arca(["get", "service\($0)/x"]).status }.sorted()
            #expect(statuses == [Int32](repeating: 0, count: 3 - counted) + [Int32](repeating: 4, count: counted))
        }
    }

    @Test("a full disk and a closed pipe leave the vault intact")
    func failures() throws {
        try VaultTrial.run { trial in
            try trial.set("a/b", "value")
            let full = try trial.arca(["get", "a/b", "-f", "password", "-o", "/dev/full"])
            #expect(full.status == 8)
            let limited = try Peer.run(
                [
                    "bash", "-c",
                    "ulimit -f 40; head -c 400000 /dev/zero | '\(Peer.arca)' vault attach a/b - --as big "
                        + "--vault vault.arca --key-file key",
                ], environment: ["XDG_STATE_HOME": trial.folder.path + "/state"], in: trial.folder)
            #expect(limited.status != 0)
            #expect(try trial.arca(["verify"]).status == 0)
            #expect(try trial.get("a/b") == "value")
            #expect(!(try trial.arca(["get", "a/b"]).text.contains("attachment")))
        }
    }
}
