internal import ArcaPlatform

/// An open file descriptor, closed on release.
///
/// All calls retry after a signal, and wait if the descriptor is nonblocking, as pipes of some parent processes are.
struct Descriptor: ~Copyable {
    let number: Int32
    private let isOwned: Bool

    init(owning number: Int32) {
        self.number = number
        isOwned = true
    }

    init(borrowing number: Int32) {
        self.number = number
        isOwned = false
    }

    /// Opens a file, never inherited by child processes and never as controlling terminal.
    init(opening path: BytePath, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
        let number = try path.withCString("cannot open") { name throws(SystemError) in
            try systemCall("cannot open \(path)") { open(name, flags | O_CLOEXEC | O_NOCTTY, mode) }
        }
        self.init(owning: number)
    }

    deinit {
        if isOwned { close(number) }
    }

    func status(_ action: String) throws(SystemError) -> FileInfo {
        var status = stat()
        try systemCall(action) { fstat(number, &status) }
        return FileInfo(status)
    }

    /// Reads from the current position or `offset` into the free part of `output`; appends nothing at the end.
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

    /// Sets the modification time in seconds since 1970; failures are ignored.
    func setModified(_ seconds: Int) {
        let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        futimens(number, times)
    }

    /// Retries a read or write until it succeeds or fails for good.
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

/// A pipe that child processes do not inherit.
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

    consuming func reader(name: String, _ info: FileInfo) -> FileReader {
        FileReader(reading, name: name, info: info)
    }

    /// Closes the writing end in this process.
    consuming func receiver() -> Descriptor { reading }

    /// Closes the reading end in this process.
    consuming func sender() -> Descriptor { writing }

    borrowing func status() throws(SystemError) -> FileInfo { try reading.status("cannot examine a pipe") }
}

/// Runs a system call, retries it after a signal, and converts -1 to an error.
@discardableResult
func systemCall(_ action: @autoclosure () -> String, _ call: () -> Int32) throws(SystemError) -> Int32 {
    while true {
        let result = call()
        if result >= 0 { return result }
        let number = errno
        if number != EINTR { throw SystemError(errno: number, action()) }
    }
}

/// Enlarges a pipe after much data has passed through it, so its ends wait less often for each other.
///
/// A pipe initially holds 64 KiB. For a large stream, one side then sleeps and wakes for every call, which takes longer
/// than copying. Small streams are not worth the system call, and the kernel limits each user to 64 pipes of this size.
/// If the kernel refuses, nothing changes.
struct WidePipe {
    /// The kernel's default limit for unprivileged users.
    static let byteCount = 1 << 20
    /// The number of bytes before the pipe is enlarged: twice its initial size.
    static let enoughByteCount = 128 * 1024

    private var passedByteCount = 0
    private var isDone = false

    /// Counts bytes transferred through a descriptor, whether a pipe or not.
    mutating func count(_ byteCount: Int, through descriptor: borrowing Descriptor) {
        guard !isDone else { return }
        passedByteCount += byteCount
        guard passedByteCount >= Self.enoughByteCount else { return }
        isDone = true
        #if os(Linux)
        // The call fails for anything but a pipe. A pipe that is larger already is left unchanged.
        let size = fcntl(descriptor.number, ARCA_F_GETPIPE_SZ)
        if size >= 0, size < Self.byteCount { _ = fcntl(descriptor.number, ARCA_F_SETPIPE_SZ, Int32(Self.byteCount)) }
        #endif
    }
}
