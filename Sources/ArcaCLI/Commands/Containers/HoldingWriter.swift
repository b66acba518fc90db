internal import ArcaCore

/// A writer for outputs that show bytes immediately.
///
/// It holds back the first bytes until all input is valid. A damaged file therefore produces no output, unless it is
/// larger than the limit.
struct HoldingWriter<Base: ByteWriter & ~Copyable>: ~Copyable, ByteWriter {
    /// Maximum number of bytes held back; total memory stays below 40 MiB.
    static var limit: Int { 16 << 20 }

    private var base: Base
    private var held: [UInt8]? = []

    init(_ base: consuming Base) {
        self.base = base
        // Reserved pages are allocated as they fill; growing the array would allocate them twice.
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

    /// Writes the bytes held back, after all input proved valid, and returns the writer.
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
