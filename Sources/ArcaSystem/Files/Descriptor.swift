internal import ArcaCodecs
internal import CArcaSystem

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

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
    init(opening path: FilePath, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
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
                return Self.read(number, free.baseAddress, free.count)
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
                    return Self.write(number, rest.baseAddress, rest.count)
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

    // The C functions, whose names the methods above hide.
    private static func read(_ number: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
        Glibc.read(number, start, count)
        #else
        Darwin.read(number, start, count)
        #endif
    }

    private static func write(_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
        Glibc.write(number, start, count)
        #else
        Darwin.write(number, start, count)
        #endif
    }
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
