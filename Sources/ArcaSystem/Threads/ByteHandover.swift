package import ArcaCore

/// Connects a function that writes bytes with one that reads them: two threads and a small buffer.
///
/// Adapts code that can only write to code that can only read, and vice versa. The buffer is wiped afterwards.
package enum ByteHandover {
    static let byteCount = 128 * 1024

    /// Ends when the writing function has returned.
    package struct Reader: ByteReader {
        /// Errors of the writing function.
        package typealias Failure = any Error

        fileprivate let channel: Channel

        /// Appends the next bytes to `output`: none only at the end of the input or without free capacity.
        ///
        /// - Throws: Errors of the writing function.
        package mutating func read(into output: inout OutputSpan<UInt8>) throws(any Error) {
            try channel.read(into: &output)
        }
    }

    package struct Writer: ByteWriter {
        /// ``SystemError`` after the reading function has returned.
        package typealias Failure = any Error

        fileprivate let channel: Channel

        /// Writes all bytes; blocks while the buffer is full.
        ///
        /// - Throws: ``SystemError`` `.failed` after the reader has closed.
        package mutating func write(_ bytes: borrowing some Bytes) throws(any Error) {
            try bytes.withBytes { span in try channel.write(span) }
        }
    }

    /// Runs both functions until both have returned.
    ///
    /// - Parameters:
    ///   - writing: Runs on a separate thread. Its error is passed to the reading side after all bytes.
    ///   - reading: Runs on the calling thread. If it returns early, the next write throws.
    /// - Returns: The result of `reading`.
    /// - Throws: Errors of `reading`, or of `writing` unless they only report the early return; ``SystemError``
    ///   `.failed` if no thread can be started.
    package static func run<Result>(
        writing: (inout Writer) throws -> Void, reading: (inout Reader) throws -> Result
    ) throws -> Result {
        let channel = Channel(byteCount)
        return try withoutActuallyEscaping(writing) { writing in
            // The thread ends before the closure's lifetime does.
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

    fileprivate final class Channel: @unchecked Sendable {  // Every part is guarded by the monitor.
        private let monitor = Monitor()
        private let ring: ByteRing
        private var hasEnded = false
        private var isAbandoned = false
        /// Whether a write failed because the reader had closed.
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

        /// Whether to leave the writing side asleep: it is not woken for a few free bytes.
        private var isWellFilled: Bool { ring.count > ByteHandover.byteCount / 2 }

        func end(_ error: (any Error)?) {
            monitor.lock()
            hasEnded = true
            // An early return of the reading side is intentional, not an error.
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
