/// A location in a JSON document: an optional value and its path.
///
/// Navigating by name and index never fails. Accessing a value as a type throws an error that includes the path:
/// `$.testGroups[3].tests[0].iv is missing`.
///
///     let root = JSONField(try JSONReader.read(bytes))
///     for group in try root["testGroups"].array {
///         let bits = try group["keySize"].int
///         let comment = try group["comment"].ifPresent?.string ?? ""
///     }
public struct JSONField: Sendable {
    /// The path from the root, shared by all fields below it.
    private final class Step: Sendable {
        let parent: Step?
        let name: String
        let index: Int

        init(parent: Step?, name: String = "", index: Int = -1) {
            self.parent = parent
            self.name = name
            self.index = index
        }
    }

    private let step: Step
    /// The value, or nil if it is missing.
    public let value: JSONValue?

    /// Creates the root field of a document; paths start with `name`.
    public init(_ value: JSONValue, name: String = "$") { self.init(value, Step(parent: nil, name: name)) }

    private init(_ value: JSONValue?, _ step: Step) {
        self.value = value
        self.step = step
    }

    /// The member with a name; missing if it does not exist or this is not an object.
    public subscript(_ name: String) -> JSONField { JSONField(value?[name], Step(parent: step, name: name)) }

    /// The element at an index; missing if it does not exist or this is not an array.
    public subscript(_ index: Int) -> JSONField { JSONField(value?[index], Step(parent: step, index: index)) }

    /// The field itself, or nil if it is missing; `null` counts as present.
    public var ifPresent: JSONField? { value == nil ? nil : self }

    /// The field itself, or nil if it is missing or `null`.
    public var ifNotNull: JSONField? { value.map { $0.isNull } ?? true ? nil : self }

    /// The string; throws `.invalidSyntax` with the path if it is missing or has another type.
    public var string: String {
        get throws(CodecError) { try get("a string", value?.string) }
    }

    /// The integer; throws `.invalidSyntax` with the path if it is missing, too large or has another type.
    public var int: Int {
        get throws(CodecError) { try get("an integer", value?.int) }
    }

    /// The number; throws `.invalidSyntax` with the path if it is missing or has another type.
    public var number: JSONNumber {
        get throws(CodecError) { try get("a number", value?.number) }
    }

    /// The number as a double; throws `.invalidSyntax` with the path if it is missing, too large or has another type.
    public var double: Double {
        get throws(CodecError) { try get("a number", value?.double) }
    }

    /// The Boolean; throws `.invalidSyntax` with the path if it is missing or has another type.
    public var bool: Bool {
        get throws(CodecError) { try get("a truth value", value?.bool) }
    }

    /// The object; throws `.invalidSyntax` with the path if it is missing or has another type.
    public var object: JSONObject {
        get throws(CodecError) { try get("an object", value?.object) }
    }

    /// The elements as fields; throws `.invalidSyntax` with the path if the array is missing or has another type.
    public var array: [JSONField] {
        get throws(CodecError) {
            let elements = try get("an array", value?.array)
            return elements.indices.map { JSONField(elements[$0], Step(parent: step, index: $0)) }
        }
    }

    /// The member names and values as fields; throws `.invalidSyntax` with the path if the object is missing or has
    /// another type.
    public var members: [(name: String, field: JSONField)] {
        get throws(CodecError) {
            try object.members.map { ($0.name, JSONField($0.value, Step(parent: step, name: $0.name))) }
        }
    }

    /// Rejects unknown members, so none is silently ignored.
    ///
    /// - Parameter names: All names allowed in this object.
    /// - Throws: ``CodecError`` `.invalidSyntax` with the path of the first unknown member, or if this is not an
    ///   object.
    public func allowOnly(_ names: Set<String>) throws(CodecError) {
        for name in try object.names where !names.contains(name) { throw self[name].error("is not a known member") }
    }

    /// Decodes the string; an error includes the path and the decoder's message.
    ///
    ///     let iv = try test["iv"].decoded { (text) throws(CodecError) in try Base16.standard.decode(text) }
    ///
    /// - Throws: ``CodecError`` with the path.
    public func decoded<Result>(_ decode: (String) throws(CodecError) -> Result) throws(CodecError) -> Result {
        let text = try string
        do {
            return try decode(text)
        } catch {
            throw CodecError(error.code, at: error.position, "\(path): \(error.reason)", hint: error.hint)
        }
    }

    /// Returns an error about this field.
    ///
    /// - Parameter reason: The reason, worded to follow the path: `is missing`.
    /// - Returns: An `.invalidSyntax` error without a position, with the path in its reason.
    public func error(_ reason: String) -> CodecError { CodecError(.invalidSyntax, "\(path) \(reason)") }

    /// The path from the root: `$.testGroups[3].iv`; names that are not identifiers are quoted in brackets.
    public var path: String {
        var parts: [String] = []
        var step = step
        while let parent = step.parent {
            parts.append(step.index >= 0 ? "[\(step.index)]" : Self.part(step.name))
            step = parent
        }
        return step.name + parts.reversed().joined()
    }

    private static func part(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { unit in
            unit.isAlphanumeric || unit == .underscore
        }
        return isPlain && !name.isEmpty ? "." + name : "[" + JSONValue.string(name).text() + "]"
    }

    private func get<Result>(_ kind: StaticString, _ result: Result?) throws(CodecError) -> Result {
        if let result { return result }
        guard let value else { throw error("is missing") }
        throw error(
            value.number == nil ? "is \(value.kindName), not \(kind)" : "is the number \(value), not \(kind)")
    }
}
