public import ArcaCodecs
internal import CArcaLibcrypto

extension Cipher {
    /// Encrypts a message in one place with a mode that authenticates nothing, or wraps a key.
    ///
    /// - Parameters:
    ///   - message: Any length; without padding, ECB and CBC take whole blocks, XTS 16 bytes to 16 MiB, key wrap (KW)
    ///     multiples of 8 bytes from 16, padded key wrap (KWP) 1 byte or more.
    ///   - key: Secret, ``keyByteCount`` bytes.
    ///   - iv: ``ivByteCount`` bytes, not secret. For CBC unpredictable (random), for CTR, CFB and OFB never used again
    ///     with the same key, for XTS the tweak of the data unit.
    ///   - padding: For ECB and CBC, PKCS#7 unless told otherwise.
    /// - Returns: The ciphertext.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidInputLength`,
    ///   `.invalidParameter` for an authenticated cipher or a padding that the cipher does not have, or `.unsupported`.
    @inlinable
    public func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Padding? = nil
    ) throws(CryptoError) -> [UInt8] {
        try iv.withBytes { iv throws(CryptoError) in
            try message.withBytes { message throws(CryptoError) in
                try crypt(message, key, iv, padding, encrypts: true)
            }
        }
    }

    /// Decrypts a ciphertext in one place with a mode that authenticates nothing, or unwraps a key.
    ///
    /// Apart from key wrap, a changed ciphertext or a wrong key often gives wrong plaintext without an error.
    ///
    /// - Parameters:
    ///   - ciphertext: What ``encrypt(_:using:iv:padding:)`` returned.
    ///   - key: Secret, ``keyByteCount`` bytes.
    ///   - iv: The one used for encrypting, ``ivByteCount`` bytes.
    ///   - padding: The one used for encrypting; for ECB and CBC, PKCS#7 unless told otherwise.
    /// - Returns: The plaintext.
    /// - Throws: ``CryptoError`` with code `.decryptionFailed` when the padding does not fit, `.authenticationFailed`
    ///   when a wrapped key does not, or one of those of ``encrypt(_:using:iv:padding:)``.
    @inlinable
    public func decrypt(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Padding? = nil
    ) throws(CryptoError) -> [UInt8] {
        try iv.withBytes { iv throws(CryptoError) in
            try ciphertext.withBytes { ciphertext throws(CryptoError) in
                try crypt(ciphertext, key, iv, padding, encrypts: false)
            }
        }
    }

    @usableFromInline
    func crypt(
        _ input: Span<UInt8>, _ key: SymmetricKey, _ iv: Span<UInt8>, _ padding: Padding?, encrypts: Bool
    ) throws(CryptoError) -> [UInt8] {
        guard !isAuthenticated else {
            throw CryptoError(.invalidParameter, "\(name) is authenticated: seal and open are its operations")
        }
        let padding = try checked(padding)
        try checkKey(key)
        try checkIV(iv.count)
        try checkInput(input.count, padding: padding, encrypts: encrypts)
        // Key wrap adds 8 bytes and fills the last semiblock up; padding adds up to a block.
        return try wipedOnFailure(capacity: input.count + (encrypts ? 16 : 0)) { (output) throws(CryptoError) in
            try crypt(input, key, iv, padding, encrypts: encrypts, into: output)
        }
    }

    /// Writes the result of what has been checked, and returns how many bytes it has.
    func crypt(
        _ input: Span<UInt8>, _ key: SymmetricKey, _ iv: Span<UInt8>, _ padding: Padding, encrypts: Bool,
        into output: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) -> Int {
        if ComposedXTS.isNeeded(self) {
            try ComposedXTS.crypt(input, key, iv, encrypts: encrypts, into: output)
            return input.count
        }
        var context = try CipherContext(self, key, encrypts: encrypts, .init(pads: padding == .pkcs7))
        guard withStart(iv, { context.start(iv.isEmpty ? nil : $0) }) else {
            throw backendError("cannot start \(name)")
        }
        return try withStart(input) { (start) throws(CryptoError) in
            let comesAtOnce = mode == .xts || isKeyWrap
            let written =
                comesAtOnce
                ? context.updateOnce(start, input.count, into: output)
                : context.update(start, input.count, into: output)
            guard let written else { throw failure(encrypts) }
            if isKeyWrap {
                // Libcrypto takes some forgeries for an empty key.
                guard written > 0 else { throw failure(encrypts) }
                return written
            }
            guard let last = context.finish(into: output + written) else { throw failure(encrypts) }
            return written + last
        }
    }

    /// The one error for whatever went wrong with a message whose lengths were right.
    func failure(_ encrypts: Bool) -> CryptoError {
        if encrypts { return backendError("cannot encrypt with \(name)") }
        // Libcrypto's own words would tell one failure from another.
        ERR_clear_error()
        return isKeyWrap || isAuthenticated
            ? CryptoError(.authenticationFailed, "\(name): wrong key, or the data was changed")
            : CryptoError(.decryptionFailed, "\(name): wrong key or IV, or the data was changed")
    }
}
