import ArcaCore
import ArcaContainers
import Synchronization

/// Pieces in memory as a source, which counts what was taken and may fail in place of a piece.
struct Pieces: AsyncSequence, Sendable {
    struct Broken: Error, Equatable {}

    /// What was taken from a source.
    final class Count: Sendable {
        private let bytes = Atomic(0)
        var byteCount: Int { bytes.load(ordering: .sequentiallyConsistent) }
        func add(_ count: Int) { bytes.add(count, ordering: .sequentiallyConsistent) }
    }

    let piece: @Sendable (Int) -> [UInt8]?
    var failing: Int?
    var taken = Count()

    /// Cuts bytes into pieces of a length.
    init(_ bytes: [UInt8], of byteCount: Int, failing: Int? = nil) {
        self.failing = failing
        piece = { index in
            let start = index * byteCount
            return start < bytes.count ? Array(bytes[start..<Swift.min(start + byteCount, bytes.count)]) : nil
        }
    }

    /// The same piece again and again.
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

/// A format that tells what happens to its worker.
struct Probe: ContainerFormat {
    static let name = "probe"
    static let title = "a probe"
    static let isAuthenticated = false
    static let hasMagic = false
    static func recognizes(_ beginning: FileBeginning) -> Bool { false }

    /// What the worker has written.
    let written = Pieces.Count()
    /// How the worker ended.
    let ends: AsyncStream<(any Error)?>
    private let ending: AsyncStream<(any Error)?>.Continuation

    init() { (ends, ending) = AsyncStream.makeStream() }

    /// Writes without end.
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

    /// Copies.
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

    /// How the worker ended, once it has.
    func end() async -> (any Error)? {
        for await end in ends { return end }
        return nil
    }
}

/// All bytes of a sequence, which must not throw.
func collect(_ sequence: some AsyncSequence<[UInt8], any Error>) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in sequence {
        precondition(!piece.isEmpty, "a piece is never empty")
        bytes += piece
    }
    return bytes
}
