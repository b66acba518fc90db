public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// C2SP chunked encryption: files under a random key, authenticated chunk by chunk, of which any part can be read.
///
/// A file has 56 bytes more than its plaintext, and 16 for each chunk of 16 KiB. It has no magic number: who opens it
/// knows that it is one. Key and context must be those it was made with; a commitment in the header tells at once when
/// they are not, so that no file opens under two keys.
///
/// ```swift
/// let format = try ChunkedEncryption(key: SymmetricKey(bitCount: 256), context: "backup 7".utf8)
/// let file = try format.seal(message)
/// let part = try format.open(ByteRange("1000-1999"), of: file)
/// ```
///
/// Source: c2sp.org/chunked-encryption.
public struct ChunkedEncryption: RandomAccessFormat {
    /// The name by which options call the format.
    public static let name = "c2sp-chunked"
    /// The name for people.
    public static let title = "C2SP chunked encryption"
    /// True: each chunk, their order and the end are.
    public static let isAuthenticated = true
    /// False: a file begins with random bytes.
    public static let hasMagic = false

    /// The key that goes in.
    public let key: SymmetricKey
    /// What the key derivation is bound to beside key and salt.
    public let context: [UInt8]
    /// The cipher and the hash function; nil finds them out by the commitment when opening.
    public let suite: ChunkedSuite?

    /// The most bytes of plaintext in a chunk; the last chunk has fewer.
    static let chunkByteCount = 16 << 10
    /// The most bytes of a sealed chunk.
    static let sealedChunkByteCount = chunkByteCount + tagByteCount
    static let tagByteCount = 16
    static let saltByteCount = 24
    static let commitmentByteCount = 32
    static let headerByteCount = saltByteCount + commitmentByteCount
    /// The most chunks of a file (section "Message chunking").
    static let maximumChunkCount = 1 << 38

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - key: Secret and uniformly random, not a passphrase: 16 bytes for AES-128-GCM, 32 for the others.
    ///   - context: Not secret; files made with another one do not open. May be empty.
    ///   - suite: The cipher and the hash function. Nil takes AES-GCM with SHA-512 when sealing, and when opening what
    ///     the commitment fits.
    /// - Throws: ``ContainerError`` with code `.invalidOption` for a key of the wrong length.
    public init(
        key: SymmetricKey, context: borrowing some Bytes = [UInt8](), suite: ChunkedSuite? = nil
    ) throws(ContainerError) {
        let lengths = suite.map { [$0.keyByteCount] } ?? [16, 32]
        guard lengths.contains(key.byteCount) else {
            let wanted = lengths.map(String.init).joined(separator: " or ")
            throw ContainerError(
                .invalidOption, "chunked encryption needs a key of \(wanted) bytes, not \(key.byteCount)")
        }
        self.key = key
        self.context = [UInt8](bytes: context)
        self.suite = suite
    }

    /// Tells nothing: such a file looks random from its first byte.
    public static func recognizes(_ beginning: FileBeginning) -> Bool { false }

