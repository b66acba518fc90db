/// A curve for signatures and key agreement: ``P256``, ``P384``, ``P521``, ``Secp256k1``.
public protocol NamedEllipticCurve: Sendable {
    /// The curve.
    static var curve: EllipticCurve { get }
}

extension NamedEllipticCurve {
    /// ECDSA with the curve's default hash function (FIPS 186-5).
    public typealias Signing = EllipticSigning<Self>
    /// ECDH (SP 800-56A revision 3).
    public typealias KeyAgreement = EllipticKeyAgreement<Self>
}

/// NIST P-256, with about 128 bits of security; signatures use SHA-256.
///
/// ```swift
/// let signer = P256.Signing.PrivateKey()
/// let signature = try signer.signature(for: message)
/// let own = P256.KeyAgreement.PrivateKey()
/// let shared = try own.sharedSecretFromKeyAgreement(with: theirs)
/// ```
public enum P256: NamedEllipticCurve {
    /// The curve.
    public static var curve: EllipticCurve { .p256 }
}

/// NIST P-384, with about 192 bits of security; signatures use SHA-384.
public enum P384: NamedEllipticCurve {
    /// The curve.
    public static var curve: EllipticCurve { .p384 }
}

/// NIST P-521, with about 256 bits of security; signatures use SHA-512.
public enum P521: NamedEllipticCurve {
    /// The curve.
    public static var curve: EllipticCurve { .p521 }
}

/// The 256-bit Koblitz curve, with about 128 bits of security; signatures use SHA-256.
public enum Secp256k1: NamedEllipticCurve {
    /// The curve.
    public static var curve: EllipticCurve { .secp256k1 }
}

/// The use of a key, ``EllipticSigning`` or ``EllipticKeyAgreement``; prevents using one key for both.
public protocol EllipticKeyUse: Sendable {
    /// The curve.
    associatedtype Curve: NamedEllipticCurve
}

extension EllipticKeyUse {
    /// A private key of this curve.
    public typealias PrivateKey = NamedCurvePrivateKey<Self>
    /// A public key of this curve.
    public typealias PublicKey = NamedCurvePublicKey<Self>
}

/// The common protocol of ``EllipticSigning`` for all curves.
public protocol EllipticSigningUse: EllipticKeyUse {}

/// The common protocol of ``EllipticKeyAgreement`` for all curves.
public protocol EllipticKeyAgreementUse: EllipticKeyUse {}

/// ECDSA on one curve: `P256.Signing`.
public enum EllipticSigning<Curve: NamedEllipticCurve>: EllipticSigningUse {
    /// A signature on this curve.
    public typealias ECDSASignature = NamedCurveSignature<Curve>
}

/// ECDH on one curve: `P256.KeyAgreement`.
public enum EllipticKeyAgreement<Curve: NamedEllipticCurve>: EllipticKeyAgreementUse {}
