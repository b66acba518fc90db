internal import ArcaTestSupport
import Foundation
import Testing

@Suite struct MimeCommandTests {
    private func inFolder(_ body: (URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            try Fixtures.write(to: folder)
            try body(folder)
        }
    }

    private func contents(_ name: String, _ folder: URL) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(name))
    }

    private func write(_ text: String, _ name: String, _ folder: URL) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    // MARK: list

    @Test("lists and extracts several messages; a malformed one does not stop the others")
    func several() throws {
        try inFolder { folder in
            try FileManager.default.copyItem(
                at: folder.appendingPathComponent("mail.eml"), to: folder.appendingPathComponent("two.eml"))
            try write("Content-Type: multipart/mixed; boundary=x\n\nno part\n", "bad.eml", folder)
            let single = try Arca.run(["mime", "list", "mail.eml"], in: folder).text
            let list = try Arca.run(["mime", "list", "mail.eml", "bad.eml", "two.eml"], in: folder)
            #expect(list.status != 0 && list.text == "mail.eml:\n\(single)\ntwo.eml:\n\(single)")
            #expect(list.errors.contains("1 of 3 files not listed: bad.eml"))
            let json = try Arca.run(["mime", "list", "--json", "mail.eml", "two.eml"], in: folder)
            let report = try #require(JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
            #expect(
                (report["files"] as? [[String: Any]])?.compactMap { $0["file"] as? String } == ["mail.eml", "two.eml"])
            let taken = try Arca.run(["mime", "extract", "-o", "out", "mail.eml", "two.eml", "bad.eml"], in: folder)
            #expect(taken.status == list.status, "\(taken.errors)")
            #expect(taken.lines.count == 2)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out")
            #expect(names.count == 2 && names.contains("photo.jpg"), "\(names)")
        }
    }

    @Test("lists number, type, encoding, decoded size and name of each part")
    func lists() throws {
        try inFolder { folder in
            let run = try Arca.run(["mime", "list", "mail.eml"], in: folder)
            #expect(run.status == 0 && run.errors.isEmpty)
            #expect(
                run.text == """
                    PART  TYPE             ENCODING          SIZE  NAME
                    0     multipart/mixed
                    1     text/plain       quoted-printable     5
                    2     image/jpeg       base64            4096  photo.jpg

                    """)
            let piped = try Peer.run(["bash", "-c", "cat mail.eml | '\(Peer.arca)' mime list"], in: folder)
            #expect(piped.text == run.text)
        }
    }

    @Test("lists as JSON")
    func listsJSON() throws {
        try inFolder { folder in
            let run = try Arca.run(["mime", "list", "--json", "mail.eml"], in: folder)
            let object = try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any]
            let parts = object?["parts"] as? [[String: Any]]
            #expect(object?["schema"] as? Int == 1 && parts?.count == 3)
            #expect(parts?.map { $0["part"] as? String } == ["0", "1", "2"])
            #expect(parts?[1]["charset"] as? String == "utf-8" && parts?[1]["byteCount"] as? Int == 5)
            #expect(
                parts?[2]["fileName"] as? String == "photo.jpg" && parts?[2]["disposition"] as? String == "attachment")
            #expect(parts?[0]["byteCount"] is NSNull && parts?[2]["encoding"] as? String == "base64")
        }
    }

    @Test("shows no control characters of a name")
    func listsSafely() throws {
        try inFolder { folder in
            let name = "Content-Disposition: attachment; filename*=utf-8''a%1B%5B31m%0Ab"
            try write("Content-Type: a/b\n\(name)\n\nx", "evil.eml", folder)
            let run = try Arca.run(["mime", "list", "evil.eml"], in: folder)
            #expect(run.status == 0 && run.text.hasSuffix("a\\x1b[31m\\nb\n"))
        }
    }

    @Test("rejects a broken message and prints nothing, unless lenient; a truncated one has status 4")
    func brokenMessage() throws {
        try inFolder { folder in
            let text = String(decoding: try contents("mail.eml", folder), as: UTF8.self)
            try write(String(text.dropLast(8)), "cut.eml", folder)
            let run = try Arca.run(["mime", "list", "cut.eml"], in: folder)
            #expect(run.status == 4 && run.text.isEmpty)
            #expect(run.errors.hasPrefix("arca: error: cut.eml: multipart 0 is not closed at offset "))
            #expect(run.errors.hasSuffix("arca: hint: give --lenient to accept more\n"))
            let lenient = try Arca.run(["mime", "list", "cut.eml", "--lenient"], in: folder)
            #expect(lenient.status == 0 && lenient.text.contains("photo.jpg"))
            let shallow = try Arca.run(["mime", "list", "mail.eml", "--max-depth", "1"], in: folder)
            #expect(shallow.status == 0)
            try write("Content-Type: message/rfc822\n\n\(text)", "outer.eml", folder)
            let deep = try Arca.run(["mime", "list", "outer.eml", "--max-depth", "1"], in: folder)
            #expect(deep.status == 5 && deep.errors.contains("nested deeper than 1"))
            let missing = try Arca.run(["mime", "list", "none.eml"], in: folder)
            #expect(missing.status == 8)
        }
    }

    // MARK: cat

    @Test("prints a part decoded")
    func cats() throws {
        try inFolder { folder in
            let text = try Arca.run(["mime", "cat", "1", "mail.eml"], in: folder)
            #expect(text.status == 0 && text.text == "Café")
            let photo = try Arca.run(["mime", "cat", "2", "mail.eml", "-o", "out.jpg"], in: folder)
            #expect(photo.status == 0)
            #expect(try contents("out.jpg", folder) == contents("photo.jpg", folder))
        }
    }

    @Test("converts text to the terminal's charset, and elsewhere only with --charset")
    func converts() throws {
        try inFolder { folder in
            let head = "Content-Transfer-Encoding: base64\nContent-Type: text/plain"
            try write("\(head); charset=gb2312\n\n1tDOxA==\n", "gbk.eml", folder)
            try write("\(head)\n\n5Lit5paH\n", "none.eml", folder)
            try write("\(head); charset=x-unknown\n\nYWI=\n", "unknown.eml", folder)
            let plain = try Arca.run(["mime", "cat", "1", "gbk.eml"], in: folder)
            #expect(plain.output == [0xd6, 0xd0, 0xce, 0xc4])
            for name in ["gbk.eml", "none.eml"] {
                let text = try Arca.run(["mime", "cat", "--charset", "utf-8", "1", name], in: folder)
                #expect(text.text == "中文" && text.status == 0 && text.errors.isEmpty, "\(text.errors)")
            }
            let big5 = try Arca.run(["mime", "cat", "--charset", "big5", "1", "gbk.eml", "-o", "out"], in: folder)
            #expect(try big5.status == 0 && contents("out", folder) == Data([0xa4, 0xa4, 0xa4, 0xe5]))
            let lost = try Arca.run(["mime", "cat", "--charset", "latin1", "1", "gbk.eml"], in: folder)
            #expect(lost.text == "??" && lost.errors.contains("warning"), "\(lost)")
            let unknown = try Arca.run(["mime", "cat", "--charset", "utf-8", "1", "unknown.eml"], in: folder)
            #expect(unknown.text == "ab" && unknown.errors.contains("charset x-unknown is not known"))
            #expect(try Arca.run(["mime", "cat", "--charset", "none", "1", "gbk.eml"], in: folder).status == 2)
            for (locale, bytes) in [("C.UTF-8", Array("中文".utf8)), ("zh_TW.BIG5", [0xa4, 0xa4, 0xa4, 0xe5])] {
                let shown = try Peer.onTerminal(
                    [Peer.arca, "mime", "cat", "1", "gbk.eml"], environment: ["LC_ALL": locale], in: folder)
                #expect(shown.output.starts(with: bytes), "\(locale): \(shown.output)")
            }
        }
    }

    @Test("prints an embedded message verbatim, and its parts")
    func catsMessages() throws {
        try inFolder { folder in
            let mail = String(decoding: try contents("mail.eml", folder), as: UTF8.self)
            try write("Content-Type: message/rfc822\n\n\(mail)", "outer.eml", folder)
            #expect(try Arca.run(["mime", "cat", "1", "outer.eml"], in: folder).text == mail)
            #expect(try Arca.run(["mime", "cat", "1.1", "outer.eml"], in: folder).text == "Café")
        }
    }

    @Test(
        "reports the error in a part number", arguments: [("9", 7), ("1.1", 7), ("0", 2), ("x", 2), ("01", 2), ("", 2)])
    func catRefuses(number: String, status: Int32) throws {
        try inFolder { folder in
            let run = try Arca.run(["mime", "cat", number, "mail.eml", "-o", "out"], in: folder)
            #expect(run.status == status)
            #expect(run.text.isEmpty)
            #expect(run.errors.hasPrefix("arca: error: "))
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("out").path))
        }
    }

    @Test("leaves no file of a broken part, and reads no further")
    func catBroken() throws {
        try inFolder { folder in
            let text =
                "Content-Type: multipart/mixed; boundary=a\n\n--a\n\nok\n--a\nContent-Transfer-Encoding: base64\n\n!\n--a--"
            try write(text, "bad.eml", folder)
            #expect(try Arca.run(["mime", "cat", "1", "bad.eml"], in: folder).text == "ok")
            let run = try Arca.run(["mime", "cat", "2", "bad.eml", "-o", "out"], in: folder)
            #expect(run.status == 5 && run.errors.contains("(line 9, column 1)"))
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("out").path))
            let same = try Arca.run(["mime", "cat", "1", "bad.eml", "-o", "bad.eml"], in: folder)
            #expect(same.status == 2)
            #expect(try String(decoding: contents("bad.eml", folder), as: UTF8.self) == text)
        }
    }

    // MARK: extract

    @Test("extracts attachments, never overwrites, and reports")
    func extracts() throws {
        try inFolder { folder in
            let first = try Arca.run(["mime", "extract", "mail.eml", "-o", "files"], in: folder)
            #expect(first.status == 0 && first.text == "2  files/photo.jpg\n")
            let second = try Arca.run(
                ["mime", "extract", "mail.eml", "-o", "files", "--json"], in: folder)
            let object = try JSONSerialization.jsonObject(with: Data(second.text.utf8)) as? [String: Any]
            let files = object?["files"] as? [[String: Any]]
            #expect(files?.count == 1 && files?[0]["file"] as? String == "files/photo-2.jpg")
            #expect(files?[0]["byteCount"] as? Int == 4096 && files?[0]["part"] as? String == "2")
            for name in ["files/photo.jpg", "files/photo-2.jpg"] {
                #expect(try contents(name, folder) == contents("photo.jpg", folder))
            }
            let all = try Arca.run(["mime", "extract", "mail.eml", "-o", "files", "--all"], in: folder)
            #expect(all.text == "1  files/part-1.txt\n2  files/photo-3.jpg\n")
            let one = try Arca.run(["mime", "extract", "mail.eml", "--part", "1"], in: folder)
            #expect(one.text == "1  part-1.txt\n")
            let none = try Arca.run(["mime", "extract", "mail.eml", "--part", "7"], in: folder)
            #expect(none.status == 7 && none.text.isEmpty)
        }
    }

    @Test("writes nothing outside the folder, whatever names and links exist")
    func extractsSafely() throws {
        try inFolder { folder in
            let names = ["../escape", "/tmp/arca-escape", "..", "link", "a\\\\b", ".profile", "-rf", "CON"]
            var message = "Content-Type: multipart/mixed; boundary=a\n\n"
            for name in names { message += "--a\nContent-Disposition: attachment; filename=\"\(name)\"\n\n\(name)\n" }
            try write(message + "--a--\n", "evil.eml", folder)
            let files = folder.appendingPathComponent("files")
            try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: files.appendingPathComponent("link").path, withDestinationPath: "../escaped-by-link")
            let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            let run = try Arca.run(["mime", "extract", "evil.eml", "-o", "files"], in: folder)
            #expect(run.status == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: files.path).sorted()
                    == ["_-rf", "_CON", "arca-escape", "b", "escape", "link", "link-2", "part-3.txt", "profile"])
        }
    }

    @Test("creates no folder without content, and ignores no option")
    func extractsNothing() throws {
        try inFolder { folder in
            let missing = try Arca.run(
                ["mime", "extract", "--part", "7", "mail.eml", "-o", "out"], in: folder)
            #expect(missing.status == 7)
            let both = try Arca.run(
                ["mime", "extract", "--part", "2", "--all", "mail.eml", "-o", "out"], in: folder)
            #expect(both.status == 2 && both.errors.contains("cannot be combined"))
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/out"))
        }
    }

    @Test("repeats no field that must be unique")
    func refusesSecondFields() throws {
        try inFolder { folder in
            for words in [
                ["--subject", "s", "--header", "subject: q"], ["--to", "a@b", "--header", "To: c@d"],
                ["--header", "Date: x", "--header", "DATE: y"],
            ] {
                let run = try Peer.run(
                    ["bash", "-c", "printf hi | \"$0\" mime build \"$@\"", Peer.arca] + words, in: folder)
                #expect(run.status == 2, "\(words)")
                #expect(run.text.isEmpty, "\(words)")
                #expect(run.errors.contains("once"), "\(words)")
            }
            let several = try Peer.run(
                [
                    "bash", "-c", "printf hi | \"$0\" mime build \"$@\"", Peer.arca, "--header", "X-A: 1",
                    "--header", "X-A: 2",
                ],
                in: folder)
            #expect(several.status == 0, "\(several.errors)")
        }
    }

    @Test("keeps only complete files if the message is broken")
    func extractBroken() throws {
        try inFolder { folder in
            let header = "Content-Disposition: attachment; filename="
            try write(
                "Content-Type: multipart/mixed; boundary=a\n\n--a\n\(header)one\n\n1\n--a\n\(header)two\nContent-Transfer-Encoding: base64\n\nAA=!\n--a--",
                "bad.eml", folder)
            let run = try Arca.run(["mime", "extract", "bad.eml", "-o", "files"], in: folder)
            #expect(run.status == 5)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("files").path) == [
                    "one"
                ])
        }
    }

    @Test("extracts an embedded message as a file, or its parts on request")
    func extractsMessages() throws {
        try inFolder { folder in
            let mail = String(decoding: try contents("mail.eml", folder), as: UTF8.self)
            try write("Content-Type: message/rfc822\n\n\(mail)", "outer.eml", folder)
            let whole = try Arca.run(["mime", "extract", "outer.eml"], in: folder)
            #expect(whole.text == "1  part-1.eml\n")
            #expect(try String(decoding: contents("part-1.eml", folder), as: UTF8.self) == mail)
            let inner = try Arca.run(
                ["mime", "extract", "outer.eml", "--part", "1.2", "-o", "x"], in: folder)
            #expect(inner.text == "1.2  x/photo.jpg\n")
        }
    }

    // MARK: build

    @Test("reads its own messages", arguments: [[], ["--lf"]])
    func builds(options: [String]) throws {
        try inFolder { folder in
            try write("<p>Grüße</p>\n", "text.html", folder)
            let words = [
                "mime", "build", "--from", "Jörg <j@x>", "--to", "a@b", "--to", "c@d", "--cc", "e@f", "--subject",
                "Grüße",
                "--header", "X-Note: ü", "--html", "text.html", "--attach", "photo.jpg", "notes.txt", "-o", "out.eml",
            ]
            let run = try Arca.run(words + options, in: folder)
            #expect(run.status == 0 && run.errors.isEmpty)
            let text = String(decoding: try contents("out.eml", folder), as: UTF8.self)
            let end = options.isEmpty ? "\r\n" : "\n"
            #expect(
                text.hasPrefix(
                    [
                        "From: =?utf-8?q?J=C3=B6rg?= <j@x>", "To: a@b, c@d", "Cc: e@f",
                        "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=",
                        "X-Note: =?utf-8?q?=C3=BC?=", "MIME-Version: 1.0",
                    ].joined(separator: end)))
            let list = try Arca.run(["mime", "list", "out.eml"], in: folder).text
            #expect(
                list.split(separator: "\n").dropFirst().map {
                    $0.split(separator: " ").prefix(2).joined(separator: " ")
                }
                    == [
                        "0 multipart/mixed", "1 multipart/alternative", "1.1 text/plain", "1.2 text/html",
                        "2 image/jpeg",
                    ])
            _ = try Arca.run(["mime", "cat", "2", "out.eml", "-o", "out.jpg"], in: folder)
            #expect(try contents("out.jpg", folder) == contents("photo.jpg", folder))
            let html = try Arca.run(["mime", "cat", "1.2", "out.eml"], in: folder).text
            // Base64 contains text with CRLF (RFC 2045, section 6.8).
            #expect(html == "<p>Grüße</p>\r\n")
        }
    }

    @Test("builds a message of one text, from a file and from standard input")
    func buildsText() throws {
        try inFolder { folder in
            let run = try Arca.run(["mime", "build", "--lf", "notes.txt"], in: folder)
            #expect(
                run.text == """
                    MIME-Version: 1.0
                    Content-Type: text/plain; charset=us-ascii
                    Content-Transfer-Encoding: 7bit

                    Buy milk
                    Call Ann

                    """)
            let piped = try Peer.run(["bash", "-c", "'\(Peer.arca)' mime build --lf < notes.txt"], in: folder)
            #expect(piped.text == run.text)
        }
    }

    private static let refusedCases: [([String], Int32)] = [
        (["--subject", "a\nBcc: x@y", "notes.txt"], 2), (["--header", "no colon", "notes.txt"], 2),
        (["--header", "Content-Type: a/b", "notes.txt"], 2), (["--to", "é@x", "notes.txt"], 2),
        (["--attach", "none.pdf", "notes.txt"], 8), (["none.txt"], 8), (["latin.txt"], 5),
        (["notes.txt", "-o", "notes.txt"], 2),
        (["--attach", "photo.jpg", "notes.txt", "-o", "photo.jpg"], 2),
    ]

    @Test("rejects field injection, missing files and text that is not UTF-8", arguments: refusedCases)
    func buildRefuses(words: [String], status: Int32) throws {
        try inFolder { folder in
            try Data([0x63, 0xe9]).write(to: folder.appendingPathComponent("latin.txt"))
            let run = try Arca.run(["mime", "build"] + words, in: folder)
            #expect(
                run.status == status && run.text.isEmpty && run.errors.hasPrefix("arca: error: "), "\(run.errors)")
        }
    }

    @Test("streams large attachments both ways in constant memory", .enabled(if: Peer.has("prlimit")))
    func streams() throws {
        try inFolder { folder in
            let script = """
                set -e
                head -c 30000000 /dev/zero > big.bin
                prlimit --as=200000000 '\(Peer.arca)' mime build --attach big.bin notes.txt -o big.eml
                prlimit --as=200000000 '\(Peer.arca)' mime cat 2 big.eml -o - | cmp - big.bin
                """
            let run = try Peer.run(["bash", "-c", script], in: folder)
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    @Test("Python's email module reads its messages")
    func interoperatesWithPython() throws {
        try inFolder { folder in
            _ = try Arca.run(
                ["mime", "build", "--subject", "Grüße an alle", "--attach", "photo.jpg", "notes.txt", "-o", "out.eml"],
                in: folder)
            let script = """
                import email, email.policy
                m = email.message_from_binary_file(open("out.eml", "rb"), policy=email.policy.default)
                p = list(m.iter_parts())
                print(m["subject"], p[0].get_content().split(), p[1].get_filename(), p[1].get_content() == open("photo.jpg", "rb").read())
                """
            #expect(
                try Peer.run(["python3", "-c", script], in: folder).text
                    == "Grüße an alle ['Buy', 'milk', 'Call', 'Ann'] photo.jpg True\n")
        }
    }

    @Test("extract flushes each file to disk, and the folder once", .enabled(if: Peer.has("strace")))
    func forcesFolderOnce() throws {
        try Peer.inFolder { folder in
            let parts = (0..<20).map { "--b\nContent-Disposition: attachment; filename=f\($0)\n\nx\n" }.joined()
            let message = "Content-Type: multipart/mixed; boundary=b\n\n\(parts)--b--\n"
            let traced = try Peer.run(
                ["strace", "-f", "-qq", "-e", "trace=fsync", "-o", "trace", Peer.arca, "mime", "extract", "-o", "out"],
                input: Array(message.utf8), in: folder)
            #expect(traced.status == 0, "\(traced.errors)")
            let trace = try String(contentsOf: folder.appendingPathComponent("trace"), encoding: .utf8)
            #expect(trace.split(separator: "\n").count { $0.contains("fsync(") } == 21, "\(trace)")
        }
    }
}
