// Helpers for values that are encoded as a string, and validated by their initializer.

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
