internal import ArcaCore

extension Age.X25519Recipient: Codable {
    /// Decodes `age1…`.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try Self($0) } }

    /// Encodes `age1…`.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension Age.HybridRecipient: Codable {
    /// Decodes `age1pq1…`.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try Self($0) } }

    /// Encodes `age1pq1…`.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}
