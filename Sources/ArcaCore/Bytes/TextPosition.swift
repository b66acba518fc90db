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
    ///   - offset: Bytes before the place; beyond the end it counts as the end.
    ///   - bytes: The whole input.
    public init(offset: Int, in bytes: borrowing some Bytes) {
        self = bytes.withBytes { span in
            var line = 1
            var start = 0
            for index in 0..<min(offset, span.count) where span[index] == 0x0a {
                line += 1
                start = index + 1
            }
            return TextPosition(offset: offset, line: line, column: offset - start + 1)
        }
    }
}
