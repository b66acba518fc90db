public import ArcaCodecs
internal import ArcaKernels

/// Key derivation from a passphrase that costs an attacker memory as well as time.
///
/// Source: RFC 7914.
public enum Scrypt {
    /// The memory that a derivation may take unless the caller says otherwise: enough for ``Cost/sensitive``.
    public static let defaultMemoryLimit = Cost.sensitive.memoryByteCount

    /// Derives a key from a passphrase.
    ///
    /// ```swift
    /// let key = try Scrypt.deriveKey(from: passphrase, salt: salt, cost: .standard)
    /// ```
    ///
    /// - Parameters:
    ///   - passphrase: Secret bytes, any length including 0.
    ///   - salt: Unique for each passphrase, not secret; 16 random bytes recommended, 0 allowed.
    ///   - cost: N, r and p. A cost that comes from a file is to be checked first, by ``CostLimits``.
    ///   - outputByteCount: 1 to 2^30, 1 GiB.
    ///   - memoryLimit: The most memory, in bytes; `cost.memoryByteCount` beyond it is refused before any is taken.
    /// - Returns: `outputByteCount` secret bytes.
    /// - Throws: ``CryptoError`` with code `.costTooHigh` above the limits, or when the machine does not give the memory;
    ///   `.invalidParameter` for a length below 1 or above 32·(2^32 - 1).
    /// - Complexity: Time grows with N·r·p, memory is `cost.memoryByteCount`; it is wiped at the end.
    public static func deriveKey(
        from passphrase: borrowing some Bytes, salt: borrowing some Bytes, cost: Cost = .standard,
        outputByteCount: Int = 32, memoryLimit: Int = defaultMemoryLimit
    ) throws(CryptoError) -> SymmetricKey {
        guard cost.memoryByteCount <= memoryLimit else {
            throw CryptoError(
                .costTooHigh, "scrypt needs \(cost.memoryByteCount) bytes of memory, above the limit of \(memoryLimit)")
        }
        guard cost.n <= (1 << 34) / (cost.r * cost.p) else {
            throw CryptoError(.costTooHigh, "scrypt with N·r·p above 2^34 takes hours")
        }
        // Before the time is spent.
        try PBKDF2.check(outputByteCount, .sha256)
        return try passphrase.withBytes { passphrase throws(CryptoError) in
            // B = PBKDF2(P, S, 1, p·128·r), each of the p parts mixed, then PBKDF2(P, B, 1, dkLen): section 6.
            let mixed = try salt.withBytes { salt throws(CryptoError) in
                try mix(try PBKDF2.derive(passphrase, salt, .sha256, 1, 128 * cost.r * cost.p), cost)
            }
            return SymmetricKey(
                try mixed.withBytes { mixed throws(CryptoError) in
                    try PBKDF2.derive(passphrase, mixed, .sha256, 1, outputByteCount)
                })
        }
    }

    /// Mixes each part of a block.
    private static func mix(_ block: SecretBytes, _ cost: Cost) throws(CryptoError) -> SecretBytes {
        let partByteCount = 128 * cost.r
        let table = try LargeMemory(byteCount: cost.tableByteCount)
        let scratchByteCount = 2 * partByteCount + 64
        let scratch = SecretArena.allocate(scratchByteCount)
        defer { SecretArena.release(scratch, scratchByteCount) }
        return block.withBytes { bytes in
            SecretBytes(byteCount: bytes.count) { output in
                output.append(contentsOf: bytes)
                output.withUnsafeMutableBufferPointer { space, _ in
                    guard let start = UnsafeMutableRawPointer(space.baseAddress) else { return }
                    for part in 0..<cost.p {
                        scryptROMix(
                            block: (start + part * partByteCount).assumingMemoryBound(to: UInt32.self), r: cost.r,
                            n: cost.n, table: table.start.assumingMemoryBound(to: UInt32.self),
                            scratch: UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: UInt32.self))
                    }
                }
            }
        }
    }
}
