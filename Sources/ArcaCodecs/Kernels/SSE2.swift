#if arch(x86_64)
internal import _Builtin_intrinsics.intel.sse2

enum SSE2 {
    typealias Vector = SIMD2<Int64>

    @inline(__always) static func load(_ source: Source, _ offset: Int) -> Vector {
        UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: Vector.self)
    }

    @inline(__always) static func store(_ destination: Destination, _ offset: Int, _ value: Vector) {
        UnsafeMutableRawPointer(destination).storeBytes(of: value, toByteOffset: offset, as: Vector.self)
    }

    @inline(__always) static func bytes(_ value: UInt8) -> Vector { _mm_set1_epi8(CChar(bitPattern: value)) }

    @inline(__always) static func words(_ value: UInt16) -> Vector { _mm_set1_epi16(Int16(bitPattern: value)) }

    @inline(__always) static func doublewords(_ value: UInt32) -> Vector { _mm_set1_epi32(Int32(bitPattern: value)) }

    @inline(__always) static func quadwords(_ value: UInt64) -> Vector { _mm_set1_epi64x(Int64(bitPattern: value)) }

    /// `value` where the bytes are equal, else 0.
    @inline(__always) static func ifEqual(_ left: Vector, _ right: Vector, _ value: Vector) -> Vector {
        _mm_and_si128(_mm_cmpeq_epi8(left, right), value)
    }

    /// `value` where the bytes of `left` are greater (signed), else 0.
    @inline(__always) static func ifGreater(_ left: Vector, _ right: Vector, _ value: Vector) -> Vector {
        _mm_and_si128(_mm_cmpgt_epi8(left, right), value)
    }

    /// All bits set where `value` is at most `limit` (unsigned).
    @inline(__always) static func isAtMost(_ value: Vector, _ limit: Vector) -> Vector {
        _mm_cmpeq_epi8(_mm_min_epu8(value, limit), value)
    }
}
#endif
