/// The permutation of SHA-3 and SHAKE, and the hashes for ML-KEM.
///
/// ML-KEM needs incremental output and many short hashes. Libcrypto 3.0 returns SHAKE's output only once, and each call
/// costs as much as a third of a permutation. Libcrypto still computes the digests of files.
///
/// Source: FIPS 202.
public enum Keccak {
    /// The number of words in a state.
    public static let wordCount = 25

    /// The 24 round constants, from the LFSR of FIPS 202, algorithm 5.
    public static var roundConstants: UnsafePointer<UInt64> { UnsafePointer(constants.words) }

    private static let constants = Constants()

    private final class Constants: @unchecked Sendable {  // Written in init only.
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 24)

        init() {
            var register: UInt8 = 1
            for round in 0..<24 {
                var constant: UInt64 = 0
                for bit in 0..<7 {
                    if register & 1 == 1 { constant |= 1 << UInt64((1 << bit) - 1) }
                    register = register << 1 ^ (register >> 7 == 1 ? 0x71 : 0)
                }
                words[round] = constant
            }
        }
    }

    /// Keccak-f[1600] in place on 25 words (FIPS 202, section 3.3), with ``roundConstants``.
    @inline(never)
    public static func permute(_ state: UnsafeMutablePointer<UInt64>, _ constants: UnsafePointer<UInt64>) {
        var (a0, a1, a2, a3, a4) = (state[0], state[1], state[2], state[3], state[4])
        var (a5, a6, a7, a8, a9) = (state[5], state[6], state[7], state[8], state[9])
        var (a10, a11, a12, a13, a14) = (state[10], state[11], state[12], state[13], state[14])
        var (a15, a16, a17, a18, a19) = (state[15], state[16], state[17], state[18], state[19])
        var (a20, a21, a22, a23, a24) = (state[20], state[21], state[22], state[23], state[24])
        var round = 0
        while round < 24 {
            // Theta: XORs each word with the parities of two columns.
            let c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20
            let c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21
            let c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22
            let c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23
            let c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24
            let (d0, d1, d2) = (c4 ^ rotate(c1, 1), c0 ^ rotate(c2, 1), c1 ^ rotate(c3, 1))
            let (d3, d4) = (c2 ^ rotate(c4, 1), c3 ^ rotate(c0, 1))
            // Rho and pi rotate and permute the words, chi mixes each row.
            let (b0, b1, b2) = (a0 ^ d0, rotate(a6 ^ d1, 44), rotate(a12 ^ d2, 43))
            let (b3, b4) = (rotate(a18 ^ d3, 21), rotate(a24 ^ d4, 14))
            let (b5, b6, b7) = (rotate(a3 ^ d3, 28), rotate(a9 ^ d4, 20), rotate(a10 ^ d0, 3))
            let (b8, b9) = (rotate(a16 ^ d1, 45), rotate(a22 ^ d2, 61))
            let (b10, b11, b12) = (rotate(a1 ^ d1, 1), rotate(a7 ^ d2, 6), rotate(a13 ^ d3, 25))
            let (b13, b14) = (rotate(a19 ^ d4, 8), rotate(a20 ^ d0, 18))
            let (b15, b16, b17) = (rotate(a4 ^ d4, 27), rotate(a5 ^ d0, 36), rotate(a11 ^ d1, 10))
            let (b18, b19) = (rotate(a17 ^ d2, 15), rotate(a23 ^ d3, 56))
            let (b20, b21, b22) = (rotate(a2 ^ d2, 62), rotate(a8 ^ d3, 55), rotate(a14 ^ d4, 39))
            let (b23, b24) = (rotate(a15 ^ d0, 41), rotate(a21 ^ d1, 2))
            (a0, a1, a2, a3, a4) = mix(b0, b1, b2, b3, b4)
            (a5, a6, a7, a8, a9) = mix(b5, b6, b7, b8, b9)
            (a10, a11, a12, a13, a14) = mix(b10, b11, b12, b13, b14)
            (a15, a16, a17, a18, a19) = mix(b15, b16, b17, b18, b19)
            (a20, a21, a22, a23, a24) = mix(b20, b21, b22, b23, b24)
            a0 ^= constants[round]
            round &+= 1
        }
        (state[0], state[1], state[2], state[3], state[4]) = (a0, a1, a2, a3, a4)
        (state[5], state[6], state[7], state[8], state[9]) = (a5, a6, a7, a8, a9)
        (state[10], state[11], state[12], state[13], state[14]) = (a10, a11, a12, a13, a14)
        (state[15], state[16], state[17], state[18], state[19]) = (a15, a16, a17, a18, a19)
        (state[20], state[21], state[22], state[23], state[24]) = (a20, a21, a22, a23, a24)
    }

    @inline(__always)
    private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 { word &<< count | word &>> (64 &- count) }

    @inline(__always)
    private static func mix(
        _ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64, _ e: UInt64
    ) -> (UInt64, UInt64, UInt64, UInt64, UInt64) {
        (a ^ (~b & c), b ^ (~c & d), c ^ (~d & e), d ^ (~e & a), e ^ (~a & b))
    }
}

extension Keccak {
    /// Writes the SHA3-256 of `count` bytes, 32 bytes, to `output`; `state` is scratch memory of 25 words.
    public static func sha3_256(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ output: UnsafeMutablePointer<UInt8>,
        state: UnsafeMutablePointer<UInt64>
    ) {
        var sponge = KeccakSponge(state, roundConstants, rate: KeccakSponge.shake256Rate)
        sponge.absorb(bytes, count)
        sponge.finish(KeccakSponge.sha3Suffix)
        sponge.squeeze(output, 32)
    }

