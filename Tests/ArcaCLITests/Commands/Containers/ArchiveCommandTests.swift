internal import ArcaCore
internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite(.enabled(if: runsSlowTests, "slow"), .enabled(if: Peer.has("tar") && Peer.has("python3")))
struct ArchiveCommandTests {
    private static let key = ["--format", "c2sp-chunked", "--key-from", "file:key"]

    /// Runs `body` in a folder with a folder `d` of files, subfolders and a link.
    private static func inFolder(_ body: (URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            try Data((0..<32).map { UInt8($0) }).write(to: folder.appendingPathComponent("key"))
            let script = """
                mkdir -p d/sub d/build/deep; printf 'in a\\n' > d/sub/a.txt; printf b > d/b.o; ln -s sub/a.txt d/link
                printf c > d/build/deep/c; seq 1 20000 > d/numbers; touch -d '2024-03-01 12:00 UTC' d/sub/a.txt
                """
            #expect(try Peer.run(["sh", "-c", script], in: folder).status == 0)
            try body(folder)
        }
    }

    private static func arca(_ words: [String], in folder: URL) throws -> Peer.Answer {
        try Arca.run(words, in: folder)
    }

    @Test("an archive is compressed by default, read by tar and Python, and can be extracted")
    func writes() throws {
        try Self.inFolder { folder in
            for (options, name, mode) in [([], "d.tar.gz.c2sp", "z"), (["--no-compress"], "d.tar.c2sp", "")] {
                let made = try Self.arca(
                    ["encrypt"] + Self.key + ["--archive", "d/", "--beside"] + options, in: folder)
                #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
                let tar = try Self.arca(["decrypt"] + Self.key + [name], in: folder).output
                #expect((tar.count < 80_000) == options.isEmpty)
                let listing = try Peer.run(["tar", "-t\(mode)f", "-"], input: tar)
                #expect(
                    Set(listing.lines) == [
                        "b.o", "build/", "build/deep/", "build/deep/c", "link", "numbers", "sub/", "sub/a.txt",
                    ])
                let script =
                    "import sys, tarfile; print(sorted(tarfile.open(fileobj=sys.stdin.buffer, mode='r|*').getnames()))"
                #expect(try Peer.python(script, input: tar).text.contains("'build/deep/c', 'link'"))
                let out = "out\(mode)"
                #expect(try Self.arca(["decrypt"] + Self.key + ["--extract", out, name], in: folder).status == 0)
                #expect(try Peer.run(["diff", "-r", "d", out], in: folder).text.isEmpty)
            }
        }
    }

    @Test("archives of GNU tar and Python can be listed, extracted and read in part")
    func reads() throws {
        try Self.inFolder { folder in
            let script = """
                tar -C d -czf gnu .; python3 -c "
                import tarfile
                with tarfile.open('python', 'w:gz') as t: t.add('d', arcname='.')
                "; gzip -dc gnu > plain; (cat gnu; printf x) > longer; head -c 5000 gnu > cut
                """
            #expect(try Peer.run(["sh", "-c", script], in: folder).status == 0)
            for name in ["gnu", "python", "plain"] {
                _ = try Self.arca(["encrypt"] + Self.key + ["-o", "sealed", name], in: folder)
                let list = try Self.arca(["decrypt"] + Self.key + ["--list", "sealed"], in: folder)
                #expect(list.status == 0 && list.errors.isEmpty, "\(name): \(list.errors)")
                let row = try #require(list.lines.first { $0.hasSuffix("sub/a.txt") && !$0.contains("->") })
                #expect(row.hasPrefix("5\t2024-03-01 12:00"), "\(row)")
                #expect(list.lines.contains { $0.contains("link -> sub/a.txt") }, "\(list.text)")
                let json = try JSONReader.read(
                    try Self.arca(["decrypt"] + Self.key + ["--list", "--json", "sealed"], in: folder).output)
                let entry = json["entries"]?.array?.first { $0["path"]?.string?.hasSuffix("a.txt") == true }
                #expect(entry?["byteCount"]?.int == 5 && entry?["modified"]?.string == "2024-03-01T12:00:00Z")
                let member = try Self.arca(["decrypt"] + Self.key + ["--member", "sub/a.txt", "sealed"], in: folder)
                #expect(member.text == "in a\n" && member.status == 0, "\(name): \(member.errors)")
                let file = try Self.arca(
                    ["decrypt"] + Self.key + ["--member", "./numbers", "-o", "part", "sealed"], in: folder)
                #expect(file.status == 0, "\(file.errors)")
                #expect(try Peer.run(["cmp", "part", "d/numbers"], in: folder).status == 0)
                let out = "out-\(name)"
                let unpacked = try Self.arca(["decrypt"] + Self.key + ["--extract", out, "sealed"], in: folder)
                #expect(unpacked.status == 0, "\(name): \(unpacked.errors)")
                #expect(try Peer.run(["diff", "-r", "d", out], in: folder).text.isEmpty)
            }
            for (member, status, reason) in [
                ("none", Int32(7), "no file none in the archive"), ("link", 2, "link is a link to sub/a.txt"),
                ("sub", 2, "is a folder"),
            ] {
                let answer = try Self.arca(["decrypt"] + Self.key + ["--member", member, "sealed"], in: folder)
                #expect(answer.status == status)
                #expect(answer.output.isEmpty)
                #expect(answer.errors.contains(reason))
            }
            for (name, status) in [("longer", Int32(5)), ("cut", 4)] {
                _ = try Self.arca(["encrypt"] + Self.key + ["-o", "sealed", name], in: folder)
                for words in [["--list"], ["--extract", "new"], ["--member", "b.o"]] {
                    let answer = try Self.arca(["decrypt"] + Self.key + words + ["sealed"], in: folder)
                    #expect(answer.status == status && answer.output.isEmpty, "\(name) \(words): \(answer.errors)")
                }
                #expect(!FileManager.default.fileExists(atPath: folder.path + "/new"))
            }
        }
    }

    @Test("--exclude omits the same entries as GNU tar")
    func excludes() throws {
        try Self.inFolder { folder in
            for patterns in [
                ["build"], ["*.o"], ["deep"], ["sub/*"], ["./b.o", "./deep"], ["b*"], ["[!b]*"], ["d?ep", "lin[j-l]"],
                ["*"],
                ["none", "sub/a.tx"], ["d*p/c"], ["\\b.o"],
            ] {
                let options = patterns.flatMap { ["--exclude", $0] }
                let made = try Self.arca(
                    ["encrypt"] + Self.key + options + ["--archive", "d", "-o", "file"], in: folder)
                #expect(made.status == 0, "\(patterns): \(made.errors)")
                let ours = try Peer.run(
                    ["tar", "-tzf", "-"], input: try Self.arca(["decrypt"] + Self.key + ["file"], in: folder).output)
                // Patterns with ./ match only names given to tar that way.
                let names = patterns[0].hasPrefix("./") ? "." : "*"
                let theirs = try Peer.run(
                    ["sh", "-c", "cd d && tar -c \"$@\" \(names) | tar -t", "sh"] + patterns.map { "--exclude=\($0)" },
                    in: folder)
                let expected = Set(
                    theirs.lines.map { $0.hasPrefix("./") ? $0.dropFirst(2) : $0 }.filter { !$0.isEmpty })
                #expect(Set(ours.lines) == expected, "\(patterns)")
            }
            // Unlike in tar, a trailing slash, as completed by shells, still matches.
            let made = try Self.arca(
                ["encrypt"] + Self.key + ["--exclude", "build/", "--archive", "d", "-o", "file"], in: folder)
            #expect(made.status == 0)
            let listed = try Self.arca(["decrypt"] + Self.key + ["--list", "file"], in: folder)
            #expect(listed.lines.count == 5 && !listed.text.contains("build"))
        }
    }

    @Test("refuses an archive that would become too large, unless the limit is lifted")
    func bombs() throws {
        try Peer.inFolder { folder in
            try Data((0..<32).map { UInt8($0) }).write(to: folder.appendingPathComponent("key"))
            let script = "mkdir d; head -c 60000000 /dev/zero > d/zeros"
            #expect(try Peer.run(["sh", "-c", script], in: folder).status == 0)
            _ = try Self.arca(["encrypt"] + Self.key + ["--archive", "d", "-o", "file"], in: folder)
            let refused = try Self.arca(["decrypt"] + Self.key + ["--extract", "out", "file"], in: folder)
            #expect(refused.status == 5 && refused.errors.contains("raise --max-ratio"), "\(refused.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/out"))
            let allowed = try Self.arca(
                ["decrypt"] + Self.key + ["--extract", "out", "--max-ratio", "0", "file"], in: folder)
            #expect(allowed.status == 0, "\(allowed.errors)")
            #expect(try Peer.run(["cmp", "d/zeros", "out/zeros"], in: folder).status == 0)
        }
    }
}
