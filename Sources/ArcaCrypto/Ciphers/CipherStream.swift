public import ArcaCodecs

/// A message being encrypted or decrypted piece by piece, in constant memory.
///
/// Encrypting works with every cipher whose ``Cipher/isStreamable`` holds; an authenticated one gives its tag at the end.
/// Decrypting is offered only for ciphers that authenticate nothing: plaintext must not be used before its tag has been
/// checked, and the tag comes last. For large authenticated data use a chunked format, which checks each chunk.
///
/// ```swift
/// var stream = try CipherStream(encrypting: cipher, using: key, iv: iv)
/// var output = [UInt8]()
/// for piece in pieces {
///     output += try [UInt8](capacity: stream.maximumByteCount(forUpdate: piece.count)) { span throws(CryptoError) in
///         try stream.update(piece, into: &span)
///     }
/// }
/// output += try [UInt8](capacity: CipherStream.maximumFinalByteCount) { span throws(CryptoError) in
///     try stream.finish(into: &span)
/// }
/// ```
public struct CipherStream: ~Copyable {
    /// Free capacity that ``finish(into:)`` asks for: a block or a tag.
    public static let maximumFinalByteCount = 16

    /// The cipher.
    public let cipher: Cipher
    /// Whether it encrypts.
    public let isEncrypting: Bool
    private let padding: Cipher.Padding
    private let ivByteCount: Int
    private let tagByteCount: Int
    private var byteCount = 0
    private var context: CipherContext

    /// Starts encrypting.
    ///
    /// - Parameters:
    ///   - cipher: One whose ``Cipher/isStreamable`` holds.
    ///   - key: Secret, of the cipher's length.
    ///   - iv: IV or nonce, of a length that the cipher takes; never used again with the same key.
    ///   - aad: Associated data of an authenticated cipher; none for the others.
    ///   - padding: For ECB and CBC, PKCS#7 unless told otherwise.
    ///   - tagByteCount: Length of the tag of an authenticated cipher.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidTagLength`,
    ///   `.invalidParameter` for associated data or a padding that the cipher does not take, or `.unsupported`, also for
    ///   a cipher that needs the whole message at once.
    public init(
        encrypting cipher: Cipher, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        authenticating aad: borrowing some Bytes = [] as [UInt8], padding: Cipher.Padding? = nil,
        tagByteCount: Int = 16
    ) throws(CryptoError) {
        // What cannot be copied cannot be returned by a closure, so the spans are taken from copies.
        let (iv, aad) = (Array(bytes: iv), Array(bytes: aad))
        let context = try CipherStream.context(cipher, key, iv.span, aad.span, padding, tagByteCount, encrypts: true)
        self.init(cipher, padding, iv.count, tagByteCount, encrypts: true, context)
    }

    /// Starts decrypting with a cipher that authenticates nothing.
    ///
    /// - Parameters:
    ///   - cipher: One that authenticates nothing and whose ``Cipher/isStreamable`` holds.
    ///   - key: The key it was encrypted with.
    ///   - iv: The IV it was encrypted with.
    ///   - padding: The padding it was encrypted with; for ECB and CBC, PKCS#7 unless told otherwise.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidParameter` for a padding
    ///   that the cipher does not take, or `.unsupported` for an authenticated cipher or one that needs the whole
    ///   message at once.
    public init(
        decrypting cipher: Cipher, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) {
        guard !cipher.isAuthenticated else {
            throw CryptoError(
                .unsupported, "\(cipher.name) is opened at once: no plaintext leaves before its tag is checked")
        }
        let iv = Array(bytes: iv)
        let context = try CipherStream.context(cipher, key, iv.span, Span(), padding, 0, encrypts: false)
        self.init(cipher, padding, iv.count, 0, encrypts: false, context)
    }

    /// Starts decrypting with an authenticated cipher, for callers that hold the plaintext back until
    /// ``finish(verifying:)`` has returned.
    package init(
        decryptingUnverified cipher: Cipher, using key: SymmetricKey, iv: Span<UInt8>,
        authenticating aad: Span<UInt8>, tagByteCount: Int = 16
    ) throws(CryptoError) {
        let context = try CipherStream.context(cipher, key, iv, aad, nil, tagByteCount, encrypts: false)
        self.init(cipher, nil, iv.count, tagByteCount, encrypts: false, context)
    }

