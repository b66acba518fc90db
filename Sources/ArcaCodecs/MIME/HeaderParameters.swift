/// The parameters of a header field: `name=value` after the semicolons of Content-Type and its kin.
///
/// Names are kept in lower case and are unique; the order is that of the field.
/// Source: RFC 2045 section 5.1, RFC 2231.
public struct HeaderParameters: Sendable, Hashable {
    /// One parameter.
    public struct Parameter: Sendable, Hashable {
        /// The name in lower case, without the asterisks and numbers of RFC 2231.
        public let name: String
        /// The value as text, decoded.
        public let value: String
        /// The language that RFC 2231 can give, such as `en`.
        public let language: String?

        /// Makes a parameter.
        ///
        /// - Parameters:
        ///   - name: ASCII; made lower case.
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

    /// Makes an empty list.
    public init() { all = [] }

    /// Takes parameters of different names.
    init(unique parameters: [Parameter]) { all = parameters }

    /// The value of a parameter; setting it replaces or removes it.
    ///
    /// - Parameter name: Any case.
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

    /// Adds a parameter or replaces the one of its name.
    public mutating func set(_ parameter: Parameter) {
        if let index = all.firstIndex(where: { $0.name == parameter.name }) {
            all[index] = parameter
        } else {
            all.append(parameter)
        }
    }
}

extension HeaderParameters: ExpressibleByDictionaryLiteral {
    /// Makes parameters of names and values; of several with one name the last holds.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        for (name, value) in elements { set(Parameter(name: name, value: value)) }
    }
}
