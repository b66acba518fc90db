internal import ArcaCore
import ArcaSystem
import ArcaTestSupport
import CArcaSQLite
import Foundation
import Testing

@testable import ArcaVault

@Suite("Files that a vault may access")
struct VaultVFSTests {
    @Test("A journal that names another file deletes nothing")
    func superJournal() throws {
        try StoreFixture.run { files in
            try files.make(rows: 1)
            let vault = try files.bytes()
            let victim = files.file("victim")
            try files.write(Array("precious".utf8), to: "victim")
            let journal = hostileJournal(naming: victim.bytes, pageCount: vault.count / 4096)

            // Plain SQLite deletes the file, so the journal is a real one.
            try files.write(journal, to: "vault-journal")
            try files.sqlite("SELECT * FROM log;")
            #expect(!files.has("victim"))

            try files.write(Array("precious".utf8), to: "victim")
            try files.write(vault)
            try files.write(journal, to: "vault-journal")
            #expect(try VaultFile.foreignSidecars(of: files.path).map(\.name) == ["vault-journal"])
            for mode in [Database.Mode.readOnly, .readWrite] {
                #expect(vaultError { _ = try files.open(mode) }?.code == .tampered)
            }
            #expect(try files.bytes("victim") == Array("precious".utf8))
            #expect(try files.bytes() == vault)
        }
    }

    /// A journal without pages that ends with the name of a super-journal.
    private func hostileJournal(naming name: [UInt8], pageCount: Int) -> [UInt8] {
        func big(_ number: Int) -> [UInt8] { UInt32(number).bigEndianBytes }
        let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
        let header = magic + big(0) + big(1) + big(pageCount) + big(512) + big(4096)
        let sum = name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
        return header + [UInt8](repeating: 0, count: 512 - header.count) + big(0x4000_0000 / 4096 + 1) + name
            + big(name.count) + big(sum) + magic
    }

    @Test("A journal that is a link to another file is not followed", arguments: ["symbolic", "hard", "folder"])
    func linkedJournal(_ kind: String) throws {
        try StoreFixture.run { files in
            try files.make(rows: 1)
            // Leading zeros: with no journal to roll back, SQLite would overwrite the file with its own.
            let precious = [UInt8](repeating: 0, count: 64) + Array("precious".utf8)
            try files.write(precious, to: "victim")
            let journal = files.folder.appendingPathComponent("vault-journal")
            let victim = files.folder.appendingPathComponent("victim")
            switch kind {
            case "symbolic": try FileManager.default.createSymbolicLink(at: journal, withDestinationURL: victim)
            case "hard": try FileManager.default.linkItem(at: victim, to: journal)
            default: try FileManager.default.createDirectory(at: journal, withIntermediateDirectories: false)
            }
            #expect(try VaultFile.foreignSidecars(of: files.path).map(\.name) == ["vault-journal"])
            let error = vaultError {
                let database = try files.open()
                try database.write { try database.insert(2) }
            }
            #expect(error?.code == .tampered || error?.code == .systemFailed)
            #expect(try files.bytes("victim") == precious)
        }
    }

    @Test("Only an open vault and its journal can be opened, deleted or queried")
    func allowList() throws {
        try StoreFixture.run { files in
            try files.make()
            try files.write([1], to: "vault-wal")
            try files.write([1], to: "other")
            let vfs = try #require(sqlite3_vfs_find(VaultVFS.name))
            let path = BytePath(try SymbolicLink.resolve(files.path).bytes)
            func delete(_ suffix: String) -> Int32 {
                (path.appending(suffix: BytePath(suffix)).bytes.map { CChar(bitPattern: $0) } + [0])
                    .withUnsafeBufferPointer {
                        vfs.pointee.xDelete(vfs, $0.baseAddress, 0)
                    }
            }
            func open(_ suffix: String, _ kind: Int32) -> Int32 {
                let file = UnsafeMutableRawPointer.allocate(byteCount: Int(vfs.pointee.szOsFile), alignment: 16)
                    .assumingMemoryBound(to: sqlite3_file.self)
                defer { file.deallocate() }
                let name = path.appending(suffix: BytePath(suffix)).bytes.map { CChar(bitPattern: $0) } + [0]
                let result = vfs.pointee.xOpen(vfs, name, file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | kind, nil)
                if result == SQLITE_OK { _ = file.pointee.pMethods.pointee.xClose(file) }
                return result
            }
            #expect(open("", SQLITE_OPEN_MAIN_DB) == SQLITE_AUTH)
            #expect(delete("-journal") == SQLITE_AUTH)
            let database = try files.open()
            #expect(open("", SQLITE_OPEN_MAIN_DB) == SQLITE_OK)
            #expect(open("", SQLITE_OPEN_SUPER_JOURNAL) == SQLITE_AUTH)
            #expect(open("-journal", SQLITE_OPEN_MAIN_JOURNAL) == SQLITE_OK)
            #expect(open("-journal", SQLITE_OPEN_MAIN_DB) == SQLITE_AUTH)
            #expect(open("-wal", SQLITE_OPEN_WAL) == SQLITE_AUTH)
            #expect(open("-journalx", SQLITE_OPEN_MAIN_JOURNAL) == SQLITE_AUTH)
            #expect(delete("-journal") == SQLITE_OK)
            for suffix in ["", "-wal", "-shm", "x", "/../other"] { #expect(delete(suffix) == SQLITE_AUTH) }
            _ = database.path
            #expect(try files.names == ["other", "vault", "vault-wal"])
            _ = try database.integer("SELECT 1")
        }
    }
}
