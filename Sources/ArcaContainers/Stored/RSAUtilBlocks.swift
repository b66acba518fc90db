public import ArcaCodecs
public import ArcaCrypto
internal import ArcaSystem

/// Text as the RSAUtil class of many iOS projects stores it: PKCS#1 v1.5 blocks one behind the other, in Base64.
///
/// **Nothing authenticates it:** blocks can be left out, repeated and exchanged, and with a wrong key noise comes out. It
/// is for reading what such apps have stored; for new data take ``Age``.
///
/// With a public key sealing encrypts, and opening reads what the private key's owner "encrypted", which hides nothing
/// from anyone who has the public key. With a private key it is the other way round.
///
/// ```swift
/// let text = try RSAUtilBlocks(privateKey: key).open(stored)
/// ```
///
/// Source: ideawu/Objective-C-RSA, `RSA.m`, and the copies of it that are called RSAUtil.
public struct RSAUtilBlocks: ContainerFormat {
    /// The name by which options call the format.
    public static let name = "rsautil"
    /// The name for people.
    public static let title = "RSAUtil's blocks in Base64"
    /// False: every change goes unnoticed or gives noise.
    public static let isAuthenticated = false
    /// False: it is Base64 of what looks random.
    public static let hasMagic = false

    private enum Key: Sendable {
        case `public`(RSAPublicKey)
        case `private`(RSAPrivateKey)
    }
    private let key: Key
    /// The modulus's length, which is that of a block.
    private let blockByteCount: Int

    /// Bytes of a block that the padding takes at least.
    private static let paddingByteCount = 11
    /// Blocks that are sealed at once: with three, their bytes fill whole groups of Base64.
    private static let groupBlockCount = 3

    /// Makes a format that encrypts to the key's owner, and opens what the owner made with the private key.
    ///
    /// - Parameter publicKey: Any RSA key that is not for signatures alone; not secret.
    public init(publicKey: RSAPublicKey) {
        key = .public(publicKey)
        blockByteCount = publicKey.byteCount
    }

    /// Makes a format that opens what was encrypted to the key, and seals what everybody with the public key can read.
    ///
    /// - Parameter privateKey: Any RSA key that is not for signatures alone.
    public init(privateKey: RSAPrivateKey) {
        key = .private(privateKey)
        blockByteCount = privateKey.byteCount
    }

    /// Nothing shows this format.
    public static func recognizes(_ beginning: FileBeginning) -> Bool { false }

    /// Cuts a stream into blocks and writes them as one line of Base64, without a line end, as RSAUtil does.
    ///
    /// - Parameters:
    ///   - input: Gives the plaintext, on changing threads.
    ///   - output: Takes the text, on changing threads; nothing for an empty plaintext.
    /// - Throws: ``CryptoError``, or what the reader or the writer throws.
    public func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        let most = blockByteCount - Self.paddingByteCount
        try ChunkPipeline.transformChunks(
            of: Self.groupBlockCount * most, &input, into: &output,
            maximumOutputCount: Base64.standard.encodedCount(for: Self.groupBlockCount * blockByteCount)
        ) { _, bytes, text in
            var blocks: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: most) {
                blocks += try sealBlock(bytes.extracting(start..<min(start + most, bytes.count)))
            }
            Base64.standard.encode(blocks.span, into: &text)
        }
    }

    /// Opens the blocks of a stream, in constant memory.
    ///
    /// - Parameters:
    ///   - input: Gives the text, on changing threads; white space in it does not count.
    ///   - output: Takes the plaintext, on changing threads. With a private key it is noise where a block is damaged or
    ///     for another key; no error tells that apart.
    /// - Throws: ``ContainerError`` with code `.malformed` for what is not Base64, `.truncated` for part of a block,
    ///   `.wrongKey` for a block that the key cannot have made; or what the reader or the writer throws.
    public func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        let byteCount = blockByteCount
        try withUnsafeMutablePointer(to: &input) { input in
            var blocks = try Base64LayersReader(LentReader(input), layerCount: 1)
            try ChunkPipeline.transformChunks(of: byteCount, &blocks, into: &output, maximumOutputCount: byteCount) {
                chunk, block, message in
                // The end of a file that holds whole blocks.
                if block.isEmpty { return }
                guard block.count == byteCount else {
                    throw ContainerError(
                        .truncated,
                        "block \(chunk.index + 1) has \(block.count) bytes instead of \(byteCount): the text is cut, or "
                            + "made with a key of another size")
                }
                try openBlock(block, number: chunk.index + 1, into: &message)
            }
        }
    }

    private func sealBlock(_ message: Span<UInt8>) throws(CryptoError) -> [UInt8] {
        switch key {
        case .public(let key): try key.encrypt(message, padding: .pkcs1v15)
        case .private(let key): try key.wrap(message)
        }
    }

    private func openBlock(_ block: Span<UInt8>, number: Int, into output: inout OutputSpan<UInt8>) throws {
        switch key {
        case .private(let key):
            // Each block by implicit rejection, so that no error and no early stop tells good from bad padding.
            let message = try blaming(number) { try key.decrypt(block, padding: .pkcs1v15) }
            message.withBytes { output.append(contentsOf: $0) }
        case .public(let key):
            let message = try blaming(number) { try key.recover(block) }
            output.append(contentsOf: message.span)
        }
    }

    /// Says which block it is that a key does not open.
    private func blaming<Message>(_ number: Int, _ body: () throws -> Message) throws -> Message {
        do {
            return try body()
        } catch let error as CryptoError where [.invalidInputLength, .decryptionFailed].contains(error.code) {
            throw ContainerError(.wrongKey, "block \(number) is not for this key, or damaged: \(error.reason)")
        }
    }
}
