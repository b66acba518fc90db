internal import ArcaCore
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite("Several connections to one vault")
struct StoreSharingTests {
    @Test("Two connections write in turn, and each sees the other's rows")
    func alternating() throws {
        try StoreFixture.run { files in
            try files.make()
            let both = [try files.open(), try files.open()]
            for number in 0..<20 {
                let database = both[number % 2]
                try database.write {
                    let count = UInt64(try database.generations.count)
                    #expect(count == UInt64(number))
                    try database.insert(count + 1)
                }
            }
            for database in both {
                #expect(try database.read { try database.generations } == (1...20).map { $0 })
            }
        }
    }

    @Test("A reader sees one state while another connection writes")
    func readerBesideWriter() throws {
        try StoreFixture.run { files in
            try files.make(rows: 1)
            let (reader, writer) = (try files.open(.readOnly), try files.open())
            try writer.write { () throws in
                try writer.insert(2)
                #expect(try reader.read { try reader.generations } == [1])
            }
            #expect(try reader.read { try reader.generations } == [1, 2])
        }
    }

    @Test("A wait beyond the limit ends with \"busy\" and can be retried")
    func busy() throws {
        try StoreFixture.run { files in
            try files.make()
            let (first, second) = (try files.open(), try files.open(busyLimit: 20))
            try first.write {
                let error = vaultError { try second.write { try second.insert(2) } }
                #expect(error?.code == .busy)
                try first.insert(1)
            }
            try second.write { try second.insert(2) }
            #expect(try first.read { try first.generations } == [1, 2])
        }
    }

    @Test("A commit waits for readers; if they stay, nothing is written and nothing is lost")
    func busyAtCommit() throws {
        try StoreFixture.run { files in
            try files.make()
            let (reader, writer) = (try files.open(.readOnly), try files.open(busyLimit: 20))
            try reader.read { () throws in
                #expect(try reader.generations == [])
                let error = vaultError { try writer.write { try writer.insert(1) } }
                #expect(error?.code == .busy)
                #expect(try reader.generations == [])
            }
            try writer.write { try writer.insert(2) }
            #expect(try reader.read { try reader.generations } == [2])
        }
    }

    @Test("A commit succeeds as soon as the last reader is done")
    func commitAfterReader() throws {
        try StoreFixture.run { files in
            try files.make()
            let path = files.path
            let writer = try files.open(busyLimit: 20_000)
            let isReading = DispatchSemaphore(value: 0)
            let thread = Thread {
                guard let reader = try? Database(path, .readOnly) else { return }
                try? reader.read {
                    isReading.signal()
                    usleep(50_000)
                }
            }
            thread.start()
            isReading.wait()
            try writer.write { try writer.insert(1) }
            #expect(try writer.read { try writer.generations } == [1])
        }
    }

    @Test("A read-only connection rejects writing")
    func readOnly() throws {
        try StoreFixture.run { files in
            try files.make()
            let database = try files.open(.readOnly)
            #expect(vaultError { try database.write {} }?.code == .readOnly)
            #expect(vaultError { try database.insert(1) }?.code == .readOnly)
        }
    }

    @Test("A file with two names is rejected, and a symbolic link is followed")
    func names() throws {
        try StoreFixture.run { files in
            try files.make(rows: 1)
            let vault = files.folder.appendingPathComponent("vault")
            let link = files.folder.appendingPathComponent("link")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: vault)
            let database = try Database(files.file("link"), .readWrite)
            try database.write { try database.insert(2) }
            #expect(try files.names == ["link", "vault"])
            try FileManager.default.linkItem(at: vault, to: files.folder.appendingPathComponent("twin"))
            let error = vaultError { _ = try files.open() }
            #expect(error?.code == .systemFailed)
            #expect(error?.reason.contains("2 names") == true)
        }
    }

    @Test("A vault in a read-only folder is readable, not writable", .enabled(if: geteuid() == 0, "needs another user"))
    func readOnlyFolder() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("arca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = StoreFixture(folder: folder)
        try files.make(rows: 1)
        chmod(folder.path, 0o555)
        chmod(folder.appendingPathComponent("vault").path, 0o444)
        let path = folder.appendingPathComponent("vault").path
        await #expect(processExitsWith: .exitCode(9)) { [path = path as String] in
            setuid(65534)
            // Other users may be unable to enter the temporary folder.
            guard access(path, F_OK) == 0 else { exit(9) }
            let reader = try Database(BytePath(path), .readOnly)
            guard try reader.read({ try reader.generations }) == [1] else { exit(1) }
            exit(vaultError { _ = try Database(BytePath(path), .readWrite) }?.code == .systemFailed ? 9 : 2)
        }
        // The file is writable, but no journal can be created next to it.
        chmod(folder.appendingPathComponent("vault").path, 0o666)
        await #expect(processExitsWith: .exitCode(9)) { [path = path as String] in
            setuid(65534)
            guard access(path, F_OK) == 0 else { exit(9) }
            let writer = try Database(BytePath(path), .readWrite)
            let error = vaultError { try writer.write { try writer.insert(2) } }
            exit(error?.code == .systemFailed ? 9 : 2)
        }
        #expect(try files.open().integer("SELECT count(*) FROM log") == 1)
    }

    @Test("The file size limit ends a write, not the vault")
    func fileSizeLimit() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("arca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = StoreFixture(folder: folder)
        try files.make(rows: 1)
        let path = folder.appendingPathComponent("vault").path
        await #expect(processExitsWith: .exitCode(9)) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 60_000, rlim_max: 60_000)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let database = try Database(BytePath(path), .readWrite)
            let error = vaultError {
                try database.write {
                    _ = try database.statement("INSERT INTO piece VALUES(?, ?, ?)")
                        .run(.blob([1]), .integer(0), .blob([UInt8](repeating: 9, count: 100_000)))
                }
            }
            guard error?.code == .systemFailed, error?.reason.contains("limit on the size") == true else { exit(1) }
            let again = try Database(BytePath(path), .readWrite)
            try again.write { try again.insert(2) }
            exit(9)
        }
        let database = try files.open()
        #expect(try database.read { try database.generations } == [1, 2])
        #expect(try database.damage().isEmpty)
    }
}
