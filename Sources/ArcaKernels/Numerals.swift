// Arithmetic of numbers written in any radix up to 65,536, for format-preserving encryption. The time of each function
// depends on lengths and radix alone: no branch, no table and no division on what the digits are.

/// A radix with what is needed to divide by it and by its powers without the processor's division.
public struct NumeralRadix {
    /// The radix, 2 to 65,536.
    let radix: UInt32
    /// As many digits are worked on at once as fit 16 bits.
    let digitsAtOnce: Int
    /// The radix to the power of `digitsAtOnce`.
    let power: UInt32
    /// ⌈2^64 / radix⌉ and ⌈2^64 / power⌉: the high half of the product with a number of 32 bits is the exact quotient.
    let radixInverse, powerInverse: UInt64

    /// Prepares a radix.
    ///
    /// - Parameter radix: 2 to 65,536.
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

/// The number that digits write, the highest first.
///
/// - Parameters:
///   - digits: `count` digits less than the radix.
///   - count: 0 or more.
///   - radix: The radix.
///   - limbs: Receives the number, 16 bits a limb, the lowest first; what does not fit is lost.
///   - limbCount: How many limbs there are.
@inline(never)
public func numberFromDigits(
    _ digits: UnsafePointer<UInt16>, count: Int, _ radix: NumeralRadix, into limbs: UnsafeMutablePointer<UInt16>,
    limbCount: Int
) {
    for index in 0..<limbCount { limbs[index] = 0 }
    var place = 0
    // The first group may be short.
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

/// The lowest digits of a number, the highest of them first.
///
/// - Parameters:
///   - limbs: The number, 16 bits a limb, the lowest first; destroyed.
///   - limbCount: How many limbs there are.
///   - radix: The radix.
///   - digits: Receives `count` digits.
///   - count: 0 or more.
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

/// Adds digits to digits; what is carried out of the highest is lost.
///
/// - Parameters:
///   - target: `count` digits, the highest first, and the sum afterwards.
///   - other: As many.
///   - count: 0 or more.
///   - radix: The radix.
@inline(never)
public func addDigits(
    _ target: UnsafeMutablePointer<UInt16>, _ other: UnsafePointer<UInt16>, count: Int, _ radix: NumeralRadix
) {
    var carry: UInt32 = 0
    for index in stride(from: count &- 1, through: 0, by: -1) {
        let less = UInt32(target[index]) &+ UInt32(other[index]) &+ carry &- radix.radix
        // All ones when the sum was less than the radix.
        let isLess = 0 &- (less &>> 31)
        target[index] = UInt16(truncatingIfNeeded: less &+ radix.radix & isLess)
        carry = 1 &+ isLess
    }
}

/// Takes digits from digits; what is borrowed beyond the highest is lost.
///
/// - Parameters:
///   - target: `count` digits, the highest first, and the difference afterwards.
///   - other: As many.
///   - count: 0 or more.
///   - radix: The radix.
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

/// The place of a value in a table, found by looking at all of it; -1 when it is not there.
@inline(never)
public func constantTimePlace(of value: UInt32, in table: UnsafePointer<UInt32>, count: Int) -> Int {
    var place = -1
    for index in 0..<count {
        let difference = UInt64(table[index] ^ value)
        // All ones when they are equal.
        let isEqual = Int(truncatingIfNeeded: 0 &- ((difference &- 1) &>> 63))
        place = place & ~isEqual | index & isEqual
    }
    return place
}

/// The value at a place of a table, found by looking at all of it.
@inline(never)
public func constantTimeValue(at place: Int, in table: UnsafePointer<UInt32>, count: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<count {
        let difference = UInt64(truncatingIfNeeded: index ^ place)
        value |= table[index] & UInt32(truncatingIfNeeded: 0 &- ((difference &- 1) &>> 63))
    }
    return value
}
