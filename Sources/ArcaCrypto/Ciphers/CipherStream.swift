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
    /// Free capacity that ``finish(into:)`` asks for: a block and a tag.
    public static let maximumFinalByteCount = 48

    /// The cipher.
    public let cipher: Cipher
    /// Whether it encrypts.
    public let isEncrypting: Bool
    private let padding: Cipher.Padding
    private let ivByteCount: Int
    private let tagByteCount: Int
    private var byteCount = 0
    private var context: CipherContext
    /// The tag in the making, where it is a code of its own.
    private let mac: EncryptThenMAC?

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
        tagByteCount: Int? = nil
    ) throws(CryptoError) {
        // What cannot be copied cannot be returned by a closure, so the spans are taken from copies.
        let (iv, aad) = (Array(bytes: iv), Array(bytes: aad))
        try self.init(cipher, key, iv.span, aad.span, padding, tagByteCount ?? cipher.tagByteCount, encrypts: true)
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
        try self.init(cipher, key, iv.span, Span(), padding, 0, encrypts: false)
    }

    /// Starts decrypting with an authenticated cipher, for callers that hold the plaintext back until
    /// ``finish(verifying:into:)`` has returned.
    package init(
        decryptingUnverified cipher: Cipher, using key: SymmetricKey, iv: Span<UInt8>,
        authenticating aad: Span<UInt8>, tagByteCount: Int? = nil
    ) throws(CryptoError) {
        try self.init(cipher, key, iv, aad, nil, tagByteCount ?? cipher.tagByteCount, encrypts: false)
    }

    /// Checks everything and starts the message.
    private init(
        _ cipher: Cipher, _ key: SymmetricKey, _ iv: Span<UInt8>, _ aad: Span<UInt8>, _ padding: Cipher.Padding?,
        _ tagByteCount: Int, encrypts: Bool
    ) throws(CryptoError) {
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
        // What does the work, where that is another cipher.
        let mac = cipher.isEncryptThenMAC ? try EncryptThenMAC(cipher, key, iv, aad) : nil
        let inner = cipher.hasExtendedNonce ? try ExtendedNonce(cipher, key, iv) : nil
        let innerIV = mac?.iv ?? inner?.nonce ?? Array(bytes: iv)
        let context = try CipherStream.started(
            mac?.cipher ?? inner?.cipher ?? cipher, mac?.key ?? inner?.key ?? key, innerIV.span,
            mac == nil ? aad : Span(), pads: padding == .pkcs7 || cipher.mode == .cbcHMAC, encrypts: encrypts)
        // Nothing throws from here on: a structure that owns a context is made whole or not at all.
        self.init(cipher, padding, iv.count, tagByteCount, encrypts: encrypts, mac, context)
    }

    private init(
        _ cipher: Cipher, _ padding: Cipher.Padding, _ ivByteCount: Int, _ tagByteCount: Int, encrypts: Bool,
        _ mac: EncryptThenMAC?, _ context: consuming CipherContext
    ) {
        self.cipher = cipher
        self.padding = padding
        self.ivByteCount = ivByteCount
        self.tagByteCount = cipher.isAuthenticated ? tagByteCount : 0
        isEncrypting = encrypts
        self.mac = mac
        self.context = context
    }

    /// A context that has taken IV and associated data.
    private static func started(
        _ cipher: Cipher, _ key: SymmetricKey, _ iv: Span<UInt8>, _ aad: Span<UInt8>, pads: Bool, encrypts: Bool
    ) throws(CryptoError) -> CipherContext {
        var context = try CipherContext(cipher, key, encrypts: encrypts, .init(pads: pads))
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
        let (cipher, encrypts, mac) = (cipher, isEncrypting, mac)
        if !encrypts { mac?.update(bytes) }
        try wipedOnFailure(appendingTo: &output, upTo: most) { (start) throws(CryptoError) in
            guard let written = withStart(bytes, { context.update($0, bytes.count, into: start) }) else {
                throw cipher.failure(encrypts)
            }
            if encrypts { mac?.update(UnsafeBufferPointer(start: start, count: written).span) }
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
        let (cipher, encrypts, tag, mac) = (cipher, isEncrypting, tagByteCount, mac)
        try wipedOnFailure(appendingTo: &output, upTo: CipherStream.maximumFinalByteCount) {
            start throws(CryptoError) in
            guard let count = context.finish(into: start) else { throw cipher.failure(encrypts) }
            if let mac {
                mac.update(UnsafeBufferPointer(start: start, count: count).span)
                let code = try mac.finish(tag)
                for index in 0..<tag { start[count + index] = code[index] }
            } else {
                guard tag == 0 || context.getTag(start + count, tag) else { throw cipher.failure(encrypts) }
            }
            return count + tag
        }
        try cipher.finish(&context, ivByteCount)
    }

    /// Ends a message whose plaintext was held back: appends the rest of it, and from here on it may be used.
    ///
    /// The output's free capacity must be ``maximumFinalByteCount`` or more, whatever comes out.
    package consuming func finish(
        verifying tag: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try cipher.checkTag(tag.count)
        guard tag.count == tagByteCount else { throw cipher.failure(false) }
        let (cipher, mac) = (cipher, mac)
        try wipedOnFailure(appendingTo: &output, upTo: CipherStream.maximumFinalByteCount) {
            start throws(CryptoError) in
            // A code of its own is checked before the padding is looked at.
            let isGenuine =
                if let mac { try mac.finish(verifying: tag) } else { withStart(tag) { context.setTag($0, tag.count) } }
            guard isGenuine, let count = context.finish(into: start) else { throw cipher.failure(false) }
            return count
        }
        try cipher.finish(&context, ivByteCount)
    }
}
