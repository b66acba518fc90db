internal import ArcaTestSupport
internal import Foundation
import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

@Suite struct OpenSSHPrivateKeyTests {
    private struct Made {
        let privateFile: [UInt8]
        let publicLine: [UInt8]
        let fingerprint: String
    }

    /// A key made by `ssh-keygen`, with few rounds for speed in debug builds.
    private func make(_ type: String, _ options: [String] = [], passphrase: String = "") throws -> Made {
        try Peer.inFolder { folder in
            let answer = try Peer.run(
                ["ssh-keygen", "-q", "-t", type, "-N", passphrase, "-C", "me@host", "-f", "key", "-a", "2"] + options,
                in: folder)
            try #require(answer.status == 0, "\(answer.errors)")
            let listed = try Peer.run(["ssh-keygen", "-l", "-f", "key.pub"], in: folder)
            return Made(
                privateFile: [UInt8](try Data(contentsOf: folder.appendingPathComponent("key"))),
                publicLine: [UInt8](try Data(contentsOf: folder.appendingPathComponent("key.pub"))),
                fingerprint: String(listed.text.split(separator: " ")[1]))
        }
    }

    private static let types: [(String, [String])] = [
        ("ed25519", []), ("rsa", ["-b", "2048"]), ("ecdsa", ["-b", "256"]), ("ecdsa", ["-b", "384"]),
        ("ecdsa", ["-b", "521"]),
    ]

    @Test(
        "reads the keys of ssh-keygen with every supported cipher",
        .enabled(if: Peer.has("ssh-keygen")),
        arguments: [
            "", "aes256-ctr", "aes192-ctr", "aes128-ctr", "aes256-cbc", "aes192-cbc", "aes128-cbc", "3des-cbc",
        ])
    func readsKeys(cipher: String) throws {
        let (passphrase, options) = cipher.isEmpty ? ("", []) : ("correct horse", ["-Z", cipher])
        for (type, size) in Self.types where cipher.isEmpty || type == "ed25519" || cipher == "aes256-ctr" {
            let made = try make(type, options + size, passphrase: passphrase)
            let file = try OpenSSHPrivateKey(pem: made.privateFile)
            let line = try OpenSSHPublicKey(made.publicLine)
            #expect(file.publicKey == line.key)
            #expect(file.isEncrypted == !cipher.isEmpty)
            #expect(line.comment == "me@host")
            #expect(line.text + "\n" == String(decoding: made.publicLine, as: UTF8.self))
            #expect(try KeyFingerprint(line.key).openSSH == made.fingerprint)
            let content = try file.open(passphrase: cipher.isEmpty ? nil : PeerKeys.passphrase)
            #expect(try content.key.publicKey == line.key)
            #expect(content.comment == "me@host")
            if type == "rsa" { #expect(try content.key.rsa().numbers.contradictions().isEmpty) }
            let any = try AnyKey(made.privateFile, passphrase: PeerKeys.passphrase)
            #expect(any.structure == .openSSH)
            #expect(any.isPEM)
            #expect(any.comment == "me@host")
            #expect(any.encryption == nil || any.encryption == file.encryptionDescription)
            guard !cipher.isEmpty else { continue }
            #expect(file.encryptionDescription?.hasSuffix(", bcrypt 2 rounds") ?? false)
            #expect(throws: KeyError.code(.passphraseNeeded)) { try file.open() }
            for wrong in ["", "wrong", "correct horse "] {
                #expect(throws: KeyError.code(.wrongPassphrase)) {
                    try file.open(passphrase: SecretBytes(copying: wrong.utf8))
                }
            }
        }
    }

    @Test(
        "rejects unsupported ciphers by name, and other kinds of keys",
        .enabled(if: Peer.has("ssh-keygen")))
    func refusesUnsupported() throws {
        for cipher in ["aes256-gcm@openssh.com", "chacha20-poly1305@openssh.com"] {
            let made = try make("ed25519", ["-Z", cipher], passphrase: "correct horse")
            #expect(throws: KeyError.code(.unsupported), "\(cipher)") { try OpenSSHPrivateKey(pem: made.privateFile) }
        }
        let line = "sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29t"
        #expect(throws: KeyError.code(.unsupported)) { try OpenSSHPublicKey(line.utf8) }
    }

