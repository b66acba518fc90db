import Arca
import Testing

/// Calls with untrusted numbers: each throws or returns; none ends the process or runs for hours.
@Suite("misuse")
struct MisuseTests {
    typealias Call = (name: String, body: () throws -> Void)

    @Test("a number out of range is an error")
    func refuses() throws {
        for call in try Self.refused {
            #expect(throws: (any Error).self, "\(call.name)") { try call.body() }
        }
    }

    @Test("a negative or excessive number still gives a result")
    func answers() throws {
        for call in try Self.answered {
            #expect(throws: Never.self, "\(call.name)") { try call.body() }
        }
    }

    private static let numbers = [Int.min, -1, .max]
    private static let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
    private static let bytes = [UInt8](repeating: 1, count: 40)

    private static var refused: [Call] {
        get throws {
            var calls: [Call] = []
            func add<Result>(_ name: String, _ numbers: [Int] = numbers, _ body: @escaping (Int) throws -> Result) {
                calls += numbers.map { number in ("\(name) \(number)", { _ = try body(number) }) }
            }
            let (key, bytes) = (Self.key, Self.bytes)
            let odd = [Int.min, -8, -1, 0, 7, .max, .max & ~7]
            add("SymmetricKeySize", odd) { try SymmetricKeySize(bitCount: $0) }
            add("SymmetricKey", odd) { try SymmetricKey(bitCount: $0) }
            add("SecureRandom") { try SecureRandom.bytes($0) }
            add("SecretBytes(randomByteCount:)") { try SecretBytes(randomByteCount: $0) }
            add("SecretBytes(capacity:)") { try SecretBytes(capacity: $0) { _ in } }
            add("HKDF") { try HKDF<SHA256>.deriveKey(inputKeyMaterial: key, outputByteCount: $0) }
            add("PBKDF2 iterations", [.min, -1, 0, 1 << 31, .max]) {
                try PBKDF2.deriveKey(from: bytes, salt: bytes, iterations: $0)
            }
            add("PBKDF2 output") { try PBKDF2.deriveKey(from: bytes, salt: bytes, iterations: 1, outputByteCount: $0) }
            add("EVP_BytesToKey", [.min, -1, 0, .max]) {
                try Insecure.BytesToKey.deriveKey(
                    from: bytes, salt: nil, using: .sha256, count: $0, keyByteCount: 32, ivByteCount: 16)
            }
            add("EVP_BytesToKey length") {
                try Insecure.BytesToKey.deriveKey(
                    from: bytes, salt: nil, using: .sha256, keyByteCount: $0, ivByteCount: $0)
            }
            add("PKCS #12", [.min, -1, 0, .max]) {
                try Insecure.PKCS12KDF.deriveKey(
                    from: bytes, salt: bytes, iterations: $0, purpose: .key, outputByteCount: 32)
            }
            add("bcrypt", [.min, -1, 0, .max]) { try BcryptPBKDF.deriveKey(from: bytes, salt: bytes, rounds: $0) }
            add("bcrypt output") { try BcryptPBKDF.deriveKey(from: bytes, salt: bytes, rounds: 1, outputByteCount: $0) }
            add("scrypt logN", [.min, -1, 0, 62, .max]) {
                try Scrypt.deriveKey(from: bytes, salt: bytes, cost: Scrypt.Cost(logN: $0), memoryLimit: .max)
            }
            add("scrypt r") { try Scrypt.Cost(logN: 4, r: $0) }
            add("scrypt p", [.min, -1, 1 << 26, .max]) {
                try Scrypt.deriveKey(from: bytes, salt: bytes, cost: Scrypt.Cost(logN: 10, p: $0), memoryLimit: .max)
            }
            add("scrypt memory", [.min, -1, 0]) { try Scrypt.deriveKey(from: bytes, salt: bytes, memoryLimit: $0) }
            add("Argon2 memory", [.min, -1, 0, 7, 1 << 32, .max]) { try Argon2.Cost(memoryKiB: $0, passes: 1) }
            add("Argon2 passes", [.min, -1, 0, 1 << 32, .max]) { try Argon2.Cost(memoryKiB: 8, passes: $0) }
            add("Argon2 lanes", [.min, -1, 0, 1 << 24, .max]) { try Argon2.Cost(memoryKiB: 8, passes: 1, lanes: $0) }
            add("Argon2 limit", [.min, -1, 0]) { try Argon2.deriveKey(from: bytes, salt: bytes, memoryLimit: $0) }
            add("Argon2 output", [.min, -1, 0, 3, .max]) {
                try Argon2.deriveKey(from: bytes, salt: bytes, cost: .interactive, outputByteCount: $0)
            }
            add("SHAKE") { try AnyHashFunction.shake128.hash(bytes, outputByteCount: $0) }
            add("BLAKE2b") { try BLAKE2b.hash(bytes, outputByteCount: $0) }
            add("KMAC") { try KMAC128.authenticationCode(for: bytes, using: key, outputByteCount: $0) }
            add("GCM tag") { try AES.GCM.seal(bytes, using: key, tagByteCount: $0) }
            add("GCM box") { try AES.GCM.SealedBox(combined: bytes, nonceByteCount: $0) }
            add("CFB segment") {
                try AES.CFB.encrypt(bytes, using: key, iv: [UInt8](repeating: 0, count: 16), segmentBitCount: $0)
            }
            add("FF1 radix") { try AES.FF1.encrypt([1, 2, 3, 4, 5, 6, 7], radix: $0, using: key) }
            add("RSA bits") { try RSAPrivateKey(bitCount: $0) }
            add("RSA primes") { try RSAPrivateKey(bitCount: 2048, primeCount: $0) }
            add("password") { try Password.Rules(length: $0) }
            add("passphrase") { try Passphrase.generate(wordCount: $0) }
            add("OpenSSH rounds") {
                try OpenSSHPrivateKey.encode(
                    .ed25519(Curve25519.Signing.PrivateKey()), passphrase: SecretBytes(copying: bytes), rounds: $0)
            }
            add("PKCS #8 iterations") {
                try AnyKey.Content.privateKey(.ed25519(Curve25519.Signing.PrivateKey())).encoded(
                    as: .pkcs8, passphrase: SecretBytes(copying: bytes), encryption: .pbkdf2(iterations: $0))
            }
            let writer = JSONWriter()
            calls += [
                (
                    "JSON end",
                    {
                        var writer = writer; try writer.endObject()
                    }
                ),
                (
                    "JSON name",
                    {
                        var writer = writer; try writer.name("a")
                    }
                ),
            ]
            add("LineWrapping", [.min, -1, 0]) { try LineWrapping(columns: $0) }
            add("Crockford", [.min, -1, 0]) { try Crockford(hyphenInterval: $0) }
            add("HexDump") { try HexDump.plain(columns: $0) }
            add("ForeignDump") { try ForeignDump(.od, columns: $0) }
            add("RailFence") { try RailFence(rails: $0) }
            add("yEnc line") { try YEncoding.encode(bytes, name: "a", lineCount: $0) }
            add("yEnc part", [.min, -1, 0]) { try YEncoding.encode(bytes, name: "a", partByteCount: $0) }
            add("Bech32", [.min, -1, 0]) { try Bech32.encode(bytes, prefix: "a", maximumCount: $0) }
            add("JSON depth", [.min, -1, 0]) { try JSONReader.read(nested, options: .init(maximumDepth: $0)) }
            add("JSON bytes", [.min, -1, 0]) { try JSONReader.read(nested, options: .init(maximumByteCount: $0)) }
            add("compression level") { try CompressionLevel($0) }
            add("ByteRange", [.min, -1]) { try ByteRange.span(from: $0) }
            add("ByteRange.last", [.min, -1]) { try ByteRange.last($0) }
            add("Base64 layers") { number in _ = try Base64LayersReader(MemoryReader(bytes), layerCount: number) }
            add("age work factor") { try Age.Passphrase(SecretBytes(copying: bytes), logN: $0) }
            add("image parts", [.min, -1, 0]) { try SaltedStringParts.split("abc", characterLimit: $0) }
            add("grid") { try Pattern.Grid(rows: $0, columns: $0) }
            add("dots") { try Pattern(dots: [0, 1, $0, 4]) }
            add("picture") { try PatternRendering.png(Pattern(dots: [0, 1, 2, 5]), size: $0) }
            add("enrollment", [.min, -1, 0]) { try Pattern.Enrollment(.create, tries: $0) }
            add("lockout", [0, 15, 17]) {
                try Pattern.Lockout(at: "/nonexistent/x", identifier: [UInt8](repeating: 0, count: $0), key: key)
            }
            return calls
        }
    }

