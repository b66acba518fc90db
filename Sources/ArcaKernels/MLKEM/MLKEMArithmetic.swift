#if arch(x86_64)
internal import _Builtin_intrinsics.intel
#endif

// Arithmetic modulo q = 3329 for ML-KEM, on eight coefficients at a time. No branches, divisions or addresses depend on
// coefficients.

typealias Coefficients = UnsafeMutablePointer<Int16>
typealias Eight = SIMD8<Int16>

/// Constants shared by all parameter sets (FIPS 203, sections 2.4 and 8).
enum MLKEMRing {
    static let q: Int16 = 3329
    static let degree = 256

    @inline(__always)
    static func load(_ polynomial: UnsafePointer<Int16>, _ index: Int) -> Eight {
        UnsafeRawPointer(polynomial + index).loadUnaligned(as: Eight.self)
    }

    @inline(__always)
    static func store(_ polynomial: Coefficients, _ index: Int, _ value: Eight) {
        UnsafeMutableRawPointer(polynomial + index).storeBytes(of: value, as: Eight.self)
    }

    /// Updates all coefficients, eight at a time; `change` receives the index of the first.
    @inline(__always)
    static func update(_ polynomial: Coefficients, _ change: (Int) -> Eight) {
        var index = 0
        while index < degree {
            store(polynomial, index, change(index))
            index &+= 8
        }
    }

    @inline(__always)
    static func high(_ a: Eight, _ b: Eight) -> Eight {
        #if arch(x86_64)
        let product = _mm_mulhi_epi16(unsafeBitCast(a, to: SIMD2<Int64>.self), unsafeBitCast(b, to: SIMD2<Int64>.self))
        return unsafeBitCast(product, to: Eight.self)
        #else
        return portableHigh(a, b)
        #endif
    }

    @inline(__always)
    static func portableHigh(_ a: Eight, _ b: Eight) -> Eight {
        Eight(truncatingIfNeeded: (SIMD8<Int32>(truncatingIfNeeded: a) &* SIMD8<Int32>(truncatingIfNeeded: b)) &>> 16)
    }

    /// a·b·2⁻¹⁶ modulo q, in (-q, q), for |a·b| < q·2¹⁵; the third argument is b·q⁻¹ modulo 2¹⁶.
    @inline(__always)
    static func montgomery(_ a: Eight, _ b: Eight, _ bTimesInverse: Eight) -> Eight {
        high(a, b) &- high(a &* bTimesInverse, Eight(repeating: q))
    }

    /// b·q⁻¹ modulo 2¹⁶, needed for Montgomery products by b.
    @inline(__always)
    static func timesInverse(_ b: Eight) -> Eight { b &* Eight(repeating: inverse) }

    /// q⁻¹ modulo 2¹⁶.
    static let inverse: Int16 = -3327

    /// A representative in [0, q], including q (Barrett reduction; 20159 is 2²⁶/q, rounded).
    @inline(__always)
    static func reduce(_ a: Eight) -> Eight { a &- (high(a, Eight(repeating: 20159)) &>> 10) &* Eight(repeating: q) }

    /// The representative in [0, q); vectors, because the compiler turns the scalar code into a jump.
    @inline(__always)
    static func canonical(_ a: Eight) -> Eight {
        let x = reduce(a) &- Eight(repeating: q)
        return x &+ ((x &>> 15) & Eight(repeating: q))
    }
}

/// The constants of the transforms; the product of each with q⁻¹ is ``secondHalf`` positions later.
final class MLKEMConstants: @unchecked Sendable {  // Written in init only.
    static let shared = MLKEMConstants()

    /// Offsets of the constants: the first four layers forward (at 0), the inverse transform, the last three layers
    /// with one constant per column, and the roots of the pairs.
    static let inverse = 128
    static let columns = 256
    static let inverseColumns = 368
    static let roots = 480
    static let secondHalf = 608

    let zetas = Coefficients.allocate(capacity: 2 * MLKEMConstants.secondHalf)

    private init() {
        // 17^bitrev(i)·2¹⁶ modulo q, centered (FIPS 203, appendix A, in Montgomery form). Public, so % is safe.
        for index in 0..<128 {
            var exponent = 0
            for bit in 0..<7 { exponent |= (index >> bit & 1) << (6 - bit) }
            var value: Int32 = 2285
            for _ in 0..<exponent { value = value * 17 % 3329 }
            zetas[index] = Int16(value > 1664 ? value - 3329 : value)
        }
        zetas[Self.inverse] = 0
        // With n blocks, block b uses zeta[n + b] in the forward transform and zeta[2n - 1 - b] in the inverse.
        for blocks in [1, 2, 4, 8, 16, 32, 64] {
            for block in 0..<blocks { zetas[Self.inverse + blocks + block] = zetas[2 * blocks - 1 - block] }
        }
        for (source, target) in [(0, Self.columns), (Self.inverse, Self.inverseColumns)] {
            for lane in 0..<16 {
                zetas[target + lane] = zetas[source + 16 + lane]
                for half in 0..<2 { zetas[target + 16 + 16 * half + lane] = zetas[source + 32 + 2 * lane + half] }
                for part in 0..<4 { zetas[target + 48 + 16 * part + lane] = zetas[source + 64 + 4 * lane + part] }
            }
        }
        for row in 0..<8 {
            for lane in 0..<16 {
                let zeta = zetas[64 + 4 * lane + row / 2]
                zetas[Self.roots + 16 * row + lane] = row & 1 == 0 ? zeta : -zeta
            }
        }
        for index in 0..<Self.secondHalf { zetas[Self.secondHalf + index] = zetas[index] &* MLKEMRing.inverse }
    }
}
