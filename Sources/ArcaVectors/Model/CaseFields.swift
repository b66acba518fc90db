internal import ArcaCodecs
public import ArcaCore

/// The fields of a case, which track whether the family has read them; unread fields make the case fail.
///
/// Content is accessible only by reading, which marks the field. So a case cannot pass if its family overlooks a field.
public struct CaseFields: Sendable {
    private let fields: [VectorField]
    private var isRead: [Bool]

    init(_ fields: [VectorField]) {
        self.fields = fields
        isRead = Array(repeating: false, count: fields.count)
    }

    /// The names of unread fields, in file order.
    public var unread: [String] { fields.indices.filter { !isRead[$0] }.map { fields[$0].name } }

    /// The first of some names that the case has twice: once more, or with a number, as in `Key 2`.
    func repeated(among names: [String]) -> String? {
        for name in names {
            if fields.count(where: { $0.name == name }) > 1 { return name }
            let parts = name.split(separator: " ")
            if parts.count == 2, Int(parts[1]) != nil, has(String(parts[0])) { return String(parts[0]) }
        }
        return nil
    }

    /// Returns whether a field exists, without marking it as read.
    public func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// Reads a field of any type; a field of the case takes precedence over a shared one.
    ///
    /// - Returns: The field, or nil if it is missing.
    public mutating func ifPresent(_ name: String) -> VectorField? {
        guard let index = fields.lastIndex(where: { $0.name == name }) else { return nil }
        isRead[index] = true
        return fields[index]
    }

    /// Reads all fields with a name, for formats with repeated names.
    ///
    /// - Returns: The fields in order, possibly empty.
    public mutating func all(_ name: String) -> [VectorField] {
        let found = fields.indices.filter { fields[$0].name == name }
        for index in found { isRead[index] = true }
        return found.map { fields[$0] }
    }

    /// Reads a required field of any type.
    ///
    /// - Throws: ``VectorError`` with code `.missingField`.
    public mutating func field(_ name: String) throws(VectorError) -> VectorField {
        guard let field = ifPresent(name) else {
            throw VectorError(.missingField, at: name, "the case has no \(name)")
        }
        return field
    }

    /// Reads required text.
    ///
    /// - Throws: ``VectorError`` with code `.missingField` or `.invalidField`.
    public mutating func text(_ name: String) throws(VectorError) -> String {
        guard case .text(let text) = try field(name).content else { throw Self.invalid(name, "text") }
        return text
    }

    /// Reads required bytes, raw or in hexadecimal digits of any case.
    ///
    /// - Throws: ``VectorError`` with code `.missingField` or `.invalidField`.
    public mutating func bytes(_ name: String) throws(VectorError) -> [UInt8] {
        switch try field(name).content {
        case .bytes(let bytes): return bytes
        case .json: throw Self.invalid(name, "hexadecimal digits")
        case .text(let text): return try Self.bytes(ofHex: text, name)
        }
    }

    static func bytes(ofHex text: some StringProtocol, _ name: String) throws(VectorError) -> [UInt8] {
        do {
            return try Base16.standard.allowing(.letterCase).decode(String(text))
        } catch {
            throw VectorError(.invalidField, at: name, "\(name) is not hexadecimal: \(error)")
        }
    }

    /// Reads optional bytes in hexadecimal.
    ///
    /// - Returns: The bytes, or nil if the field is missing.
    /// - Throws: ``VectorError`` with code `.invalidField`.
    public mutating func bytesIfPresent(_ name: String) throws(VectorError) -> [UInt8]? {
        has(name) ? try bytes(name) : nil
    }

    /// Reads a required integer, in decimal digits or as a JSON number.
    ///
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

