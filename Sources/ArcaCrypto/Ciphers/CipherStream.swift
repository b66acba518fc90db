public import ArcaCodecs
internal import CArcaLibcrypto

/// A message being encrypted or decrypted piece by piece, in constant memory.
///
/// Encrypting works with every cipher whose ``Cipher/isStreamable`` holds; an authenticated one gives its tag at the end.
/// Decrypting is offered only for ciphers that authenticate nothing: plaintext must not be used before its tag has been
/// checked, and the tag comes last. For large authenticated data use a chunked format, which checks each chunk.
///
/// ```swift
/// var stream = try CipherStream(encrypting: cipher, using: key, iv: iv)
/// var output = [UInt8]()
/// for piece in pieces { output += try stream.update(piece) }
/// output += try stream.finish()
/// ```
public struct CipherStream: ~Copyable {
    /// Free capacity that ``finish(into:)`` needs, in bytes: a block and a tag.
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
    /// The tag in progress, where it is a code of its own.
    private let mac: EncryptThenMAC?

    /// Starts encrypting.
    ///
    /// - Parameters:
    ///   - cipher: One whose ``Cipher/isStreamable`` holds.
    ///   - key: Secret, of the cipher's length.
    ///   - iv: Initialization vector or nonce, of a length that the cipher takes; never used again with the same key.
    ///   - aad: Associated data of an authenticated cipher; none for the others.
    ///   - padding: For ECB and CBC, PKCS#7 unless given.
    ///   - tagByteCount: Length of the tag of an authenticated cipher.
    ///   - allowsUnusualNonce: Whether GCM takes a nonce of other than 12 bytes, up to 128.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidTagLength`,
    ///   `.invalidParameter` for associated data or a padding that the cipher does not take, or `.unsupported`, also for
    ///   a cipher that needs the whole message at once.
    public init(
        encrypting cipher: Cipher, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        authenticating aad: borrowing some Bytes = [] as [UInt8], padding: Cipher.Padding? = nil,
        tagByteCount: Int? = nil, allowsUnusualNonce: Bool = false
    ) throws(CryptoError) {
        defer { withExtendedLifetime(key) {} }
        // The closures of `Bytes` cannot return what cannot be copied, those of spans can.
        let (iv, aad) = (Array(bytes: iv), Array(bytes: aad))
        let start = try iv.span.withUnsafeBufferPointer { iv throws(CryptoError) in
            try aad.span.withUnsafeBufferPointer { aad throws(CryptoError) in
                try Start(
                    CipherRequest(
                        cipher, key: key, iv: iv, associatedData: aad, tagByteCount: tagByteCount, padding: padding,
                        encrypts: true, allowsUnusualNonce: allowsUnusualNonce))
            }
        }
        self.init(start)
    }

    /// Starts decrypting with a cipher that authenticates nothing.
    ///
    /// - Parameters:
    ///   - cipher: One that authenticates nothing and whose ``Cipher/isStreamable`` holds.
    ///   - key: The key it was encrypted with.
    ///   - iv: The initialization vector it was encrypted with.
    ///   - padding: The padding it was encrypted with; for ECB and CBC, PKCS#7 unless given.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidParameter` for a padding
    ///   that the cipher does not take, or `.unsupported` for an authenticated cipher or one that needs the whole
    ///   message at once.
    public init(
        decrypting cipher: some EncryptingCipher, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) {
        let cipher = cipher.cipher
        guard !cipher.isAuthenticated else {
            throw CryptoError(
                .unsupported, "\(cipher.name) is opened at once: no plaintext leaves before its tag is checked")
        }
        defer { withExtendedLifetime(key) {} }
        let iv = Array(bytes: iv)
        let start = try iv.span.withUnsafeBufferPointer { iv throws(CryptoError) in
            try Start(CipherRequest(cipher, key: key, iv: iv, padding: padding, encrypts: false))
        }
        self.init(start)
    }

    /// Starts decrypting with an authenticated cipher, for callers that hold the plaintext back until
    /// ``finish(verifying:into:)`` has returned.
    package init(
        decryptingUnverified cipher: Cipher, using key: SymmetricKey, iv: Span<UInt8>,
        authenticating aad: Span<UInt8>, tagByteCount: Int? = nil
    ) throws(CryptoError) {
        defer { withExtendedLifetime(key) {} }
        let start = try iv.withUnsafeBufferPointer { iv throws(CryptoError) in
            try aad.withUnsafeBufferPointer { aad throws(CryptoError) in
                try Start(
                    CipherRequest(
                        cipher, key: key, iv: iv, associatedData: aad, tagByteCount: tagByteCount, encrypts: false))
            }
        }
        self.init(start)
    }

    /// What throws while a stream is made: a structure that owns a context is made whole or not at all.
    private struct Start: ~Copyable {
        let request: CipherRequest
        let padding: Cipher.Padding
        let mac: EncryptThenMAC?
        let context: CipherContext

        /// Checks everything and starts the message.
        init(_ request: CipherRequest) throws(CryptoError) {
            let cipher = request.cipher
            guard cipher.isStreamable else {
                throw CryptoError(.unsupported, "\(cipher.name) needs the whole message at once")
            }
            let padding = try request.checkedPadding()
            if cipher.isAuthenticated {
                try request.checkSealing(messageByteCount: 0, nonceByteCount: request.iv.count)
            } else {
                try request.checkKey()
                try cipher.checkIV(request.iv.count)
                guard request.associatedData.isEmpty else {
                    throw CryptoError(
                        .invalidParameter, "\(cipher.name) authenticates nothing, so it takes no associated data")
                }
            }
            let engine = cipher.row.pointee.engine
            guard request.iv.count <= LongNonceGCM.libcryptoLimit || engine != .libcrypto else {
                throw CryptoError(
                    .unsupported,
                    "a stream of \(cipher.name) takes a nonce of \(LongNonceGCM.libcryptoLimit) bytes at most, not "
                        + "\(request.iv.count)")
            }
            // What does the work, where that is another cipher.
            let mac = engine == .encryptThenMAC ? try EncryptThenMAC(request) : nil
            let context = try Start.context(request, mac, pads: padding == .pkcs7)
            self.request = request
            self.padding = padding
            self.mac = mac
            self.context = context
        }

