internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaTestSupport
internal import Foundation
import Testing

@testable import ArcaSignatures

@Suite("signatures of ssh-keygen -Y", .enabled(if: Peer.has("ssh-keygen")))
struct SSHPeerTests {
    static let types = [["ed25519"], ["rsa", "-b", "2048"]]

    /// A folder with a key, its list of signers and a message.
    private func inFolder(_ type: [String], _ body: (URL, SigningKey, AllowedSigners) throws -> Void) throws {
        try Peer.inFolder { folder in
            let made = try Peer.run(["ssh-keygen", "-q", "-N", "", "-f", "key", "-t"] + type, in: folder)
            try #require(made.status == 0, "\(made.errors)")
            let key = try SigningKey(Data(contentsOf: folder.appendingPathComponent("key")).map { $0 })
            let line = "alice@example.com namespaces=\"file,git\" " + (try key.publicKey.text ?? "")
            try Data(line.utf8).write(to: folder.appendingPathComponent("signers"))
            try Data("message".utf8).write(to: folder.appendingPathComponent("message"))
            try body(folder, key, AllowedSigners(line.utf8, name: "signers"))
        }
    }

    private func verify(_ folder: URL, _ namespace: String, _ message: String) throws -> Peer.Answer {
        try Peer.run(
            [
                "ssh-keygen", "-Y", "verify", "-n", namespace, "-f", "signers", "-I", "alice@example.com", "-s",
                "message.sig",
            ],
            input: Array(message.utf8), in: folder)
    }

    @Test("are verified here", arguments: types)
    func theirs(type: [String]) throws {
        try inFolder(type) { folder, key, signers in
            for options in [[], ["-O", "hashalg=sha256"]] {
                try? FileManager.default.removeItem(at: folder.appendingPathComponent("message.sig"))
                let answer = try Peer.run(
                    ["ssh-keygen", "-Y", "sign", "-n", "file", "-f", "key"] + options + ["message"], in: folder)
                try #require(answer.status == 0, "\(answer.errors)")
                let file = try Data(contentsOf: folder.appendingPathComponent("message.sig")).map { $0 }
                var verifier = SignatureVerifier(time: TestKeys.time)
                verifier.signers = [signers]
                verifier.signer = "alice@example.com"
                let verdict = verifier.verify(file, of: "message".utf8)
                #expect(verdict.isGood, "\(verdict.reason)")
                let listed = try Peer.run(["ssh-keygen", "-l", "-f", "key.pub"], in: folder).text.split(separator: " ")
                #expect(verdict.key?.fingerprint == listed.dropFirst().first.map(String.init))
                #expect(verifier.verify(file, of: "massage".utf8).outcome == .bad)
                #expect(try Array(SSHSignature(file).text.utf8) == file)
            }
        }
    }

    @Test("are made here", arguments: types)
    func ours(type: [String]) throws {
        try inFolder(type) { folder, key, _ in
            for (namespace, hash) in [("file", HashFunction.sha512), ("git", .sha256)] {
                let made = try TestKeys.sign("message", key) {
                    $0.namespace = namespace
                    $0.hash = hash
                }
                try Data(made.text.utf8).write(to: folder.appendingPathComponent("message.sig"))
                let good = try verify(folder, namespace, "message")
                #expect(good.status == 0, "\(good.errors)")
                let fingerprint = try key.publicKey.fingerprint
                #expect(good.text.hasSuffix("key \(fingerprint)\n"))
                #expect(try verify(folder, namespace, "massage").status != 0)
                #expect(try verify(folder, "email", "message").status != 0)
            }
        }
    }
}
