public import ArcaCodecs

/// A writer that passes on a part of what it gets: how a part is decrypted where nothing can be skipped.
public struct RangeWriter<Base: ByteWriter & ~Copyable>: ~Copyable, ByteWriter {
    /// What writing throws.
    public typealias Failure = Base.Failure

    private var base: Base
    private let offsets: Range<Int>
    private var offset = 0

    /// Takes a writer over.
    ///
    /// - Parameters:
    ///   - base: Gets the part.
    ///   - offsets: Where the part lies in what is written.
    public init(_ base: consuming Base, _ offsets: Range<Int>) {
        self.base = base
        self.offsets = offsets
    }

    /// Passes on what lies in the part.
    public mutating func write(_ bytes: borrowing some Bytes) throws(Base.Failure) {
        try bytes.withBytes { (span) throws(Base.Failure) in
            let piece = offsets.clamped(to: offset..<offset + span.count)
            if !piece.isEmpty { try base.write(span.extracting(piece.lowerBound - offset..<piece.upperBound - offset)) }
            offset += span.count
        }
    }

    /// Gives the writer back.
    public consuming func takeBase() -> Base { base }
}
