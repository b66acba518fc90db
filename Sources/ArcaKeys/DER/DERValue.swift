public import ArcaCore
public import ArcaCrypto

/// An ASN.1 value for writing as DER.
///
/// Secrets in it are copied only into the result.
///
/// ```swift
/// let value = DERValue.sequence([.integer(1), .octetString(bytes)])
/// let der = value.encoded()
/// ```
///
/// Source: X.690, sections 8 and 10.
public struct DERValue: Sendable {
    private enum Content: Sendable {
        case bytes([UInt8])
        case secret(SecretBytes)
        case values([DERValue])
    }
    private let tag: DERTag
    /// Whether a zero octet precedes the content: the sign octet of an INTEGER or the unused-bit count of a BIT STRING.
    private let hasZero: Bool
    private let content: Content
    private let contentByteCount: Int

    private init(_ tag: DERTag, hasZero: Bool = false, _ content: Content) {
        self.tag = tag
        self.hasZero = hasZero
        self.content = content
        let count =
            switch content {
            case .bytes(let bytes): bytes.count
            case .secret(let bytes): bytes.count
            case .values(let values): values.reduce(0) { $0 + $1.byteCount }
            }
        contentByteCount = count + (hasZero ? 1 : 0)
    }

    /// The encoded length in bytes.
    public var byteCount: Int { 1 + lengthByteCount + contentByteCount }

    // MARK: Kinds

    /// A primitive value with any tag.
    public static func primitive(_ tag: DERTag, _ content: [UInt8]) -> DERValue { DERValue(tag, .bytes(content)) }

    /// A primitive value with any tag and secret content.
    public static func primitive(_ tag: DERTag, _ content: SecretBytes) -> DERValue { DERValue(tag, .secret(content)) }

    /// A constructed value with any tag.
    public static func constructed(_ tag: DERTag, _ values: [DERValue]) -> DERValue { DERValue(tag, .values(values)) }

    /// A SEQUENCE.
    public static func sequence(_ values: [DERValue]) -> DERValue { constructed(.sequence, values) }

    /// An INTEGER.
    public static func integer(_ number: Int) -> DERValue {
        let octets = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        guard number < 0 else { return integer(octets) }
        // Two's complement: a leading 0xff is redundant if the next byte's high bit is set too.
        let ones = (0..<7).prefix { octets[$0] == 0xff && octets[$0 + 1] >= 0x80 }.count
        return DERValue(.integer, hasZero: false, .bytes(Array(octets[ones...])))
    }

    /// An INTEGER from unsigned big-endian octets; leading zeros are dropped.
    public static func integer(_ octets: [UInt8]) -> DERValue {
        let minimal = Array(octets.drop { $0 == 0 })
        return DERValue(.integer, hasZero: (minimal.first ?? 0x80) >= 0x80, .bytes(minimal))
    }

    /// An INTEGER from secret unsigned big-endian octets; there must be no leading zeros.
    public static func integer(_ octets: SecretBytes) -> DERValue {
        // This reveals the highest bit and whether the number is empty; the length of the result does so anyway.
        let hasZero = octets.withBytes { $0.isEmpty || $0[0] >= 0x80 }
        return DERValue(.integer, hasZero: hasZero, .secret(octets))
    }

    /// An OCTET STRING.
    public static func octetString(_ bytes: [UInt8]) -> DERValue { DERValue(.octetString, .bytes(bytes)) }

    /// An OCTET STRING with secret content.
    public static func octetString(_ bytes: SecretBytes) -> DERValue { DERValue(.octetString, .secret(bytes)) }

    /// An OCTET STRING that contains an encoded value.
    public static func octetString(_ value: DERValue) -> DERValue { DERValue(.octetString, .values([value])) }

    /// A BIT STRING of whole bytes.
    public static func bitString(_ bytes: [UInt8], tag: DERTag = .bitString) -> DERValue {
        DERValue(tag, hasZero: true, .bytes(bytes))
    }

    /// A BIT STRING that contains an encoded value.
    public static func bitString(_ value: DERValue) -> DERValue {
        DERValue(.bitString, hasZero: true, .values([value]))
    }

    /// NULL.
    public static let null = DERValue(.null, .bytes([]))

    /// An OBJECT IDENTIFIER.
    public static func objectIdentifier(_ identifier: ASN1ObjectIdentifier) -> DERValue {
        DERValue(.objectIdentifier, .bytes(identifier.content))
    }

    /// A value with an explicit tag, such as `[0]`.
    public static func explicit(_ number: UInt8, _ value: DERValue) -> DERValue {
        constructed(.context(number, isConstructed: true), [value])
    }

    // MARK: Writing

    /// The value in DER.
    public func encoded() -> [UInt8] { [UInt8](capacity: byteCount) { encode(into: &$0) } }

    /// The value in DER, in memory that is wiped after use.
    public func encodedSecret() -> SecretBytes { SecretBytes(byteCount: byteCount) { encode(into: &$0) } }

    private var lengthByteCount: Int {
        contentByteCount < 0x80 ? 1 : 1 + (Int.bitWidth - contentByteCount.leadingZeroBitCount + 7) / 8
    }

    private func encode(into output: inout OutputSpan<UInt8>) {
        output.append(tag.octet)
        if contentByteCount < 0x80 {
            output.append(UInt8(contentByteCount))
        } else {
            let count = lengthByteCount - 1
            output.append(0x80 | UInt8(count))
            for index in (0..<count).reversed() {
                output.append(UInt8(truncatingIfNeeded: contentByteCount >> (8 * index)))
            }
        }
        if hasZero { output.append(0) }
        switch content {
        case .bytes(let bytes): output.append(contentsOf: bytes.span)
        case .secret(let secret): secret.withBytes { output.append(contentsOf: $0) }
        case .values(let values): for value in values { value.encode(into: &output) }
        }
    }
}

extension DERValue: Redacted {
    /// The tag and length, never the content.
    public var description: String { "DERValue(\(tag), \(byteCount) bytes)" }
}
