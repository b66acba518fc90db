public import ArcaCore
internal import ArcaKernels

/// The key derivation of encrypted OpenSSH keys: PBKDF2 built on bcrypt.
///
/// Like every bcrypt, it accesses its tables depending on the passphrase, so it is not constant time. Prefer ``Scrypt``
/// for new formats.
///
/// Source: OpenBSD, bcrypt_pbkdf(3) and openssh-portable PROTOCOL.key.
public enum BcryptPBKDF {
    /// Supported output lengths in bytes.
    public static let outputByteCounts = 1...1024

    /// Derives a key from a passphrase, in about 5 ms per round for up to 32 bytes.
    ///
    /// ```swift
    /// let key = try BcryptPBKDF.deriveKey(from: passphrase, salt: salt, rounds: 24, outputByteCount: 48)
    /// ```
    ///
    /// - Parameters:
    ///   - passphrase: Secret bytes, 1 or more.
    ///   - salt: Unique for each passphrase, not secret; at least 1 byte, 16 random bytes in OpenSSH.
    ///   - rounds: 1 to 2^20, which takes hours; OpenSSH writes 16 or 24. Check a number from a file with
    ///     ``CostLimits`` first.
    ///   - outputByteCount: 1 to 1,024; the time is proportional to the number of 32-byte blocks.
    /// - Returns: `outputByteCount` secret bytes.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a value out of range, `.costTooHigh` for more than
    ///   2^20 rounds.
    public static func deriveKey(
        from passphrase: borrowing some Bytes, salt: borrowing some Bytes, rounds: Int, outputByteCount: Int = 32
    ) throws(CryptoError) -> SymmetricKey {
        try Libcrypto.checkOwn("bcrypt_pbkdf")
        guard rounds >= 1 else {
            throw CryptoError(.invalidParameter, "bcrypt_pbkdf needs 1 round or more, not \(rounds)")
        }
        guard rounds <= 1 << 20 else {
            throw CryptoError(.costTooHigh, "\(rounds) rounds of bcrypt_pbkdf are above the limit of \(1 << 20)")
        }
        guard outputByteCounts.contains(outputByteCount) else {
            throw CryptoError(.invalidParameter, "bcrypt_pbkdf gives 1 to 1,024 bytes, not \(outputByteCount)")
        }
        return try passphrase.withBytes { passphrase throws(CryptoError) in
            try salt.withBytes { salt throws(CryptoError) in
                guard !passphrase.isEmpty, !salt.isEmpty else {
                    throw CryptoError(
                        .invalidParameter, "bcrypt_pbkdf needs a passphrase and a salt that are not empty")
                }
                return SymmetricKey(derive(passphrase, salt, rounds: rounds, outputByteCount: outputByteCount))
            }
        }
    }

    private static func derive(
        _ passphrase: Span<UInt8>, _ salt: Span<UInt8>, rounds: Int, outputByteCount: Int
    ) -> SecretBytes {
        let memory = Memory()
        memory.hash(passphrase, into: memory.password)
        let blockCount = (outputByteCount + 31) / 32
        return SecretBytes(byteCount: outputByteCount) { output in
            output.withUnsafeMutableBufferPointer { space, count in
                for block in 0..<blockCount {
                    memory.derive(salt, block: UInt32(block + 1), rounds)
                    // The bytes of a block are interleaved across the output.
                    for (index, place) in stride(from: block, to: outputByteCount, by: blockCount).enumerated() {
                        space[place] = memory.sum[index]
                    }
                }
                count = outputByteCount
            }
        }
    }

    private final class Memory {
        let password: UnsafeMutablePointer<UInt8>
        private let salt: UnsafeMutablePointer<UInt8>
        private let output: UnsafeMutablePointer<UInt8>
        let sum: UnsafeMutablePointer<UInt8>
        private let context: UnsafeMutablePointer<UInt8>
        private let state: UnsafeMutablePointer<UInt8>
        private static let stateByteCount = Blowfish.stateWordCount * 4

        init() {
            password = SecretArena.allocate(64)
            salt = SecretArena.allocate(64)
            output = SecretArena.allocate(32)
            sum = SecretArena.allocate(32)
            context = SecretArena.allocate(BlockHash.contextByteCount)
            state = SecretArena.allocate(Memory.stateByteCount)
        }

        /// SHA-512 of bytes, followed by a big-endian number if given.
        func hash(_ bytes: Span<UInt8>, _ number: UInt32? = nil, into digest: UnsafeMutablePointer<UInt8>) {
            BlockHash.sha512.start(context)
            bytes.withUnsafeBytes { BlockHash.sha512.update(context, $0.baseAddress, $0.count) }
            if let number {
                withUnsafeBytes(of: number.bigEndian) { BlockHash.sha512.update(context, $0.baseAddress, $0.count) }
            }
            BlockHash.sha512.finish(context, digest)
        }

        func derive(_ saltBytes: Span<UInt8>, block: UInt32, _ rounds: Int) {
            hash(saltBytes, block, into: salt)
            for round in 0..<rounds {
                if round > 0 { hash(UnsafeBufferPointer(start: output, count: 32).span, into: salt) }
                UnsafeMutableRawPointer(state).withMemoryRebound(to: UInt32.self, capacity: Blowfish.stateWordCount) {
                    Blowfish.bcryptHash(password: password, salt: salt, state: $0, output: output)
                }
                for index in 0..<32 { sum[index] = round == 0 ? output[index] : sum[index] ^ output[index] }
            }
        }

        deinit {
            SecretArena.release(password, 64)
            SecretArena.release(salt, 64)
            SecretArena.release(output, 32)
            SecretArena.release(sum, 32)
            SecretArena.release(context, BlockHash.contextByteCount)
            SecretArena.release(state, Memory.stateByteCount)
        }
    }
}
