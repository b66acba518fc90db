import ArcaCore
import ArcaCodecs
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

/// In a folder writable by all, another user can put a file next to a vault or a backup.
@Suite("A planted journal")
struct PlantedJournalTests {
    private static func run(_ body: (VaultFixture, Vault) throws -> Void) throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.set(ItemDraft("s", "a", "value"))
            try vault.backup(to: fixture.path(of: "backup"))
            try body(fixture, vault)
        }
    }

    /// Plants a journal that zeroes the file's first page.
    private static func plant(_ fixture: VaultFixture, _ name: String, mode: Int) throws -> (file: URL, bytes: Data) {
        let file = fixture.folder.appendingPathComponent(name)
        let bytes = try Data(contentsOf: file)
        let journal = file.path + "-journal"
        try ForgedJournal.zeroing(pageCount: bytes.count / 4096).write(to: URL(fileURLWithPath: journal))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: journal)
        return (file, bytes)
    }

    @Test("next to a backup is reported and never used, regardless of its owner", arguments: [0o600, 0o666])
    func backup(mode: Int) throws {
        try Self.run { fixture, vault in
            let path = fixture.path(of: "backup")
            let (file, bytes) = try Self.plant(fixture, "backup", mode: mode)
            func refused(_ what: String, _ body: () throws -> Void) throws {
                let error = vaultError(body)
                #expect(error?.code == .tampered, "\(what): \(String(describing: error))")
                #expect(error?.reason.contains("backup-journal") == true, "\(what): \(String(describing: error))")
                #expect(try Data(contentsOf: file) == bytes, "\(what)")
                #expect(FileManager.default.fileExists(atPath: file.path + "-journal"), "\(what)")
            }
            let key = VaultCredential.keyFile(fixture.key)
            let asBackup = fixture.options { $0.isBackup = true }
            try refused("slots") { _ = try LockedVault(at: path, isCopy: true) }
            try refused("open") { _ = try Vault.open(at: path, with: key, options: asBackup) }
            try refused("restore") {
                _ = try Vault.restore(from: path, to: fixture.path(of: "new"), with: key, options: fixture.options())
            }
            try refused("merge") {
                _ = try vault.merge(Vault.openCopy(at: path, with: key, options: fixture.options()))
            }
            let report = try Vault.verify(at: path, with: key, options: asBackup)
            #expect(!report.isSound && report.findings.contains { $0.detail.contains("backup-journal") })
            #expect(try Data(contentsOf: file) == bytes)
            // As the oldest backup it would be replaced, if it had no journal.
            try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".1")
            try FileManager.default.moveItem(atPath: file.path + "-journal", toPath: file.path + ".1-journal")
            #expect(throws: VaultError.code(.duplicate)) { try vault.backup(to: path, existing: .keep(1)) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: file.path + ".1")) == bytes)
        }
    }

    @Test("next to a vault is used if it has the same owner and no further writers, and reported otherwise")
    func vault() throws {
        try Self.run { fixture, _ in
            let (file, bytes) = try Self.plant(fixture, "test.vault", mode: 0o666)
            func check(_ what: String) throws {
                for attempt in [
                    { _ = try LockedVault(at: fixture.path) }, { _ = try fixture.open().items() },
                    { _ = try fixture.open { $0.isReadOnly = true }.items() },
                ] {
                    let error = vaultError(attempt)
                    #expect(error?.code == .tampered, "\(what): \(String(describing: error))")
                    #expect(error?.reason.contains("test.vault-journal") == true, "\(what)")
                    #expect(try Data(contentsOf: file) == bytes, "\(what)")
                }
                #expect(try VaultFile.foreignSidecars(of: fixture.path).map(\.name) == ["test.vault-journal"])
            }
            try check("all can write it")
            let journal = file.path + "-journal"
            try FileManager.default.setAttributes([.posixPermissions: 0o620], ofItemAtPath: journal)
            try check("a group can write it")
            if geteuid() == 0 {
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: journal)
                #expect(chown(journal, 65534, 65534) == 0)
                try check("another user's")
                #expect(chown(journal, 0, 0) == 0)
            }
            // The same kind of journal takes effect here, which shows that the ones above would have.
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: journal)
            #expect(vaultError { _ = try fixture.open() } != nil)
            #expect(try Data(contentsOf: file) != bytes)
        }
    }
}
