import ArcaTestSupport
import Foundation
import Testing

@Suite("Signed lists of checksums") struct SignedListTests {
    @Test(
        "a list within its signature is verified, also next to a list without one",
        .enabled(if: Peer.has("signify-openbsd")))
    func listNextToAnother() throws {
        try SignCommandTests.inFolder { folder in
            let made = try Peer.run(["signify-openbsd", "-G", "-n", "-p", "k.pub", "-s", "k.sec"], in: folder)
            #expect(made.status == 0)
            try SignCommandTests.put(
                try Peer.run(["sha256sum", "--tag", "notes.txt"], in: folder).text, "SHA256", folder)
            let sign = ["signify-openbsd", "-S", "-e", "-s", "k.sec", "-m", "SHA256", "-x", "SHA256.sig"]
            #expect(try Peer.run(sign, in: folder).status == 0)
            let check = try SignCommandTests.arca(["verify", "--check", "--key", "k.pub", "SHA256.sig"], in: folder)
            #expect(check.status == 0 && check.text.hasSuffix("notes.txt: OK\n"), "\(check.errors)")
            // What is signed counts, not the file next to it.
            try SignCommandTests.put("SHA256 (other) = 00", "SHA256", folder)
            #expect(
                try SignCommandTests.arca(["verify", "--check", "--key", "k.pub", "SHA256.sig"], in: folder).status == 0
            )
            let other = try SignCommandTests.arca(["verify", "--check", "--key", "k.pub", "SHA256"], in: folder)
            #expect(other.status == 5 && other.errors.contains("SHA256.sig contains the signed content itself"))
        }
    }

    @Test("signed lists are verified with their files, as in signify", .enabled(if: Peer.has("signify-openbsd")))
    func lists() throws {
        try SignCommandTests.inFolder { folder in
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("d"), withIntermediateDirectories: false)
            for name in ["d/a", "d/b"] { try SignCommandTests.put(name, name, folder) }
            let made = try Peer.run(["signify-openbsd", "-G", "-n", "-p", "k.pub", "-s", "k.sec"], in: folder)
            #expect(made.status == 0)
            #expect(
                try SignCommandTests.arca(["hash", "-r", "d", "--sign", "k.sec", "-o", "SHA256.sig"], in: folder).status
                    == 0)
            let theirs = try Peer.run(["signify-openbsd", "-C", "-p", "k.pub", "-x", "SHA256.sig"], in: folder)
            #expect(theirs.status == 0, "\(theirs.errors)")
            #expect(
                try SignCommandTests.arca(["hash", "-r", "d", "--sign", "id", "-o", "SUMS"], in: folder).status == 0)
            #expect(
                try SignCommandTests.arca(["hash", "-r", "d", "--sign", "id", "-o", "SUMS"], in: folder).status == 2)
            for (list, key) in [("SHA256.sig", "k.pub"), ("SUMS", "id.pub")] {
                let check = ["verify", "--check", "--key", key, list]
                let all = try SignCommandTests.arca(check, in: folder)
                #expect(all.status == 0 && all.text.hasSuffix("d/a: OK\nd/b: OK\n"), "\(all.errors)")
                try SignCommandTests.put("changed", "d/b", folder)
                let one = try SignCommandTests.arca(check + ["d/a"], in: folder)
                #expect(one.status == 0 && one.text.hasSuffix("d/a: OK\n"))
                let bad = try SignCommandTests.arca(check, in: folder)
                #expect(bad.status == 1 && bad.text.hasSuffix("d/a: OK\nd/b: FAILED\n"))
                try FileManager.default.removeItem(at: folder.appendingPathComponent("d/b"))
                #expect(try SignCommandTests.arca(check, in: folder).status == 8)
                #expect(try SignCommandTests.arca(check + ["--ignore-missing"], in: folder).status == 0)
                #expect(try SignCommandTests.arca(check + ["d/c"], in: folder).status == 2)
                // A modified list is not read at all.
                let text = try SignCommandTests.get(list, folder)
                try SignCommandTests.put(text.replacingOccurrences(of: "d/a", with: "d/x"), list, folder)
                let changed = try SignCommandTests.arca(check, in: folder)
                #expect(changed.status == 1 && changed.output.isEmpty)
                try SignCommandTests.put(text, list, folder)
                try SignCommandTests.put("d/b", "d/b", folder)
            }
            let digest = try SignCommandTests.arca(["hash", "notes.txt"], in: folder).text.prefix(64)
            for name in ["../notes.txt", "/etc/passwd"] {
                try SignCommandTests.put("\(digest)  \(name)\n", "outside", folder)
                #expect(
                    try SignCommandTests.arca(["sign", "--key", "id", "--force", "outside"], in: folder).status == 0)
                let refused = try SignCommandTests.arca(
                    ["verify", "--check", "--key", "id.pub", "outside"], in: folder)
                #expect(refused.status == 2 && refused.errors.contains("the name leads out of this folder"))
            }
            // Verifying nothing is a failure.
            try SignCommandTests.put("\(digest)  missing\n", "outside", folder)
            #expect(try SignCommandTests.arca(["sign", "--key", "id", "--force", "outside"], in: folder).status == 0)
            let none = ["verify", "--check", "--ignore-missing", "--key", "id.pub", "outside"]
            #expect(try SignCommandTests.arca(none, in: folder).status == 1)
        }
    }

    @Test("refuses to sign a list that could not be checked")
    func listsThatFail() throws {
        try SignCommandTests.inFolder { folder in
            let sums = ["hash", "--sign", "id", "-o", "SUMS"]
            for words in [["-a", "md5", "notes.txt"], ["../\(folder.lastPathComponent)/notes.txt"], ["-r", "empty"]] {
                try? FileManager.default.createDirectory(
                    at: folder.appendingPathComponent("empty"), withIntermediateDirectories: false)
                let refused = try SignCommandTests.arca(sums + words, in: folder)
                #expect(refused.status != 0 && refused.output.isEmpty, "\(words)")
                #expect((try? SignCommandTests.get("SUMS", folder)) == nil, "\(words)")
            }
            // Same length as SHA-512: the line names the algorithm.
            #expect(try SignCommandTests.arca(sums + ["-a", "blake2b", "notes.txt"], in: folder).status == 0)
            let check = ["verify", "--check", "--key", "id.pub", "SUMS"]
            #expect(try SignCommandTests.arca(check, in: folder).status == 0)
            // A named file must exist.
            try FileManager.default.removeItem(at: folder.appendingPathComponent("notes.txt"))
            #expect(try SignCommandTests.arca(check + ["--ignore-missing", "notes.txt"], in: folder).status == 8)
        }
    }
}
