public import ArcaCore

extension Cipher {
    /// Encrypts a message, or wraps a key.
    ///
    /// An authenticated cipher appends its tag of the default length; ``aead`` has its other options.
    ///
    /// - Parameters:
    ///   - message: The plaintext, of any length. Without padding, ECB and CBC take a multiple of the block size; XTS
    ///     takes 16 bytes to 16 MiB; KW takes multiples of 8 bytes from 16; KWP takes 1 byte or more.
    ///   - key: The secret key, ``Cipher/keyByteCount`` bytes.
    ///   - iv: The initialization vector or nonce, ``Cipher/ivByteCount`` bytes, not secret: random for CBC; unique for
    ///     this key for CTR, CFB, OFB and authenticated ciphers; the data unit's tweak for XTS.
    ///   - padding: For ECB and CBC; PKCS#7 by default.
    /// - Returns: The ciphertext.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidInputLength`,
    ///   `.invalidParameter` for unsupported padding, or `.unsupported`.
    @inlinable
    public func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Padding? = nil
    ) throws(CryptoError) -> [UInt8] {
        try withRequest(key: key, iv: iv, padding: padding, encrypts: true) { request throws(CryptoError) in
            try message.withBytes { message throws(CryptoError) in try request.crypted(message) }
        }
    }

    /// Decrypts a ciphertext or unwraps a key, with the key, IV and padding used for encryption.
    ///
    /// Without authentication or key wrap, a modified ciphertext or a wrong key often gives wrong plaintext instead of
    /// an error.
    ///
    /// - Throws: ``CryptoError`` with code `.decryptionFailed` for invalid padding, `.authenticationFailed` for a
    ///   modified ciphertext of an authenticated cipher or key wrap, or an error of `encrypt`.
    @inlinable
    public func decrypt(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Padding? = nil
    ) throws(CryptoError) -> [UInt8] {
        try withRequest(key: key, iv: iv, padding: padding, encrypts: false) { request throws(CryptoError) in
            try ciphertext.withBytes { ciphertext throws(CryptoError) in try request.crypted(ciphertext) }
        }
    }

    /// Decrypts a ciphertext, such as an encrypted key, into memory that is wiped on release.
    ///
    /// - Throws: The errors of `decrypt`.
    @inlinable
    public func decryptSecret(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Padding? = nil
    ) throws(CryptoError) -> SecretBytes {
        try withRequest(key: key, iv: iv, padding: padding, encrypts: false) { request throws(CryptoError) in
            try ciphertext.withBytes { ciphertext throws(CryptoError) in try request.decryptedSecret(ciphertext) }
        }
    }
}

/// The implementation of `encrypt` and `decrypt`.
extension CipherRequest {
    @usableFromInline
    func crypted(_ input: Span<UInt8>) throws(CryptoError) -> [UInt8] {
        if cipher.isAuthenticated {
            _ = try checkedPadding()
            return try encrypts ? sealed(input) : opened(input)
        }
        let padding = try checkEncrypting(input)
        // Key wrap adds 8 bytes and pads the last semiblock; padding adds up to one block.
        return try wipedOnFailure(capacity: input.count + (encrypts ? 16 : 0)) { output throws(CryptoError) in
            try crypt(input, padding, to: output)
        }
    }

    @usableFromInline
    func decryptedSecret(_ ciphertext: Span<UInt8>) throws(CryptoError) -> SecretBytes {
        if cipher.isAuthenticated {
            _ = try checkedPadding()
            return try SecretBytes(byteCount: max(0, ciphertext.count - tagByteCount)) { output throws(CryptoError) in
                try open(ciphertext, into: &output)
            }
        }
        let padding = try checkEncrypting(ciphertext)
        return try SecretBytes(byteCount: ciphertext.count) { output throws(CryptoError) in
            try wipedOnFailure(appendingTo: &output, upTo: ciphertext.count) { output throws(CryptoError) in
                try crypt(ciphertext, padding, to: output)
            }
        }
    }

    private func checkEncrypting(_ input: Span<UInt8>) throws(CryptoError) -> Cipher.Padding {
        let padding = try checkedPadding()
        try checkKey()
        try cipher.checkIV(iv.count)
        try cipher.checkInput(input.count, padding: padding, encrypts: encrypts)
        return padding
    }

    func crypt(
        _ input: Span<UInt8>, _ padding: Cipher.Padding, to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) -> Int {
        if cipher.row.pointee.engine == .composedXTS {
            try ComposedXTS.crypt(input, self, to: output)
            return input.count
        }
        var context = try CipherContext(
            cipher, lentKey, keepsKey: false, encrypts: encrypts, .init(pads: padding == .pkcs7))
        guard context.start(ivStart) else { throw backendError("cannot start \(cipher.name)") }
        return try withStart(input) { start throws(CryptoError) in
            if padding.isOurs { return try cryptPadded(start, input.count, padding, &context, to: output) }
            let written =
                cipher.row.pointee.traits.contains(.takesMessageAtOnce)
                ? context.updateOnce(start, input.count, into: output)
                : context.update(start, input.count, into: output)
            guard let written else { throw cipher.failure(encrypts: encrypts) }
            if cipher.isKeyWrap {
                // Libcrypto unwraps some forgeries to an empty key.
                guard written > 0 else { throw cipher.failure(encrypts: encrypts) }
                return written
            }
            guard let last = context.finish(into: output + written) else { throw cipher.failure(encrypts: encrypts) }
            return written + last
        }
    }

    /// Adds or removes a padding that libcrypto lacks.
    private func cryptPadded(
        _ input: UnsafePointer<UInt8>, _ byteCount: Int, _ padding: Cipher.Padding, _ context: inout CipherContext,
        to output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) -> Int {
        let block = cipher.blockByteCount
        guard let written = context.update(input, byteCount, into: output) else {
            throw cipher.failure(encrypts: encrypts)
        }
        guard encrypts else {
            let last = UnsafeBufferPointer(start: output + max(0, written - block), count: min(written, block))
            guard context.finish(into: output + written) == 0,
                let padded = last.isEmpty ? 0 : padding.byteCount(inLastBlock: last)
            else { throw cipher.failure(encrypts: false) }
            return written - padded
        }
        let end = try padding.bytes(afterMessage: byteCount, block: block)
        let more = withStart(end.span) { context.update($0, end.count, into: output + written) }
        guard let more, context.finish(into: output + written + more) == 0 else {
            throw cipher.failure(encrypts: true)
        }
        return written + more
    }
}
