import ArcaCore
import ArcaPlatform
import ArcaSystem
import Synchronization
import Testing

@Suite struct ChunkPipelineTests {
    private static let slot = 256 * 1024

    @Test(
        "passes everything through in order, whatever the reader's steps",
        arguments: [0, 1, 5000, slot - 1, slot, slot + 1, 2 * slot, 3 * slot + 7, 3_000_000], [1009, slot, .max])
    func inOrder(size: Int, step: Int) throws {
        let bytes = pattern(size)
        var input = SteppingReader(bytes, step: step)
        var output = MemoryWriter()
        let thread = pthread_self()
        var ends = 0
        var total = 0
        try ChunkPipeline.transform(&input, into: &output, maximumOutputCount: { $0 }) { piece, isLast, result in
            #expect(pthread_self() == thread, "a closure that is not Sendable stays on its thread")
            #expect(isLast == piece.isEmpty && ends == 0)
            if isLast { ends += 1 }
            result.append(contentsOf: piece)
            total += piece.count
        }
        #expect(ends == 1 && total == size)
        #expect(output.bytes == bytes)
    }

    @Test("appends the final output of the transform, also for an empty input", arguments: [0, 10, slot, 2_000_000])
    func finish(size: Int) throws {
        var input = SteppingReader(pattern(size), step: .max)
        var output = MemoryWriter()
        try ChunkPipeline.transform(&input, into: &output, maximumOutputCount: { $0 + 3 }) { piece, isLast, result in
            result.append(contentsOf: piece)
            if isLast { for byte: UInt8 in [1, 2, 3] { result.append(byte) } }
        }
        #expect(output.bytes == pattern(size) + [1, 2, 3])
    }

    @Test(
        "numbers the chunks and marks the last one",
        arguments: [0, 1, 99, 100, 101, 65536, 65537, slot, slot + 100, 1_000_000], [100, 65536, 300_000])
    func chunks(size: Int, length: Int) throws {
        let bytes = pattern(size)
        for workers in [1, 2, 5] {
            var input = SteppingReader(bytes, step: 70_000)
            var output = MemoryWriter()
            let busy = Mutex(Set<Int>())
            let seen = Mutex([Int: ChunkPipeline.Chunk]())
            try ChunkPipeline.transformChunks(
                of: length, &input, into: &output, maximumOutputCount: length + 1, workers: workers
            ) { chunk, bytes, result in
                #expect(busy.withLock { $0.insert(chunk.worker).inserted } && chunk.worker < workers)
                defer { busy.withLock { _ = $0.remove(chunk.worker) } }
                #expect(seen.withLock { $0.updateValue(chunk, forKey: chunk.index) } == nil)
                #expect(chunk.isLast ? bytes.count <= length : bytes.count == length)
                result.append(contentsOf: bytes)
                result.append(UInt8(truncatingIfNeeded: chunk.index))
            }
            let count = max(1, (size + length - 1) / length)
            #expect(seen.withLock { $0.count } == count)
            #expect(seen.withLock { $0.values.filter(\.isLast).map(\.index) } == [count - 1])
            let expected = (0..<count).flatMap {
                bytes[$0 * length..<min(size, ($0 + 1) * length)] + [UInt8(truncatingIfNeeded: $0)]
            }
            #expect(output.bytes == expected)
        }
    }

