/// Any JSON value (RFC 8259, section 3), with objects in the order of the document and integers exact.
///
/// The accessors answer nil when the value is of another kind; ``JSONField`` has the throwing ones, which name the
/// path of what is missing or wrong. Two values are equal when their kinds, texts (byte for byte, not by canonical
/// equivalence), numbers (as written) and orders agree.
///
///     let report: JSONValue = ["schema": 1, "passed": true]
///     report.text()  // {"schema":1,"passed":true}
public enum JSONValue: Sendable {
    /// The literal `null`.
    case null
    /// The literals `true` and `false`.
    case bool(Bool)
    /// A number, as exact as it was written.
    case number(JSONNumber)
    /// A string, without its escapes.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; its names are unique and in order.
    case object(JSONObject)

    /// Makes a number of an integer.
    public static func integer(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }

    /// Whether the value is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The truth value, or nil if it is of another kind.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The number, or nil if it is of another kind.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

    /// The number as an integer, or nil if it is of another kind, has a fraction or an exponent, or does not fit.
    public var int: Int? { number?.int }

    /// The number as the nearest double, or nil if it is of another kind or beyond a double's range.
    public var double: Double? { number?.double }

    /// The string, or nil if it is of another kind.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The array's elements, or nil if it is of another kind.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The object, or nil if it is of another kind.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// The member of this name, or nil when there is none or the value is not an object.
    public subscript(_ name: String) -> JSONValue? { object?[name] }

    /// The element at this index, or nil when there is none or the value is not an array.
    public subscript(_ index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// What kind of value it is, for messages: `an object`, `a string`.
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

    /// The value as JSON text.
    ///
    /// - Parameter layout: Compact, or indented by two spaces.
    /// - Returns: The text, the same for the same value; without a line end unless the layout is `.lines`.
    public func text(_ layout: JSONWriter.Layout = .compact) -> String {
        String(decoding: JSONWriter.bytes(of: self, layout), as: UTF8.self)
    }
}

extension JSONValue: Equatable {
    /// Whether both are the same value, strings compared byte for byte.
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
    /// Makes `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Makes a truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Makes a number with a fraction; one beyond a double's range makes `null`.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }
    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Makes an object in the order written; a name that repeats is a programmer's error.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements {
            precondition(object.append(name, value), "a name repeats in an object literal")
        }
        self = .object(object)
    }
}
