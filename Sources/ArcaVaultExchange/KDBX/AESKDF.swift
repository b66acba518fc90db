internal import ArcaCrypto
internal import ArcaSystem
internal import Synchronization

/// The key derivation of KeePass before Argon2: AES-256 encrypts both halves of a key again and again.
///
/// It needs no memory, so hardware guesses passphrases quickly.
///
/// Source: keepass.info, "Protection against dictionary attacks".
enum AESKDF {
    private static let zeros = [UInt8](repeating: 0, count: 64 << 10)

    /// Transforms a key, with its halves on two cores.
    ///
    /// - Parameters:
    ///   - key: The secret key, 32 bytes.
    ///   - seed: The AES key, 32 bytes, not secret.
    ///   - rounds: 1 or more; check a number from a file with `CostLimits` first.
    /// - Returns: SHA-256 of the result.
    /// - Throws: `CryptoError` for a seed of another length.
    static func transform(_ key: SecretBytes, seed: [UInt8], rounds: Int) throws -> SecretBytes {
        let results = Mutex<[SecretBytes]>([key, key])
        let cipherKey = SymmetricKey(data: seed)
        try Workers.forEach(2) { (_, index) throws(CryptoError) in
            let half = SecretBytes(byteCount: 16) { output in
                key.withBytes { output.append(contentsOf: $0.extracting(16 * index..<16 * index + 16)) }
            }
            let result = try transform(half: half, cipherKey, rounds)
            results.withLock { $0[index] = result }
        }
        let joined = SecretBytes(byteCount: 32) { output in
            for result in results.withLock({ $0 }) {
                result.withBytes { output.append(contentsOf: $0.extracting(($0.count - 16)...)) }
            }
        }
        return SHA256.secret(of: [joined])
    }

    /// Returns bytes that end with the result.
    ///
    /// CBC over zeros encrypts each block's ciphertext again, so one call does thousands of rounds.
    private static func transform(
        half: SecretBytes, _ key: SymmetricKey, _ rounds: Int
    ) throws(CryptoError) -> SecretBytes {
        var stream = try CipherStream(
            encrypting: .aes256CBC, using: key, iv: [UInt8](repeating: 0, count: 16), padding: Cipher.Padding.none)
        return try SecretBytes(byteCount: zeros.count + 32) { (output) throws(CryptoError) in
            try stream.update(half, into: &output)
            var left = rounds - 1
            while left > 0 {
                let count = min(left, zeros.count / 16)
                output.removeAll()
                try stream.update(zeros[..<(16 * count)], into: &output)
                left -= count
            }
        }
    }
}
