internal import ArcaCodecs
internal import ArcaCore

/// A subject or issuer name in a certificate.
///
/// Equality compares the DER bytes. Nearly all issuers encode their name the same way each time.
///
/// Source: RFC 5280, section 4.1.2.4.
public struct DistinguishedName: Sendable, Hashable {
    /// One attribute of a name: `CN=example.org`.
    public struct Attribute: Sendable, Hashable {
        /// The attribute type: `2.5.4.3` for a common name.
        public let identifier: ASN1ObjectIdentifier
        /// The value as unescaped text, or nil if it is not text or contains bytes that its type does not allow.
        public let text: String?
        /// The value in DER.
        public let der: [UInt8]
    }

    /// The relative distinguished names, root first; each usually has a single attribute.
    public let relativeNames: [[Attribute]]
    /// `Name` in DER.
    public let der: [UInt8]

    init(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        let start = reader.offset
        var sequence = try reader.sequence(in: bytes)
        var names: [[Attribute]] = []
        while !sequence.isAtEnd {
            let place = sequence.offset
            var set = DERReader(try sequence.read(.set, in: bytes))
            var attributes: [Attribute] = []
            while !set.isAtEnd { attributes.append(try Self.attribute(&set, in: bytes)) }
            guard !attributes.isEmpty else { throw KeyError(.malformed, at: place, "an empty relative name") }
            names.append(attributes)
        }
        relativeNames = names
        der = [UInt8](bytes: bytes.extracting(start..<reader.offset))
    }

    private static func attribute(_ set: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) -> Attribute {
        var sequence = try set.sequence(in: bytes)
        let identifier = try sequence.objectIdentifier(in: bytes)
        let value = try sequence.skip(in: bytes)
        try sequence.finish()
        var inner = DERReader(value)
        let tag = DERTag(octet: bytes[value.lowerBound])
        let content = try inner.read(tag, in: bytes)
        return Attribute(
            identifier: identifier, text: ASN1Text.decode(tag, bytes.extracting(content)),
            der: [UInt8](bytes: bytes.extracting(value)))
    }

    /// The first common name, unescaped, or nil.
    public var commonName: String? {
        relativeNames.joined().first { $0.identifier == .commonName }?.text
    }
}

extension DistinguishedName: CustomStringConvertible {
    /// The name as in RFC 4514, most specific part first: `CN=example.org,O=Example`.
    ///
    /// Special characters are escaped, and so are invisible characters and terminal controls. Values of unknown
    /// attributes are printed as `#` and their DER in hexadecimal.
    public var description: String {
        relativeNames.reversed().map { attributes in
            attributes.map { attribute in
                if let name = ASN1ObjectIdentifier.attributeNames[attribute.identifier], let text = attribute.text {
                    return "\(name)=\(Self.escaped(text))"
                }
                return "\(attribute.identifier)=#\(Base16.standard.encode(attribute.der))"
            }.joined(separator: "+")
        }.joined(separator: ",")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let isFirst = index == scalars.startIndex
            index = scalars.index(after: index)
            let isOuterSpace = scalar == " " && (isFirst || index == scalars.endIndex)
            if "\"+,;<>\\".unicodeScalars.contains(scalar) || isOuterSpace || (isFirst && scalar == "#") {
                result += "\\"
                result.unicodeScalars.append(scalar)
            } else if ASN1Text.shows(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    result += "\\" + Base16.standard.encode([byte])
                }
            }
        }
        return result
    }
}

enum ASN1Text {
    /// The text, or nil for another type or for bytes that the type does not allow.
    ///
    /// Source: X.690, section 8.23; RFC 5280, appendix B.
    static func decode(_ tag: DERTag, _ content: Span<UInt8>) -> String? {
        let bytes = [UInt8](bytes: content)
        switch tag {
        case .utf8String: return String(validating: bytes, as: UTF8.self)
        case .numericString, .printableString, .ia5String, .visibleString:
            return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
        // T.61 in theory, Latin-1 in practice.
        case .teletexString: return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        case .bmpString: return bmp(bytes)
        case .universalString:
            guard bytes.count.isMultiple(of: 4) else { return nil }
            var scalars = String.UnicodeScalarView()
            for start in stride(from: 0, to: bytes.count, by: 4) {
                let number = bytes[start..<start + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
                guard let scalar = Unicode.Scalar(number) else { return nil }
                scalars.append(scalar)
            }
            return String(scalars)
        default: return nil
        }
    }

    /// UTF-16, big endian.
    static func bmp(_ bytes: [UInt8]) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return String(validating: units, as: UTF16.self)
    }

    /// Whether a character is visible and does not reorder its neighbors.
    static func shows(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return (0x20...0x7e).contains(scalar.value) }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        case .spaceSeparator: false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
