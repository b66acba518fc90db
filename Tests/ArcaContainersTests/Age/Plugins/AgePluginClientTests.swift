internal import ArcaCodecs
internal import ArcaCore
import ArcaCrypto
internal import Synchronization
import Testing

@testable import ArcaContainers

@Suite struct AgePluginClientTests {
    static let stanza = AgePluginMessage.bytes("recipient-stanza", ["0", "tester", "arg"], [1, 2, 3])
    static let fileKey = AgePluginMessage.bytes("file-key", ["0"], [UInt8](1...16))

    @Test("wraps: sends recipient, grease, file key and labels, and takes stanzas")
    func wraps() throws {
        let sent = SentBytes()
        let script = Script(Self.stanza, AgePluginMessage("labels", ["postquantum"]), Script.done)
        let wrapped = try PluginFixtures.wrap(script.bytes, sent: sent)
        #expect(wrapped.stanzas == [try Age.Stanza(type: "tester", arguments: ["arg"], body: [1, 2, 3])])
        #expect(wrapped.labels == ["postquantum"])
        let messages = try sent.messages()
        #expect(messages[0].command == "add-recipient" && messages[0].arguments == [PluginFixtures.recipient])
        #expect(messages[1].command.hasPrefix("grease-"))
        #expect(messages[2].command == "wrap-file-key" && messages[2].body.count == 16)
        #expect(messages.dropFirst(3).map(\.command) == ["extension-labels", "done", "ok", "ok"])
    }

    @Test("unwraps: sends all stanzas, whose bodies may fill lines, and takes the file key")
    func unwraps() throws {
        let stanzas = try [0, 47, 48, 49, 96, 1000].map {
            try Age.Stanza(type: "kind\($0)", arguments: ["a", "b"], body: AgeFixtures.message($0))
        }
        let sent = SentBytes()
        let key = try PluginFixtures.unwrap(Script(Self.fileKey, Script.done).bytes, stanzas, sent: sent)
        #expect(key == PluginFixtures.fileKey)
        let messages = try sent.messages()
        #expect(messages.first?.arguments == [PluginFixtures.identity])
        let given = messages.filter { $0.command == "recipient-stanza" }
        #expect(given.allSatisfy { $0.arguments.first == "0" })
        #expect(given.compactMap(\.stanza) == stanzas)
        #expect(try PluginFixtures.unwrap(Script(Script.done).bytes, stanzas) == nil)
    }

