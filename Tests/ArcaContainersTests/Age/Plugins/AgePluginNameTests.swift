internal import ArcaCodecs
internal import ArcaCore
import ArcaCrypto
import Testing

@testable import ArcaContainers

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