    @Test("ssh-keygen reads our keys, encrypted or not", .enabled(if: PeerKeys.canRun))
    func isReadBySSHKeygen() throws {
        for name in ["ed25519", "rsa", "rsa-exponent-3", "P-256", "P-384", "P-521"] {
            let family = try #require(PeerKeys.family(name))
            let privateKey = try AnyKey(family.pkcs8).privateKey()
            let key = AnyKey.Content.privateKey(privateKey)
            for passphrase in [nil, PeerKeys.passphrase] {
                try Peer.inFolder { folder in
                    let path = folder.appendingPathComponent("key")
                    let text: [UInt8]
                    if passphrase == nil || name == "ed25519" {
                        text = [UInt8](
                            bytes: try key.encoded(as: .openssh, passphrase: passphrase, comment: "a comment"))
                    } else {
                        // The default rounds are slow; one key is enough for them.
                        let bytes = try OpenSSHPrivateKey.encode(
                            privateKey, comment: "a comment", passphrase: passphrase, rounds: 2)
                        let block = try PEMBlock(label: "OPENSSH PRIVATE KEY", bytes: [UInt8](bytes: bytes))
                        text = Array(PEM.encode([block]).utf8)
                    }
                    try Data(text).write(to: path)
                    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.path)
                    let answer = try Peer.run(
                        ["ssh-keygen", "-y", "-f", "key", "-P", passphrase == nil ? "" : "correct horse"], in: folder)
                    // ssh-keygen rejects RSA keys below 1,024 bits; these are larger.
                    #expect(answer.status == 0, "\(name): \(answer.errors)")
                    let expected = try key.publicHalf().encoded(as: .openssh, comment: "a comment")
                    #expect(answer.output == [UInt8](bytes: expected), "\(name)")
                    let back = try AnyKey(text, passphrase: passphrase)
                    #expect(try back.privateKey() == AnyKey(family.pkcs8).privateKey())
                    #expect(back.comment == "a comment")
                }
            }
        }
    }

    @Test("rejects other kinds of keys")
    func refusesOtherKinds() throws {
        for name in ["ed448", "x25519", "x448", "rsa-pss", "secp256k1", "P-224", "rsa-3-primes"] {
            let family = try #require(PeerKeys.family(name))
            let key = try AnyKey(family.pkcs8).privateKey()
            #expect(throws: KeyError.code(.wrongKind), "\(name)") { try OpenSSHPrivateKey.encode(key) }
        }
        let key = try AnyKey(#require(PeerKeys.family("ed25519")).pkcs8).privateKey()
        #expect(throws: KeyError.code(.invalidOption)) {
            try OpenSSHPrivateKey.encode(key, passphrase: SecretBytes(copying: [UInt8]()))
        }
        #expect(throws: KeyError.code(.invalidOption)) {
            try OpenSSHPrivateKey.encode(key, passphrase: PeerKeys.passphrase, rounds: 0)
        }
        let rounds = try OpenSSHPrivateKey.encode(key, passphrase: PeerKeys.passphrase, rounds: 3)
        #expect(try OpenSSHPrivateKey(rounds).encryptionDescription == "AES-256-CTR, bcrypt 3 rounds")
    }

    @Test("limits the rounds that a file demands")
    func limitsRounds() throws {
        let key = try AnyKey(#require(PeerKeys.family("ed25519")).pkcs8).privateKey()
        let file = try OpenSSHPrivateKey(try OpenSSHPrivateKey.encode(key, passphrase: PeerKeys.passphrase, rounds: 3))
        #expect(throws: KeyError.code(.costTooHigh)) {
            try file.open(passphrase: PeerKeys.passphrase, limits: CostLimits(bcryptRounds: 1...2))
        }
        var bytes = [UInt8](bytes: try OpenSSHPrivateKey.encode(key, passphrase: PeerKeys.passphrase, rounds: 3))
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0, 0, 0, 3, 0, 0, 0, 1]) })
        bytes[place] = 0xff
        #expect(throws: KeyError.code(.costTooHigh)) {
            try OpenSSHPrivateKey(bytes).open(passphrase: PeerKeys.passphrase)
        }
    }

    @Test("every truncation and modification is an error, or a key with matching halves")
    func survivesDamage() throws {
        for name in ["ed25519", "P-256"] {
            let key = try AnyKey(#require(PeerKeys.family(name)).pkcs8).privateKey()
            let bytes = [UInt8](bytes: try OpenSSHPrivateKey.encode(key, comment: "c"))
            for count in bytes.indices {
                #expect(throws: KeyError.self) { try OpenSSHPrivateKey(Array(bytes[..<count])).open() }
            }
            #expect(throws: KeyError.self) { try OpenSSHPrivateKey(bytes + [0]) }
            var acceptedCount = 0
            for index in bytes.indices {
                for bit in 0..<8 {
                    var changed = bytes
                    changed[index] ^= 1 << bit
                    guard let content = try? OpenSSHPrivateKey(changed).open() else { continue }
                    acceptedCount += 1
                    #expect(try content.key.publicKey == OpenSSHPrivateKey(changed).publicKey)
                }
            }
            // The exceptions: the one-character comment, its length if it then covers all padding, and for ECDSA the
            // private key, which is not used.
            #expect(acceptedCount <= 9 + (name == "P-256" ? 32 * 8 : 0), "\(name): \(acceptedCount)")
        }
    }

    @Test("a private half of another key than the public one is rejected")
    func refusesForeignHalves() throws {
        let first = try OpenSSHPrivateKey.encode(.ed25519(Curve25519.Signing.PrivateKey()))
        let second = [UInt8](bytes: try OpenSSHPrivateKey.encode(.ed25519(Curve25519.Signing.PrivateKey())))
        var bytes = [UInt8](bytes: first)
        // Magic, "none", "none", no options, one key, then 4 + 51 bytes of the public half.
        let start = 15 + 8 + 8 + 4 + 4
        bytes.replaceSubrange(start..<start + 55, with: second[start..<start + 55])
        #expect(throws: KeyError.code(.invalidKey)) { try OpenSSHPrivateKey(bytes).open() }
    }
}
