internal import ArcaCodecs
internal import ArcaCore

struct PHCParser {
    private let bytes: [UInt8]
    /// The fields between dollar signs; the first is the text preceding the first sign.
    private let fields: [Range<Int>]
    private var next = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
        var fields: [Range<Int>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == .dollarSign {
            fields.append(start..<index)
            start = index + 1
        }
        self.fields = fields + [start..<bytes.count]
    }

    mutating func identifier() throws(CryptoError) -> String {
        guard fields[0].isEmpty, fields.count > 1 else {
            throw CryptoError(.invalidFormat, at: 0, "a PHC string starts with $")
        }
        let field = fields[1]
        next = 2
        return try name(field, "function's name")
    }

    mutating func version() throws(CryptoError) -> Int? {
        guard next < fields.count, bytes[fields[next]].starts(with: [0x76, 0x3d]) else { return nil }
        let value = fields[next].dropFirst(2)
        // With a comma it is a parameter named v.
        guard !bytes[value].contains(.comma) else { return nil }
        guard let number = PHCParser.decimal(string(value)) else {
            throw CryptoError(
                .invalidFormat, at: value.lowerBound, "the version should be a decimal number without leading zeros")
        }
        next += 1
        return number
    }

    mutating func parameters() throws(CryptoError) -> [PHCString.Parameter] {
        guard next < fields.count, bytes[fields[next]].contains(.equals) else { return [] }
        let field = fields[next]
        next += 1
        var parameters: [PHCString.Parameter] = []
        var start = field.lowerBound
        while start <= field.upperBound {
            let end = bytes[start..<field.upperBound].firstIndex(of: .comma) ?? field.upperBound
            guard let sign = bytes[start..<end].firstIndex(of: .equals) else {
                throw CryptoError(.invalidFormat, at: start, "a parameter should read NAME=VALUE")
            }
            let name = try name(start..<sign, "parameter's name")
            let value = sign + 1..<end
            if let wrong = value.first(where: { !PHCParser.isValueCharacter(bytes[$0]) }) {
                throw CryptoError(.invalidFormat, at: wrong, "a parameter's value is of A-Z, a-z, 0-9, /, +, . and -")
            }
            guard !value.isEmpty else {
                throw CryptoError(.invalidFormat, at: value.lowerBound, "the parameter \(name) has no value")
            }
            guard !parameters.contains(where: { $0.name == name }) else {
                throw CryptoError(.invalidFormat, at: start, "the parameter \(name) is repeated")
            }
            parameters.append(PHCString.Parameter(name, string(value), (start, value.lowerBound)))
            start = end + 1
        }
        return parameters
    }

    /// The next field decoded from Base64, if present; `name` is used in errors.
    mutating func bytes(_ name: String) throws(CryptoError) -> [UInt8]? {
        guard next < fields.count else { return nil }
        let field = fields[next]
        next += 1
        return try PHCParser.base64(bytes[field], name)
    }

    /// The offset of the field `distance` after the next one, or the text's length if there is none.
    func fieldOffset(_ distance: Int) -> Int {
        next + distance < fields.count ? fields[next + distance].lowerBound : bytes.count
    }

    func end() throws(CryptoError) {
        guard next == fields.count else {
            throw CryptoError(.invalidFormat, at: fields[next].lowerBound - 1, "nothing should follow the hash")
        }
    }

    /// Decodes canonical unpadded Base64 of at least one byte; error offsets refer to the whole text.
    static func base64(_ field: ArraySlice<UInt8>, _ name: String) throws(CryptoError) -> [UInt8] {
        guard !field.isEmpty else { throw CryptoError(.invalidFormat, at: field.startIndex, "the \(name) is empty") }
        do {
            return try Base64(padding: .absent).decode(field)
        } catch {
            throw CryptoError(
                .invalidFormat, at: field.startIndex + (error.position?.offset ?? 0), "in the \(name): \(error.reason)")
        }
    }

    /// Parses a decimal number without sign or leading zeros.
    static func decimal(_ text: String) -> Int? {
        guard text.utf8.allSatisfy({ $0.isDigit }), text == "0" || !text.hasPrefix("0") else {
            return nil
        }
        return Int(text)
    }

    private func name(_ range: Range<Int>, _ what: String) throws(CryptoError) -> String {
        if let wrong = range.first(where: { !PHCParser.isNameCharacter(bytes[$0]) }) {
            throw CryptoError(.invalidFormat, at: wrong, "the \(what) is of a-z, 0-9 and -")
        }
        guard (1...32).contains(range.count) else {
            throw CryptoError(.invalidFormat, at: range.lowerBound, "the \(what) has 1 to 32 characters")
        }
        return string(range)
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        byte.isLowercase || byte.isDigit || byte == .hyphen
    }

    private static func isValueCharacter(_ byte: UInt8) -> Bool {
        isNameCharacter(byte) || byte.isUppercase || byte == .slash || byte == .plus || byte == .period
    }
}
