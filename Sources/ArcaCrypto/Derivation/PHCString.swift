internal import ArcaCodecs
public import ArcaCore

/// The text that a password's hash is stored as: `$scrypt$ln=17,r=8,p=1$SALT$HASH`.
///
/// Reading is strict, so that one hash has one text: numbers have no leading zeros, Base64 is unpadded and canonical,
/// no parameter stands twice. Which parameters there are, and in which order, is for each function to check:
/// ``PasswordHash`` does so.
///
/// Source: the PHC string format specification (github.com/P-H-C/phc-string-format), of which salts are always Base64.
public struct PHCString: Sendable {
    /// A parameter of the function.
    public struct Parameter: Sendable, Hashable {
        /// The name, of `a–z 0–9 -`, at most 32 characters.
        public let name: String
        /// The value, of `A–Z a–z 0–9 / + . -`.
        public let value: String
        /// Where in the text the parameter and its value start.
        let offsets: (name: Int, value: Int)

        /// Makes a parameter.
        public init(_ name: String, _ value: String) {
            self.init(name, value, (0, 0))
        }

        /// Makes a parameter that is a number.
        public init(_ name: String, _ value: Int) { self.init(name, String(value)) }

        init(_ name: String, _ value: String, _ offsets: (Int, Int)) {
            self.name = name
            self.value = value
            self.offsets = offsets
        }

        /// Whether name and value are equal.
        public static func == (left: Parameter, right: Parameter) -> Bool {
            left.name == right.name && left.value == right.value
        }

        /// Hashes name and value.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(value)
        }
    }

    /// The function's name, such as `scrypt` or `pbkdf2-sha256`.
    public let identifier: String
    /// The function's version, if there is one in the text.
    public let version: Int?
    /// The parameters, in the order of the text.
    public let parameters: [Parameter]
    /// The salt, if there is one.
    public let salt: [UInt8]?
    /// The hash, if there is one.
    public let hash: [UInt8]?
    /// The whole text.
    public let text: String
    /// Where in the text salt and hash start; the text's length for what is not there.
    let offsets: (salt: Int, hash: Int)

    /// Makes a string of its parts.
    ///
    /// - Parameters:
    ///   - identifier: 1 to 32 characters of `a–z 0–9 -`.
    ///   - version: The function's version, 0 or more, or nil.
    ///   - parameters: In the order that the function's definition has.
    ///   - salt: 1 byte or more, or nil.
    ///   - hash: 1 byte or more, or nil; only with a salt.
    /// - Throws: ``CryptoError`` with code `.invalidFormat` for parts that the format has no place for.
    public init(
        identifier: String, version: Int? = nil, parameters: [Parameter] = [], salt: [UInt8]? = nil,
        hash: [UInt8]? = nil
    ) throws(CryptoError) {
        let base64 = Base64(padding: .absent)
        var text = "$" + identifier
        if let version { text += "$v=\(version)" }
        if !parameters.isEmpty { text += "$" + parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ",") }
        if let salt { text += "$" + base64.encode(salt) }
        if let hash { text += "$" + base64.encode(hash) }
        // Reading it again applies the one set of rules, and finds parts that would be taken for others.
        let parsed = try PHCString(text)
        guard parsed.version == version, parsed.parameters == parameters, parsed.salt == salt, parsed.hash == hash
        else { throw CryptoError(.invalidFormat, "a hash needs a salt, and a value must not hold , or $") }
        self = parsed
    }

    /// Reads a string.
    ///
    /// - Parameter text: The whole text, without anything around it.
    /// - Throws: ``CryptoError`` with code `.invalidFormat` and the offset of what is wrong.
    public init(_ text: String) throws(CryptoError) {
        var parser = PHCParser(text)
        identifier = try parser.identifier()
        version = try parser.version()
        parameters = try parser.parameters()
        offsets = (parser.fieldOffset(0), parser.fieldOffset(1))
        salt = try parser.bytes("salt")
        hash = try parser.bytes("hash")
        try parser.end()
        self.text = text
    }

    /// Checks that the parameters are exactly those, in that order, and tells them as numbers.
    ///
    /// - Parameter names: What the function's definition has.
    /// - Returns: The values, in the same order.
    /// - Throws: ``CryptoError`` with code `.invalidFormat` at the first parameter that is unknown, missing or out of
    ///   place, or whose value is no decimal number without leading zeros.
    public func numbers(_ names: [String]) throws(CryptoError) -> [Int] {
        var numbers: [Int] = []
        for (index, name) in names.enumerated() {
            guard index < parameters.count else {
                throw CryptoError(.invalidFormat, at: offsets.salt, "the parameter \(name) is missing")
            }
            let parameter = parameters[index]
            guard parameter.name == name else {
                throw CryptoError(
                    .invalidFormat, at: parameter.offsets.name,
                    "the parameter \(name) should stand here, not \(parameter.name)")
            }
            guard let number = PHCParser.decimal(parameter.value) else {
                throw CryptoError(
                    .invalidFormat, at: parameter.offsets.value,
                    "\(name) should be a decimal number without leading zeros")
            }
            numbers.append(number)
        }
        if parameters.count > names.count {
            let parameter = parameters[names.count]
            throw CryptoError(
                .invalidFormat, at: parameter.offsets.name, "\(identifier) has no parameter \(parameter.name)")
        }
        return numbers
    }
}

extension PHCString: Hashable, CustomStringConvertible {
    /// Whether the texts are equal; it takes less time the earlier they differ, so it is not for verifying.
    public static func == (left: PHCString, right: PHCString) -> Bool { left.text == right.text }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The whole text.
    public var description: String { text }
}
