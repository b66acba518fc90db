/// A JSON number without rounding: integers are stored in 64 bits, all other numbers as text.
///
/// Two numbers are equal if their text is equal: `1`, `1.0` and `1e0` differ.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    private enum Form: Hashable {
        case integer(Int)
        case text(String)
    }
    private let form: Form

    /// Creates a number from an integer of any size.
    public init(_ value: some BinaryInteger) {
        if let small = Int(exactly: value) { form = .integer(small) } else { form = .text(String(value)) }
    }

    /// Creates a number from a double in its shortest exact form; returns nil if it is not finite.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        // Swift's output, such as 1e+20, 5e-324 and 1.0, is valid JSON.
        form = .text(value.description)
    }

    /// Creates a number from JSON text (RFC 8259, section 6), kept as is.
    ///
    /// - Parameter text: The number, without surrounding whitespace.
    /// - Throws: The errors of ``JSONReader`` if the text is not a number.
    public init(text: String) throws(CodecError) {
        let value = try JSONReader.read(text)
        guard let number = value.number, !text.utf8.contains(where: { $0 <= 0x20 }) else {
            throw CodecError(.invalidSyntax, at: TextPosition(offset: 0, line: 1, column: 1), "not a JSON number")
        }
        self = number
    }

    /// Creates a number from validated text that does not fit an `Int`.
    init(checked text: String) { form = .text(text) }

    init(parsed value: Int) { form = .integer(value) }

    /// The integer, or nil if the number has a fraction or an exponent, or does not fit an `Int`.
    public var int: Int? {
        switch form {
        case .integer(let value): value
        case .text(let text): Int(text)
        }
    }

    /// The integer, or nil if the number is negative, has a fraction or an exponent, or does not fit a `UInt64`.
    public var uint64: UInt64? {
        switch form {
        case .integer(let value): UInt64(exactly: value)
        case .text(let text): UInt64(text)
        }
    }

    /// The nearest double, or nil if the number exceeds the range of a double.
    public var double: Double? {
        switch form {
        case .integer(let value): return Double(value)
        case .text(let text):
            guard let value = Double(text), value.isFinite else { return nil }
            return value
        }
    }

    /// The text of the number.
    public var description: String {
        switch form {
        case .integer(let value): String(value)
        case .text(let text): text
        }
    }
}
