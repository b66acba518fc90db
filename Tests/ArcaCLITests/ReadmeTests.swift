import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

/// The terminal output in README, its translation, the tour, the migration guide and CONNECT.
@Suite struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }
        .joined(separator: "/")

    private static func text(_ document: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(document)", encoding: .utf8)
    }

    /// Runs the commands of a document in a new folder, like `scripts/document.py`.
    private static func check(_ path: String) throws -> Peer.Answer {
        try Peer.run(["python3", "\(root)/scripts/document.py", "check", path], environment: ["ARCA": Peer.arca])
    }

    @Test(
        "every command runs, in order, and prints the output shown below it",
        .enabled(if: runsSlowTests, "slow"),
        .enabled(if: ["bash", "git", "openssl", "python3", "xxd"].allSatisfy { Peer.has($0) }, "needs other programs"),
        .enabled(if: KernelKeyring().isAvailable, "the kernel keyring is refused here"),
        arguments: [
            ("README.md", 26), ("README.zh-CN.md", 26), ("Documentation/TOUR.md", 90),
            ("Documentation/MIGRATION.md", 55), ("Documentation/CONNECT.md", 35),
        ])
    func commands(_ document: String, _ atLeast: Int) throws {
        let answer = try Self.check("\(Self.root)/\(document)")
        #expect(answer.status == 0, "\(answer.text)\(answer.errors)")
        let count = try #require(answer.lines.last?.split(separator: " ").first.flatMap { Int($0) })
        #expect(count >= atLeast)
    }

    @Test("the picture of a terminal shows the output of README's commands", .enabled(if: Peer.has("python3")))
    func picture() throws {
        let answer = try Peer.run(["python3", "\(Self.root)/scripts/screenshots", "check"])
        #expect(answer.status == 0, "\(answer.errors)")
    }

    @Test(
        "the twenty tasks of the first day run, with the commands of other programs",
        .enabled(if: runsSlowTests, "slow"),
        .enabled(
            if: ["age", "bash", "file", "iconv", "jq", "oathtool", "openssl", "python3", "tar", "xxd"]
                .allSatisfy { Peer.has($0) },
            "needs other programs"))
    func firstDay() throws {
        let path = "Documentation/FIRST-DAY.md"
        let answer = try Self.check("\(Self.root)/\(path)")
        #expect(answer.status == 0 && answer.lines.last == "81 commands, 0 differ", "\(answer.text)\(answer.errors)")
        // Each row links to its task, and has no number for Arca that the task does not show.
        let text = try Self.text(path)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("](#") }
        #expect(rows.count == 20)
        for (number, row) in rows.enumerated() {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let title = try #require(text.range(of: "\n### \(number + 1). ")?.upperBound)
            let task = text[title...].prefix(upTo: text[title...].range(of: "\n### ")?.lowerBound ?? text.endIndex)
            let ours = task.split(separator: "\n").filter {
                $0.hasPrefix("$ ") && $0.contains("arca ") && !$0.contains("arca key generate ")
            }
            #expect(ours.count >= (Int(cells[2]) ?? .max), "\(row)")
            let name = task.prefix { $0 != "\n" }.lowercased().replacingOccurrences(of: " ", with: "-")
            #expect(row.contains("(#\(number + 1)-\(name.filter { $0 != "," }))"), "\(row)")
        }
    }

    @Test("finds wrong output and failures in a document", .enabled(if: Peer.has("python3")))
    func wrongDocuments() throws {
        try Peer.inFolder { folder in
            let file = folder.appendingPathComponent("wrong.md")
            let wrong = [
                "$ echo one\ntwo", "$ echo one", "$ true\none", "$ arca hash missing", "$ printf 'one\\ntwo\\n'\none",
                "$ false", "$ echo one\n…two",
            ]
            for shown in wrong {
                try Data("```console\n\(shown)\n```\n".utf8).write(to: file)
                let answer = try Self.check(file.path)
                #expect(answer.status == 1, "\(shown): \(answer.errors)")
                #expect(answer.lines.last == "1 commands, 1 differ")
            }
            let right = "$ export A=one\n$ printf 'a\\nb\\n%s\\n' $A\n…\no…\n$ cat <<end\n> x\n>\n> end\nx\n\n"
            try Data("```console\n\(right)```\n".utf8).write(to: file)
            #expect(try Self.check(file.path).text == "3 commands, 0 differ\n")
        }
    }

    @Test("README has at most 200 lines, and its translation the same commands, output and code")
    func readmes() throws {
        let english = try Self.text("README.md")
        #expect(english.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
        func blocks(_ text: String) -> [Substring] {
            text.split(separator: "\n```", omittingEmptySubsequences: false).enumerated()
                .compactMap { $0.offset % 2 == 1 ? $0.element : nil }
        }
        #expect(blocks(english).count == 10)
        #expect(blocks(try Self.text("README.zh-CN.md")) == blocks(english))
    }

    @Test(
        "every reason to leave another program names existing tests, scripts and commands",
        arguments: ["README.md", "README.zh-CN.md"])
    func reasons(_ document: String) throws {
        let lines = try Self.text(document).split(separator: "\n", omittingEmptySubsequences: false)
        let rows = lines.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
        #expect(rows.count == 5)
        let files = FileManager.default.enumerator(atPath: "\(Self.root)/Tests")?.compactMap { $0 as? String } ?? []
        let shown = try Self.text("README.md") + Self.text("Documentation/TOUR.md")
        for row in rows {
            let cell = String(try #require(row.split(separator: "|").last))
            let names = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
            #expect(!names.isEmpty, "\(row)")
            for name in names {
                if name.hasPrefix("scripts/") {
                    let words = name.split(separator: " ").map(String.init)
                    let script = try Self.text(words[0])
                    #expect(words.dropFirst().allSatisfy(script.contains), "\(name)")
                } else if name.hasPrefix("arca ") {
                    // Literally, or its command with its option.
                    let words = name.split(separator: " ").map(String.init)
                    let runs = shown.split(separator: "\n").filter {
                        $0.hasPrefix("$ ") && $0.contains("arca \(words[1]) ")
                    }
                    #expect(
                        runs.contains { run in words.dropFirst(2).allSatisfy(run.contains) }, "\(name) is not shown")
                } else {
                    #expect(files.contains { $0.hasSuffix("/\(name).swift") }, "\(name)")
                }
            }
        }
    }

    @Test("every cipher named in the tour is one of 'arca cipher'")
    func cipherNames() throws {
        let text = try Self.text("Documentation/TOUR.md")
        let start = try #require(text.range(of: "### Ciphers by name\n")?.upperBound)
        let end = try #require(text[start...].range(of: "```")?.lowerBound)
        var names: [String] = []
        for row in text[start..<end].split(separator: "\n") where row.hasPrefix("| `") {
            let cell = row.dropFirst(2).prefix { $0 != "|" }
            names += cell.split(separator: "`").filter { $0.contains { $0.isNumber } }.map(String.init)
        }
        #expect(names.count == 14)
        for name in names { _ = try CipherName(argument: Argument(name)) }
    }
}
