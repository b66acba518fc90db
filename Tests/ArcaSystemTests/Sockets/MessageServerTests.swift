import ArcaCore
import ArcaPlatform
import Synchronization
import Testing

@testable import ArcaSystem

@Suite("Messages on a Unix socket")
struct MessageServerTests {
    /// Runs a server that returns each message with a byte in front, and stops it.
    private func withServer<Result>(
        limit: Int = 1000, answer: @escaping @Sendable ([UInt8]) -> [UInt8] = { [1] + $0 },
        _ body: (BytePath) throws -> Result
    ) throws -> Result {
        let folder = TestFolder()
        chmod("\(folder.path)", 0o700)
        let path = folder("socket")
        let socket = try ListeningSocket(at: path)
        let server = MessageServer(messageByteCount: limit)
        guard let thread = WorkerThread({ server.run(socket) { _ in { answer([UInt8](bytes: $0)) } } }) else {
            throw SystemError(.failed, "no thread")
        }
        let result = Swift.Result<Result, any Error> { try body(path) }
        server.stop(path)
        thread.join()
        #expect(folder.names == [])
        return try result.get()
    }

    /// A connection without the rules of messages.
    private func rawConnection(_ path: BytePath) throws -> Int32 {
        let number = makeLocalSocket()
        try #require(withLocalAddress(path.bytes) { connect(number, $0, $1) } == 0)
        return number
    }

    private func put(_ bytes: [UInt8], _ number: Int32) { _ = send(number, bytes, bytes.count, sendFlags) }

    /// Whether the other end closes the connection.
    private func isClosed(_ number: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(number, &byte, 1, 0) <= 0
    }

    @Test("answers messages of every length up to the limit, in order")
    func answers() throws {
        try withServer { path in
            var connection = try MessageConnection(to: path)
            for count in [0, 1, 999, 1000] {
                let message = [UInt8](repeating: 7, count: count)
                #expect(try connection.exchange(message, limit: 2000) == [1] + message)
            }
            #expect(connection.peer?.identifier == getpid() && connection.peer?.user == getuid())
            #expect(
                systemError { () throws(SystemError) in _ = try connection.exchange([1, 2], limit: 2) }?.code
                    == .limitExceeded)
        }
    }

    @Test("closes a connection that announces too much, and serves others meanwhile")
    func limits() throws {
        try withServer { path in
            let slow = try rawConnection(path)
            defer { close(slow) }
            put([0, 0, 0, 9, 1], slow)
            for length: [UInt8] in [[0, 0, 3, 0xe9], [0xff, 0xff, 0xff, 0xff], [0x80, 0, 0, 0]] {
                let number = try rawConnection(path)
                put(length, number)
                #expect(isClosed(number))
                close(number)
            }
            for _ in 0..<100 {
                var connection = try MessageConnection(to: path)
                #expect(try connection.exchange([5], limit: 10) == [1, 5])
            }
        }
    }

    @Test("a client that is being answered does not delay others")
    func waiting() throws {
        let monitor = Monitor()
        let isFree = Mutex(false)
        let answer: @Sendable ([UInt8]) -> [UInt8] = { message in
            guard message == [9] else { return message }
            monitor.lock()
            while !isFree.withLock({ $0 }) { monitor.wait() }
            monitor.unlock()
            return [10]
        }
        try withServer(answer: answer) { path in
            let first = try rawConnection(path)
            defer { close(first) }
            put([0, 0, 0, 1, 9], first)
            var other = try MessageConnection(to: path)
            #expect(try other.exchange([5], limit: 10) == [5])
            monitor.lock()
            isFree.withLock { $0 = true }
            monitor.notify()
            monitor.unlock()
            var bytes = [UInt8](repeating: 0, count: 5)
            #expect(recv(first, &bytes, 5, Int32(MSG_WAITALL)) == 5 && bytes == [0, 0, 0, 1, 10])
        }
    }

    @Test("idle connections beyond the limit are closed, the oldest first")
    func idle() throws {
        try withServer { path in
            var idle: [Int32] = []
            defer { for number in idle { close(number) } }
            for _ in 0..<MessageServer.maximumConnectionCount {
                idle.append(try rawConnection(path))
                // An answer shows that the server has the connection.
                put([0, 0, 0, 0], idle[idle.count - 1])
                var answer = [UInt8](repeating: 0, count: 5)
                #expect(recv(idle[idle.count - 1], &answer, 5, Int32(MSG_WAITALL)) == 5)
            }
            var new = try MessageConnection(to: path)
            #expect(try new.exchange([1], limit: 10) == [1, 1])
            #expect(isClosed(idle[0]))
        }
    }

    @Test("makes a socket of mode 0600, and replaces only one that no process serves")
    func socket() throws {
        let folder = TestFolder()
        let path = folder("new").appending("socket")
        do {
            let socket = try ListeningSocket(at: path)
            #expect(try FileInfo(path).mode == 0o600 && FileInfo(path.parent).mode == 0o700)
            #expect(throws: SystemError(.exists, "")) { try ListeningSocket(at: path) }
            #expect(socket.path == path)
        }
        // The file is still there, and no process serves it.
        _ = try ListeningSocket(at: path)
        let file = folder("new").appending("file")
        write([1], to: file)
        #expect(throws: SystemError(.exists, "")) { try ListeningSocket(at: file) }
        #expect(contents(of: file) == [1])
    }

    @Test("refuses folders that others can enter, and long paths")
    func folders() throws {
        let folder = TestFolder()
        chmod("\(folder.path)", 0o755)
        #expect(throws: SystemError(.unsafePath, "")) { try ListeningSocket(at: folder("socket")) }
        #expect(throws: SystemError(.unsafePath, "")) { try ListeningSocket(at: "/tmp/arca-test-socket") }
        let long = folder("x").appending(BytePath(Array(repeating: 0x61, count: 120)))
        #expect(throws: SystemError(.limitExceeded, "")) { try ListeningSocket(at: long) }
        #expect(throws: SystemError(.limitExceeded, "")) { _ = try MessageConnection(to: long) }
    }

    @Test("ends at its time, and calls tick")
    func ends() throws {
        let folder = TestFolder()
        chmod("\(folder.path)", 0o700)
        let socket = try ListeningSocket(at: folder("socket"))
        var ticks = 0
        MessageServer(messageByteCount: 10).run(
            socket, until: SystemClock.boot.milliseconds + 20, tick: { ticks += 1 }
        ) { _ in { _ in [] } }
        #expect(ticks > 0 && folder.names == [])
    }
}
