internal import ArcaCodecs
internal import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
internal import Foundation
import Testing

/// Post-quantum recipients; `Vectors/age` contains a file for every malformed stanza.
@Suite struct AgeHybridTests {
    private static let message = Array("hello, hybrid".utf8)

    private func sealed(_ recipients: [any Age.Recipient]) throws -> [UInt8] {
        try Age(recipients: recipients).seal(Self.message)
    }

    @Test("opens its own files and no others")
    func opens() throws {
        let (own, other) = (try Age.HybridIdentity(), try Age.HybridIdentity())
        let file = try sealed([other.recipient, own.recipient])
        #expect(try Age(identities: [own]).open(file) == Self.message)
        #expect(try Age(identities: [AgeFixtures.identity, other]).open(file) == Self.message)
        #expect(throws: ContainerError.code(.wrongKey)) { try Age(identities: [Age.HybridIdentity()]).open(file) }
        #expect(throws: ContainerError.code(.wrongKey)) { try Age(identities: [AgeFixtures.identity]).open(file) }
        let header = try Age.Opener(MemoryReader(file)).header
        #expect(header.recipientSummary == "2 × mlkem768x25519" && header.isPostQuantum == true)
        // The header is as long as that of age 1.3: 1,557 bytes per recipient.
        #expect(header.byteCount == 2 * 1557 + 70)
    }