    @Test("writes the output before a failing chunk, the same in every run", arguments: [0, 1, 2, 3, 4, 5, 37, 99])
    func failingChunk(index: Int) throws {
        for round in 0..<20 {
            var input = SteppingReader(pattern(100 * 65536), step: .max)
            var output = MemoryWriter()
            #expect(throws: Failure(place: index)) {
                try ChunkPipeline.transformChunks(
                    of: 65536, &input, into: &output, maximumOutputCount: 65536, workers: 1 + round % 4
                ) { chunk, bytes, result in
                    // Later chunks fail as well, and sooner.
                    if chunk.index == index { usleep(200) }
                    if chunk.index >= index { throw Failure(place: chunk.index) }
                    result.append(contentsOf: bytes)
                }
            }
            #expect(output.bytes == pattern(index * 65536), "round \(round)")
        }
    }

    @Test("throws a reader's error after the preceding output", arguments: [0, 10, slot, 1_000_000])
    func failingReader(place: Int) {
        for _ in 0..<10 {
            var input = FailingReader(left: place)
            var output = MemoryWriter()
            #expect(throws: Failure(place: 0)) {
                try ChunkPipeline.transform(&input, into: &output, maximumOutputCount: { $0 }) { piece, _, result in
                    result.append(contentsOf: piece)
                }
            }
            #expect(output.bytes.count == place)

            var again = FailingReader(left: place)
            var chunks = MemoryWriter()
            #expect(throws: Failure(place: 0)) {
                try ChunkPipeline.transformChunks(of: 1000, &again, into: &chunks, maximumOutputCount: 1000) {
                    #expect(!$0.isLast)
                    $2.append(contentsOf: $1)
                }
            }
            #expect(chunks.bytes.count <= place && chunks.bytes.count.isMultiple(of: 1000))
        }
    }

    @Test("throws a writer's error and stops", arguments: [0, 1, 300_000, 2_000_000])
    func failingWriter(place: Int) {
        var input = SteppingReader(pattern(8_000_000), step: .max)
        var output = FailingWriter(left: place)
        #expect(throws: Failure(place: 1)) {
            try ChunkPipeline.transform(&input, into: &output, maximumOutputCount: { $0 }) { piece, _, result in
                result.append(contentsOf: piece)
            }
        }
        #expect(input.left > 0)
    }

    @Test("passes on the bytes of a slow pipe before more arrive")
    func interactive() throws {
        var inner: [Int32] = [0, 0]
        var outer: [Int32] = [0, 0]
        try #require(pipe(&inner) == 0 && pipe(&outer) == 0)
        let (source, from, to, sink) = (inner[1], inner[0], outer[1], outer[0])
        try Workers.forEach(2, workers: 2) { (_, index) throws(any Error) in
            if index == 0 {
                var reader = try FileReader(descriptor: from, name: "in")
                var writer = FileWriter(descriptor: to, name: "out")
                try ChunkPipeline.transform(&reader, into: &writer, maximumOutputCount: { $0 }) { piece, _, result in
                    result.append(contentsOf: piece)
                }
            } else {
                for byte: UInt8 in [1, 2, 3] {
                    var piece = byte
                    #expect(write(source, &piece, 1) == 1)
                    piece = 0
                    #expect(read(sink, &piece, 1) == 1 && piece == byte)
                }
                close(source)
            }
        }
        for number in [from, to, sink] { close(number) }
    }

    @Test("leaves no thread behind and survives many runs")
    func threads() async {
        // In a separate process: threads of other tests would be counted.
        await #expect(processExitsWith: .success) {
            func count() -> Int { BytePath("/proc/self/status").threadCount }
            let before = count()
            for _ in 0..<100 {
                var input = SteppingReader(pattern(700_000), step: .max)
                var output = MemoryWriter()
                try ChunkPipeline.transformChunks(of: 999, &input, into: &output, maximumOutputCount: 999, workers: 4) {
                    $2.append(contentsOf: $1)
                }
                #expect(output.bytes.count == 700_000)
            }
            #expect(count() < before + 50)
        }
    }
}

private struct Failure: Error, Equatable { let place: Int }

/// Bytes that reveal their position.
private func pattern(_ count: Int) -> [UInt8] { Array(longPattern[..<count]) }

private let longPattern: [UInt8] = {
    var bytes: [UInt8] = []
    for block in 0..<40_000 {
        bytes += Array("block \(block) ".utf8) + [UInt8](repeating: UInt8(block & 255), count: 190)
    }
    return bytes
}()

/// Returns its bytes in steps, less than the available space.
private struct SteppingReader: ByteReader {
    private let bytes: [UInt8]
    private let step: Int
    private var offset = 0

    init(_ bytes: [UInt8], step: Int) {
        self.bytes = bytes
        self.step = step
    }

    var left: Int { bytes.count - offset }

    mutating func read(into output: inout OutputSpan<UInt8>) {
        let count = min(step, output.freeCapacity, left)
        output.append(contentsOf: bytes.span.extracting(offset..<offset + count))
        offset += count
    }
}

private struct FailingReader: ByteReader {
    var left: Int

    mutating func read(into output: inout OutputSpan<UInt8>) throws(Failure) {
        if left == 0 { throw Failure(place: 0) }
        let count = min(left, output.freeCapacity)
        output.append(repeating: 5, count: count)
        left -= count
    }
}

private struct FailingWriter: ByteWriter {
    var left: Int

    mutating func write(_ bytes: borrowing some Bytes) throws(Failure) {
        left -= bytes.withBytes { $0.count }
        if left < 0 { throw Failure(place: 1) }
    }
}

extension BytePath {
    fileprivate var threadCount: Int {
        let status = String(decoding: contents(of: self) ?? [], as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("Threads:") }
        return Int(line?.split(separator: "\t").last ?? "") ?? 0
    }
}
