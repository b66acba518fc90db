import ArcaCore
import ArcaContainers
import ArcaCrypto
import ArcaKeys
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite struct VaultCredentialFileTests {
    private static let vault = [UInt8](repeating: 7, count: 16)
    private static let phrase = SecretBytes(copying: "secret".utf8)

    private func credentials(_ file: [UInt8], _ passphrase: SecretBytes? = nil) throws -> [VaultCredential] {
        try VaultCredential.all(in: file) {
            guard let passphrase else { throw VaultError(.wrongCredential, "none was expected to be asked for") }
            return passphrase
        }
    }

    /// Whether the recipients of one file match the identities of another.
    private func fits(
        _ identities: [UInt8], _ recipients: [UInt8], _ passphrase: SecretBytes? = nil
    ) throws -> Bool {
        let key = try VaultKey(randomFor: Self.vault)
        let slots = try NewVaultSlot.recipients(in: recipients).map { try SealedSlot.wrap(key, in: $0) }
        let table = try SlotSet(slots)
        return try credentials(identities, passphrase).allSatisfy { credential in
            try table.unlock(with: credential).key.bytes == key.bytes
        }
    }

    @Test("reads key files, and age identities with comments, plain or encrypted")
    func identities() throws {
        let keyFile = try VaultKeyFile()
        let bytes = keyFile.text.withBytes { [UInt8](bytes: $0) }
        guard case .keyFile(let read) = try credentials(bytes)[0] else { Issue.record("no key file"); return }
        #expect(read == keyFile)
        let (first, second) = (try Age.X25519Identity(), try Age.X25519Identity())
        let lines =
            "# made today\n\n"
            + [first, second].map { identity in
                identity.text.withBytes { String(decoding: [UInt8](bytes: $0), as: UTF8.self) } + "\n"
            }.joined()
        let recipients = "# Alice\n\(first.recipient)\n\(second.recipient)\n"
        #expect(try credentials(Array(lines.utf8)).count == 2)
        #expect(try fits(Array(lines.utf8), Array(recipients.utf8)))
        let cheap = try Age(recipients: [Age.Passphrase(Self.phrase, logN: 10)]).seal(Array(lines.utf8))
        #expect(try fits(cheap, Array(recipients.utf8), Self.phrase))
        #expect(throws: VaultError.code(.wrongCredential)) {
            try credentials(cheap, SecretBytes(copying: "other".utf8))
        }
    }

    @Test("reads plain and encrypted keys from openssl and ssh-keygen", .enabled(if: Peer.has("ssh-keygen")))
    func files() throws {
        try Peer.inFolder { folder in
            func file(_ name: String) throws -> [UInt8] {
                [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            }
            func run(_ command: String) throws {
                let answer = try Peer.run(
                    command.split(separator: " ").map { $0 == "''" ? "" : String($0) }, in: folder)
                try #require(answer.status == 0, "\(command): \(answer.errors)")
            }
            try run("openssl genrsa -out rsa 2048")
            try run("openssl rsa -in rsa -pubout -out rsa.pub")
            try run("openssl rsa -in rsa -outform DER -out rsa.der")
            try run("openssl pkcs8 -topk8 -in rsa -out rsa.enc -passout pass:secret -iter 1000")
            try run("openssl genpkey -algorithm X25519 -out x25519")
            try run("openssl pkey -in x25519 -pubout -out x25519.pub")
            try run("ssh-keygen -q -t rsa -b 2048 -N '' -f ssh-rsa")
            try run("ssh-keygen -q -t ed25519 -N '' -f ed25519")
            try run("ssh-keygen -q -t ed25519 -N secret -a 1 -f ed25519.enc")
            try run("ssh-keygen -q -t ecdsa -N '' -f ecdsa")
            for (identity, recipient, passphrase) in [
                ("rsa", "rsa.pub", nil), ("rsa.der", "rsa.pub", nil), ("rsa.enc", "rsa.pub", Self.phrase),
                ("x25519", "x25519.pub", nil), ("ssh-rsa", "ssh-rsa.pub", nil), ("ed25519", "ed25519.pub", nil),
                ("ed25519.enc", "ed25519.enc.pub", Self.phrase),
            ] {
                #expect(try fits(file(identity), file(recipient), passphrase), "\(identity)")
            }
            #expect(throws: VaultError.code(.wrongCredential)) {
                try fits(file("ed25519"), file("ed25519.enc.pub"))
            }
            for name in ["rsa.enc", "ed25519.enc"] {
                #expect(throws: VaultError.code(.wrongCredential)) {
                    try credentials(file(name), SecretBytes(copying: "other".utf8))
                }
            }
            #expect(throws: VaultError.code(.unsupported)) { try credentials(file("ecdsa")) }
            #expect(throws: VaultError.code(.unsupported)) { try NewVaultSlot.recipients(in: file("ecdsa.pub")) }
            // A private key among the recipients, or a public key among the identities, is rejected.
            #expect(throws: VaultError.code(.malformed)) { try NewVaultSlot.recipients(in: file("rsa")) }
            #expect(throws: VaultError.self) { try credentials(file("rsa.pub")) }
            #expect(throws: VaultError.code(.malformed)) { try credentials(file("ed25519.pub")) }
        }
    }

    @Test("rejects files without keys", arguments: ["", "hello\n", "# nothing\n", "AGE-SECRET-KEY-1QQ\n"])
    func malformed(_ text: String) throws {
        #expect(throws: VaultError.code(.malformed)) { try credentials(Array(text.utf8)) }
        #expect(throws: VaultError.code(.malformed)) { try NewVaultSlot.recipients(in: Array(text.utf8)) }
    }
}
