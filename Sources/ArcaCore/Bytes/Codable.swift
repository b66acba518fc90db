#if !hasFeature(Embedded)
// Errors are encoded by the name of their code, so a decoded error equals the original.

extension ErrorKind: Codable {}

extension ErrorPlace: Codable {
    private enum Key: String, CodingKey { case offset, line, column, index, name }

    /// Decodes a location.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        if let name = try values.decodeIfPresent(String.self, forKey: .name) {
            self = .name(name)
        } else if let index = try values.decodeIfPresent(Int.self, forKey: .index) {
            self = .index(index)
        } else {
            let offset = try values.decode(Int.self, forKey: .offset)
            guard let line = try values.decodeIfPresent(Int.self, forKey: .line) else {
                self = .offset(offset)
                return
            }
            let column = try values.decode(Int.self, forKey: .column)
            self = .text(TextPosition(offset: offset, line: line, column: column))
        }
    }

    /// Encodes the location as an object: `{"offset": 5}`, with `line` and `column` in a text; `{"index": 2}`;
    /// `{"name": "…"}`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch self {
        case .offset(let offset): try values.encode(offset, forKey: .offset)
        case .text(let position):
            try values.encode(position.offset, forKey: .offset)
            try values.encode(position.line, forKey: .line)
            try values.encode(position.column, forKey: .column)
        case .index(let index): try values.encode(index, forKey: .index)
        case .name(let name): try values.encode(name, forKey: .name)
        }
    }
}

extension CodedError: Codable {
    private enum Key: String, CodingKey { case code, place, reason, hint }

    /// Decodes an error.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let name = try values.decode(String.self, forKey: .code)
        guard let code = Code(rawValue: name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .code, in: values, debugDescription: "there is no error code '\(name)'")
        }
        self.init(
            code, at: try values.decodeIfPresent(ErrorPlace.self, forKey: .place),
            try values.decode(String.self, forKey: .reason),
            hint: try values.decodeIfPresent(String.self, forKey: .hint))
    }

    /// Encodes the name of the code, the location, the reason and the hint.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(code.rawValue, forKey: .code)
        try values.encodeIfPresent(place, forKey: .place)
        try values.encode(reason, forKey: .reason)
        try values.encodeIfPresent(hint, forKey: .hint)
    }
}

/// A value that is encoded as a string, and validated by its initializer.
package protocol TextCodable: Codable {
    init(codedText text: String) throws
    /// The encoded text; by default the description.
    var codedText: String { get throws }
}

extension TextCodable {
    /// Decodes and validates the text.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try Self(codedText: $0) } }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: codedText) }
}

extension TextCodable where Self: CustomStringConvertible {
    package var codedText: String { description }
}

extension Decoder {
    /// Decodes a string and converts it to a value; an error from `make` becomes a `DecodingError` with its message.
    package func value<Value>(_ make: (String) throws -> Value) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        do { return try make(text) } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: codingPath, debugDescription: "\(error)", underlyingError: error))
        }
    }
}

extension Encoder {
    package func encode(text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
#endif
