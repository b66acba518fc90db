#if arch(x86_64)
internal import _Builtin_intrinsics.intel

// ML-DSA's transforms (FIPS 204, section 7.5) on eight coefficients at a time; ArcaKernels documents order and bounds.

/// Eight polynomial coefficients, eight or 32 numbers apart.
private typealias Row = (Vector, Vector, Vector, Vector, Vector, Vector, Vector, Vector)

extension AVX2 {
    /// Transforms 256 coefficients in place.
    ///
    /// - Parameters:
    ///   - f: The coefficients.
    ///   - constants: The 256 constants of the transform; 512 numbers later their products with q⁻¹.
    @inline(never)
    public static func transformMLDSA(_ f: UnsafeMutablePointer<Int32>, _ constants: UnsafePointer<Int32>) {
        let p = UnsafeMutableRawPointer(f)
        let zetas = UnsafeRawPointer(constants)
        var column = 0
        while column < 4 {
            var r = load(p + 32 &* column, 128)
            split(&r.0, &r.4, zetas, 1)
            split(&r.1, &r.5, zetas, 1)
            split(&r.2, &r.6, zetas, 1)
            split(&r.3, &r.7, zetas, 1)
            split(&r.0, &r.2, zetas, 2)
            split(&r.1, &r.3, zetas, 2)
            split(&r.4, &r.6, zetas, 3)
            split(&r.5, &r.7, zetas, 3)
            split(&r.0, &r.1, zetas, 4)
            split(&r.2, &r.3, zetas, 5)
            split(&r.4, &r.5, zetas, 6)
            split(&r.6, &r.7, zetas, 7)
            store(r, p + 32 &* column, 128)
            column &+= 1
        }
        var square = 0
        while square < 4 {
            let place = p + 256 &* square
            var r = load(place, 32)
            split(&r.0, &r.2, zetas, 8 &+ 2 &* square)
            split(&r.1, &r.3, zetas, 8 &+ 2 &* square)
            split(&r.4, &r.6, zetas, 9 &+ 2 &* square)
            split(&r.5, &r.7, zetas, 9 &+ 2 &* square)
            split(&r.0, &r.1, zetas, 16 &+ 4 &* square)
            split(&r.2, &r.3, zetas, 17 &+ 4 &* square)
            split(&r.4, &r.5, zetas, 18 &+ 4 &* square)
            split(&r.6, &r.7, zetas, 19 &+ 4 &* square)
            transpose(&r)
            let lanes = zetas + 4 &* (32 &+ 56 &* square)
            splitLanes(&r.0, &r.4, lanes)
            splitLanes(&r.1, &r.5, lanes)
            splitLanes(&r.2, &r.6, lanes)
            splitLanes(&r.3, &r.7, lanes)
            splitLanes(&r.0, &r.2, lanes + 32)
            splitLanes(&r.1, &r.3, lanes + 32)
            splitLanes(&r.4, &r.6, lanes + 64)
            splitLanes(&r.5, &r.7, lanes + 64)
            splitLanes(&r.0, &r.1, lanes + 96)
            splitLanes(&r.2, &r.3, lanes + 128)
            splitLanes(&r.4, &r.5, lanes + 160)
            splitLanes(&r.6, &r.7, lanes + 192)
            store(r, place, 32)
            square &+= 1
        }
    }

