import ArcaTestSupport
import Foundation
import Testing

/// Runs the commands that messages name, in the situations of `Tests/Hints/hints.txt`.
@Suite struct HintRunTests {
    private static let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }
        .joined(separator: "/")

    /// A message, and how to get it; `suite` names the one that tests it instead.
    struct Row: CustomTestStringConvertible {
        var hint = ""
        var vault = ""
        var setUp = ""
        var shownBy = ""
        var run = ""
        var prints = ""
        var suite: String?
        var testDescription: String { hint }
    }

    private static let paragraphs: [[(name: String, value: String)]] = {
        let text = (try? String(contentsOfFile: "\(root)/Tests/Hints/hints.txt", encoding: .utf8)) ?? ""
        return text.components(separatedBy: "\n\n").map { paragraph in
            paragraph.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
                line.range(of: ": ").map { (String(line[..<$0.lowerBound]), String(line[$0.upperBound...])) }
            }
        }
    }()

    static let rows: [Row] = paragraphs.flatMap { lines -> [Row] in
        let elsewhere = lines.filter { $0.name == "elsewhere" }
        guard elsewhere.isEmpty else {
            return elsewhere.compactMap { line in
                line.value.range(of: ": ").map {
                    Row(hint: String(line.value[$0.upperBound...]), suite: String(line.value[..<$0.lowerBound]))
                }
            }
        }
        var row = Row()
        for (name, value) in lines {
            switch name {
            case "hint": row.hint = value
            case "with": row.vault = value
            case "set up": row.setUp += value + "\n"
            case "shown by": row.shownBy = value
            case "run": row.run += value + "\n"
            case "prints": row.prints = value
            default: Issue.record("hints.txt: '\(name)'")
            }
        }
        return row.hint.isEmpty ? [] : [row]
    }

    private static func vault(_ kind: String) -> String {
        guard !kind.isEmpty else { return "" }
        let vault = "arca vault init --new-key-file k\n"
        let item = vault + "echo one | arca vault set a/b $K --secret-from stdin\n"
        switch kind {
        case "vault": return vault
        case "item": return item
        case "changed copy":
            return item + """
                cp v.arca w.arca
                echo two | arca vault set a/b $K --secret-from stdin
                echo three | XDG_STATE_HOME=$PWD/other arca vault set a/b --vault w.arca $K --secret-from stdin

                """
        default:
            Issue.record("hints.txt: with '\(kind)'")
            return ""
        }
    }

    private static let programs = ["bash", "gpg", "openssl", "pass", "python3", "script", "setsid", "ssh-keygen"]

    @Test(
        "every command that a message names does what the message says",
        .enabled(if: runsSlowTests, "slow"),
        .enabled(if: programs.allSatisfy { Peer.has($0) }, "needs other programs"),
        arguments: rows.filter { $0.suite == nil })
    func runs(_ row: Row) throws {
        try Peer.inFolder { folder in
            let command = URL(fileURLWithPath: Peer.arca).deletingLastPathComponent().path
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            let environment = [
                "HOME": folder.path, "PATH": "\(command):\(path)", "ARCA_VAULT": folder.path + "/v.arca",
                "XDG_DATA_HOME": folder.path + "/data", "XDG_STATE_HOME": folder.path + "/state",
                "K": "--key-file k", "P": "crater plywood 71 ivory canal", "Q": "ostrich velvet 93 napkin gorge",
                "HEX": String(repeating: "0123456789abcdef", count: 4),
            ]
            func shell(_ script: String) throws -> Peer.Answer {
                try Peer.run(["bash", "-c", script], environment: environment, in: folder)
            }
            let prepared = try shell("set -e\n" + Self.vault(row.vault) + row.setUp)
            try #require(prepared.status == 0, "\(prepared.errors)")
            let shown = try shell(row.shownBy)
            #expect((shown.text + shown.errors).contains(row.hint), "\(shown.text)\(shown.errors)")
            let followed = try shell("set -e -o pipefail\n" + row.run)
            #expect(followed.status == 0, "\(followed.text)\(followed.errors)")
            #expect((followed.text + followed.errors).contains(row.prints), "\(followed.text)\(followed.errors)")
        }
    }

    /// The literals of a source file that name a command of Arca, except in help.
    static func messages(in source: String) -> [String] {
        let text = source.replacing(/\\\n\s*/, with: "").replacing(/"\s*\n\s*\+ "/, with: "")
        return text.split(separator: "\n").filter { line in
            line.contains("arca ") && !line.drop { $0 == " " }.hasPrefix("//") && !line.contains("Example(")
                && !line.contains("help: ")
        }.flatMap { line in
            line.matches(of: /"(?:[^"\\]|\\.)*"/).map { String($0.0) }
                .filter { $0.contains(/'arca [a-z]|: arca [a-z]/) }
        }
    }

    @Test(
        "every message that names a command has a row, and every row a message", .enabled(if: runsSlowTests, "slow"))
    func complete() throws {
        let files = FileManager.default.enumerator(atPath: Self.root + "/Sources")?.compactMap { $0 as? String } ?? []
        var all = ""
        for file in files where file.hasSuffix(".swift") {
            let source = try String(contentsOfFile: "\(Self.root)/Sources/\(file)", encoding: .utf8)
            all += source.replacing(/\\\n\s*/, with: "").replacing(/"\s*\n\s*\+ "/, with: "")
            for message in Self.messages(in: source) {
                #expect(
                    Self.rows.contains { message.contains($0.hint) },
                    "\(file): add a row for \(message) to Tests/Hints/hints.txt")
            }
        }
        let tests = FileManager.default.enumerator(atPath: Self.root + "/Tests")?.compactMap { $0 as? String } ?? []
        for row in Self.rows {
            #expect(all.contains(row.hint), "no message has '\(row.hint)'")
            guard let suite = row.suite else { continue }
            #expect(tests.contains { $0.hasSuffix("/\(suite).swift") }, "\(suite)")
        }
        #expect(Self.rows.count(where: { $0.suite == nil }) >= 60)
    }

    @Test("finds messages in broken lines, but not in help and examples")
    func scans() {
        let source = """
            throw a("run 'arca vault \\
                list'")
            hint: "one: arca random "
                + "16"
            Example("x 'arca a'")
            help: "'arca b'"
            // "'arca c'"
            """
        #expect(Self.messages(in: source) == ["\"run 'arca vault list'\"", "\"one: arca random 16\""])
    }
}
