internal import ArcaCore
internal import ArcaTestSupport
internal import Foundation
import Testing

/// `arca -Y …` and the link `arca-ssh-sign`, as called by git and scripts.
@Suite struct SSHKeygenDialectTests {
    private typealias Files = SignCommandTests

    /// Runs both programs with the same arguments; standard output and status must be equal.
    private static func both(
        _ words: [String], input: String, in folder: URL, _ place: SourceLocation = #_sourceLocation
    ) throws -> Peer.Answer {
        let own = try Files.arca(words, in: folder, input: Array(input.utf8))
        let theirs = try Peer.run(["ssh-keygen"] + words, input: Array(input.utf8), in: folder)
        #expect(own.status == theirs.status, "\(words): \(own.errors)", sourceLocation: place)
        #expect(own.text == theirs.text, "\(words)", sourceLocation: place)
        return own
    }

    @Test("output and status match ssh-keygen", .enabled(if: Peer.has("ssh-keygen")))
    func answers() throws {
        try Files.inFolder { folder in
            let signed = try Files.arca(["-Y", "sign", "-n", "git", "-f", "id", "notes.txt"], in: folder)
            #expect(signed.status == 0 && signed.output.isEmpty)
            #expect(signed.errors == "Signing file notes.txt\nWrite signature to notes.txt.sig\n")
            let line = try Files.get("id.pub", folder)
            try Files.put("*@example.com,!bob@example.com namespaces=\"git\" \(line)", "team", folder)
            let (sig, time) = (["-s", "notes.txt.sig"], "-Overify-time=20261122112914")
            let verify = ["-Y", "verify", "-n", "git", "-f", "team"] + sig
            let good = try Self.both(verify + ["-I", "al@example.com", time], input: "hello\n", in: folder)
            #expect(
                good.status == 0
                    && good.text.hasPrefix("Good \"git\" signature for al@example.com with ED25519 key SHA256:"))
            for (who, text) in [
                ("bob@example.com", "hello\n"), ("al@example.com", "hello"), ("*@example.com", "hello\n"),
            ] {
                _ = try Self.both(verify + ["-I", who], input: text, in: folder)
            }
            _ = try Self.both(
                ["-Y", "verify", "-n", "file", "-f", "team", "-I", "al@example.com"] + sig, input: "hello\n", in: folder
            )
            _ = try Self.both(verify + ["-I", "al@example.com", "-r", "id.pub"], input: "hello\n", in: folder)
            // Joined options, as in getopt: a revoked key stays revoked.
            for revoked in [["-vr", "id.pub"], ["-qrid.pub"]] {
                let answer = try Self.both(verify + ["-I", "al@example.com"] + revoked, input: "hello\n", in: folder)
                #expect(answer.status == 255)
            }
            for text in ["hello\n", "other"] {
                _ = try Self.both(["-Y", "check-novalidate", "-n", "git"] + sig, input: text, in: folder)
            }
            _ = try Self.both(["-Y", "find-principals", "-f", "team"] + sig, input: "", in: folder)
            try Files.put("", "nobody", folder)
            _ = try Self.both(["-Y", "find-principals", "-f", "nobody"] + sig, input: "", in: folder)
            for who in ["al@example.com", "bob@example.com"] {
                _ = try Self.both(["-Y", "match-principals", "-f", "team", "-I", who], input: "", in: folder)
            }
            let stream = try Files.arca(
                ["-Y", "sign", "-n", "git", "-f", "id.pub"], in: folder, input: Array("hello\n".utf8))
            #expect(stream.text == (try Files.get("notes.txt.sig", folder)))
            for (words, status) in [
                (["-Y", "sign", "-f", "id"], 1), (["-Y", "sign", "-n", "git", "-f", "none"], 255),
                (["-Y", "verify", "-n", "git"], 255), (["-Y", "nonsense"], 255), (["-Y"], 255),
            ] as [([String], Int32)] {
                #expect(try Files.arca(words, in: folder).status == status, "\(words)")
            }
        }
    }

    @Test("git signs and verifies commits and tags through a link to the command", .enabled(if: Peer.has("git")))
    func git() throws {
        try Files.inFolder { folder in
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent("arca-ssh-sign").path, withDestinationPath: Peer.arca)
            func git(_ words: String...) throws -> Peer.Answer {
                let options = [
                    "user.name=A", "user.email=alice@example.com", "gpg.format=ssh",
                    "gpg.ssh.program=\(folder.path)/arca-ssh-sign", "user.signingKey=\(folder.path)/id",
                    "gpg.ssh.allowedSignersFile=\(folder.path)/signers",
                ].flatMap { ["-c", $0] }
                return try Peer.run(
                    ["git", "-C", "repo"] + options + words, environment: ["HOME": folder.path], in: folder)
            }
            #expect(try Peer.run(["git", "init", "-q", "repo"], in: folder).status == 0)
            let made = try git("commit", "-q", "--allow-empty", "-S", "-m", "one")
            #expect(made.status == 0, "\(made.errors)")
            #expect(try git("tag", "-s", "-m", "x", "v1").status == 0)
            for words in [["verify-commit", "HEAD"], ["verify-tag", "v1"]] {
                let answer = try git(words[0], words[1])
                #expect(answer.status == 0 && answer.errors.contains("for alice@example.com with ED25519 key"))
            }
            #expect(try git("log", "-1", "--format=%G? %GS").text == "G alice@example.com\n")
            guard Peer.has("ssh-keygen") else { return }
            #expect(try git("-c", "gpg.ssh.program=ssh-keygen", "verify-commit", "HEAD").status == 0)
            _ = try git("-c", "gpg.ssh.program=ssh-keygen", "commit", "-q", "--allow-empty", "-S", "-m", "two")
            #expect(try git("verify-commit", "HEAD").status == 0)
            try Files.put("", "signers", folder)
            #expect(try git("verify-commit", "HEAD").status != 0)
            #expect(try git("log", "-1", "--format=%G?").text == "U\n")
        }
    }
}
