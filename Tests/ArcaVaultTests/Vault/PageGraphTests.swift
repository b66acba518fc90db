import ArcaCodecs
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

/// A few kilobytes that contain more rows than any machine could read.
@Suite("A vault whose pages refer to each other in a graph", .enabled(if: runsSlowTests, "slow"))
struct PageGraphTests {
    /// Runs a test on a vault with rows in each table, and a file of it with one table multiplied.
    private static func run(_ table: String, _ body: (VaultFixture, Vault) throws -> Void) throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.set(ItemDraft("s", "a", "old"))
            try vault.set(ItemDraft("s", "a", "new"))
            for count in [3, 60_000] {
                let content = [UInt8](repeating: 1, count: count)
                try vault.attach("\(count)", from: MemoryReader(content), to: .init("s", "a"))
            }
            try vault.backup(to: fixture.path(of: "backup"))
            for name in ["test.vault", "backup"] {
                let url = fixture.folder.appendingPathComponent(name)
                let file = try #require(
                    PageGraph.multiply(table, of: [UInt8](Data(contentsOf: url)), levelCount: 12))
                #expect(file.count < 300_000)
                try Data(file).write(to: url)
            }
            try body(fixture, vault)
        }
    }

    private static let tables = Schema.tables.map(\.name)

    @Test("ends every read before it exhausts memory or time", arguments: tables + ["sqlite_schema"])
    func reading(table: String) throws {
        try Self.run(table) { fixture, vault in
            let begin = ThreadClock.seconds
            var refused = 0
            func attempt(_ body: () throws -> Void) {
                guard let error = vaultError(body) else { return }
                refused += 1
                #expect(error.code == .tampered, "\(error)")
            }
            attempt { _ = try LockedVault(at: fixture.path) }
            attempt { _ = try fixture.open().items() }
            attempt { _ = try fixture.open().history(of: .init("s", "a")) }
            attempt { _ = try fixture.open { $0.salvages = true }.listing() }
            attempt { try fixture.open().backup(to: fixture.path(of: "another")) }
            attempt { try fixture.open().set(ItemDraft("s", "b", "value")) }
            attempt { _ = try fixture.open().repair(keepingRestIn: fixture.path(of: "rest")) }
            #expect(!FileManager.default.fileExists(atPath: fixture.path(of: "another").description))
            attempt {
                let report = try Vault.verify(at: fixture.path, with: .keyFile(fixture.key), options: fixture.options())
                #expect(!report.isSound)
            }
            attempt {
                _ = try Vault.restore(
                    from: fixture.path(of: "backup"), to: fixture.path(of: "restored"), with: .keyFile(fixture.key))
            }
            #expect(!FileManager.default.fileExists(atPath: fixture.path(of: "restored").description))
            attempt {
                let copy = try Vault.openCopy(at: fixture.path(of: "backup"), with: .keyFile(fixture.key))
                _ = try vault.merge(copy)
            }
            #expect(refused >= 3)
            #expect(ThreadClock.seconds - begin < 30)
        }
    }
}
