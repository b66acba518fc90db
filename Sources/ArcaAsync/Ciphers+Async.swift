public import ArcaCrypto

extension Cipher {
    /// Encrypts a stream of bytes.
    ///
    /// - Parameters:
    ///   - plaintext: An async sequence of byte collections.
    ///   - key: The key, ``Cipher/keyByteCount`` bytes; secret.
    ///   - iv: The initialization vector, ``Cipher/ivByteCount`` bytes.
    ///   - padding: The padding for ECB and CBC, by default PKCS#7.
    /// - Returns: The ciphertext, in pieces. Iterating throws errors of the source, `CryptoError` as ``CipherStream``,
    ///   and `.unsupported` for a cipher that needs the whole message at once.
    public func encrypt<Source: AsyncSequence>(
        _ plaintext: Source, using key: SymmetricKey, iv: [UInt8] = [], padding: Cipher.Padding? = nil
    ) -> TransformedBytes<Source> where Source.Element: Collection<UInt8> {
        TransformedBytes(plaintext) {
            CipherSteps(try CipherStream(encrypting: self, using: key, iv: iv, padding: padding))
        }
    }

    /// Decrypts a stream of bytes, without detecting tampering.
    ///
    /// - Returns: The plaintext, in pieces. Iterating throws as `encrypt`, `.decryptionFailed` for invalid padding, and
    ///   `.unsupported` for an authenticated cipher, whose plaintext is withheld until its tag is verified.
    public func decrypt<Source: AsyncSequence>(
        _ ciphertext: Source, using key: SymmetricKey, iv: [UInt8] = [], padding: Cipher.Padding? = nil
    ) -> TransformedBytes<Source> where Source.Element: Collection<UInt8> {
        TransformedBytes(ciphertext) {
            CipherSteps(try CipherStream(decrypting: self, using: key, iv: iv, padding: padding))
        }
    }
}

extension AEADCipher {
    /// Encrypts and authenticates a stream of bytes.
    ///
    /// To decrypt, use `open` with the whole message, because no plaintext may be released before the tag is verified.
    /// For files that must be decrypted in pieces, use ``ChunkedEncryption`` or ``Age``.
    ///
    /// - Parameters:
    ///   - plaintext: An async sequence of byte collections.
    ///   - key: The key, ``Cipher/keyByteCount`` bytes; secret.
    ///   - nonce: The nonce, ``Cipher/ivByteCount`` bytes; never reuse it with the same key.
    ///   - aad: The associated data.
    /// - Returns: Ciphertext and tag, in pieces. Iterating throws errors of the source, `CryptoError` as
    ///   ``CipherStream``, and `.unsupported` for a cipher that needs the whole message at once.
    public func seal<Source: AsyncSequence>(
        _ plaintext: Source, using key: SymmetricKey, nonce: [UInt8], authenticating aad: [UInt8] = []
    ) -> TransformedBytes<Source> where Source.Element: Collection<UInt8> {
        TransformedBytes(plaintext) {
            CipherSteps(try CipherStream(encrypting: cipher, using: key, iv: nonce, authenticating: aad))
        }
    }
}

private final class CipherSteps: TransformSteps {
    /// Nil after finishing.
    private var stream: CipherStream?

    init(_ stream: consuming CipherStream) { self.stream = consume stream }

    func update(_ bytes: Span<UInt8>) throws -> [UInt8] { try stream?.update(bytes) ?? [] }

    func finish() throws -> [UInt8] {
        guard let stream = stream.take() else { return [] }
        return try stream.finish()
    }
}
