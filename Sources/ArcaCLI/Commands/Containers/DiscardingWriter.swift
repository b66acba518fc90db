internal import ArcaCodecs

/// A writer that counts what it gets and throws it away: what `--verify-only` writes to.
struct DiscardingWriter: ByteWriter {
    private(set) var byteCount = 0

    mutating func write(_ bytes: borrowing some Bytes) { byteCount += bytes.withBytes { $0.count } }
}
