import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite("Syncing a vault between machines through a folder")
struct VaultSyncTests {
    /// Machines with copies of one vault and a shared folder.
    private struct Trial {
        let fixture: VaultFixture
        let vaults: [Vault]
        let places: [Vault.SyncPlace]

        static func run(_ count: Int = 2, _ body: (Trial) throws -> Void) throws {
            try VaultFixture.run { fixture in
                let first = try fixture.create()
                try first.add(["a", "b"].map { ItemDraft($0, "", "\($0)1") })
                try FileManager.default.createDirectory(
                    at: fixture.folder.appendingPathComponent("shared"), withIntermediateDirectories: false)
                var (vaults, places): ([Vault], [Vault.SyncPlace]) = ([], [])
                for index in 0..<count {
                    let name = "machine \(index)"
                    try FileManager.default.copyItem(at: fixture.file, to: fixture.folder.appendingPathComponent(name))
                    vaults.append(
                        try Vault.open(
                            at: fixture.path(of: name), with: .keyFile(fixture.key),
                            options: fixture.options {
                                $0.stateFolder = Vault.StateFolder(fixture.path(of: "state of \(name)"))
                            }))
                    places.append(try Vault.SyncPlace(fixture.path(of: "shared"), device: name))
                }
                try body(Trial(fixture: fixture, vaults: vaults, places: places))
            }
        }

        @discardableResult
        func sync(_ index: Int) throws -> Vault.SyncReport { try vaults[index].sync(in: places[index]) }

        /// Syncs all machines until none has anything to send.
        func rest() throws {
            for _ in 0..<6 {
                let sent = try vaults.indices.map { try sync($0).isSent }
                if !sent.contains(true) { return }
            }
            Issue.record("the machines do not come to rest")
        }

        func content(_ index: Int) throws -> [String] {
            try vaults[index].items().map { item in
                let choices = try vaults[index].conflicts(of: item.name).flatMap { [$0.field, "\($0.choices.count)"] }
                return try "\(item.name.text) \(vaults[index].secret(of: item.name).text) \(choices)"
            }
        }

        /// A machine's file in the shared folder.
        func file(_ index: Int) throws -> URL {
            let shared = fixture.folder.appendingPathComponent("shared")
            let folders = try FileManager.default.contentsOfDirectory(atPath: shared.path)
            return shared.appendingPathComponent(folders[0]).appendingPathComponent(places[index].name)
        }
    }

