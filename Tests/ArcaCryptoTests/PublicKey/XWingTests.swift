internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct XWingTests {
    @Test("agrees on one secret, and gives another for every other key and modified ciphertext")
    func agrees() throws {
        let (key, other) = (try XWingMLKEM768X25519.PrivateKey(), try XWingMLKEM768X25519.PrivateKey())
        let sent = try key.publicKey.encapsulate()
        #expect(try key.decapsulate(sent.encapsulated) == sent.sharedSecret)
        #expect(try other.decapsulate(sent.encapsulated) != sent.sharedSecret)
        // In either half; the last bit of an X25519 share is ignored, so it is not tested.
        for place in [0, 1087, 1088, 1118] {
            var changed = sent.encapsulated
            changed[place] ^= 2
            #expect(try key.decapsulate(changed) != sent.sharedSecret)
        }
        #expect(key != other && key.publicKey != other.publicKey)
        #expect(try XWingMLKEM768X25519.PublicKey(rawRepresentation: key.publicKey.rawRepresentation) == key.publicKey)
    }

    @Test("rejects other lengths, coefficients that are not reduced, and X25519 parts of small order")
    func refuses() throws {
        let key = try XWingMLKEM768X25519.PrivateKey()
        let good = key.publicKey.rawRepresentation
        for count in [0, 32, 1184, 1215, 1217] {
            #expect(throws: CryptoError.code(.invalidKeyLength)) {
                try XWingMLKEM768X25519.PublicKey(rawRepresentation: [UInt8](repeating: 0, count: count))
            }
        }
        #expect(throws: CryptoError.code(.invalidKey)) {
            try XWingMLKEM768X25519.PublicKey(rawRepresentation: [0xff, 0xff, 0xff] + good.dropFirst(3))
        }
        let zero = [UInt8](repeating: 0, count: 32)
        let weak = try XWingMLKEM768X25519.PublicKey(rawRepresentation: good.prefix(1184) + zero)
        #expect(throws: CryptoError.code(.invalidKey)) { try weak.encapsulate() }
        let sent = try key.publicKey.encapsulate().encapsulated
        #expect(throws: CryptoError.code(.invalidKey)) { try key.decapsulate(sent.prefix(1088) + zero) }
        #expect(throws: CryptoError.code(.invalidInputLength)) { try key.decapsulate(sent.dropLast()) }
        let long = SecretBytes(copying: [UInt8](repeating: 0, count: 64))
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try XWingMLKEM768X25519.PrivateKey(seedRepresentation: long)
        }
    }

    @Test("checks a seed against its public key or digest")
    func integrity() throws {
        let (key, other) = (try XWingMLKEM768X25519.PrivateKey(), try XWingMLKEM768X25519.PrivateKey())
        let checked = key.integrityCheckedRepresentation
        #expect(checked.count == 64)
        #expect(try XWingMLKEM768X25519.PrivateKey(integrityCheckedRepresentation: checked) == key)
        #expect(throws: CryptoError.code(.invalidKey)) {
            try XWingMLKEM768X25519.PrivateKey(
                seedRepresentation: key.seedRepresentation, publicKey: other.publicKey)
        }
        let mixed = SecretBytes(byteCount: 64) { output in
            checked.withBytes { output.append(contentsOf: $0.extracting(first: 32)) }
            other.integrityCheckedRepresentation.withBytes { output.append(contentsOf: $0.extracting(last: 32)) }
        }
        #expect(throws: CryptoError.code(.invalidKey)) {
            try XWingMLKEM768X25519.PrivateKey(integrityCheckedRepresentation: mixed)
        }
    }

    @Test("matches the draft's test vectors", .enabled(if: SharedSamples.arePresent))
    func vectors() throws {
        let all = try SharedSamples.objects("ml-kem/x-wing/test-vectors.json")
        #expect(all.count == 3)
        for vector in all {
            func bytes(_ name: String) throws -> [UInt8] { hex(try #require(vector[name] as? String)) }
            let key = try XWingMLKEM768X25519.PrivateKey(seedRepresentation: SecretBytes(copying: bytes("seed")))
            #expect(try key.publicKey.rawRepresentation == bytes("pk"))
            let random = try bytes("eseed")
            let sent = try key.publicKey.encapsulate(
                message: SecretBytes(copying: random.prefix(32)),
                ephemeral: .init(rawRepresentation: SecretBytes(copying: random.dropFirst(32))))
            #expect(try sent.encapsulated == bytes("ct") && sent.sharedSecret == SymmetricKey(copying: bytes("ss")))
            #expect(try key.decapsulate(sent.encapsulated) == sent.sharedSecret)
        }
    }
}
