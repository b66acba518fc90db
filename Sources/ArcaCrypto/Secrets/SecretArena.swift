internal import ArcaPlatform
internal import Synchronization

/// Memory for secrets: excluded from core dumps and, where possible, from swap; wiped on release.
///
/// A forked child inherits the secrets in unlocked pages. Zeroing them would be worse: the child would continue with an
/// all-zero key.
///
/// Small blocks are cut from slabs in powers of two; large ones get separate pages. The free lists are in ordinary
/// memory, so no metadata is stored next to secrets.
enum SecretArena {
    /// Block sizes within slabs, in bytes.
    private static let smallest = 32
    private static let largest = 32 * 1024
    private static let slabByteCount = 64 * 1024
    /// An unprivileged process can usually lock 8 MiB; failing to lock is not an error.
    private static let lockableByteCount = 8 << 20

    private typealias FreeBlocks = [[UInt]]
    /// One set of free lists per thread slot, to avoid contention.
    nonisolated(unsafe) private static let places = CacheLinePadded<FreeBlocks>.makeAll {
        FreeBlocks(repeating: [], count: listIndex(largest) + 1)
    }
    private static let lockedByteCount = Atomic<Int>(0)

    /// Returns zeroed memory for `byteCount` bytes; running out of address space traps, as with any Swift allocation.
    static func allocate(_ byteCount: Int) -> UnsafeMutablePointer<UInt8> {
        let size = blockByteCount(byteCount)
        // Pointers are not Sendable, so the lock returns an address.
        let address = size > largest ? map(size) : block(listIndex(size), size)
        guard let block = UnsafeMutablePointer<UInt8>(bitPattern: address) else { fatalError("no memory") }
        return block
    }

    /// A free block from this thread's slot, else half of another slot's (blocks may be allocated on one thread and
    /// freed on another), else one from a new slab.
    private static func block(_ list: Int, _ size: Int) -> UInt {
        let own = ThreadSlot.current
        if let block = places[own].value.withLock({ $0[list].popLast() }) { return block }
        for step in 1..<ThreadSlot.count {
            // Never locks two slots at once.
            var taken = places[(own + step) % ThreadSlot.count].value.withLock { free in
                let taken = Array(free[list].suffix((free[list].count + 1) / 2))
                free[list].removeLast(taken.count)
                return taken
            }
            guard let block = taken.popLast() else { continue }
            places[own].value.withLock { $0[list] += taken }
            return block
        }
        let slab = map(slabByteCount)
        let rest = stride(from: slab + UInt(size), to: slab + UInt(slabByteCount), by: size).reversed()
        places[own].value.withLock { $0[list] += rest }
        return slab
    }

    /// Wipes and frees a block from `allocate(byteCount)`.
    static func release(_ block: UnsafeMutablePointer<UInt8>, _ byteCount: Int) {
        let size = blockByteCount(byteCount)
        if size > largest {
            releasePages(block, size)
        } else {
            // Ten times as fast as OPENSSL_cleanse, which matters for ML-DSA's 32 KiB.
            wipe(block, size)
            let address = UInt(bitPattern: block)
            places[ThreadSlot.current].value.withLock { $0[listIndex(size)].append(address) }
        }
    }

    /// Returns zeroed pages for exclusive use; `byteCount` is a multiple of the page size.
    static func allocatePages(_ byteCount: Int) -> UnsafeMutablePointer<UInt8> {
        let address = map(byteCount)
        guard let pages = UnsafeMutablePointer<UInt8>(bitPattern: address) else { fatalError("no memory") }
        return pages
    }

    static func releasePages(_ pages: UnsafeMutablePointer<UInt8>, _ byteCount: Int) {
        wipe(pages, byteCount)
        Pages.unmap(pages, byteCount)
        if byteCount <= lockableByteCount { lockedByteCount.subtract(byteCount, ordering: .relaxed) }
    }

    private static func blockByteCount(_ byteCount: Int) -> Int {
        if byteCount > largest { return (byteCount + 4095) & ~4095 }
        var size = smallest
        while size < byteCount { size *= 2 }
        return size
    }

    private static func listIndex(_ size: Int) -> Int { (size / smallest).trailingZeroBitCount }

    private static func map(_ size: Int) -> UInt {
        guard let pages = Pages.map(size) else { fatalError("no memory for a secret of \(size) bytes") }
        // Locking and hiding are best effort: without them the secret is still private to the process and still wiped.
        if size <= lockableByteCount {
            let locked = lockedByteCount.add(size, ordering: .relaxed).newValue
            if locked <= lockableByteCount { Pages.lock(pages, size) }
        }
        Pages.hide(pages, size)
        return UInt(bitPattern: pages)
    }
}
