import ArcaCore
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite struct VectorsCommandTests {
    /// Runs the command in a folder with the given files.
    private func run(_ files: [String: String], _ words: String...) throws -> Peer.Answer {
        try Peer.inFolder { folder in
            for (name, text) in files {
                let path = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: path)
            }
            return try Arca.run(["vectors"] + words, in: folder)
        }
    }

    private static let good = Fixtures.gcmVector
    private static let bad = good.replacingOccurrences(of: "455a", with: "455b")

    @Test("passes a good file, and fails a changed one with all fields, the expected and the actual value")
    func text() throws {
        let good = try run(["a.json": Self.good], "verify", "a.json")
        #expect(good.status == 0)
        #expect(good.text.hasPrefix("file    format      family   passed  failed  acceptable  skipped\n"))
        #expect(good.text.contains("1 case in 1 file: 1 passed, 0 failed, 0 acceptable, 0 skipped, in "))
        let bad = try run(["a.json": Self.bad], "verify", "a.json")
        #expect(bad.status == 1)
        for part in [
            "a.json, case 1 (test case 1): seal aes-gcm: another value came out", "key = 00000000",
            "expected: ct = , tag = 58e2fccefa7e3061367f1d57a4e7455b", "got:      ct = , tag = 58e2fccefa7e3061",
        ] { #expect(bad.text.contains(part), "\(part)") }
    }

    @Test("the JSON report has the format that other programs rely on")
    func json() throws {
        let result = try run(["v/a.json": Self.good, "v/b.json": Self.bad], "verify", "--report", "json", "v")
        #expect(result.status == 1)
        let report = try JSONReader.read(result.text)
        #expect(report.object?.names == ["schema", "totals", "files", "failures"])
        #expect(report["schema"] == 1)
        #expect(report["totals"] == ["passed": 1, "failed": 1, "acceptable": 0, "skipped": 0, "total": 2])
        #expect(
            report["files"]?[0] == [
                "path": "v/a.json", "format": "wycheproof", "family": "aes-gcm", "passed": 1, "failed": 0,
                "acceptable": 0, "skipped": 0, "total": 1, "skipReasons": [:],
            ])
        #expect(report["failures"]?.array?.count == 1)
        #expect(
            report["failures"]?[0]?.object?.names == ["file", "case", "comment", "reason", "expected", "got"])
        #expect(report["failures"]?[0]?["file"] == "v/b.json")
        #expect(report["failures"]?[0]?["case"] == "1")
    }

    @Test("fails an unclaimed file, an unknown field, a wrong count and a file without cases")
    func notSilent() throws {
        let wrong = [
            ("notes.txt", "Buy milk\n"),
            ("field.json", Self.good.replacingOccurrences(of: "\"aad\"", with: "\"new\": 1, \"aad\"")),
            ("group.json", Self.good.replacingOccurrences(of: "\"ivSize\"", with: "\"new\": 1, \"ivSize\"")),
            ("member.json", Self.good.replacingOccurrences(of: "\"numberOf", with: "\"new\": 1, \"numberOf")),
            ("flag.json", Self.good.replacingOccurrences(of: "\"aad\"", with: "\"flags\": [\"New\"], \"aad\"")),
            ("count.json", Self.good.replacingOccurrences(of: "Tests\": 1", with: "Tests\": 2")),
            ("type.json", Self.good.replacingOccurrences(of: "AeadTest", with: "AeadTesT")),
            ("empty.json", "{\"algorithm\": \"AES-GCM\", \"numberOfTests\": 0, \"testGroups\": []}"),
            ("cut.json", String(Self.good.dropLast(3))),
        ]
        for (name, text) in wrong {
            let result = try run(["v/\(name)": text, "v/a.json": Self.good], "verify", "v")
            #expect(result.status == 1, "\(name)")
            #expect(result.text.contains("v/\(name)"), "\(name)")
            #expect(result.text.contains(", 1 failed,"), "\(name): \(result.text)")
        }
        let onlyDocument = try run(["v/SOURCE.md": "where from"], "verify", "v")
        #expect(onlyDocument.status == 1 && onlyDocument.text.contains("there is no case to run"))
    }

    @Test("skips an unsupported algorithm with the reason, and fails it in strict mode")
    func strict() throws {
        let text = Self.good.replacingOccurrences(of: "AES-GCM", with: "ARIA-GCM")
        let lenient = try run(["a.json": text], "verify", "a.json")
        // A run without a passed case fails.
        #expect(lenient.status == 1 && lenient.text.contains("1: Arca has no ARIA-GCM"))
        #expect(lenient.text.contains("no case passed: all were skipped"))
        #expect(try run(["a.json": text, "b.json": Self.good], "verify", "a.json", "b.json").status == 0)
        let strict = try run(["a.json": text], "verify", "--strict", "a.json")
        #expect(strict.status == 1 && strict.text.contains("skipped: Arca has no ARIA-GCM"))
    }

    @Test("runs only the requested family, also from standard input")
    func only() throws {
        #expect(try run(["a.json": Self.bad], "verify", "--only", "hmac", "a.json").status == 1)
        let both = ["v/a.json": Self.bad, "v/b.json": Self.good.replacingOccurrences(of: "AES-GCM", with: "ARIA-GCM")]
        let result = try run(both, "verify", "--only", "aria", "v")
        #expect(result.status == 1 && result.text.contains("1 of other families left out"))
        let input = try Arca.run(["vectors", "verify", "-"], input: Array(Self.good.utf8))
        #expect(input.status == 0 && input.text.contains("standard input"))
    }

    @Test("a missing path is a failed read")
    func missing() throws {
        let result = try run([:], "verify", "nowhere")
        #expect(result.status == 8 && result.errors.contains("nowhere"))
    }

    @Test("runs only the requested case")
    func oneCase() throws {
        #expect(try run(["a.json": Self.good], "verify", "--case", "1", "a.json").status == 0)
        let other = try run(["a.json": Self.good], "verify", "--case", "2,3", "a.json")
        #expect(other.status == 1 && other.text.contains("there is no case to run"))
    }

    @Test("compare prints and writes one table, with commands that repeat failures", .enabled(if: Peer.has("python3")))
    func compare() throws {
        let good = try run(["a.json": Self.good], "compare", "a.json", "--with", "openssl")
        #expect(good.status == 0, "\(good.text) \(good.errors)")
        #expect(good.text.hasPrefix("family   | arca                         | openssl"))
        let bad = try run(["a.json": Self.bad], "compare", "a.json", "--with", "openssl")
        #expect(bad.status == 1 && bad.text.contains("aes-gcm, openssl, 1 failed, first a.json, case 1 (test case 1)"))
        #expect(bad.text.contains("repeat: arca vectors verify --case 1 --against"))
        let page = try run(["a.json": Self.good], "compare", "a.json", "--with", "openssl", "--report", "html")
        #expect(page.status == 0 && page.text.hasPrefix("<!doctype html>"))
        let json = try run(["a.json": Self.good], "compare", "a.json", "--with", "openssl", "--json")
        #expect(try JSONReader.read(json.text)["totals"]?[1]?["passed"] == 1)
    }

    @Test("compare needs programs that start, and one that passes a case")
    func compareFails() throws {
        #expect(try run(["a.json": Self.good], "compare", "a.json").status == 2)
        let none = try run(["a.json": Self.good], "compare", "a.json", "--with", "exit 3")
        #expect(none.status == 8 && none.errors.contains("exit 3: the program ended with status 3"))
        let verify = try run(["a.json": Self.good], "verify", "a.json", "--against", "exit 3")
        #expect(verify.status == 8 && verify.text.isEmpty)
    }

    @Test("list shows the contents and runs nothing")
    func list() throws {
        let result = try run(["v/a.json": Self.bad], "list", "v")
        #expect(result.status == 0 && result.text == "v/a.json  wycheproof  aes-gcm  1\n")
        let json = try JSONReader.read(try run(["v/a.json": Self.bad], "list", "--json", "v").text)
        #expect(json["files"]?[0]?["cases"] == 1)
        #expect(try run(["v/n.txt": "text"], "list", "v").status == 1)
    }
}
