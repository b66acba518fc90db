internal import ArcaCore
internal import ArcaPlatform
internal import CArcaLibcrypto

/// Much memory for secret intermediate values, wiped when it goes.
///
/// In huge pages where the system has them: random reads over 128 MiB in small pages spend their time on address
/// translation.
struct LargeMemory: ~Copyable {
    /// Huge pages are aligned to their size.
    private static let alignment = Pages.hugePageByteCount
    private let mapping: UnsafeMutableRawPointer
    private let mappingByteCount: Int
    private let byteCount: Int
    /// Address of the first byte; the content is zero at first.
    let start: UnsafeMutableRawPointer

    /// Takes memory, or throws `.costTooHigh` when the system does not give it.
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
        // A child cannot be in the middle of the derivation that this memory is for: only the thread that forks goes on.
        Pages.zeroOnFork(start, byteCount)
    }

    deinit {
        OPENSSL_cleanse(start, byteCount)
        Pages.unmap(mapping, mappingByteCount)
    }
}
