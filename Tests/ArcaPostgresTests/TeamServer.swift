import ArcaCrypto
import ArcaTeam
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaPostgres

/// A PostgreSQL server with the tables for teams.
struct TeamServer {
    let server: PostgreSQLServer
    let addresses: [String: ServerAddress]
    var port: Int { server.port }

    static let isInstalled = PostgreSQLServer.isInstalled

    static func run<Result>(_ logins: String..., body: (TeamServer) throws -> Result) throws -> Result {
        try PostgreSQLServer.run(logins, sql: PostgresStore.setUp) { server in
            try body(TeamServer(server: server, addresses: server.addresses.mapValues { try ServerAddress($0) }))
        }
    }

    func password(_ login: String) throws -> SecretBytes {
        SecretBytes(copying: Array(try Data(contentsOf: server.passwordFile(login))))
    }

    /// A store for one login.
    func store(_ login: String, timeout: Int = 20_000) throws -> PostgresStore {
        PostgresStore(try #require(addresses[login]), password: try password(login), timeout: timeout)
    }

    /// Runs SQL as the superuser and returns its output.
    @discardableResult
    func sql(_ statement: String) throws -> String { try server.sql(statement) }
}
