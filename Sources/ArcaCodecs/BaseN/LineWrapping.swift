/// The line length and line endings of encoded text.
///
/// Encoding writes a line ending between lines and none after the last. Decoding accepts LF and CRLF between lines and
/// once at the end, and rejects lines longer than `columns`.
public struct LineWrapping: Sendable, Hashable {
    /// The line ending.
    public enum Ending: Sendable, Hashable {
        /// A line feed, as in Unix files and PEM.
        case lf
        /// Carriage return and line feed, as in mail.
        case crlf
    }

    /// Characters in a full line, 1 or more.
    public let columns: Int
    /// The line ending that encoding writes.
    public let ending: Ending
    /// Whether decoding rejects empty lines and lines shorter than `columns`, except for the last.
    public let isExact: Bool
    /// Whether decoding also accepts CR alone (RFC 7468, section 3: eol).
    let acceptsReturn: Bool

    /// Lines of 76 characters with CRLF (RFC 2045, section 6.8); decoding also accepts shorter lines.
    public static let mime = LineWrapping(76, .crlf, isExact: false)
    /// Lines of exactly 64 characters with LF (RFC 7468, section 2).
    public static let pem = LineWrapping(64, .lf, isExact: true, acceptsReturn: true)

    /// Creates a line wrapping.
    ///
    /// - Parameters:
    ///   - columns: Characters per full line, 1 or more.
    ///   - ending: The line ending for encoding.
    ///   - isExact: Whether decoding rejects lines shorter than `columns`, except the last.
    /// - Throws: ``CodecError`` with code `.invalidOption` if `columns` is less than 1.
    public init(columns: Int, ending: Ending = .lf, isExact: Bool = false) throws(CodecError) {
        guard columns > 0 else {
            throw CodecError(.invalidOption, "a line has 1 character or more, not \(columns)")
        }
        self.init(columns, ending, isExact: isExact)
    }

    /// Creates a line wrapping; `columns` must be positive.
    package init(_ columns: Int, _ ending: Ending, isExact: Bool, acceptsReturn: Bool = false) {
        self.columns = columns
        self.ending = ending
        self.isExact = isExact
        self.acceptsReturn = acceptsReturn
    }

    /// The size of `characterCount` characters with the line endings between them, in bytes.
    func count(for characterCount: Int) -> Int { LineBreaker(self).count(for: characterCount) }
}

/// Inserts a separator, such as a line ending or a hyphen, between groups of characters in a stream.
struct LineBreaker: Sendable {
    private let columns: Int
    private let separator: (first: UInt8, second: UInt8?)
    private var column = 0

    init(_ wrapping: LineWrapping) {
        columns = wrapping.columns
        separator = wrapping.ending == .crlf ? (0x0d, 0x0a) : (0x0a, nil)
    }

    init(every columns: Int, separator: UInt8) {
        self.columns = columns
        self.separator = (separator, nil)
    }

    func count(for count: Int) -> Int {
        let count = count.addressable
        return count + max(0, column + count - 1) / columns * (separator.second == nil ? 1 : 2)
    }

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
