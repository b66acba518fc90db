import ArcaPlatform
import Testing

/// Memory followed by an inaccessible page: an access beyond its end crashes the process.
final class GuardedMemory {
    private let pages: UnsafeMutableRawPointer
    private let length: Int
    private let end: UnsafeMutablePointer<UInt8>

    init(_ capacity: Int) throws {
        let page = Int(getpagesize())
        length = (capacity + page - 1) / page * page + page
        let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        pages = try #require(memory == MAP_FAILED ? nil : memory)
        #expect(mprotect(pages + length - page, page, PROT_NONE) == 0)
        end = (pages + length - page).assumingMemoryBound(to: UInt8.self)
    }

    deinit { munmap(pages, length) }

    /// The last `count` bytes before the guard page.
    func last(_ count: Int) -> UnsafeMutablePointer<UInt8> { end - count }

    /// The last bytes before the guard page, set to `bytes`.
    func hold(_ bytes: [UInt8]) -> UnsafePointer<UInt8> {
        let start = end - bytes.count
        start.update(from: bytes, count: bytes.count)
        return UnsafePointer(start)
    }
}
