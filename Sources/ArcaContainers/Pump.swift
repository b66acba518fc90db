internal import ArcaCodecs

/// Moves a stream through a transform that works piece by piece, in constant memory.
///
/// `roomFor` tells the most bytes that `update` with so many bytes, or `finish` after none, appends.
func pump<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
    _ input: inout Input, into output: inout Output, roomFor: (Int) -> Int,
    update: (Span<UInt8>, inout OutputSpan<UInt8>) throws -> Void,
    finish: (inout OutputSpan<UInt8>) throws -> Void
) throws {
    while true {
        let piece = try [UInt8](capacity: 256 * 1024) { space throws in try input.read(into: &space) }
        if piece.isEmpty { break }
        try output.write([UInt8](capacity: roomFor(piece.count)) { space in try update(piece.span, &space) })
    }
    try output.write([UInt8](capacity: roomFor(0)) { space in try finish(&space) })
}
