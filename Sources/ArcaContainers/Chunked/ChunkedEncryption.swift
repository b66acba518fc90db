public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// C2SP chunked encryption: files under a random key, authenticated by chunk, with random access.
///
/// A file is longer than its plaintext by 56 bytes, plus 16 for each chunk of 16 KiB. It has no magic number, so the
/// format must be known. Key and context must be the original ones. A commitment in the header detects a wrong key or
/// context at once, and prevents files that open under two keys.
///
/// ```swift
/// let format = try ChunkedEncryption(key: SymmetricKey(bitCount: 256), context: "backup 7".utf8)
/// let file = try format.seal(message)
/// let part = try format.open(ByteRange("1000-1999"), of: file)
/// ```
///
/// Source: c2sp.org/chunked-encryption.
public struct ChunkedEncryption: RandomAccessFormat {
    /// The name in command-line options.
    public static let name = "c2sp-chunked"
    /// The display name.
    public static let title = "C2SP chunked encryption"
    /// True: covers each chunk, their order and the end of the file.
    public static let isAuthenticated = true
    /// False: a file begins with random bytes.
    public static let hasMagic = false

    /// The input key.
    public let key: SymmetricKey
    /// The additional context that the key derivation is bound to.
    public let context: [UInt8]
    /// The cipher and hash function; nil to derive them from the commitment when opening.
    public let suite: ChunkedSuite?

    /// Plaintext size of a chunk, in bytes; the last chunk is always shorter.
    static let chunkByteCount = 16 << 10
    static let sealedChunkByteCount = chunkByteCount + tagByteCount
    static let tagByteCount = 16
    static let saltByteCount = 24
    static let commitmentByteCount = 32
    static let headerByteCount = saltByteCount + commitmentByteCount
    /// Section "Message chunking".
    static let maximumChunkCount = 1 << 38

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - key: A secret, uniformly random key, not a passphrase: 16 bytes for AES-128-GCM, 32 for the others.
    ///   - context: The context, not secret, possibly empty. Opening requires the same context.
    ///   - suite: The cipher and hash function. Nil seals with AES-GCM and SHA-512, and opens with any suite that
    ///     matches the commitment.
    /// - Throws: ``ContainerError`` `.invalidOption` for a key of the wrong length.
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

    /// Always false: such a file looks random from its first byte.
    public static func recognizes(_ beginning: FileBeginning) -> Bool { false }

    /// Encrypts a stream on all cores, in constant memory.
    ///
    /// - Parameters:
    ///   - input: The source of the plaintext, at most 4 PiB.
    ///   - output: The destination of the file.
    /// - Throws: ``ContainerError``, `CryptoError`, or errors of the reader or writer.
    public func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        try seal(&input, into: &output, salt: SecureRandom.bytes(ChunkedEncryption.saltByteCount))
    }

    /// Encrypts with a given 24-byte salt, for test vectors; reusing a salt with the same key reuses nonces.
    package func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output, salt: [UInt8]
    ) throws {
        let suite = suite ?? (key.byteCount == 16 ? .aes128GCM : .aes256GCM)
        let keys = try ChunkKeys(suite, key, salt: salt, context: context)
        try output.write(salt + keys.commitment)
        try ChunkPipeline.transformChunks(
            of: Self.chunkByteCount, &input, into: &output,
            // A full last chunk is followed by an empty one.
            maximumOutputCount: Self.sealedChunkByteCount + Self.tagByteCount
        ) { chunk, bytes, sealed in
            try keys.seal(bytes, chunk.index, into: &sealed)
            if chunk.isLast, bytes.count == Self.chunkByteCount {
                try keys.seal(Span(), chunk.index + 1, into: &sealed)
            }
        }
    }

    /// Decrypts a stream on all cores, in constant memory; each chunk is verified before it is written.
    ///
    /// - Parameters:
    ///   - input: The source of the file.
    ///   - output: The destination of the plaintext.
    /// - Throws: ``ContainerError`` `.wrongKey` for a wrong key or context, `.tampered` for a modified, moved or added
    ///   chunk, `.truncated` for a file that ends early; or errors of the reader or writer.
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

    /// Decrypts a range and reads only the header, the last chunk and the chunks in the range.
    ///
    /// - Parameters:
    ///   - part: The range of the plaintext.
    ///   - input: The source of the encrypted file.
    ///   - byteCount: The length of the encrypted file.
    ///   - output: The destination of the range.
    /// - Throws: As ``open(_:into:)`` does. Damage in chunks that are not read is not detected.
    public func open<Input: RandomAccessReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ part: ByteRange, of input: borrowing Input, byteCount: Int, into output: inout Output
    ) throws {
        let header = try [UInt8](capacity: Self.headerByteCount) { try input.read(into: &$0, at: 0) }
        let keys = try keys(header)
        let (last, rest) = (byteCount - Self.headerByteCount).quotientAndRemainder(
            dividingBy: Self.sealedChunkByteCount)
        guard rest >= Self.tagByteCount else { throw Self.truncation(last, rest) }
        try part.write(chunksOf: Self.chunkByteCount, last: last, into: &output) { index in
            let sealed = try [UInt8](capacity: index == last ? rest : Self.sealedChunkByteCount) {
                try input.read(into: &$0, at: Self.offset(index))
            }
            return try [UInt8](capacity: Self.chunkByteCount) { try keys.open(sealed.span, index, into: &$0) }
        }
    }

    /// The keys of a file; throws if the commitment does not match.
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

    static func offset(_ index: Int) -> Int { headerByteCount + index * sealedChunkByteCount }

    private static func truncation(_ index: Int, _ byteCount: Int) -> ContainerError {
        ContainerError(
            .truncated, at: offset(index) + byteCount, "the file is truncated: its last chunk is missing or cut")
    }
}
