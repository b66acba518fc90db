/// The identifier octet of a DER value: class, form and number.
///
/// Numbers above 30, which take more octets, do not occur in keys.
///
/// Source: X.690, section 8.1.2.
public struct DERTag: Sendable, Hashable, CustomStringConvertible {
    /// The octet.
    public let octet: UInt8

    /// Takes an identifier octet.
    public init(octet: UInt8) { self.octet = octet }

    /// INTEGER.
    public static let integer = DERTag(octet: 0x02)
    /// BIT STRING.
    public static let bitString = DERTag(octet: 0x03)
    /// OCTET STRING.
    public static let octetString = DERTag(octet: 0x04)
    /// NULL.
    public static let null = DERTag(octet: 0x05)
    /// OBJECT IDENTIFIER.
    public static let objectIdentifier = DERTag(octet: 0x06)
    /// SEQUENCE and SEQUENCE OF.
    public static let sequence = DERTag(octet: 0x30)
    /// SET and SET OF.
    public static let set = DERTag(octet: 0x31)

    /// A context-specific tag, such as `[0]`.
    ///
    /// - Parameters:
    ///   - number: 0 to 30.
    ///   - isConstructed: Whether it holds other values: explicit tags, implicitly tagged sequences and sets.
    /// - Returns: The tag.
    public static func context(_ number: UInt8, isConstructed: Bool) -> DERTag {
        precondition(number <= 30, "tag numbers above 30 take more than one octet")
        return DERTag(octet: 0x80 | (isConstructed ? 0x20 : 0) | number)
    }

    /// The name of the universal type, or class and number.
    public var description: String {
        switch self {
        case .integer: "INTEGER"
        case .bitString: "BIT STRING"
        case .octetString: "OCTET STRING"
        case .null: "NULL"
        case .objectIdentifier: "OBJECT IDENTIFIER"
        case .sequence: "SEQUENCE"
        case .set: "SET"
        default: octet & 0xc0 == 0x80 ? "[\(octet & 0x1f)]" : "tag \(octet)"
        }
    }
}
