import ArcaAsync
import ArcaCodecCatalog
import ArcaCodecs
import ArcaCore
import ArcaCompression
import ArcaCrypto
import Testing

@Suite("Bytes transformed in the task")
struct TransformedBytesTests {
    private static let message: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 >> 3) }

    @Test("compresses and decompresses, in every format", arguments: CompressionFormat.allCases)
    func compression(_ format: CompressionFormat) async throws {
        let small = try await collect(Deflater.deflate(Pieces(Self.message, of: 3000), format: format, level: .best))
        #expect(small.count < 20_000)
        #expect(try Inflater.inflate(small, format: format) == Self.message)
        #expect(try await collect(Inflater.inflate(Pieces(small, of: 777), format: format)) == Self.message)
        let empty = try await collect(Deflater.deflate(Pieces([], of: 1), format: format))
        #expect(try Inflater.inflate(empty, format: format).isEmpty)
        let cut = await #expect(throws: CompressionError.self) {
            _ = try await collect(Inflater.inflate(Pieces(Array(small.dropLast()), of: 777), format: format))
        }
        #expect(cut?.code == .truncated)
        let more = await #expect(throws: CompressionError.self) {
            _ = try await collect(Inflater.inflate(Pieces(small + [1, 2], of: 777), format: format))
        }
        #expect(more?.code == .trailingData)
    }

    @Test("limits decompression, and returns highly compressed data in small pieces")
    func bomb() async throws {
        let bomb = try Deflater.deflate([UInt8](repeating: 0, count: 40 << 20), format: .zlib, level: .best)
        var iterator = Inflater.inflate(Pieces(bomb, of: bomb.count), limits: .unlimited).makeAsyncIterator()
        var count = 0
        while let piece = try await iterator.next() {
            #expect(piece.count < 10 << 20)
            count += piece.count
        }
        #expect(count == 40 << 20)
        let error = await #expect(throws: CompressionError.self) {
            _ = try await collect(Inflater.inflate(Pieces(bomb, of: 100)))
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test("encodes and decodes by type and by name, split anywhere")
    func codecs() async throws {
        let text = try await collect(Base64.mime.encode(Pieces(Self.message, of: 1001)))
        #expect(text == Array(Base64.mime.encode(Self.message).utf8))
        #expect(try await collect(Base64.mime.decode(Pieces(text, of: 13))) == Self.message)
        #expect(
            try await collect(Base16.standard.decode(Base16.standard.encode(Pieces(Self.message, of: 7000))))
                == Self.message)
        let codec = try Codec(named: "ascii85")
        let lines = try await collect(codec.encode(Pieces(Self.message, of: 999), [.wrap: 60]))
        #expect(try codec.encode(Self.message, [.wrap: 60]) == lines)
        #expect(try await collect(codec.decode(Pieces(lines, of: 999), [.lenient: true])) == Self.message)
        let error = await #expect(throws: CodecError.self) {
            _ = try await collect(Base16.standard.decode(Pieces(Array("00112x".utf8), of: 2)))
        }
        #expect(error == CodecError.code(.invalidCharacter, at: TextPosition(offset: 5, line: 1, column: 6)))
        await #expect(throws: CodecError.self) { _ = try await collect(codec.encode(Pieces([], of: 1), [.shift: 3])) }
    }

    @Test("encrypts as in one call")
    func ciphers() async throws {
        let key = SymmetricKey(size: .bits256)
        let iv = [UInt8](repeating: 1, count: 16)
        for name in ["aes-256-cbc", "aes-256-ctr", "aes-256-cfb"] {
            let cipher = try Cipher(named: name)
            let file = try await collect(cipher.encrypt(Pieces(Self.message, of: 4097), using: key, iv: iv))
            #expect(file == (try cipher.encrypt(Self.message, using: key, iv: iv)))
            #expect(try await collect(cipher.decrypt(Pieces(file, of: 777), using: key, iv: iv)) == Self.message)
        }
        let (gcm, nonce) = (AES.GCM.cipher, [UInt8](repeating: 2, count: 12))
        let sealed = try await collect(
            gcm.seal(Pieces(Self.message, of: 4097), using: key, nonce: nonce, authenticating: [1, 2]))
        #expect(sealed == (try gcm.seal(Self.message, using: key, nonce: nonce, authenticating: [1, 2])))
        let bare = try await collect(gcm.cipher.encrypt(Pieces(Self.message, of: 4097), using: key, iv: nonce))
        #expect(bare == (try gcm.seal(Self.message, using: key, nonce: nonce)))
        let cbc = try Cipher(named: "aes-256-cbc")
        let cut = await #expect(throws: CryptoError.self) {
            _ = try await collect(cbc.decrypt(Pieces(Array(Self.message.prefix(33)), of: 8), using: key, iv: iv))
        }
        #expect(cut?.code == .invalidInputLength)
        let refusals: [(TransformedBytes<Pieces>, CryptoErrorCode)] = [
            (try Cipher(named: "aes-256-gcm").decrypt(Pieces([], of: 1), using: key, iv: nonce), .unsupported),
            (AES.CCM.cipher.seal(Pieces([], of: 1), using: key, nonce: nonce), .unsupported),
            (cbc.encrypt(Pieces([], of: 1), using: key, iv: nonce), .invalidIVLength),
        ]
        for (bytes, code) in refusals {
            let error = await #expect(throws: CryptoError.self) { _ = try await collect(bytes) }
            #expect(error?.code == code)
        }
    }

    @Test("reads the source on demand, at most one piece ahead")
    func backPressure() async throws {
        let key = SymmetricKey(size: .bits256)
        let piece = [UInt8](repeating: 1, count: 20_000)
        func source() -> Pieces { Pieces(repeating: piece, count: 100) }
        for index in 0..<3 {
            let source = source()
            let bytes =
                switch index {
                case 0: Base16.standard.encode(source)
                case 1:
                    try Cipher(named: "aes-256-ctr").encrypt(source, using: key, iv: [UInt8](repeating: 1, count: 16))
                default: try Codec(named: "base16").encode(source)
                }
            var iterator = bytes.makeAsyncIterator()
            #expect(source.taken.byteCount == 0)
            var got = 0
            while let next = try await iterator.next() {
                got += next.count
                #expect(source.taken.byteCount <= got + piece.count && next.count <= 64 * 1024)
            }
            #expect(source.taken.byteCount == 2_000_000 && got == (index == 1 ? 2_000_000 : 4_000_000))
        }
        // Decompression is also on demand, and message events are read one by one.
        let form = Pieces(repeating: Array("a: b\r\n".utf8), count: 3)
        var events = MultipartReader().events(of: form).makeAsyncIterator()
        #expect(form.taken.byteCount == 0)
        _ = try await events.next()
        #expect(form.taken.byteCount <= 18)
    }

    @Test("cancels events of a message with the task")
    func cancelledEvents() async throws {
        let (pieces, _) = AsyncStream<[UInt8]>.makeStream()
        let reading = Task { for try await _ in MultipartReader().events(of: pieces) {} }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test("computes digests and MACs")
    func hashes() async throws {
        let source = Pieces(Self.message, of: 4097)
        #expect(try await SHA256.hash(source) == SHA256.hash(Self.message))
        #expect(try await SHA3_256.hash(source) == SHA3_256.hash(Self.message))
        #expect(try await AnyHashFunction.blake2b.hash(source) == AnyHashFunction.blake2b.hash(Self.message))
        #expect(try await SHA256.hash(Pieces([], of: 1)) == SHA256.hash([]))
        let key = SymmetricKey(size: .bits256)
        #expect(
            try await HMAC<SHA256>.authenticationCode(for: source, using: key)
                == HMAC<SHA256>.authenticationCode(for: Self.message, using: key))
    }

    @Test("completes nothing if the source fails or ends because of cancellation")
    func incomplete() async throws {
        let broken = Pieces(Self.message, of: 1000, failing: 50)
        await #expect(throws: Pieces.Broken.self) { _ = try await SHA256.hash(broken) }
        await #expect(throws: Pieces.Broken.self) { _ = try await collect(Base64.standard.encode(broken)) }
        await #expect(throws: Pieces.Broken.self) { _ = try await collect(Deflater.deflate(broken)) }
        let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
        continuation.yield(Self.message)
        let hashing = Task { try await SHA256.hash(pieces) }
        hashing.cancel()
        await #expect(throws: CancellationError.self) { try await hashing.value }
        let (others, _) = AsyncStream<[UInt8]>.makeStream()
        let encoding = Task { try await collect(Base64.standard.encode(others)) }
        encoding.cancel()
        await #expect(throws: CancellationError.self) { try await encoding.value }
    }

    @Test("parses an uploaded form on demand", arguments: [1, 7, 1000])
    func form(_ byteCount: Int) async throws {
        let text = """
            Content-Type: multipart/form-data; boundary=xyz

            --xyz
            Content-Disposition: form-data; name="file"; filename="a.txt"

            hello
            --xyz--

            """
        var body: [UInt8] = []
        var count = 0
        for try await event in MultipartReader().events(of: Pieces(Array(text.utf8), of: byteCount)) {
            count += 1
            if case .body(let bytes) = event { body += bytes }
        }
        #expect(body == Array("hello".utf8) && count >= 5)
        await #expect(throws: CodecError.self) {
            for try await _ in MultipartReader().events(of: Pieces(Array(text.utf8.dropLast(5)), of: byteCount)) {}
        }
    }

    /// A form with a text and a file, as a stream and encoded at once.
    private static func form(_ file: Pieces, _ content: [UInt8]) throws -> (MessageBytes, whole: [UInt8]) {
        var builder = try MultipartBuilder(boundarySeed: "x")
        let text = try MediaType("text/plain; charset=utf-8")
        let named = try ContentDisposition(#"form-data; name="note""#.utf8)
        let attached = try ContentDisposition(#"form-data; name="file"; filename="a.bin""#.utf8)
        let message = builder.message(
            "form-data",
            parts: [
                MessageBytes.Part(text, encoding: .quotedPrintable, disposition: named, content: "Grüße\n".utf8),
                MessageBytes.Part(.octetStream, encoding: .base64, disposition: attached, content: file),
            ])
        try builder.beginMultipart("form-data")
        try builder.beginPart(text, encoding: .quotedPrintable, disposition: named)
        try builder.append("Grüße\n".utf8)
        try builder.end()
        try builder.beginPart(.octetStream, encoding: .base64, disposition: attached)
        try builder.append(content)
        try builder.end()
        try builder.end()
        return (message, builder.takeOutput())
    }

    @Test("encodes a message on demand, as if encoded at once", arguments: [1, 7, 1000, 100_000])
    func messages(_ byteCount: Int) async throws {
        let content = Array(Self.message.prefix(byteCount == 1 ? 500 : 90_000))
        let (message, whole) = try Self.form(Pieces(content, of: byteCount), content)
        #expect(try await collect(message) == whole)
        var contents: [[UInt8]] = []
        for try await event in MultipartReader().events(of: message) {
            switch event {
            case .body(let bytes): contents[contents.count - 1] += bytes
            case .begin: contents.append([])
            case .end: break
            }
        }
        #expect(contents.suffix(2) == [Array("Grüße\r\n".utf8), content])
    }

    @Test("reads a part only when it is written, and completes no message after failure or cancellation")
    func incompleteMessages() async throws {
        let file = Pieces(repeating: [UInt8](repeating: 7, count: 3000), count: 100)
        var iterator = try Self.form(file, []).0.makeAsyncIterator()
        _ = try await iterator.next()
        #expect(file.taken.byteCount == 0)
        var got = 0
        while let piece = try await iterator.next() {
            got += piece.count
            #expect(file.taken.byteCount <= got + 3000 && piece.count <= 64 * 1024)
        }
        #expect(try await iterator.next() == nil)
        let broken = try Self.form(Pieces(Self.message, of: 1000, failing: 5), []).0
        await #expect(throws: Pieces.Broken.self) { _ = try await collect(broken) }
        let (pieces, _) = AsyncStream<[UInt8]>.makeStream()
        let part = MessageBytes.Part(.octetStream, encoding: .binary, content: pieces)
        let message = try MultipartBuilder().message("mixed", parts: [part])
        let making = Task { try await collect(message) }
        making.cancel()
        await #expect(throws: CancellationError.self) { try await making.value }
        let type = try MediaType("multipart/related; type=\"text/plain\"")
        let small = MessageBytes.Part(.octetStream, encoding: .base64, content: [1, 2, 3] as [UInt8])
        let related = try MultipartBuilder().message("related", parameters: type.parameters, parts: [small])
        #expect(
            String(decoding: try await collect(related), as: UTF8.self).contains(
                "multipart/related; type=\"text/plain\""))
        let empty = try MultipartBuilder().message("mixed", parts: [])
        await #expect(throws: CodecError.self) { _ = try await collect(empty) }
    }

    @Test("push-based variants return the same as others")
    func push() throws {
        var deflater = try Deflater(format: .zlib)
        var small = try deflater.update(Self.message[..<100_000])
        small += try deflater.flush()
        var inflater = Inflater()
        #expect(try inflater.update(small) == Array(Self.message[..<100_000]))
        let rest = try deflater.update(Self.message[100_000...]) + deflater.finish()
        #expect(try inflater.update(rest) == Array(Self.message[100_000...]))
        try inflater.finish()
        let trailing = #expect(throws: CompressionError.self) { try inflater.update([1]) }
        #expect(trailing == CompressionError.code(.trailingData, at: small.count + rest.count))
        #expect(throws: CompressionError.self) { try inflater.update([]) }

        var encoder = Base64.standard.makeEncoder()
        #expect(encoder.update([1, 2, 3, 4]) + encoder.finish() == Array("AQIDBA==".utf8))
        var decoder = Base64.standard.makeDecoder()
        #expect(try decoder.update("AQI".utf8) + decoder.update("DBA==".utf8) + decoder.finish() == [1, 2, 3, 4])
        let stream = try Codec(named: "base32").makeStream(.encoding)
        let text = try stream.update([1, 2]) + stream.update([3]) + stream.finish()
        #expect(text == Array(Base32.standard.encode([1, 2, 3]).utf8))

        let key = SymmetricKey(size: .bits256)
        let iv = [UInt8](repeating: 1, count: 16)
        var encrypting = try CipherStream(encrypting: Cipher(named: "aes-256-cbc"), using: key, iv: iv)
        var ciphertext = try encrypting.update(Self.message[..<77])
        ciphertext += try encrypting.update(Self.message[77..<1000])
        ciphertext += try encrypting.finish()
        #expect(try AES.CBC.decrypt(ciphertext, using: key, iv: iv) == Array(Self.message[..<1000]))
    }
}
