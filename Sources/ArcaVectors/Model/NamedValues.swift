internal import ArcaCodecs
public import ArcaCore

/// Ordered values by name: the inputs or outputs of an operation.
public struct NamedValues: Sendable, ExpressibleByDictionaryLiteral {
    /// A name and its value.
    public struct Element: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The value.
        public let value: VectorValue
    }

    /// All elements, in order.
    public private(set) var elements: [Element] = []

    /// Creates values from a literal; repeating a name is a programming error.
    public init(dictionaryLiteral elements: (String, VectorValue)...) {
        for (name, value) in elements { self[name] = value }
        precondition(self.elements.count == elements.count, "a name repeats in a literal of values")
    }

    /// The value with a name; setting it to nil removes it.
    public subscript(_ name: String) -> VectorValue? {
        get { elements.first { $0.name == name }?.value }
        set {
            let place = elements.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): elements[place] = Element(name: name, value: value)
            case (let place?, nil): elements.remove(at: place)
            case (nil, let value?): elements.append(Element(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    func with(_ name: String, _ value: VectorValue?) -> NamedValues {
        var values = self
        values[name] = value
        return values
    }

    /// Returns required bytes.
    ///
    /// - Throws: ``VectorError`` with code `.missingField`.
    public func bytes(_ name: String) throws(VectorError) -> [UInt8] {
        guard case .bytes(let bytes) = self[name] else { throw Self.missing(name, "bytes") }
        return bytes
    }

    /// Returns required text.
    ///
    /// - Throws: ``VectorError`` with code `.missingField`.
    public func text(_ name: String) throws(VectorError) -> String {
        guard case .text(let text) = self[name] else { throw Self.missing(name, "text") }
        return text
    }

    /// Returns a required integer.
    ///
    /// - Throws: ``VectorError`` with code `.missingField`.
    public func int(_ name: String) throws(VectorError) -> Int {
        guard case .int(let value) = self[name] else { throw Self.missing(name, "integer") }
        return value
    }

    /// Returns a required list.
    ///
    /// - Throws: ``VectorError`` with code `.missingField`.
    public func ints(_ name: String) throws(VectorError) -> [Int] {
        guard case .ints(let values) = self[name] else { throw Self.missing(name, "list") }
        return values
    }

    /// The values as a JSON object.
    public var json: JSONValue {
        var object = JSONObject()
        for element in elements { object.append(element.name, element.value.json) }
        return .object(object)
    }

    /// The values for display: `ct = 00ff, tag = 1234`.
    public var description: String {
        elements.isEmpty ? "success" : elements.map { "\($0.name) = \($0.value.description)" }.joined(separator: ", ")
    }

    private static func missing(_ name: String, _ kind: String) -> VectorError {
        VectorError(.missingField, at: name, "the operation needs \(kind) as \(name)")
    }
}

extension NamedValues: Equatable {
    /// Compares names and values, in any order.
    public static func == (left: NamedValues, right: NamedValues) -> Bool {
        left.elements.count == right.elements.count
            && left.elements.allSatisfy { right[$0.name] == $0.value }
    }
}

/// A value that is an input or output of an operation.
public enum VectorValue: Sendable, Hashable {
    /// Bytes.
    case bytes([UInt8])
    /// Text.
    case text(String)
    /// An integer.
    case int(Int)
    /// A list of integers, such as the digits of a number of any radix.
    case ints([Int])

    var byteCount: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .text(let text): text.utf8.count
        case .int: 8
        case .ints(let values): values.count * 8
        }
    }

    /// The value as JSON, with bytes in hexadecimal.
    public var json: JSONValue {
        switch self {
        case .bytes(let bytes): .string(Base16.standard.encode(bytes))
        case .text(let text): .string(text)
        case .int(let value): .integer(value)
        case .ints(let values): .array(values.map { .integer($0) })
        }
    }

    /// The value for display, with bytes in hexadecimal and lists separated by commas.
    public var description: String {
        switch self {
        case .bytes(let bytes): Base16.standard.encode(bytes)
        case .text(let text): text
        case .int(let value): String(value)
        case .ints(let values): values.map(String.init).joined(separator: ",")
        }
    }
}
