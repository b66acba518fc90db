public import ArcaCore

/// Key derivation from a passphrase by iterated HMAC: widely supported, but cheap to attack with special hardware.
///
/// Prefer ``Scrypt`` for new data; it also costs an attacker memory.
///
/// Source: RFC 8018, section 5.2.
public enum PBKDF2 {
    /// Derives a key from a passphrase, in time proportional to `iterations`.
    ///
    /// ```swift
    /// let key = try PBKDF2.deriveKey(
    ///     from: passphrase, salt: salt, using: .sha256, iterations: 600_000, outputByteCount: 32)
    /// ```
    ///
    /// - Parameters:
    ///   - passphrase: Secret bytes, any length including 0. Below `hash.blockByteCount` bytes, appending zero bytes
    ///     gives the same key.
    ///   - salt: Unique for each passphrase, not secret; 16 random bytes recommended, 0 allowed.
    ///   - hash: The hash function of HMAC; not an extendable-output function.
    ///   - iterations: 1 to 2^31 - 1, which takes minutes to hours; OWASP recommends 600,000 for SHA-256 and 210,000
    ///     for SHA-512. Check a number from a file with ``CostLimits`` first.
    ///   - outputByteCount: 1 to (2^32 - 1) times the digest's length, at most 1 GiB. More than one digest costs the
    ///     user more time, but not an attacker who needs only the first bytes.
    /// - Returns: `outputByteCount` secret bytes.
    /// - Throws: ``CryptoError`` with code `.invalidParameter`; `.costTooHigh` for more than 1 GiB or 2^31 - 1
    ///   iterations; `.unsupported` if libcrypto's configuration lacks the function.
    public static func deriveKey(
        from passphrase: borrowing some Bytes, salt: borrowing some Bytes, using hash: AnyHashFunction = .sha256,
        iterations: Int, outputByteCount: Int = 32
    ) throws(CryptoError) -> SymmetricKey {
        try passphrase.withBytes { passphrase throws(CryptoError) in
            try salt.withBytes { salt throws(CryptoError) in
                SymmetricKey(
                    try derive(passphrase, salt, hash: hash, iterations: iterations, outputByteCount: outputByteCount))
            }
        }
    }

    static func check(_ outputByteCount: Int, _ hash: AnyHashFunction) throws(CryptoError) {
        let maximum = Int(UInt32.max) * hash.digestByteCount
        guard 1...maximum ~= outputByteCount else {
            throw CryptoError(
                .invalidParameter, "PBKDF2 with \(hash.name) gives 1 to \(maximum) bytes, not \(outputByteCount)")
        }
        try checkOutput(outputByteCount)
    }

    static func derive(
        _ passphrase: Span<UInt8>, _ salt: Span<UInt8>, hash: AnyHashFunction, iterations: Int,
        outputByteCount: Int
    ) throws(CryptoError) -> SecretBytes {
        guard !hash.isExtendable else {
            throw CryptoError(.invalidParameter, "PBKDF2 needs a hash function of fixed length, not \(hash.name)")
        }
        guard iterations >= 1 else {
            throw CryptoError(.invalidParameter, "PBKDF2 needs 1 iteration or more, not \(iterations)")
        }
        try checkIterations(iterations)
        try check(outputByteCount, hash)
        return try SecretBytes(byteCount: outputByteCount) { output throws(CryptoError) in
            try output.fill { space throws(CryptoError) in
                if let blockHash = hash.plain, blockHash.hasBareCompression {
                    fill(space, passphrase, salt: salt, function: hash, hash: blockHash, iterations: iterations)
                } else {
                    try FetchedKDF.pbkdf2(passphrase, salt, hash: hash, iterations: iterations, into: space)
                }
            }
        }
    }
}

/// Rejects more iterations than any program writes; the derivation would take hours.
func checkIterations(_ count: Int) throws(CryptoError) {
    guard count <= Int32.max else {
        throw CryptoError(.costTooHigh, "\(count) iterations are above the limit of \(Int32.max)")
    }
}

/// Rejects output of more than 1 GiB, which might not fit in memory and would then trap.
func checkOutput(_ byteCount: Int) throws(CryptoError) {
    guard byteCount <= 1 << 30 else {
        throw CryptoError(.costTooHigh, "\(byteCount) bytes of output are above the limit of \(1 << 30)")
    }
}

extension OutputSpan<UInt8> {
    mutating func fill(
        _ body: (UnsafeMutableBufferPointer<UInt8>) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        // The standard library's closure does not support typed throws.
        var failure: CryptoError?
        withUnsafeMutableBufferPointer { space, count in
            do throws(CryptoError) {
                try body(UnsafeMutableBufferPointer(rebasing: space[count...]))
                count = space.count
            } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
