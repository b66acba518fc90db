internal import ArcaPlatform

/// Makes a pipe larger when much goes through it, so that the programs at its ends seldom wait for each other.
///
/// A pipe holds 64 KiB at first: with that, one side falls asleep and is woken for every read and write of a large
/// stream, which takes longer than the copying. A few bytes are not worth the system call, and the kernel grants each
/// user 64 pipes of this size only, so a pipe has to earn it. Where that is refused, all goes on as before.
struct WidePipe {
    /// What any user may ask for, unless the system was told otherwise.
    static let byteCount = 1 << 20
    /// What goes through before the pipe is made larger: twice what it holds at first.
    static let enoughByteCount = 128 * 1024

    private var passedByteCount = 0
    private var isDone = false

    /// Counts bytes that went through a descriptor, which need not be that of a pipe.
    mutating func count(_ byteCount: Int, through descriptor: borrowing Descriptor) {
        guard !isDone else { return }
        passedByteCount += byteCount
        guard passedByteCount >= Self.enoughByteCount else { return }
        isDone = true
        #if os(Linux)
        // No pipe has a size below zero, and one that somebody made larger is left as it is.
        let size = fcntl(descriptor.number, ARCA_F_GETPIPE_SZ)
        if size >= 0, size < Self.byteCount { _ = fcntl(descriptor.number, ARCA_F_SETPIPE_SZ, Int32(Self.byteCount)) }
        #endif
    }
}