    private static let nested = Array("[[[1]]]".utf8)

    private static var answered: [Call] {
        get throws {
            var calls: [Call] = []
            func add<Result>(_ name: String, _ numbers: [Int] = numbers, _ body: @escaping (Int) throws -> Result) {
                calls += numbers.map { number in ("\(name) \(number)", { _ = try body(number) }) }
            }
            func add(_ codec: some TextCodec) {
                add("\(codec)") { codec.maximumEncodedCount(for: $0) }
                add("\(codec)") { codec.maximumDecodedCount(for: $0) }
            }
            func stream(_ codec: some StreamingTextCodec) {
                add(codec)
                add("\(codec) stream") { codec.makeEncoder().maximumOutputCount(for: $0) }
                add("\(codec) stream") { codec.makeDecoder().maximumOutputCount(for: $0) }
            }
            let bytes = Self.bytes
            let narrow = try LineWrapping(columns: 1, ending: .crlf)
            stream(Base64.standard)
            stream(Base64(lines: narrow))
            stream(Base32(lines: narrow))
            stream(Base16(lines: narrow))
            stream(try Crockford(hasCheckSymbol: true, hyphenInterval: 1))
            stream(Base45.standard)
            stream(Base85.standard)
            stream(Ascii85.standard)
            stream(HexDump.standard)
            stream(try HexDump.plain(columns: 1))
            stream(QuotedPrintable.standard)
            stream(PercentEncoding.component)
            stream(UnicodeEscape.standard)
            add(Z85.standard)
            add(Base36.standard)
            add(Base58.standard)
            add(Base58Check.standard)
            add(Base62.standard)
            add(IMAPMailboxName.standard)
            add(ByteLiteral.standard)
            for cipher in Cipher.all {
                add("\(cipher.name) sealed") { cipher.sealedByteCount(forMessage: $0, tagByteCount: $0) }
            }
            add("Caesar") { Caesar(shift: $0).encode("abc".utf8) }
            add("crack") { RepeatingXOR.crack(bytes, count: $0) }
            add("key lengths") { VigenereCracker.keyLengths(bytes, maximumLength: $0) }
            add("word") { WordList.english[$0] == nil }
            add("entropy") { Passphrase.entropyBits(wordCount: $0) }
            add("text position") { TextPosition(offset: $0, in: bytes) }
            add("memory at") { number in
                [UInt8](capacity: 4) { MemoryReader(bytes).read(into: &$0, at: number) }
            }
            add("peek") { number in
                var reader = PeekingReader(MemoryReader(bytes))
                _ = reader.peek(number)
            }
            add("offsets") { number in
                for range in ["0-", "5-20", "-7"] { _ = try ByteRange(range).offsets(in: number) }
            }
            add("padding") { TarWriter.padding(behind: $0) }
            add("header") { try TarWriter.header(of: TarEntry(path: "a", kind: .file, modified: $0, byteCount: 1)) }
            add("DER integer") { DERValue.integer($0).encoded() }
            add("signed message") { number in
                var message = try SignedMessage(.whole, limit: number)
                message.update(bytes)
            }
            add("wait") { Pattern.Lockout.waitMilliseconds(after: $0) }
            add("inspect") { Inspector.inspect(InspectedData(bytes, byteCount: $0)) }
            add("calibrated Argon2", [.min, -1]) {
                try Argon2.Cost.calibrated(milliseconds: $0, least: .interactive)
            }
            add("calibrated", [.min, -1]) { try Scrypt.Cost.calibrated(milliseconds: $0, least: .interactive) }
            add("inflated") {
                let text = try Deflater.deflate(bytes)
                return try? Inflater.inflate(text, limits: .init(maximumByteCount: $0, maximumRatio: $0))
            }
            return calls
        }
    }
}
