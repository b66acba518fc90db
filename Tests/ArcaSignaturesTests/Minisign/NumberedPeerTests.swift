internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaTestSupport
internal import Foundation
import Testing

@testable import ArcaSignatures

@Suite("minisign and signify")
struct NumberedPeerTests {
    static let hasMinisign = Peer.has("minisign")
    static let hasSignify = Peer.has("signify-openbsd")
    private static let passphrase = SecretBytes(copying: "correct horse".utf8)

    private func bytes(_ folder: URL, _ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    private func write(_ bytes: borrowing some Bytes, _ folder: URL, _ name: String) throws {
        try Data([UInt8](bytes: bytes)).write(to: folder.appendingPathComponent(name))
    }

    private func verifier(_ folder: URL, _ name: String) throws -> SignatureVerifier {
        TestKeys.verifier(try #require(try SignerKey.all(in: bytes(folder, name)).first))
    }

    @Test("reads keys and signatures of minisign", .enabled(if: hasMinisign), arguments: [[], ["-l"]])
    func minisignTheirs(options: [String]) throws {
        try Peer.inFolder { folder in
            try write("message".utf8, folder, "message")
            let made = try Peer.run(["minisign", "-G", "-W", "-p", "key.pub", "-s", "key"], in: folder)
            try #require(made.status == 0, "\(made.errors)")
            let signed = try Peer.run(
                ["minisign", "-S", "-s", "key", "-m", "message", "-t", "été"] + options, in: folder)
            try #require(signed.status == 0, "\(signed.errors)")
            let verdict = try verifier(folder, "key.pub").verify(bytes(folder, "message.minisig"), of: "message".utf8)
            #expect(verdict.isGood)
            #expect(verdict.comment == "été")
            #expect(verdict.isLegacy == !options.isEmpty)
            let key = try MinisignSecretKey(bytes(folder, "key"))
            #expect(try key.publicKey == MinisignPublicKey(bytes(folder, "key.pub")))
        }
    }

    @Test("minisign verifies our signatures and signs with our keys", .enabled(if: hasMinisign))
    func minisignOurs() throws {
        try Peer.inFolder { folder in
            let key = try MinisignSecretKey()
            try write("message".utf8, folder, "message")
            try write(try TestKeys.sign("message", .minisign(key)).text.utf8, folder, "message.minisig")
            try write(try key.publicKey.fileText().utf8, folder, "key.pub")
            for trust in [["-p", "key.pub"], ["-P", key.publicKey.text]] {
                let answer = try Peer.run(["minisign", "-V", "-H", "-m", "message"] + trust, in: folder)
                #expect(answer.status == 0, "\(answer.errors)")
                #expect(answer.text.contains("Trusted comment: timestamp:1780315200\tfile:notes.txt\thashed"))
            }
            try write("massage".utf8, folder, "message")
            #expect(try Peer.run(["minisign", "-V", "-m", "message", "-p", "key.pub"], in: folder).status == 1)
            try write(try key.fileText(passphrase: nil), folder, "key")
            #expect(try Peer.run(["minisign", "-S", "-s", "key", "-m", "message"], in: folder).status == 0)
            #expect(try verifier(folder, "key.pub").verify(bytes(folder, "message.minisig"), of: "massage".utf8).isGood)
        }
    }

    @Test("minisign decrypts a secret key we encrypted", .enabled(if: hasMinisign && Peer.has("python3")))
    func minisignEncrypted() throws {
        try Peer.inFolder { folder in
            let key = try MinisignSecretKey()
            try write("message".utf8, folder, "message")
            try write(try key.fileText(passphrase: Self.passphrase, cost: .interactive), folder, "key")
            let answer = try Peer.onTerminal(
                ["minisign", "-S", "-s", "key", "-m", "message"], [("Password:", "correct horse")], in: folder)
            #expect(answer.status == 0, "\(answer.text)")
            let verdict = TestKeys.verifier(.numbered(key.publicKey))
                .verify(try bytes(folder, "message.minisig"), of: "message".utf8)
            #expect(verdict.isGood)
        }
    }

    @Test("reads keys, signatures and signed lists of signify", .enabled(if: hasSignify))
    func signifyTheirs() throws {
        try Peer.inFolder { folder in
            try write("message".utf8, folder, "message")
            let program = "signify-openbsd"
            let made = try Peer.run([program, "-G", "-n", "-c", "test", "-p", "k.pub", "-s", "k.sec"], in: folder)
            try #require(made.status == 0, "\(made.errors)")
            #expect(
                try Peer.run([program, "-S", "-s", "k.sec", "-m", "message", "-x", "m.sig"], in: folder).status == 0)
            let verifier = try verifier(folder, "k.pub")
            #expect(verifier.verify(try bytes(folder, "m.sig"), of: "message".utf8).isGood)
            #expect(
                try Peer.run([program, "-S", "-e", "-s", "k.sec", "-m", "message", "-x", "e.sig"], in: folder).status
                    == 0)
            #expect(verifier.verify(embedded: try bytes(folder, "e.sig")).verdict.isGood)
            let key = try SignifySecretKey(bytes(folder, "k.sec"))
            #expect(try key.publicKey == SignifyPublicKey(bytes(folder, "k.pub")) && key.publicKey.origin == .signify)
        }
    }

    @Test("signify verifies our signatures and signs with our keys", .enabled(if: hasSignify))
    func signifyOurs() throws {
        try Peer.inFolder { folder in
            let program = "signify-openbsd"
            let key = try SignifySecretKey(name: "k")
            let list = "SHA256 (message) = \(Base16.standard.encode(SHA256.hash("message".utf8)))\n"
            try write("message".utf8, folder, "message")
            try write(try key.publicKey.fileText().utf8, folder, "k.pub")
            try write(try TestKeys.sign("message", .signify(key)).text.utf8, folder, "message.sig")
            let verify = [program, "-V", "-p", "k.pub", "-m", "message"]
            #expect(try Peer.run(verify, in: folder).status == 0)
            try write((try TestKeys.sign(list, .signify(key)).text + list).utf8, folder, "list.sig")
            let checked = try Peer.run([program, "-C", "-p", "k.pub", "-x", "list.sig"], in: folder)
            #expect(checked.status == 0 && checked.text.contains("message: OK"), "\(checked.errors)")
            try write("massage".utf8, folder, "message")
            #expect(try Peer.run(verify, in: folder).status == 1)
            try write(try key.fileText(passphrase: nil), folder, "k.sec")
            #expect(try Peer.run([program, "-S", "-s", "k.sec", "-m", "message"], in: folder).status == 0)
            #expect(try verifier(folder, "k.pub").verify(bytes(folder, "message.sig"), of: "massage".utf8).isGood)
        }
    }

    @Test("signify decrypts a secret key we encrypted", .enabled(if: hasSignify && Peer.has("python3")))
    func signifyEncrypted() throws {
        try Peer.inFolder { folder in
            let key = try SignifySecretKey(name: "k")
            try write("message".utf8, folder, "message")
            try write(try key.fileText(passphrase: Self.passphrase, rounds: 4), folder, "k.sec")
            let answer = try Peer.onTerminal(
                ["signify-openbsd", "-S", "-s", "k.sec", "-m", "message"], [("passphrase:", "correct horse")],
                in: folder)
            #expect(answer.status == 0, "\(answer.text)")
            let verdict = TestKeys.verifier(.numbered(key.publicKey))
                .verify(try bytes(folder, "message.sig"), of: "message".utf8)
            #expect(verdict.isGood)
        }
    }
}
