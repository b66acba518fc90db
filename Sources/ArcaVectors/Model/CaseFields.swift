public import ArcaCodecs

/// The fields of a case for its family to read: what it does not read makes the case fail as not understood.
///
/// Reading is the only way to a field's content, and marks it. So a family cannot overlook a field that a file has and
/// still let the case pass.
public struct CaseFields: Sendable {
    private let fields: [VectorField]
    private var isRead: [Bool]

    /// Makes the fields of a case, none of them read.
    init(_ fields: [VectorField]) {
        self.fields = fields
        isRead = Array(repeating: false, count: fields.count)
    }

    /// The names of the fields that were not read yet, in the order of the file.
    public var unread: [String] { fields.indices.filter { !isRead[$0] }.map { fields[$0].name } }

    /// Whether there is a field of a name; it does not count as read.
    public func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// Reads a field of any content, the case's own before a shared one of the same name.
    ///
    /// - Parameter name: The name as the file spells it.
    /// - Returns: The field, or nil when the case has none.
    public mutating func ifPresent(_ name: String) -> VectorField? {
        guard let index = fields.lastIndex(where: { $0.name == name }) else { return nil }
        isRead[index] = true
        return fields[index]
    }

    /// Reads all fields of a name, for formats in which a name may repeat.
    ///
    /// - Parameter name: The name as the file spells it.
    /// - Returns: The fields in order; none when the case has none.
    public mutating func all(_ name: String) -> [VectorField] {
        let found = fields.indices.filter { fields[$0].name == name }
        for index in found { isRead[index] = true }
        return found.map { fields[$0] }
    }

    /// Reads a field of any content that must be there.
    ///
    /// - Parameter name: The name as the file spells it.
    /// - Returns: The field.
    /// - Throws: ``VectorError`` with code `.missingField`.
    public mutating func field(_ name: String) throws(VectorError) -> VectorField {
        guard let field = ifPresent(name) else {
            throw VectorError(.missingField, at: name, "the case has no \(name)")
        }
        return field
    }

    /// Reads text that must be there.
    ///
    /// - Parameter name: The name as the file spells it.
    /// - Returns: The text.
    /// - Throws: ``VectorError`` with code `.missingField` or `.invalidField`.
    public mutating func text(_ name: String) throws(VectorError) -> String {
        guard case .text(let text) = try field(name).content else { throw Self.invalid(name, "text") }
        return text
    }

    /// Reads bytes that must be there, raw or in hexadecimal digits of either case.
    ///
    /// - Parameter name: The name as the file spells it.
    /// - Returns: The bytes.
    /// - Throws: ``VectorError`` with code `.missingField` or `.invalidField`.
    public mutating func bytes(_ name: String) throws(VectorError) -> [UInt8] {
        switch try field(name).content {
        case .bytes(let bytes): return bytes
        case .json: throw Self.invalid(name, "hexadecimal digits")
        case .text(let text): return try Self.bytes(ofHex: text, name)
        }
    }

    /// Decodes hexadecimal digits of either case; the name is for the error.
    static func bytes(ofHex text: some StringProtocol, _ name: String) throws(VectorError) -> [UInt8] {
        do {
            return try Base16.standard.allowing(.letterCase).decode(String(text))
        } catch {
            throw VectorError(.invalidField, at: name, "\(name) is not hexadecimal: \(error)")
        }
    }

    /// Reads bytes in hexadecimal digits, or nil when the case has none of that name.
    ///
    /// - Parameter name: The name as the file spells it.
    /// - Returns: The bytes, or nil.
    /// - Throws: ``VectorError`` with code `.invalidField`.
    public mutating func bytesIfPresent(_ name: String) throws(VectorError) -> [UInt8]? {
        has(name) ? try bytes(name) : nil
    }

    /// Reads an integer that must be there, in decimal digits or as a JSON number.
    ///
    /// - Parameter name: The name as the file spells it.
    /// - Returns: The integer.
    /// - Throws: ``VectorError`` with code `.missingField` or `.invalidField`.
    public mutating func int(_ name: String) throws(VectorError) -> Int {
        let value: Int? =
            switch try field(name).content {
            case .text(let text): Int(text)
            case .json(let value): value.int
            case .bytes: nil
            }
        guard let value else { throw Self.invalid(name, "an integer") }
        return value
    }

