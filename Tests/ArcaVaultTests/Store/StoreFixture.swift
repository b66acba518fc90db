internal import ArcaCore
import ArcaSystem
import ArcaTestSupport
import Foundation

@testable import ArcaVault

/// A vault file in its own folder, without the layers above the store.
struct StoreFixture {
    let folder: URL

    /// Runs `body` with an empty folder, which is then removed.
    static func run(_ body: (StoreFixture) throws -> Void) throws {
        try Peer.inFolder { folder in try body(StoreFixture(folder: folder)) }
    }

    var path: BytePath { file("vault") }

    func file(_ name: String) -> BytePath { BytePath(folder.appendingPathComponent(name).path) }

    func bytes(_ name: String = "vault") throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    func write(_ bytes: [UInt8], to name: String = "vault") throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }

    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } }

    /// Creates a vault with a slot and `count` log rows, numbered from 1.
    func make(rows count: Int = 0) throws {
        try Database.create(path) { database in
            try database.statement("INSERT INTO slot VALUES(?, ?)").run(.blob([1]), .blob([2, 3]))
            for number in 0..<count { try database.insert(UInt64(number + 1)) }
        }
    }

    func open(_ mode: Database.Mode = .readWrite, busyLimit: Int = 2_000) throws -> Database {
        try Database(path, mode, busyLimit: busyLimit)
    }

    /// Runs SQLite's own shell, which does none of Arca's checks.
    func sqlite(_ script: String) throws {
        let answer = try Peer.run(["sqlite3", folder.appendingPathComponent("vault").path], input: Array(script.utf8))
        guard answer.status == 0, answer.errors.isEmpty else { throw VaultError(.systemFailed, answer.errors) }
    }
}

extension Database {
    func insert(_ generation: UInt64) throws {
        try statement("INSERT INTO log VALUES(?, ?)").run(
            .count(generation), .blob([UInt8](repeating: UInt8(truncatingIfNeeded: generation), count: 32)))
    }

    var generations: [UInt64] {
        get throws {
            var all: [UInt64] = []
            try statement("SELECT generation, digest FROM log ORDER BY generation").forEach { row in
                all.append(try row.count(0))
                _ = try row.blob(1, count: 32)
            }
            return all
        }
    }
}

/// The `VaultError` that `body` throws, or nil.
func vaultError(_ body: () throws -> Void) -> VaultError? {
    do {
        try body()
        return nil
    } catch {
        return error as? VaultError
    }
}
