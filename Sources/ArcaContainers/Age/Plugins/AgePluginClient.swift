internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

/// The client's side of the two state machines, without the process.
///
/// Source: c2sp.org/age-plugin, "Wrapping with recipient-v1" and "Unwrapping with identity-v1".
struct AgePluginClient<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>: ~Copyable {
    private var connection: AgePluginConnection<Input, Output>
    private let name: AgePluginName
    private let plugins: Age.Plugins
    private var failures: [String] = []
    /// The number of messages and questions to the user.
    private var requestCount = 0

    private static var maximumFailureCount: Int { 8 }
    private static var maximumTextCount: Int { 1024 }
    private static var maximumRequestCount: Int { 256 }

    init(
        _ connection: consuming AgePluginConnection<Input, Output>, name: AgePluginName, plugins: Age.Plugins
    ) {
        self.connection = connection
        self.name = name
        self.plugins = plugins
    }

    /// Wraps a file key for a recipient, or for an identity.
    mutating func wrap(
        _ fileKey: SymmetricKey, for text: SecretBytes, isIdentity: Bool
    ) throws -> (stanzas: [Age.Stanza], labels: Set<String>) {
        try connection.send(AgePluginMessage(isIdentity ? "add-identity" : "add-recipient"), secret: text)
        try connection.send(Self.grease())
        try connection.send(AgePluginMessage("wrap-file-key", [], SecretBytes(copying: fileKey)))
        // Without it, the plugin may not send labels.
        try connection.send(AgePluginMessage("extension-labels"))
        try connection.send(AgePluginMessage("done"))
        var stanzas: [Age.Stanza] = []
        var labels: Set<String>?
        try answer { message in
            switch message.command {
            case "recipient-stanza":
                guard message.arguments.first == "0", let stanza = message.stanza else {
                    throw Self.malformed(message)
                }
                stanzas.append(stanza)
            case "labels":
                guard labels == nil else { throw ContainerError(.malformed, "it sent labels twice") }
                labels = Set(message.arguments)
            default: return false
            }
            return true
        }
        guard !stanzas.isEmpty else { throw ContainerError(.malformed, "it sent no stanza") }
        return (stanzas, labels ?? [])
    }

    /// Unwraps the file key of a header; nil if none of its stanzas is for the identity.
    mutating func unwrap(_ stanzas: [Age.Stanza], with identity: SecretBytes) throws -> SymmetricKey? {
        try connection.send(AgePluginMessage("add-identity"), secret: identity)
        try connection.send(Self.grease())
        for stanza in stanzas { try connection.send(AgePluginMessage("recipient-stanza", file: 0, stanza)) }
        try connection.send(AgePluginMessage("done"))
        var fileKey: SymmetricKey?
        try answer { message in
            guard message.command == "file-key" else { return false }
            guard message.arguments == ["0"], message.body.count == AgeKeyBox.fileKeyByteCount else {
                throw Self.malformed(message)
            }
            guard fileKey == nil else { throw ContainerError(.malformed, "it sent two file keys") }
            fileKey = SymmetricKey(message.body)
            return true
        }
        return fileKey
    }

    /// An unknown command, which a plugin must ignore.
    private static func grease() throws -> AgePluginMessage {
        let random = try SecureRandom.bytes(16)
        let body = SecretBytes(copying: random.suffix(Int(random[0] % 8)))
        return AgePluginMessage("grease-" + Base16.standard.encode(random.prefix(8)), [String(random[1])], body)
    }

    /// Answers the plugin's commands until `done`; `take` is called for those of one state machine.
    private mutating func answer(_ take: (AgePluginMessage) throws -> Bool) throws {
        while true {
            guard let message = try connection.next() else {
                throw ContainerError(.truncated, "it ended before it was done")
            }
            if message.command == "done" { break }
            try connection.send(try response(to: message, take))
        }
        guard failures.isEmpty else {
            // The protocol does not tell a missing key from a damaged header.
            throw ContainerError(.wrongKey, failures.joined(separator: "; "))
        }
    }

    private mutating func response(
        to message: AgePluginMessage, _ take: (AgePluginMessage) throws -> Bool
    ) throws -> AgePluginMessage {
        let fail = AgePluginMessage("fail")
        if ["msg", "request-public", "request-secret", "confirm"].contains(message.command) {
            requestCount += 1
            guard requestCount <= Self.maximumRequestCount else {
                throw ContainerError(.malformed, "it sent more than \(Self.maximumRequestCount) messages to the user")
            }
        }
        switch message.command {
        case "msg":
            guard let show = plugins.showMessage, (try? show(name.text, Self.text(message.body))) != nil else {
                return fail
            }
        case "request-public", "request-secret":
            let isSecret = message.command == "request-secret"
            guard let ask = plugins.askForValue,
                let value = try? ask(name.text, Self.text(message.body), isSecret)
            else { return fail }
            return AgePluginMessage("ok", [], value)
        case "confirm":
            guard (1...2).contains(message.arguments.count) else { throw Self.malformed(message) }
            let choices = try message.arguments.map { argument in
                guard let bytes = try? Age.base64.decode(argument) else { throw Self.malformed(message) }
                return Self.text(SecretBytes(copying: bytes))
            }
            guard let confirm = plugins.confirm,
                let isYes = try? confirm(
                    name.text, Self.text(message.body), choices[0], choices.count > 1 ? choices[1] : nil)
            else { return fail }
            return AgePluginMessage("ok", [isYes ? "yes" : "no"])
        case "error":
            if failures.count < Self.maximumFailureCount { failures.append(Self.text(message.body)) }
        default:
            guard try take(message) else { return AgePluginMessage("unsupported") }
        }
        return AgePluginMessage("ok")
    }

    /// The text of a message in printable form; line breaks are kept.
    private static func text(_ body: SecretBytes) -> String {
        let lines = [UInt8](bytes: body).split(separator: .newline, omittingEmptySubsequences: false)
        let text = lines.map { String(printable: $0) }.joined(separator: "\n")
        return text.count <= maximumTextCount ? text : text.prefix(maximumTextCount) + "…"
    }

    private static func malformed(_ message: AgePluginMessage) -> ContainerError {
        ContainerError(.malformed, "it sent a malformed '\(message.command.prefix(32))'")
    }
}