    @Test("a renamed machine leaves a copy that has its new name alone")
    func renamesUnlessTaken() throws {
        try Trial.run(1) { trial in
            try trial.sync(0)
            let (vault, former) = (trial.vaults[0], trial.places[0])
            let folder = try trial.file(0).deletingLastPathComponent()
            let renamed = Vault.SyncPlace(folder: former.folder, name: "renamed.arca")
            _ = try vault.sync(in: renamed, insteadOf: former)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["renamed.arca"])
            let taken = Vault.SyncPlace(folder: former.folder, name: "taken.arca")
            try FileManager.default.copyItem(
                at: folder.appendingPathComponent(renamed.name), to: folder.appendingPathComponent(taken.name))
            _ = try vault.sync(in: taken, insteadOf: renamed)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [renamed.name, taken.name])
        }
    }

    @Test("sends changes to all machines, converges and then writes nothing")
    func syncs() throws {
        try Trial.run(3) { trial in
            let vaults = trial.vaults
            try vaults[0].set(ItemDraft("a", "", "a2"))
            try vaults[1].add(ItemDraft("new", "", "n"))
            try vaults[2].moveToTrash(.init("b"))
            try trial.rest()
            for index in 0..<3 {
                #expect(try trial.content(index) == ["a a2 []", "new n []"])
                #expect(try vaults[index].verify().isSound)
            }
            let files = try (0..<3).map { try Data(contentsOf: trial.file($0)) }
            for index in 0..<3 { #expect(try !trial.sync(index).isSent && trial.sync(index).copyCount == 2) }
            #expect(try (0..<3).map { try Data(contentsOf: trial.file($0)) } == files)
            for (vault, text) in zip(vaults, "xyz") { try vault.set(ItemDraft("a", "", "\(text)")) }
            try trial.rest()
            let content = try trial.content(0)
            #expect(content[0].hasSuffix("[\"password\", \"3\"]"))
            for index in 1..<3 { #expect(try trial.content(index) == content) }
        }
    }

    @Test(
        "skips a copy that is truncated, changed, linked or another vault's, and takes it once it is complete"
    )
    func incomplete() throws {
        try Trial.run { trial in
            try trial.vaults[0].set(ItemDraft("a", "", "a2"))
            try trial.sync(0)
            let file = try trial.file(0)
            let whole = try Data(contentsOf: file)
            for count in [0, 1, 100, 4096, whole.count / 2, whole.count - 4096, whole.count - 1] {
                try whole.prefix(count).write(to: file)
                let report = try trial.sync(1)
                #expect(report.taken.isEmpty && report.skipped.map(\.reason) == [.incomplete], "\(count) bytes")
            }
            var random = Repeatable(7)
            for _ in 0..<40 {
                var changed = whole
                changed[Int.random(in: 0..<whole.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
                try changed.write(to: file)
                let report = try trial.sync(1)
                // A flipped byte that SQLite ignores changes nothing.
                #expect(try report.taken.isEmpty || trial.vaults[1].text("a") == "a2")
                #expect(try trial.vaults[1].verify().isSound)
            }
            let other = try Vault.inMemory()
            try FileManager.default.removeItem(at: file)
            try other.backup(to: BytePath(file.path))
            #expect(try trial.sync(1).skipped.map(\.reason) == [.incomplete])
            try FileManager.default.removeItem(at: file)
            let elsewhere = trial.fixture.folder.appendingPathComponent("elsewhere")
            try whole.write(to: elsewhere)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: elsewhere)
            #expect(try trial.sync(1).copyCount == 0)
            try FileManager.default.removeItem(at: file)
            // A copy that a sync program renamed is read as well.
            let aside = file.deletingLastPathComponent().appendingPathComponent("x.sync-conflict-1.arca")
            try whole.write(to: aside)
            try trial.sync(1)
            #expect(try trial.vaults[1].text("a") == "a2")
        }
    }

    @Test("names a copy that is locked, linked, unreadable or has a journal, and merges the others")
    func unreadable() throws {
        try Trial.run(3) { trial in
            try trial.rest()
            try trial.vaults[1].set(ItemDraft("b", "", "b2"))
            try trial.sync(1)
            try trial.vaults[0].set(ItemDraft("a", "", "a2"))
            try trial.sync(0)
            let (bad, own) = (try trial.file(0), try trial.file(2))
            let extra = bad.deletingLastPathComponent().appendingPathComponent("extra")
            func check(_ what: String) throws {
                try trial.vaults[2].set(ItemDraft("c", what, "c"))
                let report = try trial.sync(2)
                #expect(report.skipped.map(\.name) == [trial.places[0].name], "\(what)")
                guard case .unreadable(let reason) = report.skipped.first?.reason else {
                    Issue.record("\(what): \(report.skipped)")
                    return
                }
                #expect(reason.contains(what), "\(reason)")
                #expect(report.isSent && report.copyCount == 2)
                #expect(try trial.content(2).prefix(2) == ["a a1 []", "b b2 []"])
            }
            try FileManager.default.linkItem(at: bad, to: extra)
            try check("hard links")
            try FileManager.default.removeItem(at: extra)
            let lock = try Database(BytePath(bad.path), .readWrite)
            try lock.execute("BEGIN EXCLUSIVE")
            try check("another process")
            try lock.execute("ROLLBACK")
            let journal = URL(fileURLWithPath: bad.path + "-journal")
            try ForgedJournal.zeroing(pageCount: Data(contentsOf: bad).count / 4096).write(to: journal)
            try check("-journal")
            try FileManager.default.removeItem(at: journal)
            if geteuid() != 0 {
                try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: bad.path)
                try check("permission")
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: bad.path)
            }
            #expect(try trial.sync(2).skipped.isEmpty)
            #expect(try trial.vaults[2].text("a") == "a2")
            // This machine's own copy is rewritten, regardless of damage.
            #expect(try !trial.sync(2).isSent)
            try FileManager.default.linkItem(at: own, to: extra)
            #expect(try trial.sync(2).isSent)
            #expect(try FileInfo(BytePath(own.path)).linkCount == 1)
        }
    }

    @Test("explains a new key, and takes changes written before it on request")
    func rotation() throws {
        try Trial.run { trial in
            try trial.rest()
            var plan = Vault.RotationPlan()
            for slot in try trial.vaults[0].slots { plan[slot.identifier] = .rewrap(.keyFile(trial.fixture.key)) }
            try trial.vaults[0].rotate(plan)
            try trial.vaults[0].set(ItemDraft("a", "", "new key"))
            try trial.vaults[1].set(ItemDraft("b", "", "old key"))
            #expect(try trial.sync(0).skipped.map(\.reason) == [.olderKey])
            #expect(try trial.sync(1).skipped.map(\.reason) == [.newerKey])
            #expect(try trial.vaults[1].text("a") == "a1")
            let old = try Vault.openCopy(
                at: BytePath(trial.file(1).path), with: .keyFile(trial.fixture.key),
                options: Vault.OpenOptions(stateFolder: nil))
            try trial.vaults[0].merge(old, acceptsOlderKey: true)
            #expect(try trial.content(0) == ["a new key []", "b old key []"])
        }
    }

    @Test("remembers the folder and reports a missing one")
    func places() throws {
        try Trial.run { trial in
            let vault = trial.vaults[0]
            #expect(try vault.syncPlace == nil)
            try vault.setSyncPlace(trial.places[0])
            #expect(try vault.syncPlace == trial.places[0])
            try vault.setSyncPlace(nil)
            #expect(try vault.syncPlace == nil)
            let missing = try Vault.SyncPlace(trial.fixture.path(of: "missing"), device: "../é x")
            #expect(
                missing.name.hasPrefix("--x-".drop { $0 == "-" }) && missing.name.hasSuffix(".arca"), "\(missing.name)")
            let error = #expect(throws: VaultError.self) { try vault.sync(in: missing) }
            #expect(error?.code == .notFound)
        }
    }
}
