package enum Pages {
    /// Size and alignment of a huge page, in bytes.
    package static let hugePageByteCount = 2 << 20

    /// Maps zeroed memory, or returns nil if the system has too little.
    package static func map(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        let pages = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return pages == MAP_FAILED ? nil : pages
    }

    package static func unmap(_ pages: UnsafeMutableRawPointer, _ byteCount: Int) { munmap(pages, byteCount) }

    /// Keeps memory out of swap where the system allows it, each page from its first use.
    package static func lock(_ pages: UnsafeMutableRawPointer, _ byteCount: Int) {
        // Locking on use does not load the unused pages of a slab.
        if arca_lock_on_use(pages, UInt(byteCount)) != 0 { mlock(pages, byteCount) }
    }

    /// Excludes memory from core dumps, where supported.
    package static func hide(_ pages: UnsafeMutableRawPointer, _ byteCount: Int) {
        #if os(Linux)
        madvise(pages, byteCount, MADV_DONTDUMP)
        #endif
    }

    /// Zeroes the memory in forked children; returns false if the system does not support it.
    @discardableResult
    package static func zeroOnFork(_ pages: UnsafeMutableRawPointer, _ byteCount: Int) -> Bool {
        #if os(Linux)
        madvise(pages, byteCount, MADV_WIPEONFORK) == 0
        #else
        false
        #endif
    }

    /// Requests huge pages for the range; a refusal only costs speed.
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

/// Overwrites memory with a call that the compiler does not remove.
package func wipe(_ memory: UnsafeMutableRawPointer?, _ byteCount: Int) {
    guard let memory, byteCount > 0 else { return }
    #if canImport(Darwin)
    memset_s(memory, byteCount, 0, byteCount)
    #else
    explicit_bzero(memory, byteCount)
    #endif
}