    /// Encrypts a stream on all cores, in constant memory.
    ///
    /// - Parameters:
    ///   - input: Gives the plaintext, at most 4 PiB.
    ///   - output: Takes the file.
    /// - Throws: ``ContainerError``, `CryptoError`, or what the reader or the writer throws.
    public func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        try seal(&input, into: &output, salt: SecureRandom.bytes(ChunkedEncryption.saltByteCount))
    }

    /// Encrypts a stream under a salt of 24 bytes, for vectors: a salt that repeats with a key repeats nonces.
    package func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output, salt: [UInt8]
    ) throws {
        let suite = suite ?? (key.byteCount == 16 ? .aes128GCM : .aes256GCM)
        let keys = try ChunkKeys(suite, key, salt: salt, context: context)
        try output.write(salt + keys.commitment)
        try ChunkPipeline.transformChunks(
            of: Self.chunkByteCount, &input, into: &output,
            // Behind a full last chunk there is an empty one.
            maximumOutputCount: Self.sealedChunkByteCount + Self.tagByteCount
        ) { chunk, bytes, sealed in
            try keys.seal(bytes, chunk.index, into: &sealed)
            if chunk.isLast, bytes.count == Self.chunkByteCount {
                try keys.seal(Span(), chunk.index + 1, into: &sealed)
            }
        }
    }

    /// Decrypts a stream on all cores, in constant memory; each chunk is checked before it is written.
    ///
    /// - Parameters:
    ///   - input: Gives the file.
    ///   - output: Takes the plaintext.
    /// - Throws: ``ContainerError`` with code `.wrongKey` when key or context are not those of the file, `.tampered`
    ///   for a changed, moved or added chunk, `.truncated` for a file that ends too early; or what the reader or the
    ///   writer throws.
    public func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        var header: [UInt8] = []
        var before = -1
        while header.count < Self.headerByteCount, header.count > before {
            before = header.count
            try header.append(addingCapacity: Self.headerByteCount - before) { space throws(Input.Failure) in
                try input.read(into: &space)
            }
        }
        let keys = try keys(header)
        try ChunkPipeline.transformChunks(
            of: Self.sealedChunkByteCount, &input, into: &output, maximumOutputCount: Self.chunkByteCount
        ) { chunk, bytes, opened in
            if bytes.count < Self.tagByteCount { throw Self.truncation(chunk.index, bytes.count) }
            try keys.open(bytes, chunk.index, into: &opened)
            if chunk.isLast, bytes.count == Self.sealedChunkByteCount { throw Self.truncation(chunk.index + 1, 0) }
        }
    }

    /// Decrypts a part of a file, reading the header, the last chunk and the chunks of the part.
    ///
    /// - Parameters:
    ///   - part: Which bytes of the plaintext.
    ///   - input: Gives the encrypted file.
    ///   - byteCount: The encrypted file's length.
    ///   - output: Takes the bytes of the part.
    /// - Throws: As ``open(_:into:)``; damage in chunks that are not read is not found.
    public func open<Input: RandomAccessReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ part: ByteRange, of input: borrowing Input, byteCount: Int, into output: inout Output
    ) throws {
        let header = try [UInt8](capacity: Self.headerByteCount) { try input.read(into: &$0, at: 0) }
        let keys = try keys(header)
        let (last, rest) = (byteCount - Self.headerByteCount).quotientAndRemainder(
            dividingBy: Self.sealedChunkByteCount)
        guard rest >= Self.tagByteCount else { throw Self.truncation(last, rest) }
        func open(_ index: Int) throws -> [UInt8] {
            let sealed = try [UInt8](capacity: index == last ? rest : Self.sealedChunkByteCount) {
                try input.read(into: &$0, at: Self.offset(index))
            }
            return try [UInt8](capacity: Self.chunkByteCount) { try keys.open(sealed.span, index, into: &$0) }
        }
        // The last chunk is what proves the length, and with it where the part ends.
        let end = try open(last)
        let offsets = part.offsets(in: last * Self.chunkByteCount + end.count)
        guard !offsets.isEmpty else { return }
        for index in offsets.lowerBound / Self.chunkByteCount...(offsets.upperBound - 1) / Self.chunkByteCount {
            let bytes = index == last ? end : try open(index)
            let start = index * Self.chunkByteCount
            let wanted = offsets.clamped(to: start..<start + bytes.count)
            try output.write(bytes[wanted.lowerBound - start..<wanted.upperBound - start])
        }
    }

    /// The keys of a file, which its commitment must fit.
    private func keys(_ header: [UInt8]) throws -> ChunkKeys {
        guard header.count == Self.headerByteCount else {
            throw ContainerError(
                .truncated, at: header.count, "the file ends in its header, which has \(Self.headerByteCount) bytes")
        }
        let salt = Array(header[..<Self.saltByteCount])
        for suite in suite.map({ [$0] }) ?? ChunkedSuite.all where suite.keyByteCount == key.byteCount {
            let keys = try ChunkKeys(suite, key, salt: salt, context: context)
            if constantTimeEqual(keys.commitment, header[Self.saltByteCount...]) { return keys }
        }
        throw ContainerError(
            .wrongKey, at: 0, "the file was made with another key or context, or is not of C2SP chunked encryption")
    }

    /// Where a chunk begins in the file.
    static func offset(_ index: Int) -> Int { headerByteCount + index * sealedChunkByteCount }

    private static func truncation(_ index: Int, _ byteCount: Int) -> ContainerError {
        ContainerError(
            .truncated, at: offset(index) + byteCount, "the file is truncated: its last chunk is missing or cut")
    }
}
