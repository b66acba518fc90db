internal import ArcaCore

/// Repeats the end of each chunk before the next one, so that chunks can be compressed apart without losing matches.
///
/// It gives chunks of `overlap + step` bytes: the first one is new throughout, each further one starts with the last
/// `overlap` bytes of the one before. A chunk that would hold nothing new is not begun. The frame counts new bytes only.
struct OverlappingReader<Base: ByteReader & ~Copyable>: ~Copyable, ByteReader {
    private var base: Base
    /// What all the new bytes have gone through.
    private(set) var frame: DeflateFrame
    private let overlap: Int
    private let step: Int
    /// The last new bytes, `overlap` of them at the end of a full chunk.
    private var tail: [UInt8] = []
    /// Bytes of the current chunk that have been given.
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
        // The base may fill what it gets, so it gets no more room than the chunk has left.
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
