import ArcaTestSupport
import Foundation
import Testing

@Suite("Commands on a damaged vault")
struct VaultDamageCommandTests {
    /// Damages one of three items, and returns its number.
    private static func damage(_ trial: VaultTrial, _ column: String) throws -> Int {
        for number in 1...3 { try trial.set("service\(number)/x", "secret\(number)") }
        // The last bytes of the ciphertext, which no checksum covers.
        let script = """
            UPDATE item SET \(column) = CAST(substr(\(column), 1, length(\(column)) - 2) || X'0102' AS BLOB)
            WHERE tag = (SELECT min(tag) FROM item)
            """
        #expect(try Peer.run(["sqlite3", "vault.arca", script], in: trial.folder).status == 0)
        let statuses = try (1...3).map { try trial.arca(["get", "service\($0)/x", "-f", "password"]).status }
        #expect(statuses.sorted() == [0, 0, 4])
        return try #require(statuses.firstIndex(of: 4)) + 1
    }

    @Test("list, find and audit show all but the damaged item, name the damage and end with 4")
    func lists() throws {
        try VaultTrial.run { trial in
            let number = try Self.damage(trial, "attrs")
            let others = (1...3).filter { $0 != number }.map { "service\($0)/x" }
            let listed = try trial.arca(["list"])
            #expect(listed.status == 4 && listed.lines.map(String.init) == others)
            #expect(listed.errors.contains("record-damaged: item ") && listed.errors.contains("hint: "))
            let found = try trial.arca(["find", "service", "--json"])
            #expect(
                found.status == 4 && found.text.contains("\"damage\"") && found.text.contains(others[0].dropLast(2)))
            let audit = try trial.arca(["audit", "--min-bits", "1", "--older-than", "never"])
            #expect(audit.status == 4 && audit.errors.contains("in 2 passwords of 2 items"))
            // Other items can be added and changed.
            try trial.set("new/x", "1")
            try trial.set("n\u{fc}w/x", "2")
            try trial.set(others[0], "3")
            #expect(try trial.get(others[0]) == "3" && trial.get("n\u{fc}w/x") == "2")
            let refused = try trial.arca(["set", "service\(number)/x", "--secret-from", "stdin"], "x")
            #expect(refused.status == 4)
            let missing = try trial.arca(["get", "servic\(number)"])
            #expect(missing.status == 4 && missing.errors.contains("among those that can be read"))
            let report = try trial.arca(["verify", "--json"])
            #expect(
                report.status == 4 && report.text.contains("\"identifier\": ") && report.text.contains("\"group\": "))
        }
    }

    @Test("export writes less than everything only with --salvage, and names missing items")
    func export() throws {
        try VaultTrial.run { trial in
            let number = try Self.damage(trial, "secret")
            for format in ["json", "csv"] {
                let refused = try trial.arca(["export", "--format", format, "-o", "out"])
                #expect(refused.status == 4)
                #expect(!FileManager.default.fileExists(atPath: trial.folder.path + "/out"))
                let salvaged = try trial.arca(["export", "--format", format, "-o", "out", "--salvage"])
                #expect(salvaged.status == 4 && salvaged.errors.contains("(service\(number)/x)"), "\(salvaged.errors)")
                let text = try trial.read("out")
                for other in 1...3 { #expect(text.contains("secret\(other)") == (other != number)) }
                try FileManager.default.removeItem(atPath: trial.folder.path + "/out")
            }
            let archive = try trial.arca(
                ["export", "--salvage", "--archive-passphrase-from", "env:AP", "-o", "out.age"],
                environment: ["AP": "correct horse battery staple"])
            #expect(archive.status == 4 && archive.errors.contains("2 items"), "\(archive.errors)")
        }
    }

    @Test("items of a group that cannot be proven are shown with --salvage, and marked")
    func salvage() throws {
        try VaultTrial.run { trial in
            try trial.set("a/x", "old")
            try trial.set("a/x", "new")
            let script =
                "UPDATE item SET (version, attrs, sn, secret) = (SELECT version, attrs, sn, secret FROM history)"
            #expect(try Peer.run(["sqlite3", "vault.arca", script], in: trial.folder).status == 0)
            let listed = try trial.arca(["list"])
            #expect(listed.status == 4)
            #expect(listed.text.isEmpty)
            #expect(listed.errors.contains("group-unproven"))
            let salvaged = try trial.arca(["list", "--salvage"])
            #expect(salvaged.status == 4 && salvaged.text == "a/x  (may be an older version)\n")
            #expect(try trial.arca(["list", "--salvage", "--json"]).text.contains("\"isProven\": false"))
            #expect(try trial.arca(["get", "a/x", "-f", "password"]).status == 4)
            let got = try trial.arca(["get", "a/x", "-f", "password", "--salvage"])
            #expect(got.status == 4)
            #expect(got.text == "old")
            #expect(got.errors.contains("may be an older version"))
        }
    }

    @Test("repair takes records from a backup, makes a copy before removing anything, and reports its actions")
    func repair() throws {
        try VaultTrial.run { trial in
            try trial.set("service1/x", "secret1")
            #expect(try trial.arca(["repair"]).errors.contains("nothing is wrong"))
            for number in 1...3 { try trial.set("service\(number)/x", "secret\(number)") }
            #expect(try trial.arca(["backup", "copy.arca"]).status == 0)
            let number = try Self.damage(trial, "secret")
            // Rebuilt since the backup, so only the two others have an exact copy in it.
            let alone = try trial.arca(["repair"])
            #expect(alone.status == 4 && alone.errors.contains("give -o REST"), "\(alone.errors)")
            let missing = try trial.arca(["repair", "--from", "nowhere"])
            #expect(missing.status == 7, "\(missing.errors)")
            try Data().write(to: trial.folder.appendingPathComponent("there"))
            #expect(try trial.arca(["repair", "--from", "copy.arca", "-o", "there"]).status == 2)
            let repaired = try trial.arca(["repair", "--from", "copy.arca", "-o", "rest.arca", "--json"])
            #expect(repaired.status == 0, "\(repaired.errors)")
            #expect(repaired.text.contains("\"isSound\": true") && repaired.text.contains("service\(number)/x"))
            #expect(try trial.arca(["verify"]).status == 0)
            for number in 1...3 { #expect(try trial.get("service\(number)/x") == "secret\(number)") }
            #expect(FileManager.default.fileExists(atPath: trial.folder.path + "/rest.arca"))
            #expect(try trial.arca(["repair"]).errors.contains("nothing is wrong"))
        }
    }

    @Test("a backup of a damaged vault needs --damaged and a new name; --keep keeps older ones")
    func backup() throws {
        try VaultTrial.run { trial in
            try trial.set("service1/x", "1")
            for _ in 1...3 { #expect(try trial.arca(["backup", "copy.arca", "--keep", "1"]).status == 0) }
            let good = try Data(contentsOf: trial.folder.appendingPathComponent("copy.arca"))
            _ = try Self.damage(trial, "secret")
            for words in [["--force"], ["--keep", "1"]] {
                let refused = try trial.arca(["backup", "copy.arca"] + words)
                #expect(refused.status == 4 && refused.errors.contains("--damaged"), "\(refused.errors)")
                #expect(try trial.arca(["backup", "copy.arca", "--damaged"] + words).status == 2)
            }
            #expect(try trial.arca(["backup", "copy.arca", "--damaged"]).status == 2)
            #expect(try Data(contentsOf: trial.folder.appendingPathComponent("copy.arca")) == good)
            #expect(try trial.arca(["backup", "damaged.arca", "--damaged"]).status == 0)
            let files = try FileManager.default.contentsOfDirectory(atPath: trial.folder.path)
            #expect(files.filter { $0.hasPrefix("copy") }.sorted() == ["copy.arca", "copy.arca.1"])
        }
    }
}
