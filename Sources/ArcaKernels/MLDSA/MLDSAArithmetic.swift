// Arithmetic modulo q = 8380417 for ML-DSA. No branches, divisions or addresses depend on coefficients.

typealias Wide = UnsafeMutablePointer<Int32>
typealias EightWide = SIMD8<Int32>

/// Constants shared by all parameter sets (FIPS 204, section 4).
enum MLDSARing {
    static let q: Int32 = 8_380_417
    static let degree = 256
    /// The number of bits dropped from t.
    static let dropped: Int32 = 13
    /// q⁻¹ modulo 2³².
    static let inverse: Int32 = 58_728_449

    @inline(__always)
    static func load(_ polynomial: UnsafePointer<Int32>, _ index: Int) -> EightWide {
        UnsafeRawPointer(polynomial + index).loadUnaligned(as: EightWide.self)
    }

    @inline(__always)
    static func store(_ polynomial: Wide, _ index: Int, _ value: EightWide) {
        UnsafeMutableRawPointer(polynomial + index).storeBytes(of: value, as: EightWide.self)
    }

    /// Updates all coefficients, eight at a time; `change` receives the index of the first.
    @inline(__always)
    static func update(_ polynomial: Wide, _ change: (Int) -> EightWide) {
        var index = 0
        while index < degree {
            store(polynomial, index, change(index))
            index &+= 8
        }
    }

    /// a·2⁻³² modulo q, in (-q, q), for |a| < q·2³¹.
    @inline(__always)
    static func montgomery(_ a: Int64) -> Int32 {
        let factor = Int32(truncatingIfNeeded: a) &* inverse
        return Int32(truncatingIfNeeded: (a &- Int64(factor) &* Int64(q)) &>> 32)
    }

    /// The representative in [0, q) of coefficients in (-q, q).
    @inline(__always)
    static func positive(_ a: EightWide) -> EightWide { a &+ ((a &>> 31) & EightWide(repeating: q)) }

    /// A representative with an absolute value of at most 6283009, for coefficients in (-q, q); small values are exact.
    @inline(__always)
    static func centered(_ a: EightWide) -> EightWide {
        a &- ((a &+ EightWide(repeating: 1 &<< 22)) &>> 23) &* EightWide(repeating: q)
    }

    @inline(__always)
    static func magnitude(_ a: EightWide) -> EightWide { (a ^ (a &>> 31)) &- (a &>> 31) }

    /// 1 if the sign of any element is set, else 0.
    @inline(__always)
    static func anySign(_ signs: EightWide) -> UInt32 {
        let half = signs.lowHalf | signs.highHalf
        let quarter = half.lowHalf | half.highHalf
        return UInt32(bitPattern: quarter[0] | quarter[1]) &>> 31
    }

    /// 1 if any coefficient has an absolute value of at least `bound`, else 0.
    @inline(never)
    static func exceeds(_ f: UnsafePointer<Int32>, _ bound: Int32) -> UInt32 {
        var signs = EightWide(repeating: 0)
        var index = 0
        while index < degree {
            signs |= EightWide(repeating: bound &- 1) &- magnitude(load(f, index))
            index &+= 8
        }
        return anySign(signs)
    }
}

/// Rounding of coefficients (FIPS 204, section 7.4).
struct MLDSARounding {
    /// γ₂, half the width of a high part: (q - 1)/88 or (q - 1)/32.
    let half: Int32

    /// The high part of coefficients in [0, q): in [0, 43] or [0, 15] (algorithm 37, without a division).
    @inline(__always)
    func high(_ a: EightWide) -> EightWide {
        // ⌈a/128⌉ times 128/(2·γ₂), rounded; a test compares all values at which the result changes.
        let rounded = (a &+ EightWide(repeating: 127)) &>> 7
        if half == 261_888 {
            let high = (rounded &* EightWide(repeating: 1025) &+ EightWide(repeating: 1 &<< 21)) &>> 22
            return high & EightWide(repeating: 15)
        }
        let high = (rounded &* EightWide(repeating: 11275) &+ EightWide(repeating: 1 &<< 23)) &>> 24
        // 44 becomes 0.
        return high & ~((EightWide(repeating: 43) &- high) &>> 31)
    }

    /// The centered low part of coefficients in [0, q) with this high part (algorithm 36).
    @inline(__always)
    func low(_ a: EightWide, high: EightWide) -> EightWide {
        let low = a &- high &* EightWide(repeating: 2 &* half)
        let middle = EightWide(repeating: (MLDSARing.q &- 1) / 2)
        return low &- (((middle &- low) &>> 31) & EightWide(repeating: MLDSARing.q))
    }

    /// Replaces `f`, in [0, q), by its low parts and writes the high parts.
    @inline(never)
    func decompose(_ f: Wide, _ highs: Wide) {
        MLDSARing.update(f) { index in
            let a = MLDSARing.load(f, index)
            let high = high(a)
            MLDSARing.store(highs, index, high)
            return low(a, high: high)
        }
    }

    /// Replaces high parts by hints, 0 or 1; `lows` are the low parts plus an error (algorithm 39).
    ///
    /// Returns the number of hints.
    @inline(never)
    func makeHints(_ lows: UnsafePointer<Int32>, _ highs: Wide) -> UInt32 {
        let bound = EightWide(repeating: half)
        var sum = EightWide(repeating: 0)
        MLDSARing.update(highs) { index in
            let (low, high) = (MLDSARing.load(lows, index), MLDSARing.load(highs, index))
            let edge = low &+ bound
            let isEdge = ~((edge | (0 &- edge)) &>> 31)
            let isNotZero = (0 &- high) &>> 31
            let isHint = ((bound &- low) &>> 31) | (edge &>> 31) | (isEdge & isNotZero)
            sum = sum &- isHint
            return isHint & EightWide(repeating: 1)
        }
        let four = sum.lowHalf &+ sum.highHalf
        return UInt32(bitPattern: four[0] &+ four[1] &+ four[2] &+ four[3])
    }

    /// Replaces coefficients in [0, q) by the high parts that the hints, 0 or 1, correct (algorithm 40).
    @inline(never)
    func useHints(_ f: Wide, _ hints: UnsafePointer<Int32>) {
        MLDSARing.update(f) { index in
            let a = MLDSARing.load(f, index)
            let hint = MLDSARing.load(hints, index)
            let high = high(a)
            let low = low(a, high: high)
            // +1 for a positive low part, else -1; then modulo 16 or 44.
            let isPositive = (0 &- low) &>> 31
            let changed = high &+ (hint & isPositive) &- (hint & ~isPositive)
            if half == 261_888 { return changed & EightWide(repeating: 15) }
            let positive = changed &+ ((changed &>> 31) & EightWide(repeating: 44))
            return positive & ~((EightWide(repeating: 43) &- positive) &>> 31)
        }
    }
}
