internal import ArcaCore

extension Codec: Codable {
    /// Decodes a name, like ``init(named:)``.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try Codec(named: $0) } }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name) }
}

extension Codec.Step: Codable {
    /// Decodes a step in recipe syntax: `ascii85(adobe)`.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try Codec.Step($0) } }

    /// Encodes the step in recipe syntax.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}
