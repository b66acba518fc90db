/// The identifier octet of a DER value: class, form and tag number.
///
/// Numbers above 30, which take several octets, do not occur in keys.
///
/// Source: X.690, section 8.1.2.
public struct DERTag: Sendable, Hashable, CustomStringConvertible {
    /// The identifier octet.
    public let octet: UInt8

    /// Creates a tag from its identifier octet.
    public init(octet: UInt8) { self.octet = octet }

    /// BOOLEAN.
    public static let boolean = DERTag(octet: 0x01)
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
    /// UTF8String.
    public static let utf8String = DERTag(octet: 0x0c)
    /// NumericString: digits and spaces.
    public static let numericString = DERTag(octet: 0x12)
    /// PrintableString: a subset of ASCII.
    public static let printableString = DERTag(octet: 0x13)
    /// TeletexString, also called T61String.
    public static let teletexString = DERTag(octet: 0x14)
    /// IA5String: ASCII.
    public static let ia5String = DERTag(octet: 0x16)
    /// UTCTime.
    public static let utcTime = DERTag(octet: 0x17)
    /// GeneralizedTime.
    public static let generalizedTime = DERTag(octet: 0x18)
    /// VisibleString: ASCII without control characters.
    public static let visibleString = DERTag(octet: 0x1a)
    /// UniversalString: UTF-32.
    public static let universalString = DERTag(octet: 0x1c)
    /// BMPString: UTF-16.
    public static let bmpString = DERTag(octet: 0x1e)
    /// SEQUENCE and SEQUENCE OF.
    public static let sequence = DERTag(octet: 0x30)
    /// SET and SET OF.
    public static let set = DERTag(octet: 0x31)

    /// A context-specific tag, such as `[0]`.
    ///
    /// - Parameters:
    ///   - number: The tag number, 0 to 30.
    ///   - isConstructed: Whether the value contains other values, as for explicit tags and for implicitly tagged
    ///     sequences and sets.
    /// - Returns: The tag.
    public static func context(_ number: UInt8, isConstructed: Bool) -> DERTag {
        precondition(number <= 30, "tag numbers above 30 take more than one octet")
        return DERTag(octet: 0x80 | (isConstructed ? 0x20 : 0) | number)
    }

    /// The name of the universal type, or the class and number.
    public var description: String {
        switch self {
        case .boolean: "BOOLEAN"
        case .integer: "INTEGER"
        case .bitString: "BIT STRING"
        case .octetString: "OCTET STRING"
        case .null: "NULL"
        case .objectIdentifier: "OBJECT IDENTIFIER"
        case .utf8String: "UTF8String"
        case .numericString: "NumericString"
        case .printableString: "PrintableString"
        case .teletexString: "TeletexString"
        case .ia5String: "IA5String"
        case .utcTime: "UTCTime"
        case .generalizedTime: "GeneralizedTime"
        case .visibleString: "VisibleString"
        case .universalString: "UniversalString"
        case .bmpString: "BMPString"
        case .sequence: "SEQUENCE"
        case .set: "SET"
        default: octet & 0xc0 == 0x80 ? "[\(octet & 0x1f)]" : "tag \(octet)"
        }
    }
}
