internal import ArcaCodecs

/// A reader that belongs to somebody else, who keeps it alive meanwhile.
struct LentReader<Base: ByteReader & ~Copyable>: ByteReader {
    private let base: UnsafeMutablePointer<Base>

    init(_ base: UnsafeMutablePointer<Base>) { self.base = base }

    mutating func read(into output: inout OutputSpan<UInt8>) throws(Base.Failure) {
        try base.pointee.read(into: &output)
    }
}

/// A writer that belongs to somebody else, who keeps it alive meanwhile.
struct LentWriter<Base: ByteWriter & ~Copyable>: ByteWriter {
    private let base: UnsafeMutablePointer<Base>

    init(_ base: UnsafeMutablePointer<Base>) { self.base = base }

    mutating func write(_ bytes: borrowing some Bytes) throws(Base.Failure) { try base.pointee.write(bytes) }
}
