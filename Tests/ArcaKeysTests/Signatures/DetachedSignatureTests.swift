internal import ArcaCore
import ArcaCodecs
import ArcaCrypto
import ArcaKeys
internal import ArcaTestSupport
import Testing

@Suite struct DetachedSignatureTests {
    static let key = Result { try RSAPrivateKey(bitCount: 2048) }
    static let paddings: [RSASignaturePadding] = [
        .pss, .pkcs1v15(.sha512), .pss(.init(hash: .sha384, maskHash: .sha1, saltByteCount: 0)),
        .pss(.init(hash: .shake256)), .pkcs1v15(.sha3_256), .pkcs1v15(.sha512t224),
    ]

    @Test("records algorithm and key, and verifies without further parameters", arguments: paddings)
    func roundTrips(padding: RSASignaturePadding) throws {
        let key = try Self.key.get()
        let made = try DetachedSignature(of: "message".utf8, using: key, padding: padding)
        let read = try DetachedSignature(made.text.utf8)
        #expect(read == made && read.padding == padding)
        #expect(try read.names(key.publicKey))
        #expect(try read.keyID == KeyFingerprint(AnyPublicKey(key.publicKey)).spki)
        #expect(try read.isValid(for: "message".utf8, using: key.publicKey))
        #expect(try !read.isValid(for: "massage".utf8, using: key.publicKey))
        // The description in SIGNATURES.md, for programs that verify without Arca.
        let name = padding.hash.shortName
        let signed = Array("arca signature v2\0\(name)\0".utf8) + (try padding.hash.hash("message".utf8))
        #expect(try key.publicKey.isValidSignature(read.signature, for: signed, padding: padding))
        #expect(try !key.publicKey.isValidSignature(read.signature, for: "message".utf8, padding: padding))
    }

    @Test("a signature of the bare message, like a PS256 token's, is valid only on request and only as version 1")
    func separatesDomains() throws {
        let key = try Self.key.get()
        let token = Array("eyJhbGciOiJQUzI1NiJ9.eyJzdWIiOiJhIn0".utf8)
        let bare = try key.signature(for: token)
        let own = try DetachedSignature(of: token, using: key)
        func file(_ version: Int, _ signature: [UInt8]) throws -> DetachedSignature {
            let lines = own.text.split(separator: "\n").map(String.init)
            let text = (["arca signature v\(version)"] + lines[1...2]).joined(separator: "\n")
            return try DetachedSignature((text + "\nsignature: \(Base64.standard.encode(signature))\n").utf8)
        }
        let old = try file(1, bare)
        #expect(old.version == .v1 && own.version == .v2)
        #expect(throws: KeyError.code(.unsupported)) { try old.isValid(for: token, using: key.publicKey) }
        #expect(try old.isValid(for: token, using: key.publicKey, allowingVersion1: true))
        #expect(try !file(2, bare).isValid(for: token, using: key.publicKey, allowingVersion1: true))
        #expect(try own.isValid(for: token, using: key.publicKey))
        #expect(try !file(1, own.signature).isValid(for: token, using: key.publicKey, allowingVersion1: true))
        #expect(try !key.publicKey.isValidSignature(own.signature, for: token))
        // The hash function's name is signed too: an equally long digest of another function is a different message.
        let digest = try AnyHashFunction.sha256.hash(token)
        let other = try DetachedSignature(ofDigest: digest, using: key, padding: .pss(.init(hash: .sha3_256)))
        #expect(try !own.isValid(forDigest: try AnyHashFunction.sha3_256.hash(token), using: key.publicKey))
        #expect(try other.isValid(forDigest: digest, using: key.publicKey))
    }

    @Test("is a text of four lines")
    func text() throws {
        let key = try Self.key.get()
        let made = try DetachedSignature(of: "message".utf8, using: key)
        let lines = made.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "arca signature v2")
        #expect(lines[1] == "algorithm: pss hash=sha256 mask=sha256 salt=32")
        #expect(lines[2] == "key: \(try KeyFingerprint(AnyPublicKey(key.publicKey)).spkiText)")
        #expect(lines[3].hasPrefix("signature: "))
        #expect(lines[4].isEmpty)
        #expect(lines.count == 5)
    }

    @Test("does not take a broken hash function or another key from the file")
    func distrustsTheFile() throws {
        let key = try Self.key.get()
        let weak = try DetachedSignature(of: "message".utf8, using: key, padding: .pkcs1v15(.sha1))
        #expect(throws: KeyError.code(.unsupported)) { try weak.isValid(for: "message".utf8, using: key.publicKey) }
        #expect(try weak.isValid(for: "message".utf8, using: key.publicKey, allowingInsecureHash: true))
        let other = try RSAPrivateKey(bitCount: 2048)
        let made = try DetachedSignature(of: "message".utf8, using: other)
        #expect(try !made.names(key.publicKey))
        // The file is changed to name this key; the signature still does not match.
        let forged = made.text.replacing(
            try KeyFingerprint(AnyPublicKey(other.publicKey)).spkiText,
            with: try KeyFingerprint(AnyPublicKey(key.publicKey)).spkiText)
        let read = try DetachedSignature(forged.utf8)
        #expect(try read.names(key.publicKey))
        #expect(try !read.isValid(for: "message".utf8, using: key.publicKey))
    }

    @Test("rejects a file that is truncated, extended or not canonical")
    func refusesOtherForms() throws {
        let text = try DetachedSignature(of: "message".utf8, using: Self.key.get()).text
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count {
            #expect(throws: KeyError.code(.malformed), "\(count) bytes") { try DetachedSignature(bytes[..<count]) }
        }
        let changes = [
            ("\n", "\r\n"), ("v2", "v3"), ("v2", "v0"), ("v2", "v02"), ("algorithm: ", "algorithm:"),
            ("salt=32", "salt=032"),
            ("salt=32", "salt=-1"),
            ("salt=32", "salt=65536"), ("hash=sha256", "hash=SHA-256"), (" salt=32", ""), ("pss ", "pkcs1 "),
            ("pss ", "none "), ("key: ", "key: 00"), ("mask=sha256", "hash=sha256"), (": pss", ":  pss"),
        ]
        for (old, new) in changes {
            #expect(throws: KeyError.code(.malformed), "\(old) to \(new)") {
                try DetachedSignature(text.replacing(old, with: new).utf8)
            }
        }
        #expect(throws: KeyError.code(.unsupported)) {
            try DetachedSignature(text.replacing("hash=sha256", with: "hash=sha999").utf8)
        }
        do {
            _ = try DetachedSignature(text.replacing("hash=sha256", with: "hash=\u{1b}[31m").utf8)
            Issue.record("a hash function of no name was read")
        } catch {
            #expect(!error.description.contains("\u{1b}"))
        }
        for extra in ["\n", " ", "x", text] {
            #expect(throws: KeyError.code(.malformed)) { try DetachedSignature((text + extra).utf8) }
        }
        #expect(throws: KeyError.code(.malformed)) { try DetachedSignature([0xff] + bytes) }
    }

    @Test("refuses to sign with a padding that the key does not allow")
    func refusesPaddings() throws {
        let key = try RSAPrivateKey(Self.key.get().numbers, restriction: RSAKeyRestriction())
        #expect(throws: KeyError.code(.invalidOption)) {
            try DetachedSignature(of: [1], using: key, padding: .pkcs1v15(.sha256))
        }
        #expect(throws: KeyError.code(.invalidOption)) {
            try DetachedSignature(of: [1], using: Self.key.get(), padding: .pkcs1v15(.sm3))
        }
    }
}
