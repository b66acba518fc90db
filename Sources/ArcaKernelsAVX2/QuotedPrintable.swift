#if arch(x86_64)
internal import _Builtin_intrinsics.intel

extension AVX2 {
    /// Encodes quoted-printable until the encoder's rules are needed, or near the end.
    ///
    /// - Parameters:
    ///   - source: The bytes; 128 bytes from `lastRead` must be readable.
    ///   - lastRead: The last read position at which a step may begin.
    ///   - destination: Receives the text; a step may write 192 bytes.
    ///   - lastWrite: The last write position at which a step may begin.
    ///   - column: The number of characters in the current line.
    ///   - isText: Whether line ends of the input are kept as line ends.
    ///   - isCRLF: Whether lines end in CRLF, else in LF.
    ///   - isFixed: Whether all lines end that way, instead of as in the input.
    /// - Returns: The number of bytes read and written, and the new column.
    @inline(never)
    public static func encodeQuotedPrintable(
        _ source: Source, _ lastRead: Int, _ destination: Destination, _ lastWrite: Int, _ column: Int,
        isText: Bool, isCRLF: Bool, isFixed: Bool
    ) -> (read: Int, written: Int, column: Int) {
        let softBreak: UInt32 = isCRLF ? 0x0a0d3d : 0x0a3d
        let hardBreak: UInt16 = isCRLF ? 0x0a0d : 0x0a
        let hardCount = isCRLF ? 2 : 1
        let low = bytes(0x1f), high = bytes(0x7f), equals = bytes(0x3d), tab = bytes(0x09)
        @inline(__always) func copy(_ from: Source, _ to: Destination, _ offset: Int) -> UInt64 {
            let block = load(from, offset)
            store(to, offset, block)
            // Signed comparisons exclude 0x80 and above.
            let printable = _mm256_and_si256(_mm256_cmpgt_epi8(block, low), _mm256_cmpgt_epi8(high, block))
            let plain = _mm256_or_si256(
                _mm256_andnot_si256(_mm256_cmpeq_epi8(block, equals), printable), _mm256_cmpeq_epi8(block, tab))
            return UInt64(UInt32(bitPattern: _mm256_movemask_epi8(plain)))
        }
        var read = 0
        var written = 0
        var column = column
        while read <= lastRead, written <= lastWrite, column <= 75 {
            // Branches on one byte are predicted; waiting for the length of a run would be slower.
            let lead = source[read]
            if lead >= 0x80 {
                if column > 72 {
                    if isText, isLineEnd(source[read &+ 1]) { break }
                    store32(destination, written, softBreak)
                    written &+= hardCount &+ 1
                    column = 0
                }
                // As much of a run of bytes above 0x7f as fits the line.
                let block = load(source, read)
                let count = (~UInt32(bitPattern: _mm256_movemask_epi8(block))).trailingZeroBitCount
                storeEscapes(block, destination, written)
                if column == 0, count > 26 {
                    // A full line, which no line end can follow.
                    store32(destination, written &+ 75, softBreak)
                    read &+= 25
                    written &+= 76 &+ hardCount
                    continue
                }
                let done = min(count, (75 &- column) / 3)
                read &+= done
                written &+= 3 &* done
                column &+= 3 &* done
                continue
            }
            if isText, isLineEnd(lead) {
                let isReturn = lead == 0x0d
                if isReturn, source[read &+ 1] != 0x0a { break }
                if !isFixed, isReturn != isCRLF { break }
                store16(destination, written, hardBreak)
                written &+= hardCount
                read &+= isReturn ? 2 : 1
                column = 0
                continue
            }
            // Copies 96 bytes, then counts how many of them are plain.
            let from = source + read
            let to = destination + written
            let mask = copy(from, to, 0) | copy(from, to, 32) << 32
            let rest = copy(from, to, 64)
            let room = 75 &- column
            var run = (~mask).trailingZeroBitCount
            if run == 64 { run &+= (~rest).trailingZeroBitCount }
            if run >= room {
                // The line is full. The encoder's rules decide whether one more character fits, or whether this is
                // trailing white space.
                if isText, isLineEnd(from[room]) || isLineEnd(from[room &+ 1]) {
                    let kept = room > 0 ? room &- 1 : 0
                    read &+= kept
                    written &+= kept
                    column &+= kept
                    break
                }
                read &+= room
                store32(destination, written &+ room, softBreak)
                written &+= room &+ hardCount &+ 1
                column = 0
                continue
            }
            read &+= run
            written &+= run
            column &+= run
            let byte = source[read]
            if byte >= 0x80 { continue }
            if isText, isLineEnd(byte) {
                if run > 0, source[read &- 1] == 0x20 || source[read &- 1] == 0x09 {
                    read &-= 1
                    written &-= 1
                    column &-= 1
                    break
                }
                continue
            }
            if column > 72 { break }
            store32(destination, written, 0x3d | digit(byte >> 4) << 8 | digit(byte & 15) << 16)
            written &+= 3
            column &+= 3
            read &+= 1
        }
        return (read, written, column)
    }

