public import ArcaCodecs

/// XAES-256-GCM: authenticated encryption with a key of 32 and a nonce of 24 bytes, long enough to be random always.
///
/// Each nonce gives a key of its own (SP 800-108 with CMAC), under which libcrypto's AES-256-GCM does the work.
///
/// Source: C2SP, `XAES-256-GCM.md`.
public enum XAES256GCM: AuthenticatedCipher {
    /// The cipher as a value.
    public static let cipher = Cipher.xAES256GCM

    /// The cipher, for a key of 32 bytes.
    ///
    /// - Parameter keyByteCount: 32.
    /// - Returns: The cipher.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public static func cipher(keyByteCount: Int) throws(CryptoError) -> Cipher {
        try cipher.requiring(keyByteCount: keyByteCount)
    }
}
