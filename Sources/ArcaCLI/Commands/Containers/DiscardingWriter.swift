internal import ArcaCodecs

/// A writer that throws away what it gets: what `--verify-only` writes to.
struct DiscardingWriter: ByteWriter {
    mutating func write(_ bytes: borrowing some Bytes) {}
}
