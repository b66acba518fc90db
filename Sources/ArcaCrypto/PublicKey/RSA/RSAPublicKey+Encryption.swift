public import ArcaCore

extension RSAPublicKey {
    /// The maximum length of a message in one block, in bytes; nil if the key is too short for the padding.
    public func maximumMessageByteCount(_ padding: RSAEncryptionPadding = .oaep) -> Int? {
        let count = byteCount - padding.overheadByteCount
        return count < 0 ? nil : count
    }

    /// Encrypts a short message for the owner of the private key.
    ///
    /// The ciphertext does not authenticate its sender: anyone with the public key can create one.
    ///
    /// - Parameters:
    ///   - message: The plaintext, up to ``maximumMessageByteCount(_:)`` bytes: 318 for 3,072 bits and the default
    ///     padding.
    ///   - padding: The encryption padding.
    /// - Returns: The ciphertext, as long as the modulus; randomized.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` for a message that is too long, `.invalidKey` for a
    ///   key restricted to signatures, `.unsupported` for an unsupported hash function.
    ///
    /// Source: RFC 8017, sections 7.1 and 7.2.
    @inlinable
    public func encrypt(
        _ message: borrowing some Bytes, padding: RSAEncryptionPadding = .oaep
    ) throws(CryptoError) -> [UInt8] {
        try message.withBytes { span throws(CryptoError) in try encryptBlock(span, padding) }
    }

    @usableFromInline
    func encryptBlock(_ message: Span<UInt8>, _ padding: RSAEncryptionPadding) throws(CryptoError) -> [UInt8] {
        try checkEncrypts(padding)
        guard let most = maximumMessageByteCount(padding) else {
            throw CryptoError(.invalidKeyLength, "an RSA key of \(bitCount) bits is too short for \(padding)")
        }
        guard message.count <= most else {
            throw CryptoError(
                .invalidInputLength,
                "one block of RSA with \(bitCount) bits and \(padding) takes at most \(most) bytes, not "
                    + "\(message.count)")
        }
        guard let block = try handle.transformPublicly(padding.operation(.encrypt), message, byteCount: byteCount)
        else { throw backendError("cannot encrypt with RSA and \(padding)") }
        return block
    }

    func checkEncrypts(_ padding: RSAEncryptionPadding) throws(CryptoError) {
        guard restriction == nil else {
            throw CryptoError(.invalidKey, "the RSA key is for PSS signatures alone, not for encryption")
        }
        try padding.check()
    }

    /// Encrypts a whole block without padding, for test vectors and old formats.
    package func encryptRaw(_ block: borrowing some Bytes) throws(CryptoError) -> [UInt8] {
        try block.withBytes { span throws(CryptoError) in
            let operation = PublicKeyOperation(kind: .encrypt, padding: .none)
            guard span.count == byteCount,
                let result = try handle.transformPublicly(operation, span, byteCount: byteCount)
            else { throw CryptoError(.invalidInputLength, "the block is not a number below the RSA modulus") }
            return result
        }
    }

    /// Recovers a message from a type 1 block (PKCS#1 v1.5 "encryption with the private key").
    package func recover(_ block: borrowing some Bytes) throws(CryptoError) -> [UInt8] {
        try block.withBytes { span throws(CryptoError) in
            let operation = PublicKeyOperation(kind: .recover, padding: .pkcs1(nil))
            guard span.count == byteCount,
                let result = try handle.transformPublicly(operation, span, byteCount: byteCount)
            else {
                throw CryptoError(
                    .decryptionFailed,
                    "the block is not one of \(byteCount) bytes made with this RSA key's private half")
            }
            return result
        }
    }
}
