/// A place in a JSON document: a value, or the lack of one, and the path to it.
///
/// Readers of a known shape go down by names and indices, which never fails, and ask for a type at the end, which
/// throws an error that names the path: `$.testGroups[3].tests[0].iv is missing`.
///
///     let root = JSONField(try JSONReader.read(bytes))
///     for group in try root["testGroups"].array {
///         let bits = try group["keySize"].int
///         let comment = try group["comment"].ifPresent?.string ?? ""
///     }
public struct JSONField: Sendable {
    /// The way from the root, shared by all fields below it.
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
    /// The value, or nil when the document has none here.
    public let value: JSONValue?

    /// Makes the field of a document's root.
    ///
    /// - Parameters:
    ///   - value: The document.
    ///   - name: What paths start with, `$` unless given.
    public init(_ value: JSONValue, name: String = "$") { self.init(value, Step(parent: nil, name: name)) }

    private init(_ value: JSONValue?, _ step: Step) {
        self.value = value
        self.step = step
    }

    /// The member of this name; missing when there is none or this is not an object.
    public subscript(_ name: String) -> JSONField { JSONField(value?[name], Step(parent: step, name: name)) }

    /// The element at this index; missing when there is none or this is not an array.
    public subscript(_ index: Int) -> JSONField { JSONField(value?[index], Step(parent: step, index: index)) }

    /// The field itself, or nil when it is missing; `null` is present.
    public var ifPresent: JSONField? { value == nil ? nil : self }

    /// The field itself, or nil when it is missing or `null`.
    public var ifNotNull: JSONField? { value.map(\.isNull) ?? true ? nil : self }

    /// The string; throws `.invalidSyntax` with the path when it is missing or something else.
    public var string: String {
        get throws(CodecError) { try get("a string", value?.string) }
    }

    /// The integer; throws `.invalidSyntax` with the path when it is missing, too large or something else.
    public var int: Int {
        get throws(CodecError) { try get("an integer", value?.int) }
    }

    /// The number; throws `.invalidSyntax` with the path when it is missing or something else.
    public var number: JSONNumber {
        get throws(CodecError) { try get("a number", value?.number) }
    }

    /// The number as a double; throws `.invalidSyntax` with the path when it is missing, too large or something else.
    public var double: Double {
        get throws(CodecError) { try get("a number", value?.double) }
    }

    /// The truth value; throws `.invalidSyntax` with the path when it is missing or something else.
    public var bool: Bool {
        get throws(CodecError) { try get("a truth value", value?.bool) }
    }

    /// The object; throws `.invalidSyntax` with the path when it is missing or something else.
    public var object: JSONObject {
        get throws(CodecError) { try get("an object", value?.object) }
    }

    /// The elements as fields; throws `.invalidSyntax` with the path when it is missing or something else.
    public var array: [JSONField] {
        get throws(CodecError) {
            let elements = try get("an array", value?.array)
            return elements.indices.map { JSONField(elements[$0], Step(parent: step, index: $0)) }
        }
    }

    /// The members' names and values as fields; throws `.invalidSyntax` with the path when there is not an object.
    public var members: [(name: String, field: JSONField)] {
        get throws(CodecError) {
            try object.members.map { ($0.name, JSONField($0.value, Step(parent: step, name: $0.name))) }
        }
    }

    /// Refuses members that the reader does not know, so that none is dropped silently.
    ///
    /// - Parameter names: All the names that this object may have.
    /// - Throws: ``CodecError`` `.invalidSyntax` with the path of the first other member, or when this is not an object.
    public func allowOnly(_ names: Set<String>) throws(CodecError) {
        for name in try object.names where !names.contains(name) { throw self[name].error("is not a known member") }
    }

    /// Decodes the string; an error names this path and what the decoder found.
    ///
    ///     let iv = try test["iv"].decoded { (text) throws(CodecError) in try Base16.decode(text) }
    ///
    /// - Parameter decode: Makes something of the string.
    /// - Returns: What `decode` returns.
    /// - Throws: ``CodecError`` with the path.
    public func decoded<Result>(_ decode: (String) throws(CodecError) -> Result) throws(CodecError) -> Result {
        let text = try string
        do {
            return try decode(text)
        } catch {
            throw CodecError(error.code, at: error.position, "\(path): \(error.reason)", hint: error.hint)
        }
    }

    /// An error about this field.
    ///
    /// - Parameter reason: What is wrong, to be read after the path: `is missing`.
    /// - Returns: An error with code `.invalidSyntax` and no position, the path in its reason.
    public func error(_ reason: String) -> CodecError { CodecError(.invalidSyntax, "\(path) \(reason)") }

    /// The way from the root: `$.testGroups[3].iv`; names that are no identifiers in quotes and brackets.
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
            (0x30...0x39).contains(unit) || (0x61...0x7a).contains(unit | 0x20) || unit == UInt8(ascii: "_")
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
