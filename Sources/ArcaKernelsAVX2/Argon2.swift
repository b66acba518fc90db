#if arch(x86_64)
internal import _Builtin_intrinsics.intel

extension AVX2 {
    /// The compression function G of Argon2 (RFC 9106, section 3.5); ArcaKernels documents the parameters.
    @inline(never)
    public static func compressArgon2(
        _ previous: UnsafePointer<UInt64>, _ reference: UnsafePointer<UInt64>, _ target: UnsafeMutablePointer<UInt64>,
        _ scratch: UnsafeMutablePointer<UInt64>, _ adds: UInt8
    ) {
        let (first, second) = (UnsafeRawPointer(previous), UnsafeRawPointer(reference))
        let (output, work) = (UnsafeMutableRawPointer(target), UnsafeMutableRawPointer(scratch))
        // A separate pass, so all cache lines of the reference block are requested at once.
        var offset = 0
        if adds == 0 {
            while offset < 1024 {
                let block = words(first, offset) ^ words(second, offset)
                put(block, work, offset)
                put(block, output, offset)
                offset &+= 32
            }
        } else {
            while offset < 1024 {
                let block = words(first, offset) ^ words(second, offset)
                put(block, work, offset)
                put(block ^ words(output, offset), output, offset)
                offset &+= 32
            }
        }
        var row = 0
        while row < 8 {
            let place = work + 128 &* row
            var v = loadRows(place)
            permute(&v)
            storeRows(v, place)
            row &+= 2
        }
        var column = 0
        while column < 4 {
            var v = loadColumns(work + 32 &* column)
            permute(&v)
            addColumns(v, output + 32 &* column)
            column &+= 1
        }
    }
}

/// The words of two rows or columns: each register has a pair of both.
private typealias Pairs = (Vector, Vector, Vector, Vector, Vector, Vector, Vector, Vector)

@inline(__always)
private func words(_ block: UnsafeRawPointer, _ offset: Int) -> Vector {
    block.loadUnaligned(fromByteOffset: offset, as: Vector.self)
}

@inline(__always)
private func words(_ block: UnsafeMutableRawPointer, _ offset: Int) -> Vector {
    block.loadUnaligned(fromByteOffset: offset, as: Vector.self)
}

@inline(__always)
private func put(_ value: Vector, _ block: UnsafeMutableRawPointer, _ offset: Int) {
    block.storeBytes(of: value, toByteOffset: offset, as: Vector.self)
}

@inline(__always)
private func pair(_ rows: UnsafeMutableRawPointer, _ offset: Int) -> Vector {
    _mm256_set_m128i(
        rows.loadUnaligned(fromByteOffset: offset &+ 128, as: Lane.self),
        rows.loadUnaligned(fromByteOffset: offset, as: Lane.self))
}

@inline(__always)
private func loadRows(_ p: UnsafeMutableRawPointer) -> Pairs {
    (
        pair(p, 0), pair(p, 16), pair(p, 32), pair(p, 48), pair(p, 64), pair(p, 80), pair(p, 96), pair(p, 112)
    )
}

@inline(__always)
private func putPair(_ value: Vector, _ rows: UnsafeMutableRawPointer, _ offset: Int) {
    rows.storeBytes(of: lowLane(value), toByteOffset: offset, as: Lane.self)
    rows.storeBytes(of: highLane(value), toByteOffset: offset &+ 128, as: Lane.self)
}

@inline(__always)
private func storeRows(_ v: Pairs, _ p: UnsafeMutableRawPointer) {
    putPair(v.0, p, 0)
    putPair(v.1, p, 16)
    putPair(v.2, p, 32)
    putPair(v.3, p, 48)
    putPair(v.4, p, 64)
    putPair(v.5, p, 80)
    putPair(v.6, p, 96)
    putPair(v.7, p, 112)
}

@inline(__always)
private func loadColumns(_ p: UnsafeMutableRawPointer) -> Pairs {
    (
        words(p, 0), words(p, 128), words(p, 256), words(p, 384), words(p, 512), words(p, 640), words(p, 768),
        words(p, 896)
    )
}

@inline(__always)
private func addColumns(_ v: Pairs, _ p: UnsafeMutableRawPointer) {
    put(v.0 ^ words(p, 0), p, 0)
    put(v.1 ^ words(p, 128), p, 128)
    put(v.2 ^ words(p, 256), p, 256)
    put(v.3 ^ words(p, 384), p, 384)
    put(v.4 ^ words(p, 512), p, 512)
    put(v.5 ^ words(p, 640), p, 640)
    put(v.6 ^ words(p, 768), p, 768)
    put(v.7 ^ words(p, 896), p, 896)
}

/// The permutation P (RFC 9106, section 3.6) on two rows or columns at once.
@inline(__always)
private func permute(_ v: inout Pairs) {
    mix(&v.0, &v.2, &v.4, &v.6)
    mix(&v.1, &v.3, &v.5, &v.7)
    (v.2, v.3) = (turned(v.2, v.3), turned(v.3, v.2))
    (v.4, v.5) = (v.5, v.4)
    (v.6, v.7) = (turned(v.7, v.6), turned(v.6, v.7))
    mix(&v.0, &v.2, &v.4, &v.6)
    mix(&v.1, &v.3, &v.5, &v.7)
    (v.2, v.3) = (turned(v.3, v.2), turned(v.2, v.3))
    (v.4, v.5) = (v.5, v.4)
    (v.6, v.7) = (turned(v.6, v.7), turned(v.7, v.6))
}

/// In each lane, the high word of the first register, then the low word of the second.
@inline(__always)
private func turned(_ first: Vector, _ second: Vector) -> Vector {
    Vector(first[1], second[0], first[3], second[2])
}

@inline(__always)
private func mix(_ a: inout Vector, _ b: inout Vector, _ c: inout Vector, _ d: inout Vector) {
    a = multiplyAdd(a, b)
    d = _mm256_shuffle_epi8(d ^ a, lanes(4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11))
    c = multiplyAdd(c, d)
    b = _mm256_shuffle_epi8(b ^ c, lanes(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10))
    a = multiplyAdd(a, b)
    d = _mm256_shuffle_epi8(d ^ a, lanes(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9))
    c = multiplyAdd(c, d)
    let mixed = b ^ c
    b = _mm256_xor_si256(_mm256_add_epi64(mixed, mixed), _mm256_srli_epi64(mixed, 63))
}

/// The sum, plus twice the product of the low halves.
@inline(__always)
private func multiplyAdd(_ a: Vector, _ b: Vector) -> Vector {
    let product = _mm256_mul_epu32(a, b)
    return _mm256_add_epi64(_mm256_add_epi64(a, b), _mm256_add_epi64(product, product))
}
#endif
