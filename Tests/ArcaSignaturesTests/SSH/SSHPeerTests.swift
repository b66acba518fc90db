internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaTestSupport
internal import Foundation
import Testing

@testable import ArcaSignatures

@Suite("ssh-keygen -Y signatures", .enabled(if: Peer.has("ssh-keygen")))
struct SSHPeerTests {
    static let types = [
        ["ed25519"], ["rsa", "-b", "2048"], ["ecdsa", "-b", "256"], ["ecdsa", "-b", "384"], ["ecdsa", "-b", "521"],
    ]

    /// Runs a closure in a folder with a key, its allowed signers and a message.
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

    @Test("verifies signatures of ssh-keygen", arguments: types)
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

    @Test("makes signatures that ssh-keygen verifies", arguments: types)
    func ours(type: [String]) throws {
        try inFolder(type) { folder, key, _ in
            for (namespace, hash) in [("file", AnyHashFunction.sha512), ("git", .sha256)] {
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

    @Test("accepts certificates only for names allowed by certificate and authority, within their validity")
    func certificates() throws {
        try inFolder(["ed25519"]) { folder, key, plain in
            func run(_ words: [String]) throws {
                let answer = try Peer.run(["ssh-keygen", "-q"] + words, in: folder)
                try #require(answer.status == 0, "\(answer.errors)")
            }
            try run(["-t", "ed25519", "-N", "", "-f", "ca"])
            let authority = try SigningKey(Data(contentsOf: folder.appendingPathComponent("ca")).map { $0 })
            let line = "*@example.com cert-authority,namespaces=\"file\" " + (try authority.publicKey.text ?? "")
            /// The verdict for a signature with a certificate that has these options.
            func verdict(
                _ options: [String], _ signer: String? = "alice@example.com", _ list: String? = nil,
                _ change: (inout SignatureVerifier) throws -> Void = { _ in }
            ) throws -> SignatureVerdict {
                try run(["-s", "ca", "-I", "name", "-V", "20260101000000Z:20270101000000Z"] + options + ["key.pub"])
                try? FileManager.default.removeItem(at: folder.appendingPathComponent("message.sig"))
                try run(["-Y", "sign", "-n", "file", "-f", "key-cert.pub", "message"])
                let file = try Data(contentsOf: folder.appendingPathComponent("message.sig")).map { $0 }
                #expect(try Array(SSHSignature(file).text.utf8) == file)
                var verifier = SignatureVerifier(time: TestKeys.time)
                verifier.signers = [AllowedSigners((list ?? line).utf8, name: "signers")]
                verifier.signer = signer
                try change(&verifier)
                return verifier.verify(file, of: "message".utf8)
            }
            let names = ["-n", "alice@example.com,carol@example.com,root"]
            let good = try verdict(names)
            #expect(good.isGood && good.key?.openSSHWord == "ED25519-CERT", "\(good.reason)")
            #expect(try good.key?.fingerprint == key.publicKey.fingerprint)
            #expect(try verdict(names, nil).signer == "alice@example.com,carol@example.com")
            #expect(try verdict(names, "bob@example.com").outcome == .unknownSigner)
            // The certificate names it, but the authority's line does not.
            #expect(try verdict(names, "root").outcome == .unknownSigner)
            // A certificate without principals is valid for no one.
            #expect(try verdict([]).outcome == .unknownSigner)
            #expect(try verdict([], nil).outcome == .unknownSigner)
            #expect(try verdict(["-h"] + names).outcome == .unknownSigner)
            #expect(try verdict(["-O", "force-command=true"] + names).outcome == .unsupported)
            #expect(try verdict(names, nil, "* " + (authority.publicKey.text ?? "")).outcome == .unknownSigner)
            #expect(try verdict(names, nil, "* " + (key.publicKey.text ?? "")).outcome == .unknownSigner)
            #expect(try verdict(names) { $0.keys = [TrustedKey(try key.publicKey, name: "key")] }.isGood)
            // A key that is trusted directly is trusted with any certificate.
            let trusted = try verdict(["-O", "force-command=true"], nil) {
                $0.keys = [TrustedKey(try key.publicKey, name: "key")]
            }
            #expect(trusted.isGood && trusted.trustedBy?.name == "key")
            for (time, outcome) in [
                ("20251231235959Z", SignatureVerdict.Outcome.notYetValid), ("20260101000000Z", .good),
                ("20261231235959Z", .good), ("20270101000000Z", .expired),
            ] {
                #expect(try verdict(names) { $0.time = try AllowedSigners.seconds(time) }.outcome == outcome, "\(time)")
            }
            for revoked in [key, authority] {
                let list = try RevokedKeys((try revoked.publicKey.text ?? "").utf8, name: "revoked")
                #expect(try verdict(names) { $0.revoked = [list] }.outcome == .revoked)
            }
            let certificate = try #require(
                try SSHSignature(Data(contentsOf: folder.appendingPathComponent("message.sig")).map { $0 }).certificate)
            for place in certificate.blob.indices {
                #expect(throws: SignatureError.self) { try SSHCertificate(blob: flipped(certificate.blob, at: place)) }
            }
            let file = try Data(contentsOf: folder.appendingPathComponent("message.sig")).map { $0 }
            for list in [line, "* " + (try key.publicKey.text ?? "")] {
                try Data(list.utf8).write(to: folder.appendingPathComponent("signers"))
                let answer = try Peer.run(
                    [
                        "ssh-keygen", "-Y", "find-principals", "-f", "signers", "-s", "message.sig",
                        "-Overify-time=20260601Z",
                    ],
                    in: folder)
                let names = try AllowedSigners(list.utf8, name: "signers")
                    .principals(claimedBy: SSHSignature(file), time: AllowedSigners.seconds("20260601Z"))
                #expect(names == answer.lines.map(String.init))
            }
            #expect(plain.find(certificate, principal: nil, namespace: "file", time: TestKeys.time).answer == .unlisted)
        }
    }
}
