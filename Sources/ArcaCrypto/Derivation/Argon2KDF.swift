public import ArcaCore
internal import ArcaKernels
internal import ArcaPlatform
internal import ArcaSystem

/// Memory-hard key derivation from a passphrase: the winner of the Password Hashing Competition.
///
/// Source: RFC 9106; version 0x10 is that of the competition.
public enum Argon2KDF {
    /// How the computation addresses its memory.
    public enum Variant: Int, Sendable, Hashable, CaseIterable {
        /// Argon2d: depends on the passphrase, which other programs on the machine could observe by the caches.
        case d = 0
        /// Argon2i: independent of the passphrase, but cheaper to attack with less memory.
        case i = 1
        /// Argon2id: independent in the first half of the first pass, then dependent; recommended.
        case id = 2

        /// The name in PHC strings, such as `argon2id`.
        public var name: String {
            switch self {
            case .d: "argon2d"
            case .i: "argon2i"
            case .id: "argon2id"
            }
        }
    }

    /// The version of the algorithm.
    public enum Version: Int, Sendable, Hashable, CaseIterable {
        /// Version 0x10 (16) of 2015, for old hashes: later passes overwrite the memory.
        case v10 = 0x10
        /// Version 0x13 (19), that of RFC 9106.
        case v13 = 0x13
    }

    /// The default memory limit in bytes: enough for ``Cost/sensitive``.
    public static let defaultMemoryLimit = Cost.sensitive.memoryByteCount

    /// Derives a key from a passphrase.
    ///
    /// ```swift
    /// let key = try Argon2KDF.deriveKey(from: passphrase, salt: salt, cost: .standard)
    /// ```
    ///
    /// - Parameters:
    ///   - passphrase: The secret passphrase, of any length up to 2^32 - 1 bytes, including empty.
    ///   - salt: A unique salt, not secret; 16 random bytes recommended, empty allowed.
    ///   - secret: A secret key K that is stored elsewhere (a pepper), any length; empty by default.
    ///   - associatedData: Public data X that the key is bound to, any length; empty by default.
    ///   - variant: Argon2id by default.
    ///   - version: Version 0x13 by default.
    ///   - cost: Memory, passes and lanes. Check an untrusted cost with ``CostLimits`` first.
    ///   - outputByteCount: Length of the key in bytes, 4 to 2^30.
    ///   - memoryLimit: The maximum memory in bytes; a higher `cost.memoryByteCount` is rejected before any allocation.
    /// - Returns: The key, `outputByteCount` bytes.
    /// - Throws: ``CryptoError`` with code `.costTooHigh` above the limits or if the memory cannot be allocated,
    ///   `.invalidParameter` for a length below 4 or an input of 2^32 bytes or more.
    /// - Complexity: Time grows with memory × passes; memory is `cost.memoryByteCount`, wiped at the end.
    public static func deriveKey(
        from passphrase: borrowing some Bytes, salt: borrowing some Bytes, secret: borrowing some Bytes = [UInt8](),
        associatedData: borrowing some Bytes = [UInt8](), variant: Variant = .id, version: Version = .v13,
        cost: Cost = .standard, outputByteCount: Int = 32, memoryLimit: Int = defaultMemoryLimit
    ) throws(CryptoError) -> SymmetricKey {
        guard cost.memoryByteCount <= memoryLimit else {
            throw CryptoError(
                .costTooHigh, "Argon2 needs \(cost.memoryByteCount) bytes of memory, above the limit of \(memoryLimit)")
        }
        guard cost.memoryKiB <= (1 << 34) / cost.passes else {
            throw CryptoError(
                .costTooHigh,
                "Argon2 with \(cost.passes) passes over \(cost.memoryKiB) KiB takes hours; the limit of memory × passes is "
                    + "2^34 KiB")
        }
        guard outputByteCount >= 4 else {
            throw CryptoError(.invalidParameter, "Argon2 gives 4 bytes or more, not \(outputByteCount)")
        }
        try checkOutput(outputByteCount)
        for count in [passphrase.count(), salt.count(), secret.count(), associatedData.count()]
        where count > UInt32.max {
            throw CryptoError(.invalidParameter, "Argon2 reads up to 2^32 - 1 bytes, not \(count)")
        }
        let computation = Argon2Computation(variant: variant, cost: cost, version: version)
        if Libcrypto.usesProvidersOnly {
            return try fetched(computation, passphrase, salt, secret, associatedData, outputByteCount)
        }
        let start = computation.start(outputByteCount: outputByteCount) { stream in
            passphrase.withBytes { stream.updateWithLength($0) }
            salt.withBytes { stream.updateWithLength($0) }
            secret.withBytes { stream.updateWithLength($0) }
            associatedData.withBytes { stream.updateWithLength($0) }
        }
        return SymmetricKey(try computation.derive(start, outputByteCount: outputByteCount))
    }

    private static func fetched(
        _ computation: Argon2Computation, _ passphrase: borrowing some Bytes, _ salt: borrowing some Bytes,
        _ secret: borrowing some Bytes, _ associatedData: borrowing some Bytes, _ outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try passphrase.withBytes { passphrase throws(CryptoError) in
            try salt.withBytes { salt throws(CryptoError) in
                try secret.withBytes { secret throws(CryptoError) in
                    try associatedData.withBytes { associatedData throws(CryptoError) in
                        SymmetricKey(
                            try SecretBytes(byteCount: outputByteCount) { output throws(CryptoError) in
                                try output.fill { space throws(CryptoError) in
                                    try FetchedKDF.argon2(
                                        computation, passphrase, salt, secret: secret, associatedData: associatedData,
                                        into: space)
                                }
                            })
                    }
                }
            }
        }
    }
}

extension ByteSource where Self: ~Copyable, Self: ~Escapable {
    fileprivate borrowing func count() -> Int { withBytes { $0.count } }
}
