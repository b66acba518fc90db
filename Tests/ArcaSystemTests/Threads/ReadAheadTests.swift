import ArcaCore
import ArcaPlatform
import ArcaSystem
import Synchronization
import Testing

@Suite struct ReadAheadTests {
    private static let mebibyte = 1 << 20

    private static let pattern = [UInt8](unsafeUninitializedCapacity: 6 << 20) { space, count in
        for index in 0..<6 << 20 { space[index] = UInt8(truncatingIfNeeded: index &* 7 ^ index >> 9) }
        count = 6 << 20
    }

    private func pattern(_ count: Int) -> [UInt8] { Array(Self.pattern[..<count]) }

    private func all(of input: inout FileReader, pieceByteCount: Int, workers: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try ReadAhead.forEachPiece(of: &input, pieceByteCount: pieceByteCount, workers: workers) { piece in
            #expect(piece.count > 0 && piece.count <= pieceByteCount)
            bytes.append(contentsOf: piece)
        }
        return bytes
    }

    @Test(
        "passes on a whole file in order, and leaves it at its end",
        arguments: [
            0, 1, 4095, mebibyte - 1, mebibyte, mebibyte + 1, 3 * mebibyte, 3 * mebibyte + 4097,
        ], [1, 2, 5])
    func files(size: Int, workers: Int) throws {
        let folder = TestFolder()
        let bytes = pattern(size)
        write(bytes, to: folder("f"))
        for piece in [16384, 65536, 2 << 20] {
            var input = try FileReader(folder("f"))
            #expect(try all(of: &input, pieceByteCount: piece, workers: workers) == bytes)
            #expect(input.offset == size)
        }
    }

    @Test("starts at the position of the input", arguments: [1, 1000, mebibyte, 2 * mebibyte + 5])
    func offset(start: Int) throws {
        let folder = TestFolder()
        let bytes = pattern(3 * Self.mebibyte)
        write(bytes, to: folder("f"))
        var input = try FileReader(folder("f"))
        try input.seek(to: start)
        #expect(try all(of: &input, pieceByteCount: 4096, workers: 2) == Array(bytes[start...]))
        #expect(input.offset == bytes.count)
    }

    @Test("passes on a whole pipe in order", arguments: [0, 1, mebibyte + 1, 5 * mebibyte], [1, 2, 3])
    func pipes(size: Int, workers: Int) throws {
        let folder = TestFolder()
        let bytes = pattern(size)
        write(bytes, to: folder("f"))
        let process = try #require(popen("cat '\(folder("f"))'", "r"))
        defer { pclose(process) }
        var input = try FileReader(descriptor: fileno(process), name: "pipe")
        #expect(input.offset == nil)
        #expect(try all(of: &input, pieceByteCount: 65536, workers: workers) == bytes)
    }

    @Test("stops at an error of the body, after all preceding pieces", arguments: [0, 1, 2, 9, 30], [1, 2, 4])
    func failure(place: Int, workers: Int) throws {
        struct Stop: Error {}
        let folder = TestFolder()
        let bytes = pattern(4 * Self.mebibyte)
        write(bytes, to: folder("f"))
        for _ in 0..<10 {
            var input = try FileReader(folder("f"))
            var seen: [UInt8] = []
            var calls = 0
            #expect(throws: Stop.self) {
                try ReadAhead.forEachPiece(of: &input, pieceByteCount: 65536, workers: workers) { piece in
                    if calls == place { throw Stop() }
                    calls += 1
                    seen.append(contentsOf: piece)
                }
            }
            #expect(calls == place && seen == Array(bytes[..<(place * 65536)]))
        }
    }

    @Test("throws errors of reading")
    func readingFails() throws {
        // The first page of a process's memory cannot be read.
        var input = try FileReader("/proc/self/mem")
        let error = #expect(throws: SystemError.self) {
            try ReadAhead.forEachPiece(of: &input) { _ in Issue.record("nothing can be read") }
        }
        #expect(error?.number == EIO)
    }

    @Test("waits for no more of a pipe after the body has failed", arguments: [1, 2, 3])
    func failureBesideOpenPipe(workers: Int) throws {
        struct Stop: Error {}
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (source, sink) = (ends[0], ends[1])
        // Nothing more is written, and the pipe stays open until the reader has stopped.
        defer { [source, sink].forEach { close($0) } }
        let writer = Thread { send(sink, 3 << 20) }
        writer.start()
        var input = try FileReader(descriptor: source, name: "pipe")
        var total = 0
        #expect(throws: Stop.self) {
            try ReadAhead.forEachPiece(of: &input, workers: workers) { piece in
                total += piece.count
                if total == 3 << 20 { throw Stop() }
            }
        }
        writer.join()
    }

    @Test("passes on the bytes of a slow pipe before more arrive")
    func slowPipe() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (source, sink) = (ends[0], ends[1])
        defer { close(source) }
        // More than is read on one thread, so both workers are active.
        let writer = Thread { (0..<40).forEach { _ in send(sink, 65536) } }
        writer.start()
        var total = 0
        var input = try FileReader(descriptor: source, name: "pipe")
        var isClosed = false
        try ReadAhead.forEachPiece(of: &input, pieceByteCount: 65536, workers: 2) { piece in
            total += piece.count
            // The next byte is only written after all preceding ones were passed on.
            if total >= 40 * 65536 && total < 40 * 65536 + 5 {
                send(sink, 1)
            } else if total == 40 * 65536 + 5, !isClosed {
                isClosed = true
                close(sink)
            }
        }
        writer.join()
        #expect(total == 40 * 65536 + 5)
    }
}

private func send(_ descriptor: Int32, _ count: Int) {
    let zeros = [UInt8](repeating: 0, count: count)
    var rest = count
    while rest > 0 { rest -= max(0, ArcaPlatform.write(descriptor, zeros, rest)) }
}

/// A thread that runs a closure.
private final class Thread: @unchecked Sendable {  // started and joined by one owner
    private let body: @Sendable () -> Void
    private var identifier = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func start() {
        pthread_create(
            &identifier, nil,
            { context in
                if let context { Unmanaged<Thread>.fromOpaque(context).takeUnretainedValue().body() }
                return nil
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func join() { pthread_join(identifier, nil) }
}
