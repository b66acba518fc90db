public import ArcaCore

extension RSAPublicKey {
    /// The default signature padding: PSS with SHA-256, or with the parameters of a restricted key.
    public var standardPadding: RSASignaturePadding { restriction?.parameters.map { .pss($0) } ?? .pss }

    /// The maximum salt length of a PSS signature with this key, which some programs use; negative if the key is too
    /// short.
    public func maximumSaltByteCount(_ hash: AnyHashFunction) -> Int { (bitCount + 6) / 8 - hash.digestByteCount - 2 }

    /// Verifies a signature of a message.
    ///
    /// - Parameters:
    ///   - signature: The signature; one that is not as long as the modulus is invalid.
    ///   - message: The message, of any length.
    ///   - padding: The padding used for signing; nil for PSS with SHA-256, or with the parameters that the key is
    ///     restricted to.
    /// - Returns: Whether the signature is valid.
    /// - Throws: ``CryptoError`` with code `.invalidKey` for padding that the key does not allow, `.invalidParameter`
    ///   for a salt or digest that is too long for the key, `.unsupported` for an unsupported hash function.
    ///
    /// Source: RFC 8017, sections 8.1 and 8.2; RFC 8702.
    @inlinable
    public func isValidSignature(
        _ signature: borrowing some Bytes, for message: borrowing some Bytes, padding: RSASignaturePadding? = nil
    ) throws(CryptoError) -> Bool {
        let padding = padding ?? standardPadding
        return try isValidSignature(signature, forDigest: padding.hash.hash(message), padding: padding)
    }

    /// Verifies a signature of a digest, which is not hashed again; the CryptoKit spelling.
    ///
    /// - Throws: ``CryptoError`` `.invalidParameter` for padding with another function than the digest's, or as for a
    ///   message.
    public func isValidSignature<D: Digest>(
        _ signature: borrowing some Bytes, for digest: D, padding: RSASignaturePadding? = nil
    ) throws(CryptoError) -> Bool {
        try isValidSignature(signature, forDigest: digest, padding: self.padding(padding, for: D.function))
    }

    func padding(
        _ padding: RSASignaturePadding?, for function: AnyHashFunction
    ) throws(CryptoError) -> RSASignaturePadding {
        let parameters = restriction?.parameters ?? RSAPSSParameters(hash: function)
        let padding = padding ?? .pss(parameters)
        guard padding.hash == function else {
            throw CryptoError(
                .invalidParameter, "the padding takes a digest by \(padding.hash.name), not by \(function.name)")
        }
        return padding
    }

    /// Verifies a signature of a digest.
    ///
    /// - Parameters:
    ///   - signature: The signature; one that is not as long as the modulus is invalid.
    ///   - digest: The message's digest computed with `padding.hash`.
    ///   - padding: The padding used for signing; nil for PSS with SHA-256, or with the parameters that the key is
    ///     restricted to.
    /// - Returns: Whether the signature is valid.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` for a digest of the wrong length, `.invalidKey` for
    ///   padding that the key does not allow, `.invalidParameter` for a salt or digest that is too long for the key,
    ///   `.unsupported` for an unsupported hash function.
    ///
    /// Source: RFC 8017, sections 8.1 and 8.2; RFC 8702.
    @inlinable
    public func isValidSignature(
        _ signature: borrowing some Bytes, forDigest digest: borrowing some Bytes,
        padding: RSASignaturePadding? = nil
    ) throws(CryptoError) -> Bool {
        try digest.withBytes { digest throws(CryptoError) in
            try signature.withBytes { signature throws(CryptoError) in try verify(signature, digest, padding) }
        }
    }

    @usableFromInline
    func verify(
        _ signature: Span<UInt8>, _ digest: Span<UInt8>, _ padding: RSASignaturePadding?
    ) throws(CryptoError) -> Bool {
        let padding = padding ?? standardPadding
        try checkSigns(padding, isVerifying: true)
        try checkLength(of: digest, padding)
        guard signature.count == byteCount else { return false }
        guard let operation = padding.operation(.verify) else {
            return try hasOwnSignature(signature, digest, padding)
        }
        return try handle.verify(operation, signature, digest)
    }

    /// Verifies a signature with an encoding that libcrypto does not support.
    private func hasOwnSignature(
        _ signature: Span<UInt8>, _ digest: Span<UInt8>, _ padding: RSASignaturePadding
    ) throws(CryptoError) -> Bool {
        guard case .pss(let parameters, let takesAnySalt) = padding.kind else { return false }
        let operation = PublicKeyOperation(kind: .encrypt, padding: .none)
        // A signature that is not less than the modulus is invalid.
        guard let block = try handle.transformPublicly(operation, signature, byteCount: byteCount) else {
            return false
        }
        let extra = byteCount - (bitCount + 6) / 8
        guard block[..<extra].allSatisfy({ $0 == 0 }) else { return false }
        return try EMSAPSS(parameters: parameters, bitCount: bitCount - 1).isValid(
            Array(block[extra...]), for: [UInt8](bytes: digest),
            saltByteCount: takesAnySalt ? nil : parameters.saltByteCount)
    }

    func checkSigns(_ padding: RSASignaturePadding, isVerifying: Bool = false) throws(CryptoError) {
        try padding.check()
        // Only verification can accept any salt length.
        let takesAnySalt = isVerifying && padding.takesAnySalt
        if let restriction {
            guard let parameters = padding.pssParameters else {
                throw CryptoError(.invalidKey, "the RSA key is for PSS signatures alone")
            }
            if let demanded = restriction.parameters,
                demanded.hash != parameters.hash || demanded.maskHash != parameters.maskHash
                    || demanded.saltByteCount > parameters.saltByteCount
            {
                throw CryptoError(.invalidKey, "the RSA key is for \(RSASignaturePadding.pss(demanded)) alone")
            }
            // RFC 4055, section 3.3: the key's salt length is a minimum, which would otherwise go unchecked.
            if takesAnySalt, let least = restriction.parameters?.saltByteCount, least > 0 {
                throw CryptoError(
                    .invalidKey,
                    "the RSA key is for salts of \(least) bytes or more, so the length must be named to verify")
            }
        }
        switch padding.kind {
        case .pss(let parameters, _):
            let most = maximumSaltByteCount(parameters.hash)
            guard takesAnySalt || (0...max(most, 0)).contains(parameters.saltByteCount), most >= 0 else {
                throw CryptoError(
                    .invalidParameter,
                    most < 0
                        ? "an RSA key of \(bitCount) bits is too short for PSS with \(parameters.hash.name)"
                        : "PSS with \(parameters.hash.name) has room for a salt of 0 to \(most) bytes in an RSA key of "
                            + "\(bitCount) bits, not \(parameters.saltByteCount)")
            }
        case .pkcs1v15(let hash):
            // The longest DigestInfo header takes 19 bytes, the padding 11.
            guard byteCount >= hash.digestByteCount + 30 else {
                throw CryptoError(
                    .invalidParameter, "an RSA key of \(bitCount) bits is too short for PKCS#1 v1.5 with \(hash.name)")
            }
        }
    }

    func checkLength(of digest: Span<UInt8>, _ padding: RSASignaturePadding) throws(CryptoError) {
        guard digest.count == padding.hash.digestByteCount else {
            throw CryptoError(
                .invalidInputLength,
                "a digest by \(padding.hash.name) has \(padding.hash.digestByteCount) bytes; found \(digest.count)")
        }
    }
}