    @Test("reads and writes keys as text, in one case each")
    func text() throws {
        let identity = try Age.HybridIdentity()
        let text = identity.text.withBytes { String(decoding: [UInt8](bytes: $0), as: UTF8.self) }
        #expect(text.hasPrefix("AGE-SECRET-KEY-PQ-1") && text.utf8.count == 77)
        #expect(try Age.HybridIdentity(text.utf8).recipient == identity.recipient)
        let recipient = "\(identity.recipient)"
        #expect(recipient.hasPrefix("age1pq1") && recipient.utf8.count == 1959)
        #expect(try Age.recipient(named: recipient) as? Age.HybridRecipient == identity.recipient)
        let plugin = try identity.privateKey.seedRepresentation.withBytes {
            try Bech32.encode([UInt8](bytes: $0), prefix: "AGE-PLUGIN-PQ-")
        }
        #expect(try Age.HybridIdentity(plugin.utf8).recipient == identity.recipient)
        let malformed = ContainerError.code(.malformed)
        for wrong in [recipient.uppercased(), String(recipient.dropLast()), text] {
            let error = #expect(throws: malformed) { try Age.recipient(named: wrong) }
            #expect(error?.reason.contains(text.suffix(20)) == false)
        }
        for wrong in [text.lowercased(), String(text.dropLast()), recipient] {
            #expect(throws: malformed) { try Age.HybridIdentity(wrong.utf8) }
        }
        let lower = #expect(throws: malformed) {
            try Age.IdentityFile(text.lowercased().utf8) { SecretBytes(copying: []) }
        }
        #expect(lower?.reason.contains("upper case") == true)
    }

    @Test("is rejected with recipients of other kinds, in any order; a passphrase must be the only recipient")
    func mixing() throws {
        let hybrid = try Age.HybridIdentity().recipient
        let ssh = try Age.SSHEd25519Recipient(publicKey: Curve25519.Signing.PrivateKey().publicKey)
        let others: [any Age.Recipient] = [AgeFixtures.recipient, ssh]
        for other in others {
            for recipients: [any Age.Recipient] in [[hybrid, other], [other, hybrid], [hybrid, hybrid, other]] {
                let error = #expect(throws: ContainerError.code(.invalidOption)) { try sealed(recipients) }
                #expect(error?.reason.contains("quantum") == true)
            }
        }
        let passphrase = try Age.Passphrase(SecretBytes(copying: "x".utf8), logN: 1)
        for recipients: [any Age.Recipient] in [[hybrid, passphrase], [passphrase, hybrid]] {
            let error = #expect(throws: ContainerError.code(.invalidOption)) { try sealed(recipients) }
            #expect(error?.reason == "a passphrase cannot be combined with other recipients")
        }
        #expect(try sealed([hybrid, hybrid]).count > 3000)
    }

    @Test("opens a file with mixed recipients, and reports the consequence")
    func readsMixed() throws {
        let identity = try Age.HybridIdentity()
        let file = try sealed([Disguised(inner: identity.recipient), AgeFixtures.recipient])
        for one in [identity as any Age.Identity, AgeFixtures.identity] {
            #expect(try Age(identities: [one]).open(file) == Self.message)
        }
        let header = try Age.Opener(MemoryReader(file)).header
        #expect(header.isPostQuantum == false && header.mixesPostQuantum)
        let classical = try Age.Opener(MemoryReader(sealed([AgeFixtures.recipient]))).header
        #expect(classical.isPostQuantum == false && !classical.mixesPostQuantum)
    }

    /// A recipient that hides its label.
    private struct Disguised: Age.Recipient {
        let inner: Age.HybridRecipient
        func wrap(_ fileKey: SymmetricKey) throws -> [Age.Stanza] { try inner.wrap(fileKey) }
    }

    @Test("rejects malformed stanzas of its type in any position, and ignores other types")
    func refusesStanzas() throws {
        let identity = try Age.HybridIdentity()
        let good = try identity.recipient.wrap(AgeParts.fileKey)[0]
        let share = good.arguments[0]
        let first = try AgeParts.base64.decode(share).prefix(1088)
        let zero = AgeParts.base64.encode(first + [UInt8](repeating: 0, count: 32))
        let cases: [([String], [UInt8])] = [
            ([], good.body), ([share, share], good.body), ([share + "="], good.body),
            ([String(share.dropLast(4))], good.body), ([share + "AAAA"], good.body), ([zero], good.body),
            ([share], Array(good.body.dropLast())), ([share], good.body + [0]), ([share], []),
        ]
        for (arguments, body) in cases {
            let bad = try Age.Stanza(type: "mlkem768x25519", arguments: arguments, body: body)
            #expect(throws: ContainerError.code(.malformed), "\(arguments.count) \(body.count)") {
                try identity.unwrap([bad, good])
            }
            #expect(try AgeFixtures.identity.unwrap([bad]) == nil)
        }
        let other = try Age.Stanza(type: "MLKEM768X25519", arguments: ["x"], body: [])
        #expect(try identity.unwrap([other]) == nil)
        #expect(try identity.unwrap([other, good]) == AgeParts.fileKey)
    }

    @Test("a recipient whose X25519 half has small order can be read but not encrypted to")
    func smallOrder() throws {
        let key = try XWingMLKEM768X25519.PrivateKey().publicKey.rawRepresentation
        for point in [0, 1] as [UInt8] {
            let weak = try XWingMLKEM768X25519.PublicKey(
                rawRepresentation: key.prefix(1184) + [point] + [UInt8](repeating: 0, count: 31))
            let text = "\(Age.HybridRecipient(publicKey: weak))"
            let recipient = try Age.recipient(named: text)
            let error = #expect(throws: ContainerError.code(.invalidOption)) { try sealed([recipient]) }
            #expect(error?.reason.contains("age1pq1") == true && error?.reason.contains("small order") == true)
        }
    }

    @Test(
        "a second implementation opens its files of one chunk and of several",
        .enabled(if: Peer.hasPython(module: "cryptography")), arguments: [0, 1, 65_536, 65_537], [false, true])
    func opensElsewhere(count: Int, isArmored: Bool) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Vectors/age").standardizedFileURL.path
        let identity = try Age.HybridIdentity()
        let recipients = [try Age.HybridIdentity().recipient, identity.recipient]
        let plaintext = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = try Age(recipients: recipients, isArmored: isArmored).seal(plaintext)
        let script = """
            import sys
            sys.path.insert(0, sys.argv[1])
            import generate_age
            outcome, plaintext = generate_age.read(
                sys.stdin.buffer.read(), [sys.argv[2]], is_armored=sys.argv[3] == "true")
            assert outcome == "success", outcome
            sys.stdout.buffer.write(plaintext)
            """
        let text = identity.text.withBytes { String(decoding: [UInt8](bytes: $0), as: UTF8.self) }
        let answer = try Peer.run(["python3", "-c", script, folder, text, "\(isArmored)"], input: file)
        #expect(answer.status == 0 && answer.output == plaintext, "\(answer.errors)")
    }

    @Test("changes the recipients of a file, of either kind")
    func rekeys() throws {
        let identity = try Age.HybridIdentity()
        let old = try sealed([AgeFixtures.recipient])
        let format = Age(recipients: [identity.recipient], identities: [AgeFixtures.identity])
        var output = MemoryWriter()
        var input = MemoryReader(old)
        try format.rekey(&input, into: &output)
        #expect(try Age(identities: [identity]).open(output.bytes) == Self.message)
        let mixed = Age(recipients: [identity.recipient, AgeFixtures.recipient], identities: [AgeFixtures.identity])
        input = MemoryReader(old)
        #expect(throws: ContainerError.code(.invalidOption)) { try mixed.rekey(&input, into: &output) }
    }
}

