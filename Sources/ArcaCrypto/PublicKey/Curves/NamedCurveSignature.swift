public import ArcaCore

/// A signature of one curve: `P256.Signing.ECDSASignature`.
///
/// Source: FIPS 186-5, section 6.4.
public struct NamedCurveSignature<Curve: NamedEllipticCurve>: Sendable, Hashable {
    /// The signature as one of any curve.
    public let signature: ECDSASignature

    init(checked signature: ECDSASignature) { self.signature = signature }

    /// Takes a signature of any curve.
    ///
    /// - Parameter signature: A signature of this curve.
    /// - Throws: ``CryptoError`` `.invalidParameter` for one of another curve.
    public init(_ signature: ECDSASignature) throws(CryptoError) {
        guard signature.curve == Curve.curve else {
            throw CryptoError(
                .invalidParameter,
                "a signature of \(signature.curve.name) where one of \(Curve.curve.name) is asked for")
        }
        self.signature = signature
    }

    /// Reads r and s one behind the other (IEEE P1363).
    ///
    /// - Parameter rawRepresentation: Twice as many bytes as the order of the curve's group has: 64 for P-256.
    /// - Throws: ``CryptoError`` `.invalidFormat` as ``ECDSASignature/init(rawRepresentation:curve:)``.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        signature = try ECDSASignature(rawRepresentation: rawRepresentation, curve: Curve.curve)
    }

    /// Reads a sequence of two integers in DER.
    ///
    /// - Parameter derRepresentation: The sequence, with nothing behind it.
    /// - Throws: ``CryptoError`` `.invalidFormat` as ``ECDSASignature/init(derRepresentation:curve:)``.
    public init(derRepresentation: borrowing some Bytes) throws(CryptoError) {
        signature = try ECDSASignature(derRepresentation: derRepresentation, curve: Curve.curve)
    }

    /// r and s one behind the other (IEEE P1363).
    public var rawRepresentation: [UInt8] { signature.rawRepresentation }

    /// A sequence of two integers in DER.
    public var derRepresentation: [UInt8] { signature.derRepresentation }
}
