internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite struct HashCommandTests {
    static let hello = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"

    static func arca(_ arguments: String..., in folder: URL? = nil, input: String = "") throws -> Peer.Answer {
        try Arca.run(arguments, input: Array(input.utf8), in: folder)
    }

    /// Runs `body` in a folder with `a` ("hello\n"), `b c` and an empty file.
    static func inFolder(_ body: (URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            try Data("hello\n".utf8).write(to: folder.appendingPathComponent("a"))
            try Data("x".utf8).write(to: folder.appendingPathComponent("b c"))
            try Data().write(to: folder.appendingPathComponent("empty"))
            try body(folder)
        }
    }

    @Test("prints the output of sha256sum, for files in order and for standard input")
    func printsLikeSHA256Sum() throws {
        try Self.inFolder { folder in
            let ours = try Self.arca("hash", "b c", "a", "empty", in: folder)
            let theirs = try Peer.run(["sha256sum", "b c", "a", "empty"], in: folder)
            #expect(ours.output == theirs.output)
            #expect(ours.status == 0)
            #expect(ours.errors.isEmpty)
            #expect(try Self.arca("hash", input: "hello\n").text == "\(Self.hello)  -\n")
            #expect(try Self.arca("hash", "-", input: "hello\n").text == "\(Self.hello)  -\n")
            let tagged = try Peer.run(["sha256sum", "--tag", "b c", "a"], in: folder)
            #expect(try Self.arca("hash", "--tag", "b c", "a", in: folder).output == tagged.output)
            let zero = try Peer.run(["sha256sum", "-z", "b c", "a"], in: folder)
            #expect(try Self.arca("hash", "-z", "b c", "a", in: folder).output == zero.output)
        }
    }

    @Test(
        "escapes names like sha256sum, and accepts names that are not UTF-8", arguments: ["a\\b", "a\nb", "\u{1b}[2J"])
    func escapesNames(name: String) throws {
        try Self.inFolder { folder in
            try Data("x".utf8).write(to: folder.appendingPathComponent(name))
            let theirs = try Peer.run(["sha256sum", name], in: folder)
            let ours = try Self.arca("hash", name, in: folder)
            #expect(ours.output == theirs.output)
            #expect(try Self.arca("hash", "--check", in: folder, input: ours.text).status == 0)
            // A byte that is not UTF-8: the shell creates the file, and the command finds it.
            let command = "printf x > $'q\\xff' && '\(Peer.arca)' hash $'q\\xff' | sha256sum --check --quiet"
            #expect(try Peer.run(["bash", "-c", command], in: folder).status == 0)
        }
    }

    @Test("computes several digests in one read, with tagged lines")
    func computesSeveral() throws {
        try Self.inFolder { folder in
            let answer = try Self.arca("hash", "-a", "md5,crc32", "-a", "sha512", "a", in: folder)
            let sha512 = try Peer.run(["sha512sum", "--tag", "a"], in: folder).text
            #expect(answer.text == "MD5 (a) = b1946ac92492d2347c6235b4d2611184\nCRC32 (a) = 363a3020\n" + sha512)
            #expect(try Self.arca("hash", "-c", in: folder, input: answer.text).status == 0)
        }
    }

    @Test("gives extendable functions the requested length, and rejects it for the others")
    func honorsLength() throws {
        try Self.inFolder { folder in
            let openssl = try Peer.run(["openssl", "dgst", "-shake128", "-xoflen", "5", "-r", "a"], in: folder).text
            let ours = try Self.arca("hash", "-a", "shake128", "--length", "5", "a", in: folder)
            #expect(ours.text.prefix(10) == openssl.prefix(10))
            let wrong = try Self.arca("hash", "--length", "5", "a", in: folder)
            #expect(wrong.status == 2 && wrong.errors.contains("--length requires shake128 or shake256"))
        }
    }

    @Test("reads the lists of GNU, BSD and OpenSSL tools and detects the algorithm")
    func readsEveryDialect() throws {
        try Self.inFolder { folder in
            for command in [
                "sha256sum a 'b c'", "sha512sum a", "md5sum *", "sha1sum -b a", "b2sum a", "sha224sum --tag a",
                "openssl dgst -sha256 a", "openssl dgst -sha3-512 a", "openssl dgst -r -sha384 a",
                "openssl dgst -blake2s256 a", "sha256sum -z a 'b c'", "sha256sum a | sed 's/$/\\r/'",
                "(echo '# a comment'; echo; sha256sum a)",
                "sha256sum a | sed 's/  / /'", "sha256sum - <a | sed s/-/a/",
            ] {
                let list = try Peer.run(["sh", "-c", command], in: folder)
                let ours = try Arca.run(["hash", "--check"], input: list.output, in: folder)
                #expect(ours.status == 0 && ours.text.contains("a: OK"), "\(command): \(ours.errors)")
            }
        }
    }

    @Test("fails on any mismatch, and names the file")
    func failsOnMismatch() throws {
        try Self.inFolder { folder in
            let list = try Self.arca("hash", "a", "b c", in: folder).text
            try Data("changed".utf8).write(to: folder.appendingPathComponent("a"))
            let answer = try Self.arca("hash", "-c", in: folder, input: list + "no line\n")
            #expect(answer.status == 1 && answer.text == "a: FAILED\nb c: OK\n")
            // The summary follows the lines.
            let both = try Peer.run(["sh", "-c", "'\(Peer.arca)' hash -c 2>&1"], input: Array(list.utf8), in: folder)
            #expect(both.lines.last?.contains("1 digest does not match") == true, "\(both.text)")
            #expect(try Self.arca("hash", "-c", "--quiet", in: folder, input: list).text == "a: FAILED\n")
            let silent = try Self.arca("hash", "-c", "--status", in: folder, input: list)
            #expect(silent.status == 1 && silent.output.isEmpty)
        }
    }

    @Test("a malformed line, an empty list and an unreadable file each have their status")
    func failsOnWhatCannotBeChecked() throws {
        try Self.inFolder { folder in
            let list = try Self.arca("hash", "a", "empty", in: folder).text
            let malformed = try Self.arca("hash", "-c", in: folder, input: list + "5891  a\n")
            #expect(malformed.status == 5 && malformed.errors.contains("line 3"))
            #expect(try Self.arca("hash", "-c", in: folder, input: "").status == 5)
            try FileManager.default.removeItem(at: folder.appendingPathComponent("a"))
            let missing = try Self.arca("hash", "-c", in: folder, input: list)
            #expect(missing.status == 8 && missing.text == "a: FAILED open or read\nempty: OK\n")
            let ignored = try Self.arca("hash", "-c", "--ignore-missing", in: folder, input: list)
            #expect(ignored.status == 0 && ignored.text == "empty: OK\n")
            // If nothing was verified, the check fails.
            let only = list.split(separator: "\n")[0] + "\n"
            #expect(try Self.arca("hash", "-c", "--ignore-missing", in: folder, input: String(only)).status == 1)
            #expect(try Self.arca("hash", "-c", "nowhere", in: folder).status == 8)
        }
    }

    @Test("checks only the signed lines of a cleartext signature, and says that it was not verified")
    func readsClearsignedList() throws {
        try Self.inFolder { folder in
            let line = "SHA256 (a) = \(Self.hello)\n"
            let list =
                "00  planted\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n# a: 6 bytes\n\(line)"
                + "-----BEGIN PGP SIGNATURE-----\n\nAAAA\n-----END PGP SIGNATURE-----\n"
            let answer = try Self.arca("hash", "-c", in: folder, input: list)
            #expect(answer.status == 0 && answer.text == "a: OK\n")
            #expect(answer.errors.contains("its OpenPGP signature was not verified"))
        }
    }

    @Test("--expect compares a file or pipe with a digest, by its length or its name")
    func expects() throws {
        try Self.inFolder { folder in
            let md5 = "b1946ac92492d2347c6235b4d2611184"
            for digest in [Self.hello, Self.hello.uppercased(), "sha256:" + Self.hello, md5, "md5:" + md5] {
                let answer = try Self.arca("hash", "--expect", digest, "a", in: folder)
                #expect(answer.status == 0 && answer.text == "a: OK\n", "\(digest): \(answer.errors)")
                let piped = try Self.arca("hash", "--expect", digest, input: "hello\n")
                #expect(piped.status == 0 && piped.text == "-: OK\n", "\(digest): \(piped.errors)")
            }
            let other = try Self.arca("hash", "--expect", Self.hello, "b c", in: folder)
            #expect(other.status == 1 && other.text == "b c: FAILED\n")
            #expect(other.errors.contains("another file, or it was changed"))
            #expect(try Self.arca("hash", "--expect", Self.hello, "-a", "sha3-256", "a", in: folder).status == 1)
            for (words, status) in [
                (["--expect", "xyz", "a"], 2), (["--expect", "5891", "a"], 5), (["--expect", "sha512:58", "a"], 5),
                (["--expect", Self.hello, "a", "b c"], 2), (["--expect", Self.hello, "-c", "a"], 2),
                (["--expect", Self.hello, "nowhere"], 8), (["--expect", "nohash:58", "a"], 2),
            ] as [([String], Int32)] {
                let answer = try Arca.run(["hash"] + words, in: folder)
                #expect(answer.status == status && !answer.errors.isEmpty, "\(words): \(answer.errors)")
            }
        }
    }

    @Test("uses the given algorithm for lines that name none")
    func honorsAlgorithmInCheck() throws {
        try Self.inFolder { folder in
            let list = try Peer.run(["openssl", "dgst", "-r", "-sha3-256", "a"], in: folder).text
            #expect(try Self.arca("hash", "-c", "-a", "sha3-256", in: folder, input: list).status == 0)
            #expect(try Self.arca("hash", "-c", "-a", "sha256", in: folder, input: list).status == 1)
            #expect(try Self.arca("hash", "-c", "-a", "sha512", in: folder, input: list).status == 5)
            #expect(try Self.arca("hash", "-c", "-a", "md5,sha1", in: folder, input: list).status == 2)
        }
    }

    @Test("continues after an unreadable file, and ends with its status")
    func goesOnAfterFailure() throws {
        try Self.inFolder { folder in
            let answer = try Self.arca("hash", "nowhere", "a", in: folder)
            #expect(answer.status == 8 && answer.text == "\(Self.hello)  a\n")
            #expect(answer.errors == "arca: error: cannot open nowhere: no such file or directory\n")
            let directory = try Self.arca("hash", ".", in: folder)
            #expect(directory.status == 8 && directory.errors.contains("is a directory"))
        }
    }

    @Test("prints JSON with a schema, also for a check")
    func printsJSON() throws {
        try Self.inFolder { folder in
            let script = "import json,sys; d=json.load(sys.stdin); "
            let digests = try Self.arca("hash", "--json", "-a", "md5,sha256", "a", "b c", in: folder)
            let first = "print(d['schema'], d['files'][0]['digests']['md5'], d['files'][1]['name'])"
            #expect(
                try Peer.python(script + first, input: digests.output).text
                    == "1 b1946ac92492d2347c6235b4d2611184 b c\n")
            let list = try Self.arca("hash", "a", in: folder).text
            let check = try Self.arca("hash", "-c", "--json", in: folder, input: list)
            let second = "print(d['ok'], d['failed'], d['files'][0]['result'], d['files'][0]['algorithm'])"
            #expect(try Peer.python(script + second, input: check.output).text == "1 0 ok sha256\n")
        }
    }

    @Test("hashes all files of a folder in order of name")
    func walksFolders() throws {
        try Self.inFolder { folder in
            let inner = folder.appendingPathComponent("inner/deep")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            try Data("z".utf8).write(to: inner.appendingPathComponent("z"))
            let ours = try Self.arca("hash", "-r", ".", in: folder)
            let theirs = try Peer.run(
                ["sh", "-c", "find . -type f | LC_ALL=C sort | xargs -d '\\n' sha256sum"], in: folder)
            #expect(ours.output == theirs.output && ours.status == 0)
            // A link inside the folder is ignored; a named link is followed; a named device is read.
            try FileManager.default.createSymbolicLink(
                at: inner.appendingPathComponent("link"), withDestinationURL: folder.appendingPathComponent("a"))
            let linked = try Self.arca("hash", "-r", "inner", "inner/deep/link", in: folder)
            #expect(linked.lines.map { $0.dropFirst(66) } == ["inner/deep/z", "inner/deep/link"])
            let missing = try Self.arca("hash", "-r", "nowhere", "a", in: folder)
            #expect(missing.status == 8 && missing.lines.count == 1)
        }
    }

    @Test(
        "rejects options that cannot be combined",
        arguments: [
            ["hash", "-c", "--tag"], ["hash", "-c", "-r"], ["hash", "-c", "-z"], ["hash", "--quiet"],
            ["hash", "--status"],
            ["hash", "--ignore-missing"], ["hash", "-a", "sha999"], ["hash", "--length", "-1"],
        ])
    func refusesConflicts(arguments: [String]) throws {
        let answer = try Arca.run(arguments)
        #expect(answer.status == 2)
        #expect(answer.output.isEmpty)
        #expect(answer.errors.contains("arca: error: "))
    }

    @Test("--check reads only regular files, not devices or pipes that never end")
    func regularFilesOnly() throws {
        try Self.inFolder { folder in
            let script = """
                mkfifo pipe; ln -s /dev/zero link
                for name in /dev/zero pipe link a; do printf '%064d  %s\\n' 0 $name; done > list
                exec timeout 20 '\(Peer.arca)' hash --check list
                """
            let answer = try Peer.run(["bash", "-c", script], in: folder)
            #expect(answer.status == 1, "\(answer.errors)")
            #expect(answer.text.contains("a: FAILED\n"))
            for name in ["/dev/zero", "pipe", "link"] {
                #expect(answer.text.contains("\(name): FAILED open or read\n"))
                #expect(answer.errors.contains("cannot check \(name): it is not a regular file"))
            }
            // A file named by the user may be a pipe with the output of another program.
            let piped = try Peer.run(
                ["bash", "-c", "'\(Peer.arca)' hash --expect \(Self.helloSHA256) <(printf 'hello\\n')"], in: folder)
            #expect(piped.status == 0, "\(piped.errors)")
        }
    }

    private static let helloSHA256 = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"

    @Test("a digest of a few bytes is malformed, and a match of a weak function gives a warning")
    func weakDigests() throws {
        try Self.inFolder { folder in
            let short = try Self.arca("hash", "-a", "shake128", "--length", "15", "--tag", "a", in: folder)
            let refused = try Self.arca("hash", "--check", in: folder, input: short.text + "\(Self.helloSHA256)  a\n")
            #expect(refused.status == 5 && refused.text == "a: OK\n")
            #expect(refused.errors.contains("expected a digest of at least 16 bytes, found 15"))
            let alone = try Self.arca("hash", "--check", in: folder, input: short.text)
            #expect(alone.status == 5 && alone.errors.contains("at least 16 bytes, found 15"))
            let long = try Self.arca("hash", "-a", "shake128", "--length", "16", "--tag", "a", in: folder)
            #expect(try Self.arca("hash", "--check", in: folder, input: long.text).errors.isEmpty)
            let weak = try Self.arca("hash", "-a", "crc32,md5,sha256", "a", "b c", in: folder)
            let checked = try Self.arca("hash", "--check", in: folder, input: weak.text)
            #expect(checked.status == 0)
            #expect(
                checked.errors
                    == "arca: warning: 4 files checked with md5, crc32: detects accidents, not deliberate changes\n")
            let quiet = try Self.arca("hash", "--check", "--status", in: folder, input: weak.text)
            #expect(quiet.status == 0 && quiet.errors.isEmpty)
            let expected = try Self.arca("hash", "--expect", "crc32:363a3020", "a", in: folder)
            #expect(expected.status == 0 && expected.errors.contains("1 file checked with crc32"))
        }
    }

    @Test("shows progress on request, and erases it")
    func showsProgress() throws {
        try Self.inFolder { folder in
            let shown = try Arca.spawn(["hash", "--progress", "always", "a"], in: folder)
            #expect(shown.errors.contains("6 B of 6 B") && shown.errors.hasSuffix("\r\u{1b}[K"))
            #expect(try Self.arca("hash", "--progress", "never", "a", in: folder).errors.isEmpty)
            #expect(try Self.arca("hash", "a", in: folder).errors.isEmpty)
        }
    }

    @Test("ends silently by SIGPIPE when its reader closes, and with status 8 when the disk is full")
    func endsOnClosedPipe() throws {
        try Self.inFolder { folder in
            let script = """
                set -o pipefail; for n in $(seq 3000); do printf $n > f$n; done
                '\(Peer.arca)' hash f* | head -n 1 > /dev/null; echo ${PIPESTATUS[0]}
                """
            let answer = try Peer.run(["bash", "-c", script], in: folder)
            #expect(answer.text == "141\n" && answer.errors.isEmpty)
            let full = try Peer.run(["bash", "-c", "'\(Peer.arca)' hash a > /dev/full"], in: folder)
            #expect(full.status == 8 && full.errors.contains("no space left"))
        }
    }
}
