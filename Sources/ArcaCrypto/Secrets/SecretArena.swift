internal import ArcaPlatform
internal import Synchronization

/// Memory for secrets: pages of its own, kept out of swap where the system allows it and out of core dumps, and wiped when
/// given back.
///
/// A forked child has the secrets as well, in pages that are not locked any more: a key of zeros there, with which work
/// went on, would be worse.
///
/// Small blocks come from slabs cut into powers of two; large ones get pages of their own. The list of free blocks lies
/// in ordinary memory, so nothing is ever written beside a secret.
enum SecretArena {
    /// The block sizes that slabs are cut into.
    private static let smallest = 32
    private static let largest = 16 * 1024
    private static let slabByteCount = 64 * 1024
    /// Processes without privileges may usually lock 8 MiB; a larger secret is not worth failing for.
    private static let lockableByteCount = 8 << 20

    /// Addresses of free blocks, one list for each power of two from `smallest` to `largest`.
    private typealias FreeBlocks = [[UInt]]
    /// Threads do not wait for each other: each takes from its own place and gives back to it.
    nonisolated(unsafe) private static let places = Place<FreeBlocks>.makeAll {
        FreeBlocks(repeating: [], count: listIndex(largest) + 1)
    }
    private static let lockedByteCount = Atomic<Int>(0)

    /// Gives zeroed memory for `byteCount` bytes.
    ///
    /// Running out of address space ends the process, as it does for any allocation in Swift.
    static func allocate(_ byteCount: Int) -> UnsafeMutablePointer<UInt8> {
        let size = blockByteCount(byteCount)
        // Pointers are not Sendable, so the lock hands out an address.
        let address = size > largest ? map(size) : block(listIndex(size), size)
        guard let block = UnsafeMutablePointer<UInt8>(bitPattern: address) else { fatalError("no memory") }
        return block
    }

    /// A free block of this thread's place; else half of another's, where blocks pile up that were made by one thread and
    /// released by another; else one of a new slab.
    private static func block(_ list: Int, _ size: Int) -> UInt {
        let own = ThreadSlot.current
        if let block = places[own].value.withLock({ $0[list].popLast() }) { return block }
        for step in 1..<ThreadSlot.count {
            // Two places are never locked at once.
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

    /// Wipes the block that `allocate` gave for `byteCount` bytes, and takes it back.
    static func release(_ block: UnsafeMutablePointer<UInt8>, _ byteCount: Int) {
        let size = blockByteCount(byteCount)
        if size > largest {
            releasePages(block, size)
        } else {
            // A tenth of the time of OPENSSL_cleanse, which ML-KEM's 16 KiB feel.
            wipe(block, size)
            let address = UInt(bitPattern: block)
            places[ThreadSlot.current].value.withLock { $0[listIndex(size)].append(address) }
        }
    }

    /// Gives zeroed pages that nothing else lies in; `byteCount` is a multiple of the page.
    static func allocatePages(_ byteCount: Int) -> UnsafeMutablePointer<UInt8> {
        let address = map(byteCount)
        guard let pages = UnsafeMutablePointer<UInt8>(bitPattern: address) else { fatalError("no memory") }
        return pages
    }

    /// Wipes pages that `allocatePages` gave, and returns them to the system.
    static func releasePages(_ pages: UnsafeMutablePointer<UInt8>, _ byteCount: Int) {
        wipe(pages, byteCount)
        Pages.unmap(pages, byteCount)
        if byteCount <= lockableByteCount { lockedByteCount.subtract(byteCount, ordering: .relaxed) }
    }

    /// How many bytes a block for `byteCount` bytes really has.
    private static func blockByteCount(_ byteCount: Int) -> Int {
        if byteCount > largest { return (byteCount + 4095) & ~4095 }
        var size = smallest
        while size < byteCount { size *= 2 }
        return size
    }

    private static func listIndex(_ size: Int) -> Int { (size / smallest).trailingZeroBitCount }

    /// Maps zeroed pages and returns their address.
    private static func map(_ size: Int) -> UInt {
        guard let pages = Pages.map(size) else { fatalError("no memory for a secret of \(size) bytes") }
        // All of these are best effort: without them the secret is still private to the process and still wiped.
        if size <= lockableByteCount {
            let locked = lockedByteCount.add(size, ordering: .relaxed).newValue
            if locked <= lockableByteCount { Pages.lock(pages, size) }
        }
        Pages.hide(pages, size)
        return UInt(bitPattern: pages)
    }
}
