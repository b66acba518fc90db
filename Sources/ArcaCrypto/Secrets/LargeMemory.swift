internal import ArcaCodecs
internal import CArcaLibcrypto

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Much memory for secret intermediate values, wiped when it goes.
///
/// In huge pages where the system has them: random reads over 128 MiB in small pages spend their time on address
/// translation.
struct LargeMemory: ~Copyable {
    /// Huge pages are aligned to their size.
    private static let alignment = 2 << 20
    private let mapping: UnsafeMutableRawPointer
    private let mappingByteCount: Int
    private let byteCount: Int
    /// Address of the first byte; the content is zero at first.
    let start: UnsafeMutableRawPointer

    /// Takes memory, or throws `.costTooHigh` when the system does not give it.
    init(byteCount: Int) throws(CryptoError) {
        let aligned = byteCount.addingReportingOverflow(LargeMemory.alignment)
        guard !aligned.overflow,
            let mapping = mmap(nil, aligned.partialValue, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            mapping != MAP_FAILED
        else { throw CryptoError(.costTooHigh, "this machine does not give \(byteCount) bytes of memory") }
        self.mapping = mapping
        mappingByteCount = aligned.partialValue
        self.byteCount = byteCount
        start = mapping.alignedUp(toMultipleOf: LargeMemory.alignment)
        // Best effort, all of them.
        #if os(Linux)
        madvise(start, byteCount, MADV_HUGEPAGE)
        madvise(start, byteCount, MADV_DONTDUMP)
        madvise(start, byteCount, MADV_WIPEONFORK)
        #endif
    }

    deinit {
        OPENSSL_cleanse(start, byteCount)
        munmap(mapping, mappingByteCount)
    }
}
