import ArcaCrypto
import ArcaKeys
import ArcaSignatures
import ArcaTestSupport
import ArcaVault
import Testing

@testable import ArcaVaultExchange

@Suite("SSH keys in a vault")
struct VaultSSHKeysTests {
    private func key(_ seed: UInt64) throws -> AnyPrivateKey {
        var random = Repeatable(seed)
        return .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: SecretBytes(copying: random.bytes(32))))
    }

    private func file(_ seed: UInt64, passphrase: String? = nil) throws -> SecretBytes {
        try AnyKey.Content.privateKey(key(seed)).encoded(
            as: .openssh, passphrase: passphrase.map { SecretBytes(copying: $0.utf8) })
    }

    private func text(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

    private func comments(_ keys: VaultSSHKeys) -> [String] { keys.keys.map(\.identity.comment) }

    @Test("are found in passwords, secret fields and attachments, and read again")
    func places() throws {
        let vault = try Vault.inMemory()
        try vault.add([
            ItemDraft(.init("git", "alice"), secret: ItemSecret(try file(1))),
            ItemDraft(.init("server", "root"), secret: ItemSecret(text("pw"), fields: [.init("key", try file(2))])),
            ItemDraft(.init("file"), secret: ItemSecret(text(""))),
            ItemDraft(.init("site", "bob"), secret: ItemSecret(text("password"))),
        ])
        _ = try file(3).withBytes { try vault.attach($0, as: "id_ed25519", to: .init("file")) }
        try vault.attach(Array("ssh-ed25519 AAAA".utf8), as: "id_ed25519.pub", to: .init("file"))
        var keys = VaultSSHKeys()
        try keys.update(from: vault)
        #expect(comments(keys) == ["file id_ed25519", "git/alice", "server/root key"] && keys.skipped.isEmpty)
        for (found, seed) in zip(keys.keys, [3, 1, 2] as [UInt64]) {
            #expect(try VaultSSHKeys.privateKey(found, in: vault).publicKey == key(seed).publicKey)
            #expect(try found.identity.key == SSHSignatureKey(key(seed).publicKey))
        }
    }

    @Test("with a passphrase in the item are served, others are named with the reason")
    func encrypted() throws {
        let vault = try Vault.inMemory()
        let locked = try file(1, passphrase: "open")
        try vault.add([
            ItemDraft(.init("a"), secret: ItemSecret(locked, fields: [.init("Passphrase", text("open"))])),
            ItemDraft(.init("b"), secret: ItemSecret(text("open"), fields: [.init("key", locked)])),
            ItemDraft(.init("c"), secret: ItemSecret(locked)),
            ItemDraft(.init("d"), secret: ItemSecret(text("wrong"), fields: [.init("key", locked)])),
            ItemDraft(.init("e"), secret: ItemSecret(text("-----BEGIN OPENSSH PRIVATE KEY-----\n"))),
        ])
        var keys = VaultSSHKeys()
        try keys.update(from: vault)
        #expect(comments(keys) == ["a", "b key"])
        #expect(keys.skipped.map(\.item.service) == ["c", "d", "e"])
        #expect(keys.skipped[0].reason.contains("no secret field 'passphrase'"))
        #expect(keys.skipped[1].reason.hasPrefix("key: "))
    }

    @Test("are those of the chosen items, in other formats too only by name")
    func selection() throws {
        let vault = try Vault.inMemory()
        let pem = try AnyKey.Content.privateKey(key(1)).encoded(as: .pkcs8)
        var group = VaultItem.Attributes()
        group.group = "Work/Servers"
        try vault.add([
            ItemDraft(.init("a", "1"), secret: ItemSecret(pem)),
            ItemDraft(.init("a", "2"), secret: ItemSecret(try file(2))),
            ItemDraft(.init("b"), group, secret: ItemSecret(try file(3))),
        ])
        func found(_ keys: VaultSSHKeys) throws -> [String] {
            var keys = keys
            try keys.update(from: vault)
            return comments(keys)
        }
        #expect(try found(VaultSSHKeys()) == ["a/2", "b"])
        #expect(try found(VaultSSHKeys(group: "Work")) == ["b"])
        #expect(try found(VaultSSHKeys(names: [("a", nil)])) == ["a/1", "a/2"])
        #expect(try found(VaultSSHKeys(names: [("a", "1"), ("b", "")])) == ["a/1", "b"])
        let missing = try VaultSSHKeys(names: [("a", "1"), ("a", "3"), ("c", nil)]).missingNames(in: vault)
        #expect(missing.map(\.text) == ["a/3", "c"])
    }

    @Test("follow changes of the vault; a key that is gone or replaced is not read")
    func changes() throws {
        let vault = try Vault.inMemory()
        try vault.add(ItemDraft(.init("a"), secret: ItemSecret(try file(1))))
        var keys = VaultSSHKeys()
        try keys.update(from: vault)
        let old = try #require(keys.keys.first)
        try vault.set(ItemDraft(.init("a"), secret: ItemSecret(try file(2))))
        #expect(throws: VaultError(.notFound, "")) { try VaultSSHKeys.privateKey(old, in: vault) }
        try keys.update(from: vault)
        let new = try #require(keys.keys.first)
        #expect(new.identity != old.identity)
        try vault.set(ItemDraft(.init("b"), secret: ItemSecret(try file(3))))
        try keys.update(from: vault)
        #expect(comments(keys) == ["a", "b"])
        try vault.remove(.init("a"))
        #expect(throws: VaultError.self) { try VaultSSHKeys.privateKey(new, in: vault) }
        try keys.update(from: vault)
        #expect(comments(keys) == ["b"])
        keys.clear()
        #expect(keys.keys.isEmpty)
        try keys.update(from: vault)
        #expect(comments(keys) == ["b"])
    }
}
