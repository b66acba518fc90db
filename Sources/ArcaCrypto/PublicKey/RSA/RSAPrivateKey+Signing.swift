public import ArcaCore

extension RSAPrivateKey {
    /// Signs a message.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - padding: The signature padding; nil for PSS with SHA-256, or with the parameters that the key is restricted
    ///     to.
    /// - Returns: The signature, as long as the modulus; randomized with PSS.
    /// - Throws: ``CryptoError`` with code `.invalidKey` for padding that the key does not allow, `.invalidParameter`
    ///   for a salt or digest that is too long for the key, `.unsupported` for an unsupported hash function.
    ///
    /// Source: RFC 8017, sections 8.1 and 8.2; RFC 8702.
    @inlinable
    public func signature(
        for message: borrowing some Bytes, padding: RSASignaturePadding? = nil
    ) throws(CryptoError) -> [UInt8] {
        let padding = padding ?? publicKey.standardPadding
        return try signature(forDigest: padding.hash.hash(message), padding: padding)
    }

    /// Signs a digest without hashing it again; the CryptoKit spelling.
    ///
    /// - Parameters:
    ///   - digest: The digest.
    ///   - padding: Padding with the digest's function; nil for PSS with it.
    /// - Returns: The signature, as long as the modulus.
    /// - Throws: ``CryptoError`` `.invalidParameter` for padding with another function, or as for a message.
    public func signature<D: Digest>(
        for digest: D, padding: RSASignaturePadding? = nil
    ) throws(CryptoError) -> [UInt8] {
        try signature(forDigest: digest, padding: publicKey.padding(padding, for: D.function))
    }

    /// Signs the digest of a message, for example of a file that was read in parts.
    ///
    /// - Parameters:
    ///   - digest: The message's digest computed with `padding.hash`.
    ///   - padding: The signature padding; nil for PSS with SHA-256, or with the parameters that the key is restricted
    ///     to.
    /// - Returns: The signature, as long as the modulus; randomized with PSS.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` for a digest of the wrong length, `.invalidKey` for
    ///   padding that the key does not allow, `.invalidParameter` for a salt or digest that is too long for the key,
    ///   `.unsupported` for an unsupported hash function.
    ///
    /// Source: RFC 8017, sections 8.1 and 8.2; RFC 8702.
    @inlinable
    public func signature(
        forDigest digest: borrowing some Bytes, padding: RSASignaturePadding? = nil
    ) throws(CryptoError) -> [UInt8] {
        try digest.withBytes { digest throws(CryptoError) in try sign(digest, padding) }
    }

    @usableFromInline
    func sign(_ digest: Span<UInt8>, _ padding: RSASignaturePadding?) throws(CryptoError) -> [UInt8] {
        let padding = padding ?? publicKey.standardPadding
        try publicKey.checkSigns(padding)
        try publicKey.checkLength(of: digest, padding)
        guard let operation = padding.operation(.sign) else { return try ownSignature(digest, padding) }
        guard let signature = try handle.transformPublicly(operation, digest, byteCount: byteCount) else {
            throw CryptoError(.backendFailure, "cannot \(operation.title)")
        }
        return signature
    }

    /// A signature with an encoding that libcrypto does not support.
    private func ownSignature(
        _ digest: Span<UInt8>, _ padding: RSASignaturePadding
    ) throws(CryptoError) -> [UInt8] {
        guard let parameters = padding.pssParameters else { throw CryptoError(.unsupported, "no such padding") }
        let encoding = try EMSAPSS(parameters: parameters, bitCount: bitCount - 1).encode(
            [UInt8](bytes: digest), salt: SecureRandom.bytes(parameters.saltByteCount))
        // A modulus of 8·n + 1 bits is one byte longer than the encoding.
        let block = [UInt8](repeating: 0, count: byteCount - encoding.count) + encoding
        return [UInt8](bytes: try decryptRaw(block))
    }
}
