// Decisions about secret bytes without a branch, a comparison or a table: masks of all ones or all zeros, each passed
// through a function that the optimizer cannot see through, for it turns arithmetic it understands back into jumps.
// `scripts/check-constant-time` proves under valgrind that the compiled code has none.

/// Takes the padding off a decrypted PKCS#1 v1.5 block, or puts another message in its place, in one and the same way.
public enum PKCS1Unpadding {
    /// How many pseudo-random bytes the length of the other message is drawn from.
    public static let lengthByteCount = 256

    /// Leaves the message at the start of `block`: the block's own when its padding is good, else the synthetic one.
    ///
    /// Which of the two it was shows neither in the time nor in the memory that is touched.
    ///
    /// - Parameters:
    ///   - block: The decrypted block, `count` bytes; after the call its first bytes are the message.
    ///   - count: The modulus's length in bytes, 11 to 65,535.
    ///   - synthetic: `count` pseudo-random bytes, of which the last ones are the other message.
    ///   - lengths: ``lengthByteCount`` pseudo-random bytes.
    /// - Returns: The message's length.
    @inline(never)
    public static func unpad(
        _ block: UnsafeMutablePointer<UInt8>, count: Int, synthetic: UnsafePointer<UInt8>,
        lengths: UnsafePointer<UInt8>
    ) -> Int {
        let size = UInt32(truncatingIfNeeded: count)
        var good = isZero(UInt32(block[0])) & isZero(UInt32(block[1]) ^ 2)
        // The first zero ends the padding.
        var found: UInt32 = 0
        var end: UInt32 = 0
        for index in 2..<count {
            let isEnd = isZero(UInt32(block[index])) & ~found
            end = select(isEnd, UInt32(truncatingIfNeeded: index), end)
            found |= isEnd
        }
        // At least eight bytes of padding; without any zero, `end` is 0.
        good &= ~isBelow(end, 10)
        let length = select(good, size &- end &- 1, syntheticLength(lengths, most: size &- 10))
        for index in 0..<count {
            block[index] = UInt8(truncatingIfNeeded: select(good, UInt32(block[index]), UInt32(synthetic[index])))
        }
        moveToFront(block, count, from: size &- length)
        return Int(length)
    }

    /// The last of the drawn numbers that is below `most`, or 0.
    private static func syntheticLength(_ lengths: UnsafePointer<UInt8>, most: UInt32) -> UInt32 {
        // As many bits as `most` has, so that half of the numbers or more are below it.
        var bits = most | most &>> 1
        bits |= bits &>> 2
        bits |= bits &>> 4
        bits |= bits &>> 8
        var length: UInt32 = 0
        for index in 0..<lengthByteCount / 2 {
            let drawn = UInt32(lengths[2 &* index]) &<< 8 | UInt32(lengths[2 &* index &+ 1])
            length = select(isBelow(drawn & bits, most), drawn & bits, length)
        }
        return length
    }

    /// Moves the bytes from `start` on to the front: by each power of two, or not, as the bits of `start` say.
    private static func moveToFront(_ block: UnsafeMutablePointer<UInt8>, _ count: Int, from start: UInt32) {
        var distance = 1
        var bit: UInt32 = 0
        while distance < count {
            let isMoved = opaque(0 &- (start &>> bit & 1))
            for index in 0..<count &- distance {
                block[index] = UInt8(
                    truncatingIfNeeded: select(isMoved, UInt32(block[index &+ distance]), UInt32(block[index])))
            }
            distance &*= 2
            bit &+= 1
        }
    }

    /// `one` where the mask is all ones, `other` where it is all zeros.
    @inline(__always)
    private static func select(_ mask: UInt32, _ one: UInt32, _ other: UInt32) -> UInt32 {
        one & mask | other & ~mask
    }

    /// All ones for zero.
    @inline(__always)
    private static func isZero(_ value: UInt32) -> UInt32 { opaque(((value | (0 &- value)) &>> 31) &- 1) }

    /// All ones when `value` is below `limit`; both are below 2^31.
    @inline(__always)
    private static func isBelow(_ value: UInt32, _ limit: UInt32) -> UInt32 {
        opaque(0 &- ((value &- limit) &>> 31))
    }

    /// A mask of which the optimizer does not know that it is one.
    @inline(never) @_optimize(none)
    private static func opaque(_ mask: UInt32) -> UInt32 { mask }
}