    @Test("answers unknown commands with unsupported, and requests without a user with fail")
    func answers() throws {
        let script = Script(
            AgePluginMessage("example.com/new", ["x"]), .text("msg", "hello"), .text("request-secret", "PIN"),
            .text("request-public", "name"), .text("confirm", [Age.base64.encode("yes".utf8)], "really?"),
            Self.fileKey, Script.done)
        let sent = SentBytes()
        #expect(try PluginFixtures.unwrap(script.bytes, sent: sent) == PluginFixtures.fileKey)
        #expect(
            try sent.commands().suffix(6) == [["unsupported"], ["fail"], ["fail"], ["fail"], ["fail"], ["ok"]])
    }

    @Test("passes messages and questions to the user, in printable form")
    func asks() throws {
        let heard = Mutex<[String]>([])
        var plugins = Age.Plugins()
        plugins.showMessage = { plugin, text in heard.withLock { $0.append("\(plugin): \(text)") } }
        plugins.askForValue = { _, prompt, isSecret in
            heard.withLock { $0.append("\(prompt) \(isSecret)") }
            return SecretBytes(copying: "1234".utf8)
        }
        plugins.confirm = { _, text, yes, no in
            heard.withLock { $0.append("\(text) \(yes) \(no ?? "-")") }
            return no == nil
        }
        let (yes, no) = (Age.base64.encode("use".utf8), Age.base64.encode("skip".utf8))
        let script = Script(
            .text("msg", "touch\n\u{1b}[31mnow\u{202e}"), .text("request-secret", "PIN"),
            .text("request-public", "name"), .text("confirm", [yes, no], "one?"), .text("confirm", [yes], "two?"),
            Script.done)
        let sent = SentBytes()
        _ = try PluginFixtures.unwrap(script.bytes, sent: sent, plugins: plugins)
        #expect(
            heard.withLock { $0 } == [
                "tester: touch\n\\x1b[31mnow\\u{202e}", "PIN true", "name false", "one? use skip", "two? use -",
            ])
        #expect(try sent.commands().suffix(5) == [["ok"], ["ok"], ["ok"], ["ok", "no"], ["ok", "yes"]])
        #expect(try sent.messages().suffix(4).first?.bodyText == "1234")
    }

    @Test("reports a plugin's errors after it is done, and answers a failing closure with fail")
    func errors() throws {
        struct Refusal: Error {}
        var plugins = Age.Plugins()
        plugins.askForValue = { _, _, _ in throw Refusal() }
        let script = Script(
            .text("request-secret", "PIN"), .text("error", ["identity", "0"], "no key\u{7}"),
            .text("error", ["internal"], "and no luck"), Script.done)
        let sent = SentBytes()
        let error = #expect(throws: ContainerError.self) {
            try PluginFixtures.unwrap(script.bytes, sent: sent, plugins: plugins)
        }
        #expect(error?.code == .wrongKey && error?.reason == "no key\\x07; and no luck")
        #expect(try sent.commands().suffix(3) == [["fail"], ["ok"], ["ok"]])
    }

    @Test("rejects every cut of a conversation")
    func cuts() throws {
        let wrapping = Script(.text("msg", "hi"), Self.stanza, AgePluginMessage("labels"), Script.done).bytes
        let unwrapping = Script(.text("msg", "hi"), Self.fileKey, Script.done).bytes
        for count in 0..<wrapping.count {
            let error = #expect(throws: ContainerError.self) {
                try PluginFixtures.wrap(Array(wrapping.prefix(count)))
            }
            #expect(error?.code == .truncated || error?.code == .malformed, "\(count)")
        }
        for count in 0..<unwrapping.count {
            let error = #expect(throws: ContainerError.self) {
                try PluginFixtures.unwrap(Array(unwrapping.prefix(count)))
            }
            #expect(error?.code == .truncated || error?.code == .malformed, "\(count)")
        }
    }

    @Test("survives every changed byte")
    func changes() throws {
        let script = Script(.text("msg", "hi"), Self.fileKey, Script.done).bytes
        for index in script.indices {
            var changed = script
            changed[index] ^= 0x11
            do { _ = try PluginFixtures.unwrap(changed) } catch { #expect(error is ContainerError, "\(index)") }
        }
    }

    @Test(
        "rejects what breaks the rules",
        arguments: [
            "file-key\nAQIDBAUGBwgJCgsMDQ4PEA\n", "file-key 1\nAQIDBAUGBwgJCgsMDQ4PEA\n", "file-key 0\nAQID\n",
            "file-key 0 1\nAQIDBAUGBwgJCgsMDQ4PEA\n", "file-key 00\nAQIDBAUGBwgJCgsMDQ4PEA\n",
            "file-key 0\nAQIDBAUGBwgJCgsMDQ4PEA\n-> file-key 0\nAQIDBAUGBwgJCgsMDQ4PEA\n", "confirm\n\n",
            "confirm a b c\n\n", "confirm ====\n\n", "msg \n\n", "msg  a\n\n", "msg\n=\n", "msg\nAA==\n", "msg\nAB\n",
            "msg \u{7f}\n\n", "msg\r\n\r\n", "\n\n",
        ])
    func malformed(text: String) throws {
        let error = #expect(throws: ContainerError.self) {
            try PluginFixtures.unwrap(Array("-> \(text)-> done\n\n".utf8))
        }
        #expect(error?.code == .malformed, "\(text)")
    }

    @Test("rejects stanzas without a place or type, repeated labels, and none at all")
    func malformedWrapping() throws {
        for script in [
            Script(AgePluginMessage("recipient-stanza"), Script.done),
            Script(AgePluginMessage("recipient-stanza", ["0"]), Script.done),
            Script(AgePluginMessage("recipient-stanza", ["1", "x"]), Script.done),
            Script(Self.stanza, AgePluginMessage("labels"), AgePluginMessage("labels"), Script.done),
            Script(Script.done),
        ] {
            #expect(throws: ContainerError.code(.malformed)) { try PluginFixtures.wrap(script.bytes) }
        }
    }

    @Test("limits messages, their number and their size")
    func limits() throws {
        for text in [
            "-> msg\n\n", "-> " + String(repeating: "x", count: 1000),
            "-> a\n" + String(repeating: "A", count: 64) + "\n",
        ] {
            var endless = AgePluginClient(
                AgePluginConnection(EndlessReader(text: Array(text.utf8)), SentBytes()),
                name: try AgePluginName("tester"), plugins: Age.Plugins())
            let error = #expect(throws: ContainerError.self) {
                try endless.unwrap([], with: SecretBytes(copying: PluginFixtures.identity.utf8))
            }
            #expect(error?.code == .malformed)
        }
    }

    private struct EndlessReader: ByteReader {
        let text: [UInt8]

        func read(into output: inout OutputSpan<UInt8>) {
            while output.freeCapacity >= text.count { output.append(contentsOf: text.span) }
        }
    }
}

