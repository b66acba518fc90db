internal import ArcaCodecs
internal import ArcaCore
import ArcaCrypto

@testable import ArcaContainers

/// Collects everything that one side sends.
final class SentBytes: ByteWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ bytes: borrowing some Bytes) { self.bytes += [UInt8](bytes: bytes) }

    /// The first words of the messages that were sent.
    func commands() throws -> [[String]] {
        var connection = AgePluginConnection(MemoryReader(bytes), MemoryWriter())
        var commands: [[String]] = []
        while let message = try connection.next() { commands.append([message.command] + message.arguments) }
        return commands
    }

    /// The messages that were sent.
    func messages() throws -> [AgePluginMessage] {
        var connection = AgePluginConnection(MemoryReader(bytes), MemoryWriter())
        var messages: [AgePluginMessage] = []
        while let message = try connection.next() { messages.append(message) }
        return messages
    }
}

/// A side of the protocol that says the same whatever it hears.
struct Script {
    private(set) var bytes: [UInt8] = []

    init(_ messages: AgePluginMessage...) { for message in messages { add(message) } }

    mutating func add(_ message: AgePluginMessage) { bytes += [UInt8](bytes: message.text()) }

    static let done = AgePluginMessage("done")
    static let ok = AgePluginMessage("ok")
}

extension AgePluginMessage {
    /// A message with a body of text.
    static func text(_ command: String, _ text: String) -> AgePluginMessage {
        AgePluginMessage(command, text: text)
    }

    static func text(_ command: String, _ arguments: [String], _ text: String) -> AgePluginMessage {
        AgePluginMessage(command, arguments, text: text)
    }

    static func bytes(_ command: String, _ arguments: [String], _ bytes: [UInt8]) -> AgePluginMessage {
        AgePluginMessage(command, arguments, SecretBytes(copying: bytes))
    }

    var bodyText: String { String(body) }
}

enum PluginFixtures {
    static let fileKey = SymmetricKey(copying: [UInt8](1...16))
    static let recipient = "age1tester10q9t6a7v"
    static let identity = "AGE-PLUGIN-TESTER-10QUY9Z3L"

    /// Runs the client's side of recipient-v1 against a script.
    static func wrap(
        _ script: [UInt8], sent: SentBytes = SentBytes(), plugins: Age.Plugins = Age.Plugins()
    ) throws -> (stanzas: [Age.Stanza], labels: Set<String>) {
        var client = AgePluginClient(
            AgePluginConnection(MemoryReader(script), sent), name: try AgePluginName("tester"), plugins: plugins)
        return try client.wrap(fileKey, for: SecretBytes(copying: recipient.utf8), isIdentity: false)
    }

    /// Runs the client's side of identity-v1 against a script.
    static func unwrap(
        _ script: [UInt8], _ stanzas: [Age.Stanza] = [], sent: SentBytes = SentBytes(),
        plugins: Age.Plugins = Age.Plugins()
    ) throws -> SymmetricKey? {
        var client = AgePluginClient(
            AgePluginConnection(MemoryReader(script), sent), name: try AgePluginName("tester"), plugins: plugins)
        return try client.unwrap(stanzas, with: SecretBytes(copying: identity.utf8))
    }
}
