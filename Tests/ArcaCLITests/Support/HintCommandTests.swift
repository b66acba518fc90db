import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

/// The commands that messages, help and documents in the sources name: `'arca vault slot list'`.
@Suite struct HintCommandTests {
    /// A command in quotes, up to a value that is known only when it runs.
    private static func commands(in source: String) -> Set<String> {
        // Literals may continue on the next line, or in the next literal.
        let text = source.replacing(/\\\n\s*/, with: "").replacing(/"\s*\n\s*\+ "/, with: "")
        return Set(text.matches(of: /'arca ([a-z][^'\n]*)'/).map { String($0.1.prefix { $0 != "\\" }) })
    }

    private static func problem(of line: String) throws -> String? {
        let words = line.split { " ,|".contains($0) }.map(String.init)
        if words.first == "help" {
            let answer = try Arca.run(words.filter { $0.allSatisfy { !$0.isUppercase } })
            return answer.status == 0 ? nil : answer.errors
        }
        let command = words.prefix { !$0.hasPrefix("-") }
        guard
            case .help(let tree) = try Dispatcher.request(
                (command + ["--help"]).map { Argument($0) }, root: RootCommand.self)
        else { return "no command" }
        let known = Set(tree.parameters.flatMap(\.names) + ["--help", "--version"])
        let unknown = words.filter { $0.hasPrefix("--") && $0 != "--" }.map { $0.prefix { $0 != "=" } }
            .filter { !known.contains(String($0)) }
        return unknown.isEmpty ? nil : "no option \(unknown)"
    }

    @Test("every command that a message names exists, with its options")
    func all() throws {
        let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
        let files = FileManager.default.enumerator(atPath: root + "/Sources")?.compactMap { $0 as? String } ?? []
        var count = 0
        for file in files where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(root)/Sources/\(file)", encoding: .utf8)
            for command in Self.commands(in: text) {
                count += 1
                do {
                    let problem = try Self.problem(of: command)
                    #expect(problem == nil, "\(file): 'arca \(command)'")
                } catch {
                    Issue.record("\(file): 'arca \(command)': \(error)")
                }
            }
        }
        #expect(count > 100)
    }

    @Test("finds wrong commands and options, also in broken lines")
    func wrong() throws {
        #expect(Self.commands(in: "x 'arca vault \\\n    list' 'arca a \\(b)'") == ["vault list", "a "])
        #expect(Self.commands(in: "(see 'arca help \"\n + \"secrets')") == ["help secrets"])
        #expect(try Self.problem(of: "vault list --trash") == nil)
        #expect(try Self.problem(of: "vault list --rubbish") != nil)
        #expect(throws: UsageError.self) { try Self.problem(of: "vault lust") }
        #expect(try Self.problem(of: "help nothing") != nil)
    }
}
