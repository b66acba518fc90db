internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

/// The attributes of git's credential protocol, `key=value` lines up to an empty one.
///
/// Source: git-credential(1), "Input/output format".
struct GitCredential {
    private static let used: Set = [
        "protocol", "host", "path", "username", "ephemeral", "authtype", "password_expiry_utc", "capability[]",
        "state[]",
    ]

    private(set) var values: [String: String] = [:]
    private(set) var password: SecretBytes?
    private(set) var capabilities: Set<String> = []
    private(set) var states: [String] = []

    /// Parses what git sends; attributes that Arca does not use are ignored, such as `wwwauth[]`.
    init(_ input: SecretBytes) throws {
        var lineNumber = 1
        try input.withBytes { bytes in
            var start = 0
            while start < bytes.count {
                var end = start
                while end < bytes.count, bytes[end] != .newline { end += 1 }
                guard end > start else { return }
                try take(bytes.extracting(start..<end), lineNumber)
                (start, lineNumber) = (end + 1, lineNumber + 1)
            }
        }
    }

    private mutating func take(_ line: Span<UInt8>, _ number: Int) throws {
        guard let sign = line.indices.first(where: { line[$0] == UInt8(ascii: "=") }), sign > 0 else {
            throw UsageError(.invalidValue, "line \(number) of git's request is not key=value")
        }
        let key = String(decoding: [UInt8](bytes: line.extracting(..<sign)), as: UTF8.self)
        let content = line.extracting((sign + 1)...)
        if key == "password" || key == "credential" {
            password = SecretBytes(copying: content)
            return
        }
        guard Self.used.contains(key) else { return }
        guard let value = String(validating: [UInt8](bytes: content), as: UTF8.self) else {
            throw UsageError(.invalidValue, "the attribute \(key) of git's request is not UTF-8 text")
        }
        switch key {
        // An empty value clears a list.
        case "capability[]": if value.isEmpty { capabilities = [] } else { capabilities.insert(value) }
        case "state[]": if value.isEmpty { states = [] } else { states.append(value) }
        default: values[key] = value
        }
    }

    /// The login that git means; nil if it names no server.
    var request: LoginRequest? {
        get throws(UsageError) {
            guard let scheme = values["protocol"], let host = values["host"], !scheme.isEmpty, !host.isEmpty else {
                return nil
            }
            guard
                let request = LoginRequest(
                    scheme: scheme, server: host, path: values["path"], username: values["username"])
            else {
                throw UsageError(
                    .invalidValue, "git asks for '\(scheme)://\(host)', which is not the address of a server")
            }
            return request
        }
    }

    /// When the password expires.
    var expires: Vault.Timestamp? {
        values["password_expiry_utc"].flatMap { Int64($0) }.map { Vault.Timestamp(seconds: $0) }
    }

    /// The answer to `get`, in pieces that do not copy the secret.
    static func write(_ lines: [(key: String, value: String)], secret: (key: String, value: SecretBytes)?) throws {
        var output = FileWriter(descriptor: 1, name: "standard output")
        try output.write(lines.reduce(into: "") { $0 += "\($1.key)=\($1.value)\n" }.utf8)
        guard let secret else { return }
        try output.write("\(secret.key)=".utf8)
        try output.write(secret.value)
        try output.write("\n".utf8)
    }
}
