internal import ArcaCore

/// The extensions of a certificate or a certificate request.
///
/// Source: RFC 5280, section 4.2.
public struct X509Extensions: Sendable, Hashable {
    /// The basic constraints: whether and how the subject may issue certificates.
    public struct BasicConstraints: Sendable, Hashable {
        /// Whether the subject is a certification authority.
        public let isAuthority: Bool
        /// The maximum number of intermediate authorities below this one, or nil for no limit.
        public let pathLength: Int?
    }

    /// The permitted uses of a key, in bit order.
    public enum KeyUsage: String, Sendable, CaseIterable {
        /// Signatures other than those on certificates and revocation lists.
        case digitalSignature
        /// Signatures that commit the signer (non-repudiation).
        case contentCommitment
        /// Encryption of keys.
        case keyEncipherment
        /// Direct encryption of data.
        case dataEncipherment
        /// Key agreement.
        case keyAgreement
        /// Signatures on certificates.
        case certificateSign
        /// Signatures on certificate revocation lists.
        case crlSign
        /// With key agreement: encryption only.
        case encipherOnly
        /// With key agreement: decryption only.
        case decipherOnly
    }

    /// The subject's alternative names.
    public private(set) var alternativeNames: [GeneralName] = []
    /// The basic constraints, or nil if absent.
    public private(set) var basicConstraints: BasicConstraints?
    /// The permitted uses of the key, or nil for any use.
    public private(set) var keyUsage: [KeyUsage]?
    /// The permitted purposes of the certificate, or nil for any purpose.
    public private(set) var extendedKeyUsage: [ASN1ObjectIdentifier]?
    /// The key identifier, or nil if absent.
    public private(set) var subjectKeyIdentifier: [UInt8]?
    /// Extensions that Arca does not interpret.
    public private(set) var others: [ASN1ObjectIdentifier] = []
    /// The members of ``others`` that are critical: a verifier that does not understand them must reject the
    /// certificate.
    public private(set) var unknownCritical: [ASN1ObjectIdentifier] = []

    init() {}

    init(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        let start = reader.offset
        var sequence = try reader.sequence(in: bytes)
        guard !sequence.isAtEnd else { throw KeyError(.malformed, at: start, "an empty list of extensions") }
        var seen: Set<ASN1ObjectIdentifier> = []
        while !sequence.isAtEnd {
            let place = sequence.offset
            var single = try sequence.sequence(in: bytes)
            let identifier = try single.objectIdentifier(in: bytes)
            guard seen.insert(identifier).inserted else {
                throw KeyError(.malformed, at: place, "the extension \(identifier.extensionName) twice")
            }
            var isCritical = false
            if let content = try single.readIfPresent(.boolean, in: bytes) {
                // DER omits the default FALSE; some programs write it anyway.
                isCritical = try Self.boolean(content, in: bytes)
            }
            var value = DERReader(try single.read(.octetString, in: bytes))
            try single.finish()
            try interpret(identifier, &value, isCritical, in: bytes)
        }
    }

    private mutating func interpret(
        _ identifier: ASN1ObjectIdentifier, _ value: inout DERReader, _ isCritical: Bool, in bytes: Span<UInt8>
    ) throws(KeyError) {
        switch identifier {
        case .subjectAlternativeName: alternativeNames = try GeneralName.all(&value, in: bytes)
        case .basicConstraints: basicConstraints = try Self.constraints(&value, in: bytes)
        case .keyUsage: keyUsage = try Self.usage(&value, in: bytes)
        case .extendedKeyUsage:
            var sequence = try value.sequence(in: bytes)
            var purposes: [ASN1ObjectIdentifier] = []
            while !sequence.isAtEnd { purposes.append(try sequence.objectIdentifier(in: bytes)) }
            extendedKeyUsage = purposes
        case .subjectKeyIdentifier:
            subjectKeyIdentifier = [UInt8](bytes: bytes.extracting(try value.read(.octetString, in: bytes)))
        default:
            others.append(identifier)
            if isCritical { unknownCritical.append(identifier) }
            return
        }
        try value.finish()
    }

    private static func constraints(
        _ value: inout DERReader, in bytes: Span<UInt8>
    ) throws(KeyError) -> BasicConstraints {
        var sequence = try value.sequence(in: bytes)
        var isAuthority = false
        if let content = try sequence.readIfPresent(.boolean, in: bytes) {
            isAuthority = try boolean(content, in: bytes)
        }
        let length = sequence.isAtEnd ? nil : try sequence.smallInteger(in: bytes)
        try sequence.finish()
        return BasicConstraints(isAuthority: isAuthority, pathLength: length)
    }

    private static func usage(_ value: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) -> [KeyUsage] {
        let place = value.offset
        let content = try value.read(.bitString, in: bytes)
        guard let first = content.first, bytes[first] < 8, content.count <= 3, content.count > 1 || bytes[first] == 0
        else { throw KeyError(.malformed, at: place, "a key usage of other bits than 0 to 8") }
        return KeyUsage.allCases.enumerated().filter { number, _ in
            let index = first + 1 + number / 8
            return index < content.upperBound && bytes[index] & 0x80 >> UInt8(number % 8) != 0
        }.map(\.element)
    }

    private static func boolean(_ content: Range<Int>, in bytes: Span<UInt8>) throws(KeyError) -> Bool {
        guard content.count == 1, bytes[content.lowerBound] == 0 || bytes[content.lowerBound] == 0xff else {
            throw KeyError(.malformed, at: content.lowerBound, "a BOOLEAN that is not 00 or FF")
        }
        return bytes[content.lowerBound] == 0xff
    }
}
