/// A position in the input: offset, line and column, in bytes.
public struct TextPosition: Sendable, Hashable {
    /// The number of preceding bytes.
    public let offset: Int
    /// The line, from 1; lines end with LF.
    public let line: Int
    /// The byte position in the line, from 1.
    public let column: Int

    /// Creates a position from its offset, line and column.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Creates a position from an offset, and computes its line and column.
    ///
    /// - Parameters:
    ///   - offset: Number of preceding bytes; lines are counted only within the input.
    ///   - bytes: The whole input.
    public init(offset: Int, in bytes: borrowing some Bytes) {
        self = bytes.withBytes { span in
            var line = 1
            var start = 0
            for index in 0..<max(0, min(offset, span.count)) where span[index] == .newline {
                line += 1
                start = index + 1
            }
            return TextPosition(offset: offset, line: line, column: offset - start &+ 1)
        }
    }
}
