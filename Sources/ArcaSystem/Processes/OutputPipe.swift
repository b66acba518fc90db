internal import ArcaPlatform

/// The reading end of a program's output: of a pipe, or of a pseudoterminal.
final class OutputPipe {
    /// 1 or 2.
    let target: Int32
    private(set) var reading: Int32
    private(set) var writing: Int32
    private(set) var isOpen = true
    /// Wiped when freed: unfiltered output may contain secrets.
    private let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

    init(standing target: Int32) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try systemCall("cannot make a pipe") { pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.target = target
        (reading, writing) = (ends[0], ends[1])
    }

    /// Takes over the master of a pseudoterminal.
    init(master: Int32, standing target: Int32) {
        self.target = target
        (reading, writing) = (master, -1)
    }

    deinit {
        closeReading()
        closeWriting()
        wipe(space.baseAddress, space.count)
        space.deallocate()
    }

    /// Stops reading; further writes fail.
    func closeReading() {
        if reading >= 0 { close(reading) }
        reading = -1
        isOpen = false
    }

    /// Leaves the child as the only writer, so the end of its output is detected.
    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    func pass(to filter: ForegroundProcess.Filter) throws {
        var count = read(reading, space.baseAddress, space.count)
        // A pseudoterminal ends with an error.
        if count < 0, errno == EIO { count = 0 }
        guard count >= 0 else {
            guard errno == EINTR || errno == EAGAIN else {
                throw SystemError(errno: errno, "cannot read the command's output")
            }
            return
        }
        isOpen = count > 0
        let bytes = UnsafeRawBufferPointer(rebasing: space[..<count]).bindMemory(to: UInt8.self)
        try filter(target, bytes.span, !isOpen)
    }
}
