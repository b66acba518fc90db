internal import ArcaPlatform
internal import Synchronization

/// A server for messages of the user's own processes, with a thread per connection.
///
/// A client that sends slowly, or nothing, does not delay others: beyond the maximum number of connections, the one
/// that has been idle longest is closed.
package final class MessageServer: Sendable {
    /// Answers the messages of one connection, in order.
    package typealias Answerer = (Span<UInt8>) -> [UInt8]

    static let maximumConnectionCount = 64
    /// The time between two calls of `tick`, in milliseconds.
    private static let tickMilliseconds = 5_000

    private struct Connections {
        /// For each descriptor the number of its last answer among all, or nil while a message is being answered.
        var lastAnswers: [Int32: Int?] = [:]
        private var answerCount = 0

        mutating func nextAnswer() -> Int {
            answerCount += 1
            return answerCount
        }
    }

    private let messageByteCount: Int
    private let connections = Mutex(Connections())
    private let isStopped = Atomic(false)

    /// Creates a server for messages of up to this size in bytes.
    package init(messageByteCount: Int) { self.messageByteCount = messageByteCount }

    /// Serves a socket until ``stop()`` or a time of the boot clock, in milliseconds; then closes all connections and
    /// removes the socket's file.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - end: The time, or nil.
    ///   - tick: Called every few seconds.
    ///   - answerer: Called on the connection's thread for a new client, which is the same user or root.
    package func run(
        _ socket: ListeningSocket, until end: Int? = nil, tick: () -> Void = {},
        answerer: @escaping @Sendable (PeerProcess) -> Answerer
    ) {
        defer {
            try? Folder.removeFile(socket.path)
            connections.withLock { for number in $0.lastAnswers.keys { shutdown(number, Int32(SHUT_RDWR)) } }
        }
        while !isStopped.load(ordering: .acquiring) {
            let left = end.map { $0 - SystemClock.boot.milliseconds } ?? .max
            guard left > 0 else { return }
            var wait = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
            let count = poll(&wait, 1, Int32(min(left, Self.tickMilliseconds)))
            tick()
            guard count > 0, !isStopped.load(ordering: .acquiring) else { continue }
            let number = accept(socket.number, nil, nil)
            guard number >= 0 else {
                // Without free descriptors, waiting helps more than trying again at once.
                if errno == EMFILE || errno == ENFILE { usleep(100_000) }
                continue
            }
            prepareLocalSocket(number)
            start(number, answerer)
        }
    }

    /// Ends ``run(_:until:tick:answerer:)``; `path` is its socket.
    package func stop(_ path: BytePath) {
        isStopped.store(true, ordering: .releasing)
        // Wakes it.
        _ = try? MessageConnection(to: path)
    }

    private func start(_ number: Int32, _ answerer: @escaping @Sendable (PeerProcess) -> Answerer) {
        let isAccepted = connections.withLock { connections in
            if connections.lastAnswers.count >= Self.maximumConnectionCount {
                let idle = connections.lastAnswers.compactMapValues(\.self)
                guard let oldest = idle.min(by: { $0.value < $1.value }) else { return false }
                // Its thread closes it.
                shutdown(oldest.key, Int32(SHUT_RDWR))
                connections.lastAnswers[oldest.key] = nil
            }
            connections.lastAnswers[number] = connections.nextAnswer()
            return true
        }
        let thread = isAccepted ? WorkerThread { [self] in serve(number, answerer) } : nil
        guard let thread else {
            connections.withLock { $0.lastAnswers[number] = nil }
            close(number)
            return
        }
        thread.detach()
    }

    private func serve(_ number: Int32, _ answerer: @Sendable (PeerProcess) -> Answerer) {
        var connection = MessageConnection(owning: number)
        // Runs before the descriptor is closed, so its number is still its own.
        defer { connections.withLock { $0.lastAnswers[number] = nil } }
        guard let peer = connection.peer, peer.user == geteuid() || peer.user == 0 else { return }
        let answer = answerer(peer)
        do throws(SystemError) {
            while true {
                let result = try connection.receive(limit: messageByteCount) { [self] message in
                    note(number, isAnswered: false)
                    return answer(message)
                }
                guard let result else { return }
                // Before the client has the answer, so that a client's next step comes after it.
                note(number, isAnswered: true)
                try connection.send(result)
            }
        } catch {
            // A client that breaks the rules loses its connection.
        }
    }

    private func note(_ number: Int32, isAnswered: Bool) {
        connections.withLock { connections in
            guard connections.lastAnswers[number] != nil else { return }
            connections.lastAnswers.updateValue(isAnswered ? connections.nextAnswer() : nil, forKey: number)
        }
    }
}
