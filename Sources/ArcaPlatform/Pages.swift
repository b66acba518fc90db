/// Memory in whole pages, straight from the kernel.
package enum Pages {
    /// What a huge page holds and is aligned to.
    package static let hugePageByteCount = 2 << 20

    /// Maps zeroed memory; nil when the system does not give it.
    package static func map(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        let pages = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return pages == MAP_FAILED ? nil : pages
    }

    /// Gives memory back.
    package static func unmap(_ pages: UnsafeMutableRawPointer, _ byteCount: Int) { munmap(pages, byteCount) }

    /// Keeps memory out of swap where the system allows it, each page from its first use on.
    package static func lock(_ pages: UnsafeMutableRawPointer, _ byteCount: Int) {
        // A slab of which two keys are taken need not be there as a whole.
        if arca_lock_on_use(pages, UInt(byteCount)) != 0 { mlock(pages, byteCount) }
    }

    /// Keeps memory out of core dumps, where the system can do that.
    package static func hide(_ pages: UnsafeMutableRawPointer, _ byteCount: Int) {
        #if os(Linux)
        madvise(pages, byteCount, MADV_DONTDUMP)
        #endif
    }

    /// Gives forked children zeros instead of the memory; false where the system cannot or does not.
    @discardableResult
    package static func zeroOnFork(_ pages: UnsafeMutableRawPointer, _ byteCount: Int) -> Bool {
        #if os(Linux)
        madvise(pages, byteCount, MADV_WIPEONFORK) == 0
        #else
        false
        #endif
    }

    /// Asks for huge pages under the whole ones among `count` bytes: when the system refuses, only speed is lost.
    package static func enlarge(_ start: UnsafeRawPointer, _ count: Int) {
        #if os(Linux)
        let page = UInt(hugePageByteCount)
        let first = (UInt(bitPattern: start) + page - 1) / page * page
        let end = (UInt(bitPattern: start) + UInt(count)) / page * page
        guard first < end, let address = UnsafeMutableRawPointer(bitPattern: first) else { return }
        madvise(address, Int(end - first), 14)  // MADV_HUGEPAGE
        #endif
    }
}

/// Overwrites memory by a call that the compiler does not leave out.
package func wipe(_ memory: UnsafeMutableRawPointer?, _ byteCount: Int) {
    guard let memory, byteCount > 0 else { return }
    #if canImport(Darwin)
    memset_s(memory, byteCount, 0, byteCount)
    #else
    explicit_bzero(memory, byteCount)
    #endif
}
