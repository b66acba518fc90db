internal import ArcaCodecs
internal import ArcaCore
import ArcaCrypto
import Testing

@testable import ArcaContainers

@Suite struct AgePluginServerTests {
    /// Serves one key, and asks for a secret first if wanted.
    private struct OneKey: AgePluginKeys {
        var identity: any Age.Identity = AgeFixtures.identity
        var recipient: any Age.Recipient = AgeFixtures.recipient
        var secret: String?
        /// The recipient of the identity, if it is another one.
        var identityRecipient: (any Age.Recipient)?

        mutating func keys(forIdentity text: String, _ ask: Asking) throws -> Keys {
            guard text == PluginFixtures.identity else { throw ContainerError(.malformed, "unknown identity") }
            if let secret, try ask(.secret("PIN")) != SecretBytes(copying: secret.utf8) {
                _ = try ask(.message("wrong PIN"))
                throw ContainerError(.wrongKey, "no PIN", hint: "know it")
            }
            return ([identity], [identityRecipient ?? recipient])
        }

        mutating func recipient(_ text: String) throws -> any Age.Recipient {
            guard text == PluginFixtures.recipient else { throw ContainerError(.malformed, "unknown recipient") }
            return recipient
        }
    }

    /// The messages of the plugin to a client that says this, and whether it had no errors.
    private func serve(
        _ machine: String, _ script: Script, _ keys: OneKey = OneKey()
    ) throws -> (messages: [AgePluginMessage], isComplete: Bool) {
        let sent = SentBytes()
        var server = AgePluginServer(MemoryReader(script.bytes), sent)
        var keys = keys
        let isComplete = try server.serve(machine, &keys)
        return (try sent.messages(), isComplete)
    }

    private static let addRecipient = AgePluginMessage("add-recipient", [PluginFixtures.recipient])
    private static let addIdentity = AgePluginMessage("add-identity", [PluginFixtures.identity])
    private static let fileKey = AgePluginMessage("wrap-file-key", [], SecretBytes(copying: [UInt8](1...16)))
    private static let grease = AgePluginMessage.text("grease-0123", ["1", "2"], "data")

    private static func stanzas(file: Int = 0) throws -> [AgePluginMessage] {
        try AgeFixtures.recipient.wrap(PluginFixtures.fileKey).map {
            AgePluginMessage("recipient-stanza", file: file, $0)
        }
    }

    @Test("wraps each file key for recipients and identities, and ignores grease")
    func wraps() throws {
        var script = Script(Self.addRecipient, Self.grease, Self.fileKey, Self.addIdentity, Self.fileKey, Script.done)
        for _ in 0..<4 { script.add(Script.ok) }
        let (messages, isComplete) = try serve("recipient-v1", script)
        #expect(isComplete)
        #expect(messages.map(\.command) == Array(repeating: "recipient-stanza", count: 4) + ["done"])
        #expect(messages.compactMap(\.arguments.first) == ["0", "0", "1", "1"])
        for message in messages.dropLast() {
            let stanza = try #require(message.stanza)
            #expect(try AgeFixtures.identity.unwrap([stanza]) == PluginFixtures.fileKey)
        }
    }

    @Test("sends labels only to a client that asks for them")
    func labels() throws {
        let hybrid = OneKey(recipient: try Age.HybridIdentity().recipient)
        var script = Script(Self.addRecipient, Self.fileKey, AgePluginMessage("extension-labels"), Script.done)
        for _ in 0..<2 { script.add(Script.ok) }
        let answered = try serve("recipient-v1", script, hybrid).messages
        #expect(answered.map(\.command) == ["recipient-stanza", "labels", "done"])
        #expect(answered[1].arguments == ["postquantum"])
        let plain = try serve("recipient-v1", script).messages
        #expect(plain[1].command == "labels" && plain[1].arguments.isEmpty)
        let older = Script(Self.addRecipient, Self.fileKey, Script.done, Script.ok)
        #expect(try serve("recipient-v1", older, hybrid).messages.map(\.command) == ["recipient-stanza", "done"])
    }

    @Test("sends no stanza if the labels of two recipients differ")
    func mixedLabels() throws {
        var keys = OneKey(recipient: try Age.HybridIdentity().recipient)
        keys.identityRecipient = AgeFixtures.recipient
        let script = Script(
            Self.addRecipient, Self.addIdentity, Self.fileKey, AgePluginMessage("extension-labels"), Script.done,
            Script.ok)
        let (messages, isComplete) = try serve("recipient-v1", script, keys)
        #expect(!isComplete && messages.map(\.command) == ["error", "done"])
        #expect(messages[0].bodyText.contains("post-quantum recipients cannot be combined"))
    }

