internal import ArcaCore
package import ArcaSystem

/// A request of another program for something in a vault, and the answer; contains no secret.
package struct Access: Sendable, Hashable {
    package enum Answer: Sendable, Hashable {
        case given
        /// Refused, with the reason in a few words.
        case refused(String)
    }

    package let time: Vault.Timestamp
    /// The connector that served the request: `git`, `docker`, `ssh`, `age`, `inject`.
    package let connector: String
    /// What was asked for, such as `get https://github.com/org/repo`.
    package let request: String
    /// The name of the item (``VaultItem/Name/text``), or nil if none was found.
    package let item: String?
    package let answer: Answer
    package let client: PeerProcess?

    package init(
        _ connector: String, _ request: String, item: VaultItem.Name? = nil, _ answer: Answer,
        client: PeerProcess?, time: Vault.Timestamp = .now()
    ) {
        self.init(
            time: time, connector: connector, request: request, item: item?.text, answer: answer, client: client)
    }

    private init(
        time: Vault.Timestamp, connector: String, request: String, item: String?, answer: Answer, client: PeerProcess?
    ) {
        (self.time, self.connector, self.request) = (time, connector, request)
        (self.item, self.answer, self.client) = (item, answer, client)
    }
}

extension Access {
    /// Maximum length of each text, in bytes; the remainder is dropped.
    private static let textByteCount = 512

    /// The content of a record, JSON with short names.
    var encoded: [UInt8] {
        func text(_ value: String) -> JSONValue {
            .string(String(decoding: value.utf8.prefix(Self.textByteCount), as: UTF8.self))
        }
        var object = JSONObject()
        object["t"] = .integer(time.milliseconds)
        object["c"] = text(connector)
        object["r"] = text(request)
        if let item { object["i"] = text(item) }
        if case .refused(let reason) = answer { object["x"] = text(reason) }
        if let client {
            object["p"] = .integer(client.identifier)
            object["u"] = .integer(client.user)
            if let program = client.program { object["e"] = text(String(decoding: program.bytes, as: UTF8.self)) }
        }
        return Array(JSONValue.object(object).text().utf8)
    }

    /// Decodes a record; nil if it is not one.
    init?(_ encoded: [UInt8]) {
        guard let root = try? JSONReader.read(encoded), let milliseconds = root["t"]?.int,
            let connector = root["c"]?.string, let request = root["r"]?.string
        else { return nil }
        var client: PeerProcess?
        if let identifier = root["p"]?.int.flatMap({ Int32(exactly: $0) }),
            let user = root["u"]?.int.flatMap({ UInt32(exactly: $0) })
        {
            client = PeerProcess(
                identifier: identifier, user: user, program: root["e"]?.string.map { BytePath($0.utf8) })
        }
        self.init(
            time: Vault.Timestamp(milliseconds: Int64(milliseconds)), connector: connector, request: request,
            item: root["i"]?.string, answer: root["x"]?.string.map { .refused($0) } ?? .given, client: client)
    }
}
