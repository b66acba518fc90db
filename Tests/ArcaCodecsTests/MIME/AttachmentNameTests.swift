import ArcaCodecs
import ArcaCore
import Testing

@Suite struct AttachmentNameTests {
    private static let safeCases: [(String, String)] = [
        ("report.pdf", "report.pdf"), ("größe 1.txt", "größe 1.txt"), ("", "x"), (".", "x"), ("..", "x"), ("...", "x"),
        ("/etc/passwd", "passwd"), ("../../.bashrc", "bashrc"), ("..\\..\\boot.ini", "boot.ini"),
        ("C:\\a\\b.txt", "b.txt"),
        ("a/", "x"), ("/", "x"), ("a/..", "x"), (".hidden", "hidden"), ("a\0b.txt", "ab.txt"),
        ("a\r\nb\u{7f}\u{85}", "ab"),
        ("exe\u{202e}gpj.txt", "exegpj.txt"), ("a\u{200b}b", "ab"), ("  a  ", "a"), ("a. . ", "a"), ("-rf", "_-rf"),
        ("a<b>:\"|?*c", "a_b______c"), ("con", "_con"), ("NUL.txt", "_NUL.txt"), ("com1.log", "_com1.log"),
        ("com", "com"),
        ("console.txt", "console.txt"), ("a\u{a0}b\u{3000}c", "a b c"), ("\u{feff}a", "a"), ("日本.pdf", "日本.pdf"),
        ("👨‍👩‍👧.png", "👨👩👧.png"),
        ("\u{2028}", "x"), ("~root", "~root"),
    ]

    @Test("converts any name to one safe path component", arguments: safeCases)
    func safe(name: String, expected: String) {
        let safe = AttachmentName.safe(name, fallback: "x")
        #expect(safe == expected)
        #expect(AttachmentName.safe(safe, fallback: "x") == safe)
    }

    @Test("keeps names within 200 bytes, with their extension and whole characters")
    func shortens() {
        let long = AttachmentName.safe(String(repeating: "é", count: 300) + ".tar")
        #expect(long.utf8.count <= 200 && long.hasSuffix("é.tar"))
        let suffix = AttachmentName.safe("a." + String(repeating: "b", count: 300))
        #expect(suffix.utf8.count == 200 && suffix.hasPrefix("a.bbb"))
    }

    @Test("never lets a random name escape its folder")
    func randomNames() {
        var generator = TestRandom(seed: 5)
        let alphabet: [Unicode.Scalar] = [
            "/", "\\", ".", ".", "\0", "\n", "a", " ", "-", ":", "\u{202e}", "é", "\u{301}",
        ]
        for _ in 0..<5000 {
            var view = String.UnicodeScalarView()
            for _ in 0..<Int(generator.next() % 12) { view.append(alphabet[Int(generator.next() % 13)]) }
            let safe = AttachmentName.safe(String(view), fallback: "x")
            #expect(!safe.isEmpty && safe.utf8.count <= 200)
            #expect(safe.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "/" && $0 != "\\" && $0 != "\u{202e}" })
            #expect(safe.unicodeScalars.first != "." && safe.unicodeScalars.first != "-")
        }
    }

    @Test("never returns the same name twice, ignoring case")
    func unique() {
        var names = AttachmentName()
        #expect(
            ["a.txt", "a.txt", "A.TXT", "a-2.txt", "b", "b", "x.tar.gz", "x.tar.gz"].map { names.unique($0) }
                == ["a.txt", "a-2.txt", "A-3.TXT", "a-2-2.txt", "b", "b-2", "x.tar.gz", "x.tar-2.gz"])
    }

    private static let fallbackCases: [(String, String)] = [
        ("Content-Type: image/png", "part-1.png"), ("Content-Type: text/html", "part-1.html"),
        ("Subject: x", "part-1.txt"),
        ("Content-Type: a/b", "part-1.bin"), ("Content-Type: image/jpeg; name=\"../x.jpg\"", "x.jpg"),
        ("Content-Type: image/jpeg; name=\"..\"", "part-1.jpg"), ("Content-Type: text/x-foo", "part-1.txt"),
    ]

    @Test("names unnamed parts by number and type", arguments: fallbackCases)
    func fallback(header: String, expected: String) throws {
        var reader = MultipartReader()
        reader.append("\(header)\n\n".utf8)
        reader.finish()
        guard case .begin(let part)? = try reader.next() else {
            Issue.record("no part")
            return
        }
        var names = AttachmentName()
        #expect(names.next(for: part) == expected)
    }
}
