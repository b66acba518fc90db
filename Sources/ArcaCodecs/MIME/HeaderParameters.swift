/// The parameters of a header field: the `name=value` pairs after a semicolon in Content-Type and similar fields.
///
/// Names are lower-case and unique, in the order of the field.
/// Source: RFC 2045 section 5.1, RFC 2231.
public struct HeaderParameters: Sendable, Hashable {
    /// One parameter.
    public struct Parameter: Sendable, Hashable {
        /// The name in lower case, without the asterisk and number suffixes of RFC 2231.
        public let name: String
        /// The decoded value.
        public let value: String
        /// The optional language of RFC 2231, such as `en`.
        public let language: String?

        /// Creates a parameter.
        ///
        /// - Parameters:
        ///   - name: An ASCII name; converted to lower case.
        ///   - value: Any text.
        ///   - language: A language tag such as `en`.
        public init(name: String, value: String, language: String? = nil) {
            self.name = name.lowercased()
            self.value = value
            self.language = language
        }
    }

    /// All parameters in order.
    public private(set) var all: [Parameter]

    /// Creates an empty list.
    public init() { all = [] }

    init(unique parameters: [Parameter]) { all = parameters }

    /// The value of a parameter; setting it replaces or removes it.
    ///
    /// - Parameter name: The parameter name, in any case.
    public subscript(name: String) -> String? {
        get {
            let key = name.lowercased()
            return all.first { $0.name == key }?.value
        }
        set {
            if let newValue {
                set(Parameter(name: name, value: newValue))
            } else {
                let key = name.lowercased()
                all.removeAll { $0.name == key }
            }
        }
    }

    /// Adds a parameter, or replaces the one with the same name.
    public mutating func set(_ parameter: Parameter) {
        if let index = all.firstIndex(where: { $0.name == parameter.name }) {
            all[index] = parameter
        } else {
            all.append(parameter)
        }
    }
}

extension HeaderParameters: ExpressibleByDictionaryLiteral {
    /// Creates parameters from names and values; the last value of a repeated name wins.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        for (name, value) in elements { set(Parameter(name: name, value: value)) }
    }
}
