/// The offset, line and column of the next byte of a stream.
struct StreamPosition: Sendable {
    private(set) var offset = 0
    private var line = 1
    private var lineStart = 0

    var textPosition: TextPosition { TextPosition(offset: offset, line: line, column: offset - lineStart + 1) }

    @inline(__always)
    mutating func advance(past byte: UInt8) {
        offset += 1
        if byte == .newline {
            line += 1
            lineStart = offset
        }
    }

    @inline(__always)
    mutating func advance(by count: Int) { offset += count }

    mutating func advance(past bytes: Span<UInt8>) {
        for index in bytes.indices where bytes[index] == .newline {
            line += 1
            lineStart = offset + index + 1
        }
        offset += bytes.count
    }
}
