public import ArcaCore

/// SM2, the elliptic-curve signatures and encryption of Chinese standards, with SM3 as the hash function.
///
/// ```swift
/// let key = SM2.PrivateKey()
/// let signature = try key.signature(for: message)
/// let isValid = try key.publicKey.isValidSignature(signature, for: message)
/// let sealed = try key.publicKey.encrypt(message)
/// ```
///
/// Source: GB/T 32918-2016 (GM/T 0003), parts 2, 4 and 5.
public enum SM2: NamedEllipticCurve, EllipticKeyUse {
    /// The curve of the keys.
    public typealias Curve = SM2
    /// The keys again, as `SM2.Signing.PrivateKey`, in the style of ``P256``.
    public typealias Signing = SM2
    /// A signature: r and s, as DER or r ‖ s.
    public typealias Signature = NamedCurveSignature<SM2>

    /// The curve.
    public static var curve: EllipticCurve { .sm2 }

    /// The identifier of a signer that has none: `1234567812345678`.
    ///
    /// Source: GM/T 0009-2012, section 10.
    public static let defaultIdentifier = Array("1234567812345678".utf8)

    /// The maximum length of an identifier in bytes; its length in bits has 16 bits.
    public static let maximumIdentifierByteCount = 8191

    /// The coefficients a and b of the curve and its generator (GB/T 32918.5, section 2).
    private static let parameters: [UInt8] = [
        0xffff_fffe_ffff_ffff, 0xffff_ffff_ffff_ffff, 0xffff_ffff_0000_0000, 0xffff_ffff_ffff_fffc,
        0x28e9_fa9e_9d9f_5e34, 0x4d5a_9e4b_cf65_09a7, 0xf397_89f5_15ab_8f92, 0xddbc_bd41_4d94_0e93,
        0x32c4_ae2c_1f19_8119, 0x5f99_0446_6a39_c994, 0x8fe3_0bbf_f266_0be1, 0x715a_4589_334c_74c7,
        0xbc37_36a2_f4f6_779c, 0x59bd_cee3_6b69_2153, 0xd0a9_877c_c62a_4740, 0x02df_32e5_2139_f0a0,
    ].flatMap { (word: UInt64) in withUnsafeBytes(of: word.bigEndian) { Array($0) } }

    /// The value Z of a signer, which every signature covers (GB/T 32918.2, section 5.5).
    static func signerDigest(_ identifier: [UInt8], _ key: EllipticPublicKey) throws(CryptoError) -> [UInt8] {
        guard identifier.count <= maximumIdentifierByteCount else {
            throw CryptoError(
                .invalidParameter,
                "an SM2 identifier has \(maximumIdentifierByteCount) bytes at most, not \(identifier.count)")
        }
        let bitCount = UInt16(identifier.count * 8)
        return SM3.hash(
            [UInt8(bitCount >> 8), UInt8(truncatingIfNeeded: bitCount)] + identifier + parameters
                + key.point.dropFirst())
    }
}

extension NamedCurvePublicKey where Use == SM2 {
    /// Starts the digest of a message to sign or verify; update it with the message.
    ///
    /// - Parameter identifier: The signer's identifier, which both sides must use.
    /// - Returns: The stream, to which the message is added.
    /// - Throws: ``CryptoError`` `.invalidParameter` for an identifier of more than 8191 bytes.
    public func digestStream(
        identifier: borrowing some Bytes = SM2.defaultIdentifier
    ) throws(CryptoError) -> HashStream {
        var stream = try AnyHashFunction.sm3.stream()
        stream.update(try SM2.signerDigest(Array(bytes: identifier), key))
        return stream
    }

    /// Verifies a signature of a message.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - message: The message, of any length.
    ///   - identifier: The identifier that the signer used.
    /// - Returns: Whether the signature is valid.
    /// - Throws: ``CryptoError`` `.invalidParameter` for an identifier of more than 8191 bytes.
    public func isValidSignature(
        _ signature: SM2.Signature, for message: borrowing some Bytes,
        identifier: borrowing some Bytes = SM2.defaultIdentifier
    ) throws(CryptoError) -> Bool {
        var stream = try digestStream(identifier: identifier)
        stream.update(message)
        return try isValidSignature(signature, forSM2Digest: stream.finalize())
    }

    /// Verifies a signature of a digest.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - digest: The result of ``digestStream(identifier:)``, 32 bytes.
    /// - Returns: Whether the signature is valid.
    /// - Throws: ``CryptoError`` `.invalidInputLength` for a digest of another length.
    public func isValidSignature(
        _ signature: SM2.Signature, forSM2Digest digest: borrowing some Bytes
    ) throws(CryptoError) -> Bool {
        let handle = try key.checkedHandle()
        return try digest.withBytes { digest throws(CryptoError) in
            try SM2.checkDigest(digest)
            return try handle.verify(
                PublicKeyOperation(kind: .verify, padding: .sm2), signature.derRepresentation.span, digest)
        }
    }
}

extension NamedCurvePrivateKey where Use == SM2 {
    /// Signs a message.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - identifier: The signer's identifier, which verification must repeat.
    /// - Returns: The signature, randomized.
    /// - Throws: ``CryptoError`` `.invalidParameter` for an identifier of more than 8191 bytes, `.backendFailure`.
    public func signature(
        for message: borrowing some Bytes, identifier: borrowing some Bytes = SM2.defaultIdentifier
    ) throws(CryptoError) -> SM2.Signature {
        var stream = try publicKey.digestStream(identifier: identifier)
        stream.update(message)
        return try signature(forSM2Digest: stream.finalize())
    }

    /// Signs a digest.
    ///
    /// - Parameter digest: The result of ``NamedCurvePublicKey/digestStream(identifier:)``, 32 bytes.
    /// - Returns: The signature, randomized.
    /// - Throws: ``CryptoError`` `.invalidInputLength` for a digest of another length, `.backendFailure`.
    public func signature(forSM2Digest digest: borrowing some Bytes) throws(CryptoError) -> SM2.Signature {
        let handle = try key.checkedHandle()
        let operation = PublicKeyOperation(kind: .sign, padding: .sm2)
        let der = try digest.withBytes { digest throws(CryptoError) in
            try SM2.checkDigest(digest)
            return try handle.transformPublicly(
                operation, digest, byteCount: ECDSASignature.maximumDERByteCount(.sm2))
        }
        guard let der else { throw CryptoError(.backendFailure, "cannot \(operation.title)") }
        return try SM2.Signature(derRepresentation: der)
    }
}

extension SM2 {
    fileprivate static func checkDigest(_ digest: Span<UInt8>) throws(CryptoError) {
        guard digest.count == SM3.byteCount else {
            throw CryptoError(
                .invalidInputLength, "SM2 signs a digest of \(SM3.byteCount) bytes, not \(digest.count)")
        }
    }
}
