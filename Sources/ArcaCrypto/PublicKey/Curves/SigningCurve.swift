/// A signature scheme whose keys are plain bytes: ``Curve25519/Signing``, ``Curve448/Signing``.
public protocol SigningCurve: Sendable {
    /// The scheme's name: `Ed25519`, `Ed448`.
    static var name: String { get }
    /// Length in bytes of private and public keys.
    static var keyByteCount: Int { get }
    /// Length in bytes of signatures.
    static var signatureByteCount: Int { get }
}

extension SigningCurve {
    /// A private key of this curve.
    public typealias PrivateKey = SigningPrivateKey<Self>
    /// A public key of this curve.
    public typealias PublicKey = SigningPublicKey<Self>
}
