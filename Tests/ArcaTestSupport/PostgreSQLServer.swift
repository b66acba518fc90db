public import Foundation

/// A PostgreSQL server that `scripts/team-server` runs, for as long as a test takes.
public struct PostgreSQLServer {
    /// Where it is: a password file for each login, the authority's certificate.
    public let folder: URL
    /// An address by login.
    public let addresses: [String: String]
    /// Its port.
    public let port: Int

    /// Whether PostgreSQL is on this machine.
    public static let isInstalled =
        ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql"))?.isEmpty == false)

    /// Runs a server while `body` runs.
    public static func run<Result>(
        _ logins: [String], sql: String, body: (PostgreSQLServer) throws -> Result
    ) throws -> Result {
        try Peer.inFolder { parent in
            // The server's user has to reach it.
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: parent.path)
            let file = parent.appendingPathComponent("team.sql")
            try Data(sql.utf8).write(to: file)
            let folder = parent.appendingPathComponent("server")
            let output = try script(
                [folder.path] + logins, ["ARCA_TEAM_SQL": file.path, "ARCA_TEAM_SERVER_FSYNC": "off"])
            defer { _ = try? script(["--stop", folder.path], [:]) }
            let lines = output.split(separator: "\n").map(String.init)
            let port = try String(contentsOf: folder.appendingPathComponent("port"), encoding: .utf8)
            return try body(
                PostgreSQLServer(
                    folder: folder, addresses: Dictionary(zip(logins, lines)) { first, _ in first },
                    port: Int(port.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0))
        }
    }

    private static func script(_ arguments: [String], _ environment: [String: String]) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let answer = try Peer.run(
            [root.appendingPathComponent("scripts/team-server").path] + arguments, environment: environment)
        guard answer.status == 0 else { throw Peer.Failure(status: answer.status) }
        return answer.text
    }

    /// The file with the password of a login.
    public func passwordFile(_ login: String) -> URL { folder.appendingPathComponent("\(login).password") }

    /// The folder of the superuser's socket.
    public var socket: URL { folder.appendingPathComponent("socket") }

    /// Runs SQL as the superuser; the answer's text.
    @discardableResult
    public func sql(_ statement: String) throws -> String {
        try Peer.output([
            "psql", "-h", socket.path, "-p", "\(port)", "-U", "postgres", "-d", "arca", "-Atq", "-v", "ON_ERROR_STOP=1",
            "-c", statement,
        ])
    }
}
