public import ArcaCore

/// HKDF: derives keys from secret material with high entropy, such as a shared secret or a master key.
///
/// Do not use it for passphrases, which have too little entropy; use ``Scrypt``.
///
/// ```swift
/// let key = try HKDF<SHA256>.deriveKey(
///     inputKeyMaterial: shared, salt: salt, info: "example 1".utf8, outputByteCount: 32)
/// ```
///
/// Source: RFC 5869.
public enum HKDF<Function: HashFunction> {
    /// Derives a key by extracting, then expanding.
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: Secret bytes of any length, with enough entropy.
    ///   - salt: The salt, not secret, preferably random. An empty salt equals zeros of the digest's length.
    ///   - info: The purpose of the key, not secret; different values give independent keys.
    ///   - outputByteCount: Length of the key in bytes, 1 to 255 times the digest's length.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of range.
    public static func deriveKey(
        inputKeyMaterial: borrowing some Bytes, salt: borrowing some Bytes = [UInt8](),
        info: borrowing some Bytes = [UInt8](), outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try HKDFFunction(Function.function).deriveKey(
            inputKeyMaterial: inputKeyMaterial, salt: salt, info: info, outputByteCount: outputByteCount)
    }

    /// Extracts a pseudorandom key from secret material (RFC 5869, section 2.2).
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: Secret bytes of any length.
    ///   - salt: The salt, not secret, preferably random, possibly empty.
    /// - Returns: The pseudorandom key for ``expand(pseudoRandomKey:info:outputByteCount:)``, as long as the digest.
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    public static func extract(
        inputKeyMaterial: borrowing some Bytes, salt: borrowing some Bytes = [UInt8]()
    ) throws(CryptoError) -> SymmetricKey {
        try HKDFFunction(Function.function).extract(inputKeyMaterial: inputKeyMaterial, salt: salt)
    }

    /// Expands a pseudorandom key to a key of any length (RFC 5869, section 2.3).
    ///
    /// - Parameters:
    ///   - pseudoRandomKey: Secret uniform bytes, at least as long as the digest.
    ///   - info: The purpose of the key, not secret; different values give independent keys.
    ///   - outputByteCount: Length of the key in bytes, 1 to 255 times the digest's length.
    /// - Returns: The key; a shorter key is a prefix of a longer one.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of range, `.invalidKeyLength` for a
    ///   pseudorandom key that is too short.
    public static func expand(
        pseudoRandomKey: borrowing some Bytes, info: borrowing some Bytes = [UInt8](), outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try HKDFFunction(Function.function).expand(
            pseudoRandomKey: pseudoRandomKey, info: info, outputByteCount: outputByteCount)
    }
}

/// HKDF with a hash function selected at run time; if it is known at compile time, use ``HKDF``.
///
/// Source: RFC 5869.
public struct HKDFFunction: Sendable, Hashable {
    /// The underlying hash function.
    public let hash: AnyHashFunction

    /// Creates HKDF with a hash function.
    ///
    /// - Parameter hash: Any hash function except SHAKE, for which HMAC is not defined.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    public init(_ hash: AnyHashFunction) throws(CryptoError) {
        guard !hash.isExtendable else {
            throw CryptoError(.unsupported, "HKDF is not defined with \(hash.name)")
        }
        self.hash = hash
    }

    /// Maximum output length in bytes: 255 digests.
    public var maximumByteCount: Int { 255 * hash.digestByteCount }

    /// Derives a key by extracting, then expanding; not for passphrases.
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: Secret bytes of any length, with enough entropy.
    ///   - salt: The salt, not secret, preferably random. An empty salt equals zeros of the digest's length.
    ///   - info: The purpose of the key, not secret; different values give independent keys.
    ///   - outputByteCount: Length of the key in bytes, 1 to ``maximumByteCount``.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of range.
    public func deriveKey(
        inputKeyMaterial: borrowing some Bytes, salt: borrowing some Bytes = [UInt8](),
        info: borrowing some Bytes = [UInt8](), outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try expand(
            pseudoRandomKey: extract(inputKeyMaterial: inputKeyMaterial, salt: salt), info: info,
            outputByteCount: outputByteCount)
    }

    /// Extracts a pseudorandom key from secret material (RFC 5869, section 2.2).
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: Secret bytes of any length.
    ///   - salt: The salt, not secret, preferably random, possibly empty.
    /// - Returns: The pseudorandom key for ``expand(pseudoRandomKey:info:outputByteCount:)``, as long as the digest.
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    public func extract(
        inputKeyMaterial: borrowing some Bytes, salt: borrowing some Bytes = [UInt8]()
    ) throws(CryptoError) -> SymmetricKey {
        if Libcrypto.usesProvidersOnly {
            return try inputKeyMaterial.withBytes { material throws(CryptoError) in
                try salt.withBytes { salt throws(CryptoError) in
                    try fetched("EXTRACT_ONLY", material, salt, hash.digestByteCount)
                }
            }
        }
        let context = try SecretHMAC(hash, SymmetricKey(copying: salt))
        return SymmetricKey(
            try inputKeyMaterial.withBytes { material throws(CryptoError) in
                try SecretBytes(byteCount: hash.digestByteCount) { output throws(CryptoError) in
                    context.update(material)
                    try context.finish(&output)
                }
            })
    }

    /// Expands a pseudorandom key to a key of any length (RFC 5869, section 2.3).
    ///
    /// - Parameters:
    ///   - pseudoRandomKey: Secret uniform bytes, at least as long as the digest.
    ///   - info: The purpose of the key, not secret; different values give independent keys.
    ///   - outputByteCount: Length of the key in bytes, 1 to ``maximumByteCount``.
    /// - Returns: The key; a shorter key is a prefix of a longer one.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of range, `.invalidKeyLength` for a
    ///   pseudorandom key that is too short.
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

    /// Expands a uniform key of any length, for formats with keys shorter than a digest.
    ///
    /// The output is no stronger than the key; its length is 1 to ``maximumByteCount``.
    package func expand(
        uniformKey key: SymmetricKey, info: borrowing some Bytes, outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        if Libcrypto.usesProvidersOnly {
            return try key.withBytes { key throws(CryptoError) in
                try info.withBytes { info throws(CryptoError) in
                    try fetched("EXPAND_ONLY", key, info, outputByteCount)
                }
            }
        }
        let context = try SecretHMAC(hash, key)
        return SymmetricKey(
            try info.withBytes { info throws(CryptoError) in
                try SecretBytes(byteCount: outputByteCount) { output throws(CryptoError) in
                    try fill(&output, context, info)
                }
            })
    }

    private func fetched(
        _ mode: String, _ secret: Span<UInt8>, _ other: Span<UInt8>, _ byteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        SymmetricKey(
            try SecretBytes(byteCount: byteCount) { output throws(CryptoError) in
                try output.fill { space throws(CryptoError) in
                    try FetchedKDF.hkdf(mode, secret, other, hash: hash, into: space)
                }
            })
    }

    /// T(i) = HMAC(key, T(i - 1) ‖ info ‖ i), concatenated and truncated.
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
