public import ArcaCodecs

/// XChaCha20-Poly1305: authenticated encryption with a key of 32 and a nonce of 24 bytes, long enough to be random always.
///
/// Each nonce gives a key of its own (HChaCha20), under which libcrypto's ChaCha20-Poly1305 does the work.
///
/// Source: draft-irtf-cfrg-xchacha-03.
public enum XChaChaPoly: AuthenticatedCipher {
    /// The cipher as a value.
    public static let cipher = Cipher.xChaCha20Poly1305

    /// The cipher, for a key of 32 bytes.
    ///
    /// - Parameter keyByteCount: 32.
    /// - Returns: The cipher.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public static func cipher(keyByteCount: Int) throws(CryptoError) -> Cipher {
        try cipher.requiring(keyByteCount: keyByteCount)
    }
}
