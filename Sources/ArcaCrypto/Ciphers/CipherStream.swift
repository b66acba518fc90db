public import ArcaCore
internal import CArcaLibcrypto

/// An incremental encryption or decryption in constant memory.
///
/// Encryption supports every cipher whose ``Cipher/isStreamable`` is true; an authenticated cipher appends its tag at
/// the end. Decryption is limited to unauthenticated ciphers: plaintext must not be used before its tag is verified,
/// and the tag comes last. For large authenticated data use a chunked format, which verifies each chunk.
///
/// ```swift
/// var stream = try CipherStream(encrypting: cipher, using: key, iv: iv)
/// var output = [UInt8]()
/// for piece in pieces { output += try stream.update(piece) }
/// output += try stream.finish()
/// ```
public struct CipherStream: ~Copyable {
    /// Free capacity that ``finish(into:)`` requires, in bytes: a block and a tag.
    public static let maximumFinalByteCount = 48

    /// The cipher.
    public let cipher: Cipher
    /// Whether the stream encrypts.
    public let isEncrypting: Bool
    private let padding: Cipher.Padding
    private let ivByteCount: Int
    private let tagByteCount: Int
    private var byteCount = 0
    private var context: CipherContext
    private let mac: EncryptThenMAC?
    private let withheld: WithheldBlock?