    private init(
        _ cipher: Cipher, _ padding: Cipher.Padding?, _ ivByteCount: Int, _ tagByteCount: Int, encrypts: Bool,
        _ context: consuming CipherContext
    ) {
        self.cipher = cipher
        self.padding = padding ?? (cipher.takesPadding ? .pkcs7 : .none)
        self.ivByteCount = ivByteCount
        self.tagByteCount = cipher.isAuthenticated ? tagByteCount : 0
        isEncrypting = encrypts
        self.context = context
    }

    /// Checks everything and starts the message.
    private static func context(
        _ cipher: Cipher, _ key: SymmetricKey, _ iv: Span<UInt8>, _ aad: Span<UInt8>, _ padding: Cipher.Padding?,
        _ tagByteCount: Int, encrypts: Bool
    ) throws(CryptoError) -> CipherContext {
        guard cipher.isStreamable else {
            throw CryptoError(.unsupported, "\(cipher.name) needs the whole message at once")
        }
        let padding = try cipher.checked(padding)
        try cipher.checkKey(key)
        try cipher.checkIV(iv.count)
        if cipher.isAuthenticated {
            try cipher.checkTag(tagByteCount)
        } else if !aad.isEmpty {
            throw CryptoError(.invalidParameter, "\(cipher.name) authenticates nothing, so it takes no associated data")
        }
        var context = try CipherContext(cipher, key, encrypts: encrypts, .init(pads: padding == .pkcs7))
        try withStart(iv) { (start) throws(CryptoError) in
            try cipher.start(&context, iv.isEmpty ? nil : start, iv.count, 0, aad)
        }
        return context
    }

    /// Free capacity that an update with so many bytes asks for.
    ///
    /// - Parameter byteCount: Bytes going in.
    /// - Returns: Bytes that may come out.
    public func maximumByteCount(forUpdate byteCount: Int) -> Int {
        cipher.blockByteCount == 1 ? byteCount : byteCount + cipher.blockByteCount
    }

    /// Takes the next piece in and appends what comes out.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes; where the message is cut does not matter.
    ///   - output: Receives whole blocks; its free capacity must be ``maximumByteCount(forUpdate:)`` or more.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` when the message becomes longer than the cipher allows.
    @inlinable
    public mutating func update(
        _ bytes: borrowing some Bytes, into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try bytes.withBytes { span throws(CryptoError) in try take(span, into: &output) }
    }

    @usableFromInline
    mutating func take(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CryptoError) {
        guard !bytes.isEmpty else { return }
        byteCount += bytes.count
        try cipher.checkMessage(byteCount, ivByteCount)
        let most = maximumByteCount(forUpdate: bytes.count)
        let (cipher, encrypts) = (cipher, isEncrypting)
        try wipedOnFailure(appendingTo: &output, upTo: most) { (start) throws(CryptoError) in
            guard let written = withStart(bytes, { context.update($0, bytes.count, into: start) }) else {
                throw cipher.failure(encrypts)
            }
            return written
        }
    }

    /// Ends the message and appends its last block, or the tag of an authenticated cipher.
    ///
    /// - Parameter output: Its free capacity must be ``maximumFinalByteCount`` or more, whatever comes out.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` when the message is no whole number of blocks and must
    ///   be, `.decryptionFailed` when the padding does not fit.
    public consuming func finish(into output: inout OutputSpan<UInt8>) throws(CryptoError) {
        try cipher.checkInput(byteCount, padding: padding, encrypts: isEncrypting)
        let (cipher, encrypts, tag) = (cipher, isEncrypting, tagByteCount)
        try wipedOnFailure(appendingTo: &output, upTo: CipherStream.maximumFinalByteCount) {
            start throws(CryptoError) in
            guard let count = context.finish(into: start), tag == 0 || context.getTag(start, tag) else {
                throw cipher.failure(encrypts)
            }
            return count + tag
        }
        try cipher.finish(&context, ivByteCount)
    }

    /// Ends a message whose plaintext was held back: from here on it may be used.
    package consuming func finish(verifying tag: Span<UInt8>) throws(CryptoError) {
        try cipher.checkTag(tag.count)
        var nothing: UInt8 = 0
        let isGenuine =
            tag.count == tagByteCount && withStart(tag) { context.setTag($0, tag.count) }
            && withUnsafeMutablePointer(to: &nothing) { context.finish(into: $0) } == 0
        guard isGenuine else { throw cipher.failure(false) }
        try cipher.finish(&context, ivByteCount)
    }
}
