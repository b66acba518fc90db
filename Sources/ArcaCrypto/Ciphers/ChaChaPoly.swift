public import ArcaCodecs

/// ChaCha20-Poly1305: authenticated encryption with a key of 32 and a nonce of 12 bytes.
///
/// Source: RFC 8439, section 2.8.
public enum ChaChaPoly: AuthenticatedCipher {
    /// The cipher as a value.
    public static let cipher = Cipher.chaCha20Poly1305

    /// The cipher, for a key of 32 bytes.
    ///
    /// - Parameter keyByteCount: 32.
    /// - Returns: The cipher.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public static func cipher(keyByteCount: Int) throws(CryptoError) -> Cipher {
        try cipher.requiring(keyByteCount: keyByteCount)
    }
}
