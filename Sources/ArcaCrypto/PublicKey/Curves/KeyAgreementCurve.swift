/// A function that two parties make a common secret with: ``Curve25519/KeyAgreement``, ``Curve448/KeyAgreement``.
public protocol KeyAgreementCurve: Sendable {
    /// The function's name: `X25519`, `X448`.
    static var name: String { get }
    /// Length in bytes of private keys, public keys and shared secrets.
    static var keyByteCount: Int { get }
}

extension KeyAgreementCurve {
    /// A private key of this curve.
    public typealias PrivateKey = KeyAgreementPrivateKey<Self>
    /// A public key of this curve.
    public typealias PublicKey = KeyAgreementPublicKey<Self>
}