    /// Reads a required JSON value; text counts as a JSON string.
    ///
    /// - Returns: The value, with its path for errors.
    /// - Throws: ``VectorError`` with code `.missingField` or `.invalidField`.
    public mutating func json(_ name: String) throws(VectorError) -> JSONField {
        switch try field(name).content {
        case .text(let text): return JSONField(.string(text), name: name)
        case .json(let value): return JSONField(value, name: name)
        case .bytes: throw Self.invalid(name, "JSON")
        }
    }

    /// Reads bytes that may be missing if the case declares a length of 0, or none.
    mutating func bytesIfPresent(
        _ name: String, declaredBy lengthName: String
    ) throws(VectorError) -> [UInt8]? {
        if !has(name), has(lengthName), try int(lengthName) > 0 {
            throw VectorError(.missingField, at: name, "the case has no \(name), although \(lengthName) is not 0")
        }
        return has(name) ? try quotedOrHex(name) : nil
    }

    /// Marks redundant fields as read; missing fields are ignored.
    public mutating func passOver(_ names: String..., because reason: StaticString) {
        for name in names { _ = ifPresent(name) }
    }

    private static func invalid(_ name: String, _ kind: String) -> VectorError {
        VectorError(.invalidField, at: name, "\(name) is not \(kind)")
    }
}

// MARK: - Shared by several formats

extension CaseFields {
    mutating func value(_ name: String) throws(VectorError) -> VectorValue { .bytes(try bytes(name)) }

    mutating func utf8(_ name: String) throws(VectorError) -> VectorValue { .bytes(Array(try text(name).utf8)) }

    /// The first of the names that exists, or else the first name.
    func first(of names: String...) -> String { names.first { has($0) } ?? names[0] }

    /// Quoted text, or bytes in hexadecimal.
    mutating func quotedOrHex(_ name: String) throws(VectorError) -> [UInt8] {
        if case .text(let text) = ifPresent(name)?.content, text.utf8.count > 1, text.hasPrefix("\""),
            text.hasSuffix("\"")
        {
            return Array(text.utf8.dropFirst().dropLast())
        }
        return try bytes(name)
    }

    /// Bytes in hexadecimal, which may lack a leading zero digit.
    mutating func evenBytes(_ name: String) throws(VectorError) -> [UInt8] {
        guard case .text(let text) = ifPresent(name)?.content, text.utf8.count % 2 == 1 else { return try bytes(name) }
        return try Self.bytes(ofHex: "0" + text, name)
    }

    mutating func ints(_ name: String) throws -> [Int] { try json(name).array.map { try $0.int } }

    mutating func bool(_ name: String) throws -> Bool { try json(name).bool }

    /// The validity of the whole case: valid, invalid or acceptable.
    mutating func validity(_ name: String = "result") throws(VectorError) -> Validity {
        let word = try text(name)
        guard let validity = Validity(rawValue: word) else {
            throw VectorError(.invalidField, at: name, "\(name) is \(word), not valid, invalid or acceptable")
        }
        return validity
    }

    /// A hash function name in Arca's spelling; empty if the field is empty.
    mutating func hash(_ name: String) throws(VectorError) -> String { HashName.arca(try text(name)) }
}

enum HashName {
    /// The name in Arca's spelling: `sha256` for `SHA-256` and `SHA2-256`, `sha512-224` for `SHA512_224`, `sha3-256`.
    static func arca(_ word: some StringProtocol) -> String {
        var name = word.lowercased().filter { $0 != "\"" }
        for prefix in ["sha2-", "sha-"] where name.hasPrefix(prefix) { name = "sha" + name.dropFirst(prefix.count) }
        return String(decoding: name.utf8.map { "/_".utf8.contains($0) ? UInt8.hyphen : $0 }, as: UTF8.self)
    }
}

extension JSONField {
    var hex: [UInt8] {
        get throws {
            try decoded { (text) throws(CodecError) in try Base16.standard.allowing(.letterCase).decode(text) }
        }
    }
}

extension Int {
    /// The quotient rounded up, without overflow for any input.
    func dividedRoundingUp(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder > 0 ? quotient + 1 : quotient
    }
}
