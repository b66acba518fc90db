import ArcaCore
import ArcaTestSupport
import ArcaSystem
import Foundation
import Testing

@testable import ArcaVault

/// The journal of a writer interrupted between its last page and the removal of the journal, then changed.
@Suite("A journal changed by another program", .enabled(if: runsSlowTests, "slow"))
struct JournalTamperingTests {
    @Test("shows the state before, the state after or an error, and never anything else")
    func flippedBytes() throws {
        try VaultFixture.run { fixture in
            let faults = try FaultyVFS.arm(BytePath(Array(fixture.folder.path.utf8)))
            let vault = try fixture.create()
            try vault.setHistoryLimit(0)
            for value in ["one", "two"] { try vault.set(ItemDraft("s", "a", value)) }
            var draft = ItemDraft("marker-s", "marker-a", "marker-value")
            draft.attributes.comment = "marker-comment"
            try vault.add(draft)
            // The same change takes the same steps; the last one before unlocking removes the journal.
            faults.succeed()
            try vault.set(ItemDraft("s", "a", "old"))
            faults.fail(at: try #require(faults.operations.lastIndex(of: .unlink)), .inputOutput, forever: true)
            #expect(throws: VaultError.self) { try vault.set(ItemDraft("s", "a", "new")) }
            faults.succeed()
            let journalFile = URL(fileURLWithPath: fixture.file.path + "-journal")
            let (bytes, journal) = (try Data(contentsOf: fixture.file), try [UInt8](Data(contentsOf: journalFile)))
            #expect(journal.count > 4096)
            // The journal does not reveal what the file encrypts.
            #expect(Data(journal).range(of: Data("marker".utf8)) == nil)

            let isLong = ProcessInfo.processInfo.environment["ARCA_LONG_TESTS"] != nil
            var seen: [String: Int] = [:]
            for place in journal.indices where isLong || place < 64 || (journal[place] != 0 && place % 11 == 0) {
                var changed = journal
                changed[place] ^= place.isMultiple(of: 2) ? 0x01 : 0x80
                try bytes.write(to: fixture.file)
                try Data(changed).write(to: journalFile)
                do {
                    let vault = try fixture.open { $0.stateFolder = nil }
                    let value = try vault.text("s", "a")
                    #expect(value == "old" || value == "new", "byte \(place)")
                    #expect(try vault.items().map(\.name.service) == ["marker-s", "s"], "byte \(place)")
                    seen[value, default: 0] += 1
                } catch let error as VaultError {
                    #expect(
                        [.tampered, .malformed, .unsupported, .forked].contains(error.code), "byte \(place): \(error)")
                    seen["found", default: 0] += 1
                }
            }
            // The journal is live: with unchanged parts it restores the old state.
            #expect(seen["old", default: 0] > 0)
        }
    }
}
