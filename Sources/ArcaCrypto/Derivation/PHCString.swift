internal import ArcaCodecs
public import ArcaCore

/// The text format of stored password hashes: `$scrypt$ln=17,r=8,p=1$SALT$HASH`.
///
/// Parsing is strict, so a hash has exactly one text form: numbers have no leading zeros, Base64 is unpadded and
/// canonical, and parameters are unique. Each function checks its own parameters and their order; see ``PasswordHash``.
///
/// Source: the PHC string format specification (github.com/P-H-C/phc-string-format); salts must be Base64.
public struct PHCString: Sendable {
    /// A named parameter.
    public struct Parameter: Sendable, Hashable {
        /// The name: up to 32 characters of `a–z 0–9 -`.
        public let name: String
        /// The value: characters of `A–Z a–z 0–9 / + . -`.
        public let value: String
        let offsets: (name: Int, value: Int)

        /// Creates a parameter.
        public init(_ name: String, _ value: String) {
            self.init(name, value, (0, 0))
        }

        /// Creates a numeric parameter.
        public init(_ name: String, _ value: Int) { self.init(name, String(value)) }

        init(_ name: String, _ value: String, _ offsets: (Int, Int)) {
            self.name = name
            self.value = value
            self.offsets = offsets
        }

        /// Compares name and value.
        public static func == (left: Parameter, right: Parameter) -> Bool {
            left.name == right.name && left.value == right.value
        }

        /// Hashes name and value.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(value)
        }
    }

    /// The name of the function, such as `scrypt` or `pbkdf2-sha256`.
    public let identifier: String
    /// The version of the function, if present.
    public let version: Int?
    /// The parameters in order.
    public let parameters: [Parameter]
    /// The salt, if present.
    public let salt: [UInt8]?
    /// The hash, if present.
    public let hash: [UInt8]?
    /// The whole text.
    public let text: String
    /// Offsets of salt and hash in the text; the text's length if absent.
    let offsets: (salt: Int, hash: Int)

    /// Creates a string from its parts.
    ///
    /// - Parameters:
    ///   - identifier: 1 to 32 characters of `a–z 0–9 -`.
    ///   - version: The version of the function, 0 or more, or nil.
    ///   - parameters: The parameters in the order that the function defines.
    ///   - salt: At least 1 byte, or nil.
    ///   - hash: At least 1 byte, or nil; requires a salt.
    /// - Throws: ``CryptoError`` with code `.invalidFormat` for parts that the format cannot represent.
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
        // Parsing the text applies the same rules and detects ambiguous parts.
        let parsed = try PHCString(text)
        guard parsed.version == version, parsed.parameters == parameters, parsed.salt == salt, parsed.hash == hash
        else { throw CryptoError(.invalidFormat, "a hash needs a salt, and a value must not hold , or $") }
        self = parsed
    }

    /// Parses a string.
    ///
    /// - Parameter text: The whole text, without surrounding whitespace.
    /// - Throws: ``CryptoError`` with code `.invalidFormat` and the offset of the error.
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

    /// Returns the parameters as numbers, and checks their names and order.
    ///
    /// - Parameter names: The names that the function defines.
    /// - Returns: The values, in the same order.
    /// - Throws: ``CryptoError`` with code `.invalidFormat` at the first parameter that is unknown, missing or out of
    ///   order, or has a value that is not a decimal number without leading zeros.
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
                    "expected the parameter \(name), found \(parameter.name)")
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
    /// Compares the texts; not constant time, so do not use it for verification.
    public static func == (left: PHCString, right: PHCString) -> Bool { left.text == right.text }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The whole text.
    public var description: String { text }
}