        private static func context(
            _ request: CipherRequest, _ mac: EncryptThenMAC?, pads: Bool
        ) throws(CryptoError) -> CipherContext {
            if let mac { return try mac.started(encrypts: request.encrypts) }
            if request.cipher.row.pointee.engine == .extendedNonce { return try request.startedInner() }
            return try request.started(messageByteCount: 0, pads: pads)
        }
    }

    private init(_ start: consuming Start) {
        cipher = start.request.cipher
        isEncrypting = start.request.encrypts
        padding = start.padding
        ivByteCount = start.request.iv.count
        tagByteCount = start.request.tagByteCount
        mac = start.mac
        context = start.context
    }

    /// Free capacity that an update with so many bytes needs.
    ///
    /// - Parameter byteCount: Bytes going in.
    /// - Returns: Bytes that may come out.
    public func maximumByteCount(forUpdate byteCount: Int) -> Int {
        byteCount.addressable + (cipher.blockByteCount == 1 ? 0 : cipher.blockByteCount)
    }

    /// Takes in the next piece and appends what comes out.
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
        try cipher.checkMessage(byteCount, nonceByteCount: ivByteCount)
        let maximum = maximumByteCount(forUpdate: bytes.count)
        let (cipher, encrypts, mac) = (cipher, isEncrypting, mac)
        if !encrypts { mac?.update(bytes) }
        try wipedOnFailure(appendingTo: &output, upTo: maximum) { start throws(CryptoError) in
            guard let written = withStart(bytes, { context.update($0, bytes.count, into: start) }) else {
                throw cipher.failure(encrypts: encrypts)
            }
            if encrypts { mac?.update(UnsafeBufferPointer(start: start, count: written).span) }
            return written
        }
    }

    /// Ends the message and appends its last block, or the tag of an authenticated cipher.
    ///
    /// - Parameter output: Its free capacity must be ``maximumFinalByteCount`` or more, whatever comes out.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` when the message is not a whole number of blocks and must
    ///   be, `.decryptionFailed` when the padding is wrong.
    public consuming func finish(into output: inout OutputSpan<UInt8>) throws(CryptoError) {
        if !cipher.isAuthenticated { try cipher.checkInput(byteCount, padding: padding, encrypts: isEncrypting) }
        let (cipher, encrypts, tag, mac) = (cipher, isEncrypting, tagByteCount, mac)
        try wipedOnFailure(appendingTo: &output, upTo: CipherStream.maximumFinalByteCount) {
            start throws(CryptoError) in
            guard let count = context.finish(into: start) else { throw cipher.failure(encrypts: encrypts) }
            if let mac {
                mac.update(UnsafeBufferPointer(start: start, count: count).span)
                let code = try mac.finish(tag)
                for index in 0..<tag { start[count + index] = code[index] }
            } else {
                guard tag == 0 || context.getTag(start + count, tag) else { throw cipher.failure(encrypts: encrypts) }
            }
            return count + tag
        }
        try context.restoreIVByteCount(cipher)
    }

    /// Takes in the next piece and returns what comes out.
    ///
    /// - Parameter bytes: Any number of bytes; where the message is cut does not matter.
    /// - Returns: Whole blocks, which may be none.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` when the message becomes longer than the cipher allows.
    public mutating func update(_ bytes: borrowing some Bytes) throws(CryptoError) -> [UInt8] {
        try bytes.withBytes { (span) throws(CryptoError) in
            try [UInt8](capacity: maximumByteCount(forUpdate: span.count)) { (output) throws(CryptoError) in
                try take(span, into: &output)
            }
        }
    }

    /// Ends the message and returns its last block, or the tag of an authenticated cipher.
    ///
    /// - Returns: The rest of the output.
    /// - Throws: ``CryptoError`` as ``finish(into:)``.
    public consuming func finish() throws(CryptoError) -> [UInt8] {
        let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.maximumFinalByteCount)
        defer {
            OPENSSL_cleanse(room.baseAddress, room.count)
            room.deallocate()
        }
        var output = OutputSpan(buffer: room, initializedCount: 0)
        try finish(into: &output)
        return Array(room.prefix(output.finalize(for: room)))
    }

    /// Ends a message whose plaintext was held back: appends the rest of it, and from here on it may be used.
    ///
    /// The output's free capacity must be ``maximumFinalByteCount`` or more, whatever comes out.
    package consuming func finish(
        verifying tag: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try cipher.checkTag(tag.count)
        guard tag.count == tagByteCount else { throw cipher.failure(encrypts: false) }
        let (cipher, mac) = (cipher, mac)
        try wipedOnFailure(appendingTo: &output, upTo: CipherStream.maximumFinalByteCount) {
            start throws(CryptoError) in
            // A code of its own is checked before the padding is looked at.
            let isGenuine =
                if let mac { try mac.finish(verifying: tag) } else { withStart(tag) { context.setTag($0, tag.count) } }
            guard isGenuine, let count = context.finish(into: start) else { throw cipher.failure(encrypts: false) }
            return count
        }
        try context.restoreIVByteCount(cipher)
    }
}
