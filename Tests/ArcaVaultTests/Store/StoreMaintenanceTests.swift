internal import ArcaCore
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite("Backups and maintenance of a vault file")
struct StoreMaintenanceTests {
    @Test("A backup is a separate vault, modified before it gets its name")
    func backup() throws {
        try StoreFixture.run { files in
            try files.make(rows: 3)
            let database = try files.open()
            try database.backup(to: files.file("copy")) { copy in
                #expect(!files.has("copy"))
                try copy.write { try copy.insert(4) }
            }
            #expect(try files.names == ["copy", "vault"])
            #expect(try FileInfo(files.file("copy")).mode == 0o600)
            let copy = try Database(files.file("copy"), .readOnly)
            #expect(try copy.read { try copy.generations } == [1, 2, 3, 4])
            #expect(try database.read { try database.generations } == [1, 2, 3])
        }
    }

    @Test("A backup replaces a file only on request, and leaves none if it fails")
    func backupFails() throws {
        try StoreFixture.run { files in
            try files.make(rows: 1)
            let database = try files.open()
            try files.write([1], to: "copy")
            #expect(vaultError { try database.backup(to: files.file("copy")) { _ in } }?.code == .duplicate)
            let no = VaultError(.invalidArgument, "no")
            #expect(throws: no) {
                try database.backup(to: files.file("copy"), replacing: true) { _ in throw no }
            }
            #expect(try files.bytes("copy") == [1])
            #expect(vaultError { try database.backup(to: files.file("a/b")) { _ in } }?.code == .notFound)
            try database.backup(to: files.file("copy"), replacing: true) { _ in }
            #expect(try Database(files.file("copy"), .readOnly).integer("SELECT count(*) FROM log") == 1)
            #expect(try files.names == ["copy", "vault"])
        }
    }

    @Test("Any failure during a backup leaves no backup and a usable vault")
    func backupFaults() throws {
        try StoreFixture.run { files in
            let faults = try FaultyVFS.arm(BytePath(files.folder.path))
            try files.make(rows: 3)
            let database = try files.open()
            faults.succeed()
            try database.backup(to: files.file("copy"), replacing: true) { _ in }
            let count = faults.operations.count
            for fault in FaultPlan.Fault.allCases {
                for number in 0..<count {
                    try FileManager.default.removeItem(at: files.folder.appendingPathComponent("copy"))
                    faults.fail(at: number, fault)
                    let error = vaultError { try files.open().backup(to: files.file("copy")) { _ in } }
                    faults.succeed()
                    #expect(files.has("copy") == (error == nil))
                    if error != nil { try files.open().backup(to: files.file("copy")) { _ in } }
                    #expect(try files.names == ["copy", "vault"], "\(fault) at \(number)")
                }
            }
        }
    }

    @Test("Compacting frees the space of removed rows")
    func vacuum() throws {
        try StoreFixture.run { files in
            try files.make(rows: 2_000)
            let database = try files.open()
            let before = try files.bytes().count
            try database.write {
                try database.statement("DELETE FROM log WHERE generation > ?").run(.integer(10))
            }
            try database.vacuum()
            #expect(try files.bytes().count < before / 2)
            #expect(try database.integer("PRAGMA temp_store") == 2)
            #expect(try database.read { try database.generations } == (1...10).map { $0 })
            #expect(try files.open().damage().isEmpty)
        }
    }

    @Test("Removed rows leave no bytes in the file")
    func secureDelete() throws {
        try StoreFixture.run { files in
            try files.make(rows: 300)
            let database = try files.open()
            let marker = [UInt8](repeating: 200, count: 32)
            func holds() throws -> Bool { Data(try files.bytes()).range(of: Data(marker)) != nil }
            #expect(try holds())
            try database.write {
                try database.statement("DELETE FROM log WHERE generation = ?").run(.integer(200))
            }
            #expect(try !holds())
        }
    }

    @Test("Damage that SQLite detects is reported")
    func damage() throws {
        try StoreFixture.run { files in
            try files.make(rows: 300)
            #expect(try files.open().damage().isEmpty)
            var bytes = try files.bytes()
            // Points all cells of the last page at one offset.
            for place in (bytes.count - 4096 + 8)..<(bytes.count - 4096 + 100) { bytes[place] = 0x10 }
            try files.write(bytes)
            #expect(try !files.open().damage().isEmpty)
        }
    }

    @Test("Foreign files next to a vault are reported")
    func sidecars() throws {
        try StoreFixture.run { files in
            try files.make()
            #expect(try VaultFile.foreignSidecars(of: files.path).isEmpty)
            try files.write([0], to: "vault-wal")
            try files.write([0], to: "vault-shm")
            try files.write([UInt8](repeating: 0, count: 512), to: "vault-journal")
            try files.write([0], to: "vault-other")
            #expect(try VaultFile.foreignSidecars(of: files.path).map(\.name) == ["vault-wal", "vault-shm"])
            #expect(vaultError { _ = try VaultFile.foreignSidecars(of: files.file("none")) }?.code == .notFound)
        }
    }
}
