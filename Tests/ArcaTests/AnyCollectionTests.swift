import ArcaCore
import Arca
import Foundation
import Testing

/// Code of generic apps: bytes in any collection.
@Suite("Any collection of bytes")
struct AnyCollectionTests {
    /// Discontiguous bytes, as in network buffers, unaware of Arca.
    private struct Buffer: RandomAccessCollection {
        let parts: [[UInt8]]
        init(_ bytes: [UInt8]) { parts = [Array(bytes.prefix(2)), Array(bytes.dropFirst(2))] }
        var startIndex: Int { 0 }
        var endIndex: Int { parts[0].count + parts[1].count }
        subscript(index: Int) -> UInt8 { index < 2 ? parts[0][index] : parts[1][index - 2] }
    }

    private static let bytes: [UInt8] = [1, 2, 3, 0xff, 0]

    @Test("accepts collections of the standard library and Foundation as bytes")
    func standardCollections() throws {
        let bytes = Self.bytes
        let digest = SHA256.hash(data: bytes)
        func check(_ source: borrowing some Bytes) { #expect(SHA256.hash(source) == digest.bytes) }
        check(Array(bytes.reversed()).reversed() as ReversedCollection)
        check(Slice(base: [9] + bytes, bounds: 1..<6))
        check(bytes.lazy)
        check(bytes.lazy.map { $0 })
        check(([1, 2, 7, 3, 0xff, 0, 7] as [UInt8]).lazy.filter { $0 != 7 })
        check(([[1, 2], [3], [], [0xff, 0]] as [[UInt8]]).joined())
        check([bytes[..<2], bytes[2...]].joined())
        check([Data(bytes[..<2]), Data(bytes[2...])].joined())
        check(Slice(base: Buffer([9] + bytes), bounds: 1..<6))
        let erased = AnyRandomAccessCollection(Buffer([9] + bytes + [9]))
        let (start, end) = (erased.index(after: erased.startIndex), erased.index(erased.endIndex, offsetBy: -1))
        check(Slice(base: erased, bounds: start..<end))
        check(AnyBidirectionalCollection(Buffer(bytes.reversed())).reversed() as ReversedCollection)
        check(Buffer(bytes.reversed()).reversed() as ReversedCollection)
        check(AnyCollection(Buffer(bytes)))
        check(AnyCollection(bytes))
        check(AnyBidirectionalCollection(bytes))
        check(AnyRandomAccessCollection(bytes))
        check([1, 2, 3, 0xff, 0] as InlineArray<5, UInt8>)
        check(bytes.span)
        check(bytes.span.bytes)
        let address = bytes.withUnsafeBufferPointer { $0.baseAddress }
        #expect(bytes.lazy.withBytes { $0.withUnsafeBufferPointer { $0.baseAddress } } == address)
        var copy = bytes
        copy.withUnsafeMutableBytes { check($0) }
        copy.withUnsafeMutableBufferPointer { check($0) }
        copy.withUnsafeBytes { check($0[...]) }
        check(copy.mutableSpan)
        var span = copy.mutableSpan
        check(span.mutableBytes)
        let halves = [bytes[..<2], bytes[2...]].map { part in part.withUnsafeBytes { DispatchData(bytes: $0) } }
        var dispatched = halves[0]
        dispatched.append(halves[1])
        check(dispatched)
        #expect(SHA256.hash(repeatElement(7, count: 2)) == SHA256.hash([7, 7]))
        #expect(SHA256.hash(CollectionOfOne(7)) == SHA256.hash([7]))
        #expect(SHA256.hash(EmptyCollection()) == SHA256.hash([]))
        #expect(throws: CodecError.self) { try Base16.standard.decode("0x".utf8.lazy.map { $0 }) }
    }

    @Test("accepts generic collections in CryptoKit calls")
    func genericCalls() throws {
        func check(_ collection: some Collection<UInt8>) throws {
            let (data, bytes) = (collection.lazy, Array(collection))
            #expect(SHA256.hash(data: data) == SHA256.hash(data: bytes))
            #expect(SHA3_256.hash(data: data) == SHA3_256.hash(data: bytes))
            var hasher = SHA256()
            hasher.update(data: data)
            bytes.withUnsafeBytes { hasher.update(bufferPointer: $0) }
            #expect(hasher.finalize() == SHA256.hash(data: bytes + bytes))
            let key = SymmetricKey(data: data)
            #expect(key == SymmetricKey(copying: bytes))
            var mac = HMAC<SHA256>(key: key)
            mac.update(data: data)
            let code = HMAC<SHA256>.authenticationCode(for: data, using: key)
            #expect(mac.finalize() == code && code == HMAC<SHA256>.authenticationCode(for: bytes, using: key))
            #expect(HMAC<SHA256>.isValidAuthenticationCode(code.dropLast(0), authenticating: data, using: key))
            #expect(!HMAC<SHA256>.isValidAuthenticationCode(code.dropLast(), authenticating: data, using: key))
            let other = HMAC<SHA3_256>.authenticationCode(for: data, using: key)
            #expect(HMAC<SHA3_256>.isValidAuthenticationCode(other[0...], authenticating: data, using: key))
            #expect(!HMAC<SHA3_256>.isValidAuthenticationCode(other[1...], authenticating: data, using: key))
            let sealing = SymmetricKey(size: .bits256)
            let nonce = AES.GCM.Nonce()
            let box = try AES.GCM.seal(data, using: sealing, nonce: nonce, authenticating: data)
            #expect(box == (try AES.GCM.seal(bytes, using: sealing, nonce: nonce, authenticating: bytes)))
            #expect(try AES.GCM.open(box, using: sealing, authenticating: data) == bytes)
            let random = try ChaChaPoly.seal(data, using: sealing, nonce: nil)
            #expect(try ChaChaPoly.open(.init(combined: Buffer(random.combined).lazy), using: sealing) == bytes)
            #expect(try AES.GCM.SealedBox(combined: Buffer(box.combined).lazy) == box)
            #expect(try AES.GCM.Nonce(data: Buffer([UInt8](repeating: 3, count: 12)).lazy).count == 12)
            #expect(throws: CryptoError.code(.invalidIVLength)) { try AES.GCM.Nonce(data: data) }
        }
        try check(Buffer(Self.bytes))
        try check(Self.bytes)
        try check(Data(Self.bytes))
        #expect(SHA256.blockByteCount == 64 && SHA512.blockByteCount == 128)
    }

    @Test("accepts generic collections and substrings in codecs")
    func genericCodecs() throws {
        func check(_ data: some Collection<UInt8>, _ text: some Collection<UInt8>) throws {
            #expect(Base64.standard.encode(data.lazy) == "AQID/wA=")
            #expect(Base64.standard.encodeToBytes(data.lazy) == Array(text))
            #expect(try Base64.standard.decode(text.lazy) == Self.bytes)
        }
        let text = "AQID/wA="
        try check(Buffer(Self.bytes), Buffer(Array(text.utf8)))
        try check(Self.bytes[...], text.utf8)
        #expect(try Base64.standard.decode("x\(text)".dropFirst()) == Self.bytes)
        #expect(throws: CodecError.self) { try Base64.standard.decode(text.dropFirst()) }
        let encoded = [UInt8](capacity: 8) { output in Base64.standard.encode(Self.bytes, into: &output) }
        #expect(encoded == Array(text.utf8))
    }

    @Test("converts results to Data")
    func dataResults() throws {
        let plain = Data("attack at dawn".utf8)
        let key = SymmetricKey(size: .bits256)
        let iv = Data(try SecureRandom.bytes(16))
        let opened = Data(try AES.GCM.open(AES.GCM.seal(plain, using: key), using: key))
        let decrypted = Data(try AES.CBC.decrypt(Data(AES.CBC.encrypt(plain, using: key, iv: iv)), using: key, iv: iv))
        let decoded = Data(try Base64.standard.decode(Base64.standard.encode(plain)))
        let large = Data(try Inflater.inflate(Data(Deflater.deflate(plain))))
        let identity = try Age.X25519Identity()
        let content = Data(
            try Age(identities: [identity]).open(Data(Age(recipients: [identity.recipient]).seal(plain))))
        #expect(Set([plain, opened, decrypted, decoded, large, content]).count == 1)
        #expect(Data(SHA256.hash(data: plain)) == Data(SHA256.hash(plain)))
    }

    @Test("opens vaults and files by URL")
    func urls() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("arca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = folder.appendingPathComponent("a vault")
        let options = Vault.OpenOptions(stateFolder: nil)
        let keyFile = try VaultKeyFile()
        let made = try Vault.create(at: place, slots: [.keyFile(keyFile)], options: options)
        try made.service("a").set(SecretBytes(copying: [1]), for: "b")
        let vault = try Vault.open(at: place, with: .keyFile(keyFile), options: options)
        #expect(try vault.service("a").value(of: "b") == SecretBytes(copying: [1]))
        let file = folder.appendingPathComponent("file")
        try Data(Self.bytes).write(to: file)
        #expect(try await SHA256.hash(FileBytes(file)) == SHA256.hash(data: Self.bytes))
        #expect(try AnyHashFunction.sha256.hash(file: file) == SHA256.hash(Self.bytes))
        let web = try #require(URL(string: "https://example.com/vault"))
        #expect(throws: VaultError.code(.unsupported)) { try Vault.open(at: web, with: .keyFile(keyFile)) }
        #expect(throws: SystemError.self) { try FileBytes(web) }
    }
}
