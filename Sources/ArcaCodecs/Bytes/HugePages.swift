#if canImport(Glibc)
internal import Glibc
#endif

/// Large results in 2 MiB pages.
///
/// A fresh result of many megabytes costs one page fault per 4 KiB, which limits every codec to about 2 GB/s. Asking
/// for huge pages makes that four times faster where the system has them "on request", the usual setting.
@usableFromInline
enum HugePages {
    /// Results below this many bytes are left alone: the call would cost more than it saves.
    @usableFromInline static let threshold = 4 << 20

    /// Asks for huge pages under the free part of `output`, when that is large.
    @inlinable
    static func advise(_ output: borrowing OutputSpan<UInt8>) {
        if output.capacity >= threshold { advise(output, output.capacity) }
    }

    @usableFromInline
    static func advise(_ output: borrowing OutputSpan<UInt8>, _ count: Int) {
        #if os(Linux)
        output.span.withUnsafeBufferPointer { memory in
            guard let start = memory.baseAddress else { return }
            let page = UInt(2 << 20)
            let first = (UInt(bitPattern: start) + page - 1) / page * page
            let end = (UInt(bitPattern: start) + UInt(count)) / page * page
            guard first < end, let address = UnsafeMutableRawPointer(bitPattern: first) else { return }
            // A hint: when the system refuses it, nothing is lost but speed. 14 is MADV_HUGEPAGE.
            _ = madvise(address, Int(end - first), 14)
        }
        #endif
    }
}
