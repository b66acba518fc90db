internal import ArcaCore

/// A writer that holds the first bytes back until all input is known to be valid, for outputs that show at once.
///
/// So nothing of a damaged file is written, unless it is larger than what is held.
struct HoldingWriter<Base: ByteWriter & ~Copyable>: ~Copyable, ByteWriter {
    /// How many bytes are held back: with the rest of the work it stays below 40 MiB.
    static var limit: Int { 16 << 20 }

    private var base: Base
    private var held: [UInt8]? = []

    /// Takes a writer over.
    init(_ base: consuming Base) {
        self.base = base
        // Its pages are taken as they fill; growing would take them twice.
        held?.reserveCapacity(Self.limit)
    }

    mutating func write(_ bytes: borrowing some Bytes) throws(Base.Failure) {
        let byteCount = bytes.withBytes { $0.count }
        if let count = held?.count, count + byteCount <= Self.limit {
            bytes.withBytes { held?.append(contentsOf: $0) }
        } else {
            try release()
            try base.write(bytes)
        }
    }

    /// Writes what is held, because all input is valid, and returns the writer.
    consuming func finish() throws(Base.Failure) -> Base {
        try release()
        return base
    }

    private mutating func release() throws(Base.Failure) {
        guard let bytes = held else { return }
        held = nil
        if !bytes.isEmpty { try base.write(bytes) }
    }
}
