public import ArcaCore

/// A cipher, chosen at run time, that encrypts without a tag or wraps keys: ``UnauthenticatedCipher``, and ``Cipher`` if
/// its row does.
public protocol EncryptingCipher: Sendable {
    /// The cipher's row, with its name and lengths.
    var cipher: Cipher { get }
}

extension EncryptingCipher {
    /// Encrypts a message in one place with a mode that authenticates nothing, or wraps a key.
    ///
    /// - Parameters:
    ///   - message: Any length; without padding, ECB and CBC take whole blocks, XTS 16 bytes to 16 MiB, key wrap (KW)
    ///     multiples of 8 bytes from 16, padded key wrap (KWP) 1 byte or more.
    ///   - key: Secret, ``Cipher/keyByteCount`` bytes.
    ///   - iv: ``Cipher/ivByteCount`` bytes, not secret. For CBC unpredictable (random), for CTR, CFB and OFB never used
    ///     again with the same key, for XTS the tweak of the data unit.
    ///   - padding: For ECB and CBC, PKCS#7 unless given.
    /// - Returns: The ciphertext.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidInputLength`,
    ///   `.invalidParameter` for an authenticated cipher or a padding that the cipher does not have, or `.unsupported`.
    @inlinable
    public func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) -> [UInt8] {
        try cipher.withRequest(key: key, iv: iv, padding: padding, encrypts: true) { request throws(CryptoError) in
            try message.withBytes { message throws(CryptoError) in try request.crypted(message) }
        }
    }

    /// Decrypts a ciphertext in one place with a mode that authenticates nothing, or unwraps a key.
    ///
    /// Apart from key wrap, a changed ciphertext or a wrong key often gives wrong plaintext without an error.
    ///
    /// - Parameters:
    ///   - ciphertext: What `encrypt` returned.
    ///   - key: Secret, ``Cipher/keyByteCount`` bytes.
    ///   - iv: The one used for encrypting, ``Cipher/ivByteCount`` bytes.
    ///   - padding: The one used for encrypting; for ECB and CBC, PKCS#7 unless given.
    /// - Returns: The plaintext.
    /// - Throws: ``CryptoError`` with code `.decryptionFailed` when the padding is wrong, `.authenticationFailed` when a
    ///   wrapped key is, or one of those of `encrypt`.
    @inlinable
    public func decrypt(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) -> [UInt8] {
        try cipher.withRequest(key: key, iv: iv, padding: padding, encrypts: false) { request throws(CryptoError) in
            try ciphertext.withBytes { ciphertext throws(CryptoError) in try request.crypted(ciphertext) }
        }
    }

    /// Decrypts a ciphertext, such as an encrypted key, into memory that is wiped after use.
    ///
    /// - Parameters:
    ///   - ciphertext: What `encrypt` returned.
    ///   - key: Secret, ``Cipher/keyByteCount`` bytes.
    ///   - iv: The one used for encrypting, ``Cipher/ivByteCount`` bytes.
    ///   - padding: The one used for encrypting; for ECB and CBC, PKCS#7 unless given.
    /// - Returns: The plaintext.
    /// - Throws: ``CryptoError`` as `decrypt`.
    @inlinable
    public func decryptSecret(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) -> SecretBytes {
        try cipher.withRequest(key: key, iv: iv, padding: padding, encrypts: false) { request throws(CryptoError) in
            try ciphertext.withBytes { ciphertext throws(CryptoError) in try request.decryptedSecret(ciphertext) }
        }
    }
}

/// What ``EncryptingCipher`` does once it has a request.
extension CipherRequest {
    @usableFromInline
    func crypted(_ input: Span<UInt8>) throws(CryptoError) -> [UInt8] {
        let padding = try checkEncrypting(input)
        // Key wrap adds 8 bytes and fills the last semiblock up; padding adds up to a block.
        return try wipedOnFailure(capacity: input.count + (encrypts ? 16 : 0)) { output throws(CryptoError) in
            try crypt(input, padding, to: output)
        }
    }

    @usableFromInline
    func decryptedSecret(_ ciphertext: Span<UInt8>) throws(CryptoError) -> SecretBytes {
        let padding = try checkEncrypting(ciphertext)
        return try SecretBytes(byteCount: ciphertext.count) { output throws(CryptoError) in
            try wipedOnFailure(appendingTo: &output, upTo: ciphertext.count) { output throws(CryptoError) in
                try crypt(ciphertext, padding, to: output)
            }
        }
    }

    /// Checks everything, and returns the padding.
    private func checkEncrypting(_ input: Span<UInt8>) throws(CryptoError) -> Cipher.Padding {
        guard !cipher.isAuthenticated else { throw cipher.encryptsNothing }
        let padding = try checkedPadding()
        try checkKey()
        try cipher.checkIV(iv.count)
        try cipher.checkInput(input.count, padding: padding, encrypts: encrypts)
        return padding
    }

    /// Writes the result of what has been checked, and returns how many bytes it has.
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
            let written =
                cipher.row.pointee.traits.contains(.takesMessageAtOnce)
                ? context.updateOnce(start, input.count, into: output)
                : context.update(start, input.count, into: output)
            guard let written else { throw cipher.failure(encrypts: encrypts) }
            if cipher.isKeyWrap {
                // Libcrypto takes some forgeries for an empty key.
                guard written > 0 else { throw cipher.failure(encrypts: encrypts) }
                return written
            }
            guard let last = context.finish(into: output + written) else { throw cipher.failure(encrypts: encrypts) }
            return written + last
        }
    }
}
