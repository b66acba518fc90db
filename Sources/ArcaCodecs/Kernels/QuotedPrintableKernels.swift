#if arch(x86_64)
internal import _Builtin_intrinsics.intel.sse2
internal import ArcaKernelsAVX2
#endif

/// The line ending style of a quoted-printable encoder, in the form that kernels use.
struct QuotedPrintableStyle: Sendable {
    /// Whether line ends of the input are text, not data.
    let isText: Bool
    let isCRLF: Bool
    /// Whether all lines end this way; otherwise each line keeps its own ending.
    let isFixed: Bool

    func with(isCRLF: Bool) -> QuotedPrintableStyle {
        QuotedPrintableStyle(isText: isText, isCRLF: isCRLF, isFixed: isFixed)
    }
}

struct QuotedPrintableProgress {
    var read = 0
    var written = 0
    var column: Int
}

/// The vector loops for quoted-printable; the encoder and decoder handle everything else.
enum QuotedPrintableKernels {
    /// The minimum number of bytes for a kernel, which also reads this far ahead.
    static let leastCount = 128
    /// The number of bytes that a step of a kernel may write beyond its output.
    static let leastRoom = 192

    /// Encodes bytes and stops near the end or before anything that needs the encoder's rules.
    ///
    /// `column` is the number of characters in the current line. The processor must support `level`. Returns the number
    /// of bytes read and written, and the new column.
    static func encode(
        _ source: Source, _ count: Int, to destination: Destination, capacity: Int, column: Int,
        style: QuotedPrintableStyle, level: SIMDLevel = .current
    ) -> QuotedPrintableProgress {
        #if arch(x86_64)
        switch level {
        case .avx2, .avx512:
            let progress = AVX2.encodeQuotedPrintable(
                source, count - leastCount, destination, capacity - leastRoom, column, isText: style.isText,
                isCRLF: style.isCRLF, isFixed: style.isFixed)
            return QuotedPrintableProgress(
                read: progress.read, written: progress.written, column: progress.column)
        case .sse2:
            return encodeSSE2(source, count, to: destination, capacity: capacity, startColumn: column, style: style)
        case .portable, .neon: break
        }
        #endif
        return QuotedPrintableProgress(column: column)
    }

    /// `=` and the two digits of each byte, lowest byte first.
    static let escapes: [UInt32] = (0..<256).map { byte in
        let digits: [UInt8] = [UInt8(byte) >> 4, UInt8(byte) & 15].map { $0 < 10 ? 0x30 + $0 : 0x37 + $0 }
        return 0x3d | UInt32(digits[0]) << 8 | UInt32(digits[1]) << 16
    }

    /// The value of each upper-case hexadecimal digit; 0xff for all other bytes.
    private static let digitValues: [UInt8] = (0..<256).map { byte in
        switch UInt8(byte) {
        case 0x30...0x39: UInt8(byte) - 0x30
        case 0x41...0x46: UInt8(byte) - 0x37
        default: 0xff
        }
    }

    /// Decodes a run of at most `limit` escapes with upper-case digits; returns the number decoded.
    ///
    /// The buffers must have room for `limit` escapes.
    @inline(__always)
    static func decodeEscapes(_ source: Source, _ limit: Int, _ destination: Destination) -> Int {
        guard limit > 0, source[0] == 0x3d else { return 0 }
        return digitValues.withUnsafeBufferPointer { values in
            guard let values = values.baseAddress else { return 0 }
            var count = 0
            var text = source
            while count < limit, text[0] == 0x3d {
                let high = values[Int(text[1])]
                let low = values[Int(text[2])]
                guard high | low < 16 else { break }
                destination[count] = high << 4 | low
                count += 1
                text += 3
            }
            return count
        }
    }

    /// Copies at most `limit` characters that need no escape (tab, and 0x20 to 0x7e except `=`); returns their number.
    ///
    /// `readable` and `writable` are at least `limit`. The bytes after the copied ones may be overwritten.
    static func copyPlain(
        _ source: Source, _ limit: Int, _ destination: Destination, readable: Int, writable: Int
    ) -> Int {
        var index = 0
        #if arch(x86_64)
        let end = min(limit, readable - 16, writable - 16)
        while index <= end {
            let block = SSE2.load(source, index)
            SSE2.store(destination, index, block)
            let count = (~UInt32(bitPattern: _mm_movemask_epi8(plain(block)))).trailingZeroBitCount
            if count < 16 { return min(index + count, limit) }
            index += 16
        }
        if index >= limit { return limit }
        #endif
        while index < limit, isPlain(source[index]) {
            destination[index] = source[index]
            index += 1
        }
        return index
    }

    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        (byte >= 0x20 && byte <= 0x7e && byte != 0x3d) || byte == 0x09
    }
}

