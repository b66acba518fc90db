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
