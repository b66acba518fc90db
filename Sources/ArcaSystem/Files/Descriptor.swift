internal import ArcaCore
internal import ArcaPlatform

/// An open file descriptor that is closed with its owner.
///
/// Every call here starts again when a signal interrupts it, and waits when the descriptor is non-blocking, as the
/// pipes of some parent processes are.
struct Descriptor: ~Copyable {
    let number: Int32
    private let isOwned: Bool

    /// Takes over a descriptor that the caller opened.
    init(owning number: Int32) {
        self.number = number
        isOwned = true
    }

    /// Uses a descriptor that stays open afterwards, such as standard input.
    init(borrowing number: Int32) {
        self.number = number
        isOwned = false
    }

    /// Opens a file, never for a child process to inherit and never as controlling terminal.
    init(opening path: BytePath, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
        let number = try path.withCString("cannot open") { name throws(SystemError) in
            try systemCall("cannot open \(path)") { open(name, flags | O_CLOEXEC | O_NOCTTY, mode) }
        }
        self.init(owning: number)
    }

    deinit {
        if isOwned { close(number) }
    }

    /// What the descriptor refers to.
    func status(_ action: String) throws(SystemError) -> FileInfo {
        var status = stat()
        try systemCall(action) { fstat(number, &status) }
        return FileInfo(status)
    }

    /// Reads what comes next, or at `offset`, into the free part of `output`; appends nothing at the end.
    func read(into output: inout OutputSpan<UInt8>, at offset: Int?, _ name: String) throws(SystemError) {
        guard !output.isFull else { return }
        try output.withUnsafeMutableBufferPointer { space, count throws(SystemError) in
            let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(space)[count...])
            count += try transfer("cannot read \(name)", POLLIN) {
                if let offset { return pread(number, free.baseAddress, free.count, off_t(offset)) }
                return ArcaPlatform.read(number, free.baseAddress, free.count)
            }
        }
    }

    /// Writes all of `bytes`, from where the descriptor stands or from `offset`.
    func write(_ bytes: Span<UInt8>, at offset: Int?, _ name: String) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
            var done = 0
            while done < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[done...])
                done += try transfer("cannot write \(name)", POLLOUT) {
                    if let offset { return pwrite(number, rest.baseAddress, rest.count, off_t(offset + done)) }
                    return ArcaPlatform.write(number, rest.baseAddress, rest.count)
                }
            }
        }
    }

    /// Sets when the file last changed, in seconds since 1970; where the file system cannot, the time stays.
    func setModified(_ seconds: Int) {
        let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        futimens(number, times)
    }

    /// Repeats a read or write until it went through or truly failed.
    private func transfer(_ action: String, _ event: Int32, _ call: () -> Int) throws(SystemError) -> Int {
        while true {
            let count = call()
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var wait = pollfd(fd: number, events: Int16(event), revents: 0)
                poll(&wait, 1, -1)
            case let number: throw SystemError(errno: number, action)
            }
        }
    }
}

/// A pipe that no child inherits.
struct Pipe: ~Copyable {
    let reading: Descriptor
    let writing: Descriptor

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try systemCall("cannot make a pipe") { pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reading = Descriptor(owning: ends[0])
        writing = Descriptor(owning: ends[1])
    }

    /// A reader of what others write; this process writes no more.
    consuming func reader(name: String, _ info: FileInfo) -> FileReader {
        FileReader(reading, name: name, info: info)
    }

    /// The end to read from; this process writes no more.
    consuming func receiver() -> Descriptor { reading }

    /// The end to write to; this process reads no more.
    consuming func sender() -> Descriptor { writing }

    /// What it is to the system.
    borrowing func status() throws(SystemError) -> FileInfo { try reading.status("cannot examine a pipe") }
}

/// Makes a system call, again when a signal interrupts it, and turns -1 into an error.
@discardableResult
func systemCall(_ action: @autoclosure () -> String, _ call: () -> Int32) throws(SystemError) -> Int32 {
    while true {
        let result = call()
        if result >= 0 { return result }
        let number = errno
        if number != EINTR { throw SystemError(errno: number, action()) }
    }
}

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