    /// Writes `outputCount` bytes of a sponge with any rate in bytes and any suffix; `state` is scratch memory of 25 words.
    public static func hash(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ output: UnsafeMutablePointer<UInt8>, _ outputCount: Int,
        rate: Int, suffix: UInt8, state: UnsafeMutablePointer<UInt64>
    ) {
        var sponge = KeccakSponge(state, roundConstants, rate: rate)
        sponge.absorb(bytes, count)
        sponge.finish(UInt64(suffix))
        sponge.squeeze(output, outputCount)
    }

    /// Writes `outputCount` bytes of the SHAKE256 of `count` bytes to `output`; `state` is scratch memory of 25 words.
    public static func shake256(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ output: UnsafeMutablePointer<UInt8>, _ outputCount: Int,
        state: UnsafeMutablePointer<UInt64>
    ) {
        var sponge = KeccakSponge(state, roundConstants, rate: KeccakSponge.shake256Rate)
        sponge.absorb(bytes, count)
        sponge.finish(KeccakSponge.shakeSuffix)
        sponge.squeeze(output, outputCount)
    }
}

/// Permutes four states in place, with word i of state j at 4·i + j; the second argument is ``Keccak/roundConstants``.
public typealias FourPermutations = @convention(c) (UnsafeMutablePointer<UInt64>, UnsafePointer<UInt64>) -> Void

/// A sponge on 25 caller-owned words; the caller wipes them.
struct KeccakSponge {
    /// Rates in bytes of SHAKE128, SHAKE256 and SHA3-256, and SHA3-512 (FIPS 202, table 3).
    static let shake128Rate = 168
    static let shake256Rate = 136
    static let sha3_512Rate = 72
    /// Domain suffix and first padding bit (FIPS 202, section 6).
    static let sha3Suffix: UInt64 = 0x06
    static let shakeSuffix: UInt64 = 0x1f

    private let state: UnsafeMutablePointer<UInt64>
    private let constants: UnsafePointer<UInt64>
    private let rate: Int
    private var place = 0

    /// Starts a message; `rate` is a multiple of 8.
    @inline(__always)
    init(_ state: UnsafeMutablePointer<UInt64>, _ constants: UnsafePointer<UInt64>, rate: Int) {
        self.state = state
        self.constants = constants
        self.rate = rate
        state.update(repeating: 0, count: Keccak.wordCount)
    }

    @inline(__always)
    mutating func absorb(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        var index = 0
        while index < count {
            if place & 7 == 0, count &- index >= 8 {
                let word = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
                state[place &>> 3] ^= UInt64(littleEndian: word)
                place &+= 8
                index &+= 8
            } else {
                absorb(bytes[index])
                index &+= 1
                continue
            }
            if place == rate { permute() }
        }
    }

    @inline(__always)
    mutating func absorb(_ byte: UInt8) {
        state[place &>> 3] ^= UInt64(byte) &<< UInt64(truncatingIfNeeded: 8 &* (place & 7))
        place &+= 1
        if place == rate { permute() }
    }

    /// Pads and finishes the message.
    @inline(__always)
    mutating func finish(_ suffix: UInt64) {
        state[place &>> 3] ^= suffix &<< UInt64(truncatingIfNeeded: 8 &* (place & 7))
        state[(rate &- 1) &>> 3] ^= 0x80 &<< 56
        place = rate
    }

    /// Squeezes the next bytes of output; may be called repeatedly.
    @inline(__always)
    mutating func squeeze(_ output: UnsafeMutablePointer<UInt8>, _ count: Int) {
        var done = 0
        while done < count {
            if place == rate { permute() }
            let piece = min(rate &- place, count &- done)
            // The words' memory is the output on little-endian machines, which all supported ones are.
            UnsafeMutableRawPointer(output + done).copyMemory(
                from: UnsafeRawPointer(state) + place, byteCount: piece)
            place &+= piece
            done &+= piece
        }
    }

    private mutating func permute() {
        Keccak.permute(state, constants)
        place = 0
    }
}

/// Several sponges with short inputs in one memory: word i of state j of n at n·i + j.
enum KeccakLanes {
    /// Starts `count` sponges with the same 8·`words` bytes; `last` returns the next word of each, including the
    /// suffix.
    @inline(__always)
    static func start(
        _ seed: UnsafePointer<UInt8>, _ words: Int, _ rate: Int, count: Int, _ state: UnsafeMutablePointer<UInt64>,
        _ last: (Int) -> UInt64
    ) {
        state.update(repeating: 0, count: count &* Keccak.wordCount)
        for lane in 0..<count {
            for word in 0..<words {
                let bytes = UnsafeRawPointer(seed + 8 &* word).loadUnaligned(as: UInt64.self)
                state[count &* word &+ lane] = UInt64(littleEndian: bytes)
            }
            state[count &* words &+ lane] = last(lane)
            state[count &* (rate &>> 3 &- 1) &+ lane] ^= 0x80 &<< 56
        }
    }

    /// Copies the first `byteCount` bytes of a state, a multiple of 8, to `block`.
    @inline(__always)
    static func extract(
        _ lane: Int, of count: Int, _ byteCount: Int, _ state: UnsafePointer<UInt64>,
        _ block: UnsafeMutablePointer<UInt8>
    ) {
        var word = 0
        while word < byteCount &>> 3 {
            let value = state[count &* word &+ lane].littleEndian
            UnsafeMutableRawPointer(block).storeBytes(of: value, toByteOffset: 8 &* word, as: UInt64.self)
            word &+= 1
        }
    }
}
