public import ArcaCrypto

extension EllipticCurve {
    /// The object identifier in keys and certificates.
    public var identifier: ASN1ObjectIdentifier {
        guard let identifier = Self.identifiers[self] else { preconditionFailure("every curve has an identifier") }
        return identifier
    }

    /// Finds a curve by its object identifier, or returns nil for an unknown one.
    public init?(identifier: ASN1ObjectIdentifier) {
        guard let found = Self.identifiers.first(where: { $0.value == identifier }) else { return nil }
        self = found.key
    }

    private static let identifiers = Dictionary(
        uniqueKeysWithValues: allCases.map { curve in
            (curve, ASN1ObjectIdentifier(numbers: curve.objectIdentifier.split(separator: ".").compactMap { Int($0) }))
        })

    /// The name in OpenSSH keys (RFC 5656, section 10.1), or nil if OpenSSH does not support the curve.
    public var openSSHName: String? {
        switch self {
        case .p256: "nistp256"
        case .p384: "nistp384"
        case .p521: "nistp521"
        default: nil
        }
    }

    /// The name in JWK (RFC 7518, section 6.2.1.1; RFC 8812, section 3.1), or nil if none is registered.
    public var jwkName: String? {
        switch self {
        case .p256, .p384, .p521, .secp256k1: rawValue
        default: nil
        }
    }
}
