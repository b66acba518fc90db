public import Foundation

/// A PostgreSQL server started by `scripts/team-server` for the duration of a test.
public struct PostgreSQLServer: Sendable {
    /// The server folder, with a password file for each login and the CA certificate.
    public let folder: URL
    /// The connection address of each login.
    public let addresses: [String: String]
    /// The port.
    public let port: Int
    /// The script's standard error.
    public let notes: String

    /// Whether PostgreSQL is installed.
    public static let isInstalled =
        ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql"))?.isEmpty == false)

    private let parent: URL

    /// Starts a server with logins, after running `sql` as the superuser.
    public init(_ logins: [String], sql: String) throws {
        // The server's user needs access to the folder.
        parent = FileManager.default.temporaryDirectory.appendingPathComponent("pg-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: parent, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        folder = parent.appendingPathComponent("server")
        do {
            let file = parent.appendingPathComponent("team.sql")
            try Data(sql.utf8).write(to: file)
            let output = try Self.script(
                [folder.path] + logins, ["ARCA_TEAM_SQL": file.path, "ARCA_TEAM_SERVER_FSYNC": "off"])
            notes = output.errors
            let lines = output.lines.map(String.init)
            addresses = Dictionary(zip(logins, lines)) { first, _ in first }
            let text = try String(contentsOf: folder.appendingPathComponent("port"), encoding: .utf8)
            port = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        } catch {
            try? FileManager.default.removeItem(at: parent)
            throw error
        }
    }

    /// Stops the server and removes its files.
    public func stop() {
        _ = try? Self.script(["--stop", folder.path], [:])
        try? FileManager.default.removeItem(at: parent)
    }

    /// Takes a base backup and archives all later changes.
    public func backUp() throws { _ = try Self.script(["--backup", folder.path], [:]) }

    /// Creates a named restore point, after a backup.
    public func mark(_ name: String) throws { try sql("SELECT pg_create_restore_point('\(name)')") }

    /// Restores the server to a named restore point.
    public func restore(to name: String) throws {
        try sql("SELECT pg_switch_wal()")
        _ = try Self.script(["--restore", folder.path, name], [:])
    }

    /// Runs a server during a closure.
    public static func run<Result>(
        _ logins: [String], sql: String, body: (PostgreSQLServer) throws -> Result
    ) throws -> Result {
        let server = try PostgreSQLServer(logins, sql: sql)
        defer { server.stop() }
        return try body(server)
    }

    private static func script(_ arguments: [String], _ environment: [String: String]) throws -> Peer.Answer {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let answer = try Peer.run(
            [root.appendingPathComponent("scripts/team-server").path] + arguments, environment: environment)
        guard answer.status == 0 else { throw Peer.Failure(status: answer.status, errors: answer.errors) }
        return answer
    }

    /// The password file of a login.
    public func passwordFile(_ login: String) -> URL { folder.appendingPathComponent("\(login).password") }

    /// The folder of the superuser's socket.
    public var socket: URL { folder.appendingPathComponent("socket") }

    /// Runs SQL as the superuser and returns the output.
    @discardableResult
    public func sql(_ statements: String) throws -> String {
        let answer = try Peer.run(
            [
                "psql", "-h", socket.path, "-p", "\(port)", "-U", "postgres", "-d", "arca", "-Atq", "-v",
                "ON_ERROR_STOP=1", "-f", "-",
            ], input: Array(statements.utf8))
        guard answer.status == 0 else { throw Peer.Failure(status: answer.status, errors: answer.errors) }
        return answer.text
    }
}
