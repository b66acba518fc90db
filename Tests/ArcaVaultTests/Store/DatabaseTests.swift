internal import ArcaCore
import ArcaSystem
import ArcaTestSupport
import Foundation
import Synchronization
import Testing

@testable import ArcaVault

@Suite("The vault's SQLite connection")
struct DatabaseTests {
    @Test("Creates a file with mode 0600 and nothing next to it, and opens it again")
    func creates() throws {
        try StoreFixture.run { files in
            try files.make(rows: 3)
            #expect(try files.names == ["vault"])
            #expect(try FileInfo(files.path).mode == 0o600)
            for mode in [Database.Mode.readOnly, .readWrite] {
                let database = try files.open(mode)
                #expect(try database.read { try database.generations } == [1, 2, 3])
            }
            #expect(try files.names == ["vault"])
        }
    }

    @Test("Sets every PRAGMA that the format requires")
    func pragmas() throws {
        try StoreFixture.run { files in
            try files.make()
            let database = try files.open()
            let numbers: [(String, Int64)] = [
                ("application_id", 0x4172_6361), ("user_version", 2), ("page_size", 4096), ("auto_vacuum", 0),
                ("synchronous", 3), ("secure_delete", 1), ("temp_store", 2), ("trusted_schema", 0),
                ("cell_size_check", 1), ("mmap_size", 0),
            ]
            for (name, value) in numbers { #expect(try database.integer("PRAGMA \(name)") == value, "\(name)") }
            for (name, value) in [("journal_mode", "delete"), ("locking_mode", "normal"), ("encoding", "UTF-8")] {
                let text = try database.statement("PRAGMA \(name)").first { row in try row.text(0)
                }
                #expect(text == value, "\(name)")
            }
        }
    }

    @Test("Leaves no file if the first rows fail, and does not replace a file")
    func createsWholeOrNotAtAll() throws {
        try StoreFixture.run { files in
            let error = VaultError(.invalidArgument, "no")
            #expect(throws: error) {
                try Database.create(files.path) { database in
                    try database.insert(1)
                    throw error
                }
            }
            #expect(try files.names.isEmpty)
            try files.write([1, 2, 3])
            #expect(vaultError { try files.make() }?.code == .duplicate)
            #expect(try files.bytes() == [1, 2, 3])
            #expect(vaultError { try Database.create(files.file("a-journal")) { _ in } }?.code == .invalidArgument)
        }
    }

    @Test("A write is atomic, even in memory")
    func transactions() throws {
        try StoreFixture.run { files in
            try files.make()
            for database in [try files.open(), try Database()] {
                try database.write { try database.insert(1) }
                #expect(throws: VaultError.code(.notFound)) {
                    try database.write {
                        try database.insert(2)
                        throw VaultError.code(.notFound)
                    }
                }
                #expect(try database.read { try database.generations } == [1])
            }
        }
    }

    @Test("Blobs and integers round-trip")
    func values() throws {
        let database = try Database()
        let blobs: [[UInt8]] = [[], [0], [UInt8](repeating: 7, count: 100_000)]
        try database.write {
            for (number, blob) in blobs.enumerated() {
                let changed = try database.statement("INSERT INTO piece VALUES(?, ?, ?)")
                    .run(.blob([9]), .integer(Int64(number) - 1), .blob(blob))
                #expect(changed == 1)
            }
        }
        var found: [[UInt8]] = []
        try database.statement("SELECT n, data FROM piece WHERE att = ? ORDER BY n").forEach(.blob([9])) {
            (row) throws in
            #expect(try row.integer(0) == Int64(found.count) - 1)
            found.append(try row.blob(1, count: 0...))
        }
        #expect(found == blobs)
        #expect(try database.statement("SELECT n FROM piece WHERE n = 99").first { _ in 1 } == nil)
    }

    @Test("A database can be guarded by a mutex")
    func mutex() throws {
        let guarded = Mutex(try Database())
        var seen: [UInt64] = []
        try guarded.withLock { database in
            try database.write { try database.insert(4) }
            seen = try database.read { try database.generations }
        }
        #expect(seen == [4])
    }
}
