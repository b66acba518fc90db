import Foundation
import Testing

/// Checks that tests, code and files cited in the documents exist, and that README shows the compiled snippet.
@Suite struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    /// The Swift files of some folders, by name without extension.
    private static func sources(_ folders: String...) throws -> [String: String] {
        var files: [String: String] = [:]
        for folder in folders {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            for path in paths where path.hasSuffix(".swift") && !path.hasPrefix(".build") {
                let name = String((path.split(separator: "/").last ?? "").dropLast(6))
                files[name, default: ""] += try text(folder + "/" + path)
            }
        }
        return files
    }

    private static let documents: [String] = {
        let folder = root.appendingPathComponent("Documentation").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return ["README.md", "README.zh-CN.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
            + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/" + $0 } + articles
    }()

    private static let articles: [String] = {
        let folder = "Documentation/Arca.docc"
        let path = root.appendingPathComponent(folder).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }()

    /// The texts between pairs of a mark.
    private static func quoted(_ text: some StringProtocol, by mark: Character) -> [String] {
        text.split(separator: mark, omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }

    /// The text in backticks, without code blocks.
    private static func code(in text: String) -> [String] {
        text.split(separator: "\n").filter { !$0.hasPrefix("    ") }.flatMap { quoted($0, by: "`") }
    }

    @Test("MISTAKES cites existing suites and parts of their titles")
    func mistakes() throws {
        let tests = try Self.sources("Tests")
        var count = 0
        for row in try Self.text("Documentation/MISTAKES.md").split(separator: "\n") where row.hasPrefix("| ") {
            let proof = row.split(separator: " | ").last ?? ""
            var suite: String?
            for (index, part) in proof.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
                if index % 2 == 1 {
                    guard part.hasSuffix("Tests") else { continue }
                    suite = String(part)
                    count += 1
                    #expect(tests[String(part)] != nil, "there is no \(part).swift: \(row)")
                    continue
                }
                for title in Self.quoted(part, by: "\"") {
                    let isThere = suite.flatMap { tests[$0] }?.contains(title) == true
                    #expect(isThere, "\(suite ?? "no suite") has no '\(title)'")
                }
            }
        }
        #expect(count > 90)
    }

    @Test("paths and links in documents lead to files", arguments: documents)
    func paths(_ document: String) throws {
        let text = try Self.text(document)
        let folders = [
            "Sources/", "Tests/", "Vectors/", "Documentation/", "Benchmarks/", "Examples/", "Fuzz/", "scripts/",
        ]
        for code in Self.code(in: text) where folders.contains(where: { code.hasPrefix($0) }) {
            let path = code.prefix { $0 != " " }
            guard !path.contains(where: { "*<…".contains($0) }) else { continue }
            #expect(Self.exists(String(path)), "\(document): \(path)")
        }
        let folder = document.hasPrefix("Documentation/") ? "Documentation/" : ""
        for link in text.components(separatedBy: "](").dropFirst() {
            let target = link.prefix { $0 != ")" && $0 != "#" }
            // Code contains its own brackets.
            guard !target.isEmpty, !target.contains(where: { ": ".contains($0) }) else { continue }
            #expect(Self.exists(folder + target), "\(document): \(target)")
        }
    }

    @Test(
        "types and functions named in documents exist in the code",
        arguments: ["ARCHITECTURE", "MISTAKES", "VECTORS", "VAULT-EXCHANGE", "THREAT-MODEL"].map {
            "Documentation/\($0).md"
        } + ["README.md", "CONTRIBUTING.md"])
    func names(_ document: String) throws {
        for code in Self.code(in: try Self.text(document)) {
            // Anything that looks like Swift: `Type`, `Type.member`, `function()`, `call(label:)`.
            guard code.allSatisfy({ $0.isLetter || $0.isNumber || "_.():<>+".contains($0) }),
                code.contains("(") || code.first?.isUppercase == true && code.contains(where: { $0.isLowercase })
            else { continue }
            for word in code.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
                // Evaluated outside the expectation, which would print the whole set.
                let isThere = Self.words.contains(String(word))
                #expect(isThere, "\(document): \(code)")
            }
        }
    }

    /// Every word in the code, comments, manifest and file names.
    private static let words: Set<String> = {
        var words: Set<String> = []
        var texts = (try? sources("Sources", "Tests", "Fuzz", "Benchmarks", "Examples")) ?? [:]
        texts["Package"] = try? text("Package.swift")
        for (name, text) in texts {
            for bytes in [Array(name.utf8), Array(text.utf8)] {
                for word in bytes.split(whereSeparator: { !isWordByte($0) }) {
                    words.insert(String(decoding: word, as: UTF8.self))
                }
            }
        }
        return words
    }()

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a: true
        default: false
        }
    }

    @Test("ARCHITECTURE lists every module below the modules that it imports")
    func modules() throws {
        let table = try Self.text("Documentation/ARCHITECTURE.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
        let rows = table.map { Self.quoted($0.split(separator: " | ")[0], by: "`") }.filter {
            Self.exists("Sources/\($0[0])")
        }
        let listed = rows.flatMap { $0 }
        let folder = Self.root.appendingPathComponent("Sources").path
        #expect(listed.sorted() == (try FileManager.default.contentsOfDirectory(atPath: folder)).sorted())
        for (number, row) in rows.enumerated() {
            let above = Set(rows[..<number].joined()), modules = Set(row)
            for module in row {
                for text in try Self.sources("Sources/\(module)").values {
                    for line in text.split(separator: "\n") where line.contains("import ") && !line.hasPrefix("/") {
                        let name = line.split(separator: " ").last.map(String.init) ?? ""
                        guard listed.contains(name), !modules.contains(name) else { continue }
                        #expect(above.contains(name), "\(module) imports \(name), which is not above it")
                    }
                }
            }
        }
    }

    @Test("SECURITY names the version of the command as the latest release")
    func version() throws {
        let source = try Self.text("Sources/ArcaCLI/RootCommand.swift")
        let version = try #require(
            source.components(separatedBy: "static let version = \"").last?.split(separator: "\"").first)
        let minor = version.split(separator: ".").prefix(2).joined(separator: ".")
        #expect(try Self.text("SECURITY.md").contains("the latest release (\(minor).x)"))
    }

    @Test("README shows the code of Snippets/Basics.swift, which is compiled in every build")
    func snippet() throws {
        let readme = try Self.text("README.md").components(separatedBy: "```swift\n")
        let shown = try #require(readme.dropFirst().first?.components(separatedBy: "```").first)
        let snippet = try Self.text("Snippets/Basics.swift").components(separatedBy: "\n// Not in the README")
        let compiled = try #require(snippet.first).drop { $0 != "\n" }
        #expect(
            shown.trimmingCharacters(in: .newlines) == String(compiled).trimmingCharacters(in: .newlines))
    }

    /// The lines without surrounding white space, except empty ones.
    private static func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The lines of the files compiled from Snippets, Examples and the tests of `Arca`.
    private static let shownLines: [[String]] = {
        let files = (try? sources("Snippets", "Examples/Sources", "Tests/ArcaTests")) ?? [:]
        return files.values.map(lines)
    }()

    @Test("the code of articles is in Snippets, Examples or tests, which are compiled", arguments: articles)
    func articleCode(_ article: String) throws {
        guard !article.hasSuffix("Products.md") else { return }  // compiled by scripts/check-products
        let text = try Self.text(article)
        for block in text.components(separatedBy: "```swift\n").dropFirst() {
            let code = Self.lines(block.components(separatedBy: "```")[0])
            let first = try #require(code.first)
            let isCompiled = Self.shownLines.contains { file in
                file.indices.contains { file[$0] == first && file[$0...].starts(with: code) }
            }
            #expect(isCompiled, "\(article): \(first)")
        }
        #expect(text.hasPrefix("# "))
    }
}