    /// Starts an encryption.
    ///
    /// - Parameters:
    ///   - cipher: A cipher whose ``Cipher/isStreamable`` is true.
    ///   - key: The secret key, of the cipher's length.
    ///   - iv: The initialization vector or nonce, of a length that the cipher supports, unique for this key.
    ///   - aad: Associated data of an authenticated cipher; empty for others.
    ///   - padding: For ECB and CBC; PKCS#7 by default.
    ///   - tagByteCount: Length of the tag of an authenticated cipher.
    ///   - allowsUnusualNonce: Whether to allow GCM nonces of other lengths than 12 bytes, up to 128.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidTagLength`,
    ///   `.invalidParameter` for associated data or padding that the cipher does not support, or `.unsupported`, for
    ///   example for a cipher that needs the whole message at once.
    public init(
        encrypting cipher: Cipher, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        authenticating aad: borrowing some Bytes = [] as [UInt8], padding: Cipher.Padding? = nil,
        tagByteCount: Int? = nil, allowsUnusualNonce: Bool = false
    ) throws(CryptoError) {
        defer { withExtendedLifetime(key) {} }
        // Closures of `Bytes` cannot return noncopyable values, those of spans can.
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

    /// Starts a decryption with an unauthenticated cipher.
    ///
    /// - Parameters:
    ///   - cipher: An unauthenticated cipher whose ``Cipher/isStreamable`` is true.
    ///   - key: The key used for encryption.
    ///   - iv: The initialization vector used for encryption.
    ///   - padding: The padding used for encryption; PKCS#7 by default for ECB and CBC.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidParameter` for padding
    ///   that the cipher does not support, or `.unsupported` for an authenticated cipher or one that needs the whole
    ///   message at once.
    public init(
        decrypting cipher: Cipher, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) {
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

    /// Starts an authenticated decryption whose caller withholds the plaintext until ``finish(verifying:into:)``
    /// returns.
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

    /// The throwing part of initialization: a noncopyable structure that owns a context cannot be partially
    /// initialized.
    private struct Start: ~Copyable {
        let request: CipherRequest
        let padding: Cipher.Padding
        let mac: EncryptThenMAC?
        let withheld: WithheldBlock?
        let context: CipherContext

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
            // Composed ciphers run a separate MAC, or an inner cipher's context.
            let mac = engine == .encryptThenMAC ? try EncryptThenMAC(request) : nil
            let context = try Start.context(request, mac, pads: padding == .pkcs7)
            self.request = request
            self.padding = padding
            self.mac = mac
            withheld =
                padding.isOurs && !request.encrypts ? WithheldBlock(byteCount: cipher.blockByteCount) : nil
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
        withheld = start.withheld
        context = start.context
    }

    /// The free capacity that an update with `byteCount` bytes requires, in bytes.
    public func maximumByteCount(forUpdate byteCount: Int) -> Int {
        byteCount.addressable + (cipher.blockByteCount == 1 ? 0 : cipher.blockByteCount * (padding.isOurs ? 2 : 1))
    }

    /// Processes the next part of the message and appends the output.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes; the split into parts does not affect the result.
    ///   - output: Receives whole blocks; requires a free capacity of ``maximumByteCount(forUpdate:)``.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` if the message becomes longer than the cipher allows.
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
        let (cipher, encrypts, mac, withheld) = (cipher, isEncrypting, mac, withheld)
        if !encrypts { mac?.update(bytes) }
        try wipedOnFailure(appendingTo: &output, upTo: maximum) { start throws(CryptoError) in
            guard let written = withStart(bytes, { context.update($0, bytes.count, into: start) }) else {
                throw cipher.failure(encrypts: encrypts)
            }
            if encrypts { mac?.update(UnsafeBufferPointer(start: start, count: written).span) }
            return withheld?.exchange(start, written) ?? written
        }
    }

    /// Finishes the message and appends its last block, or the tag of an authenticated cipher.
    ///
    /// - Parameter output: Requires a free capacity of ``maximumFinalByteCount``, regardless of the actual output.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` if the message must be a multiple of the block size
    ///   and is not, `.decryptionFailed` for invalid padding.
    public consuming func finish(into output: inout OutputSpan<UInt8>) throws(CryptoError) {
        if !cipher.isAuthenticated { try cipher.checkInput(byteCount, padding: padding, encrypts: isEncrypting) }
        let (cipher, encrypts, tag, mac) = (cipher, isEncrypting, tagByteCount, mac)
        let end =
            encrypts && padding.isOurs
            ? try padding.bytes(afterMessage: byteCount, block: cipher.blockByteCount) : []
        let (padding, withheld) = (padding, withheld)
        try wipedOnFailure(appendingTo: &output, upTo: CipherStream.maximumFinalByteCount) {
            start throws(CryptoError) in
            if padding.isOurs {
                guard let count = withStart(end.span, { context.update($0, end.count, into: start) }),
                    context.finish(into: start + count) == 0,
                    let last = withheld.map({ $0.finish(padding, into: start) }) ?? count
                else { throw cipher.failure(encrypts: encrypts) }
                return last
            }
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

    /// Processes the next part of the message and returns whole blocks, possibly none.
    ///
    /// The split into parts does not affect the result.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` if the message becomes longer than the cipher allows.
    public mutating func update(_ bytes: borrowing some Bytes) throws(CryptoError) -> [UInt8] {
        try bytes.withBytes { (span) throws(CryptoError) in
            try [UInt8](capacity: maximumByteCount(forUpdate: span.count)) { (output) throws(CryptoError) in
                try take(span, into: &output)
            }
        }
    }

    /// Finishes the message and returns its last block, or the tag of an authenticated cipher.
    ///
    /// - Throws: The errors of ``finish(into:)``.
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

    /// Verifies the tag and appends the remaining plaintext; the withheld plaintext may be used only after this
    /// returns.
    ///
    /// Requires a free capacity of ``maximumFinalByteCount``, regardless of the actual output.
    package consuming func finish(
        verifying tag: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try cipher.checkTag(tag.count)
        guard tag.count == tagByteCount else { throw cipher.failure(encrypts: false) }
        let (cipher, mac) = (cipher, mac)
        try wipedOnFailure(appendingTo: &output, upTo: CipherStream.maximumFinalByteCount) {
            start throws(CryptoError) in
            // A separate MAC is verified before the padding is examined.
            let isGenuine =
                if let mac { try mac.finish(verifying: tag) } else { withStart(tag) { context.setTag($0, tag.count) } }
            guard isGenuine, let count = context.finish(into: start) else { throw cipher.failure(encrypts: false) }
            return count
        }
        try context.restoreIVByteCount(cipher)
    }
}
