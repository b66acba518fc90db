internal import ArcaCore
public import ArcaCrypto

extension EncryptingCipher {
    /// Encrypts bytes while they arrive.
    ///
    /// - Parameters:
    ///   - plaintext: A source of byte collections.
    ///   - key: Secret, ``Cipher/keyByteCount`` bytes.
    ///   - iv: ``Cipher/ivByteCount`` bytes.
    ///   - padding: For ECB and CBC, PKCS#7 unless given.
    /// - Returns: The ciphertext, in pieces; iterating throws `CryptoError` as ``CipherStream``, `.unsupported` for a cipher
    ///   that needs the whole message at once, and what the source throws.
    public func encrypt<Source: AsyncSequence>(
        _ plaintext: Source, using key: SymmetricKey, iv: [UInt8] = [], padding: Cipher.Padding? = nil
    ) -> TransformedBytes<Source> where Source.Element: Collection<UInt8> {
        let cipher = cipher
        return TransformedBytes(plaintext) {
            guard !cipher.isAuthenticated else {
                throw CryptoError(.invalidParameter, "\(cipher.name) is authenticated: use seal")
            }
            return CipherSteps(try CipherStream(encrypting: cipher, using: key, iv: iv, padding: padding))
        }
    }

    /// Decrypts a ciphertext while it arrives; nothing tells whether it was changed.
    ///
    /// - Parameters:
    ///   - ciphertext: A source of byte collections.
    ///   - key: The key it was encrypted with.
    ///   - iv: The initialization vector it was encrypted with.
    ///   - padding: The padding it was encrypted with.
    /// - Returns: The plaintext, in pieces; iterating throws as `encrypt`, `.decryptionFailed` where
    ///   the padding is wrong.
    public func decrypt<Source: AsyncSequence>(
        _ ciphertext: Source, using key: SymmetricKey, iv: [UInt8] = [], padding: Cipher.Padding? = nil
    ) -> TransformedBytes<Source> where Source.Element: Collection<UInt8> {
        let cipher = cipher
        return TransformedBytes(ciphertext) {
            CipherSteps(try CipherStream(decrypting: cipher, using: key, iv: iv, padding: padding))
        }
    }
}

extension SealingCipher {
    /// Encrypts and authenticates bytes while they arrive.
    ///
    /// The way back is `open` of the whole message: no plaintext leaves before its tag is checked. Files that are to be opened
    /// in pieces are written by ``ChunkedEncryption`` or ``Age``.
    ///
    /// - Parameters:
    ///   - plaintext: A source of byte collections.
    ///   - key: Secret, ``Cipher/keyByteCount`` bytes.
    ///   - nonce: ``Cipher/ivByteCount`` bytes, never used again with the same key.
    ///   - aad: Associated data.
    /// - Returns: Ciphertext and tag, in pieces; iterating throws `CryptoError` as ``CipherStream``, `.unsupported` for a cipher
    ///   that needs the whole message at once, and what the source throws.
    public func seal<Source: AsyncSequence>(
        _ plaintext: Source, using key: SymmetricKey, nonce: [UInt8], authenticating aad: [UInt8] = []
    ) -> TransformedBytes<Source> where Source.Element: Collection<UInt8> {
        let cipher = cipher
        return TransformedBytes(plaintext) {
            guard cipher.isAuthenticated else {
                throw CryptoError(.invalidParameter, "\(cipher.name) has no authentication tag: use encrypt")
            }
            return CipherSteps(try CipherStream(encrypting: cipher, using: key, iv: nonce, authenticating: aad))
        }
    }
}

private final class CipherSteps: TransformSteps {
    /// Nil once it was finished.
    private var stream: CipherStream?

    init(_ stream: consuming CipherStream) { self.stream = consume stream }

    func update(_ bytes: Span<UInt8>) throws -> [UInt8] { try stream?.update(bytes) ?? [] }

    func finish() throws -> [UInt8] {
        guard let stream = stream.take() else { return [] }
        return try stream.finish()
    }
}
