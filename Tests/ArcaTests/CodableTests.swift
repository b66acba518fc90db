import Arca
import Foundation
import Testing

@Suite("Codable values")
struct CodableTests {
    /// Checks that a value survives encoding, and returns its JSON without the brackets around it.
    private static func json<Value: Codable & Equatable>(_ value: Value) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode([value])
        #expect(try JSONDecoder().decode([Value].self, from: data) == [value])
        return String(decoding: data.dropFirst().dropLast(), as: UTF8.self)
    }

    @Test("encodes names, texts and recipients as their text")
    func texts() throws {
        #expect(try Self.json(AnyHashFunction.sha3_256) == #""sha3-256""#)
        #expect(try Self.json(try Codec(named: "base64url")) == #""base64url""#)
        #expect(try Self.json(Codec.Step("ascii85(adobe)")).hasPrefix(#""ascii85("#))
        #expect(try Self.json(SHA256.hash(data: "abc".utf8)).hasPrefix(#""ba7816bf"#))
        let phc = "$scrypt$ln=10,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g"
        #expect(try Self.json(PHCString(phc)) == "\"\(phc)\"")
        #expect(try Self.json(PasswordHash(phc)) == "\"\(phc)\"")
        #expect(try Self.json(Pattern.Grid.standard) == #""3x3""#)
        #expect(try Self.json(PatternRules.android) == #""android""#)
        let cost = try Scrypt.Cost(logN: 10, r: 8, p: 1)
        let pattern = try PatternHash(hashing: Pattern(dots: [0, 1, 2, 5]), pepper: nil, cost: cost)
        #expect(try Self.json(pattern) == "\"\(pattern.text)\"")
        let recipient = try Age.X25519Identity().recipient
        #expect(try Self.json(recipient) == "\"\(recipient)\"")
        #expect(try Self.json(Age.HybridIdentity().recipient).hasPrefix(#""age1pq1"#))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Codec.self, from: Data(#""base65""#.utf8)) }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(SHA256.Digest.self, from: Data(#""ba78""#.utf8))
        }
    }

    @Test("encodes and decodes public keys of every type")
    func publicKeys() throws {
        _ = try Self.json(Curve25519.Signing.PrivateKey().publicKey)
        _ = try Self.json(Curve448.KeyAgreement.PrivateKey().publicKey)
        _ = try Self.json(P256.Signing.PrivateKey().publicKey)
        _ = try Self.json(P521.KeyAgreement.PrivateKey().publicKey)
        _ = try Self.json(MLKEM768.PrivateKey().publicKey)
        _ = try Self.json(XWingMLKEM768X25519.PrivateKey().publicKey)
        _ = try Self.json(MLDSA44.PrivateKey().publicKey)
        _ = try Self.json(AnyPublicKey(MLDSA44.PrivateKey().publicKey))
        let modulus = [UInt8](repeating: 0xc5, count: 128)
        _ = try Self.json(RSAPublicKey(modulus: modulus, exponent: [1, 0, 1]))
        let key = AnyPublicKey.ed25519(Curve25519.Signing.PrivateKey().publicKey)
        _ = try Self.json(key)
        #expect(try Self.json(OpenSSHPublicKey(key, comment: "me")).hasPrefix(#""ssh-ed25519 "#))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(P256.Signing.PublicKey.self, from: Data(#""BAAA""#.utf8))
        }
    }

    @Test("preserves errors and items")
    func records() throws {
        let place = TextPosition(offset: 3, line: 1, column: 4)
        let error = CodecError(.invalidLength, at: place, "too short", hint: "add one")
        let json = try Self.json(error)
        #expect(json.contains(#""place":{"column":4,"line":1,"offset":3}"#) && json.contains("too short"))
        #expect(try Self.json(VaultError(.busy, at: .name("x"), "busy")).contains(#""name":"x""#))
        #expect(try Self.json(ErrorPlace.index(2)) == #"{"index":2}"#)
        #expect(try Self.json(ErrorPlace.offset(2)) == #"{"offset":2}"#)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(CodecError.self, from: Data(#"{"code":"noSuchCode","reason":""}"#.utf8))
        }
        let vault = try Vault.inMemory()
        var draft = ItemDraft(
            .init(server: "example.com", account: "me", scheme: "https", port: 8443),
            secret: ItemSecret(SecretBytes(copying: "hunter2".utf8)))
        draft.attributes.fields = [VaultItem.Field("a", "b")]
        draft.attributes.expires = Vault.Timestamp(milliseconds: 1_795_000_000_125)
        try vault.set(draft)
        let item = try #require(try vault.items().first)
        let text = try Self.json(item)
        #expect(text.contains(#""expires":"2026-11-18T"#) && !text.contains("hunter2"))
        #expect(Set([item, item]).count == 1)
    }

    @Test("compares codecs, which can be dictionary keys")
    func codecs() throws {
        #expect(Base64.url != Base64.standard && Base64.url == Base64(alphabet: .url))
        #expect(Set([Base64.standard, .mime, .url, .standard]).count == 3)
        let symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
        #expect(try Base32Alphabet(symbols) == Base32Alphabet(symbols))
        #expect(Base32() != Base32(alphabet: .hex) && Base58() == Base58.standard)
        #expect(PercentEncoding.path != PercentEncoding.form)
    }

    @Test("encodes nothing secret")
    func secrets() throws {
        let secrets: [Any.Type] = [
            SecretBytes.self, SymmetricKey.self, SharedSecret.self, Pattern.self, ItemSecret.self, ItemDraft.self,
            Curve25519.Signing.PrivateKey.self, Curve25519.KeyAgreement.PrivateKey.self, P256.Signing.PrivateKey.self,
            MLKEM768.PrivateKey.self, MLDSA65.PrivateKey.self, RSAPrivateKey.self, RSAPrivateNumbers.self,
            AnyPrivateKey.self, AnyKey.self,
            Age.X25519Identity.self, Age.Passphrase.self, VaultCredential.self, RecoveryCode.self, VaultKeyFile.self,
            OTPGenerator.self, JSONWebKey.self, HMAC<SHA256>.self, PKCS12.Key.self,
        ]
        for type in secrets { #expect(!(type is any Encodable.Type) && !(type is any Decodable.Type), "\(type)") }
    }

    @Test("encodes any collection of bytes, and decodes substrings")
    func collections() throws {
        let bytes: [UInt8] = [1, 2, 3, 0xff]
        #expect(Base64.standard.encode(bytes.reversed()) == Base64.standard.encode(Array(bytes.reversed())))
        #expect(Base16.standard.encode(bytes.lazy.map { $0 ^ 1 }) == "000302fe")
        #expect(Base64.url.encodeToBytes(bytes.lazy.map { $0 }) == Array(Base64.url.encode(bytes).utf8))
        #expect(Base16.standard.encode(repeatElement(7 as UInt8, count: 2)) == "0707")
        #expect(Base16.standard.encode(DispatchDataLike(bytes).lazy) == "010203ff")
        let line = "key: AQID; rest"
        #expect(try Base64.standard.decode(line.dropFirst(5).prefix(4)) == [1, 2, 3])
        #expect(try Base64.urlUnpadded.decode(line.dropFirst(5).prefix(4)) == [1, 2, 3])
        #expect(try Base16.standard.decode("0a0b".utf8.reversed().reversed()) == [10, 11])
    }

    /// Discontiguous bytes, as in network buffers.
    private struct DispatchDataLike: RandomAccessCollection {
        let parts: [[UInt8]]
        init(_ bytes: [UInt8]) { parts = [Array(bytes.prefix(2)), Array(bytes.dropFirst(2))] }
        var startIndex: Int { 0 }
        var endIndex: Int { parts[0].count + parts[1].count }
        subscript(index: Int) -> UInt8 { index < 2 ? parts[0][index] : parts[1][index - 2] }
    }
}
