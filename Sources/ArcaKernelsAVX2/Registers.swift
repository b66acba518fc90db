#if arch(x86_64)
internal import _Builtin_intrinsics.intel

// This module is compiled for AVX2 and may only contain code that is called after a CPUID check: pointers and
// intrinsics. Generics of the standard library would leave weak copies that the linker could use for the whole program
// (scripts/check-kernels checks that there are none).

/// Input of a kernel.
public typealias Source = UnsafePointer<UInt8>
/// Output of a kernel.
public typealias Destination = UnsafeMutablePointer<UInt8>

/// The kernels for processors with AVX2.
public enum AVX2 {}

/// A 32-byte register: two lanes of 16 bytes, which most instructions process separately.
typealias Vector = SIMD4<Int64>
typealias Lane = SIMD2<Int64>

@inline(__always) func load(_ source: Source, _ offset: Int) -> Vector {
    UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: Vector.self)
}

@inline(__always) func loadLane(_ source: Source, _ offset: Int) -> Lane {
    UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: Lane.self)
}

/// 16 bytes from each of two offsets.
@inline(__always) func load(_ source: Source, _ low: Int, _ high: Int) -> Vector {
    _mm256_set_m128i(loadLane(source, high), loadLane(source, low))
}

@inline(__always) func loadTwice(_ source: Source, _ offset: Int) -> Vector {
    _mm256_broadcastsi128_si256(loadLane(source, offset))
}

@inline(__always) func store(_ destination: Destination, _ offset: Int, _ value: Vector) {
    UnsafeMutableRawPointer(destination).storeBytes(of: value, toByteOffset: offset, as: Vector.self)
}

@inline(__always) func store(_ destination: Destination, _ offset: Int, _ value: Lane) {
    UnsafeMutableRawPointer(destination).storeBytes(of: value, toByteOffset: offset, as: Lane.self)
}

@inline(__always) func lowLane(_ value: Vector) -> Lane { Lane(value[0], value[1]) }

@inline(__always) func highLane(_ value: Vector) -> Lane { Lane(value[2], value[3]) }

@inline(__always) func bytes(_ value: Int8) -> Vector { _mm256_set1_epi8(value) }

@inline(__always) func words(_ value: Int16) -> Vector { _mm256_set1_epi16(value) }

@inline(__always) func doublewords(_ value: Int32) -> Vector { _mm256_set1_epi32(value) }

/// The same 16 bytes in both lanes, starting at the lowest address.
@inline(__always) func lanes(
    _ a: Int8, _ b: Int8, _ c: Int8, _ d: Int8, _ e: Int8, _ f: Int8, _ g: Int8, _ h: Int8, _ i: Int8, _ j: Int8,
    _ k: Int8, _ l: Int8, _ m: Int8, _ n: Int8, _ o: Int8, _ p: Int8
) -> Vector {
    _mm256_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
}

@inline(__always) func isZero(_ value: Vector) -> Bool { _mm256_testz_si256(value, value) != 0 }
#endif
