internal import ArcaCore
internal import ArcaPlatform
internal import CArcaLibcrypto
internal import Synchronization

/// A block of random bytes drawn in advance, for nonces, salts and other values that are not secret.
///
/// A forked child never repeats what its parent draws. That it is a child shows in three ways: the system zeroes the
/// block (`MADV_WIPEONFORK`), `fork` runs a handler, and, where the system does not zero it, the process has another
/// number. The first also covers children that are made without libc, the second is free everywhere.
struct RandomPool: ~Copyable {
    /// The maximum number of bytes that are taken at once.
    static let largestRequest = 256
    private static let byteCount = 4096
    /// The last byte is 1 while the rest is filled.
    private static let usableByteCount = byteCount - 1

    private let block: UnsafeMutablePointer<UInt8>
    /// Whether the system zeroes the block in a child.
    private let isZeroedOnFork: Bool
    private var used = RandomPool.usableByteCount
    private var forkCount: UInt
    private var process: pid_t = 0

    /// Makes an empty pool.
    ///
    /// - Parameter zeroOnFork: Asks the system to zero pages in a child, and returns whether it will.
    init(zeroOnFork: (UnsafeMutableRawPointer, Int) -> Bool = Pages.zeroOnFork) {
        block = SecretArena.allocatePages(RandomPool.byteCount)
        isZeroedOnFork = zeroOnFork(block, RandomPool.byteCount)
        forkCount = ForkCount.current
    }

    deinit { SecretArena.releasePages(block, RandomPool.byteCount) }

    /// Writes `count` bytes, at most ``largestRequest``, and forgets them.
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

    /// Whether this process filled the block.
    private var isOwn: Bool {
        block[Self.usableByteCount] == 1 && forkCount == ForkCount.current && (isZeroedOnFork || process == getpid())
    }
}

/// How often this process and those it was forked from have been forked since the first question.
enum ForkCount {
    private static let count = Atomic<UInt>(0)
    private static let handler: Void = {
        // Without memory for the handler, the other two ways remain.
        _ = pthread_atfork(nil, nil) { ForkCount.count.add(1, ordering: .relaxed) }
    }()

    static var current: UInt {
        _ = handler
        return count.load(ordering: .relaxed)
    }
}