#if arch(x86_64)
extension QuotedPrintableKernels {
    @inline(__always)
    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d }

    /// All bits set for each byte that needs no escape; signed comparison excludes 0x80 and above.
    @inline(__always)
    private static func plain(_ block: SSE2.Vector) -> SSE2.Vector {
        let printable = _mm_and_si128(
            _mm_cmpgt_epi8(block, _mm_set1_epi8(0x1f)), _mm_cmpgt_epi8(_mm_set1_epi8(0x7f), block))
        return _mm_or_si128(
            _mm_andnot_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8(0x3d)), printable),
            _mm_cmpeq_epi8(block, _mm_set1_epi8(0x09)))
    }

    /// Stores 16 bytes and returns a bit mask of those that need no escape.
    @inline(__always)
    private static func copy(_ source: Source, _ destination: Destination, _ offset: Int) -> UInt64 {
        let block = SSE2.load(source, offset)
        SSE2.store(destination, offset, block)
        return UInt64(UInt32(bitPattern: _mm_movemask_epi8(plain(block))))
    }

    @inline(never)
    private static func encodeSSE2(
        _ source: Source, _ count: Int, to destination: Destination, capacity: Int, startColumn: Int,
        style: QuotedPrintableStyle
    ) -> QuotedPrintableProgress {
        escapes.withUnsafeBufferPointer { table in
            guard let escapes = table.baseAddress else { return QuotedPrintableProgress(column: startColumn) }
            let lastRead = count - leastCount
            let lastWrite = capacity - leastRoom
            let softBreak: UInt32 = style.isCRLF ? 0x0a0d3d : 0x0a3d
            let hardBreak: UInt16 = style.isCRLF ? 0x0a0d : 0x0a
            let hardCount = style.isCRLF ? 2 : 1
            var read = 0
            var written = 0
            var column = startColumn
            while read <= lastRead, written <= lastWrite, column <= 75 {
                // A branch on a single byte is predicted; waiting for the length of a run would stall.
                let lead = source[read]
                if lead >= 0x80 {
                    if column > 72 {
                        if style.isText, isLineEnd(source[read + 1]) { break }
                        store32(destination, written, softBreak)
                        written += hardCount + 1
                        column = 0
                    }
                    // The part of a run of bytes over 0x7f that fits on the line.
                    let high =
                        UInt32(bitPattern: _mm_movemask_epi8(SSE2.load(source, read)))
                        | UInt32(bitPattern: _mm_movemask_epi8(SSE2.load(source, read + 16))) << 16
                    let count = min((~high).trailingZeroBitCount, (75 - column) / 3)
                    let next = source + read
                    let text = destination + written
                    for index in 0..<count { store32(text, 3 &* index, escapes[Int(next[index])]) }
                    read += count
                    written += 3 * count
                    column += 3 * count
                    continue
                }
                if style.isText, isLineEnd(lead) {
                    let isReturn = lead == 0x0d
                    if isReturn, source[read + 1] != 0x0a { break }
                    if !style.isFixed, isReturn != style.isCRLF { break }
                    store16(destination, written, hardBreak)
                    written += hardCount
                    read += isReturn ? 2 : 1
                    column = 0
                    continue
                }
                // Copies up to 80 bytes, and checks how many of them needed no escape.
                let from = source + read
                let to = destination + written
                let mask =
                    copy(from, to, 0) | copy(from, to, 16) << 16 | copy(from, to, 32) << 32 | copy(from, to, 48) << 48
                var run = (~mask).trailingZeroBitCount
                let room = 75 - column
                if run == 64 { run += min((~copy(from, to, 64)).trailingZeroBitCount, 16) }
                if run >= room {
                    // The line is full. The next byte decides whether one more character fits, or whether this one is a
                    // trailing blank: the encoder's rules handle both.
                    if style.isText, isLineEnd(from[room]) || isLineEnd(from[room + 1]) {
                        let kept = room > 0 ? room - 1 : 0
                        read += kept
                        written += kept
                        column += kept
                        break
                    }
                    read += room
                    store32(destination, written + room, softBreak)
                    written += room + hardCount + 1
                    column = 0
                    continue
                }
                read += run
                written += run
                column += run
                let byte = source[read]
                if byte >= 0x80 { continue }
                if style.isText, isLineEnd(byte) {
                    if run > 0, source[read - 1] == 0x20 || source[read - 1] == 0x09 {
                        read -= 1
                        written -= 1
                        column -= 1
                        break
                    }
                    continue
                }
                if column > 72 { break }
                store32(destination, written, escapes[Int(byte)])
                written += 3
                column += 3
                read += 1
            }
            return QuotedPrintableProgress(read: read, written: written, column: column)
        }
    }
}
#endif
