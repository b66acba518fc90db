public import ArcaCore

extension RSAPrivateKey {
    /// Decrypts one block.
    ///
    /// With OAEP, a wrong key, label or hash and a changed ciphertext are one error, so that an attacker cannot learn which it was.
    /// With PKCS#1 v1.5, nothing tells them from a good ciphertext: they give bytes that look random, of a random length,
    /// the same ones each time and in the same time (implicit rejection). **Never take what comes out of it for
    /// authentic.**
    ///
    /// - Parameters:
    ///   - ciphertext: As long as the modulus.
    ///   - padding: As for encrypting.
    /// - Returns: The message.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` for a ciphertext that is no number below the modulus,
    ///   `.decryptionFailed` when OAEP does not open, `.invalidKey` for a key that is for signatures alone.
    ///
    /// Source: RFC 8017, sections 7.1 and 7.2.
    @inlinable
    public func decrypt(
        _ ciphertext: borrowing some Bytes, padding: RSAEncryptionPadding = .oaep
    ) throws(CryptoError) -> SecretBytes {
        try ciphertext.withBytes { span throws(CryptoError) in try decryptBlock(span, padding) }
    }

    @usableFromInline
    func decryptBlock(_ ciphertext: Span<UInt8>, _ padding: RSAEncryptionPadding) throws(CryptoError) -> SecretBytes {
        try publicKey.checkEncrypts(padding)
        try checkBlock(ciphertext)
        guard case .oaep = padding.kind else { return try decryptRejectingImplicitly(ciphertext) }
        guard let message = try handle.transform(padding.operation(.decrypt), ciphertext, byteCount: byteCount)
        else {
            throw CryptoError(
                .decryptionFailed, "the ciphertext does not open: wrong key, hash or label, or it was changed")
        }
        return message
    }

    /// Refuses what is no block for this key, which is public: length and size of the number.
    private func checkBlock(_ block: Span<UInt8>) throws(CryptoError) {
        guard block.count == byteCount else {
            throw CryptoError(
                .invalidInputLength,
                "a block for this RSA key of \(bitCount) bits has \(byteCount) bytes; found \(block.count)")
        }
        let modulus = publicKey.modulus
        var place = 0
        while place < byteCount - 1, block[place] == modulus[place] { place += 1 }
        guard block[place] < modulus[place] else {
            throw CryptoError(.invalidInputLength, "the block is a number that is not below the RSA key's modulus")
        }
    }

    /// The block decrypted without padding: for what vectors and our own paddings need.
    package func decryptRaw(_ block: borrowing some Bytes) throws(CryptoError) -> SecretBytes {
        try block.withBytes { span throws(CryptoError) in
            try checkBlock(span)
            let operation = PublicKeyOperation(kind: .decrypt, padding: .none)
            // With the right length and size, nothing of the content makes it fail.
            guard let result = try handle.transform(operation, span, byteCount: byteCount), result.count == byteCount
            else { throw backendError("cannot decrypt with RSA") }
            return result
        }
    }

    /// A message wrapped in a block of type 1 (PKCS#1 v1.5 "encryption with the private key"), which hides nothing.
    package func wrap(_ message: borrowing some Bytes) throws(CryptoError) -> [UInt8] {
        try message.withBytes { span throws(CryptoError) in
            let operation = PublicKeyOperation(kind: .sign, padding: .pkcs1(nil))
            guard restriction == nil, span.count <= byteCount - 11 else {
                throw CryptoError(
                    .invalidInputLength,
                    "a block of this RSA key holds at most \(byteCount - 11) bytes, not \(span.count)")
            }
            guard let block = try handle.transformPublicly(operation, span, byteCount: byteCount) else {
                throw backendError("cannot make a block with RSA")
            }
            return block
        }
    }
}