    /// Reads a JSON value that must be there; text counts as a JSON string.
    ///
    /// - Parameter name: The name as the file spells it.
    /// - Returns: The value, which knows its path for errors.
    /// - Throws: ``VectorError`` with code `.missingField` or `.invalidField`.
    public mutating func json(_ name: String) throws(VectorError) -> JSONField {
        switch try field(name).content {
        case .text(let text): return JSONField(.string(text), name: name)
        case .json(let value): return JSONField(value, name: name)
        case .bytes: throw Self.invalid(name, "JSON")
        }
    }

    /// Passes over fields that repeat what another field says; those that are missing do not matter.
    ///
    /// - Parameters:
    ///   - names: The names as the file spells them.
    ///   - reason: Why they need not be read; for readers of the family.
    public mutating func passOver(_ names: String..., because reason: StaticString) {
        for name in names { _ = ifPresent(name) }
    }

    private static func invalid(_ name: String, _ kind: String) -> VectorError {
        VectorError(.invalidField, at: name, "\(name) is not \(kind)")
    }
}

// MARK: - What several formats share

extension CaseFields {
    /// Bytes in hexadecimal digits, as a value for a request.
    mutating func value(_ name: String) throws(VectorError) -> VectorValue { .bytes(try bytes(name)) }

    /// The bytes of a text in UTF-8, as a value for a request.
    mutating func utf8(_ name: String) throws(VectorError) -> VectorValue { .bytes(Array(try text(name).utf8)) }

    /// The first of some names that the case has, or else the first of them.
    func first(of names: String...) -> String { names.first { has($0) } ?? names[0] }

    /// Text in quotes as it stands there, or bytes in hexadecimal digits.
    mutating func quotedOrHex(_ name: String) throws(VectorError) -> [UInt8] {
        if case .text(let text) = ifPresent(name)?.content, text.utf8.count > 1, text.hasPrefix("\""),
            text.hasSuffix("\"")
        {
            return Array(text.utf8.dropFirst().dropLast())
        }
        return try bytes(name)
    }

    /// Bytes in hexadecimal digits, the first of which may be missing when it is zero.
    mutating func evenBytes(_ name: String) throws(VectorError) -> [UInt8] {
        guard case .text(let text) = ifPresent(name)?.content, text.utf8.count % 2 == 1 else { return try bytes(name) }
        return try Self.bytes(ofHex: "0" + text, name)
    }

    /// The integers of a JSON array.
    mutating func ints(_ name: String) throws -> [Int] { try json(name).array.map { try $0.int } }

    /// A truth value.
    mutating func bool(_ name: String) throws -> Bool { try json(name).bool }

    /// What the file says about the case as a whole: valid, invalid or acceptable.
    mutating func validity(_ name: String = "result") throws(VectorError) -> Validity {
        let word = try text(name)
        guard let validity = Validity(rawValue: word) else {
            throw VectorError(.invalidField, at: name, "\(name) is \(word), not valid, invalid or acceptable")
        }
        return validity
    }

    /// A hash function's name as Arca writes it; empty when the file leaves it empty.
    mutating func hash(_ name: String) throws(VectorError) -> String { HashName.arca(try text(name)) }
}

/// How files spell the names of hash functions.
enum HashName {
    /// The name as Arca writes it: `sha256` for `SHA-256` and `SHA2-256`, `sha512-224` for `SHA512_224`, `sha3-256`.
    static func arca(_ word: some StringProtocol) -> String {
        var name = word.lowercased().filter { $0 != "\"" }
        for prefix in ["sha2-", "sha-"] where name.hasPrefix(prefix) { name = "sha" + name.dropFirst(prefix.count) }
        return String(decoding: name.utf8.map { "/_".utf8.contains($0) ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
    }
}

extension JSONField {
    /// The bytes of a string of hexadecimal digits of either case.
    var hex: [UInt8] {
        get throws {
            try decoded { (text) throws(CodecError) in try Base16.standard.allowing(.letterCase).decode(text) }
        }
    }
}

extension Int {
    /// The quotient, rounded up, for numbers that a file gives: never overflows.
    func dividedRoundingUp(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder > 0 ? quotient + 1 : quotient
    }
}
