internal import ArcaPlatform

/// Requests 2 MiB pages for large results.
///
/// A fresh result of many megabytes costs one page fault per 4 KiB, which limits every codec to about 2 GB/s. Huge
/// pages make that four times faster on systems that grant them on request (`madvise`), the usual setting.
@usableFromInline
package enum HugePages {
    /// The minimum size of a result, in bytes; for smaller ones the call costs more than it saves.
    @usableFromInline package static let threshold = 4 << 20

    /// Requests huge pages for the free part of a large `output`.
    @inlinable
    package static func advise(_ output: borrowing OutputSpan<UInt8>) {
        if output.capacity >= threshold { advise(output, output.capacity) }
    }

    @usableFromInline
    package static func advise(_ output: borrowing OutputSpan<UInt8>, _ count: Int) {
        output.span.withUnsafeBufferPointer { memory in
            if let start = memory.baseAddress { Pages.enlarge(start, count) }
        }
    }
}
