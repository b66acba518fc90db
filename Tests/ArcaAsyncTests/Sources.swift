import ArcaCore
import ArcaContainers
import Synchronization

/// A source of pieces in memory, which counts the bytes read and may fail at a given piece.
struct Pieces: AsyncSequence, Sendable {
    struct Broken: Error, Equatable {}

    /// The number of bytes read from a source.
    final class Count: Sendable {
        private let bytes = Atomic(0)
        var byteCount: Int { bytes.load(ordering: .sequentiallyConsistent) }
        func add(_ count: Int) { bytes.add(count, ordering: .sequentiallyConsistent) }
    }

    let piece: @Sendable (Int) -> [UInt8]?
    var failing: Int?
    var taken = Count()

    /// Splits bytes into pieces of a given size.
    init(_ bytes: [UInt8], of byteCount: Int, failing: Int? = nil) {
        self.failing = failing
        piece = { index in
            let start = index * byteCount
            return start < bytes.count ? Array(bytes[start..<Swift.min(start + byteCount, bytes.count)]) : nil
        }
    }

    /// Repeats the same piece.
    init(repeating piece: [UInt8], count: Int) { self.piece = { $0 < count ? piece : nil } }

    func makeAsyncIterator() -> Iterator { Iterator(source: self) }

    struct Iterator: AsyncIteratorProtocol {
        let source: Pieces
        var index = 0

        mutating func next() async throws -> [UInt8]? {
            if index == source.failing { throw Broken() }
            defer { index += 1 }
            await Task.yield()
            let piece = source.piece(index)
            source.taken.add(piece?.count ?? 0)
            return piece
        }
    }
}

/// A format that reports the state of its worker.
struct Probe: ContainerFormat {
    static let name = "probe"
    static let title = "a probe"
    static let isAuthenticated = false
    static let hasMagic = false
    static func recognizes(_ beginning: FileBeginning) -> Bool { false }

    /// Number of bytes written by the worker.
    let written = Pieces.Count()
    /// The error that ended the worker, or nil for success.
    let ends: AsyncStream<(any Error)?>
    private let ending: AsyncStream<(any Error)?>.Continuation

    init() { (ends, ending) = AsyncStream.makeStream() }

    /// Writes endlessly.
    func seal<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        let piece = [UInt8](repeating: 7, count: 10_000)
        do {
            while true {
                try output.write(piece)
                written.add(piece.count)
            }
        } catch {
            ending.yield(error)
            throw error
        }
    }

    /// Copies the input.
    func open<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        do {
            while true {
                let piece = try [UInt8](capacity: 1000) { try input.read(into: &$0) }
                if piece.isEmpty { break }
                try output.write(piece)
                written.add(piece.count)
            }
            ending.yield(nil)
        } catch {
            ending.yield(error)
            throw error
        }
    }

    /// Waits for the worker to end and returns its error.
    func end() async -> (any Error)? {
        for await end in ends { return end }
        return nil
    }
}

/// Collects a sequence into an array.
func collect(_ sequence: some AsyncSequence<[UInt8], any Error>) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in sequence {
        precondition(!piece.isEmpty, "a piece is never empty")
        bytes += piece
    }
    return bytes
}
