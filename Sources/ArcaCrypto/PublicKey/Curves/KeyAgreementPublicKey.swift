public import ArcaCodecs

/// A public key for key agreement: `Curve25519.KeyAgreement.PublicKey`, `Curve448.KeyAgreement.PublicKey`.
///
/// Source: RFC 7748.
public struct KeyAgreementPublicKey<Curve: KeyAgreementCurve>: Sendable {
    /// The key's bytes, as they were given.
    public let rawRepresentation: [UInt8]
    let handle: PublicKeyHandle

    /// Makes a key of its bytes.
    ///
    /// - Parameter rawRepresentation: As long as the curve's keys; not secret. Keys that make no good secret are refused
    ///   when one is made.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try checkLength(rawRepresentation, Curve.name, Curve.keyByteCount, "public")
        self.rawRepresentation = rawRepresentation.withBytes { span in
            [UInt8](capacity: span.count) { $0.append(contentsOf: span) }
        }
        handle = try rawRepresentation.withBytes { span throws(CryptoError) in
            try PublicKeyHandle(Curve.name, raw: span, isPrivate: false)
        }
    }
}

extension KeyAgreementPublicKey: Hashable {
    /// Whether both have the same bytes.
    public static func == (left: Self, right: Self) -> Bool { left.rawRepresentation == right.rawRepresentation }

    /// Hashes the bytes.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(rawRepresentation) }
}
