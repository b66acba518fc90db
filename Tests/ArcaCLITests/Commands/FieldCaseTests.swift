import ArcaTestSupport
import Foundation
import Testing

/// Inputs that public bug reports of other programs describe: files of Windows, mail with flaws, damaged armor.
@Suite struct FieldCaseTests {
    private static func put(_ bytes: some Sequence<UInt8>, _ name: String, _ folder: URL) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    /// A text as PowerShell 5 writes it with `>`.
    private static func utf16(_ text: String) -> [UInt8] {
        [0xff, 0xfe] + text.replacing("\n", with: "\r\n").utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    private static func marked(_ text: String) -> [UInt8] { [0xef, 0xbb, 0xbf] + Array(text.utf8) }

    private static func text(_ name: String, _ folder: URL) throws -> String {
        String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }

    // MARK: Byte order marks and UTF-16

    @Test("age files, identities and recipients of Windows are read")
    func ageFiles() throws {
        try Peer.inFolder { folder in
            #expect(try Arca.run(["key", "generate", "x25519", "-o", "k"], in: folder).status == 0)
            try Self.put("hi\n".utf8, "m", folder)
            #expect(try Arca.run(["encrypt", "-a", "-i", "k", "-o", "ok.age", "m"], in: folder).status == 0)
            let (armor, key) = (try Self.text("ok.age", folder), try Self.text("k", folder))
            for (name, text) in [("armor", armor), ("key", key)] {
                try Self.put(Self.utf16(text), name + ".16", folder)
                try Self.put(Self.marked(text), name + ".8", folder)
            }
            for (key, file) in [
                ("k", "armor.16"), ("k", "armor.8"), ("key.16", "ok.age"), ("key.8", "ok.age"), ("key.16", "armor.16"),
            ] {
                let answer = try Arca.run(["decrypt", "-i", key, "-o", "-", file], in: folder)
                #expect(answer.status == 0 && answer.text == "hi\n", "\(key), \(file): \(answer.errors)")
            }
            let inspection = try Arca.run(["inspect", "armor.16"], in: folder)
            #expect(inspection.text.contains("age") && inspection.text.contains("UTF-16 with a byte order mark"))
            // A file of recipients, for -R.
            let line = try #require(key.split { $0 == " " || $0 == "\n" }.first { $0.hasPrefix("age1") })
            for bytes in [Self.utf16("# me\n\(line)\n"), Self.marked("# me\n\(line)\n")] {
                try Self.put(bytes, "recipients", folder)
                let sealed = try Arca.run(["encrypt", "-R", "recipients", "-o", "r.age", "m"], in: folder)
                #expect(sealed.status == 0, "\(sealed.errors)")
                #expect(try Arca.run(["decrypt", "-i", "k", "-o", "-", "r.age"], in: folder).text == "hi\n")
                try FileManager.default.removeItem(at: folder.appendingPathComponent("r.age"))
            }
            // An empty line before END, as age 1.0.0-rc1 wrote it.
            try Self.put(armor.replacing("-----END", with: "\n-----END").utf8, "empty.age", folder)
            let empty = try Arca.run(["decrypt", "-i", "k", "-o", "-", "empty.age"], in: folder)
            #expect(empty.status == 5 && empty.errors.contains("an empty line inside the armor"), "\(empty.errors)")
            #expect(empty.errors.contains("remove the line"))
        }
    }

    @Test("a recipient that cannot be encrypted to is named", .enabled(if: Peer.has("ssh-keygen")))
    func recipients() throws {
        try Peer.inFolder { folder in
            try Self.put("m".utf8, "m", folder)
            for (words, reason) in [(["rsa", "-b", "1024"], "RSA"), (["ecdsa"], "cannot be encrypted to")] {
                _ = try Peer.run(["ssh-keygen", "-q", "-N", "", "-f", words[0], "-t"] + words, in: folder)
                let answer = try Arca.run(["encrypt", "-R", "\(words[0]).pub", "-o", "x", "m"], in: folder)
                #expect(answer.status == 5 && answer.errors.contains("line 1: "), "\(answer.errors)")
                #expect(answer.errors.contains(reason) && !answer.errors.contains("no recipient"), "\(answer.errors)")
            }
            let type = "sk-ssh-ed25519@openssh.com"
            let key =
                "AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fAAAABHNzaDo="
            try Self.put("\(type) \(key) me\n".utf8, "sk.pub", folder)
            let answer = try Arca.run(["encrypt", "-R", "sk.pub", "-o", "x", "m"], in: folder)
            #expect(answer.status == 5 && answer.errors.contains("line 1: ") && answer.errors.contains(type))
        }
    }

    @Test(
        "openssl's Base64, SSH keys, signatures and signers of Windows are read", .enabled(if: Peer.has("ssh-keygen")))
    func otherFiles() throws {
        try Peer.inFolder { folder in
            try Self.put("hi\n".utf8, "m", folder)
            let script = """
                ssh-keygen -q -t ed25519 -N '' -f s -C me && ssh-keygen -q -Y sign -f s -n file m 2>&-
                echo "me namespaces=\\"file\\" $(cut -d' ' -f1,2 s.pub)" > signers
                openssl enc -aes-256-cbc -pbkdf2 -a -pass pass:x -in m -out enc
                """
            _ = try Peer.run(["sh", "-c", script], in: folder)
            for name in ["s", "s.pub", "m.sig", "signers", "enc"] {
                try Self.put(Self.utf16(try Self.text(name, folder)), name + ".16", folder)
                try Self.put(Self.marked(try Self.text(name, folder)), name + ".8", folder)
            }
            for suffix in [".16", ".8"] {
                for name in ["s", "s.pub"] {
                    let shown = try Arca.run(["key", "fingerprint", name + suffix], in: folder)
                    #expect(shown.status == 0, "\(name + suffix): \(shown.errors)")
                }
                let verified = try Arca.run(
                    ["verify", "--signers", "signers" + suffix, "--signature", "m.sig" + suffix, "m"], in: folder)
                #expect(verified.status == 0, "\(suffix): \(verified.errors)")
                let pass = suffix == ".16" ? Self.utf16("x\n") : Self.marked("x\n")
                try Self.put(pass, "pass", folder)
                let opened = try Arca.run(
                    ["decrypt", "--passphrase-from", "file:pass", "-o", "-", "enc" + suffix], in: folder)
                #expect(opened.text == "hi\n", "\(suffix): \(opened.errors)")
            }
        }
    }

    @Test(
        "decode reads UTF-16 and marks if lenient, and strict errors name them",
        arguments: [
            ("base64", "aGk="), ("base32", "NBUQ===="), ("base16", "6869"), ("base58", "8wr"),
            ("hexdump", "00000000: 6869  hi\n"),
            ("binary", "01101000 01101001"), ("decimal", "104 105"), ("morse", ".... .."), ("a1z26", "8-9"),
            ("uuencode", "begin 644 a\n\":&D`\n`\nend\n"), ("ascii85", "BP@"), ("qp", "h=69"), ("js-escape", "%68i"),
        ])
    func codecs(codec: String, text: String) throws {
        for bytes in [Self.utf16(text), Self.marked(text)] {
            let lenient = try Arca.run(["decode", codec, "--lenient"], input: bytes)
            #expect(lenient.status == 0 && lenient.text.lowercased() == "hi", "\(codec): \(lenient.errors)")
            let strict = try Arca.run(["decode", codec], input: bytes)
            #expect(strict.status != 0, "\(codec): \(strict.text)")
            #expect(strict.errors.contains("with a byte order mark: --lenient reads it"), "\(codec): \(strict.errors)")
        }
    }

    // MARK: Mail

    @Test("lenient mail commands drop nothing in silence")
    func mail() throws {
        try Peer.inFolder { folder in
            let head = "MIME-Version: 1.0\r\nSubject: t\r\n"
            let multipart = head + "Content-Type: multipart/mixed; boundary=y\r\n\r\n"
            let file =
                multipart
                + "--y\r\nContent-Type: application/octet-stream; name=a.bin\r\nContent-Disposition: attachment\r\n\r\nx\r\n--y--\r\n"
            try Self.put(Self.marked(file), "mark", folder)
            let strict = try Arca.run(["mime", "list", "mark"], in: folder)
            #expect(strict.status == 5 && strict.errors.contains("UTF-8 with a byte order mark"), "\(strict.errors)")
            let marked = try Arca.run(["mime", "extract", "--lenient", "-o", "o", "mark"], in: folder)
            #expect(marked.status == 0, "\(marked.errors)")
            #expect(try Self.text("o/a.bin", folder) == "x")
            try Self.put((multipart + "the only text\r\n").utf8, "none", folder)
            let none = try Arca.run(["mime", "extract", "--all", "--lenient", "-o", "n", "none"], in: folder)
            #expect(none.status == 0 && none.lines.count == 1 && none.errors.contains("its text is one part"))
            let base64 =
                head
                + "Content-Type: application/octet-stream; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\n"
            for (body, content, status) in [
                ("aGVs!\r\n bG8=\r\n", "hello", 0), ("aGVsbG8=\r\n-- \r\nlist footer\r\n", "hello", 0),
                ("aGVsbG8=\r\nd29ybGQ=\r\n", "helloworld", 0), ("aGVsb", "hel", 5),
            ] as [(String, String, Int32)] {
                try Self.put((base64 + body).utf8, "b", folder)
                let answer = try Arca.run(["mime", "cat", "--lenient", "1", "b"], in: folder)
                #expect(answer.text == content && answer.status == status, "\(body): \(answer.errors)")
                #expect(answer.errors.contains("warning: ") == (body != "aGVsbG8=\r\nd29ybGQ=\r\n"))
                #expect(try Arca.run(["mime", "cat", "1", "b"], in: folder).status != 0)
            }
            let unknown = head + "Content-Type: text/plain; name=a\r\nContent-Transfer-Encoding: x-foo\r\n\r\nx"
            try Self.put(unknown.utf8, "u", folder)
            let kept = try Arca.run(["mime", "extract", "--lenient", "-o", "k", "u"], in: folder)
            #expect(kept.status == 5 && kept.lines.count == 1 && kept.errors.contains("'x-foo' is not known"))
            let (two, other) = ("begin 644 a\n#0V%T\n`\nend\n", "decode one file at a time")
            let uuencode = try Arca.run(["decode", "uuencode", "--lenient"], input: Array((two + two).utf8))
            #expect(uuencode.status == 5 && uuencode.errors.contains(other), "\(uuencode.errors)")
        }
    }

    // MARK: Archives

    @Test("an archive with skipped entries ends with status 5", .enabled(if: Peer.has("tar")))
    func skippedEntries() throws {
        try Peer.inFolder { folder in
            let script = "mkdir d && echo x > d/f && ln -s /etc/passwd d/lnk && tar -cf t -C d . && rm -r d"
            _ = try Peer.run(["sh", "-c", script], in: folder)
            let environment = ["P": "x"]
            let sealing = ["encrypt", "-p", "--work-factor", "4", "--passphrase-from", "env:P", "-o", "t.age", "t"]
            #expect(try Arca.run(sealing, environment: environment, in: folder).status == 0)
            let opening = ["decrypt", "--passphrase-from", "env:P", "--json", "--extract", "out", "t.age"]
            let answer = try Arca.run(opening, environment: environment, in: folder)
            #expect(answer.status == 5 && answer.errors.contains("skipped ./lnk"), "\(answer.errors)")
            #expect(answer.text.contains("\"skippedCount\""))
            #expect(try Self.text("out/f", folder) == "x\n")
        }
    }

    // MARK: Codecs

    @Test(
        "decodes what other programs and standards accept",
        arguments: [
            (["html"], "5&#128; &#150; it&#146;s", "5€ – it’s"), (["html"], "a & b", "a & b"),
            (["base64", "--lenient"], "SQ==QU0=", "IAM"),
            (["uuencode"], "begin-base64 644 a\nQ2F0\n====\n", "Cat"),
            (["utf7"], "Hi Mom -+Jjo--!", "Hi Mom -☺-!"), (["utf7"], "A+ImIDkQ.", "A≢Α."),
            (["idna"], "_dmarc.xn--bcher-kva.example", "_dmarc.bücher.example"),
            (["idna"], "r2---sn-x.example", "r2---sn-x.example"),
            (["hexdump"], "\t0x0000:  4745 5420 2f20  GET./.\n\t0x0006:  4869                  Hi\n", "GET / Hi"),
            (["hexdump"], " 48 65 6c 6c 6f\n", "Hello"), (["hexdump"], "00000000: 6c6c6548       6f  Hello\n", "Hello"),
            (["hexdump"], "\n           Path: t\n\n           00 01 02\n\n00000000   48 69   Hi\n", "Hi"),
        ])
    func accepted(words: [String], text: String, result: String) throws {
        let answer = try Arca.run(["decode"] + words, input: Array(text.utf8))
        #expect(answer.status == 0 && answer.text == result, "\(text): \(answer.errors)")
    }

    @Test("XML's references mean what XML says")
    func xmlReferences() throws {
        for (text, strict, lenient) in [
            ("&#128;", "\u{80}", "\u{80}"), ("&#x80;&amp;&lt;&gt;&quot;&apos;", "\u{80}&<>\"'", "\u{80}&<>\"'"),
            ("a & b", nil, "a & b"), ("&eacute;", nil, "é"), ("&#X41;", nil, "&#X41;"), ("&#65", nil, "&#65"),
            ("&#0;", nil, "&#0;"), ("&amp", nil, "&amp"), ("&", nil, "&"), ("&#xfffe;", nil, "&#xfffe;"),
        ] as [(String, String?, String)] {
            let answer = try Arca.run(["decode", "xml"], input: Array(text.utf8))
            #expect((answer.status == 0 ? answer.text : nil) == strict, "\(text): \(answer.errors)")
            let other = try Arca.run(["decode", "xml", "--lenient"], input: Array(text.utf8))
            #expect(other.status == 0 && other.text == lenient, "\(text): \(other.errors)")
        }
        #expect(try Arca.run(["encode", "xml"], input: Array("<a & 'b'>".utf8)).text == "&lt;a &amp; &#39;b&#39;&gt;")
    }

    @Test("decode auto reads padded Base64 in a row, and line by line")
    func concatenatedBase64() throws {
        let parts = ["It was the best of times.", "It was the worst of times!!", "It was the age of wisdom"]
        let texts = parts.map { Data($0.utf8).base64EncodedString() }
        for separator in ["", "\n"] {
            let answer = try Arca.run(["decode", "auto"], input: Array(texts.joined(separator: separator).utf8))
            #expect(answer.status == 0 && answer.text == parts.joined(), "\(answer.errors)")
        }
    }

    @Test("openssl's Base64 may be in the alphabet for URLs, without padding", .enabled(if: Peer.has("openssl")))
    func base64url() throws {
        try Peer.inFolder { folder in
            try Self.put("hello, world\n".utf8, "m", folder)
            let script =
                "for s in 1 2 3 4 5 6 7 8; do openssl enc -aes-256-cbc -pbkdf2 -A -a -pass pass:x -in m; echo; done"
            let sealed = try Peer.run(["sh", "-c", script], in: folder)
            #expect(sealed.text.contains("+") || sealed.text.contains("/"))
            for text in sealed.text.split(separator: "\n") {
                guard text.contains("+") || text.contains("/") else { continue }
                let url = text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
                try Self.put(url.utf8, "u", folder)
                let answer = try Arca.run(
                    ["decrypt", "--passphrase-from", "env:P", "-o", "-", "u"], environment: ["P": "x"], in: folder)
                #expect(answer.status == 0 && answer.text == "hello, world\n", "\(url): \(answer.errors)")
            }
        }
    }

    @Test(
        "names what is wrong",
        arguments: [
            (["encode", "idna"], "xn--xn---epa", "begins with xn-- again"), (["encode", "idna"], "xn--", "xn--"),
            (["decode", "html"], "&bogus;", "allow unknown references as text: --lenient does"),
            (["decode", "base64"], "SQ==QU0=", "allow several padded texts in a row: --lenient does"),
            (
                ["decode", "yenc"], "=ybegin line=128 size=5 name=a\n*\n=yend size=1 crc32=d202ef8d\n",
                "=ybegin says 5 bytes"
            ),
            (
                ["decode", "yenc"], "=ybegin line=128 size=1 name=a\n*\n=yend size=1 crc32=ffffffffd202ef8d\n",
                "16 characters"
            ),
            (
                ["decode", "yenc"], "=ybegin line=128 size=1 name=a\n*\n=yend size=1 crc32=ffffffffd202ef8d\n",
                "d202ef8d"
            ),
            (["jwt", "decode"], "Bearer eyJhbGciOiJIUzI1NiJ9.e30.AAAA", "remove the word Bearer"),
            (["jwt", "decode"], "\"eyJhbGciOiJIUzI1NiJ9.e30.AAAA\"", "remove the quotes"),
            (["jwt", "decode"], "eyJhbGciOiJIUzI1NiJ9.e30=.AAAA", "it is padded"),
            (["jwt", "decode"], "eyJhbGciOiJIUzI1\nNiJ9.e30.AAAA", "join the lines"),
            (["jwt", "decode"], "eyJhbGciOiJIUzI1NiJ9.e30.AA/A", "_ for /"),
        ])
    func messages(words: [String], text: String, message: String) throws {
        let answer = try Arca.run(words, input: Array(text.utf8))
        #expect(answer.status != 0 && answer.errors.contains(message), "\(text): \(answer.errors)")
        #expect(!answer.errors.contains("invalidCharacter") && !answer.errors.contains("surplusPadding"))
    }

    @Test("names RNCryptor's other versions and forms")
    func rncryptor() throws {
        let data = [2, 1] + [UInt8](repeating: 7, count: 32 + 16 + 32)
        let three = [3] + data.dropFirst()
        let hex = three.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        for (bytes, reason) in [
            (data, "version 2; only version 3"), ([1] + data.dropFirst(), "version 1; only version 3"),
            (three + [0x0a], "followed by a line feed"), (Array(hex.utf8), "in hexadecimal"),
            (Array("<\(hex.prefix(8)) \(hex.dropFirst(8))>".utf8), "in hexadecimal"),
        ] {
            let answer = try Arca.run(
                ["decrypt", "--passphrase-from", "env:P"], input: bytes, environment: ["P": "x"])
            #expect(answer.status == 5 && answer.errors.contains(reason), "\(answer.errors)")
        }
    }
}
