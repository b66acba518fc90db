public import ArcaCodecs
public import ArcaCrypto

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

/// A public key of ECDSA or ECDH: a point that is carried along and not operated with.
///
/// Do not compute with such a point before ``KeyLint`` has checked that it lies on its curve.
public struct EllipticPublicKey: Sendable, Hashable {
    /// The curve.
    public let curve: EllipticCurve
    /// The point as the file has it: 04, x and y, or 02 or 03 and x (SEC 1, section 2.3.3).
    public let point: [UInt8]

    /// Takes a point; ``KeyLint`` tells whether it lies on the curve.
    ///
    /// - Parameters:
    ///   - curve: The curve.
    ///   - point: The point in SEC 1's form, compressed or not.
    /// - Throws: ``KeyError`` `.invalidKey` for a point of another form or length, the point at infinity among them.
    public init(_ curve: EllipticCurve, point: [UInt8]) throws(KeyError) {
        let expected =
            switch point.first {
            case 4: 1 + 2 * curve.byteCount
            case 2, 3: 1 + curve.byteCount
            default: 0
            }
        guard !point.isEmpty, point.count == expected else {
            throw KeyError(.invalidKey, "the public key is not a point of \(curve.name): wrong form or length")
        }
        self.curve = curve
        self.point = point
    }

    /// Both coordinates, each as long as the curve's; nil for a compressed point.
    public var coordinates: (x: [UInt8], y: [UInt8])? {
        guard point[0] == 4 else { return nil }
        return (Array(point[1...curve.byteCount]), Array(point[(1 + curve.byteCount)...]))
    }
}

/// A private key of ECDSA or ECDH: a number that is carried along and not operated with.
public struct EllipticPrivateKey: Sendable, Equatable {
    /// The public half as the file has it; ``AnyPrivateKey/publicKey`` is the one that was checked.
    public let publicKey: EllipticPublicKey
    /// The number, the highest byte first, as long as the curve's coordinates.
    public let scalar: SecretBytes

    /// Takes both halves of a key; ``KeyLint`` tells whether they belong together.
    ///
    /// - Parameters:
    ///   - publicKey: The public half.
    ///   - scalar: The private number, the highest byte first; leading zeros are added or taken away.
    /// - Throws: ``KeyError`` `.invalidKey` for a number that is longer than the curve's.
    public init(publicKey: EllipticPublicKey, scalar: borrowing SecretBytes) throws(KeyError) {
        let byteCount = publicKey.curve.byteCount
        self.publicKey = publicKey
        self.scalar = try scalar.withBytes { bytes throws(KeyError) in
            let surplus = max(bytes.count - byteCount, 0)
            // Only how many zeros there are in front shows, which the file's length shows as well.
            guard (0..<surplus).reduce(0, { $0 | bytes[$1] }) == 0 else {
                throw KeyError(.invalidKey, "the private key is longer than \(byteCount) bytes")
            }
            return SecretBytes(byteCount: byteCount) { output in
                for _ in bytes.count..<max(byteCount, bytes.count) { output.append(0) }
                output.append(contentsOf: bytes.extracting(surplus...))
            }
        }
    }
}

extension EllipticPrivateKey {
    /// The public half, which has been seen to belong to the private number; libcrypto may have been built without the
    /// curve, and then nothing can be seen.
    var checkedPublicKey: EllipticPublicKey {
        get throws(KeyError) {
            guard let group = EllipticGroup(objectIdentifier: publicKey.curve.identifier.description) else {
                return publicKey
            }
            guard group.isPrivate(scalar), group.isPoint(publicKey.point, of: scalar) else {
                throw KeyError(.invalidKey, "the public half of the key does not belong to the private number")
            }
            return publicKey
        }
    }
}

extension EllipticPrivateKey: CustomStringConvertible, CustomReflectable {
    /// The kind of key, never the content.
    public var description: String { "\(publicKey.curve.name) private key" }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
