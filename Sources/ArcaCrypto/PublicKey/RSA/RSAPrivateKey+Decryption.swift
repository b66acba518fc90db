public import ArcaCore

extension RSAPrivateKey {
    /// Decrypts one block.
    ///
    /// With OAEP, a wrong key, label or hash and a modified ciphertext give the same error, so an attacker cannot tell
    /// them apart. With PKCS#1 v1.5 they give no error at all but pseudorandom bytes of pseudorandom length,
    /// deterministic and in constant time (implicit rejection). **Never treat its result as authentic.**
    ///
    /// - Parameters:
    ///   - ciphertext: The ciphertext, as long as the modulus.
    ///   - padding: The padding used for encryption.
    /// - Returns: The message.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` for a ciphertext that is not a number less than the
    ///   modulus, `.decryptionFailed` for invalid OAEP padding, `.invalidKey` for a key restricted to signatures.
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

    /// Checks length and range of a block, which are public.
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

    /// Decrypts a block without removing padding, for test vectors and padding implemented here.
    package func decryptRaw(_ block: borrowing some Bytes) throws(CryptoError) -> SecretBytes {
        try block.withBytes { span throws(CryptoError) in
            try checkBlock(span)
            let operation = PublicKeyOperation(kind: .decrypt, padding: .none)
            // A block of valid length and range always decrypts.
            guard let result = try handle.transform(operation, span, byteCount: byteCount), result.count == byteCount
            else { throw backendError("cannot decrypt with RSA") }
            return result
        }
    }

    /// Wraps a message in a type 1 block (PKCS#1 v1.5 "encryption with the private key"), which is not confidential.
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
