internal import ArcaCodecs
internal import ArcaContainers

/// A writer that passes on a part of what it gets: what `--range` does where nothing can be skipped.
struct RangeWriter<Base: ByteWriter & ~Copyable>: ~Copyable, ByteWriter {
    private var base: Base
    private let offsets: Range<Int>
    private var offset = 0

    /// Takes a writer over, to pass on the bytes at these offsets.
    init(_ base: consuming Base, _ offsets: Range<Int>) {
        self.base = base
        self.offsets = offsets
    }

    mutating func write(_ bytes: borrowing some Bytes) throws(Base.Failure) {
        try bytes.withBytes { (span) throws(Base.Failure) in
            let piece = offsets.clamped(to: offset..<offset + span.count)
            if !piece.isEmpty { try base.write(span.extracting(piece.lowerBound - offset..<piece.upperBound - offset)) }
            offset += span.count
        }
    }

    /// Gives the writer back.
    consuming func takeBase() -> Base { base }
}

/// A writer that throws away what it gets: what `--verify-only` writes to.
struct DiscardingWriter: ByteWriter {
    mutating func write(_ bytes: borrowing some Bytes) {}
}
