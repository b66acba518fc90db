// Blowfish and bcrypt on pointers. As with every bcrypt, table lookups depend on the secret, so other users of the
// processor's cache can learn from the timing.

/// Blowfish for bcrypt; do not use it as a cipher because its blocks are too short.
///
/// Source: Schneier, "Description of a New Variable-Length Key, 64-Bit Block Cipher" (1993); Provos and Mazières,
/// "A Future-Adaptable Password Scheme" (1999) for the expensive key schedule.
public enum Blowfish {
    /// The number of words in a state: round keys and the four tables.
    public static let stateWordCount = BlowfishConstants.wordCount

    private static let roundKeyCount = 18

    /// Computes one bcrypt_pbkdf hash: 64 rounds of the expensive key schedule, then 64 encryptions of a fixed text.
    ///
    /// The buffers must not overlap; the caller wipes them.
    ///
    /// - Parameters:
    ///   - password: The SHA-512 of the password, 64 bytes.
    ///   - salt: The SHA-512 of the salt, 64 bytes.
    ///   - state: Scratch memory of `stateWordCount` words.
    ///   - output: Receives 32 bytes.
    @inline(never)
    public static func bcryptHash(
        password: UnsafePointer<UInt8>, salt: UnsafePointer<UInt8>, state: UnsafeMutablePointer<UInt32>,
        output: UnsafeMutablePointer<UInt8>
    ) {
        BlowfishConstants.words.withUnsafeBufferPointer { words in
            for index in 0..<stateWordCount { state[index] = words[index] }
        }
        expand(state, key: password, salt: salt)
        for _ in 0..<64 {
            expand(state, key: salt, salt: nil)
            expand(state, key: password, salt: nil)
        }
        let text: StaticString = "OxychromaticBlowfishSwatDynamite"
        for block in 0..<4 {
            var left = word(text.utf8Start, at: block &* 8)
            var right = word(text.utf8Start, at: block &* 8 &+ 4)
            for _ in 0..<64 { encrypt(state, &left, &right) }
            // Unlike bcrypt, bcrypt_pbkdf writes the words in little-endian order.
            for byte in 0..<4 {
                output[block &* 8 &+ byte] = UInt8(truncatingIfNeeded: left >> UInt32(byte &* 8))
                output[block &* 8 &+ 4 &+ byte] = UInt8(truncatingIfNeeded: right >> UInt32(byte &* 8))
            }
        }
    }

    /// The key schedule: mixes the key into the round keys, then replaces the state block by block with encryptions of
    /// the salt or of zeros.
    private static func expand(
        _ state: UnsafeMutablePointer<UInt32>, key: UnsafePointer<UInt8>, salt: UnsafePointer<UInt8>?
    ) {
        // The 64 bytes are 16 words, used cyclically.
        for index in 0..<roundKeyCount { state[index] ^= word(key, at: (index & 15) &* 4) }
        var left: UInt32 = 0
        var right: UInt32 = 0
        var place = 0
        for index in stride(from: 0, to: stateWordCount, by: 2) {
            if let salt {
                left ^= word(salt, at: place)
                right ^= word(salt, at: place &+ 4)
                place = (place &+ 8) & 63
            }
            encrypt(state, &left, &right)
            state[index] = left
            state[index &+ 1] = right
        }
    }

    @inline(__always)
    private static func encrypt(_ state: UnsafePointer<UInt32>, _ left: inout UInt32, _ right: inout UInt32) {
        var (first, second) = (left ^ state[0], right)
        for round in stride(from: 1, to: 17, by: 2) {
            second ^= mix(state, first) ^ state[round]
            first ^= mix(state, second) ^ state[round &+ 1]
        }
        (left, right) = (second ^ state[17], first)
    }

    @inline(__always)
    private static func mix(_ state: UnsafePointer<UInt32>, _ word: UInt32) -> UInt32 {
        let tables = state + roundKeyCount
        let first = tables[Int(word >> 24)] &+ tables[256 &+ Int(word >> 16 & 255)]
        return (first ^ tables[512 &+ Int(word >> 8 & 255)]) &+ tables[768 &+ Int(word & 255)]
    }

    /// Reads a big-endian word.
    @inline(__always)
    private static func word(_ bytes: UnsafePointer<UInt8>, at index: Int) -> UInt32 {
        UInt32(bytes[index]) << 24 | UInt32(bytes[index &+ 1]) << 16 | UInt32(bytes[index &+ 2]) << 8
            | UInt32(bytes[index &+ 3])
    }
}
