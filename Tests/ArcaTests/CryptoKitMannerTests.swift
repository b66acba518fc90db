import ArcaCore
import Arca
import ArcaTestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Code of an app that used CryptoKit or swift-crypto; only the import differs.
@Suite("CryptoKit compatibility")
struct CryptoKitMannerTests {
    private let message = Data("message".utf8)

    @Test("hashes data to a digest that can be compared, printed and read")
    func hashes() throws {
        let digest: SHA256.Digest = SHA256.hash(data: Data("abc".utf8))
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(digest.description == "SHA256 digest: \(text)")
        #expect(digest.map { Base16.standard.encode([$0]) }.joined() == text)
        #expect(digest == Data(digest))
        #expect(digest == hex(text))
        #expect(hex(text) == digest)
        #expect(digest != Data(digest.dropLast()))
        #expect(SHA256Digest.byteCount == 32 && digest.withUnsafeBytes { $0.count } == 32)

        var hasher = SHA256()
        hasher.update(data: Data("ab".utf8))
        var other = hasher
        hasher.update(data: [0x63])
        #expect(hasher.finalize() == digest)
        other.update(data: "d".utf8)
        #expect(other.finalize() != digest)
        #expect(Set([digest, hasher.finalize(), other.finalize()]).count == 2)
        #expect(Insecure.MD5.hash(data: Data()).description == "MD5 digest: d41d8cd98f00b204e9800998ecf8427e")
        #expect(SHA3_256.hash(data: message) == SHA3_256.hash(message))
    }

    @Test("computes and verifies MACs, without try", arguments: [0, 7, 64, 65, 128, 129, 300])
    func authenticates(keyCount: Int) throws {
        let key = SymmetricKey(data: [UInt8](repeating: 7, count: keyCount))
        let code: HMAC<SHA256>.MAC = HMAC<SHA256>.authenticationCode(for: message, using: key)
        #expect(HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key))
        #expect(!HMAC<SHA256>.isValidAuthenticationCode(code.dropLast(), authenticating: message, using: key))
        #expect(!HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message + [0], using: key))
        for cut in [0, 3, 7] {
            var pieces = HMAC<SHA256>(key: key)
            pieces.update(data: message.prefix(cut))
            var stray = pieces
            pieces.update(data: message.dropFirst(cut))
            stray.update(data: [0])
            #expect(pieces.finalize() == code)
            #expect(pieces.finalize() == code)
            #expect(stray.finalize() != code)
        }
        // Each function in one call and in pieces, which have different implementations.
        try check(SHA512.self, key)
        try check(SHA384.self, key)
        try check(Insecure.MD5.self, key)
        try check(SHA3_256.self, key)
        try check(BLAKE2b.self, key)
    }

    private func check<Function: HashFunction>(_: Function.Type, _ key: SymmetricKey) throws {
        var pieces = HMAC<Function>(key: key)
        pieces.update(data: message)
        let code = HMAC<Function>.authenticationCode(for: message, using: key)
        #expect(pieces.finalize() == code)
        // libcrypto's own HMAC, with keys of any length.
        var stream = try MACStream(.hmac(Function.function), key: key)
        stream.update(message)
        #expect(try stream.finalize() == code)
    }

    @Test("seals and opens with keys by size and typed nonces")
    func seals() throws {
        let key = SymmetricKey(size: .bits256)
        #expect(key.bitCount == 256 && key != SymmetricKey(size: .bits256))
        #expect(SymmetricKey(data: key.withUnsafeBytes { Data($0) }) == key)
        let nonce = AES.GCM.Nonce()
        #expect(nonce.count == 12 && nonce != AES.GCM.Nonce())
        let box = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: Data("head".utf8))
        #expect(nonce == box.nonce)
        let plaintext = try AES.GCM.open(
            AES.GCM.SealedBox(combined: box.combined), using: key, authenticating: Data("head".utf8))
        #expect(Data(plaintext) == message)
        let parts = try AES.GCM.SealedBox(
            nonce: AES.GCM.Nonce(data: box.nonce), ciphertext: box.ciphertext, tag: box.tag)
        #expect(parts == box)
        #expect(try ChaChaPoly.open(ChaChaPoly.seal(message, using: key), using: key) == [UInt8](message))
        #expect(XChaChaPoly.Nonce().count == 24)
        for count in [0, 1, 11, 13, 16] {
            #expect(throws: CryptoError.code(.invalidIVLength)) {
                try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: count))
            }
        }
    }

    @Test("creates keys by size, and private keys from ordinary memory")
    func makesKeys() throws {
        let sizes: [SymmetricKeySize] = [.bits128, .bits192, .bits256, try .init(bitCount: 512)]
        #expect(sizes.map { SymmetricKey(size: $0).bitCount } == [128, 192, 256, 512])
        let bytes = Data(1...32)
        let secret = SecretBytes(copying: bytes)
        #expect(try Curve25519.Signing.PrivateKey(rawRepresentation: bytes).rawRepresentation == secret)
        #expect(try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes).rawRepresentation == secret)
        #expect(try P256.Signing.PrivateKey(rawRepresentation: bytes).rawRepresentation == secret)
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try Curve25519.Signing.PrivateKey(rawRepresentation: bytes.dropLast())
        }
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes + [0])
        }
    }

    @Test("accepts memory by pointer")
    func takesPointers() {
        let expected = SHA256.hash(message)
        #expect(message.withUnsafeBytes { SHA256.hash($0) } == expected)
        #expect([UInt8](message).withUnsafeBufferPointer { SHA256.hash($0) } == expected)
        #expect(SHA256.hash(UnsafeRawBufferPointer(start: nil, count: 0)) == SHA256.hash([UInt8]()))
    }

    @Test("throws for meaningless values instead of trapping")
    func refusesNonsense() throws {
        #expect(throws: CryptoError.code(.invalidParameter)) { try SecureRandom.bytes(-1) }
        #expect(throws: CryptoError.code(.invalidParameter)) { try SecretBytes(randomByteCount: -1) }
        #expect(throws: CompressionError.code(.invalidArgument)) { try CompressionLevel(12) }
        #expect(throws: CompressionError.code(.invalidArgument)) {
            try Deflater.deflate(message, header: GzipHeader(name: [0x61, 0]))
        }
        #expect(throws: CompressionError.code(.invalidArgument)) {
            _ = try Deflater(format: .gzip, dictionary: [1, 2, 3])
        }
        let pattern = try Pattern(dots: [0, 1, 2, 5])
        #expect(throws: PatternError.code(.tooLarge)) { try PatternRendering.png(pattern, size: 5) }
        #expect(throws: PatternError.code(.tooLarge)) { try PatternRendering.svg(pattern, size: 5_000) }
    }

    @Test("rejects nested use of a vault in its snapshot or change, and continues afterwards")
    func refusesNestedUse() throws {
        let vault = try Vault.inMemory()
        try vault.set(ItemDraft(.init("a", "b"), secret: ItemSecret(SecretBytes(copying: "c".utf8))))
        try vault.withSnapshot { snapshot throws in
            #expect(throws: VaultError.code(.invalidArgument)) { try vault.items() }
            #expect(throws: VaultError.code(.invalidArgument)) { try vault.remove(.init("a", "b")) }
            #expect(try snapshot.items().count == 1)
        }
        // A change is prepared before the vault is locked for it, so it may read.
        try vault.update(.init("a", "b")) { draft in draft.attributes.label = "\(try vault.items().count)" }
        #expect(try vault.items().map(\.attributes.label) == ["1"])
    }
}
