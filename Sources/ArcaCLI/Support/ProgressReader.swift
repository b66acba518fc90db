internal import ArcaCodecs
internal import ArcaSystem

/// A file that tells a progress line what was read of it.
struct ProgressReader: ~Copyable, ByteReader {
    private var base: FileReader
    private let progress: ProgressLine

    /// Takes a file over.
    init(_ base: consuming FileReader, _ progress: ProgressLine) {
        self.base = base
        self.progress = progress
    }

    mutating func read(into output: inout OutputSpan<UInt8>) throws(SystemError) {
        let before = output.count
        try base.read(into: &output)
        progress.add(output.count - before)
    }
}
