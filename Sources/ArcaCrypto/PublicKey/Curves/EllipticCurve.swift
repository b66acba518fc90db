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
    /// The 256-bit Koblitz curve, used by Bitcoin.
    case secp256k1
    /// A 160-bit Koblitz curve, too short for new keys.
    case secp160k1
    /// A 160-bit random curve, too short for new keys.
    case secp160r1
    /// A second 160-bit random curve, too short for new keys.
    case secp160r2
    /// A 192-bit Koblitz curve, too short for new keys.
    case secp192k1
    /// NIST P-192, prime192v1; too short for new keys.
    case secp192r1
    /// A 224-bit Koblitz curve.
    case secp224k1
    /// Brainpool's 192-bit curve, too short for new keys.
    case brainpoolP192r1
    /// Brainpool's 224-bit curve.
    case brainpoolP224r1
    /// Brainpool's 256-bit curve.
    case brainpoolP256r1
    /// Brainpool's 320-bit curve.
    case brainpoolP320r1
    /// Brainpool's 384-bit curve.
    case brainpoolP384r1
    /// Brainpool's 512-bit curve.
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
    /// A 112-bit random curve, too short for new keys.
    case secp112r1
    /// A second 112-bit random curve, too short for new keys.
    case secp112r2
    /// A 128-bit random curve, too short for new keys.
    case secp128r1
    /// A second 128-bit random curve, too short for new keys.
    case secp128r2
    /// The second 192-bit curve of ANSI X9.62, too short for new keys.
    case prime192v2
    /// The third 192-bit curve of ANSI X9.62, too short for new keys.
    case prime192v3
    /// The first 239-bit curve of ANSI X9.62.
    case prime239v1
    /// The second 239-bit curve of ANSI X9.62.
    case prime239v2
    /// The third 239-bit curve of ANSI X9.62.
    case prime239v3
    /// Brainpool's 160-bit curve, too short for new keys.
    case brainpoolP160r1
    /// The twist of `brainpoolP160r1`, too short for new keys.
    case brainpoolP160t1
    /// The twist of `brainpoolP192r1`, too short for new keys.
    case brainpoolP192t1
    /// The twist of `brainpoolP224r1`.
    case brainpoolP224t1
    /// The twist of `brainpoolP256r1`.
    case brainpoolP256t1
    /// The twist of `brainpoolP320r1`.
    case brainpoolP320t1
    /// The twist of `brainpoolP384r1`.
    case brainpoolP384t1
    /// The twist of `brainpoolP512r1`.
    case brainpoolP512t1
    /// A 113-bit random curve over a binary field, too short for new keys.
    case sect113r1
    /// A second 113-bit random curve over a binary field, too short for new keys.
    case sect113r2
    /// A 131-bit random curve over a binary field, too short for new keys.
    case sect131r1
    /// A second 131-bit random curve over a binary field, too short for new keys.
    case sect131r2
    /// NIST K-163, over a binary field, too short for new keys.
    case sect163k1
    /// A 163-bit random curve over a binary field, too short for new keys.
    case sect163r1
    /// NIST B-163, over a binary field, too short for new keys.
    case sect163r2
    /// A 193-bit random curve over a binary field, too short for new keys.
    case sect193r1
    /// A second 193-bit random curve over a binary field, too short for new keys.
    case sect193r2
    /// NIST K-233, over a binary field.
    case sect233k1
    /// NIST B-233, over a binary field.
    case sect233r1
    /// A 239-bit Koblitz curve over a binary field.
    case sect239k1

    /// The common name.
    public var name: String { rawValue }

    /// The size of the field in bits.
    public var bitCount: Int { row.bitCount }

    /// Length of a coordinate and of a shared secret, in bytes.
    public var byteCount: Int { (bitCount + 7) / 8 }

    /// The size of the group order in bits.
    public var orderBitCount: Int { row.orderBitCount }

    /// Length of a private key and of each half of a signature, in bytes; determined by the group order.
    public var orderByteCount: Int { (orderBitCount + 7) / 8 }

    /// The number of curve points divided by the group order; 1 for most curves over prime fields.
    public var cofactor: Int { row.cofactor }

    /// The object identifier in dotted form.
    public var objectIdentifier: String { row.identifier }

    /// The default hash function, matching the strength of the curve.
    ///
    /// Source: RFC 5656, section 6.2.1; RFC 7518, section 3.4; RFC 8812, section 3.2.
    public var hash: AnyHashFunction {
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
        case .secp112r1: Row("1.3.132.0.6", 112)
        case .secp112r2: Row("1.3.132.0.7", 112, order: 110, cofactor: 4)
        case .secp128r1: Row("1.3.132.0.28", 128)
        case .secp128r2: Row("1.3.132.0.29", 128, order: 126, cofactor: 4)
        case .prime192v2: Row("1.2.840.10045.3.1.2", 192)
        case .prime192v3: Row("1.2.840.10045.3.1.3", 192)
        case .prime239v1: Row("1.2.840.10045.3.1.4", 239)
        case .prime239v2: Row("1.2.840.10045.3.1.5", 239)
        case .prime239v3: Row("1.2.840.10045.3.1.6", 239)
        case .brainpoolP160r1: Row("1.3.36.3.3.2.8.1.1.1", 160)
        case .brainpoolP160t1: Row("1.3.36.3.3.2.8.1.1.2", 160)
        case .brainpoolP192t1: Row("1.3.36.3.3.2.8.1.1.4", 192)
        case .brainpoolP224t1: Row("1.3.36.3.3.2.8.1.1.6", 224)
        case .brainpoolP256t1: Row("1.3.36.3.3.2.8.1.1.8", 256)
        case .brainpoolP320t1: Row("1.3.36.3.3.2.8.1.1.10", 320)
        case .brainpoolP384t1: Row("1.3.36.3.3.2.8.1.1.12", 384)
        case .brainpoolP512t1: Row("1.3.36.3.3.2.8.1.1.14", 512)
        case .sect113r1: Row("1.3.132.0.4", 113, cofactor: 2)
        case .sect113r2: Row("1.3.132.0.5", 113, cofactor: 2)
        case .sect131r1: Row("1.3.132.0.22", 131, cofactor: 2)
        case .sect131r2: Row("1.3.132.0.23", 131, cofactor: 2)
        case .sect163k1: Row("1.3.132.0.1", 163, cofactor: 2)
        case .sect163r1: Row("1.3.132.0.2", 163, order: 162, cofactor: 2)
        case .sect163r2: Row("1.3.132.0.15", 163, cofactor: 2)
        case .sect193r1: Row("1.3.132.0.24", 193, cofactor: 2)
        case .sect193r2: Row("1.3.132.0.25", 193, cofactor: 2)
        case .sect233k1: Row("1.3.132.0.26", 233, order: 232, cofactor: 4)
        case .sect233r1: Row("1.3.132.0.27", 233, cofactor: 2)
        case .sect239k1: Row("1.3.132.0.3", 239, order: 238, cofactor: 4)
        }
    }
}
