public import ArcaCodecs

/// A value that goes into an operation or comes out of it.
public enum VectorValue: Sendable, Hashable {
    /// Bytes.
    case bytes([UInt8])
    /// Text.
    case text(String)
    /// An integer.
    case int(Int)
    /// A list of integers, such as the digits of a number of any radix.
    case ints([Int])

    /// The value in JSON: bytes in hexadecimal digits, all else as it is.
    public var json: JSONValue {
        switch self {
        case .bytes(let bytes): .string(Base16.encode(bytes))
        case .text(let text): .string(text)
        case .int(let value): .integer(value)
        case .ints(let values): .array(values.map { .integer($0) })
        }
    }

    /// The value for people: bytes in hexadecimal digits, lists with commas.
    public var description: String {
        switch self {
        case .bytes(let bytes): Base16.encode(bytes)
        case .text(let text): text
        case .int(let value): String(value)
        case .ints(let values): values.map(String.init).joined(separator: ",")
        }
    }
}
