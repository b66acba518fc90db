internal import ArcaCodecs
internal import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
internal import Foundation
import Testing

/// Files exchanged with `age` and `pyrage`, in both directions.
@Suite struct AgeInteropTests {
    static let sizes = [0, 1, 65_535, 65_536, 65_537, 200_000]

    /// A folder with a native age identity, SSH keys and an OpenSSL key.
    static func inFolder(_ body: (URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            try Data(AgeFixtures.identityText.utf8).write(to: folder.appendingPathComponent("x25519"))
            try body(folder)
        }
    }

    static func run(_ line: String, in folder: URL) throws -> Peer.Answer {
        try Peer.run(["sh", "-c", line], in: folder)
    }

    static func read(_ name: String, in folder: URL) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    static func write(_ bytes: [UInt8], to name: String, in folder: URL) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    @Test(
        "exchanges files of every chunk count with age", .enabled(if: Peer.has("age"), "needs age"),
        arguments: [false, true])
    func age(isArmored: Bool) throws {
        let format = Age(recipients: [AgeFixtures.recipient], identities: [AgeFixtures.identity], isArmored: isArmored)
        try Self.inFolder { folder in
            for size in Self.sizes {
                let message = AgeFixtures.message(size)
                try Self.write(format.seal(message), to: "ours", in: folder)
                let theirs = try Self.run("age -d -i x25519 ours", in: folder)
                #expect(theirs.status == 0 && theirs.output == message, "\(size) bytes: \(theirs.errors)")
                try Self.write(message, to: "plain", in: folder)
                let made = try Self.run(
                    "age \(isArmored ? "-a" : "") -r \(AgeFixtures.recipientText) plain", in: folder)
                #expect(try format.open(made.output) == message, "\(size) bytes")
            }
        }
    }

    @Test(
        "exchanges files with age using SSH keys",
        .enabled(if: Peer.has("age") && Peer.has("ssh-keygen"), "needs age and ssh-keygen"),
        arguments: ["-t ed25519", "-t rsa -b 2048", "-t rsa -b 2048 -m PEM"])
    func sshKeys(options: String) throws {
        try Self.inFolder { folder in
            _ = try Self.run("ssh-keygen -q \(options) -N '' -C 'a comment' -f key", in: folder)
            let recipients = try Age.RecipientFile(Self.read("key.pub", in: folder)).recipients
            let file = try Age.IdentityFile(Self.read("key", in: folder)) { throw AgeInteropTests.Unexpected() }
            for recipients in [recipients, file.recipients] {
                try Self.write(Age(recipients: recipients).seal("ours".utf8), to: "ours", in: folder)
                let theirs = try Self.run("age -d -i key ours", in: folder)
                #expect(theirs.text == "ours", "\(theirs.errors)")
            }
            let made = try Self.run("printf theirs | age -R key.pub", in: folder)
            #expect(try Age(identities: file.identities).open(made.output) == Array("theirs".utf8))
            // Several keys, the matching one last, and a stanza for another key.
            let both = try Self.run("printf both | age -r \(AgeFixtures.recipientText) -R key.pub", in: folder)
            let stranger = try Age.X25519Identity()
            #expect(try Age(identities: [stranger] + file.identities).open(both.output) == Array("both".utf8))
        }
    }

    struct Unexpected: Error {}

