/// A JSON value (RFC 8259, section 3); objects keep their order and integers are exact.
///
/// The accessors return nil if the value has another type. The throwing accessors of ``JSONField`` report the path of a
/// missing or wrong value. Two values are equal if their types, strings (byte by byte, not by canonical equivalence),
/// numbers (as written) and order are equal.
///
///     let report: JSONValue = ["schema": 1, "passed": true]
///     report.text()  // {"schema":1,"passed":true}
public enum JSONValue: Sendable {
    /// The `null` literal.
    case null
    /// A Boolean literal.
    case bool(Bool)
    /// A number, exactly as written.
    case number(JSONNumber)
    /// An unescaped string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, with unique names in order.
    case object(JSONObject)

    /// Creates a number from an integer.
    public static func integer(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }

    /// Whether the value is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The Boolean, or nil if the value has another type.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The number, or nil if the value has another type.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

    /// The number as an integer, or nil if the value has another type, a fraction or an exponent, or does not fit an
    /// `Int`.
    public var int: Int? { number?.int }

    /// The number as the nearest double, or nil if the value has another type or exceeds the range of a double.
    public var double: Double? { number?.double }

    /// The string, or nil if the value has another type.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The elements of the array, or nil if the value has another type.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The object, or nil if the value has another type.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// The member with a name, or nil if it does not exist or the value is not an object.
    public subscript(_ name: String) -> JSONValue? { object?[name] }

    /// The element at an index, or nil if it does not exist or the value is not an array.
    public subscript(_ index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The type of the value for messages: `an object`, `a string`.
    public var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// Returns the value as JSON text.
    ///
    /// - Parameter layout: Compact, indented by two spaces, or compact with a line end.
    /// - Returns: The text, identical for identical values; without a line end unless the layout is `.lines`.
    public func text(_ layout: JSONWriter.Layout = .compact) -> String {
        String(decoding: JSONWriter.bytes(of: self, layout), as: UTF8.self)
    }
}

extension JSONValue: Equatable {
    /// Whether both values are equal; strings are compared byte by byte.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): JSONObject.sameBytes(left, right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON text.
    public var description: String { text() }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a number from a double; a value that is not finite becomes `null`.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object in the order written; a duplicate name is a programming error.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(literal: elements))
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object in the order written; a duplicate name is a programming error.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(literal: elements) }
}