    /// Computes the inverse transform, times 2³², of 256 coefficients in place; the parameters are those of
    /// ``transformMLDSA(_:_:)``.
    @inline(never)
    public static func invertMLDSA(_ f: UnsafeMutablePointer<Int32>, _ constants: UnsafePointer<Int32>) {
        let p = UnsafeMutableRawPointer(f)
        let zetas = UnsafeRawPointer(constants + 256)
        var square = 0
        while square < 4 {
            let place = p + 256 &* square
            var r = load(place, 32)
            let lanes = zetas + 4 &* (32 &+ 56 &* square)
            joinLanes(&r.0, &r.1, lanes + 96)
            joinLanes(&r.2, &r.3, lanes + 128)
            joinLanes(&r.4, &r.5, lanes + 160)
            joinLanes(&r.6, &r.7, lanes + 192)
            joinLanes(&r.0, &r.2, lanes + 32)
            joinLanes(&r.1, &r.3, lanes + 32)
            joinLanes(&r.4, &r.6, lanes + 64)
            joinLanes(&r.5, &r.7, lanes + 64)
            joinLanes(&r.0, &r.4, lanes)
            joinLanes(&r.1, &r.5, lanes)
            joinLanes(&r.2, &r.6, lanes)
            joinLanes(&r.3, &r.7, lanes)
            transpose(&r)
            join(&r.0, &r.1, zetas, 16 &+ 4 &* square)
            join(&r.2, &r.3, zetas, 17 &+ 4 &* square)
            join(&r.4, &r.5, zetas, 18 &+ 4 &* square)
            join(&r.6, &r.7, zetas, 19 &+ 4 &* square)
            join(&r.0, &r.2, zetas, 8 &+ 2 &* square)
            join(&r.1, &r.3, zetas, 8 &+ 2 &* square)
            join(&r.4, &r.6, zetas, 9 &+ 2 &* square)
            join(&r.5, &r.7, zetas, 9 &+ 2 &* square)
            store(r, place, 32)
            square &+= 1
        }
        let (factor, factorTimesInverse) = (constant(zetas, 0), constant(zetas, 512))
        var column = 0
        while column < 4 {
            var r = load(p + 32 &* column, 128)
            join(&r.0, &r.1, zetas, 4)
            join(&r.2, &r.3, zetas, 5)
            join(&r.4, &r.5, zetas, 6)
            join(&r.6, &r.7, zetas, 7)
            join(&r.0, &r.2, zetas, 2)
            join(&r.1, &r.3, zetas, 2)
            join(&r.4, &r.6, zetas, 3)
            join(&r.5, &r.7, zetas, 3)
            join(&r.0, &r.4, zetas, 1)
            join(&r.1, &r.5, zetas, 1)
            join(&r.2, &r.6, zetas, 1)
            join(&r.3, &r.7, zetas, 1)
            r.0 = product(r.0, factor, factorTimesInverse)
            r.1 = product(r.1, factor, factorTimesInverse)
            r.2 = product(r.2, factor, factorTimesInverse)
            r.3 = product(r.3, factor, factorTimesInverse)
            r.4 = product(r.4, factor, factorTimesInverse)
            r.5 = product(r.5, factor, factorTimesInverse)
            r.6 = product(r.6, factor, factorTimesInverse)
            r.7 = product(r.7, factor, factorTimesInverse)
            store(r, p + 32 &* column, 128)
            column &+= 1
        }
    }

    /// Writes the sum of `count` products of polynomials, times 2⁻³², to `result`.
    @inline(never)
    public static func multiplyMLDSA(
        _ a: UnsafePointer<Int32>, _ b: UnsafePointer<Int32>, _ count: Int, _ result: UnsafeMutablePointer<Int32>
    ) {
        let (inverse, modulus) = (doublewords(58_728_449), doublewords(8_380_417))
        var offset = 0
        while offset < 1024 {
            var (even, odd) = (Vector(repeating: 0), Vector(repeating: 0))
            var place = offset
            while place < 1024 &* count {
                let x = UnsafeRawPointer(a).loadUnaligned(fromByteOffset: place, as: Vector.self)
                let y = UnsafeRawPointer(b).loadUnaligned(fromByteOffset: place, as: Vector.self)
                even = _mm256_add_epi64(even, _mm256_mul_epi32(x, y))
                odd = _mm256_add_epi64(odd, _mm256_mul_epi32(high(x), high(y)))
                place &+= 1024
            }
            let evenFactor = _mm256_mul_epi32(even, inverse)
            let oddFactor = _mm256_mul_epi32(odd, inverse)
            let value = halves(
                _mm256_sub_epi64(even, _mm256_mul_epi32(evenFactor, modulus)),
                _mm256_sub_epi64(odd, _mm256_mul_epi32(oddFactor, modulus)))
            UnsafeMutableRawPointer(result).storeBytes(of: value, toByteOffset: offset, as: Vector.self)
            offset &+= 32
        }
    }
}

/// The high half of each 64-bit number in its place.
@inline(__always)
private func high(_ a: Vector) -> Vector { _mm256_srli_epi64(a, 32) }

/// The high halves of even and odd 64-bit numbers.
@inline(__always)
private func halves(_ even: Vector, _ odd: Vector) -> Vector {
    _mm256_or_si256(high(even), _mm256_and_si256(odd, Vector(repeating: -1 &<< 32)))
}

/// Montgomery products; the third argument is b·q⁻¹.
@inline(__always)
private func product(_ a: Vector, _ b: Vector, _ bTimesInverse: Vector) -> Vector {
    let modulus = doublewords(8_380_417)
    let odd = high(a)
    let evenFactor = _mm256_mul_epi32(a, bTimesInverse)
    let oddFactor = _mm256_mul_epi32(odd, high(bTimesInverse))
    return halves(
        _mm256_sub_epi64(_mm256_mul_epi32(a, b), _mm256_mul_epi32(evenFactor, modulus)),
        _mm256_sub_epi64(_mm256_mul_epi32(odd, high(b)), _mm256_mul_epi32(oddFactor, modulus)))
}

@inline(__always)
private func constant(_ zetas: UnsafeRawPointer, _ index: Int) -> Vector {
    doublewords(zetas.load(fromByteOffset: 4 &* index, as: Int32.self))
}

