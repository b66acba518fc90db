public import ArcaCore

/// HKDF, which makes keys of secret material that is not a passphrase: a shared secret, a master key.
///
/// A passphrase has too little entropy for it: use ``Scrypt``.
///
/// ```swift
/// let key = try HKDF<SHA256>.deriveKey(
///     inputKeyMaterial: shared, salt: salt, info: "example 1".utf8, outputByteCount: 32)
/// ```
///
/// Source: RFC 5869.
public enum HKDF<Function: StaticHashFunction> {
    /// Derives a key: extracts, then expands.
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: Secret, with enough entropy in it, any length.
    ///   - salt: Not secret, best random; may be empty, which is the same as a digest's length of zeros.
    ///   - info: Not secret; says what the key is for. Different texts give independent keys.
    ///   - outputByteCount: 1 to 255 times the digest's length.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of its range, `.unsupported` for SHAKE.
    public static func deriveKey(
        inputKeyMaterial: borrowing some Bytes, salt: borrowing some Bytes = [UInt8](),
        info: borrowing some Bytes = [UInt8](), outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try HKDFFunction(Function.function).deriveKey(
            inputKeyMaterial: inputKeyMaterial, salt: salt, info: info, outputByteCount: outputByteCount)
    }

    /// Gathers the entropy of secret material in one key of the digest's length (RFC 5869, section 2.2).
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: Secret, any length.
    ///   - salt: Not secret, best random; may be empty.
    /// - Returns: The pseudo-random key, for ``expand(pseudoRandomKey:info:outputByteCount:)``.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    public static func extract(
        inputKeyMaterial: borrowing some Bytes, salt: borrowing some Bytes = [UInt8]()
    ) throws(CryptoError) -> SymmetricKey {
        try HKDFFunction(Function.function).extract(inputKeyMaterial: inputKeyMaterial, salt: salt)
    }

    /// Makes a pseudo-random key into keys of any length (RFC 5869, section 2.3).
    ///
    /// - Parameters:
    ///   - pseudoRandomKey: Secret and uniform, at least as long as a digest.
    ///   - info: Not secret; says what the key is for. Different texts give independent keys.
    ///   - outputByteCount: 1 to 255 times the digest's length.
    /// - Returns: The key; a longer one begins with the shorter one.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of its range, `.invalidKeyLength` for a
    ///   pseudo-random key that is too short, `.unsupported` for SHAKE.
    public static func expand(
        pseudoRandomKey: borrowing some Bytes, info: borrowing some Bytes = [UInt8](), outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try HKDFFunction(Function.function).expand(
            pseudoRandomKey: pseudoRandomKey, info: info, outputByteCount: outputByteCount)
    }
}

/// HKDF with a hash function chosen at run time; where it is known when writing, use ``HKDF``.
///
/// Source: RFC 5869.
public struct HKDFFunction: Sendable, Hashable {
    /// The hash function under HMAC.
    public let hash: HashFunction

    /// Makes HKDF with a hash function.
    ///
    /// - Parameter hash: Any function but SHAKE, which has no HMAC.
    /// - Throws: ``CryptoError`` with code `.unsupported` for an extendable function.
    public init(_ hash: HashFunction) throws(CryptoError) {
        guard !hash.isExtendable else {
            throw CryptoError(.unsupported, "HKDF is not defined with \(hash.name)")
        }
        self.hash = hash
    }

    /// The longest output, 255 digests.
    public var maximumByteCount: Int { 255 * hash.digestByteCount }

    /// Derives a key from secret material that is not a passphrase: extracts, then expands.
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: Secret, with enough entropy in it, any length.
    ///   - salt: Not secret, best random; may be empty, which is the same as a digest's length of zeros.
    ///   - info: Not secret; says what the key is for. Different texts give independent keys.
    ///   - outputByteCount: 1 to ``maximumByteCount``.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of its range.
    public func deriveKey(
        inputKeyMaterial: borrowing some Bytes, salt: borrowing some Bytes = [UInt8](),
        info: borrowing some Bytes = [UInt8](), outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try expand(
            pseudoRandomKey: extract(inputKeyMaterial: inputKeyMaterial, salt: salt), info: info,
            outputByteCount: outputByteCount)
    }

    /// Gathers the entropy of secret material in one key of the digest's length (RFC 5869, section 2.2).
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: Secret, any length.
    ///   - salt: Not secret, best random; may be empty.
    /// - Returns: The pseudo-random key, for ``expand(pseudoRandomKey:info:outputByteCount:)``.
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    public func extract(
        inputKeyMaterial: borrowing some Bytes, salt: borrowing some Bytes = [UInt8]()
    ) throws(CryptoError) -> SymmetricKey {
        let context = try SecretHMAC(hash, SymmetricKey(copying: salt))
        return SymmetricKey(
            try inputKeyMaterial.withBytes { material throws(CryptoError) in
                try SecretBytes(byteCount: hash.digestByteCount) { output throws(CryptoError) in
                    context.update(material)
                    try context.finish(&output)
                }
            })
    }

    /// Makes a pseudo-random key into keys of any length (RFC 5869, section 2.3).
    ///
    /// - Parameters:
    ///   - pseudoRandomKey: Secret and uniform, at least as long as a digest.
    ///   - info: Not secret; says what the key is for. Different texts give independent keys.
    ///   - outputByteCount: 1 to ``maximumByteCount``.
    /// - Returns: The key; a longer one begins with the shorter one.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of its range, `.invalidKeyLength` for a
    ///   pseudo-random key that is too short.
    public func expand(
        pseudoRandomKey: borrowing some Bytes, info: borrowing some Bytes = [UInt8](), outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        guard outputByteCount >= 1, outputByteCount <= maximumByteCount else {
            throw CryptoError(
                .invalidParameter,
                "HKDF with \(hash.name) gives 1 to \(maximumByteCount) bytes, not \(outputByteCount)")
        }
        let key = SymmetricKey(copying: pseudoRandomKey)
        guard key.byteCount >= hash.digestByteCount else {
            throw CryptoError(
                .invalidKeyLength,
                "HKDF expands a key of \(hash.digestByteCount) bytes or more; found \(key.byteCount)")
        }
        return try expand(uniformKey: key, info: info, outputByteCount: outputByteCount)
    }

    /// Expands a uniformly random key of any length, for formats that take one shorter than a digest.
    ///
    /// The output has no more strength than the key; its length is 1 to ``maximumByteCount``.
    package func expand(
        uniformKey key: SymmetricKey, info: borrowing some Bytes, outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        let context = try SecretHMAC(hash, key)
        return SymmetricKey(
            try info.withBytes { info throws(CryptoError) in
                try SecretBytes(byteCount: outputByteCount) { output throws(CryptoError) in
                    try fill(&output, context, info)
                }
            })
    }

    /// T(i) = HMAC(key, T(i - 1) ‖ info ‖ i), one after the other, the last one cut.
    private func fill(
        _ output: inout OutputSpan<UInt8>, _ context: borrowing SecretHMAC, _ info: Span<UInt8>
    ) throws(CryptoError) {
        var previous = SecretBytes(byteCount: 0) { _ in }
        var counter: UInt8 = 1
        while true {
            previous.withBytes { context.update($0) }
            context.update(info)
            context.update([counter].span)
            previous = try SecretBytes(byteCount: hash.digestByteCount) { next throws(CryptoError) in
                try context.finish(&next)
            }
            let part = min(output.freeCapacity, hash.digestByteCount)
            previous.withBytes { output.append(contentsOf: $0.extracting(..<part)) }
            guard output.freeCapacity > 0 else { return }
            counter += 1
        }
    }
}
