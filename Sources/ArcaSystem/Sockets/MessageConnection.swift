package import ArcaCore
internal import ArcaPlatform

/// A connection for messages that begin with their length, 4 bytes, as those of ssh agents do.
package struct MessageConnection: ~Copyable {
    private static let lengthByteCount = 4
    /// The time that a message may take once its first byte has arrived, in milliseconds.
    private static let messageMilliseconds = 10_000

    private let descriptor: Descriptor

    /// The process at the other end; nil if the system does not know it.
    package var peer: PeerProcess? {
        localPeer(of: descriptor.number).map { PeerProcess(identifier: $0.process, user: $0.user) }
    }

    /// Connects to a socket.
    ///
    /// - Throws: ``SystemError`` if no process serves the path.
    package init(to path: BytePath) throws(SystemError) {
        self.init(owning: try Self.connect(to: path))
    }

    private static func connect(to path: BytePath) throws(SystemError) -> Int32 {
        try checkSocketPath(path)
        let number = try systemCall("cannot make a socket") { makeLocalSocket() }
        // Also of the connection, because a server may be stopped.
        limitTime(of: number)
        do {
            try systemCall("cannot connect to \(path)") {
                withLocalAddress(path.bytes) { ArcaPlatform.connect(number, $0, $1) }
            }
        } catch {
            close(number)
            throw error
        }
        return number
    }

    init(owning number: Int32) {
        descriptor = Descriptor(owning: number)
        Self.limitTime(of: number)
    }

    private static func limitTime(of number: Int32) {
        var time = timeval(tv_sec: messageMilliseconds / 1000, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(number, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Sends a message and waits for the answer.
    ///
    /// - Parameters:
    ///   - message: The message without its length.
    ///   - limit: Maximum size of the answer in bytes.
    /// - Returns: The answer, which must not be secret: its memory is not wiped.
    /// - Throws: ``SystemError`` if the connection ends, `.limitExceeded` for a longer answer.
    package mutating func exchange(_ message: borrowing some Bytes, limit: Int) throws(SystemError) -> [UInt8] {
        try send(message)
        guard let answer = try receive(limit: limit, { [UInt8](bytes: $0) }) else {
            throw SystemError(.failed, "the connection ended without an answer")
        }
        return answer
    }

    /// Waits for a message and passes it to `body`, in memory that is then wiped; nil at the end of the connection.
    ///
    /// - Throws: ``SystemError`` `.limitExceeded` for a longer message, or if it does not arrive in time.
    mutating func receive<Result>(
        limit: Int, _ body: (Span<UInt8>) throws(SystemError) -> Result
    ) throws(SystemError) -> Result? {
        var wait = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        while poll(&wait, 1, -1) < 0, errno == EINTR {}
        let end = SystemClock.monotonic.milliseconds + Self.messageMilliseconds
        var length: UInt32 = 0
        let isComplete = try withUnsafeMutableBytes(of: &length) { space throws(SystemError) in
            try fill(space, until: end)
        }
        guard isComplete else { return nil }
        let count = Int(UInt32(bigEndian: length))
        guard count <= limit else {
            throw SystemError(.limitExceeded, "a message of \(count) bytes, above the limit of \(limit)")
        }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer {
            wipe(memory.baseAddress, memory.count)
            memory.deallocate()
        }
        guard try fill(memory, until: end) else { return nil }
        return try body(UnsafeRawBufferPointer(memory).bindMemory(to: UInt8.self).span)
    }

    mutating func send(_ message: borrowing some Bytes) throws(SystemError) {
        try message.withBytes { bytes throws(SystemError) in
            let length = UInt32(bytes.count).bigEndian
            try withUnsafeBytes(of: length) { length throws(SystemError) in try sendAll(length) }
            try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
                try sendAll(UnsafeRawBufferPointer(bytes))
            }
        }
    }

    private func sendAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = ArcaPlatform.send(descriptor.number, rest.baseAddress, rest.count, sendFlags)
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemError(errno: errno, "cannot send a message")
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// False if the connection ends.
    private func fill(_ memory: UnsafeMutableRawBufferPointer, until end: Int) throws(SystemError) -> Bool {
        var rest = memory
        while !rest.isEmpty {
            guard SystemClock.monotonic.milliseconds < end else {
                throw SystemError(.limitExceeded, "a message that takes more than \(Self.messageMilliseconds / 1000) s")
            }
            let count = recv(descriptor.number, rest.baseAddress, rest.count, 0)
            guard count != 0 else { return false }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemError(errno: errno, "cannot receive a message")
            }
            rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }
}
