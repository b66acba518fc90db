#if arch(arm64)
internal import _Builtin_intrinsics.arm.neon

/// Input of a kernel.
public typealias Source = UnsafePointer<UInt8>
/// Output of a kernel.
public typealias Destination = UnsafeMutablePointer<UInt8>

/// The kernels for arm64, where NEON is always available.
///
/// `scripts/check-neon` compares them with Python in an emulator.
public enum NEON {}

typealias Vector = SIMD16<UInt8>

@inline(__always) func load(_ source: Source, _ offset: Int) -> Vector {
    UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: Vector.self)
}

@inline(__always) func store(_ destination: Destination, _ offset: Int, _ value: Vector) {
    UnsafeMutableRawPointer(destination).storeBytes(of: value, toByteOffset: offset, as: Vector.self)
}

@inline(__always) func words(_ value: Vector) -> SIMD8<UInt16> { unsafeBitCast(value, to: SIMD8<UInt16>.self) }

@inline(__always) func doublewords(_ value: Vector) -> SIMD4<UInt32> { unsafeBitCast(value, to: SIMD4<UInt32>.self) }

@inline(__always) func load64(_ source: Source) -> uint8x16x4_t {
    uint8x16x4_t(val: (load(source, 0), load(source, 16), load(source, 32), load(source, 48)))
}

/// The values of the 128 ASCII bytes, 0xff if invalid: one lookup for each half.
struct ValueTable {
    private let low: uint8x16x4_t
    private let high: uint8x16x4_t

    @inline(__always) init(_ values: Source) {
        low = load64(values)
        high = load64(values + 64)
    }

    /// The values of 16 symbols; sets a top bit in `foreign` for an invalid or non-ASCII byte.
    @inline(__always) func of(_ symbols: Vector, _ foreign: inout Vector) -> Vector {
        // An index out of range gives 0 in the first lookup and leaves the second unchanged.
        let value = vqtbx4q_u8(vqtbl4q_u8(low, symbols), high, symbols ^ Vector(repeating: 64))
        foreign |= value | symbols
        return value
    }
}

/// Whether no byte has its top bit set.
@inline(__always) func isClean(_ foreign: Vector) -> Bool { vmaxvq_u8(foreign) < 0x80 }
#endif
