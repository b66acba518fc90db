internal import ArcaCore

/// Offset, line and column of the next byte of a stream.
struct StreamPosition: Sendable {
    /// Bytes before the place.
    private(set) var offset = 0
    private var line = 1
    private var lineStart = 0

    /// The place as errors name it.
    var textPosition: TextPosition { TextPosition(offset: offset, line: line, column: offset - lineStart + 1) }

    /// Goes past one byte.
    @inline(__always)
    mutating func advance(past byte: UInt8) {
        offset += 1
        if byte == 0x0a {
            line += 1
            lineStart = offset
        }
    }

    /// Goes past bytes that hold no line feed.
    @inline(__always)
    mutating func advance(by count: Int) { offset += count }

    /// Goes past any bytes.
    mutating func advance(past bytes: Span<UInt8>) {
        for index in bytes.indices where bytes[index] == 0x0a {
            line += 1
            lineStart = offset + index + 1
        }
        offset += bytes.count
    }
}
