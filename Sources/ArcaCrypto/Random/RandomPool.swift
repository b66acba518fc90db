internal import ArcaPlatform
internal import CArcaLibcrypto
internal import Synchronization

/// A block of random bytes drawn in advance, for nonces, salts and other public values.
///
/// A forked child never repeats its parent's output. Three signals reveal a fork: the system zeroes the block
/// (`MADV_WIPEONFORK`), `fork` runs a handler, and, if the system does not zero the block, the process ID differs. The
/// first also covers children created without libc; the second costs nothing on any platform.
struct RandomPool: ~Copyable {
    static let largestRequest = 256
    private static let byteCount = 4096
    /// The last byte is 1 while the block is filled.
    private static let usableByteCount = byteCount - 1

    private let block: UnsafeMutablePointer<UInt8>
    private let isZeroedOnFork: Bool
    private var used = RandomPool.usableByteCount
    private var forkCount: UInt
    private var process: pid_t = 0

    /// Creates an empty pool; `zeroOnFork` asks the system to zero pages in a forked child and returns whether it will.
    init(zeroOnFork: (UnsafeMutableRawPointer, Int) -> Bool = Pages.zeroOnFork) {
        block = SecretArena.allocatePages(RandomPool.byteCount)
        isZeroedOnFork = zeroOnFork(block, RandomPool.byteCount)
        forkCount = ForkCount.current
    }

    deinit { SecretArena.releasePages(block, RandomPool.byteCount) }

    /// Writes `count` bytes, at most ``largestRequest``, and wipes them from the pool.
    mutating func take(_ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Result<Void, CryptoError> {
        if used + count > Self.usableByteCount || !isOwn {
            do throws(CryptoError) {
                try SecureRandom.draw(block, Self.usableByteCount, isSecret: false)
            } catch {
                used = Self.usableByteCount
                return .failure(error)
            }
            block[Self.usableByteCount] = 1
            (used, forkCount, process) = (0, ForkCount.current, isZeroedOnFork ? 0 : getpid())
        }
        target.update(from: block + used, count: count)
        OPENSSL_cleanse(block + used, count)
        used += count
        return .success(())
    }

    private var isOwn: Bool {
        block[Self.usableByteCount] == 1 && forkCount == ForkCount.current && (isZeroedOnFork || process == getpid())
    }
}

/// Counts the forks of this process and its ancestors since first use.
enum ForkCount {
    private static let count = Atomic<UInt>(0)
    private static let handler: Void = {
        // If the handler cannot be allocated, the other two signals remain.
        _ = pthread_atfork(nil, nil) { ForkCount.count.add(1, ordering: .relaxed) }
    }()

    static var current: UInt {
        _ = handler
        return count.load(ordering: .relaxed)
    }
}
