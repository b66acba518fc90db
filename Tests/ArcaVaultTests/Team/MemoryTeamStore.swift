import ArcaCore
import ArcaTestSupport
import Foundation
import Synchronization
import Testing

@testable import ArcaTeam
@testable import ArcaVault

/// The log of a vault on a server; tests read and change it as the server's owner could.
struct TeamLog: Sendable {
    var position = TeamPosition.start
    var commits: [TeamCommit] = []
    var records: [TeamRecord.Name: TeamRecord] = [:]
    var notes: [[UInt8]: [UInt8]] = [:]
    var pieces: [[UInt8]: [Int: [UInt8]]] = [:]
    var letters: [[UInt8]: [UInt8]] = [:]
    var access: [String: TeamAccess] = [:]
    /// The login and preceding position of each call that sent commits.
    fileprivate var calls: [UInt64: Call] = [:]

    fileprivate struct Call: Sendable {
        let login: String
        let position: TeamPosition
        let records: [TeamRecord.Name: TeamRecord]
    }
}

/// A server under the control of its owner.
protocol TeamServer: AnyObject, Sendable {
    /// The current log of a vault; tests change or restore it.
    subscript(vault: [UInt8]) -> TeamLog { get set }

    func store(_ login: String) throws -> any TeamStore
}

/// The kind of server in a test.
enum TeamPlace: CaseIterable {
    case memory, postgreSQL

    /// Those available on this machine.
    static var available: [TeamPlace] { allCases.filter { $0 == .memory || PostgreSQLServer.isInstalled } }

    var server: any TeamServer {
        get throws {
            switch self {
            case .memory: MemoryTeamServer()
            case .postgreSQL: try PostgresTeamServer.shared.get()
            }
        }
    }
}

/// A server in memory that follows the rules of the real one.
final class MemoryTeamServer: TeamServer {
    let logs = Mutex<[[UInt8]: TeamLog]>([:])

    subscript(vault: [UInt8]) -> TeamLog {
        get { logs.withLock { $0[vault] ?? TeamLog() } }
        set { logs.withLock { $0[vault] = newValue } }
    }

    func store(_ login: String) -> any TeamStore { MemoryTeamStore(self, login) }
}

private final class MemoryTeamStore: TeamStore {
    let server: MemoryTeamServer
    let login: String

    init(_ server: MemoryTeamServer, _ login: String) { (self.server, self.login) = (server, login) }

    private func check(_ vault: [UInt8], _ least: TeamAccess) throws(VaultError) {
        let order = TeamAccess.allCases
        let access = server[vault].access[login] ?? .none
        guard let has = order.firstIndex(of: access), let needs = order.firstIndex(of: least), has >= needs else {
            throw VaultError(least == .reader ? .notFound : .notAllowed, "the login \(login) may not")
        }
    }

    func create(_ vault: [UInt8]) throws(VaultError) {
        guard server.logs.withLock({ $0[vault] }) == nil else { throw VaultError(.duplicate, "there is one") }
        var log = TeamLog()
        log.access[login] = .admin
        server[vault] = log
    }

    func read(_ vault: [UInt8], from generation: UInt64) throws(VaultError) -> TeamSnapshot {
        try check(vault, .reader)
        let log = server[vault]
        return TeamSnapshot(
            position: log.position, commits: Array(log.commits.dropFirst(max(0, Int(generation) - 1))),
            records: log.records.values.filter { $0.generation > generation })
    }

    func position(of vault: [UInt8]) throws(VaultError) -> TeamPosition {
        try check(vault, .reader)
        return server[vault].position
    }

    func append(_ batch: TeamBatch, to vault: [UInt8], after position: TeamPosition) throws(VaultError) -> Bool {
        try check(vault, .writer)
        return server.logs.withLock { logs in
            guard var log = logs[vault], log.position == position else { return false }
            let call = TeamLog.Call(login: self.login, position: log.position, records: log.records)
            for commit in batch.commits {
                log.commits.append(commit)
                log.calls[log.position.generation + 1] = call
                log.position = TeamPosition(generation: log.position.generation + 1, head: commit.head)
            }
            for record in batch.puts { log.records[record.name] = record }
            for name in batch.drops {
                log.records[name] = nil
                if name.kind == TeamRecord.Name.attachment { log.pieces[name.key] = nil }
            }
            logs[vault] = log
            return true
        }
    }

    func holding<Result>(_ vault: [UInt8], _ body: () throws -> Result) throws -> Result { try body() }

    func piece(_ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError) -> [UInt8]? {
        try check(vault, .reader)
        return server[vault].pieces[attachment]?[number]
    }

    func put(piece: [UInt8], _ number: Int, of attachment: [UInt8], in vault: [UInt8]) throws(VaultError) {
        try check(vault, .writer)
        server[vault].pieces[attachment, default: [:]][number] = piece
    }

    func letter(_ identifier: [UInt8]) throws(VaultError) -> [UInt8]? {
        server.logs.withLock { logs in
            logs.values.lazy.filter { $0.access[self.login] != nil }.compactMap { $0.letters[identifier] }.first
        }
    }

    func put(
        letter: [UInt8], _ identifier: [UInt8], in vault: [UInt8], keepsForever: Bool
    ) throws(VaultError) {
        guard server[vault].letters[identifier] == nil else { throw VaultError(.duplicate, "there is one") }
        server[vault].letters[identifier] = letter
    }

    func put(note: [UInt8], of device: [UInt8], in vault: [UInt8]) throws(VaultError) {
        let name = TeamRecord.Name(kind: TeamRecord.Name.device, key: device)
        guard note.count == TeamSignedNote.byteCount, server[vault].records[name] != nil else {
            throw VaultError(.notAllowed, "there is no such device")
        }
        server[vault].notes[device] = note
    }

    func notes(of devices: [[UInt8]], in vault: [UInt8]) throws(VaultError) -> [TeamSignedNote] {
        let notes = server[vault].notes
        return devices.compactMap { device in notes[device].map { TeamSignedNote(device: device, body: $0) } }
    }

    func allow(
        _ login: String, _ access: TeamAccess, speakingFor devices: [[UInt8]], in vault: [UInt8]
    ) throws(VaultError) {
        try check(vault, .admin)
        server[vault].access[login] = access == .none ? nil : access
    }

    func sender(of generation: UInt64, in vault: [UInt8]) throws(VaultError) -> String? {
        server[vault].calls[generation]?.login
    }

    func cut(_ vault: [UInt8], after generation: UInt64, from position: TeamPosition) throws(VaultError) -> [String] {
        try check(vault, .admin)
        return try server.logs.withLock { logs throws(VaultError) in
            guard var log = logs[vault], log.position == position, let call = log.calls[generation + 1] else {
                throw VaultError(.busy, "the log is elsewhere")
            }
            let logins = (generation + 1...position.generation).compactMap { log.calls[$0]?.login }
            (log.position, log.records) = (call.position, call.records)
            log.commits.removeLast(Int(position.generation - call.position.generation))
            for login in logins where login != self.login { log.access[login] = .reader }
            logs[vault] = log
            return Set(logins).sorted()
        }
    }
}
