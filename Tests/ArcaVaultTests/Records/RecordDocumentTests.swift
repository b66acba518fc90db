import Foundation
import Testing

@testable import ArcaTeam
@testable import ArcaVault

@Suite("Tables of fields in VAULT-FORMAT and TEAM-VAULT")
struct RecordDocumentTests {
    @Test("list number, name, type and presence of every field")
    func tables() throws {
        let (vault, team) = ("VAULT-FORMAT", "TEAM-VAULT")
        #expect(try Self.rows(vault, after: "### 4.5 Attributes") == Self.rows(of: ItemRecord.format))
        #expect(try Self.rows(vault, after: "### 4.6 Secret") == Self.rows(of: SecretRecord.format))
        #expect(try Self.rows(vault, after: "## 7. State") == Self.rows(of: StateRecord.format))
        #expect(try Self.rows(team, after: "## 3. The vault's file") == Self.rows(of: TeamState.format))
        #expect(try Self.rows(team, after: "## 4. The log") == Self.rows(of: TeamHeader.format))
        #expect(try Self.rows(team, after: "The TLV of a device:") == Self.rows(of: TeamDevice.format))
    }

    static func rows<Record>(of format: RecordFormat<Record>) -> [String] {
        format.fields.map { "| \($0.number) | \($0.name) | `\($0.type)` | \($0.presence) |" }
    }

    /// The rows of the first table after a line, without the last column.
    static func rows(_ document: String, after line: String) throws -> [String] {
        let root = #filePath.components(separatedBy: "/Tests/")[0]
        let text = try String(contentsOfFile: root + "/Documentation/\(document).md", encoding: .utf8)
        let lines = text.components(separatedBy: "\n").drop { $0 != line }
        let table = lines.drop { !$0.hasPrefix("|---") }.dropFirst().prefix { $0.hasPrefix("|") }
        return table.map {
            $0.split(separator: "|", omittingEmptySubsequences: false)[...4].joined(separator: "|") + "|"
        }
    }
}
