// What codes a value as its text: values whose text says all of them, and whose initializer checks it.

extension Decoder {
    /// Decodes a text and makes a value of it; what `make` throws becomes a `DecodingError` that says so.
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
    /// Encodes a text as the whole value.
    package func encode(text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
