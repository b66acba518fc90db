public import ArcaCore
internal import CArcaLibcrypto

extension Insecure {
    /// OpenSSL's legacy key derivation, `EVP_BytesToKey`, for reading old files.
    ///
    /// A single pass of a fast hash barely protects a passphrase: `openssl enc` without `-pbkdf2` uses it with MD5
    /// (before 1.1.0) or SHA-256 and a count of 1.
    ///
    /// Source: OpenSSL, manual page EVP_BytesToKey(3). With count 1 and MD5, up to 16 bytes equal PBKDF1 of RFC 8018.
    public enum BytesToKey {
        /// A key and an initialization vector, derived together.
        public struct Result: Sendable, Equatable {
            /// The key.
            public let key: SymmetricKey
            /// The initialization vector.
            public let iv: [UInt8]
        }

        /// Derives a key and an initialization vector from a passphrase.
        ///
        /// - Parameters:
        ///   - passphrase: Secret bytes, any length including 0.
        ///   - salt: 8 bytes, or nil for files without salt (`openssl enc -nosalt`).
        ///   - hash: The hash function; not an extendable-output function.
        ///   - count: Number of hash iterations per block, 1 to 2^31 - 1; `openssl enc` uses 1.
        ///   - keyByteCount: The key's length, 0 or more.
        ///   - ivByteCount: The initialization vector's length, 0 or more.
        /// - Returns: The key and the initialization vector.
        /// - Throws: ``CryptoError`` with code `.invalidParameter`; `.costTooHigh` for more than 1 GiB or a count above
        ///   2^31 - 1; `.unsupported` if libcrypto's configuration lacks the function.
        public static func deriveKey(
            from passphrase: borrowing some Bytes, salt: [UInt8]?, using hash: AnyHashFunction, count: Int = 1,
            keyByteCount: Int, ivByteCount: Int
        ) throws(CryptoError) -> Result {
            try Libcrypto.checkOwn("EVP_BytesToKey")
            guard salt == nil || salt?.count == 8 else {
                throw CryptoError(.invalidParameter, "EVP_BytesToKey has a salt of 8 bytes or none")
            }
            guard !hash.isExtendable else {
                throw CryptoError(
                    .invalidParameter, "EVP_BytesToKey needs a hash function of fixed length, not \(hash.name)")
            }
            guard count >= 1 else {
                throw CryptoError(.invalidParameter, "EVP_BytesToKey needs a count of 1 or more, not \(count)")
            }
            try checkIterations(count)
            guard keyByteCount >= 0, ivByteCount >= 0, !keyByteCount.addingReportingOverflow(ivByteCount).overflow
            else { throw CryptoError(.invalidParameter, "a length is 0 or more, and not too large") }
            try checkOutput(keyByteCount + ivByteCount)
            let both = try passphrase.withBytes { passphrase throws(CryptoError) in
                try SecretBytes(byteCount: keyByteCount + ivByteCount) { output throws(CryptoError) in
                    try fill(&output, passphrase, salt: salt ?? [], hash: hash, count: count)
                }
            }
            return both.withBytes { bytes in
                Result(
                    key: SymmetricKey(copying: bytes.extracting(..<keyByteCount)),
                    iv: [UInt8](bytes: bytes.extracting(keyByteCount...)))
            }
        }

        /// D_1 = H^count(passphrase ‖ salt), D_i = H^count(D_(i-1) ‖ passphrase ‖ salt), concatenated.
        private static func fill(
            _ output: inout OutputSpan<UInt8>, _ passphrase: Span<UInt8>, salt: [UInt8], hash: AnyHashFunction,
            count: Int
        ) throws(CryptoError) {
            let function = try Fetched.digest(hash)
            ERR_clear_error()
            // A separate context, because libcrypto wipes it when freed.
            guard let context = EVP_MD_CTX_new() else { throw backendError("cannot set up \(hash.name)") }
            defer { EVP_MD_CTX_free(context) }
            let digestByteCount = hash.digestByteCount
            let digest = SecretArena.allocate(digestByteCount)
            defer { SecretArena.release(digest, digestByteCount) }
            var isFirst = true
            while output.freeCapacity > 0 {
                var isDone = EVP_DigestInit_ex2(context, function, nil) == 1
                if !isFirst { isDone = isDone && EVP_DigestUpdate(context, digest, digestByteCount) == 1 }
                isDone =
                    isDone
                    && passphrase.withUnsafeBufferPointer { EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1 }
                    && EVP_DigestUpdate(context, salt, salt.count) == 1
                    && EVP_DigestFinal_ex(context, digest, nil) == 1
                for _ in 1..<count where isDone {
                    isDone =
                        EVP_DigestInit_ex2(context, nil, nil) == 1
                        && EVP_DigestUpdate(context, digest, digestByteCount) == 1
                        && EVP_DigestFinal_ex(context, digest, nil) == 1
                }
                guard isDone else { throw backendError("cannot compute \(hash.name)") }
                isFirst = false
                let part = min(output.freeCapacity, digestByteCount)
                output.append(contentsOf: UnsafeBufferPointer(start: digest, count: part).span)
            }
        }
    }
}
