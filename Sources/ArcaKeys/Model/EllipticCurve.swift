/// A curve of ECDSA and ECDH keys, which are read and written but not operated with.
///
/// Source: SEC 2; RFC 5480, section 2.1.1.1; RFC 5639 for the Brainpool curves.
public enum EllipticCurve: String, Sendable, Hashable, CaseIterable {
    /// NIST P-224, secp224r1.
    case p224 = "P-224"
    /// NIST P-256, secp256r1, prime256v1.
    case p256 = "P-256"
    /// NIST P-384, secp384r1.
    case p384 = "P-384"
    /// NIST P-521, secp521r1.
    case p521 = "P-521"
    /// The Koblitz curve of 256 bits, which Bitcoin has.
    case secp256k1 = "secp256k1"
    /// Brainpool's curve of 256 bits.
    case brainpoolP256r1
    /// Brainpool's curve of 384 bits.
    case brainpoolP384r1
    /// Brainpool's curve of 512 bits.
    case brainpoolP512r1

    /// The usual name.
    public var name: String { rawValue }

    /// The field's size in bits.
    public var bitCount: Int {
        switch self {
        case .p224: 224
        case .p256, .secp256k1, .brainpoolP256r1: 256
        case .p384, .brainpoolP384r1: 384
        case .p521: 521
        case .brainpoolP512r1: 512
        }
    }

    /// Length in bytes of a coordinate and of a private key.
    public var byteCount: Int { (bitCount + 7) / 8 }

    /// The identifier in keys and certificates.
    public var identifier: ASN1ObjectIdentifier {
        switch self {
        case .p224: ASN1ObjectIdentifier(1, 3, 132, 0, 33)
        case .p256: ASN1ObjectIdentifier(1, 2, 840, 10045, 3, 1, 7)
        case .p384: ASN1ObjectIdentifier(1, 3, 132, 0, 34)
        case .p521: ASN1ObjectIdentifier(1, 3, 132, 0, 35)
        case .secp256k1: ASN1ObjectIdentifier(1, 3, 132, 0, 10)
        case .brainpoolP256r1: ASN1ObjectIdentifier(1, 3, 36, 3, 3, 2, 8, 1, 1, 7)
        case .brainpoolP384r1: ASN1ObjectIdentifier(1, 3, 36, 3, 3, 2, 8, 1, 1, 11)
        case .brainpoolP512r1: ASN1ObjectIdentifier(1, 3, 36, 3, 3, 2, 8, 1, 1, 13)
        }
    }

    /// The name in OpenSSH keys; nil where OpenSSH does not have the curve (RFC 5656, section 10.1).
    public var openSSHName: String? {
        switch self {
        case .p256: "nistp256"
        case .p384: "nistp384"
        case .p521: "nistp521"
        default: nil
        }
    }

    /// The name in JWK; nil where none is registered (RFC 7518, section 6.2.1.1; RFC 8812, section 3.1).
    public var jwkName: String? {
        switch self {
        case .p256, .p384, .p521, .secp256k1: rawValue
        default: nil
        }
    }
}