/// Files of age 1.3.1, if present.
@Suite(.enabled(if: SharedSamples.arePresent)) struct AgeHybridSampleTests {
    private static let folder = "ml-kem/age-hybrid/"

    private func identities(_ name: String) throws -> [any Age.Identity] {
        try Age.IdentityFile([UInt8](SharedSamples.data(Self.folder + name))) {
            SecretBytes(copying: "correct horse".utf8)
        }.identities
    }

    @Test("opens the files of age 1.3 and of its plugin")
    func opens() throws {
        let full = (0..<65_536).map { UInt8(truncatingIfNeeded: 7 * $0) }
        for (name, keys, expected) in [
            ("hello.age", ["key1.txt", "key1-plugin.txt", "key1.age"], Array("hello, hybrid\n".utf8)),
            ("hello-armored.age", ["key1.txt"], Array("hello, hybrid\n".utf8)), ("empty.age", ["key1.txt"], []),
            ("two-recipients.age", ["key1.txt", "key2.txt"], Array("for both\n".utf8)),
            ("one-full-chunk.age", ["key2.txt"], full), ("by-plugin.age", ["key1.txt"], Array("by the plugin\n".utf8)),
        ] {
            let file = [UInt8](try SharedSamples.data(Self.folder + name))
            for key in keys { #expect(try Age(identities: identities(key)).open(file) == expected, "\(name)") }
        }
    }

    @Test("accepts and rejects the same texts as age 1.3")
    func texts() throws {
        let all = try SharedSamples.objects(Self.folder + "texts.json")
        #expect(all.count == 16)
        for sample in all {
            let text = try #require(sample["text"] as? String)
            let verdict = try #require(sample["verdict"] as? String)
            if sample["kind"] as? String == "identity" {
                let found = try? Age.IdentityFile(text.utf8) { SecretBytes(copying: []) }.identities[0]
                #expect((found is Age.HybridIdentity) == (verdict == "accept"), "\(sample["why"] ?? "")")
                #expect((found is Age.X25519Identity) == (verdict == "accept as X25519"))
            } else {
                let found = try? Age.recipient(named: text)
                #expect((found is Age.HybridRecipient) == (verdict == "accept" || verdict == "refuse when sealing"))
                #expect((found is Age.X25519Recipient) == (verdict == "accept as X25519"))
                guard let found else { continue }
                #expect((try? Age(recipients: [found]).seal([1])) != nil || verdict.contains("sealing"))
            }
        }
    }
}
