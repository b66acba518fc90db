// Arithmetic on numbers in any radix up to 65,536, for format-preserving encryption. Constant time for given lengths
// and radix: no branches, table lookups or divisions that depend on the digits.

/// A radix with constants for dividing by it and its powers without the processor's division.
public struct NumeralRadix {
    let radix: UInt32
    /// The number of digits that fit in 16 bits.
    let digitsAtOnce: Int
    let power: UInt32
    /// ⌈2^64 / radix⌉ and ⌈2^64 / power⌉: the high half of the product with a 32-bit number is the exact quotient.
    let radixInverse, powerInverse: UInt64

    /// Computes the constants of a radix, 2 to 65,536.
    public init(_ radix: Int) {
        var (power, digits) = (radix, 1)
        while power &* radix <= 1 << 16 { (power, digits) = (power &* radix, digits &+ 1) }
        self.radix = UInt32(radix)
        self.power = UInt32(power)
        digitsAtOnce = digits
        radixInverse = UInt64.max / UInt64(radix) &+ 1
        powerInverse = UInt64.max / UInt64(power) &+ 1
    }
}

/// Converts `count` big-endian digits, each less than the radix, to a number.
///
/// The number has 16-bit little-endian limbs; excess limbs are dropped.
@inline(never)
public func numberFromDigits(
    _ digits: UnsafePointer<UInt16>, count: Int, _ radix: NumeralRadix, into limbs: UnsafeMutablePointer<UInt16>,
    limbCount: Int
) {
    for index in 0..<limbCount { limbs[index] = 0 }
    var place = 0
    // The first group may have fewer digits.
    var end = count % radix.digitsAtOnce
    while place < count {
        if end == place { end = place &+ radix.digitsAtOnce }
        var carry: UInt32 = 0
        while place < end {
            carry = carry &* radix.radix &+ UInt32(digits[place])
            place &+= 1
        }
        for index in 0..<limbCount {
            // At most (2^16 − 1) · 2^16 + 2^16 − 1.
            let product = UInt32(limbs[index]) &* radix.power &+ carry
            limbs[index] = UInt16(truncatingIfNeeded: product)
            carry = product &>> 16
        }
    }
}

/// Converts a number, in 16-bit little-endian limbs that are overwritten, to its `count` lowest digits, big-endian.
@inline(never)
public func digitsFromNumber(
    _ limbs: UnsafeMutablePointer<UInt16>, limbCount: Int, _ radix: NumeralRadix,
    into digits: UnsafeMutablePointer<UInt16>, count: Int
) {
    var left = count
    while left > 0 {
        var rest: UInt32 = 0
        for index in stride(from: limbCount &- 1, through: 0, by: -1) {
            let dividend = rest &<< 16 | UInt32(limbs[index])
            let quotient = UInt32(truncatingIfNeeded: radix.powerInverse.multipliedFullWidth(by: UInt64(dividend)).high)
            limbs[index] = UInt16(truncatingIfNeeded: quotient)
            rest = dividend &- quotient &* radix.power
        }
        for _ in 0..<min(left, radix.digitsAtOnce) {
            let quotient = UInt32(truncatingIfNeeded: radix.radixInverse.multipliedFullWidth(by: UInt64(rest)).high)
            left &-= 1
            digits[left] = UInt16(truncatingIfNeeded: rest &- quotient &* radix.radix)
            rest = quotient
        }
    }
}

/// Adds `count` big-endian digits of `other` to `target` in place; drops the final carry.
@inline(never)
public func addDigits(
    _ target: UnsafeMutablePointer<UInt16>, _ other: UnsafePointer<UInt16>, count: Int, _ radix: NumeralRadix
) {
    var carry: UInt32 = 0
    for index in stride(from: count &- 1, through: 0, by: -1) {
        let less = UInt32(target[index]) &+ UInt32(other[index]) &+ carry &- radix.radix
        // All ones if the sum is less than the radix.
        let isLess = 0 &- (less &>> 31)
        target[index] = UInt16(truncatingIfNeeded: less &+ radix.radix & isLess)
        carry = 1 &+ isLess
    }
}

/// Subtracts `count` big-endian digits of `other` from `target` in place; drops the final borrow.
@inline(never)
public func subtractDigits(
    _ target: UnsafeMutablePointer<UInt16>, _ other: UnsafePointer<UInt16>, count: Int, _ radix: NumeralRadix
) {
    var borrow: UInt32 = 0
    for index in stride(from: count &- 1, through: 0, by: -1) {
        let less = UInt32(target[index]) &- UInt32(other[index]) &- borrow
        let isLess = 0 &- (less &>> 31)
        target[index] = UInt16(truncatingIfNeeded: less &+ radix.radix & isLess)
        borrow = 0 &- isLess
    }
}

/// The index of a value in a table, or -1; always scans the whole table.
@inline(never)
public func constantTimePlace(of value: UInt32, in table: UnsafePointer<UInt32>, count: Int) -> Int {
    var place = -1
    for index in 0..<count {
        let difference = UInt64(table[index] ^ value)
        // All ones if they are equal.
        let isEqual = Int(truncatingIfNeeded: 0 &- ((difference &- 1) &>> 63))
        place = place & ~isEqual | index & isEqual
    }
    return place
}

/// The value at an index of a table; always scans the whole table.
@inline(never)
public func constantTimeValue(at place: Int, in table: UnsafePointer<UInt32>, count: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<count {
        let difference = UInt64(truncatingIfNeeded: index ^ place)
        value |= table[index] & UInt32(truncatingIfNeeded: 0 &- ((difference &- 1) &>> 63))
    }
    return value
}
