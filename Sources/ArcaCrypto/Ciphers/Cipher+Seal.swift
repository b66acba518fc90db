public import ArcaCodecs

extension Cipher {
    /// How long a message becomes by being sealed.
    ///
    /// - Parameters:
    ///   - messageByteCount: Length of the message.
    ///   - tagByteCount: Length of the tag, ``tagByteCount`` unless told otherwise.
    /// - Returns: Length of ciphertext and tag; only CBC with HMAC fills the message up to whole blocks.
    public func sealedByteCount(forMessage messageByteCount: Int, tagByteCount: Int? = nil) -> Int {
        let ciphertext =
            mode == .cbcHMAC ? (messageByteCount / blockByteCount + 1) * blockByteCount : messageByteCount
        return ciphertext + (tagByteCount ?? self.tagByteCount)
    }

    /// Encrypts and authenticates a message in one place.
    ///
    /// - Parameters:
    ///   - message: Any length up to 64 GiB for GCM and GCM-SIV; for CCM less than 2^(8·(15 − nonce length)) bytes and
    ///     2 GiB.
    ///   - key: Secret, ``keyByteCount`` bytes.
    ///   - nonce: Not secret, never used again with the same key: one repetition gives both messages and, for GCM and
    ///     Poly1305, the power to forge away; GCM-SIV then only shows whether the messages are equal. ``ivByteCount`` bytes;
    ///     GCM takes 1 or more, CCM 7 to 13, EAX any number, SIV none.
    ///   - aad: Associated data that is authenticated and not encrypted. For SIV, none counts as no string at all;
    ///     ``AES/SIV`` takes several.
    ///   - tagByteCount: Length of the tag, ``tagByteCount`` unless told otherwise; shorter makes forging easier.
    /// - Returns: Ciphertext and tag, ``sealedByteCount(forMessage:tagByteCount:)`` bytes; for SIV the synthetic IV,
    ///   which is its tag, and ciphertext.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidTagLength`,
    ///   `.invalidInputLength`, `.invalidParameter` for a cipher that authenticates nothing, or `.unsupported`.
    @inlinable
    public func seal(
        _ message: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes = [] as [UInt8],
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int? = nil
    ) throws(CryptoError) -> [UInt8] {
        try message.withBytes { message throws(CryptoError) in
            try nonce.withBytes { nonce throws(CryptoError) in
                try aad.withBytes { aad throws(CryptoError) in
                    try sealed(message, key, nonce, aad, tagByteCount)
                }
            }
        }
    }

    /// Encrypts and authenticates a message into memory of the caller.
    ///
    /// - Parameters:
    ///   - message: As for ``seal(_:using:nonce:authenticating:tagByteCount:)``, like the other parameters.
    ///   - key: Secret, ``keyByteCount`` bytes.
    ///   - nonce: Never used again with the same key.
    ///   - aad: Associated data.
    ///   - tagByteCount: Length of the tag.
    ///   - output: Receives ciphertext and tag; its free capacity must suffice.
    /// - Throws: As ``seal(_:using:nonce:authenticating:tagByteCount:)``.
    @inlinable
    public func seal(
        _ message: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes = [] as [UInt8],
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int? = nil,
        into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try message.withBytes { message throws(CryptoError) in
            try nonce.withBytes { nonce throws(CryptoError) in
                try aad.withBytes { aad throws(CryptoError) in
                    try seal(message, key, nonce, aad, tagByteCount, into: &output)
                }
            }
        }
    }

    /// Checks and decrypts what was sealed.
    ///
    /// - Parameters:
    ///   - sealed: Ciphertext and tag; for SIV the synthetic IV and ciphertext.
    ///   - key: The key it was sealed with.
    ///   - nonce: The nonce it was sealed with.
    ///   - aad: The associated data it was sealed with.
    ///   - tagByteCount: The length of its tag. State it, do not take it from the message: who may choose it, chooses
    ///     the shortest.
    /// - Returns: The plaintext, only when the tag fits.
    /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a wrong key, nonce or associated data or a
    ///   changed message, which cannot be told apart, or one of those of
    ///   ``seal(_:using:nonce:authenticating:tagByteCount:)``.
    @inlinable
    public func open(
        _ sealed: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes = [] as [UInt8],
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int? = nil
    ) throws(CryptoError) -> [UInt8] {
        try sealed.withBytes { sealed throws(CryptoError) in
            try nonce.withBytes { nonce throws(CryptoError) in
                try aad.withBytes { aad throws(CryptoError) in
                    try opened(sealed, key, nonce, aad, tagByteCount)
                }
            }
        }
    }

    /// Checks and decrypts what was sealed into memory of the caller; on a failure nothing is appended.
    ///
    /// - Parameters:
    ///   - sealed: As for ``open(_:using:nonce:authenticating:tagByteCount:)``, like the other parameters.
    ///   - key: The key it was sealed with.
    ///   - nonce: The nonce it was sealed with.
    ///   - aad: The associated data it was sealed with.
    ///   - tagByteCount: The length of its tag.
    ///   - output: Receives the plaintext; its free capacity must suffice and is wiped on a failure as far as used.
    /// - Throws: As ``open(_:using:nonce:authenticating:tagByteCount:)``.
    @inlinable
    public func open(
        _ sealed: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes = [] as [UInt8],
        authenticating aad: borrowing some Bytes = [] as [UInt8], tagByteCount: Int? = nil,
        into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        try sealed.withBytes { sealed throws(CryptoError) in
            try nonce.withBytes { nonce throws(CryptoError) in
                try aad.withBytes { aad throws(CryptoError) in
                    try open(sealed, key, nonce, aad, tagByteCount, into: &output)
                }
            }
        }
    }
}
