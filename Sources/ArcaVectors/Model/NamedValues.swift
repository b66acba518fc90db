public import ArcaCodecs

/// Values by name, in order: what goes into an operation, or comes out of it.
public struct NamedValues: Sendable, ExpressibleByDictionaryLiteral {
    /// A name and its value.
    public struct Element: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The value.
        public let value: VectorValue
    }

    /// All of them, in order.
    public private(set) var elements: [Element] = []

    /// Makes values in the order written; a name that repeats is a programmer's error.
    public init(dictionaryLiteral elements: (String, VectorValue)...) {
        for (name, value) in elements { self[name] = value }
        precondition(self.elements.count == elements.count, "a name repeats in a literal of values")
    }

    /// The value of a name; setting nil takes it away.
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

    /// The bytes of a name that must be there.
    ///
    /// - Parameter name: The name.
    /// - Returns: The bytes.
    /// - Throws: ``VectorError`` with code `.missingField`.
    public func bytes(_ name: String) throws(VectorError) -> [UInt8] {
        guard case .bytes(let bytes) = self[name] else { throw Self.missing(name, "bytes") }
        return bytes
    }

    /// The text of a name that must be there.
    ///
    /// - Parameter name: The name.
    /// - Returns: The text.
    /// - Throws: ``VectorError`` with code `.missingField`.
    public func text(_ name: String) throws(VectorError) -> String {
        guard case .text(let text) = self[name] else { throw Self.missing(name, "text") }
        return text
    }

    /// The integer of a name that must be there.
    ///
    /// - Parameter name: The name.
    /// - Returns: The integer.
    /// - Throws: ``VectorError`` with code `.missingField`.
    public func int(_ name: String) throws(VectorError) -> Int {
        guard case .int(let value) = self[name] else { throw Self.missing(name, "integer") }
        return value
    }

    /// The list of a name that must be there.
    ///
    /// - Parameter name: The name.
    /// - Returns: The integers.
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

    /// The values for people: `ct = 00ff, tag = 1234`.
    public var description: String {
        elements.isEmpty ? "success" : elements.map { "\($0.name) = \($0.value.description)" }.joined(separator: ", ")
    }

    private static func missing(_ name: String, _ kind: String) -> VectorError {
        VectorError(.missingField, at: name, "the operation needs \(kind) as \(name)")
    }
}

extension NamedValues: Equatable {
    /// Whether both have the same names with the same values, in whatever order.
    public static func == (left: NamedValues, right: NamedValues) -> Bool {
        left.elements.count == right.elements.count
            && left.elements.allSatisfy { right[$0.name] == $0.value }
    }
}
