internal import ArcaCore

// A pattern is secret and not Codable: store a PatternHash instead.

extension Pattern.Grid: Codable {
    /// Decodes `3x3`.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try Self($0) } }

    /// Encodes `3x3`.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension PatternRules: Codable {
    /// Decodes the name.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try Self(named: $0) } }

    /// Encodes the name: `android`, `free-4`.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension PatternHash: Codable {
    /// Decodes and checks the text, with the default cost limits.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try PatternHash($0) } }

    /// Encodes the text to store.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: text) }
}