@Suite struct AgePluginNameTests {
    @Test("reads names of recipients and identities, and writes identities")
    func names() throws {
        #expect(try AgePluginName(recipient: PluginFixtures.recipient).text == "tester")
        let parsed = try PluginFixtures.identity.utf8.withBytes { try AgePluginName.parse(identity: $0) }
        #expect(parsed.name.text == "tester" && parsed.data == SecretBytes(copying: "x".utf8))
        #expect(parsed.name.identity(parsed.data) == SecretBytes(copying: PluginFixtures.identity.utf8))
        let fido = try Bech32.encode([1, 2], prefix: "AGE-PLUGIN-FIDO2-HMAC-")
        #expect(try Age.PluginIdentity(fido.utf8, plugins: Age.Plugins()).pluginName == "fido2-hmac")
        let empty = try Age.PluginIdentity(pluginName: "yubikey", plugins: Age.Plugins())
        #expect(String(empty.text) == "AGE-PLUGIN-YUBIKEY-18S3VSX")
        #expect(try empty.data.isEmpty)
    }

    @Test(
        "accepts no name that could be a path, an option or a shell word",
        arguments: [
            "", "a/b", "../x", "a b", "A", "ä", "a\0", "a;b", "a$b", "a\\b", "a'b", String(repeating: "a", count: 72),
        ])
    func badNames(name: String) {
        #expect(throws: ContainerError.code(.malformed)) { try AgePluginName(name) }
        #expect(throws: ContainerError.code(.malformed)) {
            try Age.PluginIdentity(pluginName: name, plugins: Age.Plugins())
        }
    }

    @Test("rejects recipients and identities with such names, in the wrong case, or damaged")
    func badTexts() throws {
        let plugins = Age.Plugins()
        for prefix in ["age1a/b", "age1../x", "age", "agent1x", "AGE1TESTER"] {
            let text = try Bech32.encode([1], prefix: prefix)
            #expect(throws: ContainerError.code(.malformed)) { try Age.PluginRecipient(text, plugins: plugins) }
        }
        for prefix in ["AGE-PLUGIN-A/B-", "AGE-PLUGIN-", "AGE-PLUGIN--", "AGE-PLUGIN-X", "age-plugin-tester-"] {
            let text = try Bech32.encode([1], prefix: prefix)
            #expect(throws: ContainerError.code(.malformed)) { try Age.PluginIdentity(text.utf8, plugins: plugins) }
        }
        #expect(throws: ContainerError.code(.malformed)) {
            try Age.PluginIdentity(PluginFixtures.identity.dropLast().utf8, plugins: plugins)
        }
    }

    @Test("runs no program without permission, and keeps native types native")
    func permission() throws {
        #expect(throws: ContainerError.code(.unsupported)) { try Age.recipient(named: PluginFixtures.recipient) }
        let recipient = try Age.recipient(named: PluginFixtures.recipient, plugins: Age.Plugins())
        #expect((recipient as? Age.PluginRecipient)?.pluginName == "tester")
        #expect(try Age.recipient(named: AgeFixtures.recipientText, plugins: Age.Plugins()) is Age.X25519Recipient)
        let text = "\(PluginFixtures.identity)\n\(AgeFixtures.identityText)\n"
        let file = try Age.IdentityFile(text.utf8, plugins: Age.Plugins()) { SecretBytes(copying: "".utf8) }
        #expect(file.skippedLines.isEmpty && file.identities.count == 2 && file.recipients.count == 2)
        #expect(file.identities[0] is Age.PluginIdentity && file.recipients[0] is Age.PluginRecipient)
    }
}
