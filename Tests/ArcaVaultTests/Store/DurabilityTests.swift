internal import ArcaCore
import ArcaSystem
import Foundation
import Testing

@testable import ArcaVault

@Suite("Durability when the disk fails")
struct DurabilityTests {
    @Test("Whichever operation of a write fails, the file holds the old or the new state", arguments: [false, true])
    func everyFault(forever: Bool) throws {
        try StoreFixture.run { files in
            let faults = try FaultyVFS.arm(BytePath(files.folder.path))
            try files.make(rows: 40)
            let original = try files.bytes()
            let old = (1...40).map { UInt64($0) }
            let new = (2...41).map { UInt64($0) }

            faults.succeed()
            try change(files)
            let operations = faults.operations
            for kind in [FaultPlan.Operation.open, .write, .sync, .unlink] { #expect(operations.contains(kind)) }
            for fault in FaultPlan.Fault.allCases {
                for number in operations.indices {
                    try? FileManager.default.removeItem(at: files.folder.appendingPathComponent("vault-journal"))
                    try files.write(original)
                    faults.fail(at: number, fault, forever: forever)
                    let error = vaultError { try change(files) }
                    faults.succeed()
                    let note: Comment = "\(fault) at \(number), \(operations[number])"
                    let database = try files.open()
                    let found = try database.read { try database.generations }
                    #expect(found == old || found == new, note)
                    // Acknowledged rows are present; rows of a write that failed before its last step are not.
                    if error == nil { #expect(found == new, note) }
                    #expect(error == nil || error?.code == .systemFailed, note)
                    #expect(try database.damage().isEmpty, note)
                    #expect(try database.integer("SELECT count(*) FROM piece") == (found == new ? 1 : 0), note)
                    // A truncated journal is ignored and removed by the next write.
                    try database.write { try database.insert(99) }
                    #expect(try files.names == ["vault"], note)
                }
            }
        }
    }

    private func change(_ files: StoreFixture) throws {
        let database = try files.open()
        try database.write {
            try database.insert(41)
            try database.statement("DELETE FROM log WHERE generation = ?").run(.integer(1))
            try database.statement("INSERT INTO piece VALUES(?, ?, ?)")
                .run(.blob([1]), .integer(0), .blob([UInt8](repeating: 9, count: 20_000)))
        }
    }

    @Test("Whichever operation fails during creation, the vault is complete or missing")
    func creation() throws {
        try StoreFixture.run { files in
            let faults = try FaultyVFS.arm(BytePath(files.folder.path))
            try files.make(rows: 1)
            let count = faults.operations.count
            #expect(count > 5)
            for number in 0..<count {
                try FileManager.default.removeItem(at: files.folder.appendingPathComponent("vault"))
                faults.fail(at: number, .inputOutput)
                let error = vaultError { try files.make(rows: 1) }
                faults.succeed()
                #expect(files.has("vault") == (error == nil))
                if error != nil { try files.make(rows: 1) }
                let database = try files.open(.readOnly)
                #expect(try database.read { try database.generations } == [1])
            }
        }
    }

    @Test("A connection closes after a failed sync and reports it")
    func closedAfterFailure() throws {
        try StoreFixture.run { files in
            let faults = try FaultyVFS.arm(BytePath(files.folder.path))
            try files.make()
            let database = try files.open()
            faults.succeed()
            try database.write { try database.insert(1) }
            let sync = try #require(faults.operations.lastIndex(of: .sync))
            faults.fail(at: sync, .inputOutput)
            let error = vaultError { try database.write { try database.insert(2) } }
            #expect(error?.code == .systemFailed)
            #expect(error?.reason.contains("not acknowledged") == true)
            faults.succeed()
            let later = vaultError { try database.read {} }
            #expect(later?.code == .systemFailed)
            #expect(later?.reason.contains("open it again") == true)
            #expect(vaultError { try database.execute("SELECT 1") }?.code == .systemFailed)
            let next = try files.open()
            #expect(try next.read { try next.generations } == [1])
        }
    }

    @Test("A full disk rolls back the transaction and leaves the connection usable")
    func fullDisk() throws {
        try StoreFixture.run { files in
            try files.make()
            let database = try files.open()
            try database.execute("PRAGMA max_page_count=12")
            let error = vaultError {
                try database.write {
                    try database.insert(1)
                    try database.statement("INSERT INTO piece VALUES(?, ?, ?)")
                        .run(.blob([1]), .integer(0), .blob([UInt8](repeating: 9, count: 100_000)))
                }
            }
            #expect(error?.code == .systemFailed)
            #expect(error?.reason.hasSuffix("the disk is full") == true)
            try database.write { try database.insert(2) }
            #expect(try database.read { try database.generations } == [2])
        }
    }

    @Test(
        "Readers roll back an interrupted write, even through a read-only connection", arguments: [false, true])
    func hotJournal(isOpenBefore: Bool) throws {
        try StoreFixture.run { files in
            let faults = try FaultyVFS.arm(BytePath(files.folder.path))
            try files.make(rows: 1)
            let before = isOpenBefore ? try files.open(.readOnly) : nil
            faults.succeed()
            try add(2, files)
            // The last step before unlocking: pages and journal are on disk.
            faults.fail(at: try #require(faults.operations.lastIndex(of: .unlink)), .inputOutput, forever: true)
            #expect(vaultError { try add(3, files) } != nil)
            faults.succeed()
            #expect(files.has("vault-journal"))
            let reader = try before ?? files.open(.readOnly)
            #expect(try reader.read { try reader.generations } == [1, 2])
            #expect(try files.names == ["vault"])
        }
    }

    private func add(_ generation: UInt64, _ files: StoreFixture) throws {
        let database = try files.open()
        try database.write { try database.insert(generation) }
    }
}
