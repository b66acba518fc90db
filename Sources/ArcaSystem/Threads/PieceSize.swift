package enum ReadAhead {
    /// The default size of a piece, in bytes: it fits in a core's cache together with its output.
    package static let pieceByteCount = 128 * 1024
}
