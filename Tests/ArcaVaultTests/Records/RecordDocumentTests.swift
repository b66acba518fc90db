import Foundation
import Testing

@testable import ArcaVault

@Suite("Tables of fields in VAULT-FORMAT")
struct RecordDocumentTests {
    @Test("list number, name, type and presence of every field")
    func tables() throws {
        #expect(try Self.rows(after: "### 4.5 Attributes") == Self.rows(of: ItemRecord.format))
        #expect(try Self.rows(after: "### 4.6 Secret") == Self.rows(of: SecretRecord.format))
        #expect(try Self.rows(after: "## 7. State") == Self.rows(of: StateRecord.format))
    }

    static func rows<Record>(of format: RecordFormat<Record>) -> [String] {
        format.fields.map { "| \($0.number) | \($0.name) | `\($0.type)` | \($0.presence) |" }
    }

    /// The rows of the first table after a heading, without the last column.
    static func rows(after heading: String) throws -> [String] {
        let root = #filePath.components(separatedBy: "/Tests/")[0]
        let text = try String(contentsOfFile: root + "/Documentation/VAULT-FORMAT.md", encoding: .utf8)
        let lines = text.components(separatedBy: "\n").drop { $0 != heading }
        let table = lines.drop { !$0.hasPrefix("|---") }.dropFirst().prefix { $0.hasPrefix("|") }
        return table.map {
            $0.split(separator: "|", omittingEmptySubsequences: false)[...4].joined(separator: "|") + "|"
        }
    }
}