@inline(__always)
private func split(_ a: inout Vector, _ b: inout Vector, _ zetas: UnsafeRawPointer, _ index: Int) {
    let value = product(b, constant(zetas, index), constant(zetas, index &+ 512))
    b = _mm256_sub_epi32(a, value)
    a = _mm256_add_epi32(a, value)
}

@inline(__always)
private func splitLanes(_ a: inout Vector, _ b: inout Vector, _ zetas: UnsafeRawPointer) {
    let zeta = zetas.loadUnaligned(as: Vector.self)
    let value = product(b, zeta, zetas.loadUnaligned(fromByteOffset: 2048, as: Vector.self))
    b = _mm256_sub_epi32(a, value)
    a = _mm256_add_epi32(a, value)
}

@inline(__always)
private func join(_ a: inout Vector, _ b: inout Vector, _ zetas: UnsafeRawPointer, _ index: Int) {
    let difference = _mm256_sub_epi32(a, b)
    a = _mm256_add_epi32(a, b)
    b = product(difference, constant(zetas, index), constant(zetas, index &+ 512))
}

@inline(__always)
private func joinLanes(_ a: inout Vector, _ b: inout Vector, _ zetas: UnsafeRawPointer) {
    let difference = _mm256_sub_epi32(a, b)
    a = _mm256_add_epi32(a, b)
    let zeta = zetas.loadUnaligned(as: Vector.self)
    b = product(difference, zeta, zetas.loadUnaligned(fromByteOffset: 2048, as: Vector.self))
}

@inline(__always)
private func load(_ p: UnsafeMutableRawPointer, _ stride: Int) -> Row {
    (
        p.loadUnaligned(as: Vector.self), p.loadUnaligned(fromByteOffset: stride, as: Vector.self),
        p.loadUnaligned(fromByteOffset: 2 &* stride, as: Vector.self),
        p.loadUnaligned(fromByteOffset: 3 &* stride, as: Vector.self),
        p.loadUnaligned(fromByteOffset: 4 &* stride, as: Vector.self),
        p.loadUnaligned(fromByteOffset: 5 &* stride, as: Vector.self),
        p.loadUnaligned(fromByteOffset: 6 &* stride, as: Vector.self),
        p.loadUnaligned(fromByteOffset: 7 &* stride, as: Vector.self)
    )
}

@inline(__always)
private func store(_ r: Row, _ p: UnsafeMutableRawPointer, _ stride: Int) {
    p.storeBytes(of: r.0, as: Vector.self)
    p.storeBytes(of: r.1, toByteOffset: stride, as: Vector.self)
    p.storeBytes(of: r.2, toByteOffset: 2 &* stride, as: Vector.self)
    p.storeBytes(of: r.3, toByteOffset: 3 &* stride, as: Vector.self)
    p.storeBytes(of: r.4, toByteOffset: 4 &* stride, as: Vector.self)
    p.storeBytes(of: r.5, toByteOffset: 5 &* stride, as: Vector.self)
    p.storeBytes(of: r.6, toByteOffset: 6 &* stride, as: Vector.self)
    p.storeBytes(of: r.7, toByteOffset: 7 &* stride, as: Vector.self)
}

/// Transposes a square of eight by eight.
@inline(__always)
private func transpose(_ r: inout Row) {
    let (a0, a1) = (_mm256_unpacklo_epi32(r.0, r.1), _mm256_unpackhi_epi32(r.0, r.1))
    let (a2, a3) = (_mm256_unpacklo_epi32(r.2, r.3), _mm256_unpackhi_epi32(r.2, r.3))
    let (a4, a5) = (_mm256_unpacklo_epi32(r.4, r.5), _mm256_unpackhi_epi32(r.4, r.5))
    let (a6, a7) = (_mm256_unpacklo_epi32(r.6, r.7), _mm256_unpackhi_epi32(r.6, r.7))
    let (b0, b1) = (_mm256_unpacklo_epi64(a0, a2), _mm256_unpackhi_epi64(a0, a2))
    let (b2, b3) = (_mm256_unpacklo_epi64(a1, a3), _mm256_unpackhi_epi64(a1, a3))
    let (b4, b5) = (_mm256_unpacklo_epi64(a4, a6), _mm256_unpackhi_epi64(a4, a6))
    let (b6, b7) = (_mm256_unpacklo_epi64(a5, a7), _mm256_unpackhi_epi64(a5, a7))
    r = (
        lows(b0, b4), lows(b1, b5), lows(b2, b6), lows(b3, b7), highs(b0, b4), highs(b1, b5), highs(b2, b6),
        highs(b3, b7)
    )
}

@inline(__always)
private func lows(_ a: Vector, _ b: Vector) -> Vector { _mm256_set_m128i(lowLane(b), lowLane(a)) }

@inline(__always)
private func highs(_ a: Vector, _ b: Vector) -> Vector { _mm256_set_m128i(highLane(b), highLane(a)) }
#endif
