#if arch(x86_64)
internal import _Builtin_intrinsics.intel

// This module is compiled for AVX-512 with VBMI and may only contain code that is called after a CPUID check: pointers
// and intrinsics. Generics of the standard library would leave weak copies that the linker could use for the whole
// program (scripts/check-kernels checks that there are none).

/// Input of a kernel.
public typealias Source = UnsafePointer<UInt8>
/// Output of a kernel.
public typealias Destination = UnsafeMutablePointer<UInt8>

/// The kernels for processors with AVX-512 F, BW, DQ, VL and VBMI.
public enum AVX512 {}

typealias Vector = SIMD8<Int64>

@inline(__always) func load(_ source: Source, _ offset: Int) -> Vector {
    UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: Vector.self)
}

@inline(__always) func store(_ destination: Destination, _ offset: Int, _ value: Vector) {
    UnsafeMutableRawPointer(destination).storeBytes(of: value, toByteOffset: offset, as: Vector.self)
}

/// Loads the lowest `count` bytes, 0 to 64, and zeros; does not access other memory.
@inline(__always) func load(_ source: Source, _ offset: Int, count: Int) -> Vector {
    _mm512_maskz_loadu_epi8(mask(count), source + offset)
}

/// Stores the lowest `count` bytes, 0 to 64; does not access other memory.
@inline(__always) func store(_ destination: Destination, _ offset: Int, count: Int, _ value: Vector) {
    _mm512_mask_storeu_epi8(destination + offset, mask(count), value)
}

@inline(__always) func mask(_ count: Int) -> UInt64 { count >= 64 ? ~0 : (1 &<< UInt64(count)) &- 1 }

@inline(__always) func bytes(_ value: Int8) -> Vector { _mm512_set1_epi8(value) }

@inline(__always) func words(_ value: Int16) -> Vector { _mm512_set1_epi16(value) }

@inline(__always) func doublewords(_ value: Int32) -> Vector { _mm512_set1_epi32(value) }

/// 64 bytes from eight little-endian quadwords.
@inline(__always) func quadwords(
    _ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64, _ e: UInt64, _ f: UInt64, _ g: UInt64, _ h: UInt64
) -> Vector {
    unsafeBitCast(SIMD8<UInt64>(a, b, c, d, e, f, g, h), to: Vector.self)
}
#endif
