package import ArcaCore
internal import ArcaPlatform

/// Lets one function write bytes that another one reads: on two threads, through a small buffer.
///
/// For what can only write, where something is wanted that can be read from, and the other way round. The buffer is
/// overwritten afterwards.
package enum ByteHandover {
    /// Bytes that are under way at most.
    static let byteCount = 128 * 1024

    /// What the reading side reads from; it ends when the writing side has returned.
    package struct Reader: ByteReader {
        /// Reading throws what the writing side threw.
        package typealias Failure = any Error

        fileprivate let channel: Channel

        /// Appends the next bytes to `output`, at most its free capacity.
        ///
        /// - Parameter output: Receives at least one byte, unless the end is reached or it has no free capacity.
        /// - Throws: What ended the writing side.
        package mutating func read(into output: inout OutputSpan<UInt8>) throws(any Error) {
            try channel.read(into: &output)
        }
    }

    /// What the writing side writes to.
    package struct Writer: ByteWriter {
        /// Writing fails when the reading side has ended.
        package typealias Failure = any Error

        fileprivate let channel: Channel

        /// Writes all of `bytes`, and waits for the reading side where there is no room.
        ///
        /// - Parameter bytes: Any number of bytes.
        /// - Throws: ``SystemError`` with code `.failed` when nobody reads any longer.
        package mutating func write(_ bytes: borrowing some Bytes) throws(any Error) {
            try bytes.withBytes { span in try channel.write(span) }
        }
    }

    /// Runs both functions until both have ended.
    ///
    /// - Parameters:
    ///   - writing: Runs on a thread of its own. What it throws, the reading side gets after all bytes before.
    ///   - reading: Runs on the calling thread. When it ends early, the next write of the other side throws.
    /// - Returns: What `reading` returns.
    /// - Throws: What `reading` throws; else what `writing` throws, unless only for not being read to its end;
    ///   ``SystemError`` with code `.failed` when the system has no thread to give.
    package static func run<Result>(
        writing: (inout Writer) throws -> Void, reading: (inout Reader) throws -> Result
    ) throws -> Result {
        let channel = Channel(byteCount)
        return try withoutActuallyEscaping(writing) { writing in
            // The thread has ended before the closure's time has.
            nonisolated(unsafe) let writing = writing
            let thread = WorkerThread {
                var writer = Writer(channel: channel)
                do {
                    try writing(&writer)
                    channel.end(nil)
                } catch {
                    channel.end(error)
                }
            }
            guard let thread else { throw SystemError(.failed, "the system has no thread to give") }
            var reader = Reader(channel: channel)
            let result = Swift.Result { try reading(&reader) }
            channel.abandon()
            thread.join()
            let value = try result.get()
            if let failure = channel.failure { throw failure }
            return value
        }
    }

    /// The buffer between both sides, filled and emptied in turns.
    fileprivate final class Channel: @unchecked Sendable {  // Every part is guarded by the monitor.
        private let monitor = Monitor()
        private let ring: ByteRing
        private var hasEnded = false
        private var isAbandoned = false
        /// Whether the writing side was told that nobody reads any longer.
        private var wasRefused = false
        private(set) var failure: (any Error)?

        init(_ byteCount: Int) { ring = ByteRing(byteCount: byteCount) }

        func write(_ bytes: Span<UInt8>) throws {
            monitor.lock()
            defer { monitor.unlock() }
            var done = 0
            while done < bytes.count {
                while isWellFilled, !isAbandoned { monitor.wait() }
                guard !isAbandoned else {
                    wasRefused = true
                    throw SystemError(.failed, "nobody reads any longer")
                }
                done += ring.put(bytes.extracting(done..<bytes.count))
                monitor.notify()
            }
        }

        func read(into output: inout OutputSpan<UInt8>) throws {
            guard !output.isFull else { return }
            monitor.lock()
            defer { monitor.unlock() }
            while ring.count == 0, !hasEnded { monitor.wait() }
            if ring.count == 0, let failure { throw failure }
            let wasWellFilled = isWellFilled
            ring.take(into: &output)
            if wasWellFilled, !isWellFilled { monitor.notify() }
        }

        /// Whether the writing side waits: it is not woken for a few bytes of room.
        private var isWellFilled: Bool { ring.count > ByteHandover.byteCount / 2 }

        func end(_ error: (any Error)?) {
            monitor.lock()
            hasEnded = true
            // That nobody reads any longer is the wish of the reading side.
            failure = wasRefused ? nil : error
            monitor.notify()
            monitor.unlock()
        }

        func abandon() {
            monitor.lock()
            isAbandoned = true
            monitor.notify()
            monitor.unlock()
        }
    }
}
