internal import ArcaTestSupport
internal import Foundation
import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

@Suite struct AnyKeyTests {
    @Test("reads every key format that openssl writes", .enabled(if: PeerKeys.canRun))
    func readsOpenSSLKeys() throws {
        #expect(PeerKeys.families.count == 15)
        for family in PeerKeys.families {
            for file in family.files {
                let key = try AnyKey(file.bytes, passphrase: PeerKeys.passphrase)
                let place = "\(family), \(file.name)"
                #expect(try SPKI.encode(key.publicKey()) == family.spki, "\(place)")
                #expect(try key.privateKey().algorithmName == family.algorithmName, "\(place)")
                // Our PKCS #8 output equals that of openssl.
                #expect(try PKCS8.encode(key.privateKey()) == SecretBytes(copying: family.pkcs8), "\(place)")
            }
            let publicKey = try AnyKey(family.spki)
            #expect(publicKey.structure == .spki && !publicKey.isPEM)
            #expect(try SPKI.encode(publicKey.publicKey()) == family.spki)
        }
    }

    @Test("reads PEM whose line ends were lost, and files of Windows", .enabled(if: PeerKeys.canRun))
    func lostLineEnds() throws {
        let pem = try Peer.run(["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"]).text
        let key = try SPKI.encode(AnyKey(pem.utf8).publicKey())
        let inner = pem.split(separator: "\n").dropFirst().dropLast().joined()
        let utf16: [UInt8] =
            [0xff, 0xfe] + pem.replacing("\n", with: "\r\n").utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let texts = [
            pem.replacing("\n", with: "\\n"), "\"" + pem.replacing("\n", with: "\\n") + "\"\n",
            pem.replacing("\n", with: "\\r\\n"), pem.replacing("\n", with: " "), pem.replacing("\n", with: "\r"),
            "-----BEGIN PRIVATE KEY-----\(inner)-----END PRIVATE KEY-----", "\u{feff}" + pem,
            pem.replacing("KEY-----\n", with: "KEY----- "),
        ]
        for text in texts { #expect(try SPKI.encode(AnyKey(text.utf8).publicKey()) == key, "\(text.prefix(60))") }
        #expect(try SPKI.encode(AnyKey(utf16).publicKey()) == key)
        for joined in [pem + "\u{feff}" + pem, String(pem.dropLast()) + pem, pem + pem.replacing("\n", with: "\\n")] {
            #expect(try AnyKey.all(in: joined.utf8).count == 2, "\(joined.prefix(60))")
        }
        // What cannot be restored keeps the error of the text as given, which names the cause.
        let four = #expect(throws: KeyError.self) { try AnyKey(pem.replacing("-----", with: "----").utf8) }
        #expect(four?.reason.contains("4 hyphens") == true, "\(String(describing: four))")
        let cut = #expect(throws: KeyError.self) { try AnyKey(pem.replacing("\n", with: "\\n").dropLast(30).utf8) }
        #expect(cut?.reason.contains("in two characters") == true && cut?.message.contains(inner.prefix(8)) == false)
    }

    @Test("asks for the passphrase of a key with escaped line ends", .enabled(if: PeerKeys.canRun))
    func lostLineEndsAndPassphrase() throws {
        let pem = try Peer.run([
            "openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024", "-aes128", "-pass", "pass:x",
        ]).text
        let text = pem.replacing("\n", with: "\\n").utf8
        #expect(throws: KeyError.code(.passphraseNeeded)) { try AnyKey(text) }
        #expect(throws: KeyError.code(.wrongPassphrase)) {
            try AnyKey(text, passphrase: SecretBytes(copying: "y".utf8))
        }
        #expect(throws: Never.self) { try AnyKey(text, passphrase: SecretBytes(copying: "x".utf8)) }
    }

    @Test("returns the requested kind of key, and names the actual kind in the error")
    func kinds() throws {
        let (signing, agreement) = (Curve25519.Signing.PrivateKey(), Curve25519.KeyAgreement.PrivateKey())
        let keys: [AnyPublicKey] = [.ed25519(signing.publicKey), .x25519(agreement.publicKey)]
        #expect(try keys[0].ed25519() == signing.publicKey)
        #expect(try keys[1].x25519() == agreement.publicKey)
        #expect(throws: KeyError.code(.wrongKind)) { try keys[1].ed25519() }
        #expect(throws: KeyError.code(.wrongKind)) { try keys[0].x25519() }
        #expect(throws: KeyError.code(.wrongKind)) { try keys[0].rsa() }
    }

