public import ArcaCore

/// A public key that ``HPKE`` encrypts to: `Curve25519.KeyAgreement.PublicKey`, `P256.KeyAgreement.PublicKey`.
///
/// Do not conform other types to it.
public protocol HPKEDiffieHellmanPublicKey: Sendable {
    /// The private key's type.
    associatedtype PrivateKey: HPKEDiffieHellmanPrivateKey where PrivateKey.PublicKey == Self
    /// The key encapsulation mechanism; nil for a curve that HPKE does not use.
    static var kem: HPKE.KEM? { get }
    /// The key as HPKE sends it: the bytes of X25519, an uncompressed point of the other curves.
    var hpkeRepresentation: [UInt8] { get }
    /// Reads a key that was sent.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidKey`.
    init(hpkeRepresentation: borrowing some Bytes) throws(CryptoError)
}

/// A private key that ``HPKE`` decrypts with: `Curve25519.KeyAgreement.PrivateKey`, `P256.KeyAgreement.PrivateKey`.
///
/// Do not conform other types to it.
public protocol HPKEDiffieHellmanPrivateKey: Sendable {
    /// The public key's type.
    associatedtype PublicKey: HPKEDiffieHellmanPublicKey where PublicKey.PrivateKey == Self
    /// The public key.
    var publicKey: PublicKey { get }
    /// Creates a key from its bytes.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidKey`.
    init(rawRepresentation: borrowing some Bytes) throws(CryptoError)
    /// Generates a random key for one message.
    static func ephemeral() -> Self
    /// Computes the shared secret.
    func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws(CryptoError) -> SharedSecret
}

extension KeyAgreementPublicKey: HPKEDiffieHellmanPublicKey where Curve == Curve25519.KeyAgreement {
    /// The private key's type.
    public typealias PrivateKey = KeyAgreementPrivateKey<Curve>
    /// The key encapsulation mechanism.
    public static var kem: HPKE.KEM? { .Curve25519_HKDF_SHA256 }
    /// The key as HPKE sends it, 32 bytes.
    public var hpkeRepresentation: [UInt8] { rawRepresentation }
    /// Reads a key that was sent.
    public init(hpkeRepresentation: borrowing some Bytes) throws(CryptoError) {
        try self.init(rawRepresentation: hpkeRepresentation)
    }
}

extension KeyAgreementPrivateKey: HPKEDiffieHellmanPrivateKey where Curve == Curve25519.KeyAgreement {
    /// The public key's type.
    public typealias PublicKey = KeyAgreementPublicKey<Curve>
    /// Generates a random key for one message.
    public static func ephemeral() -> Self { Self() }
}

extension NamedCurvePublicKey: HPKEDiffieHellmanPublicKey where Use: EllipticKeyAgreementUse {
    /// The private key's type.
    public typealias PrivateKey = NamedCurvePrivateKey<Use>
    /// The key encapsulation mechanism; nil for a curve that HPKE does not use.
    public static var kem: HPKE.KEM? {
        switch Use.Curve.curve {
        case .p256: .P256_HKDF_SHA256
        case .p384: .P384_HKDF_SHA384
        case .p521: .P521_HKDF_SHA512
        default: nil
        }
    }
    /// The key as HPKE sends it, an uncompressed point.
    public var hpkeRepresentation: [UInt8] { x963Representation }
    /// Reads a key that was sent.
    public init(hpkeRepresentation: borrowing some Bytes) throws(CryptoError) {
        try self.init(x963Representation: hpkeRepresentation)
    }
}

extension NamedCurvePrivateKey: HPKEDiffieHellmanPrivateKey where Use: EllipticKeyAgreementUse {
    /// The public key's type.
    public typealias PublicKey = NamedCurvePublicKey<Use>
    /// Generates a random key for one message.
    public static func ephemeral() -> Self { Self(compactRepresentable: false) }
}

extension HPKE {
    /// DHKEM (RFC 9180, section 4.1).
    enum DiffieHellman<PrivateKey: HPKEDiffieHellmanPrivateKey> {
        /// The secret of one agreement, or of two if the sender is authenticated.
        static func secret(
            _ first: SharedSecret, _ second: SharedSecret?, _ keys: [PrivateKey.PublicKey]
        ) throws(CryptoError) -> SymmetricKey {
            guard let kem = PrivateKey.PublicKey.kem else { throw CryptoError(.invalidKey, "HPKE has no such curve") }
            let kdf = try LabeledKDF(kem.hash, identifier: Array("KEM".utf8) + bigEndian(kem.rawValue))
            let byteCount = first.withBytes { $0.count } + (second?.withBytes { $0.count } ?? 0)
            let agreed = SecretBytes(byteCount: byteCount) { agreed in
                first.withBytes { agreed.append(contentsOf: $0) }
                second?.withBytes { agreed.append(contentsOf: $0) }
            }
            let key = try kdf.extract(salt: [] as [UInt8], "eae_prk", agreed)
            return try kdf.expand(
                key, "shared_secret", info: keys.flatMap(\.hpkeRepresentation), byteCount: kem.hash.digestByteCount)
        }

        static func decapsulate(
            _ encapsulatedKey: borrowing some Bytes, _ privateKey: PrivateKey, sender: PrivateKey.PublicKey?
        ) throws(CryptoError) -> SymmetricKey {
            let share = try PrivateKey.PublicKey(hpkeRepresentation: encapsulatedKey)
            let first = try privateKey.sharedSecretFromKeyAgreement(with: share)
            var (second, keys): (SharedSecret?, _) = (nil, [share, privateKey.publicKey])
            if let sender {
                second = try privateKey.sharedSecretFromKeyAgreement(with: sender)
                keys.append(sender)
            }
            return try secret(first, second, keys)
        }
    }
}
