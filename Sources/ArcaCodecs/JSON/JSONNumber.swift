/// A JSON number as it was written: integers of 64 bits as such, everything else as its text, so nothing is rounded.
///
/// Two numbers are equal when they are written the same: `1`, `1.0` and `1e0` differ.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    private enum Form: Hashable {
        case integer(Int)
        case text(String)
    }
    private let form: Form

    /// Creates a number of an integer of any size.
    public init(_ value: some BinaryInteger) {
        if let small = Int(exactly: value) { form = .integer(small) } else { form = .text(String(value)) }
    }

    /// Creates a number of a double in its shortest exact form, or nil when it is infinite or not a number.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        // Swift writes 1e+20 and 5e-324, which JSON's grammar has too; 1.0 stays 1.0.
        form = .text(value.description)
    }

    /// Creates a number of text in JSON's grammar (RFC 8259, section 6), kept as it is.
    ///
    /// - Parameter text: The number without whitespace around it.
    /// - Throws: `CodecError` as ``JSONReader`` does, when the text is not a number.
    public init(text: String) throws(CodecError) {
        let value = try JSONReader.read(text)
        guard let number = value.number, !text.utf8.contains(where: { $0 <= 0x20 }) else {
            throw CodecError(.invalidSyntax, at: TextPosition(offset: 0, line: 1, column: 1), "not a JSON number")
        }
        self = number
    }

    /// Creates a number of text that the parser has checked and that does not fit an `Int`.
    init(checked text: String) { form = .text(text) }

    /// Creates a number of a parsed integer.
    init(parsed value: Int) { form = .integer(value) }

    /// The integer, or nil when the number is written with a fraction or an exponent, or does not fit an `Int`.
    public var int: Int? {
        switch form {
        case .integer(let value): value
        case .text(let text): Int(text)
        }
    }

    /// The integer, or nil when the number is negative, written with a fraction or exponent, or does not fit.
    public var uint64: UInt64? {
        switch form {
        case .integer(let value): UInt64(exactly: value)
        case .text(let text): UInt64(text)
        }
    }

    /// The nearest double, or nil when the number is beyond a double's range.
    public var double: Double? {
        switch form {
        case .integer(let value): return Double(value)
        case .text(let text):
            guard let value = Double(text), value.isFinite else { return nil }
            return value
        }
    }

    /// The number as it was written.
    public var description: String {
        switch form {
        case .integer(let value): String(value)
        case .text(let text): text
        }
    }
}
