import ArcaCrypto
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaPostgres

/// A server with the tables of teams.
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

    /// The password of a login.
    func password(_ login: String) throws -> SecretBytes {
        SecretBytes(copying: Array(try Data(contentsOf: server.passwordFile(login))))
    }

    /// What a login sees.
    func store(_ login: String, timeout: Int = 20_000) throws -> PostgresStore {
        PostgresStore(try #require(addresses[login]), password: try password(login), timeout: timeout)
    }

    /// Runs SQL as the superuser; the answer's text.
    @discardableResult
    func sql(_ statement: String) throws -> String { try server.sql(statement) }
}
