/// Where in an input something was found: offset, line and column, in bytes.
public struct TextPosition: Sendable, Hashable {
    /// Bytes before the place, from 0.
    public let offset: Int
    /// Line of the place, from 1; lines end at LF.
    public let line: Int
    /// Byte of the place within its line, from 1.
    public let column: Int

    /// Makes a position of known offset, line and column.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Finds line and column of an offset.
    ///
    /// - Parameters:
    ///   - offset: Bytes before the place; lines are counted within the input only.
    ///   - bytes: The whole input.
    public init(offset: Int, in bytes: borrowing some Bytes) {
        self = bytes.withBytes { span in
            var line = 1
            var start = 0
            for index in 0..<max(0, min(offset, span.count)) where span[index] == 0x0a {
                line += 1
                start = index + 1
            }
            return TextPosition(offset: offset, line: line, column: offset - start &+ 1)
        }
    }
}

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
