internal import ArcaCodecs
internal import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
import Testing

/// Recipient and identity files as users write them.
@Suite struct AgeKeyFileTests {
    static let ssh = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJG5DzRstHlKYn2Nt4pq7NKhwFbnoF+z5Nn8bpUdmPJb"

    private func recipients(_ text: String) throws -> Age.RecipientFile { try Age.RecipientFile(text.utf8) }

    private func identities(_ text: String) throws -> [any Age.Identity] {
        try Age.IdentityFile(text.utf8) { SecretBytes(copying: "x".utf8) }.identities
    }

    @Test("reads recipients between comments and empty lines, with either line end")
    func readsRecipients() throws {
        let text = AgeFixtures.recipientText
        for file in ["\(text)", "\(text)\n", "# Alice\n\n\(text)\n# Bob\n", "\r\n\(text)\r\n#\r\n"] {
            #expect(try recipients(file).recipients as? [Age.X25519Recipient] == [AgeFixtures.recipient])
        }
        #expect(try recipients("\(text)\n\(text)\n").recipients.count == 2)
    }

    @Test("reports the line of an invalid recipient without quoting it")
    func refusesRecipients() throws {
        let secret = AgeFixtures.identityText
        for (file, place) in [
            ("# x\n\(secret)\n", "line 2"), (" \(AgeFixtures.recipientText)", "line 1"), ("\n\nx", "line 3"),
        ] {
            let error = #expect(throws: ContainerError.self) { try recipients(file) }
            #expect(error?.code == .malformed && error?.reason.hasPrefix(place) == true)
            #expect(error?.reason.contains(secret.suffix(20)) == false)
        }
        for file in ["", "\n", "# only a comment\n"] {
            #expect(throws: ContainerError.code(.malformed)) { try recipients(file) }
        }
    }

    @Test("skips and reports SSH keys that cannot be encrypted to")
    func skipsKeys() throws {
        let dsa = "ssh-dss AAAAB3NzaC1kc3M= old"
        let file = try recipients("\(dsa)\n\(AgeFixtures.recipientText)\n\(dsa)\n")
        #expect(file.skippedLines == [1, 3] && file.recipients.count == 1)
        #expect(throws: ContainerError.code(.unsupported)) { try recipients("\(dsa)\n") }
        #expect(throws: ContainerError.code(.unsupported)) { try Age.recipient(named: dsa) }
        #expect(throws: ContainerError.code(.malformed)) { try recipients("ssh-ed25519 AAAA\n") }
    }

    @Test("skips and reports plugin identities if there are others")
    func skipsIdentities() throws {
        let plugin = try Bech32.encode([UInt8](repeating: 1, count: 8), prefix: "AGE-PLUGIN-YUBIKEY-")
        let other = try Bech32.encode([UInt8](repeating: 1, count: 8), prefix: "AGE-PLUGIN-TPM-")
        let quantum = try Bech32.encode([UInt8](repeating: 1, count: 32), prefix: "AGE-SECRET-KEY-PQ-")
        let text = "# keys\n\(plugin)\n\(AgeFixtures.identityText)\n\(other)\n\(quantum)\n"
        let file = try Age.IdentityFile(text.utf8) { SecretBytes(copying: "x".utf8) }
        #expect(file.skippedLines == [2, 4])
        #expect(file.identities.count == 2)
        #expect(file.recipients.count == 2)
        #expect(file.identities.last is Age.HybridIdentity && file.recipients.last is Age.HybridRecipient)
        for alone in [plugin, other] {
            let error = #expect(throws: ContainerError.self) { try identities("\n\(alone)\n") }
            #expect(error?.code == .unsupported && error?.reason.hasPrefix("line 2: ") == true)
        }
        // Damaged lines are not skipped.
        #expect(throws: ContainerError.code(.malformed)) {
            try identities("\(AgeFixtures.identityText)\n\(plugin.dropLast())\n")
        }
    }

    @Test("reads identities, and reports the line of an invalid one without quoting it")
    func readsIdentities() throws {
        let text = AgeFixtures.identityText
        #expect(try identities("# created: today\n# public key: \(AgeFixtures.recipientText)\n\(text)\n").count == 1)
        let error = #expect(throws: ContainerError.self) { try identities("\(text)\n\(text.dropLast())\n") }
        #expect(error?.code == .malformed && error?.reason.hasPrefix("line 2: ") == true)
        #expect(error?.reason.contains(text.suffix(20).dropLast()) == false)
        #expect(throws: ContainerError.code(.malformed)) { try identities("") }
        #expect(throws: ContainerError.code(.malformed)) { try identities(AgeFixtures.recipientText) }
    }

    @Test("converts Ed25519 keys by the birational map")
    func converts() throws {
        // Both halves of a key convert to the same key agreement key.
        for _ in 0..<20 {
            let key = Curve25519.Signing.PrivateKey()
            #expect(try key.keyAgreementKey.publicKey == key.publicKey.keyAgreementKey)
        }
        // The identity element, and y = 2, which is not on the curve.
        for bytes in [[1] + [UInt8](repeating: 0, count: 31), [2] + [UInt8](repeating: 0, count: 31)] {
            let key = try Curve25519.Signing.PublicKey(rawRepresentation: bytes)
            #expect(throws: CryptoError.self) { try key.keyAgreementKey }
        }
    }
}
