import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaPostgres
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaTeam
@testable import ArcaVault

/// A PostgreSQL server under the control of its superuser, shared by all tests of the process.
final class PostgresTeamServer: TeamServer {
    static let shared = Result {
        // All tests share these logins and their quotas.
        let server = try PostgreSQLServer(
            ["alice", "bob", "carol", "new"],
            sql: PostgresStore.setUp + "UPDATE arca.quota SET most = 1000 * most;\n")
        running = server
        atexit { running?.stop() }
        return PostgresTeamServer(server)
    }

    nonisolated(unsafe) private static var running: PostgreSQLServer?

    let server: PostgreSQLServer

    init(_ server: PostgreSQLServer) { self.server = server }

    func store(_ login: String) throws -> any TeamStore {
        let password = SecretBytes(copying: Array(try Data(contentsOf: server.passwordFile(login))))
        return PostgresStore(try ServerAddress(#require(server.addresses[login])), password: password)
    }

    private static func text(_ bytes: [UInt8]) -> String { "'\\x\(Base16.standard.encode(bytes))'" }

    subscript(vault: [UInt8]) -> TeamLog {
        get {
            do { return try read(vault) } catch {
                Issue.record(error)
                return TeamLog()
            }
        }
        set {
            do { try write(newValue, vault) } catch { Issue.record(error) }
        }
    }

    private func read(_ vault: [UInt8]) throws -> TeamLog {
        let own = "WHERE vault = \(Self.text(vault))"
        var log = TeamLog()
        let rows = try server.sql(
            """
            SELECT 'vault', generation, encode(head, 'hex'), '', '' FROM arca.vault \(own);
            SELECT 'commit', 0, encode(header, 'hex'), encode(signature, 'hex'), encode(changes, 'hex')
              FROM arca.commit \(own) ORDER BY generation;
            SELECT 'record', generation, kind::text, encode(key, 'hex'), encode(body, 'hex') FROM arca.record \(own);
            SELECT 'note', 0, encode(device, 'hex'), encode(body, 'hex'), '' FROM arca.note \(own);
            SELECT 'piece', number, encode(attachment, 'hex'), encode(body, 'hex'), '' FROM arca.piece p \(own)
              AND EXISTS (SELECT FROM arca.record r WHERE r.vault = p.vault AND r.kind = 3 AND r.key = p.attachment);
            SELECT 'letter', 0, encode(id, 'hex'), encode(body, 'hex'), '' FROM arca.letter \(own);
            SELECT CASE WHEN manages THEN 'admin' WHEN writes THEN 'writer' ELSE 'reader' END, 0, login, '', ''
              FROM arca.access \(own);
            """)
        for row in rows.split(separator: "\n") {
            let columns = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let number = try #require(UInt64(columns[1]))
            if let access = TeamAccess(rawValue: columns[0]) {
                log.access[columns[2]] = access
                continue
            }
            if columns[0] == "record" {
                let key = try Base16.standard.decode(columns[3])
                let name = TeamRecord.Name(kind: try #require(UInt8(columns[2])), key: key)
                let body = try Base16.standard.decode(columns[4])
                log.records[name] = TeamRecord(name: name, generation: number, body: body)
                continue
            }
            let values = try columns[2...].map { try Base16.standard.decode($0) }
            switch columns[0] {
            case "vault": log.position = TeamPosition(generation: number, head: values[0])
            case "commit":
                log.commits.append(TeamCommit(header: values[0], signature: values[1], changes: values[2]))
            case "note": log.notes[values[0]] = values[1]
            case "piece": log.pieces[values[0], default: [:]][Int(number)] = values[1]
            default: log.letters[values[0]] = values[1]
            }
        }
        return log
    }

    private func write(_ log: TeamLog, _ vault: [UInt8]) throws {
        let own = Self.text(vault)
        var statements = ["BEGIN"]
        for table in ["commit", "record", "piece", "letter", "access"] {
            statements.append("DELETE FROM arca.\(table) WHERE vault = \(own)")
        }
        statements.append(
            "UPDATE arca.vault SET generation = \(log.position.generation), head = \(Self.text(log.position.head)) "
                + "WHERE vault = \(own)")
        for (index, commit) in log.commits.enumerated() {
            let values = [commit.header, commit.signature, commit.changes].map(Self.text).joined(separator: ", ")
            statements.append("INSERT INTO arca.commit VALUES (\(own), \(index + 1), \(values))")
        }
        for record in log.records.values {
            let name = "\(record.name.kind), \(Self.text(record.name.key))"
            statements.append(
                "INSERT INTO arca.record VALUES (\(own), \(name), \(record.generation), \(Self.text(record.body)))")
        }
        for (attachment, pieces) in log.pieces {
            for (number, body) in pieces {
                statements.append(
                    "INSERT INTO arca.piece VALUES (\(own), \(Self.text(attachment)), \(number), \(Self.text(body)))")
            }
        }
        for (identifier, body) in log.letters {
            statements.append(
                "INSERT INTO arca.letter VALUES (\(Self.text(identifier)), \(own), \(Self.text(body)), true)")
        }
        for (login, access) in log.access {
            statements.append(
                "INSERT INTO arca.access VALUES (\(own), '\(login)', \(access != .reader), \(access == .admin))")
        }
        // A note stays with the login that wrote it.
        let devices = log.notes.keys.map(Self.text).joined(separator: ", ")
        statements.append(
            "DELETE FROM arca.note WHERE vault = \(own)" + (devices.isEmpty ? "" : " AND device NOT IN (\(devices))"))
        for (device, body) in log.notes {
            let place = "vault = \(own) AND device = \(Self.text(device))"
            statements.append("UPDATE arca.note SET body = \(Self.text(body)) WHERE \(place)")
            statements.append(
                "INSERT INTO arca.note SELECT \(own), \(Self.text(device)), 'postgres', \(Self.text(body)) "
                    + "WHERE NOT EXISTS (SELECT FROM arca.note WHERE \(place))")
        }
        statements.append("COMMIT;\n")
        try server.sql(statements.joined(separator: ";\n"))
    }
}