    @Test(
        "asks for the passphrase of an SSH key only when a file is for that key",
        .enabled(if: Peer.has("age") && Peer.has("ssh-keygen"), "needs age and ssh-keygen"),
        arguments: ["-t ed25519 -a 1", "-t rsa -b 2048 -a 1", "-t rsa -b 2048 -m PEM"])
    func lockedKeys(options: String) throws {
        try Self.inFolder { folder in
            _ = try Self.run("ssh-keygen -q \(options) -N 'open sesame' -f key", in: folder)
            let made = try Self.run("printf theirs | age -R key.pub", in: folder)
            let key = try Self.read("key", in: folder)
            let right = try Age.IdentityFile(key) { SecretBytes(copying: "open sesame".utf8) }
            #expect(try Age(identities: right.identities).open(made.output) == Array("theirs".utf8))
            #expect(throws: ContainerError.code(.wrongKey)) {
                let wrong = try Age.IdentityFile(key) { SecretBytes(copying: "open barley".utf8) }
                _ = try Age(identities: wrong.identities).open(made.output)
            }
            guard !options.contains("PEM") else { return }
            let other = try AgeFixtures.format.seal("other".utf8)
            let silent = try Age.IdentityFile(key) { throw AgeInteropTests.Unexpected() }
            #expect(try Age(identities: silent.identities + [AgeFixtures.identity]).open(other) == Array("other".utf8))
            #expect(throws: Unexpected.self) { try Age(identities: silent.identities).open(made.output) }
        }
    }

    @Test("accepts OpenSSL keys: RSA and X25519, encrypted or not", .enabled(if: Peer.has("openssl"), "needs openssl"))
    func opensslKeys() throws {
        try Self.inFolder { folder in
            for (algorithm, name) in [("RSA -pkeyopt rsa_keygen_bits:2048", "ssh-rsa"), ("X25519", "X25519")] {
                _ = try Self.run(
                    """
                    openssl genpkey -algorithm \(algorithm) -out key; openssl pkey -in key -pubout -out pub
                    openssl pkcs8 -topk8 -in key -out locked -passout pass:abc -iter 10
                    """, in: folder)
                let recipients = try Age.RecipientFile(Self.read("pub", in: folder)).recipients
                let file = try Age(recipients: recipients).seal("x".utf8)
                #expect(try Age.Opener(MemoryReader(file)).header.stanzas.map(\.type) == [name])
                for key in ["key", "locked"] {
                    let identity = try Age.IdentityFile(Self.read(key, in: folder)) { SecretBytes(copying: "abc".utf8) }
                    #expect(try Age(identities: identity.identities).open(file) == Array("x".utf8))
                }
                #expect(throws: ContainerError.self) { try Age.RecipientFile(Self.read("key", in: folder)) }
            }
        }
    }

    @Test("accepts identity files encrypted by age", .enabled(if: Peer.hasPython(module: "pyrage"), "needs pyrage"))
    func encryptedIdentities() throws {
        try Self.inFolder { folder in
            let made = try Peer.python(
                "import sys, pyrage; sys.stdout.buffer.write(pyrage.passphrase.encrypt(sys.stdin.buffer.read(), 'abc'))",
                input: Array("# a comment\n\n\(AgeFixtures.identityText)\n".utf8))
            let file = try AgeFixtures.format.seal("x".utf8)
            let identities = try Age.IdentityFile(made.output) { SecretBytes(copying: "abc".utf8) }
            #expect(try Age(identities: identities.identities).open(file) == Array("x".utf8))
            #expect(throws: ContainerError.code(.wrongKey)) {
                try Age.IdentityFile(made.output) { SecretBytes(copying: "abd".utf8) }
            }
        }
    }

    @Test(
        "exchanges files with pyrage, by identity and by passphrase",
        .enabled(if: Peer.hasPython(module: "pyrage"), "needs pyrage"))
    func pyrage() throws {
        let message = AgeFixtures.message(100_000)
        let identity = "pyrage.x25519.Identity.from_str('\(AgeFixtures.identityText)')"
        let recipient = "pyrage.x25519.Recipient.from_str('\(AgeFixtures.recipientText)')"
        func python(_ expression: String, _ input: [UInt8]) throws -> [UInt8] {
            try Peer.python(
                "import sys, pyrage; d = sys.stdin.buffer.read(); sys.stdout.buffer.write(\(expression))", input: input
            ).output
        }
        #expect(try python("pyrage.decrypt(d, [\(identity)])", AgeFixtures.format.seal(message)) == message)
        #expect(try AgeFixtures.format.open(python("pyrage.encrypt(d, [\(recipient)])", message)) == message)
        let passphrase = try Age(recipients: [AgeFixtures.passphrase("abc", logN: 10)])
        #expect(try python("pyrage.passphrase.decrypt(d, 'abc')", passphrase.seal(message)) == message)
        let made = try python("pyrage.passphrase.encrypt(d, 'abc')", message)
        #expect(try Age(passphrase: SecretBytes(copying: "abc".utf8)).open(made) == message)
    }
}
