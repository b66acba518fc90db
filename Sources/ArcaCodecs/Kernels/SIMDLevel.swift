#if arch(x86_64)
internal import _Builtin_intrinsics.intel.cpuid
#endif
internal import ArcaPlatform
internal import Synchronization

/// The SIMD instruction set used by the kernels of this process.
///
/// The default is the highest level that the processor and operating system support. For measurements, the environment
/// variable `ARCA_SIMD` lowers it to `portable`, `neon`, `sse2`, `avx2` or `avx512`.
public enum SIMDLevel: Int, Sendable, Comparable, CaseIterable {
    /// No SIMD: tables and words, on any processor.
    case portable
    /// NEON, available on every arm64 processor.
    case neon
    /// SSE2, available on every x86-64 processor.
    case sse2
    /// AVX2.
    case avx2
    /// AVX-512 F, BW, DQ, VL and VBMI.
    case avx512

    /// The level in use.
    public static var current: SIMDLevel {
        // Two nanoseconds faster than a lazy constant, which matters for small inputs.
        let known = cached.load(ordering: .relaxed)
        return known == 0 ? find() : SIMDLevel(rawValue: known - 1) ?? .portable
    }

    /// The highest level that this computer supports.
    public static let detected = detect()

    /// The levels that this computer supports, lowest first.
    public static var available: [SIMDLevel] {
        allCases.filter { $0 <= detected && ($0 != .neon || detected == .neon) }
    }

    /// One more than the raw value of the level in use; 0 if not known yet.
    private static let cached = Atomic<Int>(0)

    @inline(never)
    private static func find() -> SIMDLevel {
        let level = min(detected, requested ?? detected)
        cached.store(level.rawValue + 1, ordering: .relaxed)
        return level
    }

    /// Orders levels by capability.
    public static func < (left: SIMDLevel, right: SIMDLevel) -> Bool { left.rawValue < right.rawValue }

    private static var requested: SIMDLevel? {
        guard let value = getenv("ARCA_SIMD") else { return nil }
        let name = String(cString: value)
        return available.first { "\($0)" == name }
    }

    #if arch(x86_64)
    private static func detect() -> SIMDLevel {
        let basic = leaf(1, 0)
        // XSAVE enabled by the system (OSXSAVE), and AVX (Intel SDM, volume 1, section 14.3).
        guard basic.ecx >> 27 & 1 == 1, basic.ecx >> 28 & 1 == 1 else { return .sse2 }
        // XGETBV is not available in Swift, but the size of the enabled state gives the same information: 512 and 64
        // bytes of legacy and header, 256 for AVX, then 64, 512 and 1024 for AVX-512 (section 13.5). Leaf 0xD, sub-leaf
        // 1, counts only enabled state; without that sub-leaf (bit 1 of EAX: XSAVEC) there is no AVX-512.
        guard leaf(0xd, 0).ebx >= 832 else { return .sse2 }
        let extended = leaf(7, 0)
        guard extended.ebx >> 5 & 1 == 1, extended.ebx >> 8 & 1 == 1 else { return .sse2 }  // AVX2, BMI2
        let foundation: UInt32 = 1 << 16 | 1 << 17 | 1 << 30 | 1 << 31  // F, DQ, BW, VL
        let compact = leaf(0xd, 1)
        guard extended.ebx & foundation == foundation, extended.ecx >> 1 & 1 == 1,  // VBMI
            compact.eax >> 1 & 1 == 1, compact.ebx >= 832 + 64 + 512 + 1024
        else { return .avx2 }
        return .avx512
    }

    private static func leaf(_ number: UInt32, _ part: UInt32) -> (eax: UInt32, ebx: UInt32, ecx: UInt32) {
        var (eax, ebx, ecx, edx): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        guard __get_cpuid_count(number, part, &eax, &ebx, &ecx, &edx) == 1 else { return (0, 0, 0) }
        return (eax, ebx, ecx)
    }
    #elseif arch(arm64)
    private static func detect() -> SIMDLevel { .neon }
    #else
    private static func detect() -> SIMDLevel { .portable }
    #endif
}
