extension QuotedPrintable {
    /// A streaming encoder to quoted-printable.
    ///
    /// A space must be escaped, and a character may use the last column, only if a line end follows. So the last two
    /// bytes of each piece are kept until the next one.
    public struct Encoder: ByteTransform {
        private let isText: Bool
        private let lineBreaks: LineBreaks
        private var column = 0
        private var style: QuotedPrintableStyle
        private var pending: (UInt8, UInt8) = (0, 0)
        private var pendingCount = 0

        init(mode: Mode, lineBreaks: LineBreaks) {
            isText = mode == .text
            self.lineBreaks = lineBreaks
            style = QuotedPrintableStyle(isText: isText, isCRLF: lineBreaks == .crlf, isFixed: lineBreaks != .asFound)
        }

        /// The maximum number of bytes that `byteCount` more bytes and the end of the stream append.
        public func maximumOutputCount(for byteCount: Int) -> Int {
            let characters = 3 * (byteCount.addressable + pendingCount)
            // A line is broken if fewer than three of its 75 columns are free.
            return characters + ((column + characters) / 73 + 1) * 3
        }

        /// Encodes the next bytes of the stream.
        public mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
            encode(bytes, isFinal: false, into: &output)
        }

        /// Ends the stream and encodes the pending bytes.
        public mutating func finish(into output: inout OutputSpan<UInt8>) {
            encode(Span(), isFinal: true, into: &output)
        }

        mutating func encode(_ bytes: Span<UInt8>, isFinal: Bool, into output: inout OutputSpan<UInt8>) {
            precondition(output.freeCapacity >= maximumOutputCount(for: bytes.count), "no room for the encoded text")
            bytes.withUnsafeBufferPointer { source in
                output.withUnsafeMutableBufferPointer { memory, initialized in
                    guard let target = memory.baseAddress else { return }
                    var writer = Writer(target: target, offset: initialized, capacity: memory.count)
                    var start = 0
                    if pendingCount > 0 {
                        start = encodePending(source, isFinal: isFinal, &writer)
                    }
                    if let address = source.baseAddress, start < source.count {
                        let rest = source.count - start
                        let done = encode(address + start, rest, isFinal: isFinal, &writer)
                        keep(address + start + done, rest - done)
                    }
                    initialized = writer.offset
                }
            }
        }

        private struct Writer {
            let target: Destination
            var offset: Int
            let capacity: Int

            @inline(__always)
            mutating func append(_ byte: UInt8) {
                target[offset] = byte
                offset += 1
            }
        }

        private mutating func keep(_ source: Source, _ count: Int) {
            pendingCount = count
            if count > 0 { pending.0 = source[0] }
            if count > 1 { pending.1 = source[1] }
        }

        /// Encodes the pending bytes with some of the next ones, and returns the number of those.
        private mutating func encodePending(
            _ source: UnsafeBufferPointer<UInt8>, isFinal: Bool, _ writer: inout Writer
        ) -> Int {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { block in
                guard let start = block.baseAddress else { return 0 }
                start[0] = pending.0
                if pendingCount > 1 { start[1] = pending.1 }
                let taken = min(source.count, 30)
                for index in 0..<taken { start[pendingCount + index] = source[index] }
                let count = pendingCount + taken
                let isEnd = isFinal && taken == source.count
                let done = encode(start, count, isFinal: isEnd, &writer)
                if taken == source.count {
                    keep(start + done, count - done)
                    return taken
                }
                let next = done - pendingCount
                pendingCount = 0
                return next
            }
        }

        /// Encodes all bytes that can be decided; returns their number: all if `isFinal`, else all except one or two.
        private mutating func encode(
            _ source: Source, _ count: Int, isFinal: Bool, _ writer: inout Writer
        ) -> Int {
            let limit = isFinal ? count : count - 2
            var index = 0
            while index < limit {
                if limit - index >= QuotedPrintableKernels.leastCount {
                    let progress = QuotedPrintableKernels.encode(
                        source + index, count - index, to: writer.target + writer.offset,
                        capacity: writer.capacity - writer.offset,
                        column: column, style: style)
                    index += progress.read
                    writer.offset += progress.written
                    column = progress.column
                }
                index += step(source, index, count: count, to: &writer)
            }
            return index
        }

        /// Encodes the character at `index`; returns the number of bytes consumed: 2 for CRLF in text, else 1.
        private mutating func step(_ source: Source, _ index: Int, count: Int, to writer: inout Writer) -> Int {
            let byte = source[index]
            if isText {
                let length = lineEnd(source, index, count)
                if length > 0 {
                    if lineBreaks == .asFound { style = style.with(isCRLF: length == 2) }
                    endLine(&writer)
                    return length
                }
            }
            let next = index + 1
            let isLast = next == count || (isText && lineEnd(source, next, count) > 0)
            let isPlain: Bool
            switch byte {
            case .space, .tab: isPlain = !isLast
            case 0x21...0x3c, 0x3e...0x7e: isPlain = true
            default: isPlain = false
            }
            let width = isPlain ? 1 : 3
            // The last column is reserved for the `=` of a soft line break, unless a line end follows.
            if column + width > (isLast ? maximumLineLength : maximumLineLength - 1) {
                writer.append(.equals)
                endLine(&writer)
            }
            column += width
            if isPlain {
                writer.append(byte)
            } else {
                writer.append(.equals)
                writer.append(Self.digit(byte >> 4))
                writer.append(Self.digit(byte & 15))
            }
            return 1
        }

        private func lineEnd(_ source: Source, _ index: Int, _ count: Int) -> Int {
            if source[index] == .newline { return 1 }
            return source[index] == .carriageReturn && index + 1 < count && source[index + 1] == .newline ? 2 : 0
        }

        private mutating func endLine(_ writer: inout Writer) {
            if style.isCRLF { writer.append(.carriageReturn) }
            writer.append(.newline)
            column = 0
        }

        private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
    }
}
