internal import ArcaCore

/// The parts of a web address that name an item.
struct ForeignURL {
    let scheme: String
    let host: String
    /// 0 for the scheme's default.
    let port: UInt16
    /// Without query and fragment; empty for the root.
    let path: String
    let hasPassword: Bool

    /// The default ports of protocols.
    static let ports: [String: UInt16] = [
        "http": 80, "https": 443, "ftp": 21, "ftps": 990, "sftp": 22, "ssh": 22, "telnet": 23, "smtp": 25,
        "pop3": 110, "imap": 143, "ldap": 389, "ldaps": 636, "imaps": 993, "pop3s": 995, "mysql": 3306, "rdp": 3389,
        "postgresql": 5432, "vnc": 5900, "ws": 80, "wss": 443,
    ]

    /// Parses an address; nil if it has no host.
    ///
    /// Without a scheme, only text that looks like a server is accepted: `example.com/login`, `localhost:8080`.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        var scheme = ""
        let letters = rest.prefix { $0.isAlphanumeric || "+-.".utf8.contains($0) }
        if rest[letters.endIndex...].starts(with: "://".utf8), let first = letters.first, first > 0x39 {
            scheme = String(decoding: letters, as: UTF8.self).lowercased()
            rest = rest[(letters.endIndex + 3)...]
        }
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        guard !authority.contains(where: { $0 <= 0x20 || $0 == .backslash }) else { return nil }
        let path = rest[authority.endIndex...].prefix { !"?#".utf8.contains($0) }
        var server = authority
        var hasPassword = false
        if let at = authority.lastIndex(of: .at) {
            hasPassword = authority[..<at].contains(.colon)
            server = authority[(at + 1)...]
        }
        var port: UInt16 = 0
        let hostEnd = server.lastIndex(of: .rightBracket) ?? server.startIndex
        if let colon = server[hostEnd...].firstIndex(of: .colon) {
            let digits = server[(colon + 1)...]
            if !digits.isEmpty {
                guard digits.allSatisfy({ $0.isDigit }),
                    let number = UInt16(String(decoding: digits, as: UTF8.self)), number > 0
                else { return nil }
                port = number
            }
            server = server[..<colon]
        }
        let host = String(decoding: server, as: UTF8.self).lowercased()
        guard !host.isEmpty else { return nil }
        if scheme.isEmpty {
            guard server.startIndex == authority.startIndex else { return nil }
            let isName = server.allSatisfy { $0.isAlphanumeric || $0 == .hyphen || $0 == .period || $0 >= 0x80 }
            guard isName, host == "localhost" || server.dropFirst().dropLast().contains(.period) else { return nil }
        }
        self.scheme = scheme
        self.host = host
        self.port = port == Self.ports[scheme] ? 0 : port
        self.path = path.count > 1 ? String(decoding: path, as: UTF8.self) : ""
        self.hasPassword = hasPassword
    }

    /// Splits several addresses in one text: `https://a.example, https://b.example`; returns other text unchanged.
    ///
    /// An address may contain commas and semicolons, so a new one begins only with a scheme, after a space, or where
    /// the host of the last one has not ended.
    static func list(_ text: String) -> [String] {
        var list: [Substring] = []
        var wasSpaced = true
        var hasPath = false
        for piece in text.split(
            omittingEmptySubsequences: false, whereSeparator: { $0.isNewline || ",; \t".contains($0) })
        {
            guard !piece.isEmpty else {
                wasSpaced = true
                continue
            }
            let rest = piece.split(separator: "://", maxSplits: 1).last ?? piece
            let isNew = piece.contains("://") || wasSpaced || !list.isEmpty && !hasPath
            if isNew, ForeignURL(String(piece)) != nil {
                list.append(piece)
                hasPath = false
            } else if let start = list.last?.startIndex {
                list[list.count - 1] = text[start..<piece.endIndex]
            } else {
                return [text]
            }
            hasPath = hasPath || rest.contains { "/?#".contains($0) }
            wasSpaced = piece.endIndex < text.endIndex && text[piece.endIndex].isWhitespace
        }
        return list.count > 1 && list.allSatisfy { ForeignURL(String($0)) != nil } ? list.map(String.init) : [text]
    }

    /// Whether an address, even an invalid one, may contain a password: a colon before an at sign.
    static func mayHoldPassword(_ text: String) -> Bool {
        let rest = text.utf8.split(separator: .slash, omittingEmptySubsequences: true)
        // The scheme's colon is directly followed by two slashes.
        let hasScheme = rest.count > 1 && rest[0].last == .colon
        let body = hasScheme ? text.utf8[rest[0].endIndex...] : text.utf8[...]
        guard let at = body.lastIndex(of: .at) else { return false }
        return body[..<at].contains(.colon)
    }
}
