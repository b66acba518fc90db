internal import ArcaCodecs
internal import ArcaCore
internal import ArcaKernels
internal import ArcaKernelsAVX2
internal import ArcaKernelsAVX512
internal import ArcaPlatform

/// Scratch memory for the kernels of ML-KEM and ML-DSA, and the kernels for this processor.
enum KernelScratch {
    /// Calls `body` with memory for secrets, then wipes it and the stack below.
    static func lend(_ byteCount: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
        let memory = SecretArena.allocate(byteCount)
        body(memory)
        SecretArena.release(memory, byteCount)
        wipeStack()
    }

    /// Overwrites 1 KiB per level: the permutation spills registers to the stack.
    @inline(never)
    static func wipeStack(depth: Int = 4) {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { space in
            wipe(space.baseAddress, space.count)
            if depth > 1 { wipeStack(depth: depth - 1) }
        }
    }

    /// Four parallel states, if the processor supports them.
    static let four: FourPermutations? = {
        #if arch(x86_64)
        switch SIMDLevel.current {
        case .avx512: return { AVX512.permuteFour($0, $1) }
        case .avx2: return { AVX2.permuteFour($0, $1) }
        default: return nil
        }
        #else
        return nil
        #endif
    }()

    /// The transforms of ML-DSA, if the processor has wider vectors.
    static let vectors: MLDSAVectors? = {
        #if arch(x86_64)
        switch SIMDLevel.current {
        case .avx512, .avx2:
            return MLDSAVectors(
                forward: { AVX2.transformMLDSA($0, $1) }, backward: { AVX2.invertMLDSA($0, $1) },
                multiply: { AVX2.multiplyMLDSA($0, $1, $2, $3) })
        default: return nil
        }
        #else
        return nil
        #endif
    }()

    /// The compression function of Argon2.
    static let argon2: Argon2Compression = {
        #if arch(x86_64)
        switch SIMDLevel.current {
        case .avx512, .avx2: return { AVX2.compressArgon2($0, $1, $2, $3, $4) }
        default: return { argon2Compress($0, $1, $2, $3, $4) }
        }
        #else
        return { argon2Compress($0, $1, $2, $3, $4) }
        #endif
    }()
}

// Pointers for kernels; an empty buffer gives a dummy pointer that is never read.
extension UnsafeRawBufferPointer {
    var bytes: UnsafePointer<UInt8> { assumingMemoryBound(to: UInt8.self).pointer }
}

extension UnsafeBufferPointer<UInt8> {
    var pointer: UnsafePointer<UInt8> {
        baseAddress ?? UnsafePointer(bitPattern: 8).unsafelyUnwrapped
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    var pointer: UnsafeMutablePointer<UInt8> {
        baseAddress ?? UnsafeMutablePointer(bitPattern: 8).unsafelyUnwrapped
    }
}

extension ByteSource where Self: ~Copyable, Self: ~Escapable {
    borrowing func withPointer(_ body: (UnsafePointer<UInt8>) -> Void) {
        withBytes { bytes in bytes.withUnsafeBufferPointer { body($0.pointer) } }
    }
}

extension SecretBytes {
    func withNumbers<Number: FixedWidthInteger>(_ body: (UnsafePointer<Number>) -> Void) {
        withPointer { body(UnsafeRawPointer($0).assumingMemoryBound(to: Number.self)) }
    }
}

extension OutputSpan<UInt8> {
    /// Calls a kernel that fills the whole capacity.
    mutating func write(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        withUnsafeMutableBufferPointer { space, count in
            body(space.pointer)
            count = space.count
        }
    }
}
