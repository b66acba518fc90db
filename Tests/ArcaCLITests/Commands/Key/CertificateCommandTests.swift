internal import ArcaTestSupport
import Foundation
import Testing

/// Certificates as keys and recipients.
@Suite struct CertificateCommandTests {
    private func arca(_ words: String..., in folder: URL) throws -> Peer.Answer {
        try Arca.run(words, input: [], environment: ["PASS": "correct horse", "WRONG": "wrong horse"], in: folder)
    }

    /// The output with single spaces, because column widths vary.
    private func words(_ answer: Peer.Answer) -> String {
        answer.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func inFolder(_ body: (URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            let files = [
                ("valid.pem", CertificateFixtures.valid), ("expired.pem", CertificateFixtures.expired),
                ("future.pem", CertificateFixtures.future), ("signing.pem", CertificateFixtures.signingOnly),
                ("curve.pem", CertificateFixtures.curve), ("key.pem", CertificateFixtures.key), ("plain", "hello"),
                ("two.pem", CertificateFixtures.valid + CertificateFixtures.expired),
            ]
            for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
            try body(folder)
        }
    }

    @Test("shows the contents of a certificate, and that nothing is verified")
    func shows() throws {
        try inFolder { folder in
            let shown = try arca("key", "show", "valid.pem", in: folder)
            #expect(shown.status == 0, "\(shown.errors)")
            for line in [
                "X25519 public key", "subject CN=Alice", "issuer CN=Test CA",
                "not after 9999-01-01T00:00:00Z", "names DNS:example.org",
                "validity valid, ", "signature Ed25519",
            ] {
                #expect(words(shown).contains(line), "\(line) in \(shown.text)")
            }
            #expect(try words(arca("key", "show", "expired.pem", in: folder)).contains("validity expired"))
            #expect(try arca("key", "show", "future.pem", in: folder).text.contains("not valid yet"))
            let json = try arca("key", "show", "--json", "two.pem", in: folder)
            let report = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
            let keys = try #require(report?["keys"] as? [[String: Any]])
            #expect(keys.count == 2)
            let certificate = try #require(keys[0]["certificate"] as? [String: Any])
            #expect(certificate["subject"] as? String == "CN=Alice")
            #expect(certificate["names"] as? [String] == ["DNS:example.org"])
            #expect((certificate["certificate SHA-256"] as? String)?.utf8.count == 64)
            let inspected = try arca("inspect", "valid.pem", in: folder)
            #expect(inspected.text.contains("subject: CN=Alice"))
            #expect(inspected.text.contains("note: the chain is not verified"))
        }
    }

    @Test("encrypts to a certificate, prints its subject, and warns outside its validity and usage")
    func encrypts() throws {
        try inFolder { folder in
            for (name, warning) in [
                ("valid", nil), ("expired", "expired on 2020-01-01 00:00:00 UTC"),
                ("future", "is not valid before 2998-01-01 00:00:00 UTC"),
                ("signing", "key usage does not include encryption"),
            ] {
                let made = try arca("encrypt", "-R", "\(name).pem", "-o", "\(name).age", "plain", in: folder)
                #expect(made.status == 0, "\(made.errors)")
                #expect(made.errors.contains("the recipient is CN=Alice, issued by CN=Test CA; not verified"))
                #expect(made.errors.contains("warning") == (warning != nil))
                if let warning { #expect(made.errors.contains(warning), "\(made.errors)") }
                let opened = try arca("decrypt", "-i", "key.pem", "-o", "-", "\(name).age", in: folder)
                #expect(opened.text == "hello", "\(opened.errors)")
            }
            let refused = try arca("encrypt", "-R", "curve.pem", "-o", "curve.age", "plain", in: folder)
            #expect(refused.status != 0 && refused.errors.contains("P-256 keys cannot be encrypted to"))
            #expect(refused.errors.contains("hint: ask for an age recipient"), "\(refused.errors)")
            let two = try arca("encrypt", "-R", "two.pem", "-o", "two.age", "plain", in: folder)
            #expect(two.status == 5 && two.errors.contains("2 keys where one should be"))
        }
    }

    @Test("shows an age identity's recipient, and a locked OpenSSH key's public half without a passphrase")
    func showsPublicHalves() throws {
        try Peer.inFolder { folder in
            #expect(try arca("key", "generate", "x25519", "-o", "me.txt", in: folder).status == 0)
            let text = try String(contentsOf: folder.appendingPathComponent("me.txt"), encoding: .utf8)
            let recipient = try #require(text.split(separator: "\n").first { $0.hasPrefix("# public key: ") })
                .dropFirst(14)
            let shown = try arca("key", "show", "me.txt", in: folder)
            #expect(shown.text.contains("age recipient   \(recipient)\n"), "\(shown.text)")
            #expect(try arca("key", "show", "--json", "me.txt", in: folder).text.contains("\"\(recipient)\""))
            let made = try arca(
                "key", "generate", "ed25519", "--to", "openssh", "--passphrase-from", "env:PASS", "-o", "locked",
                in: folder)
            #expect(made.status == 0, "\(made.errors)")
            let locked = try arca("key", "show", "locked", in: folder)
            #expect(locked.status == 0 && locked.text.hasPrefix("Ed25519 private key, locked\n"), "\(locked.errors)")
            let fingerprint = try arca("key", "fingerprint", "locked", in: folder).text.prefix(64)
            #expect(locked.text.contains(fingerprint))
        }
    }

    @Test("opens Python's PKCS #12 stores: shows, converts and signs with their only private key")
    func opensStores() throws {
        try inFolder { folder in
            for (name, base64) in CertificateFixtures.stores {
                let bytes = try #require(Data(base64Encoded: base64))
                try bytes.write(to: folder.appendingPathComponent("store.p12"))
                let shown = try arca("key", "show", "--passphrase-from", "env:PASS", "store.p12", in: folder)
                #expect(shown.status == 0, "\(name): \(shown.errors)")
                for text in ["P-256 private key", "PKCS #12", "carol", "CN=Carol", "CN=Alice"] {
                    #expect(shown.text.contains(text), "\(name): \(text) in \(shown.text)")
                }
                let converted = try arca(
                    "key", "convert", "--to", "pkcs8", "--plain", "--passphrase-from", "env:PASS", "store.p12",
                    in: folder)
                #expect(converted.text.hasPrefix("-----BEGIN PRIVATE KEY-----"), "\(name): \(converted.errors)")
                let wrong = try arca("key", "show", "--passphrase-from", "env:WRONG", "store.p12", in: folder)
                #expect(wrong.status == 3 && wrong.errors.contains("passphrase is wrong"), "\(wrong.errors)")
            }
        }
    }
}
