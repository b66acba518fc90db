/// Puts a separator between groups of characters, in text that comes in pieces: line endings, hyphens.
struct LineBreaker: Sendable {
    private let columns: Int
    private let separator: (first: UInt8, second: UInt8?)
    /// Characters since the last separator.
    private var column = 0

    init(_ wrapping: LineWrapping) {
        columns = wrapping.columns
        separator = wrapping.ending == .crlf ? (0x0d, 0x0a) : (0x0a, nil)
    }

    init(every columns: Int, separator: UInt8) {
        self.columns = columns
        self.separator = (separator, nil)
    }

    /// The exact number of bytes that `count` more characters become.
    func count(for count: Int) -> Int {
        count + max(0, column + count - 1) / columns * (separator.second == nil ? 1 : 2)
    }

    /// Appends characters, with a separator before each one that starts a new group.
    mutating func append(_ text: Source, _ count: Int, to output: inout OutputSpan<UInt8>) {
        precondition(output.freeCapacity >= self.count(for: count), "no room for the encoded text")
        output.withUnsafeMutableBufferPointer { memory, initialized in
            guard let start = memory.baseAddress else { return }
            var target = start + initialized
            var done = 0
            while done < count {
                if column == columns {
                    target.initialize(to: separator.first)
                    target += 1
                    if let second = separator.second {
                        target.initialize(to: second)
                        target += 1
                    }
                    column = 0
                }
                let part = min(count - done, columns - column)
                target.initialize(from: text + done, count: part)
                target += part
                column += part
                done += part
            }
            initialized = target - start
        }
    }
}
