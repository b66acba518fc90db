public import ArcaCore

/// A signature on one curve: `P256.Signing.ECDSASignature`.
///
/// Source: FIPS 186-5, section 6.4.
public struct NamedCurveSignature<Curve: NamedEllipticCurve>: Sendable, Hashable {
    /// The signature as a generic ECDSA signature.
    public let signature: ECDSASignature

    init(checked signature: ECDSASignature) { self.signature = signature }

    /// Creates a signature from a generic ECDSA signature.
    ///
    /// - Parameter signature: A signature on this curve.
    /// - Throws: ``CryptoError`` `.invalidParameter` for a signature on another curve.
    public init(_ signature: ECDSASignature) throws(CryptoError) {
        guard signature.curve == Curve.curve else {
            throw CryptoError(
                .invalidParameter,
                "a signature of \(signature.curve.name) where one of \(Curve.curve.name) is asked for")
        }
        self.signature = signature
    }

    /// Parses r ‖ s (IEEE P1363).
    ///
    /// - Parameter rawRepresentation: The signature, twice as long as the group order: 64 bytes for P-256.
    /// - Throws: The errors of ``ECDSASignature/init(rawRepresentation:curve:)``.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        signature = try ECDSASignature(rawRepresentation: rawRepresentation, curve: Curve.curve)
    }

    /// Parses a DER sequence of two integers.
    ///
    /// - Parameter derRepresentation: The sequence, without trailing bytes.
    /// - Throws: The errors of ``ECDSASignature/init(derRepresentation:curve:)``.
    public init(derRepresentation: borrowing some Bytes) throws(CryptoError) {
        signature = try ECDSASignature(derRepresentation: derRepresentation, curve: Curve.curve)
    }

    /// The equivalent signature with the lower s; see ``ECDSASignature/lowS``.
    public var lowS: NamedCurveSignature { NamedCurveSignature(checked: signature.lowS) }

    /// The signature as r ‖ s (IEEE P1363).
    public var rawRepresentation: [UInt8] { signature.rawRepresentation }

    /// The signature as a DER sequence of two integers.
    public var derRepresentation: [UInt8] { signature.derRepresentation }
}
