import Foundation
import Testing

/// Only the store contains SQL, because its tables define the layout of rows.
@Suite("Sources")
struct SourceTests {
    private static let vault = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/ArcaVault").standardized

    private static func sources() throws -> [String: String] {
        let found = FileManager.default.enumerator(atPath: vault.path)?.compactMap { $0 as? String } ?? []
        let names = found.filter { $0.hasSuffix(".swift") }
        return try Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, try String(contentsOf: vault.appendingPathComponent($0), encoding: .utf8))
            })
    }

    @Test("Only Store contains SQL")
    func sql() throws {
        let sources = try Self.sources()
        #expect(sources.keys.contains { $0.hasPrefix("Store/") })
        let words = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "PRAGMA ", "CREATE ", "BEGIN", "COMMIT", "VACUUM"]
        for (name, text) in sources where !name.hasPrefix("Store/") {
            let found = words.filter { text.contains("\"\($0)") }
            #expect(found.isEmpty, "\(name) has \(found)")
            #expect(!text.contains(".statement("), "\(name) prepares a statement")
        }
    }

    @Test("Each table has one INSERT statement")
    func inserts() throws {
        let store = try Self.sources().filter { $0.key.hasPrefix("Store/") }.values.joined(separator: "\n")
        for table in ["item", "history", "piece", "slot", "state", "log"] {
            #expect(store.components(separatedBy: "\"INSERT INTO \(table)(").count == 2, "\(table)")
        }
    }
}
