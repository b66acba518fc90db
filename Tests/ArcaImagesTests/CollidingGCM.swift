import ArcaCore
import ArcaCrypto

/// Creates an AES-GCM ciphertext that decrypts under two keys, which AES-GCM alone does not prevent.
///
/// With one block of ciphertext C, the tag is X·H² + C·H² + L·H + E, where X is the hash of the associated data, L the
/// length block and E the mask. The tags for both keys are made equal by solving for C. Source: Len, Grubbs,
/// Ristenpart, "Partitioning Oracle Attacks", section 3.
enum CollidingGCM {
    typealias Pair = (key: SymmetricKey, nonce: [UInt8])

    /// A ciphertext of one block, with a tag that is valid under both keys.
    static func make(_ first: Pair, _ second: Pair, authenticating aad: [UInt8]) throws -> [UInt8] {
        var constant = UInt128(0)
        var factor = UInt128(0)
        for pair in [first, second] {
            let h = try block(pair.key, [UInt8](repeating: 0, count: 16))
            let mask = try block(pair.key, pair.nonce + [0, 0, 0, 1])
            var x = UInt128(0)
            for start in stride(from: 0, to: aad.count, by: 16) {
                let piece = Array(aad[start..<min(start + 16, aad.count)])
                x = times(x ^ number(piece + [UInt8](repeating: 0, count: 16 - piece.count)), h)
            }
            let square = times(h, h)
            let lengths = UInt128(aad.count * 8) << 64 | 128
            constant ^= times(x, square) ^ times(lengths, h) ^ mask
            factor ^= square
        }
        let ciphertext = bytes(times(constant, inverse(factor)))
        // Computes the tag by decrypting the ciphertext under the first key and sealing the result.
        let opened = zip(ciphertext, bytes(try block(first.key, first.nonce + [0, 0, 0, 2]))).map { $0 ^ $1 }
        return try Array(
            AES.GCM.seal(opened, using: first.key, nonce: first.nonce, authenticating: aad).combined[12...])
    }

    private static func block(_ key: SymmetricKey, _ input: [UInt8]) throws -> UInt128 {
        let cipher = try Cipher(named: "aes-256-ctr")
        // The first block of a CTR key stream is the encrypted counter.
        return number(try cipher.encrypt([UInt8](repeating: 0, count: 16), using: key, iv: input))
    }

    private static func number(_ bytes: [UInt8]) -> UInt128 { bytes.reduce(0) { $0 << 8 | UInt128($1) } }

    private static func bytes(_ value: UInt128) -> [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: value >> (120 - 8 * $0)) }
    }

    /// Multiplication in GCM's field, with bits numbered from the left (SP 800-38D, section 6.3).
    private static func times(_ left: UInt128, _ right: UInt128) -> UInt128 {
        var (product, shifted) = (UInt128(0), right)
        for bit in 0..<128 {
            if left >> (127 - bit) & 1 == 1 { product ^= shifted }
            shifted = shifted & 1 == 1 ? shifted >> 1 ^ 0xe1 << 120 : shifted >> 1
        }
        return product
    }

    /// The inverse: the power 2^128 − 2.
    private static func inverse(_ value: UInt128) -> UInt128 {
        var (result, power) = (UInt128(1) << 127, value)
        for _ in 0..<127 {
            power = times(power, power)
            result = times(result, power)
        }
        return result
    }
}