    @Test("reports the encryption, and distinguishes a missing passphrase from a wrong one")
    func tellsPassphrases() throws {
        let family = try #require(PeerKeys.family("ed25519"))
        let wrong = SecretBytes(copying: "wrong horse".utf8)
        var encryptions: [String] = []
        for file in family.files.dropFirst(2) {
            #expect(throws: KeyError.code(.passphraseNeeded), "\(file.name)") { try AnyKey(file.bytes) }
            #expect(throws: KeyError.code(.wrongPassphrase), "\(file.name)") {
                try AnyKey(file.bytes, passphrase: wrong)
            }
            let key = try AnyKey(file.bytes, passphrase: PeerKeys.passphrase)
            encryptions.append(key.encryption ?? "")
        }
        #expect(
            encryptions == [
                "AES-256-CBC, PBKDF2 SHA-256 100 iterations", "DES-EDE3-CBC, PBKDF2 SHA-1 3 iterations",
                "AES-128-CBC, PBKDF2 SHA-512 2048 iterations", "AES-256-CBC, scrypt N=2^10 r=4 p=2",
                "DES-EDE3-CBC, PKCS #12 SHA-1 2048 iterations", "DES-EDE-CBC, PKCS #12 SHA-1 2048 iterations",
            ])
        let rsa = try #require(PeerKeys.family("rsa"))
        let legacy = try #require(rsa.files.first { $0.name == "traditional aes256" })
        #expect(throws: KeyError.code(.passphraseNeeded)) { try AnyKey(legacy.bytes) }
        do {
            _ = try AnyKey(legacy.bytes, passphrase: wrong)
            Issue.record("a wrong passphrase opened a key")
        } catch {
            #expect(error.code == .wrongPassphrase && error.reason.contains("passphrase"))
        }
        #expect(try AnyKey(legacy.bytes, passphrase: PeerKeys.passphrase).encryption == "AES-256-CBC, MD5 once")
    }

    @Test("a hundred wrong passphrases are never reported as a malformed key")
    func wrongPassphrasesAgree() throws {
        let rsa = try #require(PeerKeys.family("rsa"))
        let files = rsa.files.filter { $0.name == "traditional des3" || $0.name == "PBKDF2 SHA-1 3DES" }
        #expect(files.count == 2)
        for file in files {
            for number in 0..<600 {
                #expect(throws: KeyError.code(.wrongPassphrase), "\(file.name), \(number)") {
                    try AnyKey(file.bytes, passphrase: SecretBytes(copying: "\(number)".utf8))
                }
            }
        }
    }

    @Test("every truncation and every modified byte of every format is an error or a key, never a crash")
    func survivesDamage() throws {
        for name in ["ed25519", "P-256", "rsa-pss"] {
            let family = try #require(PeerKeys.family(name))
            var forms = [family.spki, family.pkcs8]
            forms += family.files.filter { $0.name == "traditional DER" || $0.name == "scrypt" }.map(\.bytes)
            for bytes in forms {
                for count in bytes.indices {
                    // In PEM, only the last newline is optional.
                    guard count < bytes.count - 1 || bytes.last != 0x0a else { continue }
                    #expect(throws: KeyError.self, "\(name), \(count) bytes") { try AnyKey(Array(bytes[..<count])) }
                }
                #expect(throws: KeyError.self) { try AnyKey(bytes[0] == 0x30 ? bytes + [0] : [0] + bytes) }
                for index in bytes.indices {
                    var changed = bytes
                    changed[index] ^= UInt8(1 << (index % 8))
                    _ = try? AnyKey(changed)
                }
            }
        }
    }

    @Test("reads the public key of a certificate made by openssl", .enabled(if: PeerKeys.canRun))
    func readsCertificates() throws {
        for name in ["rsa", "P-256", "ed25519"] {
            let family = try #require(PeerKeys.family(name))
            try Peer.inFolder { folder in
                try Data(family.pkcs8).write(to: folder.appendingPathComponent("key.der"))
                for form in ["PEM", "DER"] {
                    let answer = try Peer.run(
                        ["openssl", "req", "-x509", "-key", "key.der", "-subj", "/CN=test", "-outform", form],
                        in: folder)
                    #expect(answer.status == 0, "\(answer.errors)")
                    let key = try AnyKey(answer.output)
                    #expect(key.structure == .certificate && key.isPEM == (form == "PEM"))
                    #expect(try SPKI.encode(key.publicKey()) == family.spki)
                    if form == "DER" {
                        for count in answer.output.indices {
                            #expect(throws: KeyError.self) { try AnyKey(Array(answer.output[..<count])) }
                        }
                    }
                }
            }
        }
    }

    @Test("reads all keys of a bundle and skips surrounding text and other blocks")
    func readsBundles() throws {
        let rsa = try #require(PeerKeys.family("rsa"))
        let ed25519 = try #require(PeerKeys.family("ed25519"))
        let text =
            "0 some words\n" + String(decoding: rsa.files[0].bytes, as: UTF8.self)
            + "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\nmore words\n"
            + String(decoding: ed25519.files[0].bytes, as: UTF8.self)
        let keys = try AnyKey.all(in: text.utf8)
        #expect(keys.map(\.isPEM) == [true, true])
        #expect(try keys.map { try SPKI.encode($0.publicKey()) } == [rsa.spki, ed25519.spki])
        #expect(throws: KeyError.code(.malformed)) { try AnyKey(text.utf8) }
    }

    @Test(
        "rejects content that is not a key",
        arguments: ["", " \n", "hello", "{", "0", "ssh", "# ssh-rsa", "1234 5678", "\u{30}\u{3}\u{5}\u{0}\u{1}"])
    func refusesOtherContent(text: String) {
        #expect(throws: KeyError.self) { try AnyKey(text.utf8) }
    }

    @Test(
        "rejects text that only resembles a key",
        arguments: [
            "0 is a digit", "0\u{e9}t\u{e9}", "{\"name\": \"arca\", \"keywords\": []}", "{ not even JSON",
            "write -----BEGIN foo and then", "-----BEGIN PGP MESSAGE-----\n\nAAAA\n-----END PGP MESSAGE-----\n",
            "-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n", "ssh-keygen is a tool",
            "#", "# hi", "\r", "#\n",
        ])
    func passesOver(text: String) {
        #expect(throws: KeyError.code(.notAKey)) { try AnyKey(text.utf8) }
    }

    @Test("rejects a damaged CMS message, and one without certificates")
    func rejectsMessages() {
        let damaged = "-----BEGIN PKCS7-----\nAAAA\n-----END PKCS7-----\n"
        let error = #expect(throws: KeyError.self) { try AnyKey(damaged.utf8) }
        #expect(error?.code == .malformed)
        // The type data, with an empty content.
        let bare: [UInt8] = [0x30, 15, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1, 0xa0, 2, 4, 0]
        #expect(throws: KeyError.code(.notAKey)) { try AnyKey(bare) }
    }

    @Test("names the kind of an unsupported block")
    func namesForeignBlocks() {
        let text = "-----BEGIN DSA PRIVATE KEY-----\nAAAA\n-----END DSA PRIVATE KEY-----\n"
        do {
            _ = try AnyKey(text.utf8)
            Issue.record("a DSA key was read")
        } catch {
            #expect(error.code == .unsupported && error.reason.contains("DSA PRIVATE KEY"))
        }
    }

    @Test("limits the cost that a file demands before deriving a key", .enabled(if: PeerKeys.canRun))
    func limitsCosts() throws {
        let family = try #require(PeerKeys.family("ed25519"))
        let scrypt = try #require(family.files.first { $0.name == "scrypt" })
        let pbkdf2 = try #require(family.files.first { $0.name == "PBKDF2 SHA-512 AES-128" })
        let limits = CostLimits(scryptLogN: 1...9, pbkdf2Iterations: 1...2047)
        for file in [scrypt, pbkdf2] {
            #expect(throws: KeyError.code(.costTooHigh), "\(file.name)") {
                try AnyKey(file.bytes, passphrase: PeerKeys.passphrase, limits: limits)
            }
        }
        func encrypted(iterations: Int) -> [UInt8] {
            let derivation = DERValue.sequence([
                .objectIdentifier(ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 5, 12)),
                .sequence([.octetString([1, 2, 3, 4, 5, 6, 7, 8] as [UInt8]), .integer(iterations)]),
            ])
            let cipher = DERValue.sequence([
                .objectIdentifier(ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 42)),
                .octetString([UInt8](repeating: 0, count: 16)),
            ])
            let scheme = DERValue.sequence([
                .objectIdentifier(ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 5, 13)), .sequence([derivation, cipher]),
            ])
            return DERValue.sequence([scheme, .octetString([UInt8](repeating: 7, count: 16))]).encoded()
        }
        let wrong = SecretBytes(copying: [1])
        #expect(throws: KeyError.code(.wrongPassphrase)) { try AnyKey(encrypted(iterations: 10), passphrase: wrong) }
        #expect(throws: KeyError.code(.costTooHigh)) { try AnyKey(encrypted(iterations: 1 << 40), passphrase: wrong) }
        #expect(throws: KeyError.code(.invalidKey)) { try AnyKey(encrypted(iterations: 0), passphrase: wrong) }
    }

    @Test("never prints a private key")
    func isRedacted() throws {
        let family = try #require(PeerKeys.family("P-256"))
        let key = try AnyKey(family.pkcs8).privateKey()
        var dumped = ""
        dump(key, to: &dumped)
        #expect(dumped == "- P-256 private key\n" || !dumped.contains("bytes: "))
        #expect("\(key)" == "P-256 private key")
    }
}
