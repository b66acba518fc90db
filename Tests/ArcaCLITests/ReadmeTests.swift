import ArcaCrypto
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

/// What the README says of ciphers is true and runs.
@Suite struct ReadmeTests {
    private static let text: String = {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        return (try? String(contentsOfFile: root + "/README.md", encoding: .utf8)) ?? ""
    }()

    /// The section below a heading, up to the next one.
    static func section(_ heading: String) throws -> Substring {
        let start = try #require(text.range(of: heading + "\n")?.upperBound)
        return text[start...].prefix(upTo: text[start...].range(of: "\n## ")?.lowerBound ?? text.endIndex)
    }

    @Test("every cipher that is named is one that 'arca cipher' has")
    func cipherNames() throws {
        var names: [String] = []
        for row in try Self.section("### Ciphers by name").split(separator: "\n") where row.hasPrefix("| `") {
            let cell = row.dropFirst(2).prefix { $0 != "|" }
            names += cell.split(separator: "`").filter { $0.contains { $0.isNumber } }.map(String.init)
        }
        #expect(names.count == 12)
        for name in names { _ = try CipherName(argument: Argument(name)) }
    }

    @Test("the commands of the section on ciphers run, one after the other", .enabled(if: Peer.has("bash")))
    func cipherCommands() throws {
        let section = try Self.section("### Ciphers by name")
        let start = try #require(section.range(of: "```sh\n")?.upperBound)
        let end = try #require(section[start...].range(of: "```")?.lowerBound)
        try Peer.inFolder { folder in
            let notes = Data("Buy milk\n".utf8)
            try notes.write(to: folder.appendingPathComponent("notes.txt"))
            let path = URL(fileURLWithPath: Peer.arca).deletingLastPathComponent().path
            let inherited = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let answer = try Peer.run(
                ["bash", "-c", "set -eo pipefail\n" + section[start..<end]],
                environment: ["PATH": "\(path):\(inherited)"], in: folder)
            #expect(answer.status == 0 && answer.errors.isEmpty, "\(answer.errors)")
            let lines = answer.text.split(separator: "\n")
            #expect(lines.count == 2 && lines[0] == "Buy milk")
            let number = try #require(lines.last)
            #expect(number.count == 16)
            #expect(number.allSatisfy { $0.isNumber })
            #expect(number != "4111111111111111")
            let wrapped = try Data(contentsOf: folder.appendingPathComponent("wrapped"))
            #expect(wrapped.count == 24)
        }
    }
}
