internal import ArcaPlatform

/// Large results in 2 MiB pages.
///
/// A fresh result of many megabytes costs one page fault per 4 KiB, which limits every codec to about 2 GB/s. Asking
/// for huge pages makes that four times faster where the system has them "on request", the usual setting.
@usableFromInline
package enum HugePages {
    /// Results below this many bytes are left alone: the call would cost more than it saves.
    @usableFromInline package static let threshold = 4 << 20

    /// Asks for huge pages under the free part of `output`, when that is large.
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
