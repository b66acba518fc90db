internal import ArcaCore
internal import ArcaPlatform
internal import CArcaLibcrypto

/// A large buffer for secret intermediate values, wiped on release.
///
/// Uses huge pages where available: random access to 128 MiB in small pages spends its time on address translation.
struct LargeMemory: ~Copyable {
    private static let alignment = Pages.hugePageByteCount
    private let mapping: UnsafeMutableRawPointer
    private let mappingByteCount: Int
    private let byteCount: Int
    /// The first byte; the memory is zeroed.
    let start: UnsafeMutableRawPointer

    /// Allocates memory; throws `.costTooHigh` if the system has too little.
    init(byteCount: Int) throws(CryptoError) {
        let aligned = byteCount.addingReportingOverflow(LargeMemory.alignment)
        guard !aligned.overflow,
            let mapping = Pages.map(aligned.partialValue)
        else { throw CryptoError(.costTooHigh, "this machine does not give \(byteCount) bytes of memory") }
        self.mapping = mapping
        mappingByteCount = aligned.partialValue
        self.byteCount = byteCount
        start = mapping.alignedUp(toMultipleOf: LargeMemory.alignment)
        Pages.enlarge(start, mappingByteCount - LargeMemory.alignment)
        Pages.hide(start, byteCount)
        // Zeroing is safe: only the forking thread continues in the child, so no derivation is running there.
        Pages.zeroOnFork(start, byteCount)
    }

    deinit {
        OPENSSL_cleanse(start, byteCount)
        Pages.unmap(mapping, mappingByteCount)
    }
}
