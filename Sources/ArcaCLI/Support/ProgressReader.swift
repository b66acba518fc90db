internal import ArcaCodecs

/// A reader that tells a progress line what was read of it.
struct ProgressReader<Base: ByteReader & ~Copyable>: ~Copyable, ByteReader {
    private var base: Base
    private let progress: ProgressLine

    /// Takes a reader over.
    init(_ base: consuming Base, _ progress: ProgressLine) {
        self.base = base
        self.progress = progress
    }

    mutating func read(into output: inout OutputSpan<UInt8>) throws(Base.Failure) {
        let before = output.count
        try base.read(into: &output)
        progress.add(output.count - before)
    }

    /// Gives the reader back.
    consuming func takeBase() -> Base { base }
}
