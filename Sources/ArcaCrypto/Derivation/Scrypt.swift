public import ArcaCore
internal import ArcaKernels
internal import ArcaPlatform
internal import CArcaLibcrypto

/// Memory-hard key derivation from a passphrase.
///
/// Source: RFC 7914.
public enum Scrypt {
    /// The default memory limit in bytes: enough for ``Cost/sensitive``.
    public static let defaultMemoryLimit = Cost.sensitive.memoryByteCount

    /// Derives a key from a passphrase.
    ///
    /// ```swift
    /// let key = try Scrypt.deriveKey(from: passphrase, salt: salt, cost: .standard)
    /// ```
    ///
    /// - Parameters:
    ///   - passphrase: The secret passphrase, of any length, including empty.
    ///   - salt: A unique salt, not secret; 16 random bytes recommended, empty allowed.
    ///   - cost: N, r and p. Check an untrusted cost with ``CostLimits`` first.
    ///   - outputByteCount: Length of the key in bytes, 1 to 2^30.
    ///   - memoryLimit: The maximum memory in bytes; a higher `cost.memoryByteCount` is rejected before any allocation.
    /// - Returns: The key, `outputByteCount` bytes.
    /// - Throws: ``CryptoError`` with code `.costTooHigh` above the limits or if the memory cannot be allocated,
    ///   `.invalidParameter` for a length below 1 or above 32·(2^32 - 1).
    /// - Complexity: Time grows with N·r·p; memory is `cost.memoryByteCount`, wiped at the end.
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
        // Fails before the expensive part.
        try PBKDF2.check(outputByteCount, .sha256)
        return try passphrase.withBytes { passphrase throws(CryptoError) in
            if Libcrypto.usesProvidersOnly {
                return try salt.withBytes { salt throws(CryptoError) in
                    try fetched(passphrase, salt, cost, outputByteCount)
                }
            }
            // B = PBKDF2(P, S, 1, p·128·r), each of the p blocks mixed, then PBKDF2(P, B, 1, dkLen): section 6.
            let mixed = try salt.withBytes { salt throws(CryptoError) in
                try mix(
                    try PBKDF2.derive(
                        passphrase, salt, hash: .sha256, iterations: 1, outputByteCount: 128 * cost.r * cost.p), cost)
            }
            return SymmetricKey(
                try mixed.withBytes { mixed throws(CryptoError) in
                    try PBKDF2.derive(passphrase, mixed, hash: .sha256, iterations: 1, outputByteCount: outputByteCount)
                })
        }
    }

    private static func fetched(
        _ passphrase: Span<UInt8>, _ salt: Span<UInt8>, _ cost: Cost, _ outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        SymmetricKey(
            try SecretBytes(byteCount: outputByteCount) { output throws(CryptoError) in
                try output.fill { space throws(CryptoError) in
                    try FetchedKDF.scrypt(passphrase, salt, cost: cost, into: space)
                }
            })
    }

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

/// A large buffer for secret intermediate values, wiped on release.
///
/// Uses huge pages where available: random access to 128 MiB in small pages spends its time on address translation.
struct LargeMemory: ~Copyable {
    private static let alignment = Pages.hugePageByteCount
    private let mapping: UnsafeMutableRawPointer
    private let mappingByteCount: Int
    private let byteCount: Int
    /// The first byte; the memory is zeroed.
    let start: UnsafeMutableRawPointer

    /// Allocates memory; throws `.costTooHigh` if the system has too little.
    init(byteCount: Int) throws(CryptoError) {
        let aligned = byteCount.addingReportingOverflow(LargeMemory.alignment)
        guard !aligned.overflow,
            let mapping = Pages.map(aligned.partialValue)
        else { throw CryptoError(.costTooHigh, "this machine does not give \(byteCount) bytes of memory") }
        self.mapping = mapping
        mappingByteCount = aligned.partialValue
        self.byteCount = byteCount
        start = mapping.alignedUp(toMultipleOf: LargeMemory.alignment)
        Pages.enlarge(start, mappingByteCount - LargeMemory.alignment)
        Pages.hide(start, byteCount)
        // Zeroing is safe: only the forking thread continues in the child, so no derivation is running there.
        Pages.zeroOnFork(start, byteCount)
    }

    deinit {
        OPENSSL_cleanse(start, byteCount)
        Pages.unmap(mapping, mappingByteCount)
    }
}
