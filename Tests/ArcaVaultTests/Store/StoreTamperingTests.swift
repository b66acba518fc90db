internal import ArcaCore
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite("A vault file changed by another program")
struct StoreTamperingTests {
    @Test(
        "Rejects any schema but the six tables",
        arguments: [
            "CREATE TRIGGER keep AFTER DELETE ON slot BEGIN INSERT INTO log VALUES(7, old.body); END;",
            "CREATE VIEW all_items AS SELECT * FROM item;", "CREATE INDEX by_version ON item(version);",
            "CREATE TABLE extra(x);", "DROP TABLE log;", "ALTER TABLE log RENAME COLUMN digest TO hash;", "ANALYZE;",
            "DROP TABLE log; CREATE TABLE log(generation INTEGER PRIMARY KEY NOT NULL, digest BLOB NOT NULL);",
            "PRAGMA auto_vacuum=FULL; VACUUM;", "PRAGMA page_size=8192; VACUUM;", "PRAGMA user_version=0;",
        ])
    func schema(_ script: String) throws {
        try StoreFixture.run { files in
            try files.make(rows: 1)
            let standing = try files.open()
            try files.sqlite(script)
            for mode in [Database.Mode.readOnly, .readWrite] {
                #expect(vaultError { _ = try files.open(mode) }?.code == .tampered)
            }
            // An open connection keeps the tables it has checked, until they change.
            if !script.hasPrefix("PRAGMA user") {
                #expect(vaultError { try standing.read {} }?.code == .tampered)
            }
        }
    }

    @Test("Rejects other text encodings")
    func encoding() throws {
        for (encoding, code) in [("UTF-8", nil), ("UTF-16le", .tampered)] as [(String, VaultError.Code?)] {
            try StoreFixture.run { files in
                let tables = Schema.tables.map { $0.statement + ";" }.joined()
                try files.sqlite(
                    "PRAGMA encoding='\(encoding)'; PRAGMA application_id=\(Schema.applicationIdentifier);"
                        + "PRAGMA user_version=1;" + tables)
                #expect(vaultError { _ = try files.open() }?.code == code)
            }
        }
    }

    @Test("Rejects other files, and reports newer versions as such")
    func otherFiles() throws {
        try StoreFixture.run { files in
            let error = vaultError { _ = try files.open() }
            #expect(error?.code == .notFound)
            #expect(vaultError { _ = try Database(BytePath(files.folder.path), .readOnly) }?.code == .malformed)
            for content in [[], Array("notes".utf8), [UInt8](repeating: 65, count: 10_000)] {
                try files.write(content)
                for mode in [Database.Mode.readOnly, .readWrite] {
                    #expect(vaultError { _ = try files.open(mode) }?.code == .malformed)
                }
                #expect(try files.bytes() == content)
            }
            try files.write([])
            try files.sqlite("CREATE TABLE t(x);")
            #expect(vaultError { _ = try files.open() }?.code == .malformed)
            try files.sqlite("DROP TABLE t; PRAGMA application_id=1098015585;")
            try files.sqlite("PRAGMA user_version=4;")
            #expect(vaultError { _ = try files.open() }?.code == .unsupported)
        }
    }

    @Test("A write-ahead log is neither requested nor used")
    func writeAheadLog() throws {
        try StoreFixture.run { files in
            try files.make(rows: 1)
            let bytes = try files.bytes()
            // An existing log with a row that must not appear.
            try files.sqlite(
                "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; INSERT INTO log VALUES(2, zeroblob(32));")
            try files.write(bytes)
            try files.write([1], to: "vault-wal")
            let database = try files.open()
            try database.write { try database.insert(3) }
            #expect(try database.read { try database.generations } == [1, 3])
            #expect(try files.bytes("vault-wal") == [1])

            var edited = bytes
            (edited[18], edited[19]) = (2, 2)
            try files.write(edited)
            for mode in [Database.Mode.readOnly, .readWrite] {
                #expect(vaultError { _ = try files.open(mode) }?.code == .tampered)
            }
            #expect(!files.has("vault-shm"))
        }
    }

    @Test("Rejects rows of other types or lengths")
    func columns() throws {
        try StoreFixture.run { files in
            try files.make(rows: 1)
            try files.sqlite(
                """
                PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '') WHERE name = 'log';
                PRAGMA writable_schema=RESET; DELETE FROM log; INSERT INTO log VALUES(1, 'text'), (2, 3), (3, zeroblob(31)),
                (4, 5.5), (-5, zeroblob(32)); PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'log';
                """)
            let database = try files.open()
            for number in [1, 2, 3, 4] as [Int64] {
                let error = vaultError {
                    _ = try database.statement("SELECT digest FROM log WHERE generation = ?").first(.integer(number)) {
                        row in try row.blob(0, count: 32)
                    }
                }
                #expect(error?.code == .tampered, "\(number)")
            }
            let select = try database.statement("SELECT generation, digest FROM log WHERE generation = -5")
            #expect(try select.first { row in try row.integer(0) } == -5)
            #expect(
                vaultError { _ = try select.first { row in try row.count(0) } }?.code == .tampered)
            #expect(
                vaultError { _ = try select.first { row in try row.integer(1) } }?.code
                    == .tampered)
            #expect(
                vaultError { _ = try select.first { row in try row.text(1) } }?.code == .tampered)
            let two = try database.statement("SELECT 300")
            #expect(try two.first { row in try row.count(0, as: UInt16.self) } == 300)
            let error = vaultError {
                _ = try two.first { row in try row.count(0, as: UInt8.self) }
            }
            #expect(error?.code == .tampered)
        }
    }

    @Test("A file truncated anywhere is rejected without a crash")
    func truncated() throws {
        try StoreFixture.run { files in
            try files.make(rows: 200)
            let whole = try files.bytes()
            for count in stride(from: 0, to: whole.count, by: 997) {
                try files.write(Array(whole[..<count]))
                let error = vaultError { try readAll(files) }
                #expect(error?.code == .tampered || error?.code == .malformed, "\(count)")
            }
        }
    }

    @Test("A flipped bit in header or tables is rejected or harmless, without a crash")
    func flipped() throws {
        try StoreFixture.run { files in
            try files.make(rows: 5)
            let whole = try files.bytes()
            var random = Repeatable(7)
            // Every bit of the header, one bit of each used byte in the rest of its page, and samples of other pages.
            let header = (0..<100).flatMap { place in (0..<8).map { (place, UInt8(1) << $0) } }
            let used = (100..<4096).filter { whole[$0] != 0 || $0 % 64 == 0 }
            let first = used.map { ($0, UInt8(1) << UInt8.random(in: 0..<8, using: &random)) }
            let others = stride(from: 4096, to: whole.count, by: 41).map {
                ($0, UInt8.random(in: 1...255, using: &random))
            }
            for (place, mask) in header + first + others {
                var edited = whole
                edited[place] ^= mask
                try files.write(edited)
                let error = vaultError { try readAll(files) }
                let isExpected = error.map { [.tampered, .malformed, .unsupported].contains($0.code) } ?? true
                #expect(isExpected, "byte \(place), mask \(mask): \(String(describing: error))")
            }
        }
    }

    private func readAll(_ files: StoreFixture) throws {
        let database = try files.open(.readOnly)
        try database.read {
            _ = try database.generations
            for table in Schema.tables { _ = try database.integer("SELECT count(*) FROM \(table.name)") }
        }
        let damage = try database.damage()
        if let first = damage.first { throw VaultError(.tampered, first) }
    }
}
