internal import ArcaCodecs
public import ArcaCore
public import ArcaVault

/// The address of a PostgreSQL server with a login: `postgresql://alice@db.example.org/arca`.
///
/// Contains host, port, database and login, and with `sslrootcert` the trusted authorities; other security options
/// cannot be set. A host that begins with a slash is the folder of a local socket:
/// `postgresql://alice@%2Frun%2Fpostgresql/arca`.
///
/// Source: PostgreSQL 15, section 34.1.1.2.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// A host name, an IP address, or the folder of a socket.
    public let host: String
    /// The port; 5432 by default.
    public let port: Int
    /// The name of the database.
    public let database: String
    /// The login role.
    public let login: String
    /// A file with trusted authorities' certificates; nil for the system's.
    public let rootCertificates: String?

    /// Whether the server is reached through a local socket, which needs no TLS.
    public var isLocal: Bool { host.hasPrefix("/") }

    /// The address as text.
    public var description: String {
        "postgresql://\(Self.encoded(login))@\(host.contains(":") ? "[\(host)]" : Self.encoded(host))"
            + (port == 5432 ? "" : ":\(port)") + "/\(Self.encoded(database))"
            + (rootCertificates.map { "?sslrootcert=\(Self.encoded($0))" } ?? "")
    }

    /// Parses an address.
    ///
    /// - Parameter text: `postgresql://LOGIN@HOST[:PORT]/DATABASE[?sslrootcert=FILE]`, with reserved bytes
    ///   percent-encoded.
    /// - Throws: ``VaultError`` with code `.malformed`; it never quotes the text, which may contain a password.
    public init(_ text: String) throws(VaultError) {
        guard let start = ["postgresql://", "postgres://"].first(where: text.hasPrefix) else {
            throw Self.malformed("it begins with postgresql://")
        }
        var rest = text.dropFirst(start.count)
        var query: Substring = ""
        if let mark = rest.firstIndex(of: "?") { (query, rest) = (rest[rest.index(after: mark)...], rest[..<mark]) }
        guard let slash = rest.firstIndex(of: "/"), let at = rest[..<slash].lastIndex(of: "@") else {
            throw Self.malformed("it needs a login before the host and a database behind it")
        }
        let user = rest[..<at]
        guard !user.contains(":") else {
            throw Self.malformed("a password does not belong into it, where histories and lists of processes show it")
        }
        var place = rest[rest.index(after: at)..<slash]
        var port = 5432
        if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
            let tail = place[place.index(after: end)...]
            place = place[place.index(after: place.startIndex)..<end]
            if !tail.isEmpty { port = try Self.port(tail.dropFirst(), tail.first == ":") }
        } else if let colon = place.lastIndex(of: ":") {
            port = try Self.port(place[place.index(after: colon)...], true)
            place = place[..<colon]
        }
        var rootCertificates: String?
        for setting in query.split(separator: "&", omittingEmptySubsequences: false) where !query.isEmpty {
            guard setting.hasPrefix("sslrootcert="), rootCertificates == nil else {
                throw Self.malformed("the only setting that it takes is sslrootcert")
            }
            rootCertificates = try Self.decoded(setting.dropFirst("sslrootcert=".count))
        }
        (host, login) = (try Self.decoded(place), try Self.decoded(user))
        database = try Self.decoded(rest[rest.index(after: slash)...])
        (self.port, self.rootCertificates) = (port, rootCertificates)
        guard !host.isEmpty, !login.isEmpty, !database.isEmpty, !host.contains(",") else {
            throw Self.malformed("it needs one login, one host and one database")
        }
    }

    private static func port(_ text: Substring, _ isThere: Bool) throws(VaultError) -> Int {
        guard isThere, let port = UInt16(text), port > 0 else {
            throw malformed("its port is not a number from 1 to 65535")
        }
        return Int(port)
    }

    private static func malformed(_ what: String) -> VaultError {
        VaultError(
            .malformed, "the server's address is not one: \(what)",
            hint: "write it as postgresql://LOGIN@HOST/DATABASE")
    }

    private static func decoded(_ text: Substring) throws(VaultError) -> String {
        do {
            let bytes = try PercentEncoding.component.decode(text.utf8)
            guard let text = String(validating: bytes, as: UTF8.self),
                !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f })
            else { throw malformed("it holds control characters, or is not UTF-8") }
            return text
        } catch let error as VaultError { throw error } catch {
            throw malformed("a % in it is not followed by two digits")
        }
    }

    private static func encoded(_ text: String) -> String { PercentEncoding.component.encode(text.utf8) }
}
