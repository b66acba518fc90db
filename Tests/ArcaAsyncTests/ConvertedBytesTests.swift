import ArcaAsync
import ArcaCore
import ArcaCompression
import ArcaContainers
import ArcaCrypto
import ArcaSystem
import Foundation
import Synchronization
import Testing

@Suite("Bytes converted by a worker thread")
struct ConvertedBytesTests {
    private static let message: [UInt8] = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }

    @Test("encrypts and decrypts age files, split anywhere", arguments: [1000, 65_536, 700_000])
    func age(_ byteCount: Int) async throws {
        let identity = try Age.X25519Identity()
        let upload = Pieces(Self.message, of: byteCount)
        let file = try await collect(Age.seal(upload, to: [identity.recipient]))
        #expect(try Age(identities: [identity]).open(file) == Self.message)
        let opened = try await collect(Age.open(Pieces(file, of: byteCount + 1), with: [identity]))
        #expect(opened == Self.message)
        // One conversion can feed another.
        let both = Age.open(Age.seal(upload, to: [identity.recipient], isArmored: true), with: [identity])
        #expect(try await collect(both) == Self.message)
    }

    @Test("encrypts an empty upload to a valid file")
    func empty() async throws {
        let identity = try Age.X25519Identity()
        let file = try await collect(Age.seal(Pieces([], of: 1), to: [identity.recipient]))
        #expect(try Age(identities: [identity]).open(file).isEmpty)
        #expect(try await collect(Age.open(Pieces(file, of: 7), with: [identity])).isEmpty)
        let blanks = try await collect(Age.seal(Pieces(repeating: [], count: 3), to: [identity.recipient]))
        #expect(try Age(identities: [identity]).open(blanks).isEmpty)
    }

    @Test("accepts other formats and other types of pieces")
    func kinds() async throws {
        let key = SymmetricKey(size: .bits256)
        let format = try ChunkedEncryption(key: key)
        let (datas, data) = AsyncStream<Data>.makeStream()
        for start in stride(from: 0, to: Self.message.count, by: 100_000) {
            data.yield(Data(Self.message[start..<start + 100_000]))
        }
        data.finish()
        let sealed = try await collect(format.seal(datas))
        #expect(try format.open(sealed) == Self.message)
        let (slices, slice) = AsyncStream<ArraySlice<UInt8>>.makeStream()
        slice.yield(sealed[..<5])
        slice.yield(sealed[5...])
        slice.finish()
        #expect(try await collect(format.open(slices)) == Self.message)
        let (reversed, reversal) = AsyncStream<ReversedCollection<[UInt8]>>.makeStream()
        reversal.yield(Array(sealed.reversed()).reversed())
        reversal.finish()
        #expect(try await collect(format.open(reversed)) == Self.message)
    }

    @Test("limits the data between source and consumer")
    func backPressure() async throws {
        // 64 KiB of input and 128 KiB of output in the pipe, 3 × 64 KiB in progress in each direction, one piece held.
        let most = 700_000
        let source = Pieces(repeating: [UInt8](repeating: 1, count: 20_000), count: 500)
        let sealed = Age.seal(source, to: [try Age.X25519Identity().recipient])
        var iterator = sealed.makeAsyncIterator()
        #expect(source.taken.byteCount == 0)
        var got = 0
        while let piece = try await iterator.next() {
            got += piece.count
            #expect(source.taken.byteCount - got < most)
            #expect(piece.count <= 128 * 1024)
        }
        #expect(source.taken.byteCount == 10_000_000 && got > 10_000_000)
        // A worker that writes endlessly waits for its reader.
        let probe = Probe()
        var endless = probe.seal(Pieces([], of: 1)).makeAsyncIterator()
        got = 0
        for _ in 0..<20 {
            got += try await endless.next()?.count ?? 0
            #expect(probe.written.byteCount - got <= 256 * 1024)
        }
    }

    @Test("ends the worker when the loop is left")
    func leaving() async throws {
        let probe = Probe()
        for try await piece in probe.seal(Pieces([], of: 1)) {
            #expect(piece.first == 7)
            break
        }
        #expect(await probe.end() is CancellationError)
        // Also a worker that waits for input.
        let copy = Probe()
        for try await _ in copy.open(Pieces(Self.message, of: 100_000)) { break }
        #expect(await copy.end() is CancellationError)
    }

    @Test("ends the worker when the task is cancelled, whatever either waits for")
    func cancellation() async throws {
        // The source returns one piece, then nothing until the task is cancelled; then it just ends.
        let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
        continuation.yield(Self.message)
        let copy = Probe()
        let copying = Task {
            var count = 0
            for try await piece in copy.open(pieces) {
                count += piece.count
                if count == Self.message.count { continuation.yield([]) }
            }
            return count
        }
        while copy.written.byteCount < Self.message.count { await Task.yield() }
        copying.cancel()
        await #expect(throws: CancellationError.self) { try await copying.value }
        #expect(await copy.end() is CancellationError)

        // The worker is blocked for a long time.
        let stuck = Stuck()
        let waiting = Task { for try await _ in stuck.seal(Pieces([], of: 1)) {} }
        while !stuck.hasBegun { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        stuck.release()

        // The worker never starts.
        let probe = Probe()
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in probe.seal(Pieces([], of: 1)) {}
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(probe.written.byteCount == 0)
    }

    @Test("throws an error of the source, and completes no file")
    func brokenSource() async throws {
        let identity = try Age.X25519Identity()
        let source = Pieces(Self.message, of: 50_000, failing: 9)
        var file: [UInt8] = []
        await #expect(throws: Pieces.Broken.self) {
            for try await piece in Age.seal(source, to: [identity.recipient]) { file += piece }
        }
        #expect(throws: ContainerError.self) { try Age(identities: [identity]).open(file) }
        let copy = Probe()
        await #expect(throws: Pieces.Broken.self) { _ = try await collect(copy.open(source)) }
        #expect(await copy.end() is CancellationError)
    }

    @Test("throws an error of the conversion after all valid output, then ends")
    func brokenConversion() async throws {
        let identity = try Age.X25519Identity()
        var file = try Age(recipients: [identity.recipient]).seal(Self.message)
        file[500_000] ^= 1
        var iterator = Age.open(Pieces(file, of: 30_000), with: [identity]).makeAsyncIterator()
        var opened: [UInt8] = []
        let error = await #expect(throws: ContainerError.self) {
            while let piece = try await iterator.next() { opened += piece }
        }
        #expect(error?.code == .tampered)
        #expect(!opened.isEmpty && Self.message.starts(with: opened))
        #expect(try await iterator.next() == nil)
        // A missing recipient is detected before the source is read.
        let source = Pieces(Self.message, of: 10)
        await #expect(throws: ContainerError.self) { _ = try await collect(Age.seal(source, to: [])) }
    }

    @Test("does not block the thread pool while many workers block")
    func pool() async throws {
        let stuck = (0..<24).map { _ in Stuck() }
        let tasks = stuck.map { stuck in Task { try await collect(stuck.seal(Pieces([], of: 1))) } }
        while !stuck.allSatisfy({ $0.hasBegun }) { await Task.yield() }
        #expect(await Task { 6 * 7 }.value == 42)
        for stuck in stuck { stuck.release() }
        for task in tasks { #expect(try await task.value == [1]) }
    }

    @Test("ends the threads of many streams")
    func threads() async throws {
        let identity = try Age.X25519Identity()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let message = [UInt8](repeating: UInt8(number), count: 90_000)
                    let file = try await collect(Age.seal(Pieces(message, of: 4096), to: [identity.recipient]))
                    return try await collect(Age.open(Pieces(file, of: 9000), with: [identity])) == message
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test("reads files on demand")
    func files() async throws {
        let path = NSTemporaryDirectory() + "arca-async-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(Self.message).write(to: URL(fileURLWithPath: path))
        #expect(try await collect(FileBytes(.init(path))) == Self.message)
        #expect(try await SHA256.hash(FileBytes(.init(path))) == SHA256.hash(Self.message))
        await #expect(throws: SystemError.self) { _ = try await collect(FileBytes(.init(path + ".missing"))) }
        await #expect(throws: SystemError.self) {
            _ = try await collect(Deflater.deflate(FileBytes(.init(path + ".missing"))))
        }
    }
}

/// A format with a worker that blocks until released.
private final class Stuck: ContainerFormat {
    static let name = "stuck"
    static let title = "a stuck worker"
    static let isAuthenticated = false
    static let hasMagic = false
    static func recognizes(_ beginning: FileBeginning) -> Bool { false }

    private let begun = Atomic(false)
    private let gate = DispatchSemaphore(value: 0)

    var hasBegun: Bool { begun.load(ordering: .sequentiallyConsistent) }
    func release() { gate.signal() }

    func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        begun.store(true, ordering: .sequentiallyConsistent)
        gate.wait()
        try output.write([1])
    }

    func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {}
}
