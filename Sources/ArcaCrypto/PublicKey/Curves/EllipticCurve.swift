/// A named curve of ECDSA and ECDH keys.
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
    case secp256k1
    /// A Koblitz curve of 160 bits, too short for new keys.
    case secp160k1
    /// A random curve of 160 bits, too short for new keys.
    case secp160r1
    /// A second random curve of 160 bits, too short for new keys.
    case secp160r2
    /// A Koblitz curve of 192 bits, too short for new keys.
    case secp192k1
    /// NIST P-192, prime192v1; too short for new keys.
    case secp192r1
    /// A Koblitz curve of 224 bits.
    case secp224k1
    /// Brainpool's curve of 192 bits, too short for new keys.
    case brainpoolP192r1
    /// Brainpool's curve of 224 bits.
    case brainpoolP224r1
    /// Brainpool's curve of 256 bits.
    case brainpoolP256r1
    /// Brainpool's curve of 320 bits.
    case brainpoolP320r1
    /// Brainpool's curve of 384 bits.
    case brainpoolP384r1
    /// Brainpool's curve of 512 bits.
    case brainpoolP512r1
    /// NIST K-283, over a binary field.
    case sect283k1
    /// NIST B-283, over a binary field.
    case sect283r1
    /// NIST K-409, over a binary field.
    case sect409k1
    /// NIST B-409, over a binary field.
    case sect409r1
    /// NIST K-571, over a binary field.
    case sect571k1
    /// NIST B-571, over a binary field.
    case sect571r1

    /// The usual name.
    public var name: String { rawValue }

    /// The field's size in bits.
    public var bitCount: Int { row.bitCount }

    /// Length in bytes of a coordinate and of a shared secret.
    public var byteCount: Int { (bitCount + 7) / 8 }

    /// The size in bits of the order of the group that keys are in.
    public var orderBitCount: Int { row.orderBitCount }

    /// Length in bytes of a private key and of each half of a signature, which the group's order decides.
    public var orderByteCount: Int { (orderBitCount + 7) / 8 }

    /// How many times more points the curve has than the group that keys are in; 1 for curves over prime fields.
    public var cofactor: Int { row.cofactor }

    /// The identifier in keys and certificates, in dotted form.
    public var objectIdentifier: String { row.identifier }

    /// The hash function that the curve is used with unless another is named: the one of its strength.
    ///
    /// Source: RFC 5656, section 6.2.1; RFC 7518, section 3.4; RFC 8812, section 3.2.
    public var hash: HashFunction {
        switch orderBitCount {
        case ...256: .sha256
        case ...384: .sha384
        default: .sha512
        }
    }

    private struct Row {
        let identifier: String
        let bitCount: Int
        let orderBitCount: Int
        let cofactor: Int

        init(_ identifier: String, _ bitCount: Int, order: Int? = nil, cofactor: Int = 1) {
            self.identifier = identifier
            self.bitCount = bitCount
            orderBitCount = order ?? bitCount
            self.cofactor = cofactor
        }
    }

    private var row: Row {
        switch self {
        case .p224: Row("1.3.132.0.33", 224)
        case .p256: Row("1.2.840.10045.3.1.7", 256)
        case .p384: Row("1.3.132.0.34", 384)
        case .p521: Row("1.3.132.0.35", 521)
        case .secp256k1: Row("1.3.132.0.10", 256)
        case .secp160k1: Row("1.3.132.0.9", 160, order: 161)
        case .secp160r1: Row("1.3.132.0.8", 160, order: 161)
        case .secp160r2: Row("1.3.132.0.30", 160, order: 161)
        case .secp192k1: Row("1.3.132.0.31", 192)
        case .secp192r1: Row("1.2.840.10045.3.1.1", 192)
        case .secp224k1: Row("1.3.132.0.32", 224, order: 225)
        case .brainpoolP192r1: Row("1.3.36.3.3.2.8.1.1.3", 192)
        case .brainpoolP224r1: Row("1.3.36.3.3.2.8.1.1.5", 224)
        case .brainpoolP256r1: Row("1.3.36.3.3.2.8.1.1.7", 256)
        case .brainpoolP320r1: Row("1.3.36.3.3.2.8.1.1.9", 320)
        case .brainpoolP384r1: Row("1.3.36.3.3.2.8.1.1.11", 384)
        case .brainpoolP512r1: Row("1.3.36.3.3.2.8.1.1.13", 512)
        case .sect283k1: Row("1.3.132.0.16", 283, order: 281, cofactor: 4)
        case .sect283r1: Row("1.3.132.0.17", 283, order: 282, cofactor: 2)
        case .sect409k1: Row("1.3.132.0.36", 409, order: 407, cofactor: 4)
        case .sect409r1: Row("1.3.132.0.37", 409, cofactor: 2)
        case .sect571k1: Row("1.3.132.0.38", 571, order: 570, cofactor: 4)
        case .sect571r1: Row("1.3.132.0.39", 571, order: 570, cofactor: 2)
        }
    }
}
