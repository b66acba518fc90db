internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
internal import ArcaSystem

/// Text in the format of RSAUtil, a class in many iOS projects: consecutive PKCS#1 v1.5 blocks, in Base64.
///
/// **The text is not authenticated:** blocks can be removed, repeated and reordered, and a wrong key yields random
/// bytes. Use it to read data that such apps have stored; for new data use ``Age``.
///
/// With a public key, sealing encrypts, and opening reads text that was "encrypted" with the private key. Such text is
/// readable by anyone with the public key. With a private key the roles are reversed.
///
/// ```swift
/// let text = try RSAUtilBlocks(privateKey: key).open(stored)
/// ```
///
/// Source: ideawu/Objective-C-RSA, `RSA.m`, and its copies named RSAUtil.
public struct RSAUtilBlocks: ContainerFormat {
    /// The name in command-line options.
    public static let name = "rsautil"
    /// The display name.
    public static let title = "RSAUtil's blocks in Base64"
    /// False: modifications are undetected or yield random bytes.
    public static let isAuthenticated = false
    /// False: Base64 of bytes that look random.
    public static let hasMagic = false

    private enum Key: Sendable {
        case `public`(RSAPublicKey)
        case `private`(RSAPrivateKey)
    }
    private let key: Key
    private let blockByteCount: Int

    private static let paddingByteCount = 11
    /// Three blocks fill whole groups of Base64.
    private static let groupBlockCount = 3

    /// Creates a format that encrypts to the owner of the key, and opens text made with the private key.
    ///
    /// - Parameter publicKey: Any RSA key that is not restricted to signatures; not secret.
    public init(publicKey: RSAPublicKey) {
        key = .public(publicKey)
        blockByteCount = publicKey.byteCount
    }

    /// Creates a format that opens text encrypted to the key, and seals text that anyone with the public key can read.
    ///
    /// - Parameter privateKey: Any RSA key that is not restricted to signatures; secret.
    public init(privateKey: RSAPrivateKey) {
        key = .private(privateKey)
        blockByteCount = privateKey.byteCount
    }

    /// Always false: the format has no recognizable structure.
    public static func recognizes(_ beginning: FileBeginning) -> Bool { false }

    /// Splits a stream into blocks and writes one line of Base64 without a newline, as RSAUtil does.
    ///
    /// - Parameters:
    ///   - input: The source of the plaintext, called from several threads, one at a time.
    ///   - output: The destination of the text, called from several threads, one at a time. Nothing is written for an
    ///     empty plaintext.
    /// - Throws: ``CryptoError``, or errors of the reader or writer.
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
    ///   - input: The source of the text, called from several threads, one at a time. White space is skipped.
    ///   - output: The destination of the plaintext, called from several threads, one at a time. With a private key, a
    ///     block that is damaged or for another key yields random bytes instead of an error.
    /// - Throws: ``ContainerError`` `.malformed` for invalid Base64, `.truncated` for an incomplete block, `.wrongKey`
    ///   for a block that was not made with the key; or errors of the reader or writer.
    public func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        let byteCount = blockByteCount
        try withUnsafeMutablePointer(to: &input) { input in
            var blocks = try Base64LayersReader(LentReader(input), layerCount: 1)
            try ChunkPipeline.transformChunks(of: byteCount, &blocks, into: &output, maximumOutputCount: byteCount) {
                chunk, block, message in
                // The end of a file of whole blocks.
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
            // Implicit rejection per block: neither an error nor an early stop reveals whether the padding was valid.
            let message = try blaming(number) { try key.decrypt(block, padding: .pkcs1v15) }
            message.withBytes { output.append(contentsOf: $0) }
        case .public(let key):
            let message = try blaming(number) { try key.recover(block) }
            output.append(contentsOf: message.span)
        }
    }

    private func blaming<Message>(_ number: Int, _ body: () throws -> Message) throws -> Message {
        do {
            return try body()
        } catch let error as CryptoError where [.invalidInputLength, .decryptionFailed].contains(error.code) {
            throw ContainerError(.wrongKey, "block \(number) is not for this key, or damaged: \(error.reason)")
        }
    }
}
