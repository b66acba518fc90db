internal import ArcaCore

/// Repeats the end of each chunk at the start of the next, so chunks can be compressed independently without losing
/// matches.
///
/// Chunks have `overlap + step` bytes. The first one is all new; each of the others starts with the last `overlap`
/// bytes of its predecessor. No chunk is started without new bytes. The frame covers new bytes only.
struct OverlappingReader<Base: ByteReader & ~Copyable>: ~Copyable, ByteReader {
    private var base: Base
    private(set) var frame: DeflateFrame
    private let overlap: Int
    private let step: Int
    /// The last new bytes, at most `overlap`.
    private var tail: [UInt8] = []
    private var given = 0
    private var isFirst = true

    init(_ base: consuming Base, overlap: Int, step: Int, frame: DeflateFrame) {
        self.base = base
        self.frame = frame
        self.overlap = overlap
        self.step = step
    }

    mutating func read(into output: inout OutputSpan<UInt8>) throws(Base.Failure) {
        guard output.freeCapacity > 0 else { return }
        if given == overlap + step {
            given = 0
            isFirst = false
        }
        guard given == 0, !isFirst else { return try readNew(into: &output) }
        precondition(output.freeCapacity > overlap, "a chunk begins with its overlap and something new")
        let start = output.count
        output.append(contentsOf: tail.span)
        given = overlap
        try readNew(into: &output)
        if output.count == start + overlap {
            output.removeLast(overlap)
            given = 0
        }
    }

    private mutating func readNew(into output: inout OutputSpan<UInt8>) throws(Base.Failure) {
        // The base reader may fill its output, so the output is limited to the remainder of the chunk.
        let left = overlap + step - given
        let start = output.count
        var failure: Base.Failure?
        output.withUnsafeMutableBufferPointer { space, count in
            let room = UnsafeMutableBufferPointer(rebasing: space[count..<min(space.count, count + left)])
            var part = OutputSpan(buffer: room, initializedCount: 0)
            do throws(Base.Failure) { try base.read(into: &part) } catch { failure = error }
            count += part.finalize(for: room)
        }
        if let failure { throw failure }
        let new = output.span.extracting(start..<output.count)
        frame.update(new)
        given += new.count
        keepTail(new)
    }

    private mutating func keepTail(_ new: Span<UInt8>) {
        if new.count >= overlap {
            tail = Array(bytes: new.extracting(new.count - overlap..<new.count))
        } else {
            tail.append(contentsOf: new)
            if tail.count > overlap { tail.removeFirst(tail.count - overlap) }
        }
    }
}
