internal import ArcaCore

// A pattern itself is a secret and is not coded: PatternHash is what is stored.

extension Pattern.Grid: Codable {
    /// Decodes `3x3`.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try Self($0) } }

    /// Encodes `3x3`.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension PatternRules: Codable {
    /// Decodes a name.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try Self(named: $0) } }

    /// Encodes the name: `android`, `free-4`.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension PatternHash: Codable {
    /// Decodes and checks the text, within the usual limits of cost.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try PatternHash($0) } }

    /// Encodes the text to store.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: text) }
}