    @Test("sends no stanza if one recipient is invalid")
    func invalidRecipients() throws {
        let script = Script(
            Self.addRecipient, AgePluginMessage("add-recipient", ["x"]), AgePluginMessage("add-identity", ["y"]),
            Self.fileKey, Script.done, Script.ok, Script.ok)
        let (messages, isComplete) = try serve("recipient-v1", script)
        #expect(!isComplete)
        #expect(
            messages.map { [$0.command] + $0.arguments } == [
                ["error", "recipient", "1"], ["error", "identity", "0"], ["done"],
            ])
        #expect(messages[0].bodyText == "unknown recipient")
    }

    @Test("unwraps the file keys of several files, and ignores stanzas of others and grease")
    func unwraps() throws {
        let other = try Age.Stanza(type: "other", arguments: ["x"], body: [1])
        var script = Script(Self.grease, AgePluginMessage("recipient-stanza", file: 0, other))
        for message in try Self.stanzas(file: 0) { script.add(message) }
        script.add(Self.addIdentity)
        script.add(AgePluginMessage("recipient-stanza", file: 3, other))
        for message in try Self.stanzas(file: 7) { script.add(message) }
        for message in [Script.done, Script.ok, Script.ok] { script.add(message) }
        let (messages, isComplete) = try serve("identity-v1", script)
        #expect(isComplete)
        #expect(messages.map { [$0.command] + $0.arguments } == [["file-key", "0"], ["file-key", "7"], ["done"]])
        #expect(messages.dropLast().allSatisfy { SymmetricKey($0.body) == PluginFixtures.fileKey })
    }

    @Test("asks the user of the client, and reports an identity that cannot be used")
    func asks() throws {
        let keys = OneKey(secret: "1234")
        func script(_ responses: AgePluginMessage...) throws -> Script {
            var script = Script(Self.addIdentity)
            for message in try Self.stanzas() + [Script.done] + responses { script.add(message) }
            return script
        }
        let opened = try serve("identity-v1", try script(.text("ok", "1234"), Script.ok), keys)
        #expect(opened.isComplete && opened.messages.map(\.command) == ["request-secret", "file-key", "done"])
        #expect(opened.messages[0].bodyText == "PIN")
        for refusal in [AgePluginMessage("fail"), AgePluginMessage("unsupported"), .text("ok", "1235")] {
            let answer = try serve("identity-v1", try script(refusal, Script.ok, Script.ok), keys)
            #expect(!answer.isComplete)
            #expect(answer.messages.map(\.command) == ["request-secret", "msg", "error", "done"])
            #expect(answer.messages[2].arguments == ["identity", "0"])
            #expect(answer.messages[2].bodyText == "no PIN; know it")
        }
    }

    @Test("reports the malformed stanza of a file, and still opens the others")
    func malformedStanza() throws {
        let bad = try Age.Stanza(type: "X25519", arguments: ["AAAA"], body: [UInt8](repeating: 0, count: 32))
        var script = Script(Self.addIdentity)
        for message in try Self.stanzas(file: 0) { script.add(message) }
        script.add(AgePluginMessage("recipient-stanza", file: 0, bad))
        for message in try Self.stanzas(file: 1) { script.add(message) }
        for message in [Script.done, Script.ok, Script.ok] { script.add(message) }
        let (messages, isComplete) = try serve("identity-v1", script)
        #expect(!isComplete)
        #expect(
            messages.map { [$0.command] + $0.arguments } == [
                ["error", "stanza", "0", "1"], ["file-key", "1"], ["done"],
            ])
    }

    @Test("opens no file if one identity is invalid")
    func invalidIdentity() throws {
        var script = Script(Self.addIdentity, AgePluginMessage("add-identity", ["x"]))
        for message in try Self.stanzas() + [Script.done, Script.ok] { script.add(message) }
        let (messages, isComplete) = try serve("identity-v1", script)
        #expect(!isComplete && messages.map { [$0.command] + $0.arguments } == [["error", "identity", "1"], ["done"]])
    }

    @Test("rejects every cut of a client's messages, and files out of order")
    func cuts() throws {
        var script = Script(Self.addIdentity)
        for message in try Self.stanzas() + [Script.done, Script.ok] { script.add(message) }
        for count in 0..<script.bytes.count {
            var server = AgePluginServer(MemoryReader(Array(script.bytes.prefix(count))), SentBytes())
            var keys = OneKey()
            let error = #expect(throws: ContainerError.self) { try server.serve("identity-v1", &keys) }
            #expect(error?.code == .truncated || error?.code == .malformed, "\(count)")
        }
        for places in [["1", "0"], ["-1"], ["x"], ["99999999999999999999"]] {
            var script = Script(Self.addIdentity)
            for place in places { script.add(AgePluginMessage("recipient-stanza", [place, "X25519"])) }
            script.add(Script.done)
            #expect(throws: ContainerError.code(.malformed)) { try serve("identity-v1", script) }
        }
    }

    @Test("refuses other state machines")
    func machines() throws {
        for machine in ["", "identity-v2", "recipient", "Identity-v1"] {
            #expect(throws: ContainerError.code(.unsupported)) { try serve(machine, Script(Script.done)) }
        }
    }
}