    @inline(__always) private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d }

    @inline(__always) private static func digit(_ value: UInt8) -> UInt32 {
        UInt32(value < 10 ? 0x30 &+ value : 0x37 &+ value)
    }

    @inline(__always) private static func store32(_ destination: Destination, _ offset: Int, _ value: UInt32) {
        UnsafeMutableRawPointer(destination).storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
    }

    @inline(__always) private static func store16(_ destination: Destination, _ offset: Int, _ value: UInt16) {
        UnsafeMutableRawPointer(destination).storeBytes(of: value, toByteOffset: offset, as: UInt16.self)
    }

    /// Writes 32 bytes as 96 characters: `=` and two digits each.
    @inline(__always) private static func storeEscapes(_ block: Vector, _ destination: Destination, _ offset: Int) {
        let digits = lanes(48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 65, 66, 67, 68, 69, 70)
        let nibble = bytes(15)
        let high = _mm256_shuffle_epi8(digits, _mm256_and_si256(_mm256_srli_epi16(block, 4), nibble))
        let low = _mm256_shuffle_epi8(digits, _mm256_and_si256(block, nibble))
        // The 16 bytes of each lane become three registers; the shuffle writes 0 for negative indices.
        let first = _mm256_or_si256(
            _mm256_or_si256(
                _mm256_shuffle_epi8(high, lanes(-1, 0, -1, -1, 1, -1, -1, 2, -1, -1, 3, -1, -1, 4, -1, -1)),
                _mm256_shuffle_epi8(low, lanes(-1, -1, 0, -1, -1, 1, -1, -1, 2, -1, -1, 3, -1, -1, 4, -1))),
            lanes(0x3d, 0, 0, 0x3d, 0, 0, 0x3d, 0, 0, 0x3d, 0, 0, 0x3d, 0, 0, 0x3d))
        let second = _mm256_or_si256(
            _mm256_or_si256(
                _mm256_shuffle_epi8(high, lanes(5, -1, -1, 6, -1, -1, 7, -1, -1, 8, -1, -1, 9, -1, -1, 10)),
                _mm256_shuffle_epi8(low, lanes(-1, 5, -1, -1, 6, -1, -1, 7, -1, -1, 8, -1, -1, 9, -1, -1))),
            lanes(0, 0, 0x3d, 0, 0, 0x3d, 0, 0, 0x3d, 0, 0, 0x3d, 0, 0, 0x3d, 0))
        let third = _mm256_or_si256(
            _mm256_or_si256(
                _mm256_shuffle_epi8(high, lanes(-1, -1, 11, -1, -1, 12, -1, -1, 13, -1, -1, 14, -1, -1, 15, -1)),
                _mm256_shuffle_epi8(low, lanes(10, -1, -1, 11, -1, -1, 12, -1, -1, 13, -1, -1, 14, -1, -1, 15))),
            lanes(0, 0x3d, 0, 0, 0x3d, 0, 0, 0x3d, 0, 0, 0x3d, 0, 0, 0x3d, 0, 0))
        store(destination, offset, lowLane(first))
        store(destination, offset &+ 16, lowLane(second))
        store(destination, offset &+ 32, lowLane(third))
        store(destination, offset &+ 48, highLane(first))
        store(destination, offset &+ 64, highLane(second))
        store(destination, offset &+ 80, highLane(third))
    }
}
#endif
