import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaTestSupport
import Testing

@testable import ArcaSignatures

@Suite("signature formats")
struct SignatureFormatTests {
    private static let gzip: [UInt8] = [0x1f, 0x8b, 8, 0x1c, 0, 0, 0, 0, 0, 3]
    private static let der: [UInt8] = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2, 0xa0, 0, 0, 0, 0, 0, 0]

    static let formats: [(SignatureFormat?, [UInt8])] = [
        (.ssh, Array("-----BEGIN SSH SIGNATURE-----\n".utf8)),
        (.minisign, Array("untrusted comment: x\nRU".utf8)), (.signify, Array("untrusted comment: x\nRW".utf8)),
        (.minisign, Array("untrusted comment: x\nRW\ntrusted comment: ".utf8)),
        (.arca, Array("arca signature v1\n".utf8)),
        (.openPGP, Array("-----BEGIN PGP SIGNATURE-----\n".utf8)),
        (.openPGPText, Array("-----BEGIN PGP SIGNED MESSAGE-----\n".utf8)),
        (.cms, Array("-----BEGIN CMS-----\n".utf8)), (.cms, Array("-----BEGIN PKCS7-----\n".utf8)),
        (.cms, Array("-----BEGIN SIGNED MESSAGE-----\n".utf8)),
        (.sigstore, Array(" {\"mediaType\": \"application/vnd.dev.sigstore.bundle.v0.3+json\"".utf8)),
        (.openPGP, [0x88, 0x8f, 4, 0, 22, 8] + [UInt8](repeating: 0, count: 20)),
        (.openPGP, [0x89, 1, 0x4d, 4, 0, 1, 10] + [UInt8](repeating: 0, count: 20)),
        (.openPGP, [0xc2, 0xc0, 10, 6, 0, 27, 10] + [UInt8](repeating: 0, count: 20)),
        (.cms, [0x30, 0x82, 1, 0] + der), (.cms, [0x30, 0x80] + der), (nil, [0x30, 0x8f] + der),
        (.signifyGzip, gzip + [1, 0, 7] + Array("name\0untrusted comment: x\n".utf8)),
        (nil, gzip + [255, 255, 7]), (nil, gzip + [1, 0, 7] + Array("name\0other".utf8)), (nil, []), (nil, [0x88]),
        (nil, [0xc2] + [UInt8](repeating: 0xff, count: 20)), (nil, Array("ssh-ed25519 AAAA".utf8)),
        (nil, Array("{}".utf8)),
        (nil, Array("-----BEGIN PUBLIC KEY-----\n".utf8)), (nil, [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0]),
    ]

    @Test(
        "are detected by content, and unsupported ones are reported with the program that verifies them",
        arguments: formats)
    func detect(format: SignatureFormat?, bytes: [UInt8]) {
        #expect(SignatureFormat(detecting: bytes) == format)
        let verdict = SignatureVerifier(time: 0).verify(bytes, of: "".utf8)
        #expect(verdict.outcome == (format?.isVerified == false ? .unsupported : .malformed))
        #expect(verdict.format == format && verdict.reason.isEmpty == false)
        #expect((format?.foreignCommand(signature: "F.sig", file: "F") == nil) == (format?.isVerified ?? true))
    }

    @Test("verifies Arca's RSA signatures with keys and lists")
    func arca() throws {
        guard case .ssh(let any) = try TestKeys.rsa.get() else { return }
        let key = try any.rsa()
        let file = try DetachedSignature(of: "message".utf8, using: key).text
        var verifier = try TestKeys.verifier(SignerKey(any.publicKey))
        #expect(verifier.verify(file, of: "message").isGood)
        #expect(verifier.verify(file, of: "massage").outcome == .bad)
        verifier.keys = [TrustedKey(try TestKeys.ssh().publicKey, name: "key")]
        #expect(verifier.verify(file, of: "message").outcome == .wrongKey)
        verifier.keys = []
        verifier.signers = [AllowedSigners("a \(try SignerKey(any.publicKey).text ?? "")".utf8, name: "signers")]
        #expect(verifier.verify(file, of: "message").signer == "a")
        let weak = try DetachedSignature(of: "message".utf8, using: key, padding: .pkcs1v15(.sha1)).text
        #expect(verifier.verify(weak, of: "message").outcome == .unsupported)
        let lines = file.split(separator: "\n")
        let old =
            "arca signature v1\n\(lines[1])\n\(lines[2])\n"
            + "signature: \(Base64.standard.encode(try key.signature(for: "message".utf8)))\n"
        #expect(verifier.verify(old, of: "message").outcome == .unsupported)
        verifier.allowsVersion1 = true
        #expect(verifier.verify(old, of: "message").isGood && verifier.verify(old, of: "message").isLegacy)
        #expect(verifier.verify(file, of: "message").isGood && !verifier.verify(file, of: "message").isLegacy)
        #expect(verifier.verify(old.replacing("v1", with: "v2"), of: "message").outcome == .bad)
        // A key restricted to PSS differs from the same key without the restriction.
        let restricted = try SignerKey(.rsa(key.publicKey.numbers, RSAKeyRestriction()))
        #expect(restricted.text == nil && restricted.fingerprint != verifier.signers[0].lines[0].key.fingerprint)
        #expect(TestKeys.verifier(restricted).verify(file, of: "message").outcome == .wrongKey)
    }

    @Test("reads public keys in any pasted form, and rejects private keys")
    func pasted() throws {
        let key = try TestKeys.ed25519(1)
        let wanted = try SignerKey(.ed25519(key.publicKey))
        let content = AnyKey.Content.privateKey(.ed25519(key))
        for format in [KeyFormat.spki, .jwk, .openssh] {
            let text = try content.publicHalf().encoded(as: format)
            #expect(try SignerKey.all(in: text) == [wanted])
        }
        let line = try #require(wanted.text)
        #expect(try SignerKey.all(in: "# keys\n\(line) alice\r\n\n \(line)\n".utf8) == [wanted, wanted])
        for format in [KeyFormat.pkcs8, .openssh, .jwk] {
            #expect(throws: SignatureError.code(.wrongKind)) { try SignerKey.all(in: content.encoded(as: format)) }
        }
        let wrong = [
            "", "nonsense", "cert-authority \(line)", "\(line)\nnonsense", "ssh-ed25519", "command=\"x\" \(line)",
            line.replacing("ssh-ed25519 ", with: "ssh-rsa "),
        ]
        for text in wrong { #expect(throws: SignatureError.self, "\(text)") { try SignerKey.all(in: text.utf8) } }
        let agreement = Curve25519.KeyAgreement.PrivateKey()
        #expect(throws: SignatureError.code(.wrongKind)) { try SignerKey(.x25519(agreement.publicKey)) }
        #expect(throws: SignatureError.code(.wrongKind)) { try SigningKey(AnyPrivateKey.x25519(agreement)) }
    }

    @Test("limits the size of a message held in memory, and stops reading there")
    func limit() throws {
        let secret = try SignifySecretKey()
        for (count, isRead) in [(10, true), (11, false)] {
            var message = try SignedMessage(.whole, limit: 10)
            var reader = MemoryReader([UInt8](repeating: 0, count: count))
            message.update(reading: &reader)
            #expect(message.isTooLong != isRead)
            #expect(((try? SignifySignature(of: message, using: secret)) != nil) == isRead)
        }
        var long = try SignedMessage(.whole, limit: 10)
        long.update([UInt8](repeating: 0, count: 11))
        let file = try TestKeys.sign("", .signify(secret))
        let verdict = TestKeys.verifier(.numbered(secret.publicKey)).verify(file, of: long)
        #expect(verdict.outcome == .unsupported && verdict.reason.contains("more than 10 bytes"))
    }

    /// A prefix and a part to repeat.
    static let hostile: [[String]] = [
        ["", "x\n"], ["", "a,"], ["a ", "cert-authority,"], ["a namespaces=\"", "\\\""], ["", "untrusted comment: \n"],
        ["", "SHA256 (a) = "], ["-----BEGIN SSH SIGNATURE-----\n", "AAAA\n"], ["", "ssh-ed25519 AAAA\n"], ["", "\0"],
        ["", "{"],
        ["", "\""], ["untrusted comment: x\n", "R"], ["", "\n"], ["a ssh-ed25519 ", "A"],
    ]

    @Test("rejects hostile files in little time", arguments: hostile)
    func refused(parts: [String]) {
        let bytes = Array((parts[0] + String(repeating: parts[1], count: (1 << 15) / parts[1].utf8.count)).utf8)
        let start = ThreadClock.seconds
        #expect(!SignatureVerifier(time: 0).verify(bytes, of: bytes).isGood)
        #expect(!SignatureVerifier(time: 0).verify(embedded: bytes).verdict.isGood)
        #expect(AllowedSigners(bytes, name: "signers").lines.isEmpty)
        #expect((try? RevokedKeys(bytes, name: "revoked"))?.isEmpty ?? true)
        #expect((try? SignerKey.all(in: bytes)) == nil)
        #expect((try? ChecksumList(bytes)) == nil)
        #expect((try? SigningKey(bytes)) == nil)
        // Superlinear time would take minutes.
        #expect(ThreadClock.seconds - start < 10)
    }
}
