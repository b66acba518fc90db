// Branch-free decisions on secret bytes, without comparisons or tables: masks of all ones or all zeros. Each passes
// through an opaque function because the optimizer turns transparent arithmetic back into jumps.
// `scripts/check-constant-time` checks the compiled code with valgrind.

/// Unpads a decrypted PKCS#1 v1.5 block or replaces it with a synthetic message, in constant time.
public enum PKCS1Unpadding {
    /// The number of pseudorandom bytes from which the synthetic length is drawn.
    public static let lengthByteCount = 256

    /// Moves the message to the start of `block`: the real one if the padding is valid, else the synthetic one.
    ///
    /// Neither timing nor memory access reveals which one it is.
    ///
    /// - Parameters:
    ///   - block: The decrypted block, `count` bytes; receives the message at its start.
    ///   - count: Length of the modulus in bytes, 11 to 65,535.
    ///   - synthetic: `count` pseudorandom bytes; the synthetic message is at their end.
    ///   - lengths: ``lengthByteCount`` pseudorandom bytes.
    /// - Returns: Length of the message in bytes.
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
        // At least eight bytes of padding; `end` is 0 if there is no zero.
        good &= ~isBelow(end, 10)
        let length = select(good, size &- end &- 1, syntheticLength(lengths, most: size &- 10))
        for index in 0..<count {
            block[index] = UInt8(truncatingIfNeeded: select(good, UInt32(block[index]), UInt32(synthetic[index])))
        }
        moveToFront(block, count, from: size &- length)
        return Int(length)
    }

    /// The last drawn number below `most`, or 0.
    private static func syntheticLength(_ lengths: UnsafePointer<UInt8>, most: UInt32) -> UInt32 {
        // As many bits as `most`, so at least half of the numbers are below it.
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

    /// Moves the bytes from `start` to the front, in steps of powers of two selected by the bits of `start`.
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

    /// Selects `one` for an all-ones mask, `other` for zero.
    @inline(__always)
    private static func select(_ mask: UInt32, _ one: UInt32, _ other: UInt32) -> UInt32 {
        one & mask | other & ~mask
    }

    /// All ones if `value` is zero.
    @inline(__always)
    private static func isZero(_ value: UInt32) -> UInt32 { opaque(((value | (0 &- value)) &>> 31) &- 1) }

    /// All ones if `value` is below `limit`; both must be below 2^31.
    @inline(__always)
    private static func isBelow(_ value: UInt32, _ limit: UInt32) -> UInt32 {
        opaque(0 &- ((value &- limit) &>> 31))
    }

    /// Hides from the optimizer that the value is a mask.
    @inline(never) @_optimize(none)
    private static func opaque(_ mask: UInt32) -> UInt32 { mask }
}
