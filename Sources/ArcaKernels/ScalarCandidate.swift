/// A pseudorandom number that may become a secret scalar, such as the nonce of a signature.
///
/// No branch or address depends on the number. Only whether it is in range is revealed: a rejected number is never used,
/// so this says nothing about the next one.
///
/// Source: RFC 6979, sections 2.3.2 and 3.2.
public enum ScalarCandidate {
    /// Shifts a big-endian number right by 0 to 7 bits, in place.
    @inline(never)
    public static func shiftRight(_ number: UnsafeMutablePointer<UInt8>, count: Int, by bitCount: Int) {
        let shift = UInt32(truncatingIfNeeded: bitCount)
        var carry: UInt32 = 0
        var index = 0
        while index < count {
            let pair = carry &<< 8 | UInt32(number[index])
            carry = UInt32(number[index])
            number[index] = UInt8(truncatingIfNeeded: pair &>> shift)
            index &+= 1
        }
    }

    /// Returns 1 if a big-endian number is above 0 and below `limit`, else 0; both have `count` bytes.
    @inline(never)
    public static func isInRange(
        _ number: UnsafePointer<UInt8>, below limit: UnsafePointer<UInt8>, count: Int
    ) -> UInt32 {
        var bits: UInt32 = 0
        var borrow: UInt32 = 0
        var index = count
        while index > 0 {
            index &-= 1
            bits |= UInt32(number[index])
            // The highest bit is set if the digit is too small.
            borrow = (UInt32(number[index]) &- UInt32(limit[index]) &- borrow) &>> 31
        }
        // Below 2^8, so adding 255 carries unless all bits are 0.
        return borrow & (bits &+ 255) &>> 8
    }
}
